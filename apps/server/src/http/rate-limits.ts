import type { CallName } from '@tallystick/protocol';
import type { DeskCallName } from '@tallystick/protocol/desk';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { CallFailure } from './call-failure.ts';
import { networkOf } from './network.ts';

const MINUTE_MS = 60_000;
/** Calls per address and minute: several people with the app open may share one. */
const PER_ADDRESS = 1_800;
/** Calls per logged-in customer and minute, wherever they come from. */
const PER_CUSTOMER = 900;
/** What is worth guessing or costs a message, per address and minute. */
const STRICT: Partial<Record<CallName | DeskCallName, number>> = {
  'POST user/login': 30,
  'POST user/register': 30,
  'POST user/forget': 30,
  'POST user/check_mobile': 30,
  'POST user/check_email': 30,
  'POST upload': 60,
  'POST sms_send': 20,
  'POST sms_mail': 20,
  'POST set/sms_other_mail': 20,
  'POST user/contact_code': 20,
  'POST user/contact': 30,
  'POST user/e_pwd': 30,
  'POST user/valid_paypass': 30,
  'POST user/login_second': 30,
  'POST user/login_link': 20,
  'POST user/login_link_open': 30,
  'POST user/passkey_login_options': 30,
  'POST user/passkey_login': 30,
  // Large answers, or small ones out of large files.
  'GET microtrade/proof': 240,
  'GET lh/send/allocation_list': 240,
  'GET price_log/archive': 60,
  'GET price_log/ticks': 600,
  'GET price_log/inclusion': 600,
  'POST desk/login': 30,
  'POST desk/login_link_open': 30,
  'POST desk/invitation_open': 30,
  'POST desk/invitation_accept': 30,
  'POST desk/totp_begin': 30,
  'POST desk/totp_confirm': 30,
};

/** Throws `rate_limited` with the seconds to wait. */
type Limit = (request: FastifyRequest) => Promise<void>;

export interface RateLimits {
  /** Before anything is read. */
  address(name: CallName | DeskCallName): readonly Limit[];
  /** Once the session is known. */
  readonly customer: Limit;
}

/** Needs the rate-limit plugin. Counts in memory: a restart forgives. `refused` hears which call was refused. */
export function createRateLimits(
  app: FastifyInstance,
  refused: (call: string) => void = () => undefined,
): RateLimits {
  const limit = (call: string, max: number, keyGenerator: (request: FastifyRequest) => string): Limit => {
    const check = app.createRateLimit({ max, timeWindow: MINUTE_MS, keyGenerator });
    return async request => {
      const verdict = await check(request);
      if (!verdict.isAllowed && verdict.isExceeded) {
        refused(call);
        throw new CallFailure('rate_limited', { retry_after_s: verdict.ttlInSeconds });
      }
    };
  };
  const everywhere = limit('any', PER_ADDRESS, request => networkOf(request.ip));
  return {
    address(name) {
      const strict = STRICT[name];
      return strict === undefined
        ? [everywhere]
        : [everywhere, limit(name, strict, request => networkOf(request.ip))];
    },
    customer: limit('customer', PER_CUSTOMER, request => String(request.session?.customerId ?? 0)),
  };
}
