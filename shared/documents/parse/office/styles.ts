import { allXml, childXml, type Xml } from './xml.ts';

interface Styles {
  /** How the converter is to read paragraph styles: lines of its own language. */
  readonly map: readonly string[];
  readonly language: string | undefined;
}

const MOST_DEPTH = 20;

/**
 * Paragraph styles as headings: the title's, and every style with an outline level, whatever its name, for other programs
 * and languages name theirs differently. Below a title the headings go one level down.
 */
export function stylesOf(styles: Xml | undefined, document: string): Styles {
  const all = allXml(styles, 'style').filter(({ attributes }) => attributes.type === 'paragraph');
  const byId = new Map(all.map((style) => [style.attributes.styleId, style]));
  const nameOf = (style: Xml) => childXml(style, 'name')?.attributes.val ?? '';
  const level = (style: Xml | undefined, depth = 0): number | undefined => {
    if (!style || depth > MOST_DEPTH) return undefined;
    const said = childXml(childXml(style, 'pPr'), 'outlineLvl')?.attributes.val ?? /^heading ([1-9])$/i.exec(nameOf(style))?.[1];
    const own =
      said === undefined
        ? undefined
        : Number(said) + (/^heading [1-9]$/i.test(nameOf(style)) && !childXml(childXml(style, 'pPr'), 'outlineLvl') ? -1 : 0);
    return own ?? level(byId.get(childXml(style, 'basedOn')?.attributes.val), depth + 1);
  };
  const title = all.find((style) => nameOf(style).toLowerCase() === 'title');
  const hasTitle = title !== undefined && document.includes(`w:pStyle w:val="${title.attributes.styleId}"`);
  const lines = all.flatMap((style) => {
    const outline = style === title ? -1 : level(style);
    if (outline === undefined || outline > 8) return [];
    const depth = Math.min(6, outline + (hasTitle ? 2 : 1));
    return `p[style-name='${nameOf(style).replaceAll(/['\\]/g, '\\$&')}'] => h${Math.max(1, depth)}:fresh`;
  });
  const language = allXml(styles, 'lang').find(({ attributes }) => attributes.val)?.attributes.val;
  return { map: lines, language };
}
