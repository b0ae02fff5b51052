import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { EMBEDDED, NATIVE } from './engines.ts';
import { checkKilling } from './killing.ts';

/** `npm run test:killing -- [--docs FOLDER] [--kills 5]`: a backfill killed again and again, on both engines (the native one with TEST_DATABASE_URL). */
const { values } = parseArgs({
  options: { docs: { type: 'string', default: '../shared/data/cpp-docs-errors/docs' }, kills: { type: 'string', default: '5' } },
});
const bucket = await mkdtemp(join(tmpdir(), 'groundwire-bucket-'));
try {
  await cp(values.docs, join(bucket, 'acme'), { recursive: true });
  for (const engine of [...(process.env.TEST_DATABASE_URL ? [NATIVE] : []), EMBEDDED]) {
    await checkKilling({ engine, bucket, kills: Number(values.kills), random: Math.random, say: console.log });
  }
} finally {
  await rm(bucket, { recursive: true });
}
