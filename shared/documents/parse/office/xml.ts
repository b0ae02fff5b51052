import { XMLParser } from 'fast-xml-parser';
import { InvalidInput } from '../../../errors.ts';

/** An element of an Office part, without namespaces. */
export interface Xml {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly Xml[];
  /** Of a text node, whose name is `#text`. */
  readonly text: string;
}

const parser = new XMLParser({
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: '',
  parseTagValue: false,
  parseAttributeValue: false,
  trimValues: false,
  htmlEntities: true,
});

/** A part of an Office file. Throws InvalidInput on a document type, by which XML can be made to expand without end. */
export function parseXml(bytes: Uint8Array): Xml {
  const text = xmlText(bytes);
  const root: unknown = parser.parse(text);
  return { name: '#root', attributes: {}, text: '', children: Array.isArray(root) ? root.map(elementOf) : [] };
}

export function xmlText(bytes: Uint8Array): string {
  const encoding = bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : 'utf-8';
  const text = new TextDecoder(encoding).decode(bytes);
  if (/<!(?:DOCTYPE|ENTITY)/i.test(text)) {
    throw new InvalidInput('MALFORMED', 'The file holds a document type definition, which Office files may not have.');
  }
  return text;
}

function elementOf(node: unknown): Xml {
  const entries = typeof node === 'object' && node !== null ? Object.entries(node) : [];
  const [qualified = '', children] = entries.find(([key]) => key !== ':@') ?? [];
  const said: Readonly<Record<string, string>> = entries.find(([key]) => key === ':@')?.[1] ?? {};
  const name = withoutPrefix(qualified);
  // Both `id` and `r:id` are said of a slide, and mean different things.
  const attributes = { ...Object.fromEntries(Object.entries(said).map(([key, value]) => [withoutPrefix(key), value])), ...said };
  if (name === '#text') return { name, attributes: {}, children: [], text: String(children) };
  return { name, attributes, children: Array.isArray(children) ? children.map(elementOf) : [], text: '' };
}

const withoutPrefix = (name: string): string => name.slice(name.indexOf(':') + 1);

/** The first element of that name below `xml`, at any depth. */
export const findXml = (xml: Xml | undefined, name: string): Xml | undefined => allXml(xml, name)[0];

/** Every element of that name below `xml`, in order. */
export const allXml = (xml: Xml | undefined, name: string): readonly Xml[] =>
  xml?.children.flatMap((child) => (child.name === name ? [child] : allXml(child, name))) ?? [];

export const childXml = (xml: Xml | undefined, name: string): Xml | undefined => xml?.children.find((child) => child.name === name);

/** The text below `xml`. */
export const textXml = (xml: Xml | undefined): string =>
  xml?.children.map((child) => (child.name === '#text' ? child.text : textXml(child))).join('') ?? '';
