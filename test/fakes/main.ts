import { parseArgs } from 'node:util';
import { answerByRules } from './gemini/by-rules.ts';
import { startFakeGemini } from './gemini.ts';
import { startFakeRag } from './rag/fake.ts';
import { objectsOf } from './rag/objects.ts';
import { startFakeRank } from './rank.ts';
import { startFakeStorage } from './storage.ts';

/** `npm run fakes [-- --storage-port 9023 --gemini-port 9024 --rank-port 9025 --rag-port 9026]`: the fakes of Google's services, for a local run against them. */
const { values } = parseArgs({
  options: {
    'storage-port': { type: 'string', default: '0' },
    'gemini-port': { type: 'string', default: '0' },
    'rank-port': { type: 'string', default: '0' },
    'rag-port': { type: 'string', default: '0' },
  },
});
const storage = await startFakeStorage({ port: Number(values['storage-port']) });
const gemini = await startFakeGemini(Number(values['gemini-port']));
answerByRules(gemini.generation);
const rank = await startFakeRank(Number(values['rank-port']));
const rag = await startFakeRag({ ...objectsOf(storage), port: Number(values['rag-port']) });

console.log(`Cloud Storage  ${storage.url}
Gemini         ${gemini.url}
Ranking API    ${rank.address}
RAG Engine     ${rag.address}

STORAGE_EMULATOR_HOST=${storage.url} GROUNDWIRE_BUCKET=gs://local \\
GOOGLE_GEMINI_BASE_URL=${gemini.url} GEMINI_API_KEY=fake EMBEDDER=gemini \\
RANK_API_ENDPOINT=${rank.address} GOOGLE_CLOUD_PROJECT=fake RERANKER=vertex npm run serve

GOOGLE_GEMINI_BASE_URL=${gemini.url} GEMINI_API_KEY=fake GENERATOR=gemini npm run eval:answers

STORAGE_EMULATOR_HOST=${storage.url} GROUNDWIRE_BUCKET=gs://local \\
RAG_API_ENDPOINT=${rag.address} GOOGLE_CLOUD_PROJECT=fake RAG_INDEX_BUCKET=gs://index RETRIEVAL_BACKEND=vertex-rag npm run serve`);
