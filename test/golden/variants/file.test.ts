import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readVariants } from '../../../golden/variants/file.ts';
import { isVariant, variantOf } from '../../../golden/variants/variants.ts';
import { ConfigError } from '../../../shared/config.ts';
import { PROFILES } from '../../../shared/retrieval/profiles.ts';

describe('a file of variants', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'groundwire-variants-'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  const read = (content: unknown) => {
    const path = join(folder, 'variants.json');
    writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
    return readVariants(path, (name) => {
      if (!isVariant(name)) throw new ConfigError(`there is no ${name}`);
      return variantOf(name, PROFILES.balanced, undefined);
    });
  };

  it('gives variants with settings of their profile and of their environment', () => {
    const [small] = read({ small: { extends: 'hybrid', settings: { 'chunk.maxChars': 600, 'dense.weight': 0.5, k: 30 } } });
    expect(small).toMatchObject({
      name: 'small',
      environment: { CHUNK_MAX_CHARS: '600' },
      profile: { k: 30, arms: { dense: { weight: 0.5 }, lexical: PROFILES.balanced.arms.lexical } },
    });
  });

  it.each([
    ['{', 'JSON'],
    [{ a: { extends: 'hybrid' } }, 'settings'],
    [{ a: { extends: 'hybrid', settings: { colour: 1 } } }, 'a: hybrid has no setting colour that can be 1'],
    [{ a: { extends: 'hybrid', settings: { 'sweep.lambda': 1 } } }, 'a: hybrid has no setting sweep.lambda that can be 1'],
    [{ a: { extends: 'best', settings: {} } }, 'there is no best'],
  ])('refuses %j and says why', (content, message) => {
    expect(() => read(content)).toThrow(message);
  });
});
