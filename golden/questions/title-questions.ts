import type { EvaluationSet, JudgedQuery } from './sets.ts';

/** Of an error, a warning, a part: `C2065`, `LNK2019`. */
const CODE = /\b[A-Z]{1,5}\d{3,5}\b/g;
/** A title with a code, and the message quoted right below it. */
const MESSAGE = /^# .*\b[A-Z]{1,5}\d{3,5}\b.*\n+((?:>(?! ?\[!).*\n)+)/m;
const QUOTED = /'[^']*'|"[^"]*"/g;
const FEWEST_WORDS = 3;
const PAGE_BYTES = 10_000_000;

/** In turn, by the page's place in the set: the message as it stands, and without what it quotes, which is a name of somebody's own code. */
const TEMPLATES: readonly ((message: string) => string)[] = [
  (message) => `What does it mean when ${message}?`,
  (message) => `How do I fix ${tidy(message.replaceAll(QUOTED, ' '))}?`,
];

/**
 * A set with questions in words made of its pages whose title is a code: for each the message that the title stands for,
 * without any code. The page is what is relevant, and every other that gives the same question. Pages without such a message,
 * or with one of fewer than three words, give none. Throws what reading a document throws.
 */
export async function withTitleQuestions<S extends Pick<EvaluationSet, 'documents' | 'tenant'>>(
  set: S,
  signal: AbortSignal,
): Promise<S & { readonly queries: readonly JudgedQuery[] }> {
  const queries: JudgedQuery[] = [];
  const judgements = new Map<string, Map<string, number>>();
  let place = 0;
  for await (const { documentId, read } of set.documents.list(set.tenant, signal)) {
    const message = messageOf(new TextDecoder().decode(await read(signal, PAGE_BYTES)).replaceAll('\r\n', '\n'));
    if (!message) continue;
    const text = (TEMPLATES[place++ % TEMPLATES.length] ?? String)(message);
    const judged = judgements.get(text) ?? new Map<string, number>();
    if (!judgements.has(text)) queries.push({ id: documentId, text, judged });
    judgements.set(text, judged.set(documentId, 1));
  }
  return { ...set, queries };
}

function messageOf(page: string): string | undefined {
  const [, quoted = ''] = MESSAGE.exec(page) ?? [];
  const message = tidy(
    quoted
      .replaceAll(/^> ?/gm, '')
      .replaceAll(/[*`\\]/g, '')
      .replaceAll(CODE, ' '),
  );
  const words = message.replaceAll(QUOTED, ' ').match(/\p{L}+/gu) ?? [];
  return words.length < FEWEST_WORDS ? undefined : message;
}

/** One space between words, and no mark at either end. */
const tidy = (text: string): string =>
  text
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ (?=[:;,.])/g, '')
    .replace(/^[\s:;,.]+/, '')
    .replace(/[\s:;,.?]+$/, '');
