import type { Element, Parents, Root, RootContent } from 'hast';
import { isConsentNotice, namesConsent } from './consent.ts';
import { attribute, elements, find, isElement, isHeading, nameTokens, textOf } from './elements.ts';
import { type Measure, measure } from './measure.ts';

/** Elements that show no text of the page, or whose text is a control's. */
const NEVER = new Set(
  'script style template noscript svg iframe object embed canvas audio video map nav button input select textarea datalist dialog menu head progress meter frameset'.split(
    ' ',
  ),
);
const ROLES = new Set('navigation banner contentinfo search menu menubar toolbar dialog alertdialog tablist'.split(' '));

/** Words in ids and classes that name what frames a page, whatever it holds. */
const FRAME = new Set(
  'navbar breadcrumb breadcrumbs pagination pager skiplink skipnav disqus editsection navbox catlinks printfooter noprint outofdate toplang bottomlang'.split(
    ' ',
  ),
);
/** The same, where most of its text is links. */
const LINKED_FRAME = new Set(
  'nav navigation menu submenu sidebar toc topics social share sharing related footer header masthead toolbar language languages lang locale locales quickview prev next prevnext'.split(
    ' ',
  ),
);
/** Words that make `header` and `footer` those of the page, and not of a card or a table in it. */
const OF_PAGE = new Set(
  'page site main global doc docs document app layout the wrapper container content inner area bar top bottom outer section id'.split(' '),
);
/** Blocks that are measured by their links. */
const BLOCKS = new Set('ul ol dl p div section aside table td header details'.split(' '));
const LANGUAGE_SWITCH_CHARS = 400;

interface Page {
  readonly ids: ReadonlySet<string>;
  readonly chars: number;
}

/** Takes out what a reader of the page never sees. */
export function stripHidden(root: Root): void {
  filter(root, (element) => !NEVER.has(element.tagName) || element.tagName === 'nav');
  filter(root, (element) => isElement(element, 'html', 'body') || !isHidden(element));
}

function isHidden(element: Element): boolean {
  const style = attribute(element, 'style') ?? '';
  return (
    element.properties.hidden === true ||
    element.properties.hidden === '' ||
    attribute(element, 'ariaHidden') === 'true' ||
    /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden)/i.test(style) ||
    /(?:^|\s)(?:sr-only|visually-?hidden|screen-reader-text)(?:\s|$)/i.test(attribute(element, 'className') ?? '')
  );
}

/**
 * Takes out what frames a page: its menus, header, footer, language switch, table of contents and comments. It is told
 * by elements and roles first, by names next, and by what links do: a list of links to places on the same page is a table
 * of contents, and links with nothing but separators between them are a menu. A page that would hardly keep any text
 * (an index of links is one) keeps what only its links speak against.
 */
export function stripBoilerplate(root: Root): void {
  const ids = new Set([...elements(root)].flatMap((element) => [attribute(element, 'id') ?? [], attribute(element, 'name') ?? []].flat()));
  const page: Page = { ids, chars: measure(root, ids).chars };
  filter(root, (element) => !isFrame(element, page));
  const body = find(root, (element) => isElement(element, 'body'));
  if (body) Object.assign(body, { children: body.children.filter((child) => !isConsentNotice(child, measure(child, ids), page.chars)) });
  dropComments(root, page);
  const undo: (() => void)[] = [];
  dropLinkBlocks(root, { ...page, undo }, false);
  if (measure(root, ids).chars < Math.min(200, page.chars / 10)) for (const restore of undo) restore();
}

function isFrame(element: Element, page: Page): boolean {
  const { tagName } = element;
  if (tagName === 'html' || tagName === 'body' || tagName === 'main' || isHeading(element)) return false;
  if (tagName === 'nav' || ROLES.has(attribute(element, 'role') ?? '')) return true;
  if (isPermalink(element)) return true;
  const tokens = nameTokens(element);
  const size = measure(element, page.ids);
  // Whatever it is called, what holds half of the page is the page.
  if (size.chars > page.chars / 2) return false;
  if (tagName === 'footer') return true;
  if (tagName === 'header') return !hasHeading(element);
  if (tokens.some((token) => FRAME.has(token))) return true;
  if (namesConsent(tokens, size) && !isElement(element, 'table')) return true;
  if (tokens.includes('footer') && tokens.every((token) => token === 'footer' || OF_PAGE.has(token))) return true;
  if (tokens.includes('header') && tokens.every((token) => token === 'header' || OF_PAGE.has(token))) return !hasHeading(element);
  if (isLanguageSwitch(tokens, size)) return true;
  return (
    BLOCKS.has(tagName) &&
    size.linked > 0 &&
    size.linked + size.headed > size.chars / 2 &&
    tokens.some((token) => (tagName === 'table' ? /^nav|^menu$|^toc$/.test(token) : LINKED_FRAME.has(token))) &&
    !hasTopHeading(element)
  );
}

const isLanguageSwitch = (tokens: readonly string[], { links, chars }: Measure): boolean =>
  links > 0 &&
  chars < LANGUAGE_SWITCH_CHARS &&
  tokens.some((token) => /^(?:top|bottom)?(?:langs?|languages?|locales?)(?:switcher|selector|menu)?$/.test(token));

/** `¶` or `#` behind a heading. */
const isPermalink = (element: Element): boolean =>
  isElement(element, 'a') && /^[\s¶#§🔗]*$/u.test(textOf(element)) && (attribute(element, 'href') ?? '').includes('#');

const hasHeading = (element: Element): boolean => [...elements(element)].some(isHeading);
const hasTopHeading = (element: Element): boolean => [...elements(element)].some((each) => isElement(each, 'h1'));

/** Keeps the elements that pass, in place. */
function filter(parent: Parents, keep: (element: Element) => boolean): void {
  const children = parent.children.filter((child) => child.type !== 'comment' && (child.type !== 'element' || keep(child)));
  Object.assign(parent, { children });
  for (const child of children) if (child.type === 'element') filter(child, keep);
}

/** Names that only readers' comments have; the plain word may as well be the subject of a section. */
const COMMENTS = /^(?:comments?-(?:section|list|area|thread|wrapper)|comment-?list|respond|disqus-thread)$/;
const MAYBE_COMMENTS = /^comments$/;

/** Takes out the readers' comments: the element that is called so, or what stands under a heading that is. */
function dropComments(parent: Parents, page: Page): void {
  const isCalled = (element: Element, pattern: RegExp) =>
    `${attribute(element, 'id') ?? ''} ${attribute(element, 'className') ?? ''}`
      .toLowerCase()
      .replaceAll('_', '-')
      .split(' ')
      .some((name) => pattern.test(name));
  const isSmall = (element: Element) => measure(element, page.ids).chars < page.chars / 2;
  const all = parent.children as RootContent[];
  const last = all.findLastIndex((child) => child.type === 'element' && measure(child, page.ids).chars > 0);
  // Readers write at the end, and no code.
  const isComments = (element: Element, i: number) =>
    isCalled(element, COMMENTS) ||
    (isCalled(element, MAYBE_COMMENTS) && i === last && ![...elements(element)].some((each) => isElement(each, 'pre', 'code')));
  const children: RootContent[] = [];
  let under: number | undefined;
  for (const [i, child] of all.entries()) {
    if (isHeading(child)) {
      const level = Number(child.tagName[1]);
      if (under !== undefined && level <= under) under = undefined;
      if ([child, ...elements(child)].some((each) => isCalled(each, COMMENTS))) under = Math.min(level, under ?? level);
    }
    if (under !== undefined || (isElement(child) && BLOCKS.has(child.tagName) && isComments(child, i) && isSmall(child))) continue;
    if (child.type === 'element') dropComments(child, page);
    children.push(child);
  }
  Object.assign(parent, { children });
}

/**
 * Takes out blocks that are links and nothing else, innermost first, with the heading that is left without a text by it.
 * Returns whether a table of contents was among them.
 */
function dropLinkBlocks(parent: Parents, page: Page & { readonly undo: (() => void)[] }, inTable: boolean): boolean {
  let dropped = false;
  const kept: RootContent[] = [];
  const endRun = (next: RootContent | undefined, run: boolean) => {
    const last = kept.at(-1);
    if (run && isHeading(last) && last.tagName !== 'h1' && (!next || startsWithHeading(next))) kept.pop();
  };
  let run = false;
  for (const child of parent.children as RootContent[]) {
    if (child.type !== 'element') {
      kept.push(child);
      continue;
    }
    const hadContents = dropLinkBlocks(child, page, inTable || isElement(child, 'table'));
    if (isLinkBlock(child, page, hadContents, inTable)) {
      dropped = true;
      run = true;
      while (kept.at(-1)?.type === 'text' && !/\S/.test(String(Object(kept.at(-1)).value))) kept.pop();
      continue;
    }
    dropped ||= hadContents;
    endRun(child, run);
    run = false;
    kept.push(child);
  }
  endRun(undefined, run);
  const { children } = parent;
  page.undo.push(() => Object.assign(parent, { children }));
  Object.assign(parent, { children: kept });
  return dropped;
}

function startsWithHeading(node: RootContent): boolean {
  if (node.type !== 'element') return false;
  if (/^h[1-6]$/.test(node.tagName)) return true;
  const first = node.children.find((child) => child.type === 'element' || (child.type === 'text' && /\S/.test(child.value)));
  return first !== undefined && startsWithHeading(first);
}

function isLinkBlock(element: Element, page: Page, hadContents: boolean, inTable: boolean): boolean {
  if (!BLOCKS.has(element.tagName) || (inTable && isElement(element, 'table'))) return false;
  const { chars, linked, headed, links, inPage, alternates, separators } = measure(element, page.ids);
  if (chars === 0) return false;
  // In a table a cell with a link or two is a cell; an index of letters is not.
  if (inTable && isElement(element, 'td')) return links >= 5 && inPage === links && separators >= links - 1;
  if (links >= 2 && alternates >= links * 0.6 && chars < LANGUAGE_SWITCH_CHARS) return true;
  if (links >= 2 && inPage >= links * 0.8 && linked > chars * 0.7) return true;
  if (links >= 2 && separators >= links - 1 && isElement(element, 'p', 'div')) return true;
  // Beside a table of contents stand other links, with a heading over each list.
  return hadContents && linked + headed > chars * 0.9 && chars < page.chars / 4 && !hasTopHeading(element);
}
