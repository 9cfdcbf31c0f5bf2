import type { z } from 'zod';
import type { ErrorCode } from '../errors.ts';
import type { Permission } from './roles.ts';

/** One call of the operators' desk. Bodies are JSON, or multipart with a file; everything else is as with customers' calls. */
export interface DeskCall<Input extends z.ZodType = z.ZodType, Output extends z.ZodType = z.ZodType> {
  readonly summary: string;
  /** `none`: logging in. `pending`: an operator who still has to set up the second factor may call it too. */
  readonly auth: 'none' | 'pending' | 'operator';
  /**
   * The right the operator's role needs. `self`: only concerns the operator. `kind`: depends on what the proposal or
   * queue is of, and is checked there.
   */
  readonly permission: Permission | 'self' | 'kind';
  /** The body is multipart with one file, in the field of this name; the handler gets its bytes. */
  readonly file?: string;
  readonly input: Input;
  readonly output: Output;
  readonly errors?: readonly ErrorCode[];
}

export function defineDeskCall<const Definition extends DeskCall>(call: Definition): Definition {
  return call;
}
