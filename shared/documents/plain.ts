/**
 * The words of a Markdown passage without its machinery: link targets, images' addresses, HTML tags, fences, rule
 * lines of tables. For analysis and embedding only; what is shown stays as the document has it.
 */
export function plain(markdown: string): string {
  return markdown
    .replaceAll(/^ {0,3}(`{3,}|~{3,}).*$/gm, '')
    .replaceAll(/^\s*\|?\s*:?-{2,}:?\s*(?:\|\s*:?-{2,}:?\s*)*\|?\s*$/gm, '')
    .replaceAll(/!?\[([^\]\n]*)\]\([^)\s]*(?:\s+"[^"\n]*")?\)/g, '$1')
    .replaceAll(/<!--[\s\S]*?-->|<\/?[a-z][^<>\n]*>/gi, ' ')
    .replaceAll(/\|/g, ' ')
    .replaceAll(/^\s*(?:#{1,6}|>|[-*+]|\d+[.)])\s+/gm, '')
    .replaceAll(/[*`]+/g, '')
    .replaceAll(/[^\S\n]+/g, ' ')
    .replaceAll(/\s*\n\s*/g, '\n')
    .trim();
}
