import type { Config } from '../../shared/config.ts';
import type { BucketInspection } from '../../shared/documents/source/inspect.ts';
import { type Outcome, ok, skipped } from '../../shared/preflight/check.ts';
import { UNSEEN } from './bucket.ts';

/** Where everything is, and a hint where documents leave the region of their bucket. */
export async function checkLocations(bucket: Pick<BucketInspection, 'facts'>, config: Config, signal: AbortSignal): Promise<Outcome> {
  const others = placesOf(config);
  const named = others.map(([what, where]) => `${what} ${where}`).join(', ');
  const home = (await bucket.facts(signal))?.location.toLowerCase();
  if (!home) return skipped(`the bucket's location is ${UNSEEN}${named ? `; ${named}` : ''}`);
  const away = others.filter(([, where]) => !isWithin(where, home));
  return ok(
    [`bucket ${home}`, ...(named ? [named] : [])].join(', '),
    away.length > 0
      ? `Documents leave ${home} for ${away.map(([what, where]) => `${what} (${where})`).join(', ')}: slower, and perhaps not allowed to.`
      : undefined,
  );
}

function placesOf({ backend, database, embedder, rag, ranker }: Config): readonly (readonly [what: string, where: string])[] {
  const places: (readonly [string, string])[] = [];
  if (rag) places.push(['RAG Engine', rag.location]);
  if (backend === 'pgvector' && database.kind === 'cloud-sql') places.push(['Cloud SQL', database.instance.split(':').at(-2) ?? '']);
  if (backend === 'pgvector' && embedder.kind === 'gemini' && 'location' in embedder.access)
    places.push(['embedding model', embedder.access.location]);
  if (ranker.kind === 'vertex') places.push(['ranking model', ranker.location]);
  return places;
}

/** A region is in itself and in the multi-region around it. `global`, where the Ranking API is by default, is no other region. */
function isWithin(region: string, home: string): boolean {
  if (region === home || region === 'global') return true;
  const around: Readonly<Record<string, RegExp>> = { us: /^us(-|$)/, eu: /^(europe-|eu$)/, asia: /^asia(-|$)/ };
  return Object.values(around).some(
    (pattern) => pattern.test(region) && pattern.test(home) && (home.indexOf('-') < 0 || region.indexOf('-') < 0),
  );
}
