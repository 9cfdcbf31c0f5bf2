import type pg from 'pg';
import { requireSecondPerson } from '../../approval/second-person.ts';
import { inTransaction } from '../../database/transaction.ts';
import { CallFailure } from '../../http/call-failure.ts';
import * as store from './positions.ts';

export interface DifferencesOptions {
  readonly pool: pg.Pool;
  readonly now: () => number;
  /** See `Clock.certainNow`: decides whether a second person has waited long enough. */
  readonly certainNow: () => number;
}

/** Additional work within the decision's transaction, such as the desk's log. */
export type Inside = (
  client: pg.ClientBase,
  change: { readonly before: unknown; readonly after: unknown },
) => Promise<void>;

/** Differences between chain and ledger that nothing explained: two people say what it was. */
export class Differences {
  readonly #options: DifferencesOptions;

  constructor(options: DifferencesOptions) {
    this.#options = options;
  }

  /**
   * Adds one operator's explanation. With a second one of the same amount it is resolved, and counts as explained from
   * then on. @throws CallFailure not_found, already_decided, reason_required, same_operator, second_person_waiting,
   * second_person_related
   */
  async explain(id: number, operatorId: number, reason: string, inside: Inside): Promise<void> {
    const { pool, now, certainNow } = this.#options;
    if (reason === '') throw new CallFailure('reason_required', { field: 'reason' });
    await inTransaction(pool, async client => {
      const found = await store.findDifference(client, id, true);
      if (found === null) throw new CallFailure('not_found', { field: 'id' });
      if (found.state !== 'open') throw new CallFailure('already_decided', { state: found.state });
      const firsts = (await store.approvalsOf(client, id)).map(one => one.operatorId);
      if (firsts.length > 0) await requireSecondPerson(client, operatorId, firsts, certainNow());
      const { amount } = found;
      await store.insertApproval(client, { differenceId: id, operatorId, amount, reason, atMs: now() });
      const isResolved = firsts.length > 0;
      if (isResolved) await store.closeDifference(client, id, 'resolved', now());
      await inside(client, {
        before: { state: 'open', amount: String(amount) },
        after: { state: isResolved ? 'resolved' : 'open', reason, approvals: firsts.length + 1 },
      });
    });
  }
}
