import type { Language } from '@tallystick/protocol';

/** A logged-in customer's session. Customer ids always come from here, never from a request. */
export interface Session {
  readonly id: number;
  readonly customerId: number;
  /** The known device it was opened on; null: opened before devices were stored. */
  readonly deviceId: number | null;
  /** Chosen with `set/lang` in this session; null until then. */
  readonly language: Language | null;
}

export interface Authenticator {
  /**
   * The session of a token, or null if there is none. Returns without a promise if it is cached, as for nearly every
   * order.
   */
  find(token: string): Session | null | Promise<Session | null>;
}

const MAX_TOKEN_LENGTH = 128;

/** The token of an `Authorization` header, with or without `Bearer `; null if there is none. */
export function tokenOf(header: string | undefined): string | null {
  if (header === undefined) return null;
  const token = /^bearer /i.test(header) ? header.slice(7).trim() : header.trim();
  return token === '' || token.length > MAX_TOKEN_LENGTH ? null : token;
}
