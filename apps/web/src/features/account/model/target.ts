import { CALLING_CODES } from '@tallystick/protocol/calling-codes';
import type { Problem } from '#lib/problem.ts';

/** Phone or e-mail that codes are sent to and that the customer logs in with. Both keep what was typed. */
export interface Target {
  readonly kind: 'phone' | 'email';
  /** ISO 3166 alpha-2, for the calling code: several countries share one. */
  readonly country: string;
  readonly phone: string;
  readonly email: string;
}

export type TargetField = 'phone' | 'email';
export type TargetProblemCode = 'phone_required' | 'phone_invalid' | 'email_required' | 'email_invalid';
export type TargetProblem = Problem<TargetProblemCode, TargetField>;

/** Shortest and longest national numbers in use; the server knows each country's rules. */
const PHONE_DIGITS = /^\d{4,15}$/;
const EMAIL = /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/;
const MAX_EMAIL = 254;

/** Only the digits of a phone number, without spaces, dashes and brackets. */
export function phoneDigits(text: string): string {
  return text.replace(/[^\d]/g, '');
}

export function validateTarget(target: Target): TargetProblem | undefined {
  if (target.kind === 'phone') {
    const digits = phoneDigits(target.phone);
    if (digits === '') return { code: 'phone_required', field: 'phone' };
    return PHONE_DIGITS.test(digits) ? undefined : { code: 'phone_invalid', field: 'phone' };
  }
  const email = target.email.trim();
  if (email === '') return { code: 'email_required', field: 'email' };
  if (email.length > MAX_EMAIL || !EMAIL.test(email)) return { code: 'email_invalid', field: 'email' };
  return undefined;
}

/** With the plus sign: `+84`. */
export function areaCodeOf({ country }: Pick<Target, 'country'>): string {
  return CALLING_CODES.get(country) ?? '+';
}

/** The target as input of a call. */
export function cleanTarget(target: Target): Target {
  return { ...target, phone: phoneDigits(target.phone), email: target.email.trim() };
}

export function requestTarget(target: Target) {
  const clean = cleanTarget(target);
  return clean.kind === 'phone'
    ? { kind: clean.kind, account: clean.phone, area_code: areaCodeOf(clean) }
    : { kind: clean.kind, account: clean.email };
}

/** The form's inputs for the target, by the calls' field names; see `Refusals`. */
export function targetInputs({ kind }: Target): Readonly<Record<string, string>> {
  return { account: kind, area_code: 'phone', phone: 'phone', email: 'email' };
}

/** The target as shown on the page, e.g. `+84 912345678`. */
export function targetText(target: Target): string {
  const clean = cleanTarget(target);
  return clean.kind === 'phone' ? `${areaCodeOf(clean)} ${clean.phone}` : clean.email;
}
