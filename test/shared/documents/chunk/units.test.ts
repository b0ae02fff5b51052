import { describe, expect, it } from 'vitest';
import { bodies, cut, prefixed, SIZES, story } from './cut.ts';

const steps = (count: number) =>
  Array.from({ length: count }, (_, i) => `${i + 1}. Step ${i}: ${story(i, i + 1)}\n    - with a detail ${i}`);

describe('chunk: lists and headings', () => {
  it('keeps a list that fits in one chunk with its introducing line, under its heading', () => {
    const list = steps(4).join('\n');
    for (const introduction of ['Do this:', '按以下步骤操作：', '**To get your money back:**']) {
      const chunks = cut(`# Billing\n\n## Partial refunds\n\n${story(0, 8)}\n\n${introduction}\n\n${list}\n\n${story(8, 16)}\n`);
      const [holder, ...others] = chunks.filter(({ body }) => body.includes('Step 3'));
      expect(others).toEqual([]);
      expect(holder?.body).toContain(`${introduction}\n\n${list}`);
      expect(holder?.headingPath).toEqual(['Billing', 'Partial refunds']);
    }
  });

  it('cuts a longer list between its items, and the first keeps the introducing line', () => {
    const items = steps(20);
    const chunks = bodies(`# Steps\n\n${story(0, 9)}\n\nDo this:\n\n${items.join('\n')}\n`);
    for (const item of items) expect(chunks.filter((body) => body.includes(item))).toHaveLength(1);
    expect(chunks.filter((body) => body.includes('Do this:\n\n1.'))).toHaveLength(1);
    for (const body of chunks) expect(body).not.toMatch(/:$/);
  });

  it('keeps steps together that are interrupted by code which is not indented', () => {
    const interrupted = Array.from({ length: 3 }, (_, i) => `${i + 1}. ${story(i, i + 1)}\n\n\`\`\`\nrun ${i}\n\`\`\``).join('\n\n');
    const chunks = bodies(`# A\n\n${story(0, 8)}\n\n${interrupted}\n\n${story(8, 16)}`, {
      maxChars: 400,
      targetChars: 200,
      overlapChars: 0,
    });
    expect(chunks.filter((body) => body.includes('run 0') && body.includes('2. This') && body.includes('3. This'))).toHaveLength(1);
  });

  it('cuts an item that is too long between its own blocks', () => {
    const chunks = bodies(
      `# Steps\n\n1. ${story(0, 6)}\n\n   ${story(6, 12)}\n\n   Then these:\n\n   - one\n   - two\n2. ${story(12, 14)}\n`,
    );
    expect(chunks[0]).toMatch(/^1\. This/);
    expect(chunks.some((body) => /Then these:\n\n {3}- one\n {3}- two/.test(body))).toBe(true);
  });

  it('ends on nesting that leaves no room for words', () => {
    const deep = bodies(`${'> '.repeat(250)}${story(0, 3)} ${'😀'.repeat(300)}\n`, { maxChars: 200, targetChars: 100, overlapChars: 0 });
    expect(deep.join('')).toContain('😀');
    expect(deep.every((body) => body.isWellFormed())).toBe(true);
  });

  it('leaves no heading at the end of a chunk or alone, not in a quotation either', () => {
    const quoted = prefixed('> ', Array.from({ length: 8 }, (_, i) => `## Part ${i}\n\n${story(i * 4, i * 4 + 4)}`).join('\n\n'));
    const chunks = bodies(`# A\n\n${quoted}\n`);
    expect(chunks.length).toBeGreaterThan(2);
    for (const body of chunks) {
      expect(body).toMatch(/^> ## Part/);
      expect(body).not.toMatch(/## Part \d$/);
    }
  });

  it('keeps a short line that is no sentence with what follows it', () => {
    const parts = Array.from({ length: 8 }, (_, i) => `**Case ${i}**\n\n${story(i * 5, i * 5 + 5)}`);
    for (const body of bodies(`# A\n\n${parts.join('\n\n')}`)) expect(body).not.toMatch(/\*\*$/);
  });
});

describe('chunk: prose', () => {
  const sizes = { maxChars: 1_200, targetChars: 300, overlapChars: 0 };

  it('is about as long as the target, and what must stay whole may be longer', () => {
    const list = steps(14).join('\n');
    expect(list.length).toBeGreaterThan(900);
    const chunks = bodies(`# A\n\n${Array.from({ length: 12 }, (_, i) => story(i * 3, i * 3 + 3)).join('\n\n')}\n\n${list}\n`, sizes);
    expect(chunks.filter((body) => body.includes(list))).toHaveLength(1);
    for (const body of chunks.filter((each) => !each.includes(list))) expect(body.length).toBeLessThanOrEqual(450);
  });

  it('is cut where the topic changes rather than at an even length', () => {
    const pump = Array.from({ length: 5 }, (_, i) => `The pump moves water through valve ${i} at pressure.`).join(' ');
    const refund = Array.from({ length: 7 }, (_, i) => `A customer gets the refund ${i} by card within days.`).join(' ');
    expect(bodies(`# A\n\n${pump} ${refund}\n`, sizes)).toEqual([pump, refund]);
  });

  it('takes each line for a paragraph where lines are longer than anybody wraps them', () => {
    const lines = [story(0, 5), 'A heading of sorts', story(5, 10), story(10, 15)];
    const chunks = bodies(`# A\n\n${lines.join('\n')}\n`, { ...sizes, targetChars: 200 });
    expect(chunks).toEqual([lines[0], `${lines[1]}\n${lines[2]}`, lines[3]]);
  });

  it('cuts a word longer than a chunk between characters', () => {
    const chunks = bodies(`# A\n\n${'😀'.repeat(1_000)}`);
    expect(chunks.every((body) => body.isWellFormed() && body.length <= SIZES.maxChars)).toBe(true);
    expect(chunks.join('')).toBe('😀'.repeat(1_000));
  });
});
