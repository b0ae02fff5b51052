import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { refusal, startRag } from './harness.ts';

let rag: Awaited<ReturnType<typeof startRag>>;
let corpus: string;
beforeAll(async () => {
  rag = await startRag();
});
beforeEach(async () => {
  corpus = await rag.corpus();
});
afterAll(() => rag.close());

type Type = 'INTEGER' | 'FLOAT' | 'STRING' | 'DATETIME' | 'BOOLEAN' | 'LIST';

const schemaOf = (key: string, type: Type = 'STRING', details: object = {}) => ({
  key,
  schemaDetails: { type, granularity: 'GRANULARITY_FILE_LEVEL' as const, ...details },
});
const declare = async (key: string, type?: Type, details?: object) =>
  (await rag.data.createRagDataSchema({ parent: corpus, ragDataSchema: schemaOf(key, type, details) }))[0];
const describeFile = async (parent: string, key: string, value: object) =>
  (await rag.data.createRagMetadata({ parent, ragMetadata: { userSpecifiedMetadata: { key, value } } }))[0];
const LIST_OF_STRINGS = { listConfig: { valueSchema: { type: 'STRING' as const } } };

async function importFile(name: string): Promise<string> {
  await rag.import(corpus, { [name]: `text of ${name}` });
  return (await rag.files(corpus)).find(({ displayName }) => displayName === name)?.name ?? '';
}

describe('a schema', () => {
  it('has a key of lower-case letters, digits and hyphens, of at most 63', async () => {
    for (const key of ['a', 'doc-type', `a${'0'.repeat(62)}`]) expect((await declare(key)).name).toBe(`${corpus}/ragDataSchemas/${key}`);
    for (const key of ['', 'A', '1a', 'a-', 'a_b', `a${'0'.repeat(63)}`]) {
      await expect(declare(key)).rejects.toMatchObject(refusal(3, /Invalid key/));
    }
    await expect(declare('a')).rejects.toMatchObject(refusal(6, /already exists/));
    await expect(
      rag.data.createRagDataSchema({ parent: corpus, ragDataSchema: schemaOf('b'), ragDataSchemaId: 'c' }),
    ).rejects.toMatchObject(refusal(3, /must be the key/));
  });

  it('has a type, of which a list says that of its elements', async () => {
    await expect(rag.data.createRagDataSchema({ parent: corpus, ragDataSchema: { key: 'a' } })).rejects.toMatchObject(
      refusal(3, /details/),
    );
    await expect(declare('a', 'LIST')).rejects.toMatchObject(refusal(3, /value_schema/));
    const nested = { listConfig: { valueSchema: { type: 'LIST', ...LIST_OF_STRINGS } } };
    await expect(declare('a', 'LIST', nested)).rejects.toMatchObject(refusal(3, /no LIST/));
    await expect(declare('a', 'STRING', { granularity: 0 })).rejects.toMatchObject(refusal(3, /FILE_LEVEL/));
    expect((await declare('a', 'LIST', LIST_OF_STRINGS)).schemaDetails?.type).toBe('LIST');
  });

  it('is created with up to 500 others at once, or none of them', async () => {
    const create = async (keys: readonly string[]) => {
      const requests = keys.map((key) => ({ parent: corpus, ragDataSchema: schemaOf(key) }));
      const [operation] = await rag.data.batchCreateRagDataSchemas({ parent: corpus, requests });
      return (await operation.promise())[0].ragDataSchemas?.map(({ key }) => key);
    };
    const keys = Array.from({ length: 501 }, (_, i) => `k${i}`);
    await expect(create(keys)).rejects.toMatchObject(refusal(3, /1 to 500 requests/));
    await expect(create(['a', 'B'])).rejects.toMatchObject(refusal(3, /Invalid key "B"/));
    await expect(create(['a', 'a'])).rejects.toMatchObject(refusal(3, /twice/));
    expect((await rag.data.listRagDataSchemas({ parent: corpus }))[0]).toEqual([]);
    expect(await create(keys.slice(1))).toHaveLength(500);
    expect((await rag.data.listRagDataSchemas({ parent: corpus }))[0]).toHaveLength(500);
    await rag.data.deleteRagDataSchema({ name: `${corpus}/ragDataSchemas/k7` });
    await expect(rag.data.getRagDataSchema({ name: `${corpus}/ragDataSchemas/k7` })).rejects.toMatchObject(refusal(5, /not found/));
  });
});

describe("a file's metadata", () => {
  it('have a schema of their key, and a value of its type', async () => {
    const file = await importFile('typed.txt');
    await expect(describeFile(file, 'genre', { strValue: 'x' })).rejects.toMatchObject(refusal(3, /no RagDataSchema of the key "genre"/));
    const values = {
      INTEGER: [{ intValue: 3 }, { strValue: '3' }],
      FLOAT: [{ floatValue: 0.5 }, { intValue: 1 }],
      STRING: [{ strValue: '' }, { boolValue: true }],
      DATETIME: [{ datetimeValue: '2026-11-30T10:00:00Z' }, { datetimeValue: 'yesterday' }],
      BOOLEAN: [{ boolValue: false }, { strValue: 'false' }],
      LIST: [{ listValue: { values: [{ strValue: 'x' }] } }, { listValue: { values: [{ intValue: 1 }] } }],
    } as const satisfies Record<Type, readonly [object, object]>;
    for (const type of ['INTEGER', 'FLOAT', 'STRING', 'DATETIME', 'BOOLEAN', 'LIST'] as const) {
      await declare(type.toLowerCase(), type, type === 'LIST' ? LIST_OF_STRINGS : {});
      const [right, wrong] = values[type];
      await expect(describeFile(file, type.toLowerCase(), wrong)).rejects.toMatchObject(refusal(3, /not of the type/));
      expect((await describeFile(file, type.toLowerCase(), right)).name).toContain(`${file}/ragMetadata/`);
    }
    const [described] = await rag.data.getRagFile({ name: file });
    expect(JSON.parse(described.userMetadata ?? '')).toEqual({
      integer: 3,
      float: 0.5,
      string: '',
      datetime: '2026-11-30T10:00:00Z',
      boolean: false,
      list: ['x'],
    });
  });

  it('are one of a key, changed in place, and deleted', async () => {
    await declare('genre');
    const file = await importFile('one.txt');
    const { name = '' } = await describeFile(file, 'genre', { strValue: 'fiction' });
    await expect(describeFile(file, 'genre', { strValue: 'fact' })).rejects.toMatchObject(refusal(6, /already exists/));
    await rag.data.updateRagMetadata({ ragMetadata: { name, userSpecifiedMetadata: { key: 'genre', value: { strValue: 'fact' } } } });
    expect((await rag.data.listRagMetadata({ parent: file }))[0]).toMatchObject([
      { userSpecifiedMetadata: { value: { strValue: 'fact' } } },
    ]);
    await rag.data.deleteRagMetadata({ name: name ?? '' });
    expect((await rag.data.listRagMetadata({ parent: file }))[0]).toEqual([]);
  });

  it('are created up to 500 at once', async () => {
    await declare('genre');
    await declare('year', 'INTEGER');
    const file = await importFile('batch.txt');
    const create = async (all: readonly (readonly [string, object])[]) => {
      const requests = all.map(([key, value]) => ({ parent: file, ragMetadata: { userSpecifiedMetadata: { key, value } } }));
      const [operation] = await rag.data.batchCreateRagMetadata({ parent: file, requests });
      return (await operation.promise())[0].ragMetadata?.length;
    };
    await expect(create(Array.from({ length: 501 }, () => ['genre', { strValue: 'x' }]))).rejects.toMatchObject(refusal(3, /500/));
    await expect(
      create([
        ['genre', { strValue: 'x' }],
        ['year', { strValue: 'x' }],
      ]),
    ).rejects.toMatchObject(refusal(3, /INTEGER/));
    expect(
      await create([
        ['genre', { strValue: 'x' }],
        ['year', { intValue: 1 }],
      ]),
    ).toBe(2);
  });
});

describe('a metadata filter', () => {
  const found = async (metadataFilter: string) =>
    (await rag.search(corpus, 'text', { filter: { metadataFilter } })).map(({ sourceDisplayName }) => sourceDisplayName).toSorted();

  beforeEach(async () => {
    await declare('doc-type');
    await declare('year', 'INTEGER');
    await declare('open', 'BOOLEAN');
    await declare('weight', 'FLOAT');
    const all = {
      'a.txt': {
        'doc-type': { strValue: 'a "quoted" \\ one' },
        year: { intValue: 2025 },
        open: { boolValue: true },
        weight: { floatValue: 0.1 },
      },
      'b.txt': { 'doc-type': { strValue: 'memo' }, year: { intValue: 2026 }, open: { boolValue: false } },
      'none.txt': {},
    };
    for (const [name, metadata] of Object.entries(all)) {
      const file = await importFile(name);
      for (const [key, value] of Object.entries(metadata)) await describeFile(file, key, value);
    }
  });

  it('compares, combines and escapes', async () => {
    expect(await found('')).toEqual(['a.txt', 'b.txt', 'none.txt']);
    expect(await found('doc-type == "memo"')).toEqual(['b.txt']);
    expect(await found('doc-type == "a \\"quoted\\" \\\\ one"')).toEqual(['a.txt']);
    expect(await found('year == 2025 && open == true')).toEqual(['a.txt']);
    expect(await found('year==2025||year==2026')).toEqual(['a.txt', 'b.txt']);
    expect(await found('open == true || year == 2026 && doc-type == "other"')).toEqual(['a.txt']);
    expect(await found('(open == true || year == 2026) && doc-type == "memo"')).toEqual(['b.txt']);
    expect(await found('weight == 0.1')).toEqual(['a.txt']);
  });

  it('matches no file without the metadata, however it compares them', async () => {
    expect(await found('doc-type != "memo"')).toEqual(['a.txt']);
    expect(await found('weight != 7')).toEqual(['a.txt']);
  });

  it('is refused when it is anything else', async () => {
    const others = [
      'doc-type',
      '"memo"',
      'doc-type = "memo"',
      "doc-type == 'memo'",
      'doc-type == "memo',
      'doc-type == memo',
      'year > 2025',
    ];
    const more = ['(year == 1', 'year == 1)', 'year == 1 &&', 'year == 1 year == 2', '"x" in doc-type', 'doc-type == "a\\qb"', 'true'];
    for (const filter of [...others, ...more]) {
      await expect(found(filter), filter).rejects.toMatchObject(refusal(3, /Invalid metadata_filter/));
    }
  });

  it('is refused when it names what has no schema, is not searched, or is of another type', async () => {
    await declare('note', 'STRING', { searchStrategy: { searchStrategyType: 'NO_SEARCH' } });
    await expect(found('docType == "memo"')).rejects.toMatchObject(refusal(3, /Invalid metadata_filter/));
    await expect(found('doctype == "memo"')).rejects.toMatchObject(refusal(3, /undeclared reference to doctype/));
    await expect(found('note == "x"')).rejects.toMatchObject(refusal(3, /NO_SEARCH/));
    await expect(found('year == "2025"')).rejects.toMatchObject(refusal(3, /INTEGER/));
  });
});
