import type { z } from 'zod';
import { completed } from '../call.ts';
import type { ErrorCode } from '../errors.ts';
import type { Permission } from './roles.ts';

/** One call of the operators' desk. Bodies are JSON, or multipart with a file; all else as in customers' calls. */
export interface DeskCall<Input extends z.ZodType = z.ZodType, Output extends z.ZodType = z.ZodType> {
  readonly summary: string;
  /** `none`: logging in. `pending`: also allowed for an operator who still has to set up the second factor. */
  readonly auth: 'none' | 'pending' | 'operator';
  /**
   * The right required of the operator's role. `self`: concerns only the operator. `kind`: depends on the kind of
   * proposal or queue, and is checked there.
   */
  readonly permission: Permission | 'self' | 'kind';
  /** The body is multipart with one file, in the field of this name; the handler gets its bytes. */
  readonly file?: string;
  /** As in customers' calls: a successful reply is a stream of bytes of one of these content types. */
  readonly streamed?: readonly string[];
  readonly input: Input;
  readonly output: Output;
  readonly errors?: readonly ErrorCode[];
}

type Written = Omit<DeskCall, 'auth' | 'input'> & Partial<Pick<DeskCall, 'auth' | 'input'>>;

/** Calls of the desk. Each requires an operator and takes no fields unless it says otherwise. */
export function deskCallsOf<const Calls extends Readonly<Record<string, Written>>>(calls: Calls) {
  return completed({ auth: 'operator' } as const, calls);
}
