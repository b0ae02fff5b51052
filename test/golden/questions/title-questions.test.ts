import { describe, expect, it } from 'vitest';
import { corpusOf } from '../../../golden/questions/corpus.ts';
import { withTitleQuestions } from '../../../golden/questions/title-questions.ts';
import { documentOf } from '../../support/documents.ts';

const never = new AbortController().signal;
const page = (title: string, ...quoted: readonly string[]) =>
  `---\ntitle: "${title}"\n---\n# ${title}\n\n${quoted.map((line) => `> ${line}\n`).join('')}\n## Remarks\n\n> not the message\n`;

async function questionsOf(pages: Readonly<Record<string, string>>) {
  const documents = Object.entries(pages).map(([documentId, body]) => documentOf(body, { documentId }));
  const { queries } = await withTitleQuestions({ tenant: 'acme', documents: corpusOf(documents, 'acme') }, never);
  return queries;
}

describe('questions made of titles', () => {
  it('ask for the message that the title stands for, in turn as it is and without what it quotes', async () => {
    const message = "'*identifier*': conversion from `int`, possible loss of data";
    expect(await questionsOf({ 'a.md': page('Compiler Warning C4242', message), 'b.md': page('Compiler Warning C4243', message) })).toEqual(
      [
        {
          id: 'a.md',
          text: "What does it mean when 'identifier': conversion from int, possible loss of data?",
          judged: new Map([['a.md', 1]]),
        },
        { id: 'b.md', text: 'How do I fix conversion from int, possible loss of data?', judged: new Map([['b.md', 1]]) },
      ],
    );
  });

  it('hold no code', async () => {
    const [question] = await questionsOf({ 'a.md': page('Fatal Error C1001', 'error C1001: an internal', 'error, see C1002.') });
    expect(question?.text).toBe('What does it mean when error: an internal error, see?');
  });

  it('are one where pages give the same, and each of those is relevant', async () => {
    const same = page('Error LNK1000', 'file is out of date');
    const questions = await questionsOf({ 'a.md': same, 'b.md': page('Error LNK1001', 'something else went wrong'), 'c.md': same });
    expect(questions.map(({ judged }) => [...judged.keys()])).toEqual([['a.md', 'c.md'], ['b.md']]);
  });

  it('are not made of pages without a code in the title, without a message, or with one of a word or two', async () => {
    expect(
      await questionsOf({
        'a.md': page('Compiler errors', 'this is no message'),
        'b.md': '# Compiler Error C2001\n\nProse.\n\n> quoted further down\n',
        'c.md': page('Compiler Error C2002', '[!NOTE]', 'this is a note'),
        'd.md': page('Compiler Error C2003', "expected 'one of a few'"),
      }),
    ).toEqual([]);
  });

  it('are found in files of Windows too', async () => {
    const [question] = await questionsOf({ 'a.md': page('Compiler Error C2001', 'newline in constant').replaceAll('\n', '\r\n') });
    expect(question?.text).toBe('What does it mean when newline in constant?');
  });
});
