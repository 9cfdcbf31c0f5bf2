import type { ReadonlyExchange } from '@tallystick/core';
import type pg from 'pg';
import type { Network } from '../../chains/networks.ts';
import type { Vault } from '../../vault/vault.ts';
import { openParticulars } from '../bank/destination.ts';
import * as store from './store.ts';
import type { Withdrawal } from './store.ts';

/** An approved withdrawal as a batch pays it. */
export interface Payable {
  readonly id: number;
  readonly customerId: number;
  readonly currencyId: number;
  readonly address: string;
  /** To be sent along; null: the address has none. */
  readonly memo: string | null;
  /** What arrives, in the ledger's minor units. */
  readonly amountMinor: bigint;
  /** Frozen, or held by a case: it is in no batch. Flagged: in none unless somebody names it. */
  readonly held: 'customer_frozen' | 'compliance_hold' | 'payout_doubted' | null;
}

export interface BatchedPayoutsOptions {
  readonly pool: pg.Pool;
  readonly vault: Vault;
  readonly exchange: Pick<ReadonlyExchange, 'isFrozen'>;
  readonly now: () => number;
}

/** What custody may do with withdrawals: see which are approved, say which transaction pays them, give them back. */
export class BatchedPayouts {
  readonly #options: BatchedPayoutsOptions;

  constructor(options: BatchedPayoutsOptions) {
    this.#options = options;
  }

  /** Approved and in no batch, oldest first. */
  async approved(network: Network, limit: number): Promise<Payable[]> {
    return (await store.unbatched(this.#options.pool, network, limit)).map(one => this.#payable(one));
  }

  /**
   * Those of them that may be paid now; locks their rows, so that nobody decides anything else meanwhile. Sending again
   * what is being sent already is allowed, also to a customer who was frozen since: the money has left.
   * @param isNew they are not in the batch yet: what is being sent is then paid by somebody else
   */
  async lockPayable(
    client: pg.ClientBase,
    ids: readonly number[],
    isNew: boolean,
  ): Promise<readonly Payable[]> {
    // In the same order as whoever names a transaction by hand.
    await store.lockPayouts(client);
    const payable: Payable[] = [];
    for (const id of ids.toSorted((a, b) => a - b)) {
      const found = await store.findWithdrawal(client, id, true);
      if (found?.state === 'sending' && !isNew) payable.push({ ...this.#payable(found), held: null });
      if (found?.state !== 'approved') continue;
      const one = this.#payable(found);
      const isHeld = await store.isHeldByCase(client, found.customerId);
      payable.push(isHeld ? { ...one, held: 'compliance_hold' } : one);
    }
    return payable;
  }

  /** Names the transaction that pays it: its first, or another version of it. */
  async pays(
    client: pg.ClientBase,
    id: number,
    { transactionId, place }: { readonly transactionId: string; readonly place: number | null },
    operatorId: number | null,
  ): Promise<void> {
    await store.lockPayouts(client);
    const found = await store.findWithdrawal(client, id, true);
    if (found === null || (found.state !== 'approved' && found.state !== 'sending')) return;
    if (found.transactionId === transactionId) return;
    const by = operatorId === null ? {} : { sentBy: operatorId, sentAtMs: this.#options.now() };
    const change = { transactionId, payoutPlace: place, state: 'sending', ...by } as const;
    await store.changeWithdrawal(client, id, found.state, change);
  }

  /** Its transaction can never be in the chain, or moved nothing: it is approved again, with a flag if people must look. */
  async giveBack(client: pg.ClientBase, id: number, isDoubted: boolean): Promise<void> {
    await store.lockPayouts(client);
    const change = { state: 'approved', transactionId: null, payoutPlace: null } as const;
    await store.changeWithdrawal(client, id, 'sending', change);
    if (isDoubted) await store.addFlag(client, id, 'payout_doubted');
  }

  /** Flags one that the chain would not pay. */
  doubt(id: number): Promise<void> {
    return store.addFlag(this.#options.pool, id, 'payout_doubted');
  }

  #payable(withdrawal: Withdrawal): Payable {
    const { vault, exchange } = this.#options;
    const { id, customerId, currencyId, amountMinor, feeMinor, flags } = withdrawal;
    const { destination } = openParticulars(vault, id, withdrawal.sealed);
    if (destination.kind !== 'address') throw new Error(`withdrawal ${id} has a network but no address`);
    const doubted = flags.includes('payout_doubted') ? 'payout_doubted' : null;
    return {
      id,
      customerId,
      currencyId,
      address: destination.address,
      memo: destination.memo ?? null,
      amountMinor: amountMinor - feeMinor,
      held: exchange.isFrozen(customerId) ? 'customer_frozen' : doubted,
    };
  }
}
