import { z } from 'zod';
import { callsOf } from '../call.ts';
import * as f from '../fields.ts';
import { areaCode, code, codeSent, kind, password, session, user } from './account.ts';

/** Six digits; the server says which are refused. */
const fundPassword = z.string().max(32);
/** Six digits of the authenticator app, or a recovery code. Empty or absent: none given. */
const secondFactorCode = z.string().max(32);
/** From the refusal `second_factor_required` of `POST user/login`. */
const ticket = z.string().max(128);
/** What the browser's credential call returned, as JSON. */
const credential = z.string().max(16_000);
const passkeyName = z.string().max(64);

/** The action that a code sent to one's own contact authorises, and no other. */
export const PROOF_PURPOSES = [
  'fund_password',
  'contact',
  'unfreeze',
  'withdraw',
  'address',
  'bank_card',
] as const;
export const proofPurpose = z.enum(PROOF_PURPOSES);

export const holdReason = z.enum([
  'password',
  'fund_password',
  'two_factor',
  'passkey',
  'contact',
  'recovery',
]);
export const hold = z.object({ reason: holdReason, until_ms: z.number() });

const passkey = z.object({
  id: z.number(),
  name: z.string(),
  /** Kept by the platform's password manager and so on the customer's other devices, too. */
  synced: z.boolean(),
  created_at_ms: z.number(),
  last_used_at_ms: z.number().nullable(),
});

/** How a login succeeded or failed. */
export const loginMethod = z.enum(['register', 'password', 'two_factor', 'recovery_code', 'passkey']);
const loginRecord = z.object({
  id: z.number(),
  at_ms: z.number(),
  method: loginMethod,
  succeeded: z.boolean(),
  device: z.string(),
  /** Without its last part. */
  address: z.string(),
});

const lockErrors = ['password_wrong', 'account_locked'] as const;
const secondFactorErrors = ['two_factor_required', 'two_factor_wrong', 'two_factor_locked'] as const;
const codeErrors = ['code_required', 'code_wrong', 'code_expired', 'code_too_many_tries'] as const;
/** Of a fund password, a code and the second factor in one call. */
export const proofErrors = [
  'fund_password_missing',
  'fund_password_invalid',
  'fund_password_wrong',
  'fund_password_locked',
  ...codeErrors,
  ...secondFactorErrors,
  'passkey_failed',
] as const;

/** The second factor where money moves out: a code, or a passkey's answer to `POST user/passkey_proof_options`. */
export const secondFactor = {
  two_factor_code: secondFactorCode.optional(),
  passkey: credential.optional(),
};
const changed = z.object({ changed: z.literal(true), hold: hold.nullable() });
const options = z.object({
  /** The argument of the browser's credential call, as WebAuthn's JSON form. */
  options: z.record(z.string(), z.unknown()),
});

export const securityCalls = callsOf('security', {
  'GET user/security': {
    summary: 'Everything that protects the account, and what is on hold because of a change',
    output: z.object({
      email: z.string().nullable(),
      phone: z.string().nullable(),
      password_changed_at_ms: z.number(),
      fund_password_changed_at_ms: z.number().nullable(),
      /** Until then the fund password is refused, after too many wrong tries. */
      fund_password_locked_until_ms: z.number().nullable(),
      two_factor_since_ms: z.number().nullable(),
      recovery_codes_left: z.number(),
      passkeys: z.array(passkey),
      anti_phishing: z.string().nullable(),
      frozen: z
        .object({ since_ms: z.number(), by: z.enum(['customer', 'desk']), unfreeze_from_ms: z.number() })
        .nullable(),
      withdrawal_hold: hold.nullable(),
      /** How long withdrawals wait after a change, as operators have set it. */
      hold_hours: z.number(),
    }),
  },

  'POST set/sms_other_mail': {
    summary: 'Send a code for one sensitive action to the customer’s own phone or e-mail address',
    input: z.object({ purpose: proofPurpose, via: kind.optional() }),
    output: codeSent.extend({
      via: kind,
      /** Masked. */
      target: z.string(),
    }),
    errors: ['code_too_soon', 'contact_missing'],
  },
  'POST user/contact_code': {
    summary: 'Send a code to a phone number or e-mail address that is to be bound',
    input: z.object({ kind, account: z.string().min(1).max(254), area_code: areaCode.optional() }),
    output: codeSent,
    errors: ['phone_invalid', 'area_code_invalid', 'email_invalid', 'code_too_soon', 'contact_unchanged'],
  },
  'POST user/contact': {
    summary: 'Bind or replace the phone number or e-mail address: a code to it, and one to what is bound now',
    input: z.object({
      kind,
      account: z.string().min(1).max(254),
      area_code: areaCode.optional(),
      /** From `POST user/contact_code`. */
      new_code: code,
      /** From `POST set/sms_other_mail` with the purpose `contact`. */
      code,
      two_factor_code: secondFactorCode.optional(),
    }),
    output: z.object({ user, hold: hold.nullable() }),
    errors: [
      'phone_invalid',
      'area_code_invalid',
      'email_invalid',
      'contact_taken',
      'contact_unchanged',
      ...codeErrors,
      ...secondFactorErrors,
    ],
  },

  'POST user/has_password': {
    summary: 'Whether a fund password is set',
    output: z.object({ has_password: z.boolean(), locked_until_ms: z.number().nullable() }),
  },
  'POST user/e_pwd': {
    summary: 'Set the fund password with a code, or change it with the old one or a code',
    input: z.object({
      password: fundPassword,
      re_password: fundPassword,
      old_password: fundPassword.optional(),
      /** From `POST set/sms_other_mail` with the purpose `fund_password`. */
      code: code.optional(),
      two_factor_code: secondFactorCode.optional(),
    }),
    output: changed,
    errors: [
      'fund_password_invalid',
      'fund_password_weak',
      'fund_password_wrong',
      'fund_password_locked',
      'fund_password_missing',
      'passwords_differ',
      'password_unchanged',
      ...codeErrors,
      ...secondFactorErrors,
    ],
  },
  'POST user/valid_paypass': {
    summary:
      'Check the fund password. Five wrong tries lock it for an hour, or until it is reset with a code',
    input: z.object({ password: fundPassword }),
    output: z.object({ valid: z.literal(true) }),
    errors: ['fund_password_invalid', 'fund_password_wrong', 'fund_password_locked', 'fund_password_missing'],
  },
  'POST safe/update_password': {
    summary: 'Change the login password; every session ends, this one too',
    input: z.object({
      old_password: password,
      password,
      re_password: password,
      two_factor_code: secondFactorCode.optional(),
    }),
    output: changed,
    errors: [
      ...lockErrors,
      'password_too_short',
      'password_too_long',
      'passwords_differ',
      'password_unchanged',
      ...secondFactorErrors,
    ],
  },

  'POST user/two_factor_setup': {
    summary: 'A new secret for an authenticator app; it counts once it is confirmed',
    input: z.object({ password }),
    output: z.object({
      /** Base32, to type by hand. */
      secret: z.string(),
      /** For a QR code. */
      otpauth_url: z.string(),
    }),
    errors: [...lockErrors, 'two_factor_on'],
  },
  'POST user/two_factor_confirm': {
    summary: 'Turn two-factor on with the app’s first code; the recovery codes are shown this once',
    input: z.object({ two_factor_code: secondFactorCode }),
    output: z.object({ recovery_codes: z.array(z.string()) }),
    errors: ['two_factor_on', 'two_factor_off', 'two_factor_wrong', 'two_factor_locked'],
  },
  'POST user/two_factor_disable': {
    summary: 'Turn two-factor off with the password and a code',
    input: z.object({ password, two_factor_code: secondFactorCode }),
    output: changed,
    errors: [...lockErrors, 'two_factor_off', 'two_factor_wrong', 'two_factor_locked'],
  },
  'POST user/recovery_codes': {
    summary: 'Ten new recovery codes; the old ones end',
    input: z.object({ password, two_factor_code: secondFactorCode }),
    output: z.object({ recovery_codes: z.array(z.string()) }),
    errors: [...lockErrors, 'two_factor_off', 'two_factor_wrong', 'two_factor_locked'],
  },
  'POST user/login_second': {
    summary: 'The second step of logging in: a code of the authenticator app, or a recovery code',
    auth: 'none',
    input: z.object({ ticket, two_factor_code: secondFactorCode }),
    output: session,
    errors: ['second_factor_expired', 'two_factor_wrong', 'two_factor_locked'],
  },

  'POST user/passkey_options': {
    summary: 'What the browser needs to make a passkey',
    input: z.object({ password }),
    output: options,
    errors: [...lockErrors, 'too_many_passkeys'],
  },
  'POST user/passkey_add': {
    summary: 'Keep the passkey the browser made',
    input: z.object({ credential, name: passkeyName }),
    output: z.object({ passkey }),
    errors: ['passkey_failed', 'too_many_passkeys'],
  },
  'POST user/passkey_rename': {
    summary: 'Give a passkey another name',
    input: z.object({ passkey_id: f.id, name: passkeyName.min(1) }),
    output: z.object({ passkey }),
    errors: ['not_found'],
  },
  'POST user/passkey_remove': {
    summary: 'Remove a passkey, with the login password',
    input: z.object({ passkey_id: f.id, password }),
    output: changed,
    errors: [...lockErrors, 'not_found'],
  },
  'POST user/passkey_proof_options': {
    summary:
      'What the browser needs to prove a passkey instead of the authenticator’s code. Passkeys made within the time that ' +
      'withdrawals wait after a change do not count',
    output: options,
    errors: ['passkey_failed'],
  },
  'POST user/passkey_login_options': {
    summary: 'What the browser needs to log in with a passkey, alone or (with a ticket) as the second step',
    auth: 'none',
    input: z.object({ ticket: ticket.optional() }),
    output: options,
    errors: ['second_factor_expired', 'passkey_failed'],
  },
  'POST user/passkey_login': {
    summary: 'Log in with a passkey, alone or (with a ticket) as the second step',
    auth: 'none',
    input: z.object({ credential, ticket: ticket.optional() }),
    output: session,
    errors: ['second_factor_expired', 'passkey_failed'],
  },

  'GET user/login_history': {
    summary: 'Who logged in or tried to, newest first',
    input: z.object({ ...f.paging }),
    output: f.page(loginRecord),
  },
  'POST user/anti_phishing': {
    summary: 'A phrase that every mail of ours then carries: 4 to 30 characters, or empty to stop',
    input: z.object({ phrase: z.string().max(120), password }),
    output: z.object({ anti_phishing: z.string().nullable() }),
    errors: [...lockErrors, 'phrase_invalid'],
  },
  'POST user/freeze': {
    summary:
      'Freeze the account: sessions end, trading and withdrawing stop. For 24 hours only our desk can undo it',
    input: z.object({ password, cancel_orders: f.flag.optional() }),
    output: z.object({ unfreeze_from_ms: z.number() }),
    errors: [...lockErrors, 'already_frozen'],
  },
  'POST user/unfreeze': {
    summary: 'Lift a freeze of one’s own after 24 hours, with a code and the second factor',
    input: z.object({ code, two_factor_code: secondFactorCode.optional() }),
    output: z.object({ unfrozen: z.literal(true) }),
    errors: ['not_frozen', 'unfreeze_too_soon', 'unfreeze_by_desk', ...codeErrors, ...secondFactorErrors],
  },
});
