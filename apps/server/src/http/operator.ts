import type { Role } from '@tallystick/protocol/desk/roles';

/** Who is at the desk, as every desk call sees it. It comes from the session, never from a request. */
export interface Operator {
  readonly id: number;
  readonly name: string;
  readonly role: Role;
  readonly sessionId: number;
  readonly address: string;
}

export interface DeskAuthenticator {
  /**
   * The operator of a token, or null. `pending`: the second factor must be set up before anything else. `isUse`: whether
   * the desk is used by it, and so is not left alone; true if left out.
   */
  find(
    token: string,
    address: string,
    isUse?: boolean,
  ): Promise<{ readonly operator: Operator; readonly pending: boolean } | null>;
}
