import { parseArgs } from 'node:util';
import { backfill } from '../backfill/backfill.ts';
import { type Context, command } from '../command.ts';
import { withProgress } from '../progress.ts';
import { searchReply } from '../search/schemas.ts';
import { type LocalServer, startServer, untilStopped } from './server.ts';

const TENANT = 'larkspur';
/** The folder that answers the question goes first, so that there is something to see while the rest is embedded. */
const FIRST = 'policies/';
const QUESTION = 'What do I get back for a pump with cosmetic damage that I keep?';
const EXCERPT_CHARS = 400;

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
      console.log(`\nAsk it yourself (the token is good for a day):\n\n${await curl(server)}\n`);
      console.log(`ready ${server.url}`);
      if (!values.once) await untilStopped(context.signal);
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
  const response = await fetch(`${server.url}/search`, {
    method: 'POST',
    headers: { authorization: `Bearer ${await server.token(TENANT)}`, 'content-type': 'application/json' },
    body: JSON.stringify({ query: QUESTION, top_k: 2 }),
  });
  const { passages } = searchReply.parse(await response.json());
  console.log(`\nQuestion: ${QUESTION}`);
  for (const { id, section, text, source } of passages) {
    const excerpt = text.length > EXCERPT_CHARS ? `${text.slice(0, EXCERPT_CHARS)} …` : text;
    console.log(`\n  ${section}\n  [${id}, updated ${source.updated_at.slice(0, 10)}]\n${excerpt.replaceAll(/^/gm, '  | ')}`);
  }
}

async function curl(server: LocalServer): Promise<string> {
  const body = JSON.stringify({ query: 'what does E-4012 mean' });
  return `curl -s ${server.url}/search -H 'Authorization: Bearer ${await server.token(TENANT)}' -d '${body}'`;
}
