import { z } from 'zod';
import type { ErrorCode } from './errors.ts';

/** One HTTP call: what the server validates, the apps send and the documentation shows. */
export interface Call<Input extends z.ZodType = z.ZodType, Output extends z.ZodType = z.ZodType> {
  readonly summary: string;
  readonly tag:
    | 'app'
    | 'account'
    | 'market'
    | 'spot'
    | 'convert'
    | 'perpetual'
    | 'option'
    | 'launch'
    | 'trust'
    | 'wallet'
    | 'referral'
    | 'notice'
    | 'chat'
    | 'security'
    | 'picture'
    | 'identity'
    | 'deposit'
    | 'withdrawal'
    | 'bank'
    | 'price-log'
    | 'help';
  /** `session`: requires a valid token. `optional`: shows more with one. */
  readonly auth: 'none' | 'optional' | 'session';
  /**
   * Moves money: requires an `Idempotency-Key` header. Any answer of the exchange, success or refusal, uses up the key.
   */
  readonly idempotent?: boolean;
  /** Body fields for POST and PUT, query fields for GET. */
  readonly input: Input;
  /** The body is multipart with one file in the field of this name; the handler gets its bytes. */
  readonly file?: string;
  /** A successful reply is bytes of one of these content types instead of an envelope. */
  readonly binary?: readonly string[];
  /** As `binary`, but streamed: an interrupted transfer is not a complete file. */
  readonly streamed?: readonly string[];
  /** The reply's `data`. */
  readonly output: Output;
  /** Codes in addition to those any call may answer (invalid_input, rate_limited, session_invalid …). */
  readonly errors?: readonly ErrorCode[];
}

/** The fields of a call that takes none. */
const NO_FIELDS = z.object({});

type Completed<Usual, Given> = Given & Omit<Usual, keyof Given>;
type AllCompleted<Usual, Given> = { readonly [Name in keyof Given]: Completed<Usual, Given[Name]> };

/** Definitions in which what is usual may be left out: each with all of it. */
export function completed<Usual extends object, Given extends Readonly<Record<string, object>>>(
  usual: Usual,
  given: Given,
): AllCompleted<Usual & { readonly input: typeof NO_FIELDS }, Given> {
  const all = Object.entries(given).map(([name, call]) => [name, { input: NO_FIELDS, ...usual, ...call }]);
  return Object.fromEntries(all) as AllCompleted<Usual & { readonly input: typeof NO_FIELDS }, Given>;
}

type Written = Omit<Call, 'tag' | 'auth' | 'input'> & Partial<Pick<Call, 'auth' | 'input'>>;

/**
 * The calls of one tag. Each requires a session and takes no fields unless it says otherwise. Keeps the literal types of
 * `auth` and `idempotent`, so that handlers are typed by what their call requires.
 */
export function callsOf<const Tag extends Call['tag'], const Calls extends Readonly<Record<string, Written>>>(
  tag: Tag,
  calls: Calls,
) {
  return completed({ tag, auth: 'session' } as const, calls);
}
