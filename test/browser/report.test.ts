import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import axe from 'axe-core';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { pageOf } from '../../golden/report/page.ts';
import { SAMPLE } from '../golden/report/sample.ts';
import { openChromium } from './chromium.ts';
import { contrast, textsBelow } from './contrast.ts';

describe('the report of a run, in a browser', () => {
  let folder: string;
  let browser: Browser;
  let url: string;
  let page: Page | undefined;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'groundwire-report-'));
    const file = join(folder, 'report.html');
    writeFileSync(file, pageOf(SAMPLE));
    url = pathToFileURL(file).href;
    browser = await openChromium();
  });
  afterEach(() => page?.close());
  afterAll(async () => {
    await browser?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  async function open({ width = 1200, colorScheme = 'light' }: { width?: number; colorScheme?: 'light' | 'dark' } = {}) {
    const opened = await browser.newPage({ viewport: { width, height: 900 }, colorScheme });
    page = opened;
    const complaints: string[] = [];
    const requests: string[] = [];
    opened.on('console', (message) => complaints.push(message.text()));
    opened.on('pageerror', (error) => complaints.push(String(error)));
    opened.on('request', (request) => requests.push(request.url()));
    await opened.goto(url);
    return { page: opened, complaints, requests };
  }

  const openDetails = (page: Page) =>
    page.evaluate(() =>
      document.querySelectorAll('details').forEach((each) => {
        each.open = true;
      }),
    );

  it('opens without a complaint, asks for nothing else, and runs nothing that a question says', async () => {
    const { page, complaints, requests } = await open();
    expect(complaints).toEqual([]);
    expect(requests.filter((request) => !request.startsWith('data:'))).toEqual([url]);
    expect(await page.evaluate(() => 'pwned' in window)).toBe(false);
    expect(await page.title()).toBe('Retrieval evaluation, 2026-11-30 15:43 UTC');
  });

  it('draws every plot, with a name and with marks that are seen', async () => {
    const { page } = await open();
    const plots = await page.locator('figure').evaluateAll((figures) =>
      figures.map((figure) => ({
        title: figure.querySelector('.title')?.textContent,
        label: figure.querySelector('svg[role=img]')?.getAttribute('aria-label') ?? '',
        marks: [...figure.querySelectorAll('svg[role=img] :is(path, rect, circle, line)')].filter((mark) => {
          const { width, height } = mark.getBoundingClientRect();
          return !mark.closest('[data-part*="axis"]') && width + height > 0 && getComputedStyle(mark).visibility === 'visible';
        }).length,
      })),
    );
    expect(plots.map(({ title }) => title)).toEqual([
      ...['Recall by depth', 'Question by question', 'Stage by stage', 'How long a search took'],
      ...['Recall by depth', 'Question by question', 'Stage by stage', 'How long a search took'],
      ...['Question by question', 'How long a search took'],
    ]);
    for (const { label, marks } of plots) {
      expect(label).toMatch(/\d/);
      expect(marks).toBeGreaterThan(0);
    }
  });

  it('takes the keyboard to every link, box that scrolls and list of lost questions, and shows where it is', async () => {
    const { page } = await open();
    const wanted = await page
      .locator('a[href], summary, [tabindex="0"]')
      .evaluateAll((all) => all.filter((each) => each.checkVisibility()).length);
    const reached = new Set<string>();
    for (let i = 0; i < wanted; i++) {
      await page.keyboard.press('Tab');
      const focus = await page.evaluate(() => {
        const at = document.activeElement;
        if (!at || at === document.body) return undefined;
        const { outlineStyle, outlineWidth } = getComputedStyle(at);
        const index = [...document.querySelectorAll('*')].indexOf(at);
        return { name: `${index} ${at.tagName}`, seen: outlineStyle === 'solid' && Number.parseFloat(outlineWidth) >= 2 };
      });
      expect(focus?.seen, `stop ${i + 1}`).toBe(true);
      reached.add(focus?.name ?? '');
    }
    expect(reached.size).toBe(wanted);
  });

  it('begins with a way past the contents', async () => {
    const { page } = await open();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    expect(new URL(page.url()).hash).toBe('#verdict');
  });

  it('opens a list of lost questions with Enter', async () => {
    const { page } = await open();
    const details = page.locator('details').nth(1);
    await details.locator('summary').focus();
    await page.keyboard.press('Enter');
    expect(await details.locator('table').isVisible()).toBe(true);
  });

  it.each(['light', 'dark'] as const)('has nothing that axe objects to, %s', async (colorScheme) => {
    const { page } = await open({ colorScheme });
    await openDetails(page);
    await page.addScriptTag({ content: axe.source });
    const violations = await page.evaluate(async () => {
      const run: typeof axe.run = Reflect.get(window, 'axe').run;
      return (await run()).violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' | ')}`);
    });
    expect(violations).toEqual([]);
  });

  it('has one first heading, landmarks, and tables with captions and headings', async () => {
    const { page } = await open();
    await openDetails(page);
    expect(await page.locator('h1').count()).toBe(1);
    for (const landmark of ['banner', 'navigation', 'main', 'contentinfo'] as const) expect(await page.getByRole(landmark).count()).toBe(1);
    const tables = await page.locator('table').evaluateAll((all) =>
      all.map((table) => ({
        caption: table.querySelector('caption')?.textContent ?? '',
        bare: [...table.querySelectorAll('th')].filter((heading) => !heading.hasAttribute('scope')).length,
        rows: table.querySelectorAll('tbody th').length,
      })),
    );
    expect(tables.length).toBeGreaterThan(0);
    expect(new Set(tables.map(({ caption }) => caption)).size).toBe(tables.length);
    for (const { caption, bare, rows } of tables) expect({ caption, bare, headed: rows > 0 }).toEqual({ caption, bare: 0, headed: true });
  });

  it('fits a phone: what is wide scrolls in a box of its own', async () => {
    const { page } = await open({ width: 390 });
    await openDetails(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  });

  it.each(['light', 'dark'] as const)('has texts, axes and links that stand out enough, %s', async (colorScheme) => {
    const { page } = await open({ colorScheme });
    await openDetails(page);
    expect(await textsBelow(page, 4.5)).toEqual([]);
  });

  it('is dark where that is wanted', async () => {
    const { page } = await open({ colorScheme: 'dark' });
    const ground = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    expect(contrast(ground, 'rgb(255, 255, 255)')).toBeGreaterThan(contrast(ground, 'rgb(0, 0, 0)'));
  });
});
