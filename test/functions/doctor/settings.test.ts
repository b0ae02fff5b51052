import { describe, expect, it } from 'vitest';
import { runChecks } from '../../../functions/doctor/run.ts';
import { checkSettings } from '../../../functions/doctor/settings.ts';
import { parseConfig } from '../../../shared/config.ts';

const settings = async (env: Readonly<Record<string, string>>) => {
  const options = { deadlineMs: 1_000, signal: new AbortController().signal };
  const results = await Array.fromAsync(runChecks(checkSettings(parseConfig(env)), options));
  return Object.fromEntries(results.map((result) => [result.check, result]));
};
const ISSUER = JSON.stringify([{ issuer: 'https://id.example', jwksUrl: 'https://id.example/keys', audience: 'kb' }]);
const PRODUCTION = {
  NODE_ENV: 'production',
  GROUNDWIRE_BUCKET: 'gs://uploads',
  GOOGLE_CLOUD_PROJECT: 'p',
  EMBEDDER: 'gemini',
  CLOUD_SQL_INSTANCE: 'p:europe-west1:db',
  DATABASE_USER: 'ingest@p.iam',
  TRUSTED_ISSUERS: ISSUER,
};

describe('settings that have to fit together', () => {
  it('are in order for a local run as they come', async () => {
    expect(await settings({})).toMatchObject({
      configuration: { state: 'ok' },
      production: { state: 'skipped' },
      callers: { state: 'skipped' },
      profile: { state: 'ok', message: 'local, for the offline encoder' },
    });
  });

  it('are in order for production', async () => {
    expect(await settings(PRODUCTION)).toMatchObject({
      configuration: { state: 'ok', message: 'pgvector, cloud-sql database, documents of gs://uploads, production' },
      production: { state: 'ok' },
      callers: { state: 'ok', message: 'tokens of https://id.example' },
      profile: { state: 'ok' },
    });
  });

  it('are not for production with anything that goes with the instance, or with the offline encoder', async () => {
    const { production } = await settings({ NODE_ENV: 'production' });
    expect(production).toMatchObject({
      state: 'failed',
      message: expect.stringMatching(/in a folder.*embedded.*offline/),
      fix: expect.stringMatching(/GROUNDWIRE_BUCKET=gs:\/\/.*CLOUD_SQL_INSTANCE.*EMBEDDER=gemini/s),
    });
  });

  it('leave nobody out in production', async () => {
    expect((await settings({ ...PRODUCTION, TRUSTED_ISSUERS: '[]' })).callers).toMatchObject({
      state: 'failed',
      message: expect.stringContaining('401'),
      fix: expect.stringContaining('TRUSTED_ISSUERS='),
    });
    const accounts = { SERVICE_ACCOUNTS: '{"agent@p.iam.gserviceaccount.com":{"tenant":"acme"}}', SERVICE_AUDIENCE: 'https://kb' };
    expect((await settings({ ...PRODUCTION, ...accounts, TRUSTED_ISSUERS: '[]' })).callers).toMatchObject({
      state: 'ok',
      message: 'tokens of 1 service accounts',
    });
    expect((await settings({ LOCAL_JWT_SECRET: 'sixteen characters' })).callers).toMatchObject({ state: 'ok' });
  });

  it('have the profile of the encoder', async () => {
    expect((await settings({ RETRIEVAL_PROFILE: 'balanced' })).profile).toMatchObject({
      state: 'failed',
      fix: expect.stringContaining('local'),
    });
    expect((await settings({ ...PRODUCTION, RETRIEVAL_PROFILE: 'local' })).profile).toMatchObject({
      state: 'failed',
      fix: expect.stringContaining('balanced'),
    });
    expect((await settings({ ...PRODUCTION, RETRIEVAL_PROFILE: 'templated' })).profile).toMatchObject({ state: 'ok' });
  });
});
