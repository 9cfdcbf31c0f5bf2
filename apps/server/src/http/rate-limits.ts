import { MINUTE_MS } from '@tallystick/core/durations';
import type { CallName } from '@tallystick/protocol';
import type { DeskCallName } from '@tallystick/protocol/desk';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { browserTokenOf } from './browser.ts';
import { CallFailure } from './call-failure.ts';
import { networkOf } from './network.ts';
import type { SharedCalls } from './shared-calls.ts';

/** Calls per address and minute; several people may share one address. */
const PER_ADDRESS = 1_800;
/** Files of the signed logs per address and minute: whoever mirrors a log waits, and goes on. */
const FILES_PER_ADDRESS = 1_200;
/** Calls per logged-in customer and minute, from any address. */
const PER_CUSTOMER = 900;
/** Calls that could be guessed at or cost a message, per address and minute. */
const STRICT: Partial<Record<CallName | DeskCallName, number>> = {
  'POST user/login': 30,
  'POST user/register': 30,
  'POST user/forget': 30,
  'POST user/check_mobile': 30,
  'POST user/check_email': 30,
  'POST upload': 60,
  'POST feedback/picture': 20,
  'POST feedback/send': 20,
  'POST help/useful': 60,
  'GET help/search': 240,
  'POST chat/upload': 30,
  'POST chat/send': 120,
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
  'POST user/recovery_state': 30,
  'POST user/recovery_begin': 10,
  'POST user/recovery': 20,
  'POST user/recovery_stop': 30,
  'POST user/passkey_login_options': 30,
  'POST user/passkey_login': 30,
  // Large answers, or answers computed from large files.
  'GET microtrade/proof': 240,
  'GET lh/send/allocation_list': 240,
  'GET liability/points': 240,
  'GET liability/proof': 60,
  'GET statement/file': 120,
  'GET statement/summary': 240,
  'GET statement/profit': 240,
  'GET statement/tax_year': 240,
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

/** Calls needed to log in. Others at the same address must not be able to use them up: see `PER_KNOWN_BROWSER`. */
const GETTING_IN: ReadonlySet<string> = new Set<CallName | DeskCallName>([
  'POST user/login',
  'POST user/login_second',
  'POST user/login_link',
  'POST user/login_link_open',
  'POST user/passkey_login_options',
  'POST user/passkey_login',
  'POST user/forget',
  'POST user/check_mobile',
  'POST user/check_email',
  'POST sms_send',
  'POST sms_mail',
  'POST desk/login',
  'POST desk/login_link_open',
]);
/** All these calls together, per minute and known browser, in addition to its address's. */
const PER_KNOWN_BROWSER = 12;

/** Recognises browsers that have logged in before: see modules/account/known-devices.ts. */
export interface KnownBrowsers {
  /** Null: it carries no token signed by this server. Cheap. */
  nameOf(browser: { readonly token: string | null }): string | null;
  /** Whether any account knows it: a signed token alone is given to everyone who asks for a code. */
  isKnown(browser: { readonly token: string | null }): Promise<boolean>;
}

/** Throws `rate_limited` with the seconds to wait. */
export type Limit = (request: FastifyRequest) => Promise<void>;

export interface RateLimits {
  /** Checked before anything is read. */
  address(name: CallName | DeskCallName): readonly Limit[];
  /** Of the logs’ files, checked before anything is read. */
  readonly files: Limit;
  /** Checked once the session is known. */
  readonly customer: Limit;
}

export interface RateLimitsOptions {
  readonly browsers: KnownBrowsers;
  /** Gets each refused call. */
  readonly refused?: ((call: string) => void) | undefined;
  /** What other gateways have counted; left out: there are none. */
  readonly shared?: Pick<SharedCalls, 'count'> | undefined;
}

/** Needs the rate-limit plugin. Counts in memory, so a restart resets it. */
export function createRateLimits(app: FastifyInstance, options: RateLimitsOptions): RateLimits {
  const { browsers, refused = () => undefined, shared } = options;
  /** Seconds to wait, or 0. `what` is counted, for each key by itself. */
  const count = (what: string, most: number, keyGenerator: (request: FastifyRequest) => string) => {
    // Asked once for each call.
    const left = (_request: FastifyRequest, key: string): number =>
      Math.max(0, most - (shared?.count(`${what} ${key}`, most) ?? 0));
    const max = shared === undefined ? most : left;
    const check = app.createRateLimit({ max, timeWindow: MINUTE_MS, keyGenerator });
    return async (request: FastifyRequest): Promise<number> => {
      const verdict = await check(request);
      return !verdict.isAllowed && verdict.isExceeded ? verdict.ttlInSeconds : 0;
    };
  };
  const byBrowser = count('browser', PER_KNOWN_BROWSER, request => browsers.nameOf(browserIn(request)) ?? '');
  /** A browser's own allowance, counted before the database look-up, so that look-ups are limited, too. */
  const passesAlone = async (request: FastifyRequest): Promise<boolean> => {
    const browser = browserIn(request);
    if (browsers.nameOf(browser) === null || (await byBrowser(request)) > 0) return false;
    return browsers.isKnown(browser);
  };
  const refuse = (call: string, waitS: number): never => {
    refused(call);
    throw new CallFailure('rate_limited', { retry_after_s: waitS });
  };
  const byAddress = (what: string, max: number) => count(what, max, request => networkOf(request.ip));
  const everywhere = byAddress('any', PER_ADDRESS);
  const ofFiles = byAddress('files', FILES_PER_ADDRESS);
  const ofCustomer = count('customer', PER_CUSTOMER, request => String(request.session?.customerId ?? 0));
  return {
    address(name) {
      const strict = STRICT[name];
      const ofCall = strict === undefined ? null : byAddress(name, strict);
      const limit: Limit = async request => {
        const waitAnywhereS = await everywhere(request);
        const waitS = waitAnywhereS > 0 || ofCall === null ? waitAnywhereS : await ofCall(request);
        if (waitS === 0) return;
        if (GETTING_IN.has(name) && (await passesAlone(request))) return;
        refuse(waitAnywhereS > 0 ? 'any' : name, waitS);
      };
      return [limit];
    },
    async files(request) {
      const waitS = (await everywhere(request)) || (await ofFiles(request));
      if (waitS > 0) refuse('files', waitS);
    },
    async customer(request) {
      const waitS = await ofCustomer(request);
      if (waitS > 0) refuse('customer', waitS);
    },
  };
}

function browserIn(request: FastifyRequest): { readonly token: string | null } {
  return { token: browserTokenOf(request) };
}
