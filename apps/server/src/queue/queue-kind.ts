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
  /** One of `states`; the first where none was asked for. */
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
   * Writes the decision to the audit log. Call it in the transaction that writes the decision itself; deciding
   * without it fails.
   */
  audit(client: pg.ClientBase, entry: Pick<AuditEntry, 'before' | 'after'>): Promise<void>;
}

/**
 * Something people decide at the desk. A module implements it in one file and names it in its `Module.queues`;
 * the screens, rights, filters and log are there already. Texts for a queue's states, flags, fields and actions are
 * keys of the desk's texts; one that is not known is shown as it is.
 */
export interface QueueKind {
  readonly name: QueueName;
  readonly read: Permission;
  readonly decide: Permission;
  /** Its items say who somebody is: opening one is written to the log. */
  readonly holdsPapers?: boolean;
  /** Every state its items can have, the one that waits for the desk first. */
  readonly states: readonly string[];
  /** Also takes `all` for a state: whatever has become of them. */
  readonly listsAll?: boolean;
  /** How many wait. */
  count(): Promise<number>;
  /** Waiting ones oldest first, others newest first. */
  list(filter: QueueFilter): Promise<QueuePage>;
  /** Null if there is none. `actions` are what this operator may do now, or why not (`blocked`). */
  detail(id: number, operator: Operator): Promise<QueueDetail | null>;
  /**
   * Carries an action of `detail` out. Throws CallFailure: already_decided, same_operator, reason_required … Two who
   * decide at once: exactly one succeeds.
   */
  apply(decision: QueueDecision, context: DecisionContext): Promise<void>;
  /** Null if the picture is none of the item's. */
  picture?(id: number, pictureId: number): Promise<QueuePicture | null>;
}
