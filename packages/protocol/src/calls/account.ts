import { z } from 'zod';
import { callsOf } from '../call.ts';
import * as f from '../fields.ts';

/** `account` is a phone number (national, with `area_code`) or an e-mail address; `kind` says which. */
export const kind = z.enum(['phone', 'email']);
export const areaCode = z.string().regex(/^\+?\d{1,4}$/);
const target = { kind, account: z.string().min(1).max(254), area_code: areaCode.optional() };
export const password = z.string().max(1024);
export const code = z.string().max(12);
const purpose = z.enum(['register', 'forget']);

export const user = z.object({
  id: z.number(),
  nickname: z.string(),
  /** Masked as shown to others, e.g. `a***@example.org`. */
  account: z.string(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
  invitation_code: z.string(),
  lang: z.string().nullable(),
  verification: z.enum(['unverified', 'under_review', 'verified']),
  has_fund_password: z.boolean(),
  two_factor: z.boolean(),
  /** Frozen by the customer or the desk: `GET user/security` says by whom and until when. */
  frozen: z.boolean(),
  /** House accounts and seeded demo traders, never counted in rankings. */
  demo: z.boolean(),
  created_at_ms: z.number(),
});

export const session = z.object({ token: z.string(), user });

export const codeSent = z.object({
  /** Seconds until another code may be requested. */
  resend_after_s: z.number(),
  expires_in_s: z.number(),
  /** In demo only: the code itself, shown on the page under the demo mark. */
  demo_code: z.string().nullable(),
});

export const accountCalls = callsOf('account', {
  'POST area_code': {
    summary: 'Countries and their calling codes',
    auth: 'none',
    output: z.object({
      items: z.array(z.object({ country: z.string(), name: z.string(), area_code: z.string() })),
    }),
  },
  'POST sms_send': {
    summary: 'Send a verification code by SMS. The reply never tells whether the account exists',
    auth: 'none',
    input: z.object({ area_code: areaCode, phone: z.string().min(1).max(20), purpose }),
    output: codeSent,
    errors: ['phone_invalid', 'area_code_invalid', 'code_too_soon'],
  },
  'POST sms_mail': {
    summary: 'Send a verification code by e-mail. The reply never tells whether the account exists',
    auth: 'none',
    input: z.object({ email: z.string().min(1).max(254), purpose }),
    output: codeSent,
    errors: ['email_invalid', 'code_too_soon'],
  },
  'POST user/check_mobile': {
    summary: 'Check a phone number and its code before the password step',
    auth: 'none',
    input: z.object({ area_code: areaCode, phone: z.string().min(1).max(20), code, purpose }),
    output: z.object({ valid: z.literal(true) }),
    errors: ['phone_invalid', 'code_wrong', 'code_expired', 'code_too_many_tries'],
  },
  'POST user/check_email': {
    summary: 'Check an e-mail address and its code before the password step',
    auth: 'none',
    input: z.object({ email: z.string().min(1).max(254), code, purpose }),
    output: z.object({ valid: z.literal(true) }),
    errors: ['email_invalid', 'code_wrong', 'code_expired', 'code_too_many_tries'],
  },
  'POST user/register': {
    summary: 'Open an account and log in',
    auth: 'none',
    input: z.object({
      ...target,
      code,
      password,
      re_password: password,
      invitation_code: z.string().max(32).optional(),
      agreement: f.flag,
    }),
    output: session,
    errors: [
      'phone_invalid',
      'email_invalid',
      'code_wrong',
      'code_expired',
      'code_too_many_tries',
      'password_too_short',
      'password_too_long',
      'passwords_differ',
      'agreement_required',
      'invitation_unknown',
      'self_referral',
      'account_exists',
    ],
  },
  'POST user/login': {
    summary:
      'Log in with phone or e-mail and password. Refused with `second_factor_required`, a ticket and the methods where one is set up. With `login_limited`, whatever is right or wrong, while strangers have used up what they may guess: then with `two_factor_code` in the same request, or after a link of `POST user/login_link`. The cookie of the reply makes the device known',
    auth: 'none',
    input: z.object({ ...target, password, two_factor_code: z.string().max(32).optional() }),
    output: session,
    errors: [
      'login_failed',
      'login_limited',
      'account_locked',
      'phone_invalid',
      'email_invalid',
      'second_factor_required',
    ],
  },
  'POST user/login_link': {
    summary:
      'Mail (or text) a link that makes the device that opens it known. The reply never tells whether the account exists',
    auth: 'none',
    input: z.object(target),
    output: z.object({
      expires_in_s: z.number(),
      /** Seconds until the next one may be sent; earlier requests send none. */
      again_in_s: z.number(),
      /** In demo only, and only if one was sent: its link. */
      demo_link: z.string().nullable(),
    }),
    errors: ['phone_invalid', 'area_code_invalid', 'email_invalid', 'code_too_soon'],
  },
  'POST user/login_link_open': {
    summary: 'Use a mailed link: this device is known from now on, and logs in with its own tries',
    auth: 'none',
    input: z.object({ token: z.string().min(1).max(128) }),
    output: z.object({ known: z.literal(true) }),
    errors: ['login_link_expired'],
  },
  'POST user/forget': {
    summary: 'Set a new password with a code; all sessions end',
    auth: 'none',
    input: z.object({ ...target, code, password, re_password: password }),
    output: z.object({ changed: z.literal(true) }),
    errors: ['code_wrong', 'code_expired', 'code_too_many_tries', 'password_too_short', 'passwords_differ'],
  },
  'POST user/logout': {
    summary: 'End this session',
    output: z.object({ ended: z.literal(true) }),
  },
  'GET user/center': {
    summary: 'The logged-in customer',
    output: user,
  },
  'GET user/center2': {
    summary: 'The logged-in customer with the sessions that are open',
    output: z.object({
      user,
      sessions: z.array(
        z.object({
          id: z.number(),
          current: z.boolean(),
          device: z.string(),
          address: z.string(),
          created_at_ms: z.number(),
          last_seen_at_ms: z.number(),
        }),
      ),
    }),
  },
  'POST user/revoke_session': {
    summary: 'End one other session, or with `all` every other',
    input: z.object({ session_id: f.id.optional(), all: f.flag.optional() }),
    output: z.object({ ended: z.number() }),
    errors: ['not_found'],
  },
});
