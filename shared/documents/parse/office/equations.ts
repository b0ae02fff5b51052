import { parseXml, textXml, type Xml } from './xml.ts';

/** Writes the equations of a Word part (OMML) as runs of text, which is what a converter that knows none can read. */
export const equationsAsText = (xml: string): string =>
  xml
    .replaceAll(/<m:oMathParaPr\b[^>]*>[\s\S]*?<\/m:oMathParaPr>|<\/?m:oMathPara\b[^>]*>/g, '')
    .replaceAll(
      /<m:oMath\b[^>]*>([\s\S]*?)<\/m:oMath>/g,
      (_, inner: string) => `<w:r><w:t xml:space="preserve">${escaped(linear(inner))}</w:t></w:r>`,
    );

const linear = (inner: string): string =>
  parseXml(new TextEncoder().encode(`<math>${inner}</math>`))
    .children.map(formula)
    .join('');

const part = (xml: Xml, name: string): string =>
  xml.children
    .filter((child) => child.name === name)
    .map(formula)
    .join('');
const grouped = (text: string): string => (/^[\p{L}\p{N}.]*$/u.test(text) ? text : `(${text})`);

/** How each structure is written on a line; what is not listed is the text in it. */
const STRUCTURES: Readonly<Record<string, (xml: Xml) => string>> = {
  f: (xml) => `${grouped(part(xml, 'num'))}/${grouped(part(xml, 'den'))}`,
  sSup: (xml) => `${part(xml, 'e')}^${grouped(part(xml, 'sup'))}`,
  sSub: (xml) => `${part(xml, 'e')}_${grouped(part(xml, 'sub'))}`,
  sSubSup: (xml) => `${part(xml, 'e')}_${grouped(part(xml, 'sub'))}^${grouped(part(xml, 'sup'))}`,
  rad: (xml) => `√${grouped(part(xml, 'e'))}`,
  d: (xml) => `(${part(xml, 'e')})`,
  nary: (xml) => `${operator(xml)}_${grouped(part(xml, 'sub'))}^${grouped(part(xml, 'sup'))} ${part(xml, 'e')}`,
  t: textXml,
};

const operator = (xml: Xml): string =>
  xml.children.find(({ name }) => name === 'naryPr')?.children.find(({ name }) => name === 'chr')?.attributes.val ?? '∫';

function formula(xml: Xml): string {
  const structure = Object.hasOwn(STRUCTURES, xml.name) ? STRUCTURES[xml.name] : undefined;
  return structure ? structure(xml) : xml.children.map(formula).join('');
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
