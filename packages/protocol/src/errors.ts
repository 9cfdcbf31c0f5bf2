import { CORE_REFUSALS, type CoreRefusalCode } from '@tallystick/core/refusal';

/** Codes the server adds to the core's refusals, each with its HTTP status. */
export const SERVER_ERRORS = {
  invalid_input: 400,
  invalid_json: 400,
  missing_field: 400,
  unsupported_content_type: 415,
  body_too_large: 413,
  not_found: 404,
  method_not_allowed: 405,
  rate_limited: 429,
  busy: 503,
  maintenance: 503,
  internal_error: 500,
  idempotency_key_required: 400,
  idempotency_key_reused: 409,
  session_invalid: 401,
  account_required: 400,
  phone_invalid: 400,
  email_invalid: 400,
  area_code_invalid: 400,
  password_too_short: 400,
  password_too_long: 400,
  passwords_differ: 400,
  agreement_required: 400,
  login_failed: 401,
  account_locked: 423,
  code_required: 400,
  code_wrong: 400,
  code_expired: 400,
  code_too_many_tries: 429,
  code_too_soon: 429,
  account_exists: 409,
  invitation_unknown: 400,
  language_unknown: 400,
  faucet_disabled: 403,
  faucet_too_soon: 429,
  interval_unknown: 400,
  operator_forbidden: 403,
  same_operator: 409,
  already_decided: 409,
  proposal_outdated: 409,
  reason_required: 400,
  nothing_changed: 409,
  totp_required: 401,
  totp_wrong: 401,
  totp_setup_required: 403,
  product_off: 403,
  not_available: 501,
} as const;
export type ServerErrorCode = keyof typeof SERVER_ERRORS;

export type ErrorCode = CoreRefusalCode | ServerErrorCode;

const NOT_FOUND: readonly CoreRefusalCode[] = [
  'unknown_market',
  'unknown_currency',
  'unknown_order',
  'unknown_withdrawal',
  'unknown_customer',
];
const HALTED: readonly CoreRefusalCode[] = ['market_halted', 'market_cancel_only'];

/** The HTTP status an error travels with: 404 for unknown things, 409 for other refusals of the core. */
export function httpStatus(code: ErrorCode): number {
  if (code in SERVER_ERRORS) return SERVER_ERRORS[code as ServerErrorCode];
  if (NOT_FOUND.includes(code as CoreRefusalCode)) return 404;
  if (HALTED.includes(code as CoreRefusalCode)) return 503;
  return code.startsWith('invalid_') ? 400 : 409;
}

/** Every code a customer may meet: the translations are complete for exactly these. */
export const ERROR_CODES: readonly ErrorCode[] = [
  ...CORE_REFUSALS,
  ...(Object.keys(SERVER_ERRORS) as ServerErrorCode[]),
];
