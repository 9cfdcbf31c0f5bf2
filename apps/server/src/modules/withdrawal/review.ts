import type { ReadonlyExchange } from '@tallystick/core';
import type pg from 'pg';
import type { WordsAbout } from '../../audit-log/words.ts';
import { inTransaction } from '../../database/transaction.ts';
import { CallFailure } from '../../http/call-failure.ts';
import { requireSecondPerson } from '../../approval/second-person.ts';
import type { CustomerNews } from '../notification/customer-news.ts';
import type { WithdrawalBooking } from './booking.ts';
import type { ComplianceChecks } from '../compliance/module.ts';
import type { PayoutHold } from '../../payout-hold/payout-hold.ts';
import type { Payouts } from './payouts.ts';
import * as store from './store.ts';
import type { Withdrawal, WithdrawalState } from './store.ts';

export interface WithdrawalReviewOptions {
  readonly pool: pg.Pool;
  /** A frozen customer's withdrawals cannot be approved: the account may be in a thief's hands. */
  readonly exchange: Pick<ReadonlyExchange, 'isFrozen'>;
  readonly booking: WithdrawalBooking;
  readonly payouts: Payouts;
  readonly hold: PayoutHold;
  readonly compliance: Pick<ComplianceChecks, 'refuseHeld'>;
  readonly news: CustomerNews;
  readonly now: () => number;
  /** See `Clock.certainNow`: decides whether a second person has waited long enough. */
  readonly certainNow: () => number;
}

/** Additional work within the decision's transaction, such as the desk's log. */
export type Inside = (
  client: pg.ClientBase,
  change: {
    readonly before: { state: WithdrawalState };
    readonly after: Record<string, unknown>;
    readonly about?: WordsAbout;
  },
) => Promise<void>;

/** Operators' decisions about withdrawals. When two decide at the same moment, the second sees the first's decision. */
export class WithdrawalReview {
  readonly #options: WithdrawalReviewOptions;

  constructor(options: WithdrawalReviewOptions) {
    this.#options = options;
  }

  /**
   * Adds one operator's approval. With enough approvals by different people it may be sent. @throws CallFailure
   * payouts_held, compliance_hold, not_found, already_decided, customer_frozen, same_operator, second_person_waiting,
   * second_person_related
   */
  async approve(id: number, operatorId: number, inside: Inside): Promise<void> {
    const { pool, booking, news, now, certainNow, hold, compliance } = this.#options;
    await hold.refuse();
    const isApproved = await inTransaction(pool, async client => {
      const withdrawal = await this.#inState(client, id, ['processing']);
      this.#refuseFrozen(withdrawal);
      await compliance.refuseHeld(client, withdrawal.customerId);
      const firsts = (await store.approvalsOf(client, id)).map(one => one.operatorId);
      const atMs = now();
      if (firsts.length > 0) await requireSecondPerson(client, operatorId, firsts, certainNow());
      await store.insertApproval(client, id, { operatorId, atMs });
      const approvals = (await store.approvalsOf(client, id)).length;
      const isEnough = approvals >= withdrawal.approvalsNeeded;
      const state = isEnough ? 'approved' : 'processing';
      const needed = withdrawal.approvalsNeeded;
      await inside(client, { before: { state: withdrawal.state }, after: { state, approvals, needed } });
      if (!isEnough) return false;
      const change = { state: 'approved', decidedBy: operatorId, decidedAtMs: now() } as const;
      await store.changeWithdrawal(client, id, 'processing', change);
      const values = booking.valuesOf(withdrawal);
      await news.write(client, withdrawal.customerId, 'withdrawalApproved', values);
      return true;
    });
    if (isApproved) news.wake();
  }

  /**
   * Returns the money. Refused once a transaction is named or a batch pays it. @throws CallFailure not_found,
   * already_decided, withdrawal_in_batch
   */
  async reject(id: number, operatorId: number, reason: string, inside: Inside): Promise<void> {
    const { pool, booking, now } = this.#options;
    await inTransaction(pool, async client => {
      const { state, customerId } = await this.#inState(client, id, ['processing', 'approved']);
      await refuseBatched(client, id);
      const change = { reason, decidedBy: operatorId, decidedAtMs: now() };
      await store.changeWithdrawal(client, id, state, { ...change, state: 'rejecting' });
      const about = { customerId, words: { reason } };
      await inside(client, { before: { state }, after: { state: 'rejected' }, about });
    });
    await booking.finishOrLater(id);
  }

  /**
   * Names the transaction that pays an approved withdrawal, or a replacement for a failed one. Where a node can be
   * asked, the transaction must pay exactly this withdrawal; the money leaves the books once it is confirmed. @throws
   * CallFailure payouts_held, compliance_hold, not_found, already_decided, withdrawal_in_batch, customer_frozen, transaction_id_invalid,
   * transaction_used, transaction_not_found, transaction_failed, transaction_differs, chain_unavailable
   */
  async send(id: number, operatorId: number, writtenId: string, inside: Inside): Promise<void> {
    const { pool, booking, payouts, now, hold, compliance } = this.#options;
    await hold.refuse();
    const seen = await store.findWithdrawal(pool, id);
    if (seen === null) throw new CallFailure('not_found', { field: 'id' });
    // The money has already left; naming another transaction sends nothing.
    if (seen.state === 'approved') {
      this.#refuseFrozen(seen);
      await compliance.refuseHeld(pool, seen.customerId);
    }
    const payout = await payouts.check(seen, writtenId);
    await inTransaction(pool, async client => {
      await store.lockPayouts(client);
      const { state } = await this.#inState(client, id, ['approved', 'sending']);
      await refuseBatched(client, id);
      const { transactionId, place } = await payouts.claim(client, seen, payout);
      const next: WithdrawalState = payout.isFinal ? 'settling' : 'sending';
      const change = { transactionId, payoutPlace: place, sentBy: operatorId, sentAtMs: now() };
      await store.changeWithdrawal(client, id, state, { ...change, state: next });
      const named = { transaction_id: transactionId };
      await inside(client, {
        before: { state },
        after: { state: next, ...(seen.channel === 'bank' ? {} : named) },
        // At the bank it is the operator's words, and may name somebody.
        ...(seen.channel === 'bank' ? { about: { customerId: seen.customerId, words: named } } : {}),
      });
    });
    await booking.finishOrLater(id);
  }

  #refuseFrozen({ customerId }: Withdrawal): void {
    if (this.#options.exchange.isFrozen(customerId)) throw new CallFailure('customer_frozen');
  }

  async #inState(client: pg.ClientBase, id: number, states: readonly WithdrawalState[]): Promise<Withdrawal> {
    const withdrawal = await store.findWithdrawal(client, id, true);
    if (withdrawal === null) throw new CallFailure('not_found', { field: 'id' });
    if (!states.includes(withdrawal.state)) {
      throw new CallFailure('already_decided', { state: withdrawal.state });
    }
    return withdrawal;
  }
}

/** Who pays it by hand as well would pay it twice. Hold its row. */
async function refuseBatched(client: pg.ClientBase, id: number): Promise<void> {
  const batch = await store.batchOf(client, id);
  if (batch !== null) throw new CallFailure('withdrawal_in_batch', { batch });
}
