import { command } from '../command.ts';
import { startServer, untilStopped } from './server.ts';

/** `npm run serve`: every function on one port, with the embedded database and a folder as the bucket. */
await command(async ({ config, log, signal }) => {
  const server = await startServer(config, log);
  console.log(`bucket ${config.bucket.kind === 'folder' ? config.bucket.path : `gs://${config.bucket.name}`}`);
  if (!config.trust.localSecret) {
    console.log(`token  ${await server.token('demo')}`);
    console.log('       of tenant "demo", for Authorization: Bearer; set LOCAL_JWT_SECRET to sign your own');
  }
  console.log(`ready ${server.url}`);
  await untilStopped(signal);
  await server.close();
  return 0;
});
