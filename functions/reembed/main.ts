import { parseArgs } from 'node:util';
import { ConfigError, parseConfig } from '../../shared/config.ts';
import { openReembedding } from '../../shared/retrieval/open.ts';
import { command } from '../command.ts';
import { withProgress } from '../progress.ts';

const OPTIONS = {
  embedder: { type: 'string' },
  model: { type: 'string' },
  dimensions: { type: 'string' },
  tenant: { type: 'string' },
  list: { type: 'boolean', default: false },
  drop: { type: 'string' },
} as const;

/**
 * `npm run reembed -- [--embedder E] [--model M] [--dimensions D] [--tenant T]`: writes the vectors of another model beside
 * those that are searched now; EMBEDDER, EMBED_MODEL and EMBED_DIMENSIONS then switch. `--list` shows the models that are
 * stored, `--drop MODEL` deletes the vectors of one.
 */
await command(async ({ log, signal }) => {
  const { values } = parseArgs({ options: OPTIONS });
  const config = parseConfig({
    ...process.env,
    ...(values.embedder ? { EMBEDDER: values.embedder } : {}),
    ...(values.model ? { EMBED_MODEL: values.model } : {}),
    ...(values.dimensions ? { EMBED_DIMENSIONS: values.dimensions } : {}),
  });
  if ((values.model || values.dimensions) && config.embedder.kind === 'local') {
    throw new ConfigError('--model, --dimensions: the offline encoder has no others. Add --embedder gemini, or set EMBEDDER.');
  }
  const vectors = await openReembedding(config, log);
  try {
    if (values.drop !== undefined) {
      if (values.drop === vectors.model) throw new ConfigError(`--drop ${values.drop}: is the configured model. Switch first.`);
      console.log(`${await vectors.drop(values.drop, signal)} vectors of ${values.drop} deleted.`);
    } else if (!values.list) {
      const report = await withProgress('documents', (onProgress) => vectors.reembed({ tenant: values.tenant, signal, onProgress }));
      console.log(`${report.embedded} passages of ${report.documents} documents embedded with ${report.model}.`);
    }
    for (const { model, vectors: count, documents, of } of await vectors.models(signal)) {
      console.log(`${model}: ${count} vectors, complete for ${documents} of ${of} documents`);
    }
    return 0;
  } finally {
    await vectors.close();
  }
});
