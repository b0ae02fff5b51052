import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { Unavailable } from '../../shared/errors.ts';

/** Throws Unavailable RATE_LIMITED when a tenant has used up its minute. */
export type Limit = (tenant: string) => Promise<void>;

/** At most `perMinute` requests of one tenant on this instance, so that it can't starve the others; 0 is no limit. */
export function createLimit(perMinute: number): Limit {
  if (perMinute === 0) return async () => {};
  const limiter = new RateLimiterMemory({ points: perMinute, duration: 60 });
  return async (tenant) => {
    try {
      await limiter.consume(tenant);
    } catch (error) {
      if (!(error instanceof RateLimiterRes)) throw error;
      const seconds = Math.ceil(error.msBeforeNext / 1_000);
      throw new Unavailable(`Too many requests of this tenant. Try again in ${seconds} s.`, { code: 'RATE_LIMITED', retryAfterS: seconds });
    }
  };
}
