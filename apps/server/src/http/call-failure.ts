import { httpStatus, type ErrorCode } from '@tallystick/protocol';
import type { Refusal } from '@tallystick/core';

/** Details beside the code: the field at fault and the figures for its message. */
export type FailureData = Readonly<Record<string, string | number | undefined>> & { readonly field?: string };

/** A refused call. Modules throw it; the error handler words it in the customer's language. */
export class CallFailure extends Error {
  override readonly name = 'CallFailure';
  readonly code: ErrorCode;
  readonly data: FailureData;

  constructor(code: ErrorCode, data: FailureData = {}) {
    super(code);
    this.code = code;
    this.data = data;
  }

  get status(): number {
    return httpStatus(this.code);
  }
}

/** Converts a refusal of the core; its figures are already decimal strings in units. */
export function refusalFailure(refusal: Refusal): CallFailure {
  return new CallFailure(refusal.code, {
    ...refusal.params,
    ...(refusal.field === undefined ? {} : { field: refusal.field }),
  });
}

/** For `catch`: throws what `explain` makes of a refusal, and every other error unchanged. */
export function refusedAs(explain: (failure: CallFailure) => CallFailure): (error: unknown) => never {
  return error => {
    throw error instanceof CallFailure ? explain(error) : error;
  };
}
