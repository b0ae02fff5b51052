/** Markup that is safe to write: made by `html`, which escapes all that is put into it. */
export interface Html {
  readonly markup: string;
}

export type Content = Html | string | number | undefined | readonly Content[];

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Text as it stands between tags and in quoted attributes alike. */
export const escapeText = (text: string): string => text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? character);

/** A template whose values are escaped, but for what is markup already; nothing is written of undefined, and a list without commas. */
export const html = (strings: TemplateStringsArray, ...values: readonly Content[]): Html => ({
  markup: strings.map((string, i) => (i < values.length ? string + markupOf(values[i]) : string)).join(''),
});

function markupOf(content: Content): string {
  if (content === undefined) return '';
  if (typeof content === 'string' || typeof content === 'number') return escapeText(String(content));
  return 'markup' in content ? content.markup : content.map(markupOf).join('');
}

/** Markup that comes from elsewhere and has been escaped there. */
export const trusted = (markup: string): Html => ({ markup });
