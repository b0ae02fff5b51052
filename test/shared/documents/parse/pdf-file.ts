import { deflateSync } from 'node:zlib';

/** A piece of text on a page: where from its lower left corner, in points, and how large. */
export interface Placed {
  readonly x: number;
  readonly y: number;
  readonly text: string;
  readonly size?: number;
  /** Degrees, against the clock. */
  readonly turned?: number;
}

export interface PdfOptions {
  /** Reads the text of the pages as Shift_JIS in hexadecimal, in a font that is not in the file. */
  readonly isJapanese?: boolean;
  readonly info?: Readonly<Record<string, string>>;
  /** Annotation dictionaries of the first page. */
  readonly annotations?: readonly string[];
  readonly outline?: readonly string[];
}

/** A PDF of A4 pages in Helvetica, whose letters are taken to be half as wide as high. */
export function pdfFile(
  pages: readonly (readonly Placed[])[],
  { info = {}, annotations = [], outline = [], isJapanese = false }: PdfOptions = {},
): Uint8Array {
  const objects: Buffer[] = [];
  const add = (body: string | Buffer) => objects.push(Buffer.from(body));
  const first = 6;
  const kids = pages.map((_, i) => `${first + 2 * i} 0 R`).join(' ');
  const outlineAt = first + 2 * pages.length;
  add(`<</Type/Catalog/Pages 2 0 R${outline.length > 0 ? `/Outlines ${outlineAt} 0 R` : ''}>>`);
  add(`<</Type/Pages/Kids[${kids}]/Count ${pages.length}>>`);
  add(
    isJapanese
      ? JAPANESE
      : `<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding/FirstChar 32/LastChar 126/Widths[${'500 '.repeat(95)}]>>`,
  );
  add(
    `<<${Object.entries(info)
      .map(([key, value]) => `/${key}(${value})`)
      .join('')}>>`,
  );
  add(isJapanese ? DESCENDANT : '<<>>');
  for (const [i, page] of pages.entries()) {
    const notes = i === 0 && annotations.length > 0 ? `/Annots[${annotations.join('')}]` : '';
    add(`<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents ${first + 2 * i + 1} 0 R/Resources<</Font<</F1 3 0 R>>>>${notes}>>`);
    const content = deflateSync(Buffer.from(page.map((placed) => operators(placed, isJapanese)).join('\n'), 'latin1'));
    add(Buffer.concat([Buffer.from(`<</Length ${content.length}/Filter/FlateDecode>>stream\n`), content, Buffer.from('\nendstream')]));
  }
  if (outline.length > 0) {
    add(`<</Type/Outlines/First ${outlineAt + 1} 0 R/Last ${outlineAt + outline.length} 0 R/Count ${outline.length}>>`);
    for (const [i, title] of outline.entries()) {
      const next = i + 1 < outline.length ? `/Next ${outlineAt + 2 + i} 0 R` : '';
      add(`<</Title(${title})/Parent ${outlineAt} 0 R${next}/Dest[${first} 0 R/Fit]>>`);
    }
  }
  return assembled(objects);
}

const JAPANESE = '<</Type/Font/Subtype/Type0/BaseFont/Ryumin-Light/Encoding/90ms-RKSJ-H/DescendantFonts[5 0 R]>>';
const DESCENDANT =
  '<</Type/Font/Subtype/CIDFontType0/BaseFont/Ryumin-Light/CIDSystemInfo<</Registry(Adobe)/Ordering(Japan1)/Supplement 2>>/FontDescriptor<</Type/FontDescriptor/FontName/Ryumin-Light/Flags 4/FontBBox[0 0 1000 1000]/ItalicAngle 0/Ascent 800/Descent -200/CapHeight 700/StemV 80>>>>';

function operators({ x, y, text, size = 10, turned = 0 }: Placed, isHexadecimal: boolean): string {
  const angle = (turned * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle).toFixed(4), Math.sin(angle).toFixed(4)];
  return `BT /F1 ${size} Tf ${cos} ${sin} ${(-Number(sin)).toFixed(4)} ${cos} ${x} ${y} Tm ${isHexadecimal ? `<${text}>` : `(${text.replaceAll(/[()\\]/g, '\\$&')})`} Tj ET`;
}

function assembled(objects: readonly Buffer[]): Uint8Array {
  const parts = [Buffer.from('%PDF-1.7\n')];
  const offsets: number[] = [];
  let length = parts[0]?.length ?? 0;
  for (const [i, body] of objects.entries()) {
    const object = Buffer.concat([Buffer.from(`${i + 1} 0 obj\n`), body, Buffer.from('\nendobj\n')]);
    offsets.push(length);
    length += object.length;
    parts.push(object);
  }
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  parts.push(
    Buffer.from(
      `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}trailer<</Size ${objects.length + 1}/Root 1 0 R/Info 4 0 R>>\nstartxref\n${length}\n%%EOF`,
    ),
  );
  return Buffer.concat(parts);
}

/** Lines of a column from the top, `leading` points apart. */
export const column = (x: number, top: number, lines: readonly string[], size = 10, leading = 12): readonly Placed[] =>
  lines.map((text, i) => ({ x, y: top - i * leading, text, size }));
