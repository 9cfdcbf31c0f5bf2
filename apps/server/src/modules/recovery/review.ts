import type pg from 'pg';
import { inTransaction } from '../../database/transaction.ts';
import { CallFailure } from '../../http/call-failure.ts';
import { requireSecondPerson } from '../../approval/second-person.ts';
import { RECOVERY_WAIT_MS } from '../security/holds.ts';
import * as store from './store.ts';
import type { Recovery, RecoveryReason, RecoveryState } from './store.ts';
import type { RecoveryMessenger } from './messenger.ts';
import { utcMinute } from '../../timekeeping/utc-minute.ts';

export interface RecoveryReviewOptions {
  readonly pool: pg.Pool;
  readonly messenger: RecoveryMessenger;
  readonly now: () => number;
  /** See `Clock.certainNow`: the waiting time of second approvers is measured by it. */
  readonly certainNow: () => number;
}

/** Writes the desk's log in the decision's transaction. */
export type Inside = (
  client: pg.ClientBase,
  change: { readonly before: { state: RecoveryState }; readonly after: Record<string, unknown> },
) => Promise<void>;

/** Operators' decisions: two must approve, one can reject. */
export class RecoveryReview {
  readonly #options: RecoveryReviewOptions;

  constructor(options: RecoveryReviewOptions) {
    this.#options = options;
  }

  /**
   * One operator's approval; the second one starts the 72 hours.
   *
   * @throws CallFailure not_found, already_decided, same_operator, second_person_waiting, second_person_related
   */
  async approve(id: number, operatorId: number, inside: Inside): Promise<void> {
    const { pool, messenger, now, certainNow } = this.#options;
    await inTransaction(pool, async client => {
      const recovery = await inState(client, id, ['under_review']);
      const firsts = (await store.approvalsOf(client, id)).map(one => one.operatorId);
      if (firsts.length > 0) await requireSecondPerson(client, operatorId, firsts, certainNow());
      const atMs = now();
      await store.insertApproval(client, id, { operatorId, atMs });
      const approvals = firsts.length + 1;
      const state = approvals < 2 ? 'under_review' : 'waiting';
      await inside(client, {
        before: { state: recovery.state },
        after: { state, approvals, customer_id: recovery.customerId },
      });
      if (state !== 'waiting') return;
      const readyAtMs = atMs + RECOVERY_WAIT_MS;
      await store.startWaiting(client, id, readyAtMs);
      await messenger.write(client, recovery, 'recoveryApproved', { ready: utcMinute(readyAtMs) }, true);
    });
    messenger.wake();
  }

  /** Possible until the wait is over; one operator is enough. Throws not_found, already_decided. */
  async reject(id: number, operatorId: number, reason: RecoveryReason, inside: Inside): Promise<void> {
    const { pool, messenger, now } = this.#options;
    await inTransaction(pool, async client => {
      const recovery = await inState(client, id, ['under_review', 'waiting']);
      await store.endRecovery(client, id, { state: 'rejected', reason, rejectedBy: operatorId }, now());
      await inside(client, {
        before: { state: recovery.state },
        after: { state: 'rejected', reason, customer_id: recovery.customerId },
      });
      await messenger.write(client, recovery, 'recoveryRejected', {}, false);
    });
    messenger.wake();
  }
}

async function inState(
  client: pg.ClientBase,
  id: number,
  states: readonly RecoveryState[],
): Promise<Recovery> {
  const recovery = await store.findRecovery(client, id, true);
  if (recovery === null) throw new CallFailure('not_found', { field: 'id' });
  if (!states.includes(recovery.state)) throw new CallFailure('already_decided', { state: recovery.state });
  return recovery;
}
