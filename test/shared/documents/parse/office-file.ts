import { strToU8, zipSync } from 'fflate';

/** A zip archive of text parts. */
export const zip = (parts: Readonly<Record<string, string>>): Uint8Array =>
  zipSync(Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, strToU8(text)])));

const W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
const RELATIONS = 'http://schemas.openxmlformats.org/package/2006/relationships';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006';

/** The parts of a Word file with this body. */
export const docxParts = (body: string, parts: Readonly<Record<string, string>> = {}): Readonly<Record<string, string>> => ({
  '[Content_Types].xml':
    '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
  '_rels/.rels': `<Relationships xmlns="${RELATIONS}"><Relationship Id="r1" Type="${OFFICE}/relationships/officeDocument" Target="word/document.xml"/></Relationships>`,
  'word/document.xml': `<w:document ${W} xmlns:m="${OFFICE}/math"><w:body>${body}</w:body></w:document>`,
  ...parts,
});

export const docx = (body: string, parts: Readonly<Record<string, string>> = {}): Uint8Array => zip(docxParts(body, parts));

/** A paragraph, in a style. */
export const p = (text: string, style?: string): string =>
  `<w:p>${style ? `<w:pPr><w:pStyle w:val="${style}"/></w:pPr>` : ''}<w:r><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`;

/** A cell, with properties such as `<w:gridSpan w:val="2"/>`. */
export const tc = (text: string, properties = ''): string => `<w:tc><w:tcPr>${properties}</w:tcPr>${p(text)}</w:tc>`;
export const tr = (...cells: readonly string[]): string => `<w:tr>${cells.join('')}</w:tr>`;

/** The part that gives styles their names and levels. */
export const stylesPart = (
  styles: Readonly<Record<string, { readonly name: string; readonly level?: number; readonly basedOn?: string }>>,
): string =>
  `<w:styles ${W}>${Object.entries(styles)
    .map(
      ([id, { name, level, basedOn }]) =>
        `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${name}"/>${basedOn ? `<w:basedOn w:val="${basedOn}"/>` : ''}${level === undefined ? '' : `<w:pPr><w:outlineLvl w:val="${level}"/></w:pPr>`}</w:style>`,
    )
    .join('')}</w:styles>`;

export const core = (fields: string): string =>
  `<cp:coreProperties xmlns:cp="cp" xmlns:dc="dc" xmlns:dcterms="dcterms">${fields}</cp:coreProperties>`;

/** A shape of a slide: a placeholder of a kind, or none, with paragraphs and their levels. */
export const shape = (placeholder: string | undefined, ...lines: readonly (string | readonly [number, string])[]): string =>
  `<p:sp><p:nvSpPr><p:cNvPr id="2" name="x"/><p:nvPr>${placeholder ? `<p:ph type="${placeholder}"/>` : ''}</p:nvPr></p:nvSpPr><p:txBody>${lines
    .map((line) => (typeof line === 'string' ? ([0, line] as const) : line))
    .map(([level, text]) => `<a:p><a:pPr lvl="${level}"/><a:r><a:t>${text}</a:t></a:r></a:p>`)
    .join('')}</p:txBody></p:sp>`;

export const slide = (shapes: string, attributes = ''): string =>
  `<p:sld xmlns:p="p" xmlns:a="a" xmlns:r="r"${attributes}><p:cSld><p:spTree>${shapes}</p:spTree></p:cSld></p:sld>`;

/** A presentation of slides in this order, whatever the names of their parts say; `notes` by the number of the slide. */
export function pptx(slides: readonly string[], notes: Readonly<Record<number, string>> = {}): Uint8Array {
  const nameOf = (i: number) => `slide${slides.length - i}.xml`;
  const parts: Record<string, string> = {
    'ppt/presentation.xml': `<p:presentation xmlns:p="p" xmlns:r="r"><p:sldIdLst>${slides.map((_, i) => `<p:sldId r:id="rId${i}" id="${300 + i}"/>`).join('')}</p:sldIdLst></p:presentation>`,
    'ppt/_rels/presentation.xml.rels': `<Relationships xmlns="${RELATIONS}">${slides.map((_, i) => `<Relationship Id="rId${i}" Type="${OFFICE}/relationships/slide" Target="slides/${nameOf(i)}"/>`).join('')}</Relationships>`,
  };
  for (const [i, xml] of slides.entries()) parts[`ppt/slides/${nameOf(i)}`] = xml;
  for (const [number, text] of Object.entries(notes)) {
    const i = Number(number) - 1;
    parts[`ppt/slides/_rels/${nameOf(i)}.rels`] =
      `<Relationships xmlns="${RELATIONS}"><Relationship Id="n" Type="${OFFICE}/relationships/notesSlide" Target="../notesSlides/n${i}.xml"/></Relationships>`;
    parts[`ppt/notesSlides/n${i}.xml`] = slide(shape('body', text) + shape('sldNum', '1'));
  }
  return zip(parts);
}
