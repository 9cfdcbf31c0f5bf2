import { hash } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import { formatMinor } from '@tallystick/core/money/decimal';
import type pg from 'pg';
import type { AuditLog } from '../../audit-log/audit-log.ts';
import {
  BalanceShort,
  CannotMove,
  FeeAboveCeiling,
  type CustodyChain,
  type Drafted,
  type ExportedFile,
  type Move,
} from '../../chains/custody/custody-chain.ts';
import type { Network } from '../../chains/networks.ts';
import { nextId } from '../../database/rows.ts';
import { inTransaction } from '../../database/transaction.ts';
import { CallFailure } from '../../http/call-failure.ts';
import type { Operator } from '../../http/operator.ts';
import type { PayoutHold } from '../../payout-hold/payout-hold.ts';
import { utcMinute } from '../../timekeeping/utc-minute.ts';
import type { Vault } from '../../vault/vault.ts';
import type { MarketUnitsTable } from '../market/units.ts';
import type { BatchedPayouts } from '../withdrawal/batched.ts';
import type { BatchFollower } from './follower.ts';
import type { CustodyPlan, PlannedSweep, Wanted } from './plan.ts';
import * as store from './store.ts';
import type { Batch, BatchKind, BatchState, Item, Transaction } from './store.ts';

export interface BatchesOptions {
  readonly pool: pg.Pool;
  /** Where payments go is kept sealed. */
  readonly vault: Vault;
  readonly chains: readonly CustodyChain[];
  readonly plan: CustodyPlan;
  readonly payouts: BatchedPayouts;
  readonly follower: BatchFollower;
  readonly hold: PayoutHold;
  readonly audit: AuditLog;
  readonly units: Pick<MarketUnitsTable, 'currency'>;
  readonly now: () => number;
  readonly log: Pick<FastifyBaseLogger, 'warn'>;
}

export interface BatchDetail {
  readonly batch: Batch;
  readonly items: readonly Item[];
  readonly transactions: readonly Transaction[];
}

const REPLACEABLE: readonly BatchState[] = ['exported', 'signed', 'broadcasting', 'sent'];
const CANCELLABLE: readonly BatchState[] = ['draft', 'exported', 'signed'];
const UNIQUE_VIOLATION = '23505';

/**
 * Batches of transactions for an offline signer: built, taken out, compared on their return, sent and replaced. Whatever
 * is decided is written before anything leaves; two operators at once are put in order by the batch's row.
 */
export class Batches {
  readonly #options: BatchesOptions;

  constructor(options: BatchesOptions) {
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

  /** What could be swept, and which of it lacks gas. @throws CallFailure chain_unavailable, network_fee_too_high */
  sweeps(chain: CustodyChain): Promise<PlannedSweep[]> {
    const { plan } = this.#options;
    const limits = plan.terms(chain);
    return this.#asking(chain, () => plan.sweeps(chain, id => chain.gasNeeded(id, limits)));
  }

  /** From when on it may be replaced; null: not at all. */
  replaceableFromMs({ batch }: BatchDetail): number | null {
    if (!REPLACEABLE.includes(batch.state)) return null;
    return this.#stuckFromMs(batch) ?? batch.exportedAtMs ?? batch.createdAtMs;
  }

  /**
   * @param chosen for payouts: these withdrawals; null: all that nothing speaks against
   * @throws CallFailure custody_off, payouts_held, batch_open, batch_empty, network_fee_too_high, hot_wallet_short,
   * chain_unavailable, already_decided
   */
  async build(
    network: Network,
    kind: BatchKind,
    chosen: readonly number[] | null,
    operator: Operator,
  ): Promise<number> {
    const { pool, hold, plan, audit, now } = this.#options;
    const chain = this.chain(network);
    await hold.refuse();
    if (kind !== 'sweep') await this.#refuseOpen(pool, network);
    const limits = plan.terms(chain);
    const { wanted, drafted } = await this.#asking(chain, async () => {
      const gasOf = (currencyId: number) => chain.gasNeeded(currencyId, limits);
      return this.#draft(chain, await plan.wanted(chain, kind, chosen, gasOf));
    });
    const id = await nextId(pool, 'custody_batches');
    await inTransaction(pool, async client => {
      await store.lockNetwork(client, network);
      if (kind !== 'sweep') await this.#refuseOpen(client, network);
      const digest = digestOf(drafted);
      await store.insertBatch(client, {
        id,
        network,
        kind,
        digest,
        createdBy: operator.id,
        createdAtMs: now(),
      });
      for (const { move, ...item } of wanted) {
        await store.insertItem(client, this.#options.vault, {
          id: move.id,
          batchId: id,
          network,
          withdrawalId: item.withdrawalId,
          depositKey: item.depositKey,
          currencyId: item.currencyId,
          amount: move.amount,
          sender: move.from,
          recipient: move.to,
          memo: move.memo,
        });
      }
      await store.insertDrafted(client, this.#options.vault, { id, network, version: 1 }, drafted);
      await this.#refuseUnpayable(
        client,
        chain,
        await store.itemsOf(client, this.#options.vault, id),
        'already_decided',
      );
      await audit.write(client, operator, {
        action: 'custody.build',
        subject: `custody_batch:${id}`,
        before: null,
        after: { network, kind, digest, items: wanted.length },
      });
    }).catch((error: unknown) => {
      // Somebody else put the same into a batch at the same moment.
      if (isUniqueViolation(error)) throw new CallFailure('already_decided');
      throw error;
    });
    return id;
  }

  /** The newest version's file for the signer. @throws CallFailure not_found, already_decided, payouts_held, batch_changed */
  async export(id: number, operator: Operator): Promise<ExportedFile> {
    const { pool, hold, audit, now } = this.#options;
    await this.#refuseUnknown(id);
    await hold.refuse();
    return inTransaction(pool, async client => {
      const batch = await this.#inState(client, id, ['draft', 'exported', 'signed']);
      const chain = this.chain(batch.network);
      await this.#refuseUnpayable(client, chain, await store.itemsOf(client, this.#options.vault, id));
      const newest = await this.#newest(client, batch);
      if (batch.state === 'draft') {
        await store.changeBatch(client, id, { state: 'exported', exportedAtMs: now() });
      }
      await audit.write(client, operator, {
        action: 'custody.export',
        subject: `custody_batch:${id}`,
        before: { state: batch.state },
        after: { version: batch.version, digest: batch.digest },
      });
      return chain.file(batch, newest.map(draftedOf));
    });
  }

  /**
   * Takes the signed file in. What is not exactly what was asked for is refused as a whole, with everything that
   * deviates on the log and at the batch. One version is signed once: another signature takes a new version. @throws CallFailure not_found, already_decided, payouts_held, batch_changed
   */
  async takeSigned(id: number, version: number, content: string, operator: Operator): Promise<void> {
    const { pool, hold, audit, plan, now } = this.#options;
    await this.#refuseUnknown(id);
    await hold.refuse();
    await inTransaction(pool, async client => {
      const batch = await this.#inState(client, id, ['exported', 'signed']);
      if (batch.version !== version) throw new CallFailure('already_decided', { state: batch.state });
      const chain = this.chain(batch.network);
      await this.#refuseUnpayable(client, chain, await store.itemsOf(client, this.#options.vault, id));
      const newest = await this.#newest(client, batch);
      const limits = plan.terms(chain);
      const { transactions, deviations } = await chain.check(newest.map(draftedOf), content, limits);
      await store.setDeviations(client, id, deviations);
      const isGood = deviations.length === 0;
      if (isGood) {
        // Whoever signed twice could send the first by hand: forgotten, it would be taken for somebody else's.
        const isOther = transactions.some(({ transactionId }, place) => {
          const kept = newest[place]?.transactionId ?? null;
          return kept !== null && kept !== transactionId;
        });
        if (isOther) throw new CallFailure('already_decided', { state: batch.state });
        for (const [place, signed] of transactions.entries()) {
          await store.keepSigned(client, this.#options.vault, newest[place]!.id, signed);
        }
        await store.changeBatch(client, id, { state: 'signed', signedAtMs: now() });
      }
      await audit.write(client, operator, {
        action: isGood ? 'custody.signed' : 'custody.signed_refused',
        subject: `custody_batch:${id}`,
        before: { state: batch.state },
        after: isGood
          ? { version, transactions: transactions.map(one => one.transactionId) }
          : { version, deviations },
      });
    });
  }

  /**
   * Notes that the batch is on its way, then sends it. What cannot be sent now is sent again later. @throws CallFailure
   * not_found, already_decided, payouts_held, batch_changed
   */
  async send(id: number, operator: Operator): Promise<void> {
    const { pool, hold, payouts, audit, follower, now, log } = this.#options;
    await this.#refuseUnknown(id);
    await hold.refuse();
    await inTransaction(pool, async client => {
      const batch = await this.#inState(client, id, ['signed']);
      const chain = this.chain(batch.network);
      const items = await store.itemsOf(client, this.#options.vault, id);
      await this.#refuseUnpayable(client, chain, items);
      const newest = await this.#newest(client, batch);
      for (const one of newest) {
        await store.changeTransaction(client, one.id, { state: 'broadcasting' });
        for (const [index, itemId] of one.itemIds.entries()) {
          const withdrawalId = items.find(item => item.id === itemId)?.withdrawalId ?? null;
          if (withdrawalId === null || one.transactionId === null) continue;
          const place = one.payoutPlaces[index] ?? null;
          await payouts.pays(client, withdrawalId, { transactionId: one.transactionId, place }, operator.id);
        }
      }
      await store.changeBatch(client, id, { state: 'broadcasting', sentBy: operator.id, sentAtMs: now() });
      await audit.write(client, operator, {
        action: 'custody.send',
        subject: `custody_batch:${id}`,
        before: { state: 'signed' },
        after: { version: batch.version, transactions: newest.map(one => one.transactionId) },
      });
    });
    await follower.broadcast(id).catch((error: unknown) => {
      log.warn({ err: error, batch: id }, 'a batch is sent again later');
    });
  }

  /**
   * The same once more at a higher fee, to be signed anew; `leaveOut` is not moved any more, and given back once its
   * place is taken. Whichever version gets into the chain counts. @throws CallFailure not_found, already_decided,
   * payouts_held, batch_not_stuck, network_fee_too_high, hot_wallet_short, chain_unavailable
   */
  async replace(id: number, leaveOut: readonly number[], operator: Operator): Promise<void> {
    const { pool, hold, audit, follower } = this.#options;
    const seen = await this.detail(id);
    await hold.refuse();
    const chain = this.chain(seen.batch.network);
    const fromMs = this.#stuckFromMs(seen.batch);
    if (fromMs !== null && this.#options.now() < fromMs) {
      throw new CallFailure('batch_not_stuck', { until_ms: fromMs, until: `${utcMinute(fromMs)} UTC` });
    }
    await this.#asking(chain, () => follower.follow(seen.batch));
    const { batch, items, transactions } = await this.detail(id);
    const before = replaceable(transactions);
    if (before.length === 0) {
      // All of it is in a block, and only has to become final; or it just has.
      if (!REPLACEABLE.includes(batch.state))
        throw new CallFailure('already_decided', { state: batch.state });
      throw new CallFailure('batch_not_stuck');
    }
    const open = items.filter(item => item.state === 'open');
    const unpayable = await inTransaction(pool, client => this.#unpayable(client, chain, open));
    const out = new Set([...leaveOut, ...unpayable]);
    const texts = new Map(open.map(item => [item.id, wordsOf(item)]));
    const paths = new Map(transactions.map(one => [one.itemIds[0], pathOf(one)]));
    const moves = open
      .filter(item => !out.has(item.id))
      .map(item => ({
        id: item.id,
        from: item.sender,
        path: paths.get(item.id) ?? null,
        to: item.recipient,
        memo: item.memo,
        currencyId: item.currencyId,
        amount: item.amount,
        whole: batch.kind === 'sweep',
        text: texts.get(item.id) ?? '',
      }));
    const drafted = await this.#asking(chain, () => this.#redraft(chain, before, moves, out));
    await inTransaction(pool, async client => {
      const { version } = await this.#inState(client, id, REPLACEABLE);
      if (version !== batch.version) throw new CallFailure('already_decided', { state: batch.state });
      const next = { id, network: batch.network, version: version + 1 };
      const digest = digestOf(drafted);
      await store.insertDrafted(client, this.#options.vault, next, drafted);
      await store.setDeviations(client, id, []);
      await store.changeBatch(client, id, { state: 'draft', version: next.version, digest });
      await audit.write(client, operator, {
        action: 'custody.replace',
        subject: `custody_batch:${id}`,
        before: { state: batch.state, version },
        after: { version: next.version, digest, left_out: [...out] },
      });
    });
  }

  /**
   * Gives everything back. A payout that was taken out for signing cannot be cancelled, since whoever has the file could
   * still make it: replace it and leave it out. @throws CallFailure not_found, already_decided
   */
  async cancel(id: number, reason: string, operator: Operator): Promise<void> {
    const { pool, audit, now } = this.#options;
    await inTransaction(pool, async client => {
      const batch = await this.#inState(client, id, CANCELLABLE);
      const transactions = await store.transactionsOf(client, this.#options.vault, id);
      const items = await store.itemsOf(client, this.#options.vault, id);
      if (!mayCancel({ batch, items, transactions })) {
        throw new CallFailure('already_decided', { state: batch.state });
      }
      const ids = items.map(item => item.id);
      await store.closeItems(client, ids, 'dropped');
      for (const one of transactions) await store.changeTransaction(client, one.id, { state: 'replaced' });
      await store.changeBatch(client, id, { state: 'cancelled', endedAtMs: now() });
      await audit.write(client, operator, {
        action: 'custody.cancel',
        subject: `custody_batch:${id}`,
        before: { state: batch.state },
        after: { state: 'cancelled', reason },
      });
    });
  }

  /** What the chain would not make is left out, and flagged. */
  async #draft(chain: CustodyChain, wanted: readonly Wanted[]) {
    const { pool, plan, payouts } = this.#options;
    let left: (Wanted & { readonly move: Move })[] = [];
    // One after another: the file is in the order of their numbers.
    for (const one of wanted) left.push({ ...one, move: moveOf(one, await nextId(pool, 'custody_items')) });
    for (;;) {
      if (left.length === 0) throw new CallFailure('batch_empty');
      try {
        const moves = left.map(one => one.move);
        return { wanted: left, drafted: await chain.draft(moves, plan.terms(chain)) };
      } catch (error) {
        if (!(error instanceof CannotMove)) throw error;
        const refused = left.find(one => one.move.id === error.itemId);
        if (refused?.withdrawalId) await payouts.doubt(refused.withdrawalId);
        left = left.filter(one => one !== refused);
      }
    }
  }

  /** What the chain would not make any more is left out, too: added to `out`. */
  async #redraft(
    chain: CustodyChain,
    before: readonly Transaction[],
    moves: readonly Move[],
    out: Set<number>,
  ): Promise<Drafted[]> {
    const limits = this.#options.plan.terms(chain);
    for (;;) {
      const left = moves.filter(move => !out.has(move.id));
      try {
        return await chain.redraft(before.map(draftedOf), left, limits);
      } catch (error) {
        if (!(error instanceof CannotMove) || out.has(error.itemId)) throw error;
        out.add(error.itemId);
      }
    }
  }

  /** Says in the desk's words what the chain or its node refused. */
  async #asking<Result>(chain: CustodyChain, work: () => Promise<Result>): Promise<Result> {
    const { units, log } = this.#options;
    try {
      return await work();
    } catch (error) {
      if (error instanceof CallFailure) throw error;
      const shown = (currencyId: number, amount: bigint): string =>
        formatMinor(amount, chain.decimals(currencyId));
      if (error instanceof FeeAboveCeiling) {
        throw new CallFailure('network_fee_too_high', {
          fee: shown(chain.coin, error.fee),
          ceiling: shown(chain.coin, error.ceiling),
          currency: units.currency(chain.coin).code,
        });
      }
      if (error instanceof BalanceShort) {
        throw new CallFailure('hot_wallet_short', {
          currency: units.currency(error.currencyId).code,
          needed: shown(error.currencyId, error.needed),
          available: shown(error.currencyId, error.available),
        });
      }
      log.warn({ err: error, network: chain.network }, 'custody could not ask the chain');
      throw new CallFailure('chain_unavailable');
    }
  }

  async #refuseOpen(db: store.Queries, network: Network): Promise<void> {
    const live = await store.liveBatches(db, network);
    const open = live.find(one => one.kind !== 'sweep');
    if (open !== undefined) throw new CallFailure('batch_open', { batch: open.id });
  }

  /**
   * @param code `already_decided`: the batch is being built
   * @throws CallFailure when something in it may not be paid any more. Locks its withdrawals.
   */
  async #refuseUnpayable(
    client: pg.ClientBase,
    chain: CustodyChain,
    items: readonly Item[],
    code: 'batch_changed' | 'already_decided' = 'batch_changed',
  ): Promise<void> {
    const moved = await this.#movedByNewest(client, items);
    const [first] = await this.#unpayable(client, chain, moved, code === 'already_decided');
    const withdrawal = items.find(item => item.id === first)?.withdrawalId;
    if (withdrawal) throw new CallFailure(code, { withdrawal });
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

  /** Ids of items whose withdrawal is no longer approved, differs, or is a frozen customer's. */
  async #unpayable(
    client: pg.ClientBase,
    chain: CustodyChain,
    items: readonly Item[],
    isNew = false,
  ): Promise<number[]> {
    const { payouts, plan } = this.#options;
    const paying = items.filter(item => item.withdrawalId !== null);
    const payable = await payouts.lockPayable(
      client,
      paying.map(item => item.withdrawalId ?? 0),
      isNew,
    );
    return paying
      .filter(item => {
        const found = payable.find(one => one.id === item.withdrawalId);
        return (
          found === undefined ||
          found.held === 'customer_frozen' ||
          found.address !== item.recipient ||
          found.memo !== item.memo ||
          plan.unitsOf(chain.network, found) !== item.amount
        );
      })
      .map(item => item.id);
  }

  /** Null: it is not on its way, so there is nothing to wait for. */
  #stuckFromMs({ network, state, sentAtMs }: Batch): number | null {
    if ((state !== 'broadcasting' && state !== 'sent') || sentAtMs === null) return null;
    return sentAtMs + this.#options.plan.terms(this.chain(network)).stuckMs;
  }

  /** Before payouts are asked about, which is written down. @throws CallFailure not_found */
  async #refuseUnknown(id: number): Promise<void> {
    const batch = await store.findBatch(this.#options.pool, id);
    if (batch === null) throw new CallFailure('not_found', { field: 'id' });
  }

  async #newest(db: store.Queries, { id, version }: Batch): Promise<Transaction[]> {
    return (await store.transactionsOf(db, this.#options.vault, id)).filter(one => one.version === version);
  }

  async #inState(client: pg.ClientBase, id: number, states: readonly BatchState[]): Promise<Batch> {
    const batch = await store.findBatch(client, id, true);
    if (batch === null) throw new CallFailure('not_found', { field: 'id' });
    if (!states.includes(batch.state)) throw new CallFailure('already_decided', { state: batch.state });
    return batch;
  }
}

/** Nothing of it was sent, and no file that pays customers is with a signer. */
export function mayCancel({ batch, transactions }: BatchDetail): boolean {
  if (!CANCELLABLE.includes(batch.state)) return false;
  if (transactions.some(one => one.state !== 'drafted' && one.state !== 'signed')) return false;
  return batch.kind !== 'payout' || batch.exportedAtMs === null;
}

/** The newest version of each slot that nothing in the chain has taken. */
function replaceable(transactions: readonly Transaction[]): Transaction[] {
  const newest = new Map(transactions.map(one => [one.slot, one]));
  const taken = new Set(
    transactions
      .filter(one => one.state === 'mined' || one.state === 'confirmed' || one.state === 'reverted')
      .map(one => one.slot),
  );
  return [...newest.values()].filter(one => !taken.has(one.slot));
}

function draftedOf({ slot, itemIds, payoutPlaces, feeMost, unsigned }: Transaction): Drafted {
  return { slot, itemIds, payoutPlaces, feeMost, unsigned };
}

function moveOf({ from, path, to, memo, currencyId, amount, whole, text }: Wanted, id: number): Move {
  return { id, from, path, to, memo, currencyId, amount, whole, text };
}

function wordsOf({ withdrawalId }: Item): string {
  return withdrawalId === null ? 'Moves our own' : `Pays withdrawal ${withdrawalId}`;
}

function pathOf({ unsigned }: Transaction): string | null {
  const path = unsigned['path'];
  return typeof path === 'string' ? path : null;
}

function digestOf(drafted: readonly Drafted[]): string {
  return hash('sha256', JSON.stringify(drafted.map(one => one.unsigned)), 'hex');
}

function isUniqueViolation(error: unknown): boolean {
  return (
    typeof error === 'object' && error !== null && (error as { code?: unknown }).code === UNIQUE_VIOLATION
  );
}
