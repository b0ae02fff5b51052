import type { Context } from './context.ts';
import type { EngineMode } from './engine.ts';
import { invalid } from './refusal.ts';
import type { Named, UpdateEngine, WireEngineConfig } from './wire.ts';

const SERVERLESS_IN = 'us-central1';

export function engineMethods({ settings, engine, names, operations, data }: Context) {
  const own = names.of('ragEngineConfig');
  const refuseName = (name: string) => {
    if (!name.endsWith('/ragEngineConfig')) throw invalid(`Invalid resource name ${name}.`);
    names.parse(name.slice(0, -'/ragEngineConfig'.length));
  };
  const wire = (): WireEngineConfig => {
    const mode = engine.mode();
    return { name: own, ragManagedDbConfig: mode === 'serverless' ? { serverless: {} } : { spanner: { [mode]: {} } } };
  };
  return {
    getRagEngineConfig: data(({ name }: Named) => {
      refuseName(name);
      return wire();
    }),
    updateRagEngineConfig: data(({ ragEngineConfig }: UpdateEngine) => {
      if (!ragEngineConfig) throw invalid('rag_engine_config is required.');
      refuseName(ragEngineConfig.name);
      const mode = modeOf(ragEngineConfig);
      if (mode === 'serverless' && settings.location !== SERVERLESS_IN) {
        throw invalid(`Serverless mode is available in ${SERVERLESS_IN} only.`);
      }
      return operations.start(
        {
          method: 'updateRagEngineConfig',
          parent: own,
          response: 'RagEngineConfig',
          metadata: 'UpdateRagEngineConfigOperationMetadata',
        },
        () => {
          engine.setMode(mode);
          return wire();
        },
      );
    }),
  };
}

/** Basic is the tier where none is chosen. */
function modeOf({ ragManagedDbConfig }: NonNullable<UpdateEngine['ragEngineConfig']>): EngineMode {
  const { serverless, spanner, ...deprecated } = ragManagedDbConfig ?? {};
  if (Object.values(deprecated).some(Boolean)) throw invalid('rag_managed_db_config.tier is deprecated: use its mode.');
  if (serverless) return 'serverless';
  return (['scaled', 'basic', 'unprovisioned'] as const).find((tier) => spanner?.[tier]) ?? 'basic';
}
