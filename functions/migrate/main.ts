import { migrateDatabase } from '../../shared/retrieval/open.ts';
import { command } from '../command.ts';

/** `npm run migrate`: brings the schema of the configured database up to date, as its owner. */
await command(async ({ config, log }) => {
  const applied = await migrateDatabase(config, log);
  console.log(applied.length > 0 ? `Applied ${applied.join(', ')}.` : 'The schema is up to date.');
  return 0;
});
