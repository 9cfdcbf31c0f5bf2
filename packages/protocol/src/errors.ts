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
  password_wrong: 400,
  password_unchanged: 400,
  fund_password_missing: 409,
  fund_password_invalid: 400,
  fund_password_weak: 400,
  fund_password_wrong: 400,
  fund_password_locked: 423,
  second_factor_required: 401,
  second_factor_expired: 401,
  two_factor_required: 400,
  two_factor_wrong: 400,
  two_factor_locked: 423,
  two_factor_on: 409,
  two_factor_off: 409,
  passkey_failed: 400,
  too_many_passkeys: 409,
  contact_missing: 409,
  contact_taken: 409,
  contact_unchanged: 409,
  phrase_invalid: 400,
  already_frozen: 409,
  not_frozen: 409,
  unfreeze_too_soon: 403,
  unfreeze_by_desk: 403,
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
  file_missing: 400,
  file_too_large: 413,
  file_not_a_picture: 415,
  picture_animated: 415,
  picture_has_extra_data: 415,
  picture_too_many_pixels: 413,
  picture_too_small: 400,
  picture_too_many: 429,
  picture_unknown: 404,
  picture_in_use: 409,
  pictures_alike: 400,
  full_name_invalid: 400,
  id_number_invalid: 400,
  contact_address_invalid: 400,
  identity_basic_first: 409,
  identity_under_review: 409,
  identity_already_verified: 409,
  identity_document_used: 409,
  agreement_changed: 409,
  agreement_signed: 409,
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
