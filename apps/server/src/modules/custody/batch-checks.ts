import type pg from 'pg';
import type { CustodyChain, Drafted } from '../../chains/custody/custody-chain.ts';
import type { Network } from '../../chains/networks.ts';
import { CallFailure } from '../../http/call-failure.ts';
import type { Vault } from '../../vault/vault.ts';
import type { BatchedPayouts } from '../withdrawal/batched.ts';
import type { CustodyPlan } from './plan.ts';
import * as store from './store.ts';
import type { Batch, BatchState, Item, Transaction } from './store.ts';

export interface BatchChecksOptions {
  readonly pool: pg.Pool;
  /** Where payments go is kept sealed. */
  readonly vault: Vault;
  readonly chains: readonly CustodyChain[];
  readonly plan: CustodyPlan;
  readonly payouts: BatchedPayouts;
}

export interface BatchDetail {
  readonly batch: Batch;
  readonly items: readonly Item[];
  readonly transactions: readonly Transaction[];
}

/** What may not be paid. */
interface Refused {
  readonly item: Item;
  /** By an open case. */
  readonly isHeld: boolean;
}

export const REPLACEABLE: readonly BatchState[] = ['exported', 'signed', 'broadcasting', 'sent'];

/** A batch as it is, and what has to hold before anything is done with it. */
export class BatchChecks {
  readonly #options: BatchChecksOptions;

  constructor(options: BatchChecksOptions) {
    this.#options = options;
  }

  /** @throws CallFailure custody_off */
  chain(network: Network): CustodyChain {
    const found = this.#options.chains.find(one => one.network === network);
    if (found === undefined) throw new CallFailure('custody_off', { field: 'network' });
    return found;
  }

  /** @throws CallFailure not_found */
  async detail(id: number): Promise<BatchDetail> {
    const { pool } = this.#options;
    const batch = await store.findBatch(pool, id);
    if (batch === null) throw new CallFailure('not_found', { field: 'id' });
    return {
      batch,
      items: await store.itemsOf(pool, this.#options.vault, id),
      transactions: await store.transactionsOf(pool, this.#options.vault, id),
    };
  }

  /** From when on it may be replaced; null: not at all. */
  replaceableFromMs({ batch }: BatchDetail): number | null {
    if (!REPLACEABLE.includes(batch.state)) return null;
    return this.stuckFromMs(batch) ?? batch.exportedAtMs ?? batch.createdAtMs;
  }

  /** Null: it is not on its way, so there is nothing to wait for. */
  stuckFromMs({ network, state, sentAtMs }: Batch): number | null {
    if ((state !== 'broadcasting' && state !== 'sent') || sentAtMs === null) return null;
    return sentAtMs + this.#options.plan.terms(this.chain(network)).stuckMs;
  }

  /** Before payouts are asked about, which is written down. @throws CallFailure not_found */
  async refuseUnknown(id: number): Promise<void> {
    const batch = await store.findBatch(this.#options.pool, id);
    if (batch === null) throw new CallFailure('not_found', { field: 'id' });
  }

  /** Locks its row. @throws CallFailure not_found, already_decided */
  async inState(client: pg.ClientBase, id: number, states: readonly BatchState[]): Promise<Batch> {
    const batch = await store.findBatch(client, id, true);
    if (batch === null) throw new CallFailure('not_found', { field: 'id' });
    if (!states.includes(batch.state)) throw new CallFailure('already_decided', { state: batch.state });
    return batch;
  }

  /** The transactions of its newest version. */
  async newest(db: store.Queries, { id, version }: Batch): Promise<Transaction[]> {
    return (await store.transactionsOf(db, this.#options.vault, id)).filter(one => one.version === version);
  }

  /**
   * Locks its withdrawals. @param isNew the batch is being built: what is on its way already is in no other one
   * @throws CallFailure batch_withdrawal_held when a case keeps a customer's money, batch_changed (already_decided if it
   * is new) when something in it may not be paid any more for another reason
   */
  async refuseUnpayable(
    client: pg.ClientBase,
    chain: CustodyChain,
    items: readonly Item[],
    isNew = false,
  ): Promise<void> {
    const moved = await this.#movedByNewest(client, items);
    const refused = await this.#refused(client, chain, moved, isNew);
    const first = refused.find(one => one.isHeld) ?? refused[0];
    const withdrawal = first?.item.withdrawalId;
    if (!withdrawal) return;
    if (first.isHeld) throw new CallFailure('batch_withdrawal_held', { withdrawal });
    throw new CallFailure(isNew ? 'already_decided' : 'batch_changed', { withdrawal });
  }

  /** Without what a newer version has left out already. */
  async #movedByNewest(client: pg.ClientBase, items: readonly Item[]): Promise<Item[]> {
    const [any] = items;
    if (any === undefined) return [];
    const transactions = await store.transactionsOf(client, this.#options.vault, any.batchId);
    const newest = Math.max(...transactions.map(one => one.version));
    const moved = new Set(transactions.filter(one => one.version === newest).flatMap(one => one.itemIds));
    return items.filter(item => item.state === 'open' && moved.has(item.id));
  }

  /** Ids of items whose withdrawal is no longer approved, differs, or is held: its customer is frozen, or a case is open. */
  async unpayable(client: pg.ClientBase, chain: CustodyChain, items: readonly Item[]): Promise<number[]> {
    return (await this.#refused(client, chain, items, false)).map(({ item }) => item.id);
  }

  async #refused(
    client: pg.ClientBase,
    chain: CustodyChain,
    items: readonly Item[],
    isNew: boolean,
  ): Promise<Refused[]> {
    const { payouts, plan } = this.#options;
    const paying = items.filter(item => item.withdrawalId !== null);
    const payable = await payouts.lockPayable(
      client,
      paying.map(item => item.withdrawalId ?? 0),
      isNew,
    );
    return paying.flatMap((item): Refused[] => {
      const found = payable.find(one => one.id === item.withdrawalId);
      const isHeld = found?.held === 'compliance_hold';
      const isSame =
        found !== undefined &&
        found.held !== 'customer_frozen' &&
        found.address === item.recipient &&
        found.memo === item.memo &&
        plan.unitsOf(chain.network, found) === item.amount;
      return isHeld || !isSame ? [{ item, isHeld }] : [];
    });
  }
}

export function draftedOf({ slot, itemIds, payoutPlaces, feeMost, unsigned }: Transaction): Drafted {
  return { slot, itemIds, payoutPlaces, feeMost, unsigned };
}
