import type { Permission } from '@tallystick/protocol/desk/roles';
import type pg from 'pg';
import type { Operator } from '../http/operator.ts';
import type { DeskCommand } from './desk-bus.ts';

export interface Prepared {
  /** What it changes, e.g. `market:1`. */
  readonly subject: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** How one kind of change is checked, shown and put into force. `Change` is what its schema in the protocol reads. */
export interface ProposalKind<Change> {
  readonly propose: Permission;
  readonly confirm: Permission;
  /**
   * What the change would do now. It is asked twice, when it is proposed and when it is confirmed, and must say the
   * same both times. Throws CallFailure for a change that cannot be: unknown things, refused terms.
   */
  prepare(client: pg.ClientBase, change: Change): Promise<Prepared>;
  /**
   * Throws what this operator cannot propose or confirm, or nobody can at the moment: in the transaction of either, for
   * what the proposal itself does not show.
   */
  refuse?(client: pg.ClientBase, change: Change, operator: Operator): Promise<void>;
  /** Writes it, in the transaction that decides it. For changes of the exchange itself: `commands` instead. */
  apply?(client: pg.ClientBase, change: Change, operator: Operator, proposalId: number): Promise<void>;
  /**
   * What the exchange is told once the decision is on disk; asked again when that was cut short, so only for what still
   * is as it was (`before`, as stored). Null: it has changed otherwise meanwhile, and is left alone.
   */
  commands?(
    change: Change,
    before: unknown,
    proposalId: number,
  ): readonly DeskCommand[] | null | Promise<readonly DeskCommand[] | null>;
  /** Writes what goes with it, in the transaction that notes that the exchange took the commands. */
  accepted?(client: pg.ClientBase, change: Change): Promise<void>;
  /** After the commit: puts in force what is kept in memory. */
  committed?(): Promise<void>;
}
