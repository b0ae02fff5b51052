import { parseArgs } from 'node:util';
import { answerReply } from '../answer/schemas.ts';
import { backfill } from '../backfill/backfill.ts';
import { type Context, command } from '../command.ts';
import { withProgress } from '../progress.ts';
import { type LocalServer, startServer, untilStopped } from './server.ts';

const TENANT = 'larkspur';
/** The folder that answers the question goes first, so that there is something to see while the rest is embedded. */
const FIRST = 'policies/';
const QUESTION = 'What do I get back for a pump with cosmetic damage that I keep?';

/** `npm run demo [-- --once]`: indexes the sample corpus, asks a first question and goes on serving (not with --once). */
await command(
  async (context) => {
    const { values } = parseArgs({ options: { once: { type: 'boolean', default: false } } });
    const server = await startServer(context.config, context.log);
    try {
      console.log('Indexing the documents of a made-up company, golden/corpus/larkspur: its policies first.');
      await index(server, context, (documentId) => documentId.startsWith(FIRST));
      await ask(server);
      console.log('\nNow the rest of its documents.');
      await index(server, context, () => true);
      if (values.once) return 0;
      console.log(`\nAsk it yourself (the token is good for a day):\n\n${await curl(server)}\n`);
      console.log(`ready ${server.url}`);
      await untilStopped(context.signal);
      return 0;
    } finally {
      await server.close();
    }
  },
  { GROUNDWIRE_BUCKET: 'golden/corpus', GROUNDWIRE_DATA: '.groundwire/demo', LOG_LEVEL: 'WARNING' },
);

async function index({ bucket, backend }: LocalServer, { signal, log }: Context, only: (documentId: string) => boolean): Promise<void> {
  const { failed } = await withProgress('documents', (onProgress) =>
    backfill({ bucket, backend, tenant: TENANT, only, signal, log, onProgress }),
  );
  signal.throwIfAborted();
  for (const { document, reason } of failed) console.log(`${document} could not be indexed: ${reason}`);
}

async function ask(server: LocalServer): Promise<void> {
  const response = await fetch(`${server.url}/answer`, {
    method: 'POST',
    headers: { authorization: `Bearer ${await server.token(TENANT)}`, 'content-type': 'application/json' },
    body: JSON.stringify({ question: QUESTION }),
  });
  const { answer, citations } = answerReply.parse(await response.json());
  console.log(
    `\nQuestion: ${QUESTION}\n\nAnswer (no model writes here: sentences of the documents, with what they are from):\n${answer.replaceAll(/^/gm, '  ')}`,
  );
  for (const { marker, id, section, updated_at, quote } of citations) {
    console.log(`\n  ${marker} ${section}\n  [${id}, updated ${updated_at.slice(0, 10)}]\n${quote.replaceAll(/^/gm, '  | ')}`);
  }
}

async function curl(server: LocalServer): Promise<string> {
  const headers = `-H 'Authorization: Bearer ${await server.token(TENANT)}'`;
  return [
    `curl -s ${server.url}/answer ${headers} -d '${JSON.stringify({ question: 'What does E-4012 mean, and what do I do about it?' })}'`,
    `curl -s ${server.url}/search ${headers} -d '${JSON.stringify({ query: 'what does E-4012 mean' })}'`,
  ].join('\n\n');
}
