import { scoresContract } from '../contract/scores.ts';
import { nativeBackend } from '../support/stores.ts';

scoresContract('a native server', nativeBackend);
