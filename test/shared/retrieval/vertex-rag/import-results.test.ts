import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isPassing } from '../../../../shared/errors.ts';
import { translate } from '../../../../shared/retrieval/vertex-rag/failures.ts';
import { failureSaid, readImportResults } from '../../../../shared/retrieval/vertex-rag/import-results.ts';
import { ragConfig } from '../../../support/managed.ts';

const URI = 'gs://index/acme/texts/0/1.md';
const FILE = 'projects/1/locations/us-central1/ragCorpora/2/ragFiles/3';
const read = (...rows: readonly object[]) => readImportResults(rows.map((row) => JSON.stringify(row)).join('\n'), [URI]).get(URI);

/** A layout: where the address, the file and the reason stand, and how deep. */
const nested = fc.array(fc.constantFrom('result', 'item', 'details', 'ragFile', 'outcome', 'source'), { maxLength: 3 });
const at = (path: readonly string[], value: unknown): object | unknown =>
  path.reduceRight<unknown>((inner, key) => ({ [key]: inner }), value);
const noise = fc.record({
  time: fc.date({ noInvalidDate: true }).map(String),
  bytes: fc.nat(),
  tags: fc.array(fc.string(), { maxLength: 3 }),
  none: fc.constant(null),
});
const keys = { uri: fc.constantFrom('uri', 'sourceUri', 'gcs_uri', 'path'), file: fc.constantFrom('file', 'name', 'ragFile') };
const failures = fc.constantFrom<readonly object[]>(
  [{ status: { code: 3, message: 'why' } }],
  [{ status: { code: '3', message: 'why' } }],
  [{ error: { code: 'INVALID_ARGUMENT', message: 'why' } }],
  [{ state: 'FAILED', errorMessage: 'why' }],
  [{ fileStatus: { state: 'ERROR', errorStatus: 'why' } }],
  [{ import_status: 'failure' }, { reason: 'why' }],
  [{ httpCode: 400, errorReason: 'why' }],
);
const successes = fc.constantFrom<object>(
  {},
  { status: { code: 0 } },
  { status: 'OK', code: 'OK' },
  { state: 'ACTIVE', errorStatus: '' },
  { status: 'SKIPPED', message: 'there already' },
  { code: 200 },
);

describe('the result of an import', () => {
  it('tells the file of each object that is in, whatever the layout', () => {
    fc.assert(
      fc.property(nested, nested, keys.uri, keys.file, successes, noise, (a, b, uri, file, said, rest) => {
        const row = { first: at(a, { [uri]: URI }), second: at(b, { [file]: FILE }), ...rest, ...said };
        expect(read(row)).toMatchObject({ file: FILE, failure: undefined });
      }),
    );
  });

  it('tells why an object is not in, whatever the layout', () => {
    fc.assert(
      fc.property(nested, nested, keys.uri, failures, noise, fc.boolean(), (a, b, uri, said, rest, first) => {
        const failure = { why: at(b, Object.assign({}, ...said)) };
        const where = { what: at(a, { [uri]: URI }) };
        expect(read({ ...(first ? { ...failure, ...where } : { ...where, ...failure }), ...rest })).toMatchObject({
          failure: { reason: 'why', isPassing: false },
        });
      }),
    );
  });

  it.each([
    [{ code: '14' }, true],
    [{ code: 'UNAVAILABLE' }, true],
    [{ code: 'UNKNOWN' }, true],
    [{ code: 408 }, true],
    [{ code: 429 }, true],
    [{ code: 500 }, true],
    [{ code: 'NOT_FOUND' }, false],
    [{ code: 403 }, false],
    [{ code: 17 }, false],
    [{ state: 'ERROR' }, false],
    [{ state: 'ERROR', message: 'RESOURCE_EXHAUSTED: of imports' }, true],
    [{ state: 'ERROR', message: 'Quota exceeded for requests per minute' }, true],
    [{ state: 'ERROR', message: 'The service is temporarily unavailable, try again' }, true],
    [{ state: 'ERROR', message: 'INVALID_ARGUMENT: the file is empty' }, false],
    [{ code: 3, message: 'not UNAVAILABLE at all' }, false],
  ])('takes %j for passing: %s', (row, isPassing) => {
    expect(read({ uri: URI, ...row })?.failure).toMatchObject({ isPassing });
  });

  it('takes the same gRPC statuses for passing as does a failure of the service itself', () => {
    const config = ragConfig({ address: '127.0.0.1:1' });
    for (let code = 1; code <= 16; code++) {
      const ofCall = isPassing(translate(Object.assign(new Error('why'), { code }), config));
      expect([code, read({ uri: URI, code })?.failure?.isPassing]).toEqual([code, ofCall]);
    }
  });

  it('takes a message without a file for no more than what is said', () => {
    expect(read({ uri: URI, errorMessage: 'hm' })).toEqual({ file: undefined, failure: undefined, said: 'hm' });
  });

  it('goes by the words where a failure is only counted', () => {
    expect(failureSaid('RESOURCE_EXHAUSTED: Quota exceeded')).toEqual({ reason: 'RESOURCE_EXHAUSTED: Quota exceeded', isPassing: true });
    expect(failureSaid('Unsupported file type')).toEqual({ reason: 'Unsupported file type', isPassing: false });
    expect(failureSaid(undefined)).toEqual({ reason: 'RAG Engine gives no reason.', isPassing: false });
  });

  it('leaves out what is no row, or of another object', () => {
    const text = [
      '',
      'null',
      '17',
      '"x"',
      '[]',
      '{',
      '{"uri":"gs://index/other"}',
      'ERROR: not json',
      '\u0000',
      `{"uri":"${URI}","code":3}`,
    ].join('\r\n');
    expect([...readImportResults(text, [URI]).keys()]).toEqual([URI]);
    fc.assert(fc.property(fc.string(), (noise) => readImportResults(noise, [URI]).size === 0));
  });

  it('cuts a reason that is long', () => {
    expect(read({ uri: URI, code: 3, message: 'x'.repeat(10_000) })?.failure?.reason).toHaveLength(300);
  });

  it('reads the rows of many objects, the last word of each', () => {
    const uris = Array.from({ length: 50 }, (_, i) => `gs://index/${i}`);
    const text = uris.map((uri, i) => JSON.stringify({ uri, file: `${FILE}${i}` })).join('\n');
    const results = readImportResults(text, uris);
    expect(uris.map((uri) => results.get(uri)?.file)).toEqual(uris.map((_, i) => `${FILE}${i}`));
  });
});
