import { describe, expect, it } from 'vitest';
import { plain } from '../../../shared/documents/plain.ts';

describe('plain', () => {
  it.each([
    ['keeps the words of a link, not its target', 'See [the guide](../a/b.md "title") now.', 'See the guide now.'],
    ['keeps what an image shows, not where it is', '![a pump](pump.png)', 'a pump'],
    ['drops tags and comments', '<b>bold</b> <!-- hidden\nnote --> text', 'bold text'],
    ['drops the machinery of a table', '| SKU | Price |\n|:---|---:|\n| 88-1173 | 12 |', 'SKU Price\n88-1173 12'],
    ['drops fences, not code', '```ts\nconst a = 1;\n```', 'const a = 1;'],
    ['drops markers of headings, quotes and lists', '## Title\n> quoted\n- one\n3. three', 'Title\nquoted\none\nthree'],
    [
      'keeps what stands in angle brackets but is no tag',
      'set <VirtualHost 80> to Map<string> </T>',
      'set <VirtualHost 80> to Map<string> </T>',
    ],
    ['keeps a comparison', 'when a < b and c > d', 'when a < b and c > d'],
    ['keeps an underscore inside a name', 'ERR_504_TIMEOUT', 'ERR_504_TIMEOUT'],
  ])('%s', (_, markdown, words) => {
    expect(plain(markdown)).toBe(words);
  });
});
