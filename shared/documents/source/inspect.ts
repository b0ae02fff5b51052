import type { Storage } from '@google-cloud/storage';
import { z } from 'zod';
import { NotFound, Refused } from '../../errors.ts';
import { createAsk, createStorage } from './storage.ts';

/** What a bucket is, as far as a deployment depends on it. */
export interface BucketFacts {
  /** As Cloud Storage writes it: `US-CENTRAL1`, `EU`. */
  readonly location: string;
  readonly projectNumber: string | undefined;
  readonly isVersioned: boolean;
  readonly softDeleteDays: number;
  readonly isUniform: boolean;
  /** Whether it is kept from being made public, by its own setting or by an organisation's. */
  readonly isPrivate: boolean;
}

export interface Notification {
  /** `OBJECT_FINALIZE` and the like; every kind when there are none. */
  readonly eventTypes: readonly string[];
  /** Of the objects it is sent for; all when empty. */
  readonly prefix: string;
}

export interface Binding {
  readonly role: string;
  readonly members: readonly string[];
}

/** Looks at a bucket itself, and changes nothing. What the caller may not see is undefined. Throws NotFound where there is no such bucket. */
export interface BucketInspection {
  readonly name: string;
  /** Which of these permissions the caller has. */
  permissions(wanted: readonly string[], signal: AbortSignal): Promise<readonly string[]>;
  facts(signal: AbortSignal): Promise<BucketFacts | undefined>;
  notifications(signal: AbortSignal): Promise<readonly Notification[] | undefined>;
  policy(signal: AbortSignal): Promise<readonly Binding[] | undefined>;
  /** Reads the start of one object. Returns its name, undefined in a bucket that has none with anything in it. Throws Refused where it may not be read. */
  sample(signal: AbortSignal): Promise<string | undefined>;
}

const WAITS = [0.5];
const SAMPLED = 10;

const switched = z.object({ enabled: z.boolean().optional() }).optional();
const facts = z
  .object({
    location: z.string().default(''),
    projectNumber: z.union([z.string(), z.number()]).transform(String).optional(),
    versioning: switched,
    softDeletePolicy: z.object({ retentionDurationSeconds: z.coerce.number().default(0) }).optional(),
    iamConfiguration: z.object({ uniformBucketLevelAccess: switched, publicAccessPrevention: z.string().optional() }).optional(),
  })
  .transform(
    ({ location, projectNumber, versioning, softDeletePolicy, iamConfiguration }): BucketFacts => ({
      location,
      projectNumber,
      isVersioned: versioning?.enabled === true,
      softDeleteDays: Math.round((softDeletePolicy?.retentionDurationSeconds ?? 0) / 86_400),
      isUniform: iamConfiguration?.uniformBucketLevelAccess?.enabled === true,
      isPrivate: iamConfiguration?.publicAccessPrevention === 'enforced',
    }),
  );
const notification = z
  .object({ event_types: z.array(z.string()).default([]), object_name_prefix: z.string().default('') })
  .transform(({ event_types, object_name_prefix }): Notification => ({ eventTypes: event_types, prefix: object_name_prefix }));
const policy = z.object({ bindings: z.array(z.object({ role: z.string(), members: z.array(z.string()).default([]) })).default([]) });

export function inspectBucket(name: string, storage: Pick<Storage, 'bucket'> = createStorage()): BucketInspection {
  const bucket = storage.bucket(name);
  const ask = createAsk(WAITS);
  const asked = async <T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> => {
    try {
      return await ask(work, signal);
    } catch (error) {
      if (error instanceof NotFound) throw new NotFound(`There is no bucket gs://${name}.`, { cause: error });
      throw error;
    }
  };
  /** Undefined where the caller may not know. */
  const allowed = async <T>(work: () => Promise<T>, signal: AbortSignal): Promise<T | undefined> => {
    try {
      return await asked(work, signal);
    } catch (error) {
      if (error instanceof Refused) return undefined;
      throw error;
    }
  };
  return {
    name,
    async permissions(wanted, signal) {
      const [held] = await asked(() => bucket.iam.testPermissions([...wanted]), signal);
      return wanted.filter((permission) => held[permission]);
    },
    async facts(signal) {
      const found = await allowed(() => bucket.getMetadata(), signal);
      return found && facts.parse(found[0]);
    },
    async notifications(signal) {
      const found = await allowed(() => bucket.getNotifications(), signal);
      return found?.[0].map(({ metadata }) => notification.parse(metadata));
    },
    async policy(signal) {
      const found = await allowed(() => bucket.iam.getPolicy(), signal);
      return found && policy.parse(found[0]).bindings;
    },
    async sample(signal) {
      const [files] = await asked(() => bucket.getFiles({ maxResults: SAMPLED, autoPaginate: false }), signal);
      const file = files.find(({ metadata }) => Number(metadata.size ?? 0) > 0);
      if (!file) return undefined;
      await asked(() => file.download({ start: 0, end: 0 }), signal);
      return file.name;
    },
  };
}
