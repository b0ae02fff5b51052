import { describe, expect, it } from 'vitest';
import { bodies, prefixed, SIZES, story } from './cut.ts';

const fn = (i: number, lines = 2) =>
  `function f${i}() {\n${Array.from({ length: lines }, (_, j) => `  const value${j} = ${i} + ${j};`).join('\n\n')}\n}`;
const fenced = (code: string) => `\`\`\`js\n${code}\n\`\`\``;

describe('chunk: code', () => {
  it('keeps a block that fits in one chunk', () => {
    const fitting = fenced([fn(1), fn(2), fn(3)].join('\n\n'));
    expect(bodies(`# A\n\n${story(0, 8)}\n\n${fitting}\n\n${story(8, 16)}`).filter((body) => body.includes(fitting))).toHaveLength(1);
  });

  it('cuts a longer one between functions, not at the blank lines in them', () => {
    const functions = Array.from({ length: 30 }, (_, i) => fn(i, 1 + (i % 5)));
    const chunks = bodies(`# A\n\n${fenced(functions.join('\n\n'))}\n`);
    for (const each of functions) expect(chunks.filter((body) => body.includes(each))).toHaveLength(1);
    for (const body of chunks) expect(body.length).toBeLessThanOrEqual(SIZES.maxChars);
    for (const body of chunks.slice(1)) expect(body).toMatch(/^function /);
  });

  it('does the same where the block is indented, in a list or a quotation', () => {
    const functions = Array.from({ length: 12 }, (_, i) => fn(i));
    const block = fenced(functions.join('\n\n'));
    const inList = bodies(`# A\n\n1. Do this:\n\n${prefixed('   ', block)}\n`);
    for (const each of functions) expect(inList.filter((body) => body.includes(prefixed('   ', each).trim()))).toHaveLength(1);
    const quoted = bodies(`# A\n\n${prefixed('> ', block)}\n`);
    for (const each of functions) expect(quoted.filter((body) => body.includes(prefixed('> ', each)))).toHaveLength(1);
  });

  it('cuts a class that is too long between its methods', () => {
    const methods = Array.from(
      { length: 8 },
      (_, i) => `    def method${i}(self):\n        first = ${i}\n\n        second = first + 1\n\n        return second`,
    );
    const chunks = bodies(`# A\n\n${fenced(`class Pump:\n${methods.join('\n\n')}`)}\n`);
    for (const method of methods) expect(chunks.filter((body) => body.includes(method))).toHaveLength(1);
  });

  it('cuts a function that is too long between lines, and a line that is too long inside', () => {
    const lines = Array.from({ length: 40 }, (_, i) => `  call(number${i}, another${i});`);
    const chunks = bodies(`# A\n\n${fenced(`function f() {\n${lines.join('\n')}\n}`)}\n`);
    for (const line of lines) expect(chunks.filter((body) => body.includes(line.trim()))).toHaveLength(1);
    expect(bodies(`# A\n\n${fenced('x'.repeat(2_000))}`).every((body) => body.length <= SIZES.maxChars)).toBe(true);
  });
});
