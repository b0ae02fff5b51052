/** Of a project for tests, whose two buckets hold nothing else: what is in them is deleted. */
const NEEDED = ['RAG_LIVE_PROJECT', 'RAG_LIVE_BUCKET', 'RAG_LIVE_INDEX_BUCKET'] as const;

/** The settings that a live run lacks. */
export const missingSettings = (env: NodeJS.ProcessEnv): readonly string[] => NEEDED.filter((name) => !env[name]);

/** The configuration of a live run: RAG_LIVE_PROJECT=P RAG_LIVE_BUCKET=gs://B RAG_LIVE_INDEX_BUCKET=gs://I, and any RAG_… setting as it is. */
export const liveSettings = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv => ({
  ...env,
  RETRIEVAL_BACKEND: 'vertex-rag',
  GOOGLE_CLOUD_PROJECT: env.RAG_LIVE_PROJECT,
  GROUNDWIRE_BUCKET: env.RAG_LIVE_BUCKET,
  RAG_INDEX_BUCKET: env.RAG_LIVE_INDEX_BUCKET,
  RAG_CHECK_TTL_MS: '0',
});
