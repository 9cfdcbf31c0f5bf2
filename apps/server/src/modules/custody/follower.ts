import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import type { CustodyChain, TransactionStatus } from '../../chains/custody/custody-chain.ts';
import type { Network } from '../../chains/networks.ts';
import { inTransaction } from '../../database/transaction.ts';
import type { PayoutHold } from '../../payout-hold/payout-hold.ts';
import type { Vault } from '../../vault/vault.ts';
import type { BatchedPayouts } from '../withdrawal/batched.ts';
import { objectionTo, type Ended, type Objection } from './objections.ts';
import * as store from './store.ts';
import { LIVE, type Batch, type Transaction } from './store.ts';

export interface BatchFollowerOptions {
  readonly pool: pg.Pool;
  readonly vault: Vault;
  readonly chains: readonly CustodyChain[];
  readonly payouts: BatchedPayouts;
  readonly hold: PayoutHold;
  /** Confirmations after which a transaction counts as final. */
  readonly confirmations: (network: Network) => number;
  readonly now: () => number;
  readonly log: Pick<FastifyBaseLogger, 'warn' | 'error'>;
}

type Mined = Extract<TransactionStatus, { state: 'mined' }>;
/** A version that is in the chain. */
interface Seen {
  readonly one: Transaction;
  readonly status: Mined;
}
const FINAL: readonly Transaction['state'][] = ['confirmed', 'reverted', 'replaced'];

/**
 * Sends what is noted as on its way, and follows it: which version of each transaction got into the chain, what it cost,
 * and what is to be given back because nothing moved it. Any process may repeat any of it at any time.
 */
export class BatchFollower {
  readonly #options: BatchFollowerOptions;

  constructor(options: BatchFollowerOptions) {
    this.#options = options;
  }

  /** Sends and follows all batches under way. One that fails does not keep the others. */
  async followAll(): Promise<void> {
    const { pool, chains, log } = this.#options;
    for (const { network } of chains) {
      for (const batch of await store.liveBatches(pool, network)) {
        try {
          await this.follow(batch);
          await this.broadcast(batch.id);
        } catch (error) {
          log.warn({ err: error, batch: batch.id }, 'a batch could not be looked at');
        }
      }
    }
  }

  /**
   * Sends the newest version of whatever is on its way and not known to the network. Their ids were noted before, so
   * that sending again changes nothing. One that never reached the node is not sent any more once there is a newer
   * version, which may leave something out. @throws when the network does not take one
   */
  async broadcast(id: number): Promise<void> {
    const { pool, hold } = this.#options;
    const batch = await store.findBatch(pool, id);
    if (batch === null || !LIVE.includes(batch.state)) return;
    const chain = this.#chain(batch.network);
    const all = await store.transactionsOf(pool, this.#options.vault, id);
    const left = all.filter(one => one.state === 'sent' || isToBeSent(one, all));
    const taken = new Set(all.filter(one => one.state === 'mined').map(one => one.slot));
    const newest = new Map(left.filter(one => !taken.has(one.slot)).map(one => [one.slot, one]));
    if (newest.size === 0 || !(await hold.isOpen())) return;
    const refused: unknown[] = [];
    for (const one of newest.values()) {
      // One that the network does not take keeps none of the others.
      await this.#send(chain, one).catch((error: unknown) => refused.push(error));
    }
    await inTransaction(pool, async client => {
      const now = await store.findBatch(client, id, true);
      const noted = await store.transactionsOf(client, this.#options.vault, id);
      const open = noted.some(one => isToBeSent(one, noted));
      if (now?.state === 'broadcasting' && !open) await store.changeBatch(client, id, { state: 'sent' });
    });
    if (refused.length > 0) throw refused[0];
  }

  async #send(chain: CustodyChain, { id, transactionId, raw, state }: Transaction): Promise<void> {
    if (transactionId === null || raw === null) throw new Error(`transaction ${id} is not signed`);
    if (state === 'sent' && (await chain.status(transactionId)).state !== 'unknown') return;
    await chain.broadcast({ transactionId, raw });
    if (state !== 'sent') await store.noteSent(this.#options.pool, id, this.#options.now());
  }

  /**
   * Writes down what the chain says of the batch's transactions. What speaks against a payment counts once every witness
   * says so, too: until then nothing is given back, and the batch says why. @throws when the node cannot be asked
   */
  async follow({ id, network }: Batch): Promise<void> {
    const { pool } = this.#options;
    const objections: Objection[] = [];
    const chain = this.#chain(network);
    const all = await store.transactionsOf(pool, this.#options.vault, id);
    const slots = Map.groupBy(all, one => one.slot);
    for (const [slot, versions] of slots) {
      if (versions.some(one => one.state === 'confirmed' || one.state === 'reverted')) continue;
      let seen = await this.#mined(chain, versions);
      const isTaken = seen === null && (await chain.isTaken(slot));
      // Asked again: it may have been one of ours, mined between the two questions.
      if (isTaken) seen = await this.#mined(chain, versions);
      const objection = await this.#objection(chain, { slot, versions, seen, isTaken });
      if (objection !== null) objections.push(objection);
      if (seen !== null) await this.#found(id, network, versions, seen, objection !== null);
      else if (!isTaken) await this.#left(versions);
      else if (objection === null) await this.#lost(id, versions);
    }
    await this.#noteDoubt(id, objections);
    await this.#finish(id);
  }

  /** What witnesses have against giving back what the first node has ended. Null: nothing, or nothing is given back. */
  async #objection(
    chain: CustodyChain,
    {
      seen,
      isTaken,
      ...of
    }: Pick<Ended, 'slot' | 'versions'> & { readonly seen: Seen | null; readonly isTaken: boolean },
  ): Promise<Objection | null> {
    const confirmations = this.#options.confirmations(chain.network);
    if (seen === null) {
      return isTaken ? objectionTo(chain.witnesses, { ...of, by: null, confirmations }) : null;
    }
    const { transactionId } = seen.one;
    const { reverted } = seen.status;
    if (transactionId === null || seen.status.confirmations < confirmations) return null;
    if (returned(of.versions, seen).length === 0) return null;
    return objectionTo(chain.witnesses, { ...of, by: { transactionId, reverted }, confirmations });
  }

  /** On the log once, until it is another one. */
  async #noteDoubt(id: number, objections: readonly Objection[]): Promise<void> {
    const { pool, log } = this.#options;
    const doubt = objections.map(one => one.text).join('; ') || null;
    const before = await store.findBatch(pool, id);
    if (before === null || before.doubt === doubt) return;
    await store.changeBatch(pool, id, { doubt });
    if (doubt === null) return;
    if (objections.some(one => one.isDenial)) {
      log.error({ batch: id, doubt }, 'nothing is given back: the nodes say different things of a payment');
    } else
      log.warn({ batch: id, doubt }, 'nothing is given back until every node says the same of a payment');
  }

  /** Which of the versions is in the chain: also one that the signer's own program has sent. */
  async #mined(chain: CustodyChain, versions: readonly Transaction[]): Promise<Seen | null> {
    for (const one of versions) {
      if (one.transactionId === null) continue;
      const status = await chain.status(one.transactionId);
      if (status.state === 'mined') return { one, status };
    }
    return null;
  }

  async #found(
    batchId: number,
    network: Network,
    versions: readonly Transaction[],
    seen: Seen,
    isDoubted: boolean,
  ): Promise<void> {
    const { pool, payouts, now } = this.#options;
    const { one } = seen;
    const { blockNumber, confirmations, reverted, fee } = seen.status;
    const isFinal = confirmations >= this.#options.confirmations(network) && !isDoubted;
    await inTransaction(pool, async client => {
      const batch = await store.findBatch(client, batchId, true);
      // Somebody else looked at the same moment, and found more.
      if (batch === null || (await this.#hasEnded(client, batchId, one.slot))) return;
      const state = isFinal ? (reverted ? 'reverted' : 'confirmed') : 'mined';
      // One alone is in the chain: the block of another one has left it.
      for (const other of versions) if (other.id !== one.id) await store.putBack(client, other.id);
      await store.changeTransaction(client, one.id, { state, blockNumber, fee });
      const items = await store.itemsOf(client, this.#options.vault, batchId);
      if (!reverted) {
        for (const [index, itemId] of one.itemIds.entries()) {
          const withdrawalId = items.find(item => item.id === itemId)?.withdrawalId ?? null;
          if (withdrawalId === null || one.transactionId === null) continue;
          const place = one.payoutPlaces[index] ?? null;
          await payouts.pays(client, withdrawalId, { transactionId: one.transactionId, place }, null);
        }
      }
      if (!isFinal) return;
      for (const other of versions) {
        if (other.id !== one.id) await store.changeTransaction(client, other.id, { state: 'replaced' });
      }
      await store.closeItems(client, reverted ? [] : one.itemIds, 'done');
      await this.#giveBack(client, returned(versions, seen), reverted ? 'failed' : 'dropped');
      if (batch.sentAtMs === null) await store.changeBatch(client, batchId, { sentAtMs: now() });
    });
  }

  /** Something that is not ours has taken the place: none of the versions can ever be in the chain. */
  async #lost(batchId: number, versions: readonly Transaction[]): Promise<void> {
    await inTransaction(this.#options.pool, async client => {
      await store.findBatch(client, batchId, true);
      const [{ slot } = { slot: '' }] = versions;
      if (await this.#hasEnded(client, batchId, slot)) return;
      for (const one of versions) {
        await store.putBack(client, one.id);
        await store.changeTransaction(client, one.id, { state: 'replaced' });
      }
      await this.#giveBack(
        client,
        versions.flatMap(one => one.itemIds),
        'failed',
      );
    });
  }

  /** One that was in a block and no longer is waits again. */
  async #left(versions: readonly Transaction[]): Promise<void> {
    for (const one of versions.filter(version => version.state === 'mined')) {
      await store.putBack(this.#options.pool, one.id);
    }
  }

  async #hasEnded(client: pg.ClientBase, batchId: number, slot: string): Promise<boolean> {
    const all = await store.transactionsOf(client, this.#options.vault, batchId);
    return all.some(one => one.slot === slot && (one.state === 'confirmed' || one.state === 'reverted'));
  }

  async #giveBack(
    client: pg.ClientBase,
    itemIds: readonly number[],
    state: 'dropped' | 'failed',
  ): Promise<void> {
    for (const withdrawalId of await store.closeItems(client, itemIds, state)) {
      await this.#options.payouts.giveBack(client, withdrawalId, state === 'failed');
    }
  }

  async #finish(id: number): Promise<void> {
    const { pool, now } = this.#options;
    await inTransaction(pool, async client => {
      const batch = await store.findBatch(client, id, true);
      if (batch === null || !LIVE.includes(batch.state)) return;
      const items = await store.itemsOf(client, this.#options.vault, id);
      const transactions = await store.transactionsOf(client, this.#options.vault, id);
      if (items.some(item => item.state === 'open')) return;
      const ended = new Set(transactions.filter(one => FINAL.includes(one.state)).map(one => one.slot));
      if (transactions.some(one => !ended.has(one.slot))) return;
      const failed = items.some(item => item.state === 'failed');
      await store.changeBatch(client, id, { state: failed ? 'failed' : 'confirmed', endedAtMs: now() });
    });
  }

  #chain(network: Network): CustodyChain {
    const found = this.#options.chains.find(one => one.network === network);
    if (found === undefined) throw new Error(`there is no custody of ${network}`);
    return found;
  }
}

/** Noted as on its way, not taken by the node yet, and not to be replaced. */
function isToBeSent({ state, slot, version }: Transaction, all: readonly Transaction[]): boolean {
  return state === 'broadcasting' && !all.some(one => one.slot === slot && one.version > version);
}

/** Items that are given back once the version that was seen is final. */
function returned(versions: readonly Transaction[], { one, status }: Seen): number[] {
  const done = status.reverted ? [] : one.itemIds;
  return versions.flatMap(version => version.itemIds).filter(item => !done.includes(item));
}
