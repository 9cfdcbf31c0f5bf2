import type { Permission } from '@tallystick/protocol/desk/roles';
import type pg from 'pg';
import type { Operator } from '../http/operator.ts';
import type { DeskCommand } from './desk-bus.ts';

export interface Prepared {
  /** What it changes, e.g. `market:1`. */
  readonly subject: string;
  readonly before: unknown;
  readonly after: unknown;
  /** Whom it is about, if it is about a customer: its note and the field `text` of `after` are erased with what is kept of them. */
  readonly customerId?: number;
}

/** How one kind of change is validated, shown and applied. `Change` is the output of its schema in the protocol. */
export interface ProposalKind<Change> {
  readonly propose: Permission;
  readonly confirm: Permission;
  /**
   * Describes what the change would do now. Called when it is proposed and again when it is confirmed; both results
   * must be equal. Throws CallFailure for an impossible change: unknown ids, refused terms.
   */
  prepare(client: pg.ClientBase, change: Change): Promise<Prepared>;
  /**
   * Throws if this operator may not propose or confirm it, or nobody may at the moment. Runs in the transaction of
   * either, for conditions the proposal itself does not show.
   */
  refuse?(client: pg.ClientBase, change: Change, operator: Operator): Promise<void>;
  /** Writes the change in the transaction that decides it. Changes of the exchange itself use `commands` instead. */
  apply?(client: pg.ClientBase, change: Change, operator: Operator, proposalId: number): Promise<void>;
  /**
   * Commands to send once the decision is on disk. Called again if that was interrupted, so it returns only commands
   * whose state still equals `before` (as stored). Null: the state has changed in another way, so nothing is sent.
   */
  commands?(
    change: Change,
    before: unknown,
    proposalId: number,
  ): readonly DeskCommand[] | null | Promise<readonly DeskCommand[] | null>;
  /** Further writes, in the transaction that records that the exchange accepted the commands. */
  accepted?(client: pg.ClientBase, change: Change): Promise<void>;
  /** After the commit: applies what is kept in memory. */
  committed?(): Promise<void>;
}
