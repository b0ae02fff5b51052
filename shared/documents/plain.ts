/** Elements of HTML. What else stands in angle brackets is a word of the text: `<VirtualHost>`, `Map<string>`. */
const ELEMENTS =
  'a abbr address article aside audio b bdi bdo big blockquote body br button canvas caption center cite code col colgroup dd del details dfn dialog div dl dt em embed fieldset figcaption figure font footer form h[1-6] head header hr html i iframe img input ins kbd label legend li link main map mark menu meta nav noscript object ol option p param picture pre q rp rt ruby s samp script section select small source span strike strong style sub summary sup svg table tbody td textarea tfoot th thead time title tr track tt u ul var video wbr'.replaceAll(
    ' ',
    '|',
  );
const MARKUP = new RegExp(`<!--[\\s\\S]*?-->|</?(?:${ELEMENTS})(?:[\\s/][^<>\\n]*)?>`, 'gi');

/**
 * The words of a Markdown passage without its machinery: link targets, images' addresses, HTML tags, fences, rule
 * lines of tables. For analysis and embedding only; what is shown stays as the document has it.
 */
export function plain(markdown: string): string {
  return markdown
    .replaceAll(/^ {0,3}(`{3,}|~{3,}).*$/gm, '')
    .replaceAll(/^\s*\|?\s*:?-{2,}:?\s*(?:\|\s*:?-{2,}:?\s*)*\|?\s*$/gm, '')
    .replaceAll(/!?\[([^\]\n]*)\]\([^)\s]*(?:\s+"[^"\n]*")?\)/g, '$1')
    .replaceAll(MARKUP, ' ')
    .replaceAll(/\|/g, ' ')
    .replaceAll(/^\s*(?:#{1,6}|>|[-*+]|\d+[.)])\s+/gm, '')
    .replaceAll(/[*`]+/g, '')
    .replaceAll(/[^\S\n]+/g, ' ')
    .replaceAll(/\s*\n\s*/g, '\n')
    .trim();
}
