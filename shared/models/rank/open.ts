import type { RankerConfig } from '../../config.ts';
import type { Ranker } from './ranker.ts';

/** The ranker that the configuration names, if it names one. Its package is loaded only then, which takes most of a second. */
export const openRanker = async (config: RankerConfig): Promise<Ranker | undefined> =>
  config.kind === 'vertex' ? (await import('./vertex.ts')).createVertexRanker(config) : undefined;
