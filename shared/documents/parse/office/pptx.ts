import type { RootContent } from 'mdast';
import { InvalidInput } from '../../../errors.ts';
import { heading, item, list, paragraph, table } from '../build.ts';
import type { Input, Reading } from '../reading.ts';
import { reading } from '../refuse.ts';
import { asLines, looksLikeHeader } from '../rows.ts';
import { propertiesOf } from './properties.ts';
import { isXmlPart, unpack } from './unpack.ts';
import { allXml, childXml, findXml, parseXml, textXml, type Xml } from './xml.ts';

type Parts = Readonly<Record<string, Uint8Array>>;

/** A presentation: a section a slide, in the order in which they are shown, the speaker's notes below each. */
export async function readPptx({ bytes, limits }: Input): Promise<Reading> {
  const parts = await unpack(bytes, limits, isXmlPart);
  return reading('PowerPoint presentation', () => {
    const { title, language, metadata } = propertiesOf(parts);
    const slides = slidesOf(parts);
    if (slides.length > limits.maxPages) {
      throw new InvalidInput('TOO_LARGE', `The presentation has ${slides.length} slides; PARSE_MAX_PAGES is ${limits.maxPages}.`);
    }
    const children = slides.flatMap((slide, i) => slideBlocks(parts, slide, i + 1));
    return { tree: { type: 'root', children }, title: title ?? firstTitle(parts, slides[0]), language, metadata };
  });
}

/** Names of the slides' parts, hidden ones aside. */
function slidesOf(parts: Parts): readonly string[] {
  const presentation = part(parts, 'ppt/presentation.xml');
  const targets = relations(parts, 'ppt/presentation.xml');
  return allXml(findXml(presentation, 'sldIdLst'), 'sldId')
    .flatMap(({ attributes }) => targets.find(({ id }) => id === attributes['r:id'])?.target ?? [])
    .filter((name) => findXml(part(parts, name), 'sld')?.attributes.show !== '0');
}

const part = (parts: Parts, name: string): Xml | undefined => {
  const bytes = parts[name];
  return bytes && parseXml(bytes);
};

interface Relation {
  readonly id: string | undefined;
  readonly type: string;
  readonly target: string;
}

/** What a part refers to, as names of parts. */
function relations(parts: Parts, name: string): readonly Relation[] {
  const folder = name.slice(0, name.lastIndexOf('/'));
  const file = name.slice(folder.length + 1);
  return allXml(part(parts, `${folder}/_rels/${file}.rels`), 'Relationship').map(({ attributes }) => ({
    id: attributes.Id,
    type: attributes.Type ?? '',
    target: new URL(attributes.Target ?? '', `http://part/${folder}/`).pathname.slice(1),
  }));
}

function slideBlocks(parts: Parts, name: string, page: number): RootContent[] {
  const tree = findXml(part(parts, name), 'spTree');
  const shapes = tree ? shapesOf(tree) : [];
  const title = shapes.find(isTitle);
  const blocks = shapes.filter((shape) => shape !== title).flatMap(shapeBlocks);
  const notes = relations(parts, name)
    .filter(({ type }) => type.endsWith('/notesSlide'))
    .flatMap(({ target }) => shapesOf(findXml(part(parts, target), 'spTree')).filter((shape) => placeholder(shape) === 'body'))
    .flatMap(textBlocks);
  const heads = heading(2, (title && lines(title).join(' ')) || `Slide ${page}`);
  heads.data = { page };
  return [heads, ...blocks, ...(notes.length > 0 ? [paragraph('Notes:'), ...notes] : [])];
}

/** Shapes in order, those in groups too. */
const shapesOf = (tree: Xml | undefined): readonly Xml[] =>
  tree?.children.flatMap((child) => {
    if (child.name === 'grpSp') return shapesOf(child);
    // What older programs are shown instead would be the same again.
    if (child.name === 'AlternateContent') return shapesOf(childXml(child, 'Choice'));
    return child.name === 'sp' || child.name === 'graphicFrame' ? [child] : [];
  }) ?? [];

const placeholder = (shape: Xml): string | undefined =>
  findXml(shape, 'ph')?.attributes.type ?? (findXml(shape, 'ph') ? 'body' : undefined);
const isTitle = (shape: Xml): boolean =>
  /^(?:title|ctrTitle)$/.test(placeholder(shape) ?? '') && textXml(findXml(shape, 'txBody')).trim() !== '';
/** Placeholders that stand on every slide. */
const isFurniture = (shape: Xml): boolean =>
  /^(?:dt|ftr|hdr|sldNum)$/.test(placeholder(shape) ?? '') || findXml(shape, 'cNvPr')?.attributes.hidden === '1';

function shapeBlocks(shape: Xml): RootContent[] {
  if (isFurniture(shape)) return [];
  const grid = findXml(shape, 'tbl');
  if (grid) return tableBlocks(grid);
  return textBlocks(shape);
}

function tableBlocks(grid: Xml): RootContent[] {
  const rows = allXml(grid, 'tr').map((tr) =>
    tr.children.filter(({ name }) => name === 'tc').map((cell) => paragraphs(cell).map(wordsOf).join(' ').trim()),
  );
  const isHeaded = childXml(grid, 'tblPr')?.attributes.firstRow === '1' || looksLikeHeader(rows);
  return [isHeaded ? table(rows) : asLines(rows)];
}

const paragraphs = (shape: Xml): readonly Xml[] => allXml(shape, 'p');
const wordsOf = (p: Xml): string =>
  p.children
    .map((child) =>
      child.name === 'br'
        ? ' '
        : child.name === 'AlternateContent'
          ? textXml(childXml(child, 'Choice'))
          : child.name === 'pPr' || child.name === 'endParaRPr'
            ? ''
            : textXml(child),
    )
    .join('')
    .replaceAll(/\s+/g, ' ')
    .trim();
const lines = (shape: Xml): readonly string[] =>
  paragraphs(shape)
    .map(wordsOf)
    .filter((line) => line !== '');

/** The text of a shape: the points of a list where it has several, with those below them. */
function textBlocks(shape: Xml): RootContent[] {
  const points = paragraphs(shape)
    .map((p) => ({ words: wordsOf(p), level: Number(childXml(p, 'pPr')?.attributes.lvl ?? 0) }))
    .filter(({ words }) => words !== '');
  if (points.length < 2) return points.map(({ words }) => paragraph(words));
  const nested = (from: number, to: number): ReturnType<typeof list> => {
    const items = [];
    for (let i = from; i < to; ) {
      const level = points[i]?.level ?? 0;
      let end = i + 1;
      while (end < to && (points[end]?.level ?? 0) > level) end++;
      items.push(item(paragraph(points[i]?.words ?? ''), ...(end > i + 1 ? [nested(i + 1, end)] : [])));
      i = end;
    }
    return list(items);
  };
  return [nested(0, points.length)];
}

function firstTitle(parts: Parts, slide: string | undefined): string | undefined {
  const title = slide && shapesOf(findXml(part(parts, slide), 'spTree')).find(isTitle);
  return title ? lines(title).join(' ') : undefined;
}
