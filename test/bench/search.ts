import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { openCorpus } from './corpus/open.ts';
import { sizesOf as chunksOf, TENANT_NAMES } from './corpus/plan.ts';
import { type Engine, openInProcess, openNative } from './engine.ts';
import { contentName } from './load/database.ts';
import { ourPart } from './load/ours.ts';
import { loadParts } from './load/parts.ts';
import { type Measured, measureTenant } from './measure/engine.ts';
import { settingsOf, sizesOf } from './measure/sizes.ts';
import { exactMethod } from './methods/exact.ts';
import { ourMethods } from './methods/ours.ts';
import { tutorialMethods, tutorialPart } from './methods/tutorial.ts';
import { missingPeers, openPeer, PEERS } from './peer.ts';
import { headingOf, sizesTable, tableOf } from './report.ts';

/**
 * `npm run bench -- [--chunks 100000] [--engine native,embedded] [--only ours,tutorial,peers] [--tenants big,middle,small]
 * [--queries 200] [--seconds 2] [--no-slices] [--load] [--json FILE]`: how fast and how good our search is over real text in three
 * tenants, on the server of DATABASE_URL and in the embedded database, beside what people would use otherwise. What is
 * loaded is kept and found again: on the server in a database of its own, embedded in `.groundwire/bench`.
 */
const listOf = <T extends string>(known: readonly T[]) =>
  z
    .string()
    .transform((list) => list.split(','))
    .pipe(z.array(z.enum(known as readonly [T, ...T[]])));
const count = z.coerce.number().int().positive();
const options = z.object({
  chunks: count,
  data: z.string(),
  engine: listOf(['native', 'embedded']),
  only: listOf(['ours', 'tutorial', 'peers']),
  tenants: listOf(TENANT_NAMES),
  queries: count,
  seconds: z.coerce.number().nonnegative(),
  slices: z.boolean(),
  load: z.boolean(),
  json: z.string().optional(),
});
const CLIENTS = { native: [1, 8, 32], embedded: [1] } as const;
const EMBEDDED_DATA = '.groundwire/bench';

const { values } = parseArgs({
  allowNegative: true,
  options: {
    chunks: { type: 'string', default: '100000' },
    data: { type: 'string', default: '../shared/data' },
    engine: { type: 'string', default: 'native,embedded' },
    only: { type: 'string', default: 'ours,tutorial,peers' },
    tenants: { type: 'string', default: TENANT_NAMES.join(',') },
    queries: { type: 'string', default: '200' },
    seconds: { type: 'string', default: '2' },
    slices: { type: 'boolean', default: true },
    load: { type: 'boolean', default: false },
    json: { type: 'string' },
  },
});
const { chunks, data, engine: engines, only, tenants, queries, seconds, slices, load, json } = options.parse(values);
const corpus = await openCorpus(data, chunks);
const name = contentName(corpus.parameters);
const results: object[] = [];
for (const kind of engines) {
  if (kind === 'native' && !process.env.DATABASE_URL) {
    console.log(
      'native: left out. DATABASE_URL names the server, for instance DATABASE_URL=$(../shared/tools/postgres/start) npm run bench',
    );
    continue;
  }
  const engine =
    kind === 'native'
      ? await openNative(process.env.DATABASE_URL ?? '', name, corpus.embedder)
      : await openInProcess(EMBEDDED_DATA, name, corpus.embedder);
  results.push(await bench(engine));
  await engine.close();
}
if (json) writeFileSync(json, `${JSON.stringify(results, null, 1)}\n`);

async function bench(engine: Engine): Promise<object> {
  const without = engine.name === 'embedded' ? 'The other stores need a server; they are left out.' : missingPeers();
  if (only.includes('peers') && without) console.log(without);
  await loadParts(engine, [ourPart(corpus.embedder, corpus.documents), ...(only.includes('tutorial') ? [tutorialPart] : [])], console.log);
  const peers = only.includes('peers') && !without ? await Promise.all(PEERS.map((peer) => openPeer(engine, peer))) : [];
  await loadParts(
    engine,
    peers.map(({ part }) => part),
    console.log,
  );
  const methods = [...ourMethods(engine), exactMethod(engine), ...tutorialMethods(engine), ...peers.map(({ method }) => method)].filter(
    ({ group }) => only.includes(group),
  );
  const measured: Measured[] = [];
  for (const tenant of load ? [] : tenants) {
    const lines = await measureTenant(engine, corpus, tenant, methods, {
      questions: queries,
      seconds,
      clients: seconds > 0 ? CLIENTS[engine.name] : [],
      slices,
    });
    for (const [, ofScope] of Map.groupBy(lines, ({ scope }) => scope.slice)) {
      console.log(`\n${headingOf(ofScope, chunksOf(chunks))}\n${tableOf(ofScope)}`);
    }
    measured.push(...lines);
  }
  const [settings, sizes] = [await settingsOf(engine), await sizesOf(engine)];
  console.log(
    `\n${engine.name}, tables and indexes\n${sizesTable(sizes)}\n${Object.entries(settings)
      .map(([key, value]) => `${key} ${value}`)
      .join(', ')}`,
  );
  for (const peer of peers) await peer.close();
  return { engine: engine.name, settings, sizes, measured };
}
