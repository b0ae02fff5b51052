import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { Unavailable } from '../../shared/errors.ts';

/** Throws Unavailable RATE_LIMITED when a tenant has used up its minute. */
export type Limit = (tenant: string) => Promise<void>;

/** Counts requests in memory. Apart from who asks for it, for the package brings clients of every store that it can count in. */
export function createWindow(perMinute: number): Limit {
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
