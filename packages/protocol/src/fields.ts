import { z } from 'zod';
import { fromWire, toWire } from './word-case.ts';

/**
 * Field types of the wire. Bodies may be form-encoded, so numbers and booleans are also accepted as text; everything
 * else (exponents, signs, blanks, NaN, 40 digits) is refused.
 */

/** A whole number within bounds, both included; as text without leading zeros. */
export function whole(least: number, most: number) {
  return z
    .union([z.number().int().min(least).max(most), z.string().regex(/^(0|[1-9]\d{0,15})$/)])
    .transform(Number)
    .pipe(z.number().min(least).max(most));
}

/** Id of things that grow with business (orders, fills, pictures …), at most 15 digits: stored as `bigint`. */
export const id = whole(1, 999_999_999_999_999);

/**
 * Id of something less numerous (customers, operators, markets, currencies, products, offers), or a version: stored as
 * `integer`. A test compares both with the columns of these names.
 */
export const shortId = whole(1, 2_147_483_647);

/** An unsigned decimal in units, at most 20 digits before and 18 after the point; `1.50`, never `1e3`. */
export const decimal = z.string().regex(/^\d{1,20}(\.\d{1,18})?$/);

/** A decimal in a reply: may be negative. */
export const signedDecimal = z.string().regex(/^-?\d+(\.\d+)?$/);

/** One of the words; also as earlier releases wrote it, in camel case, which is in no type. */
export function word<const Word extends string>({ options }: z.ZodEnum<Readonly<Record<Word, Word>>>) {
  const earlier = options.map(fromWire).filter(old => !options.includes(old as Word));
  return z.union([
    z.enum(options),
    z.enum(earlier).transform(toWire).meta({ deprecated: true }) as unknown as z.ZodType<Word, Word>,
  ]);
}

export const flag = z
  .union([z.boolean(), z.enum(['0', '1', 'true', 'false'])])
  .transform(value => value === true || value === '1' || value === 'true');

/** Up to the last time a `Date` can hold. */
export const timestampMs = whole(0, 8_640_000_000_000_000);

/** Page size, 1 to 100. */
export const limit = whole(1, 100).default(20);

/** Opaque position in a list: send back the value of `next_cursor`. */
export const cursor = z.string().regex(/^[A-Za-z0-9_.:-]{1,120}$/);

/**
 * Key that makes a call safe to repeat: 8 to 64 letters, digits, `-`, `_`. For a day, the same key with the same input
 * gets the first answer again, even a refusal of the exchange; a new attempt needs another key.
 */
export const idempotencyKey = z.string().regex(/^[A-Za-z0-9_-]{8,64}$/);

/** Something with parts of its own: in a JSON body as it is, in a form as JSON text. */
export function structured<Schema extends z.ZodType>(schema: Schema) {
  const text = z
    .string()
    .max(16_000)
    .transform((json, context) => {
      try {
        return JSON.parse(json) as unknown;
      } catch {
        context.addIssue({ code: 'custom', message: 'not JSON' });
        return z.NEVER;
      }
    });
  return z.union([schema, text.pipe(schema as z.ZodType<z.output<Schema>, unknown>)]);
}

/** The customer's own name for an order: unique among those they have waiting. */
export const clientOrderId = z.string().regex(/^[.A-Z:/a-z0-9_-]{1,36}$/);

/** What a call with a `binary` reply answers. */
export const bytes = z.custom<{ readonly bytes: Uint8Array; readonly contentType: string }>(
  value => typeof value === 'object' && value !== null && 'bytes' in value && 'contentType' in value,
);

/** What a call with a `streamed` reply answers. */
export const stream = z.custom<{
  readonly chunks: AsyncIterable<string | Uint8Array>;
  readonly contentType: string;
  readonly fileName: string;
}>(value => typeof value === 'object' && value !== null && 'chunks' in value && 'fileName' in value);

/** Which page of a list, as its call takes it. */
export const paging = { cursor: cursor.optional(), limit };

/** A page of a list, as its call answers it. */
export function page<Item extends z.ZodType>(item: Item) {
  return z.object({ items: z.array(item), next_cursor: z.string().nullable() });
}
