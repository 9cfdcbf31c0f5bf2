import type { z } from 'zod';
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
   * Moves money: requires an `Idempotency-Key` header (for orders their `client_order_id` also serves). Any answer of
   * the exchange, success or refusal, uses up the key.
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

/** Keeps the literal types of `auth` and `idempotent`, so that handlers are typed by what their call requires. */
export function defineCall<const Definition extends Call>(call: Definition): Definition {
  return call;
}
