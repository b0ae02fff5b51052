import type { RagConfig } from '../../../config.ts';
import { type Outcome, ok } from '../../../preflight/check.ts';

/** What a project has in a region, unless it was given more: reference/google-cloud.md, 1.7. */
const QUOTA = { requests: 60, imports: 3 };

/** Whether what an instance allows itself is within what all of them have together. More is no failure: quotas can be raised. */
export function checkQuota({ requestsPerMinute, imports }: RagConfig): Outcome {
  const message = `each instance takes ${requestsPerMinute} requests a minute and ${imports} imports at once`;
  if (requestsPerMinute <= QUOTA.requests && imports <= QUOTA.imports) return ok(message);
  return ok(
    message,
    `A project has ${QUOTA.requests} and ${QUOTA.imports} in a region, for all instances together, unless its quota was raised: set ` +
      `RAG_REQUESTS_PER_MINUTE and RAG_IMPORTS to those, divided by the instances that ingest.`,
  );
}
