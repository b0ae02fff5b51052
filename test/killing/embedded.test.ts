import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'vitest';
import { EMBEDDED } from './engines.ts';
import { checkKilling } from './killing.ts';

describe('a backfill that is killed', () => {
  it('leaves the same rows as one that is not, once it has run again, and embeds nothing twice', { timeout: 120_000 }, async () => {
    const bucket = await mkdtemp(join(tmpdir(), 'groundwire-bucket-'));
    await mkdir(join(bucket, 'acme'));
    for (let i = 0; i < 80; i++) {
      const parts = Array.from({ length: 3 }, (_, part) => `## Part ${part}\n\nPart ${part} of page ${i % 72} says this.\n`);
      await writeFile(join(bucket, 'acme', `page-${i}.md`), `# Page ${i % 72}\n\n${parts.join('\n')}`);
    }
    try {
      await checkKilling({ engine: EMBEDDED, bucket, kills: 2, random: Math.random, say: () => {} });
    } finally {
      await rm(bucket, { recursive: true });
    }
  });
});
