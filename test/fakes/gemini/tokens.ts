/** About what a tokeniser makes of a text: four Latin characters a token, one of any other script. */
export const tokensOf = (text: string): number =>
  Math.ceil(text.replaceAll(/\p{Script=Latin}|[\s\d\p{P}]/gu, '').length + (text.match(/\p{Script=Latin}|[\s\d\p{P}]/gu)?.length ?? 0) / 4);
