import type { CallName } from '@tallystick/protocol';
import type { RateLimitOptions } from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { CallFailure } from './call-failure.ts';

/** Calls per address and minute that suit a person with an app, and several of them behind one address. */
export const ADDRESS_LIMIT = { max: 1200, timeWindow: 60_000 } as const;
/** Calls per logged-in customer and minute, wherever they come from. */
export const ACCOUNT_LIMIT = { max: 600, timeWindow: 60_000 } as const;

/** What is worth guessing or costs a message is limited harder, per address. */
const STRICT: Partial<Record<CallName, RateLimitOptions>> = {
  'POST user/login': { max: 30, timeWindow: 60_000 },
  'POST user/register': { max: 30, timeWindow: 60_000 },
  'POST user/forget': { max: 30, timeWindow: 60_000 },
  'POST user/check_mobile': { max: 30, timeWindow: 60_000 },
  'POST user/check_email': { max: 30, timeWindow: 60_000 },
  'POST sms_send': { max: 20, timeWindow: 60_000 },
  'POST sms_mail': { max: 20, timeWindow: 60_000 },
};

export function limitOf(name: CallName): RateLimitOptions | null {
  return STRICT[name] ?? null;
}

/** Throws `rate_limited` when the request's customer has called too often. */
export type AccountLimiter = (request: FastifyRequest) => Promise<void>;

export function createAccountLimiter(app: FastifyInstance): AccountLimiter {
  const check = app.createRateLimit({
    ...ACCOUNT_LIMIT,
    keyGenerator: request => `customer:${request.session?.customerId ?? 0}`,
  });
  return async request => {
    const verdict = await check(request);
    if (!verdict.isAllowed && verdict.isExceeded) throw rateLimited(verdict.ttl);
  };
}

export function rateLimited(ttlMs: number): CallFailure {
  return new CallFailure('rate_limited', { retry_after_s: Math.max(1, Math.ceil(ttlMs / 1000)) });
}
