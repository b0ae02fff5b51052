import { strToU8, zipSync } from 'fflate';
import mammoth from 'mammoth';
import type { Heading } from 'mdast';
import { headingText } from '../../heading.ts';
import { fragment } from '../html/html.ts';
import type { Input, Reading } from '../reading.ts';
import { reading } from '../refuse.ts';
import { equationsAsText } from './equations.ts';
import { propertiesOf } from './properties.ts';
import { stylesOf } from './styles.ts';
import { isXmlPart, unpack } from './unpack.ts';
import { parseXml, xmlText } from './xml.ts';

/**
 * A Word file, by way of HTML. It is unpacked here, within bounds, and packed again without its pictures, so that the
 * converter never meets an archive that was not looked at.
 */
export async function readDocx({ bytes, limits }: Input): Promise<Reading> {
  const parts = await unpack(bytes, limits, isXmlPart);
  return reading('Word document', async () => {
    const { title, language, metadata } = propertiesOf(parts);
    for (const [name, part] of Object.entries(parts)) {
      const xml = xmlText(part);
      if (/^word\/[^/]+\.xml$/.test(name) && xml.includes('<m:oMath')) parts[name] = strToU8(equationsAsText(xml));
    }
    const document = Object.entries(parts).find(([name]) => /^word\/document\d*\.xml$/.test(name))?.[1];
    const styles = stylesOf(parts['word/styles.xml'] && parseXml(parts['word/styles.xml']), document ? xmlText(document) : '');
    const { value: html } = await mammoth.convertToHtml(
      { buffer: Buffer.from(zipSync(parts, { level: 0 })) },
      { styleMap: [...styles.map], convertImage: mammoth.images.imgElement(async () => ({ src: '' })) },
    );
    // Back from a footnote to its place is a link of the converter's own.
    const tree = fragment(html.replaceAll(/<a href="#(?:foot|end)note-ref-[^"]*">↑<\/a>/g, ''), { guessHeaders: true });
    const h1 = tree.children.find((node): node is Heading => node.type === 'heading' && node.depth === 1);
    return { tree, title: title ?? (h1 && headingText(h1)), language: language ?? styles.language, metadata };
  });
}
