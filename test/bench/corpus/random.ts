export { type Random, randomOf } from '../../../golden/statistics/random.ts';
