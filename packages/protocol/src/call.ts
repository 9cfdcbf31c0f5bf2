import type { z } from 'zod';
import type { ErrorCode } from './errors.ts';

/** One HTTP call: what the server checks, the apps send and the documentation shows. */
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
  /** `session`: a valid token is needed. `optional`: more is shown with one. */
  readonly auth: 'none' | 'optional' | 'session';
  /**
   * Moves money: needs an `Idempotency-Key` header (for orders their `client_order_id` does, too). Whatever the exchange
   * answers, done or refused, uses the key up.
   */
  readonly idempotent?: boolean;
  /** Body fields for POST and PUT, query fields for GET. */
  readonly input: Input;
  /** The body is multipart with one file, in the field of this name; the handler gets its bytes. */
  readonly file?: string;
  /** The reply is bytes of one of these content types instead of an envelope; failures keep theirs. */
  readonly binary?: readonly string[];
  /** As `binary`, but written while it is read: a transfer that breaks off is no file. */
  readonly streamed?: readonly string[];
  /** The reply's `data`. */
  readonly output: Output;
  /** Codes beyond those any call may answer (invalid_input, rate_limited, session_invalid …). */
  readonly errors?: readonly ErrorCode[];
}

/** Keeps the literal `auth` and `idempotent`, so that handlers are typed by what their call demands. */
export function defineCall<const Definition extends Call>(call: Definition): Definition {
  return call;
}
