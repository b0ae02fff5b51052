import { parseArgs } from 'node:util';
import { openDatabase } from '../support/deployed.ts';
import { checkDraining } from './draining.ts';

/** `npm run test:draining -- [--restarts 20] [--in-flight 200] [--limit 8000]`: no request is lost when instances are replaced (natively with TEST_DATABASE_URL). */
const { values } = parseArgs({
  options: {
    restarts: { type: 'string', default: '20' },
    'in-flight': { type: 'string', default: '200' },
    limit: { type: 'string', default: '8000' },
  },
});
await checkDraining({
  database: await openDatabase(),
  restarts: Number(values.restarts),
  inFlight: Number(values['in-flight']),
  limitMs: Number(values.limit),
  random: Math.random,
  say: console.log,
});
