import type { Page } from 'playwright-core';

interface Shown {
  readonly text: string;
  readonly colour: string;
  readonly ground: string;
}

/** Every text of a page whose colour stands out too little from what it is on, with the ratio. */
export async function textsBelow(page: Page, least: number): Promise<readonly string[]> {
  const texts = await textsOf(page);
  if (texts.length === 0) throw new Error('the page says nothing');
  return texts.flatMap(({ text, colour, ground }) => {
    const ratio = contrast(colour, ground);
    return ratio >= least ? [] : [`${ratio.toFixed(2)}: ${colour} on ${ground}: ${text}`];
  });
}

/** Texts with their computed colours: those of a plot are filled, and all stand on the nearest ground that is not transparent. */
const textsOf = (page: Page): Promise<readonly Shown[]> =>
  page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const shown: { text: string; colour: string; ground: string }[] = [];
    while (walker.nextNode()) {
      const { textContent, parentElement } = walker.currentNode;
      const text = textContent?.trim();
      if (!text || !parentElement || parentElement.closest('style, title')) continue;
      const style = getComputedStyle(parentElement);
      let at: Element | null = parentElement;
      let ground = 'rgba(0, 0, 0, 0)';
      while (at && ground === 'rgba(0, 0, 0, 0)') {
        ground = getComputedStyle(at).backgroundColor;
        at = at.parentElement;
      }
      shown.push({ text: text.slice(0, 60), colour: parentElement.closest('svg') ? style.fill : style.color, ground });
    }
    return shown;
  });

/** WCAG 2.2: (lighter + 0.05) / (darker + 0.05), of relative luminances. */
export function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/** Throws Error for a colour that is not opaque: what it looks like depends on what is below. */
function luminance(colour: string): number {
  const [red, green, blue] =
    /^rgb\((\d+), (\d+), (\d+)\)$/
      .exec(colour)
      ?.slice(1)
      .map((part) => linear(Number(part) / 255)) ?? [];
  if (red === undefined || green === undefined || blue === undefined) throw new Error(`${colour} is no opaque colour`);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

const linear = (part: number): number => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
