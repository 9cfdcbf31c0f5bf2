import type { Role } from '@tallystick/protocol/desk/roles';

/** The operator of a desk call, always taken from the session, never from the request. */
export interface Operator {
  readonly id: number;
  readonly name: string;
  readonly role: Role;
  readonly sessionId: number;
  readonly address: string;
}

export interface DeskAuthenticator {
  /**
   * The operator of a token, or null. `pending`: the second factor must be set up first. `isUse`: whether the call
   * counts as using the desk and postpones its logout; default true.
   */
  find(
    token: string,
    address: string,
    isUse?: boolean,
  ): Promise<{ readonly operator: Operator; readonly pending: boolean } | null>;
}
