import { describe, expect, it } from 'vitest';
import { bodies, prefixed, SIZES, story } from './cut.ts';

const HEADER = '| SKU | Item | Price |\n|---|---|---|';
const rows = Array.from({ length: 40 }, (_, i) => `| 88-${1_000 + i} | item number ${i} | ${i}.00 |`);
const table = `${HEADER}\n${rows.join('\n')}`;

/** Each row stands whole in exactly one chunk, and each chunk that holds one has the header. */
function expectWholeRows(chunks: readonly string[], whole: readonly string[], header: string): void {
  for (const row of whole) expect(chunks.filter((body) => body.includes(row))).toHaveLength(1);
  for (const body of chunks.filter((each) => whole.some((row) => each.includes(row)))) expect(body).toContain(header);
  for (const body of chunks) expect(body.length).toBeLessThanOrEqual(SIZES.maxChars);
}

describe('chunk: tables', () => {
  it('never cuts a row that fits, and repeats the header on each piece', () => {
    const chunks = bodies(`# Prices\n\nIntro.\n\n${table}\n`);
    expect(chunks.length).toBeGreaterThan(2);
    expectWholeRows(chunks, rows, HEADER);
  });

  it('keeps a table that fits in one chunk, with the line that announces it', () => {
    const small = `${HEADER}\n${rows.slice(0, 5).join('\n')}`;
    for (const caption of ['The prices are as follows:', '**Prices of 2026**', 'Table 3. Prices']) {
      expect(
        bodies(`# A\n\n${story(0, 8)}\n\n${caption}\n\n${small}\n\n${story(8, 16)}\n`).some((body) =>
          body.includes(`${caption}\n\n${small}`),
        ),
      ).toBe(true);
    }
  });

  it('takes rows with too few and too many cells', () => {
    const ragged = rows.map((row, i) => (i % 3 === 0 ? `${row} more | cells |` : i % 3 === 1 ? row.replace(/ \| \d+\.00 \|$/, ' |') : row));
    expectWholeRows(bodies(`# Prices\n\n${HEADER}\n${ragged.join('\n')}\n`), ragged, HEADER);
  });

  it('takes a table in a list', () => {
    const chunks = bodies(`# Prices\n\n- Pumps:\n\n${prefixed('  ', table)}\n- Valves\n`);
    expectWholeRows(
      chunks.map((body) => body.replaceAll(/^ +/gm, '')),
      rows,
      HEADER,
    );
    expect(chunks[0]).toMatch(/^- Pumps:\n\n {2}\| SKU/);
  });

  it('takes a table in a quotation, whose lines keep their marker', () => {
    const chunks = bodies(`# Prices\n\n${prefixed('> ', `As agreed:\n\n${table}`)}\n`);
    expectWholeRows(chunks, rows, '> | SKU | Item | Price |\n> |---|---|---|');
    for (const body of chunks) for (const line of body.split('\n')) expect(line).toMatch(/^>/);
  });

  it('takes lines with bars or tabs for rows, where there is no rule below the header', () => {
    for (const separator of [' | ', '\t']) {
      const lines = Array.from({ length: 30 }, (_, i) => [`total ${i}`, `${i}.5`, `(${i}.25)`].join(separator));
      const header = ['in millions', '2017', '2016'].join(separator);
      expectWholeRows(bodies(`# Report\n\n${[header, ...lines].join('\n')}\n`), lines, header);
    }
  });

  it('cuts a table in HTML between its rows', () => {
    const html = rows.map((row) => `<tr><td>${row.split('|').join('</td><td>')}</td></tr>`);
    const header = '<table>\n<tr><th>SKU</th><th>Item</th><th>Price</th></tr>';
    expectWholeRows(bodies(`# Prices\n\n${header}\n${html.join('\n')}\n</table>\n`), html, header);
  });

  it('cuts a row that is too long beside its header, and repeats the header on those pieces too', () => {
    const chunks = bodies(`# A\n\n${HEADER}\n| 1 | ${story(0, 30)} | 2 |\n| 3 | x | 4 |\n`);
    for (const body of chunks) {
      expect(body.startsWith(HEADER)).toBe(true);
      expect(body.length).toBeLessThanOrEqual(SIZES.maxChars);
    }
    expect(chunks.join('\n')).toContain('| 3 | x | 4 |');
  });

  it('does not repeat a header that would fill the chunk', () => {
    const wide = `| ${story(0, 6)} | b |`;
    const chunks = bodies(`# A\n\n${wide}\n|---|---|\n${rows.map((row) => row.replace(/ \| \d+\.00/, '')).join('\n')}\n`);
    expect(chunks.filter((body) => body.includes(wide))).toHaveLength(1);
    for (const body of chunks) expect(body.length).toBeLessThanOrEqual(SIZES.maxChars);
  });
});
