import type { ErrorCode } from '@tallystick/protocol';
import type { z } from 'zod';
import { CallFailure } from './call-failure.ts';

/** Fields with an error code of their own, so that the message names the mistake. */
const FIELD_CODES: Readonly<Record<string, ErrorCode>> = {
  price: 'invalid_price',
  trigger_price: 'invalid_price',
  quantity: 'invalid_quantity',
  amount: 'invalid_amount',
  budget: 'invalid_amount',
  phone: 'phone_invalid',
  email: 'email_invalid',
  area_code: 'area_code_invalid',
  invitation_code: 'invitation_unknown',
};

/** The call's validated input; throws a CallFailure naming the first field at fault. */
export function parseInput<Schema extends z.ZodType>(schema: Schema, raw: unknown): z.output<Schema> {
  const result = schema.safeParse(raw);
  if (!result.success) throw inputFailure(raw, result.error.issues[0]);
  refuseUnstorable(result.data);
  return result.data;
}

/** Finds texts that PostgreSQL or UTF-8 cannot hold: a NUL, half a surrogate pair. Only known fields are named. */
function refuseUnstorable(data: unknown): void {
  if (typeof data !== 'object' || data === null) return;
  for (const field in data) {
    const value = (data as Record<string, unknown>)[field];
    if (typeof value !== 'string' || (value.isWellFormed() && !value.includes('\0'))) continue;
    throw new CallFailure('invalid_input', { field });
  }
}

function inputFailure(raw: unknown, issue: z.core.$ZodIssue | undefined): CallFailure {
  const field = issue?.path[0];
  if (typeof field !== 'string') return new CallFailure('invalid_input');
  if ((raw as Record<string, unknown>)[field] === undefined)
    return new CallFailure('missing_field', { field });
  if (issue?.code === 'too_big' && field.endsWith('password'))
    return new CallFailure('password_too_long', { field });
  return new CallFailure(FIELD_CODES[field] ?? 'invalid_input', { field });
}
