import type { DeskOutput, DeskRequest } from '@tallystick/protocol/desk';
import type { Permission } from '@tallystick/protocol/desk/roles';
import type pg from 'pg';
import type { Operator } from '../http/operator.ts';
import type { AuditEntry } from '../audit-log/audit-log.ts';

export type QueueName = DeskRequest<'GET desk/queue'>['queue'];
export type QueueItem = DeskOutput<'GET desk/queue'>['items'][number];
export type QueueDetail = DeskOutput<'GET desk/queue_item'>;
export type QueueDecision = Omit<DeskRequest<'POST desk/queue_decide'>, 'queue'>;
export type QueuePicture = DeskOutput<'GET desk/queue_picture'>;

export interface QueueFilter {
  /** One of `states`; the first by default. */
  readonly state: string;
  readonly customerId: number | undefined;
  /** `next_cursor` of the page before. */
  readonly cursor: string | undefined;
  readonly limit: number;
}

export interface QueuePage {
  readonly items: QueueItem[];
  readonly next_cursor: string | null;
}

export interface DecisionContext {
  readonly operator: Operator;
  /**
   * Writes the decision to the audit log. Call it in the transaction that writes the decision itself; otherwise the
   * decision fails.
   */
  audit(client: pg.ClientBase, entry: Pick<AuditEntry, 'before' | 'after' | 'about'>): Promise<void>;
}

/**
 * A queue of decisions at the desk. A module implements it in one file and names it in its `Module.queues`; screens,
 * rights, filters and log exist already. Texts of its states, flags, fields and actions are keys of the desk's texts;
 * an unknown one is shown as it is.
 */
export interface QueueKind {
  readonly name: QueueName;
  readonly read: Permission;
  readonly decide: Permission;
  /** Its items contain personal data: opening one is logged. */
  readonly holdsIdentityDocuments?: boolean;
  /** Every state of its items, the one waiting for the desk first. */
  readonly states: readonly string[];
  /** `all` includes every state. */
  readonly listsAll?: boolean;
  /** How many wait. */
  count(): Promise<number>;
  /** Waiting ones oldest first, others newest first. */
  list(filter: QueueFilter): Promise<QueuePage>;
  /** Null if there is none. `actions`: what this operator may do now, or why not (`blocked`). */
  detail(id: number, operator: Operator): Promise<QueueDetail | null>;
  /**
   * Performs an action of `detail`. Throws CallFailure: already_decided, same_operator, reason_required … If two decide
   * at once, exactly one succeeds.
   */
  apply(decision: QueueDecision, context: DecisionContext): Promise<void>;
  /** Null if the picture does not belong to the item. */
  picture?(id: number, pictureId: number): Promise<QueuePicture | null>;
}
