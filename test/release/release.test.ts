import { execFile } from 'node:child_process';
import { chmod, cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

/** What Terraform hands to the scripts: output `deploy`. */
const DEPLOY = {
  PROJECT: 'acme-search',
  REGION: 'us-central1',
  NAME: 'groundwire',
  RELEASE: '0123abc',
  UPLOADS: 'acme-search-uploads',
  SMOKE_TENANT: 'smoke',
  SMOKE_ACCOUNT: 'groundwire-smoke@acme-search.iam.gserviceaccount.com',
  SEARCH_URL: 'https://search.example',
  MIGRATE_USER: 'groundwire-migrate@acme-search.iam',
  FUNCTIONS: 'answer ingest search',
  CALLED: 'answer search',
  JOBS: 'migrate',
};

/** `search` and `ingest` run already, `answer` is new. */
const GCLOUD = `#!/bin/sh
echo "gcloud $*" >>log
case "$*" in
*'auth print'*) echo token ;;
*'services list'*) printf 'groundwire-search\\ngroundwire-ingest\\n' ;;
*'json(status.traffic)'*) echo '{"status": {"traffic": [{"percent": 100, "revisionName": "old"}, {"tag": "canary", "url": "https://canary.example", "revisionName": "new"}]}}' ;;
*latestCreatedRevisionName*) echo new ;;
*'logging read'*) case "$*" in *log_id*) ;; *) [ ! -f errors ] || echo 'it broke' ;; esac ;;
esac
`;

/** A bucket, and a search that finds what is in it. */
const CURL = `#!/bin/sh
cat >/dev/null
echo "curl $*" >>log
case "$*" in
*/upload/storage/*) touch uploaded ;;
*DELETE*) rm uploaded ;;
*sqladmin*) echo '{"name": "operation-1"}' ;;
*/search) [ -f uploaded ] && echo "{\\"passages\\": [{\\"document_id\\": \\"$(echo "$*" | grep -o 'SMOKE-[0-9]*').md\\"}]}" || echo '{"passages": []}' ;;
esac
`;

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'groundwire-release-'));
  await cp('.ci', join(folder, '.ci'), { recursive: true });
  await mkdir(join(folder, 'bin'));
  for (const [name, text] of Object.entries({ gcloud: GCLOUD, curl: CURL })) {
    await writeFile(join(folder, 'bin', name), text);
    await chmod(join(folder, 'bin', name), 0o755);
  }
  await file(
    'deploy.env',
    Object.entries(DEPLOY)
      .map(([name, value]) => `${name}='${value}'\n`)
      .join(''),
  );
});
afterEach(() => rm(folder, { recursive: true }));

const file = (name: string, text = '') => writeFile(join(folder, name), text);

/** Runs a script, and returns what it called. */
async function run(script: string, ...options: readonly string[]): Promise<readonly string[]> {
  await file('log');
  await promisify(execFile)(join('.ci', script), options, {
    cwd: folder,
    env: { PATH: `${join(folder, 'bin')}${delimiter}${process.env.PATH}`, CANARY_PERCENT: '10', CANARY_SECONDS: '0' },
  });
  return called();
}
const called = async () => (await readFile(join(folder, 'log'), 'utf8')).trim().split('\n');
const moves = (calls: readonly string[]) =>
  calls.flatMap((call) => /update-traffic groundwire-(\w+) --(\S+)/.exec(call)?.slice(1).join(' ') ?? []);

const PINNED = ['search to-revisions=old=100', 'ingest to-revisions=old=100'];

describe('a release', () => {
  it('pins traffic to what serves, before an apply and after it', async () => {
    expect(moves(await run('release', 'pin'))).toEqual(PINNED);
    expect(moves(await run('release', 'hold'))).toEqual(PINNED);
  });

  it('migrates, shows a canary to the smoke test, then to some callers, and then to all', async () => {
    await run('release', 'pin');
    const calls = await run('release', 'canary');
    expect(calls[0]).toContain('jobs execute groundwire-migrate --wait');
    expect(moves(calls)).toEqual([
      'search set-tags=canary=new',
      'answer set-tags=canary=new',
      'ingest to-revisions=new=100',
      `search to-revisions=new=10,old=${100 - 10}`,
    ]);
    await file('golden-ok');
    expect(moves(await run('release', 'finish'))).toEqual([
      'search to-revisions=new=100',
      'answer to-revisions=new=100',
      'ingest to-revisions=new=100',
      'search remove-tags=canary',
      'answer remove-tags=canary',
    ]);
  });

  it('goes back where the new revision logs errors', async () => {
    await run('release', 'pin');
    await file('errors');
    await expect(run('release', 'canary')).rejects.toThrow('it broke');
    expect(moves(await called()).slice(-4)).toEqual([...PINNED, 'search remove-tags=canary', 'answer remove-tags=canary']);
  });

  it('does not take an event that is delivered again for an error', async () => {
    await run('release', 'pin');
    const asked = (await run('release', 'canary')).filter((call) => call.includes('logging read'));
    expect(asked.map((call) => call.includes('-log_id("run.googleapis.com/requests")'))).toEqual([false, false, true]);
  });

  it('goes back where the golden sets were not answered', async () => {
    await run('release', 'pin');
    await run('release', 'canary');
    await expect(run('release', 'finish')).rejects.toThrow('rolled back');
    expect(moves(await called()).slice(0, 2)).toEqual(PINNED);
  });
});

describe('the smoke test', () => {
  it('takes its document away again, also where it is not found', async () => {
    const calls = await run('smoke', 'https://canary.example');
    expect(calls.filter((call) => call.startsWith('gcloud storage'))).toEqual([]);
    expect(calls.filter((call) => call.includes('storage.googleapis.com'))).toHaveLength(2);
    await file('bin/sleep', '#!/bin/sh\nexit 1\n');
    await chmod(join(folder, 'bin', 'sleep'), 0o755);
    await file('bin/curl', CURL.replace('[ -f uploaded ]', 'false'));
    await expect(run('smoke', 'https://canary.example')).rejects.toThrow();
    expect((await called()).at(-1)).toContain('--request DELETE');
  });
});

describe('letting the migration in', () => {
  it('waits until its login is a member', async () => {
    const calls = await run('let-in');
    expect(calls.map((call) => call.split(' ').slice(0, 4).join(' '))).toEqual([
      'gcloud auth print-access-token',
      'curl --silent --show-error --fail-with-body',
      'gcloud sql operations wait',
    ]);
    expect(calls[1]).toContain('/users?name=groundwire-migrate@acme-search.iam&databaseRoles=cloudsqlsuperuser');
  });
});
