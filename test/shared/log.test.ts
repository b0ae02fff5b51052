import { describe, expect, it } from 'vitest';
import { Refused, Unavailable } from '../../shared/errors.ts';
import { createLog, errorFields, logFailure } from '../../shared/log.ts';

const written = () => {
  const lines: string[] = [];
  return { log: createLog('INFO', (line) => lines.push(line)), entries: () => lines.map((line) => JSON.parse(line)) };
};

describe('createLog', () => {
  it('writes one JSON object a line, with the fields of all the logs it came from', () => {
    const { log, entries } = written();
    log.with({ request_id: 'r' }).with({ tenant: 'acme' }).write('WARNING', 'odd', { generation: 12345678901234567890n });
    expect(entries()).toEqual([
      {
        severity: 'WARNING',
        time: expect.any(String),
        message: 'odd',
        request_id: 'r',
        tenant: 'acme',
        generation: '12345678901234567890',
      },
    ]);
  });

  it('leaves out what is below the minimum', () => {
    const { log, entries } = written();
    log.write('DEBUG', 'no');
    log.write('INFO', 'yes');
    expect(entries().map(({ message }) => message)).toEqual(['yes']);
  });

  it('a line break in a message stays inside its line', () => {
    const { log, entries } = written();
    log.write('INFO', 'one\ntwo');
    expect(entries()).toHaveLength(1);
  });
});

describe('errorFields', () => {
  it('keeps the chain of causes', () => {
    const error = new Unavailable('The database is down.', { cause: Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }) });
    expect(errorFields(error)).toMatchObject({
      error: { name: 'Unavailable', code: 'UNAVAILABLE', message: 'The database is down.', cause: { code: 'ECONNREFUSED' } },
    });
  });

  it('does not repeat the value that Postgres quotes when data is wrong', () => {
    const error = Object.assign(new Error('invalid input syntax for type json: "the salary of Eve"'), { code: '22P02' });
    expect(JSON.stringify(errorFields(error))).not.toMatch(/salary/);
  });

  it('says little of what is no error', () => {
    expect(errorFields('the document text')).toEqual({ error: { name: 'string' } });
  });
});

describe('logFailure', () => {
  it('warns of what a while may mend', () => {
    const { log, entries } = written();
    logFailure(log, 'it was left out', new Unavailable('The model is down.'), { arm: 'dense' });
    expect(entries()).toEqual([expect.objectContaining({ severity: 'WARNING', message: 'it was left out', arm: 'dense' })]);
    expect(entries()[0]).not.toHaveProperty('alert');
  });

  it('calls somebody where it will not mend by itself', () => {
    const { log, entries } = written();
    logFailure(log, 'it was left out', new Refused('The model refuses this service.'), { arm: 'dense' });
    expect(entries()).toEqual([
      expect.objectContaining({ severity: 'ERROR', alert: 'refused', arm: 'dense', error: expect.objectContaining({ name: 'Refused' }) }),
    ]);
  });

  it('calls somebody where that is the cause', () => {
    const { log, entries } = written();
    logFailure(log, 'nothing is left', new Unavailable('No way is left.', { cause: new Refused('The bucket refuses this service.') }));
    expect(entries()).toEqual([expect.objectContaining({ severity: 'ERROR', alert: 'refused' })]);
  });
});
