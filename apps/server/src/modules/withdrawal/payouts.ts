import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import type { Chains } from '../../chains/chains.ts';
import type { Network } from '../../chains/networks.ts';
import { readTransactionId, type PayoutCheck } from '../../chains/payouts.ts';
import { inTransaction } from '../../database/transaction.ts';
import { CallFailure } from '../../http/call-failure.ts';
import type { Vault } from '../../vault/vault.ts';
import { readLine } from '../../http/text-line.ts';
import type { WithdrawalBooking } from './booking.ts';
import { openParticulars } from '../bank/destination.ts';
import type { PayoutHold } from '../../payout-hold/payout-hold.ts';
import * as store from './store.ts';
import type { Withdrawal } from './store.ts';

export interface PayoutsOptions {
  readonly pool: pg.Pool;
  readonly vault: Vault;
  readonly chains: Pick<Chains, 'verifyPayout'>;
  readonly booking: WithdrawalBooking;
  readonly hold: PayoutHold;
  readonly log: Pick<FastifyBaseLogger, 'warn'>;
}

/** What is known about a transaction that should pay a withdrawal. */
export interface CheckedPayout {
  readonly transactionId: string;
  /** No confirmation to wait for: it is confirmed, or only an operator can tell. */
  readonly isFinal: boolean;
  /** Places within the transaction that pay it; null where unknown. */
  readonly places: readonly number[] | null;
}

const FIELD = 'transaction_id';
const LONGEST_REFERENCE = 64;

/** Checks that transactions named by operators really pay withdrawals, each only once. */
export class Payouts {
  readonly #options: PayoutsOptions;

  constructor(options: PayoutsOptions) {
    this.#options = options;
  }

  /**
   * @throws CallFailure transaction_id_invalid, transaction_not_found, transaction_failed, transaction_differs,
   * chain_unavailable
   */
  async check(withdrawal: Withdrawal, writtenId: string): Promise<CheckedPayout> {
    const { network } = withdrawal;
    const transactionId = network === null ? readReference(writtenId) : readTransactionId(network, writtenId);
    if (transactionId === null) throw new CallFailure('transaction_id_invalid', { field: FIELD });
    // Bank transfers appear only on the bank's statement, which only people can read.
    if (network === null) return { transactionId, isFinal: true, places: null };
    const check = await this.#ask(withdrawal, network, transactionId);
    switch (check.state) {
      case 'confirmed':
        return { transactionId, isFinal: true, places: check.logIndexes };
      case 'included':
        return { transactionId, isFinal: false, places: check.logIndexes };
      case 'pending':
        return { transactionId, isFinal: false, places: check.logIndexes ?? null };
      case 'unverifiable':
        return { transactionId, isFinal: true, places: null };
      case 'unknown':
        throw new CallFailure('transaction_not_found', { field: FIELD });
      case 'failed':
        throw new CallFailure('transaction_failed', { field: FIELD });
      case 'different':
        throw new CallFailure('transaction_differs', { field: FIELD });
    }
  }

  /** A place in the transaction that pays no other withdrawal. Hold `lockPayouts`. Throws transaction_used. */
  async claim(
    db: store.Queries,
    { id, network }: Withdrawal,
    { transactionId, places }: CheckedPayout,
  ): Promise<{ readonly transactionId: string; readonly place: number | null }> {
    if (network === null) return { transactionId, place: null };
    const claimed = await store.claimedPlaces(db, network, transactionId, id);
    // An entry without a place could be any of them.
    const isOpen = !claimed.includes(null) && (places !== null || claimed.length === 0);
    const place = isOpen ? (places ?? [null]).find(one => !claimed.includes(one)) : undefined;
    if (place === undefined) throw new CallFailure('transaction_used', { field: FIELD });
    return { transactionId, place };
  }

  /** Checks withdrawals being sent: settles the confirmed, flags the failed. Postponed while payouts are held. */
  async follow(): Promise<void> {
    const { pool, log, hold } = this.#options;
    if (!(await hold.isOpen())) return;
    for (const id of await store.idsInStates(pool, ['sending'])) {
      try {
        await this.#followOne(id);
      } catch (error) {
        log.warn({ err: error, withdrawal: id }, 'a payout could not be looked at');
      }
    }
  }

  async #followOne(id: number): Promise<void> {
    const { pool, booking } = this.#options;
    const seen = await store.findWithdrawal(pool, id);
    if (seen?.state !== 'sending' || seen.transactionId === null) return;
    const payout = await this.check(seen, seen.transactionId).catch((error: unknown) => {
      if (error instanceof CallFailure && error.code !== 'chain_unavailable') return null;
      throw error;
    });
    await inTransaction(pool, async client => {
      await store.lockPayouts(client);
      const now = await store.findWithdrawal(client, id, true);
      // An operator named another transaction meanwhile.
      if (now?.state !== 'sending' || now.transactionId !== seen.transactionId) return;
      // Keep the claim: a transaction the node does not know today may still be mined. People decide.
      if (payout === null) {
        // Who sends a batch sends it again, and knows which of its versions is in the chain.
        if ((await store.batchOf(client, id)) !== null) return;
        return store.addFlag(client, id, 'payout_doubted');
      }
      if (!payout.isFinal) return;
      const { place } = await this.claim(client, now, payout);
      await store.changeWithdrawal(client, id, 'sending', { payoutPlace: place, state: 'settling' });
    });
    await booking.finish(id);
  }

  async #ask(withdrawal: Withdrawal, network: Network, transactionId: string): Promise<PayoutCheck> {
    const { vault, chains, log } = this.#options;
    const { id, currencyId, amountMinor, feeMinor } = withdrawal;
    const { destination } = openParticulars(vault, id, withdrawal.sealed);
    if (destination.kind !== 'address') throw new Error(`withdrawal ${id} has a network but no address`);
    const payout = {
      transactionId,
      address: destination.address,
      memo: destination.memo ?? null,
      currencyId,
      amountMinor: amountMinor - feeMinor,
    };
    return chains.verifyPayout(network, payout).catch((error: unknown) => {
      log.warn({ err: error, withdrawal: id }, 'a payout could not be verified');
      throw new CallFailure('chain_unavailable', { field: FIELD });
    });
  }
}

/** The bank's reference of a transfer. */
function readReference(written: string): string | null {
  const line = readLine(written, LONGEST_REFERENCE);
  return line === '' ? null : line;
}
