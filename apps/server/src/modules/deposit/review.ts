import { formatMinor } from '@tallystick/core/money/decimal';
import type pg from 'pg';
import { readTransactionId } from '../../chains/payouts.ts';
import type { WordsAbout } from '../../audit-log/words.ts';
import { inTransaction } from '../../database/transaction.ts';
import { CallFailure } from '../../http/call-failure.ts';
import { requireSecondPerson } from '../../approval/second-person.ts';
import type { BankCards } from '../bank/cards.ts';
import type { ComplianceChecks } from '../compliance/module.ts';
import type { CustomerNews } from '../notification/customer-news.ts';
import type { MarketUnitsTable } from '../market/units.ts';
import { approvalsFor, approvalsOf, insertApproval } from './approvals.ts';
import type { DepositBooking } from './booking.ts';
import * as store from './store.ts';
import type { Deposit, DepositState } from './store.ts';

/** What an operator has read on the transfer. */
export interface Transferred {
  /** Of a chain's transaction, or the bank's reference; empty: the customer's, or none. */
  readonly transactionId: string;
  /** Whom the bank names as sender, or the address of a chain's; empty: not known. */
  readonly sender: string;
}

export interface DepositReviewOptions {
  readonly pool: pg.Pool;
  readonly units: MarketUnitsTable;
  readonly booking: DepositBooking;
  readonly news: CustomerNews;
  readonly compliance: Pick<ComplianceChecks, 'address' | 'addressSeen' | 'others' | 'othersSeen'>;
  readonly cards: Pick<BankCards, 'list'>;
  readonly now: () => number;
  /** See `Clock.certainNow`: decides whether a second person has waited long enough. */
  readonly certainNow: () => number;
}

/** Additional work within the decision's transaction, such as the desk's log. */
export type Inside = (
  client: pg.ClientBase,
  change: {
    readonly before: { state: DepositState };
    readonly after: Record<string, unknown>;
    readonly about?: WordsAbout;
  },
) => Promise<void>;

/** Operators' decisions about deposits. When two decide at the same moment, the second sees the first's decision. */
export class DepositReview {
  readonly #options: DepositReviewOptions;

  constructor(options: DepositReviewOptions) {
    this.#options = options;
  }

  /**
   * Adds one operator's approval. With enough approvals by different people for the same transaction the deposit is
   * credited. A chain voucher needs the transaction's id, so that no other voucher and no report of the watcher credits
   * the same transaction again. @throws CallFailure not_found, already_decided, missing_field, transaction_id_invalid,
   * transaction_used, transaction_confirming, same_operator, second_person_waiting, second_person_related
   */
  async approve(id: number, operatorId: number, written: Transferred, inside: Inside): Promise<void> {
    const { pool, booking, now, certainNow } = this.#options;
    const noticeSender = await this.#screened(id, written.sender.trim());
    const isApproved = await inTransaction(pool, async client => {
      await store.lockClaims(client);
      const deposit = await this.#waiting(client, id);
      const transactionId = await this.#transactionOf(client, deposit, written.transactionId);
      const atMs = now();
      const firsts = (await approvalsOf(client, id))
        .filter(one => one.transactionId === transactionId)
        .map(one => one.operatorId);
      if (firsts.length > 0) await requireSecondPerson(client, operatorId, firsts, certainNow());
      await insertApproval(client, id, { operatorId, transactionId, atMs });
      const approvals = approvalsFor(await approvalsOf(client, id), transactionId);
      const needed = deposit.approvalsNeeded;
      const isEnough = approvals >= needed;
      const state = isEnough ? 'passed' : 'processing';
      // At the bank it is the operator's words, and may name somebody.
      const isBank = deposit.channel === 'bank';
      const words = { transaction_id: transactionId ?? '' };
      await inside(client, {
        before: { state: deposit.state },
        after: { state, ...(isBank ? {} : { transaction_id: transactionId }), approvals, needed },
        ...(isBank ? { about: { customerId: deposit.customerId, words } } : {}),
      });
      await noticeSender(client);
      if (!isEnough) return false;
      await store.changeDeposit(client, id, 'processing', {
        state: 'approving',
        transactionId,
        decidedBy: operatorId,
        decidedAtMs: now(),
      });
      return true;
    });
    if (isApproved) await booking.finishOrLater(id);
  }

  /** @throws CallFailure not_found, already_decided */
  async reject(id: number, operatorId: number, reason: string, inside: Inside): Promise<void> {
    const { pool, units, news, now } = this.#options;
    await inTransaction(pool, async client => {
      const deposit = await this.#waiting(client, id);
      const { customerId, currencyId, amountMinor } = deposit;
      await store.changeDeposit(client, id, 'processing', {
        state: 'rejected',
        reason,
        decidedBy: operatorId,
        decidedAtMs: now(),
      });
      const { code, decimals } = units.currency(currencyId);
      const values = { amount: formatMinor(amountMinor, decimals), currency: code, reason };
      await news.write(client, customerId, 'depositRejected', values);
      const about = { customerId, words: { reason } };
      await inside(client, { before: { state: deposit.state }, after: { state: 'rejected' }, about });
    });
    news.wake();
  }

  /**
   * Compares whoever has sent the money with the lists: the bank's sender, without one the holders of the customer's cards;
   * or the address of a chain. What it returns opens the cases, in the transaction of the decision.
   */
  async #screened(id: number, sender: string): Promise<(client: pg.ClientBase) => Promise<void>> {
    const { pool, compliance, cards } = this.#options;
    const deposit = await store.findDeposit(pool, id);
    if (deposit === null) throw new CallFailure('not_found', { field: 'id' });
    const { customerId, network } = deposit;
    const movement = `deposit/${id}`;
    if (network !== null) {
      const hit = sender === '' ? null : await compliance.address(network, sender);
      return async client => {
        if (hit !== null)
          await compliance.addressSeen(client, { customerId, movement, address: sender }, hit);
      };
    }
    const holders = (await cards.list(customerId)).map(card => card.fields.holder);
    const named = await compliance.others(customerId, sender === '' ? holders : [sender]);
    return client => compliance.othersSeen(client, { customerId, movement }, named);
  }

  async #waiting(client: pg.ClientBase, id: number): Promise<Deposit> {
    const deposit = await store.findDeposit(client, id, true);
    if (deposit === null) throw new CallFailure('not_found', { field: 'id' });
    if (deposit.state !== 'processing') throw new CallFailure('already_decided', { state: deposit.state });
    return deposit;
  }

  async #transactionOf(client: pg.ClientBase, deposit: Deposit, written: string): Promise<string | null> {
    const { id, network, channel, transactionId: known } = deposit;
    if (channel === 'chain') return known;
    const field = 'transaction_id';
    if (network === null) return written.trim() || null;
    const text = written.trim() || (known ?? '');
    if (text === '') throw new CallFailure('missing_field', { field });
    const transactionId = readTransactionId(network, text);
    if (transactionId === null) throw new CallFailure('transaction_id_invalid', { field });
    const others = await store.findByTransaction(client, network, transactionId);
    const paid = others.find(other => other.id !== id && isPaid(other.state));
    if (paid !== undefined) throw new CallFailure('transaction_used', { field, deposit_id: paid.id });
    if (await isConfirming(client, network, transactionId))
      throw new CallFailure('transaction_confirming', { field });
    return transactionId;
  }
}

function isPaid(state: DepositState): boolean {
  return state !== 'processing' && state !== 'rejected' && state !== 'reversed';
}

/** The watcher has seen the transaction and credits it by itself, now or soon. */
async function isConfirming(db: store.Queries, network: string, transactionId: string): Promise<boolean> {
  const { rows } = await db.query(
    `select from chain_transfers
      where network = $1 and transaction_hash = $2 and state in ('seen', 'confirmed') limit 1`,
    [network, transactionId],
  );
  return rows.length > 0;
}
