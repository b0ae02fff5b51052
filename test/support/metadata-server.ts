import { vi } from 'vitest';

/** Gives Google's clients the credentials of a Cloud Run service: they ask its metadata server, which a fake at `url` answers for. */
export function stubMetadataServer(url: string): void {
  vi.stubEnv('GCE_METADATA_HOST', new URL(url).host);
  vi.stubEnv('METADATA_SERVER_DETECTION', 'assume-present');
  // Without it Google's client asks gcloud, where that is installed: most of a second each time.
  vi.stubEnv('GOOGLE_CLOUD_PROJECT', 'p');
}
