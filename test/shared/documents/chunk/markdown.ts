import fc from 'fast-check';

const words = fc.array(fc.constantFrom('pump', 'valve', 'refund', 'E-4021', 'the', '部署', 'naïve', '😀', 'e.g.', 'x'.repeat(30)), {
  minLength: 1,
  maxLength: 60,
  size: 'max',
});

/** A paragraph. */
export const prose = words.map((each) => `${each.join(' ')}.`);

const list = fc.array(prose, { minLength: 1, maxLength: 6 }).map((each) => each.map((text) => `- ${text}`).join('\n'));
const table = fc
  .tuple(words, fc.array(words, { minLength: 0, maxLength: 12 }))
  .map(([head, rows]) =>
    `| ${head.slice(0, 8).join(' ')} | b |\n|---|---|\n${rows.map((row) => `| ${row.join(' ')} |`).join('\n')}`.trimEnd(),
  );
const code = fc.tuple(prose, prose).map(([a, b]) => `\`\`\`\n${a}\n\n  ${b}\n\n${a}\n\`\`\``);
const heading = fc
  .tuple(fc.integer({ min: 1, max: 4 }), words)
  .map(([depth, each]) => `${'#'.repeat(depth)} ${each.slice(0, 5).join(' ')}`);
const simple = fc.oneof({ weight: 4, arbitrary: prose }, list, table, code);
const within = (first: string, rest: string) => (text: string) =>
  text
    .split('\n')
    .map((line, i) => (i === 0 ? first : rest) + line)
    .join('\n');
const block = fc.oneof(
  { weight: 6, arbitrary: simple },
  { weight: 2, arbitrary: heading },
  { weight: 1, arbitrary: fc.tuple(simple, simple).map(([a, b]) => within('> ', '> ')(`${a}\n\n${b}`)) },
  { weight: 1, arbitrary: fc.tuple(prose, simple).map(([a, b]) => within('1. ', '   ')(`${a}\n\n${b}`)) },
  { weight: 1, arbitrary: fc.constantFrom('As follows:', 'A caption', '---', '<p>html</p>', '[^1]: A note.', '    indented code') },
);

/** Documents of blocks of every kind. What begins with a rule may be taken for front matter. */
export const markdown = fc
  .tuple(fc.constantFrom('', '', '', '', '---\n\n'), fc.array(block, { minLength: 1, maxLength: 15 }))
  .map(([first, blocks]) => first + blocks.join('\n\n'));
