import { describe, it } from 'vitest';
import { openDatabase } from '../support/deployed.ts';
import { checkDraining } from './draining.ts';

describe('an instance of search that is replaced under load', () => {
  it('answers all that was sent to it, and gives up its connection to the database', { timeout: 120_000 }, async () => {
    const database = await openDatabase();
    const inFlight = database.isShared ? 50 : 20;
    // So patient that a busy machine cuts nothing off; how long it takes is for `npm run test:draining`.
    await checkDraining({ database, restarts: 3, inFlight, limitMs: 60_000, random: Math.random, say: () => {} });
  });
});
