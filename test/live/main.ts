import { spawnSync } from 'node:child_process';
import { createStorage } from '../../shared/documents/source/storage.ts';
import { missingSettings } from './settings.ts';

/** `npm run test:live`: what every backend must do, of a real RAG Engine. Without one it says why it was skipped, and ends with 0. */
const reason = await whyNot();
if (reason === undefined) {
  const { status } = spawnSync('vitest', ['run', '--project', 'live'], { stdio: 'inherit' });
  process.exitCode = status ?? 1;
} else {
  console.log(`test:live was SKIPPED, nothing was tested: ${reason}`);
}

async function whyNot(): Promise<string | undefined> {
  const missing = missingSettings(process.env);
  if (missing.length > 0) return `${missing.join(', ')} not set (test/live/settings.ts).`;
  return createStorage()
    .authClient.getApplicationDefault()
    .then(
      () => undefined,
      () => 'there are no Google credentials. gcloud auth application-default login',
    );
}
