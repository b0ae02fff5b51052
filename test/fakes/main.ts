import { parseArgs } from 'node:util';
import { startFakeGemini } from './gemini.ts';
import { startFakeStorage } from './storage.ts';

/** `npm run fakes [-- --storage-port 9023 --gemini-port 9024]`: the fakes of Google's services, for a local run against them. */
const { values } = parseArgs({
  options: { 'storage-port': { type: 'string', default: '0' }, 'gemini-port': { type: 'string', default: '0' } },
});
const storage = await startFakeStorage({ port: Number(values['storage-port']) });
const gemini = await startFakeGemini(Number(values['gemini-port']));

console.log(`Cloud Storage  ${storage.url}
Gemini         ${gemini.url}

STORAGE_EMULATOR_HOST=${storage.url} GROUNDWIRE_BUCKET=gs://local \\
GOOGLE_GEMINI_BASE_URL=${gemini.url} GEMINI_API_KEY=fake EMBEDDER=gemini npm run serve`);
