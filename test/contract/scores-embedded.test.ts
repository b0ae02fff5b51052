import { embeddedBackend } from '../support/stores.ts';
import { scoresContract } from './scores.ts';

scoresContract('the embedded database', embeddedBackend);
