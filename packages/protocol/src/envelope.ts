import type { ErrorCode } from './errors.ts';

export interface Success<Data> {
  readonly type: 'ok';
  readonly code: 1;
  readonly message: string;
  readonly data: Data;
}

export interface Failure {
  /** `999`: the session is no longer valid; the app forgets it and offers a login. */
  readonly type: 'error' | '999';
  readonly code: ErrorCode;
  /** In the language of the request's `lang` header. */
  readonly message: string;
  readonly data: { readonly field?: string } & Readonly<Record<string, string | number | undefined>>;
}

export type Reply<Data> = Success<Data> | Failure;
