import { z } from 'zod';

/**
 * Fields as they travel. Bodies may be form-encoded, so numbers and booleans also arrive as text; both forms are
 * accepted, everything else (exponents, signs, blanks, NaN, 40 digits) is refused.
 */

/** A positive integer id, at most 15 digits. */
export const id = z
  .union([z.number().int().min(1).max(999_999_999_999_999), z.string().regex(/^[1-9]\d{0,14}$/)])
  .transform(Number);

/** An unsigned decimal in units, at most 20 digits before and 18 after the point; `1.50`, never `1e3`. */
export const decimal = z.string().regex(/^\d{1,20}(\.\d{1,18})?$/);

/** A decimal in a reply: may be negative. */
export const signedDecimal = z.string().regex(/^-?\d+(\.\d+)?$/);

export const flag = z
  .union([z.boolean(), z.enum(['0', '1', 'true', 'false'])])
  .transform(value => value === true || value === '1' || value === 'true');

export const timestampMs = z
  .union([z.number().int().min(0).max(8_640_000_000_000_000), z.string().regex(/^\d{1,16}$/)])
  .transform(Number);

/** Page size, 1 to 100. */
export const limit = z
  .union([z.number().int(), z.string().regex(/^\d{1,3}$/)])
  .transform(Number)
  .pipe(z.number().min(1).max(100))
  .default(20);

/** Opaque position in a list: send back what `next_cursor` said. */
export const cursor = z.string().regex(/^[A-Za-z0-9_.:-]{1,120}$/);

/**
 * Key that makes a call safe to repeat: 8 to 64 letters, digits, `-`, `_`. The same key with the same input gets the
 * first answer again for a day, a refusal of the exchange included; whoever tries again takes another key.
 */
export const idempotencyKey = z.string().regex(/^[A-Za-z0-9_-]{8,64}$/);

/** What a call with a `binary` reply answers. */
export const bytes = z.custom<{ readonly bytes: Uint8Array; readonly contentType: string }>(
  value => typeof value === 'object' && value !== null && 'bytes' in value && 'contentType' in value,
);

export function page<Item extends z.ZodType>(item: Item) {
  return z.object({ items: z.array(item), next_cursor: z.string().nullable() });
}
