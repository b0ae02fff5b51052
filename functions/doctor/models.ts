import type { EmbedderConfig, PdfModelConfig, RankerConfig } from '../../shared/config.ts';
import { InvalidInput } from '../../shared/errors.ts';
import { openEmbedder } from '../../shared/models/embed/open.ts';
import { openRanker } from '../../shared/models/rank/open.ts';
import { openPdfReader } from '../../shared/models/read/open.ts';
import { failed, type Outcome, ok, skipped } from '../../shared/preflight/check.ts';
import { type GoogleService, googleFailure, grant } from '../../shared/preflight/google.ts';

/** Who asks, and for which project. */
export interface Asking {
  readonly project: string | undefined;
  readonly member: () => string;
}

export const LISTED =
  'What is offered, where and until when: docs.cloud.google.com/gemini-enterprise-agent-platform, "Model versions and lifecycle".';

/** Longer than a search waits: the first call connects and signs in. */
const PATIENCE_MS = 8_000;

/** Embeds a word, as a query: passages are tried again for minutes. */
export async function checkEmbedder(config: EmbedderConfig, asking: Asking, signal: AbortSignal): Promise<Outcome> {
  const embedder = await openEmbedder(config.kind === 'local' ? config : { ...config, queryTimeoutMs: PATIENCE_MS });
  try {
    const vector = await embedder.embedQuery('groundwire', signal);
    if (vector.length === embedder.dimensions) return ok(`${embedder.model} embeds`);
    return failed(
      `${embedder.model} gave ${vector.length} dimensions, not ${embedder.dimensions}.`,
      'Set EMBED_DIMENSIONS to what the model gives.',
    );
  } catch (error) {
    signal.throwIfAborted();
    if (config.kind === 'local') throw error;
    return googleFailure(
      error,
      geminiOf(config.access, asking, `The model is retired, or not in GOOGLE_CLOUD_LOCATION. Set EMBED_MODEL or the location. ${LISTED}`),
    );
  } finally {
    await embedder.close();
  }
}

const RECORDS = [
  { id: 'weather', title: 'Weather', text: 'It rained all day.' },
  { id: 'pump', title: 'Pump', text: 'The pump cavitates when its inlet is closed.' },
];

/** Ranks two passages, of which one is about the query. */
export async function checkRanker(config: RankerConfig, { project, member }: Asking, signal: AbortSignal): Promise<Outcome> {
  const ranker = config.kind === 'vertex' ? await openRanker({ ...config, timeoutMs: PATIENCE_MS, hedgeMs: PATIENCE_MS }) : undefined;
  if (!ranker || config.kind === 'none') return skipped('none is configured (RERANKER)');
  const ranked = () => ranker.rank('Why does the pump cavitate?', RECORDS, signal);
  try {
    await ranked();
    const start = performance.now();
    const [first] = await ranked();
    const ms = Math.round(performance.now() - start);
    const message = `${ranker.model} in ${config.location} ranks, in ${ms} ms${first?.id === 'pump' ? '' : ', though not as expected'}`;
    const late = `Searches wait ${config.timeoutMs} ms and then go on without (RERANK_TIMEOUT_MS).`;
    return ok(message, ms > config.timeoutMs ? late : undefined);
  } catch (error) {
    signal.throwIfAborted();
    return googleFailure(error, {
      project,
      api: 'discoveryengine.googleapis.com',
      permission: `discoveryengine.rankingConfigs.rank is in roles/discoveryengine.viewer:\n${grant(project, member(), 'roles/discoveryengine.viewer')}`,
      missing: `Set RERANK_MODEL (semantic-ranker-default@latest, semantic-ranker-fast@latest) and RERANK_LOCATION (global, us, eu).`,
    });
  } finally {
    await ranker.close();
  }
}

/** Has an empty page read: that the model sees no text in it is the right answer. */
export async function checkPdfModel(config: PdfModelConfig, asking: Asking, signal: AbortSignal): Promise<Outcome> {
  const reader = await openPdfReader(config, []);
  if (!reader || config.kind === 'none') return skipped('none is configured (PDF_MODEL)');
  try {
    await reader.read(new TextEncoder().encode(EMPTY_PAGE), signal);
  } catch (error) {
    signal.throwIfAborted();
    const isSeen = error instanceof InvalidInput && error.code === 'NO_TEXT';
    if (!isSeen)
      return googleFailure(
        error,
        geminiOf(
          config.access,
          asking,
          `The model is retired, or not in GOOGLE_CLOUD_LOCATION. Set PDF_MODEL_NAME or the location. ${LISTED}`,
        ),
      );
  }
  return ok(`${config.model} reads a page`);
}

export const geminiOf = (access: object, { project, member }: Asking, missing: string): GoogleService => ({
  project,
  api: 'aiplatform.googleapis.com',
  permission:
    'apiKey' in access ? 'Check GEMINI_API_KEY, and which APIs it is restricted to.' : grant(project, member(), 'roles/aiplatform.user'),
  missing,
});

const EMPTY_PAGE = `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>endobj
xref
0 4
0000000000 65535 f 
0000000009 00000 n 
0000000052 00000 n 
0000000101 00000 n 
trailer<</Size 4/Root 1 0 R>>
startxref
164
%%EOF
`;
