import { hash } from 'node:crypto';
import { formatMinor } from '@tallystick/core/money/decimal';
import {
  BalanceShort,
  CannotMove,
  FeeAboveCeiling,
  type CustodyChain,
  type Drafted,
  type Move,
} from '../../chains/custody/custody-chain.ts';
import type { Network } from '../../chains/networks.ts';
import { nextId } from '../../database/rows.ts';
import { inTransaction } from '../../database/transaction.ts';
import { CallFailure } from '../../http/call-failure.ts';
import type { Operator } from '../../http/operator.ts';
import { utcMinute } from '../../timekeeping/utc-minute.ts';
import type { MarketUnitsTable } from '../market/units.ts';
import { draftedOf, REPLACEABLE } from './batch-checks.ts';
import type { BatchesOptions } from './batches.ts';
import type { PlannedSweep, Wanted } from './plan.ts';
import * as store from './store.ts';
import type { BatchKind, Item, Transaction } from './store.ts';

export interface BatchDraftingOptions extends BatchesOptions {
  readonly units: Pick<MarketUnitsTable, 'currency'>;
}

const UNIQUE_VIOLATION = '23505';

/** Drafts what a signer is to sign: a new batch, or a new version of one that is stuck. */
export class BatchDrafting {
  readonly #options: BatchDraftingOptions;

  constructor(options: BatchDraftingOptions) {
    this.#options = options;
  }

  /** What could be swept, and which of it lacks gas. @throws CallFailure chain_unavailable, network_fee_too_high */
  sweeps(chain: CustodyChain): Promise<PlannedSweep[]> {
    const { plan } = this.#options;
    const limits = plan.terms(chain);
    return this.#asking(chain, () => plan.sweeps(chain, id => chain.gasNeeded(id, limits)));
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
    const { pool, hold, plan, audit, now, checks } = this.#options;
    const chain = checks.chain(network);
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
      await checks.refuseUnpayable(client, chain, await store.itemsOf(client, this.#options.vault, id), true);
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

  /**
   * The same once more at a higher fee, to be signed anew; `leaveOut` is not moved any more, and given back once its
   * place is taken. Whichever version gets into the chain counts. @throws CallFailure not_found, already_decided,
   * payouts_held, batch_not_stuck, network_fee_too_high, hot_wallet_short, chain_unavailable
   */
  async replace(id: number, leaveOut: readonly number[], operator: Operator): Promise<void> {
    const { pool, hold, audit, follower, checks } = this.#options;
    const seen = await checks.detail(id);
    await hold.refuse();
    const chain = checks.chain(seen.batch.network);
    const fromMs = checks.stuckFromMs(seen.batch);
    if (fromMs !== null && this.#options.now() < fromMs) {
      throw new CallFailure('batch_not_stuck', { until_ms: fromMs, until: `${utcMinute(fromMs)} UTC` });
    }
    await this.#asking(chain, () => follower.follow(seen.batch));
    const { batch, items, transactions } = await checks.detail(id);
    const before = replaceable(transactions);
    if (before.length === 0) {
      // All of it is in a block, and only has to become final; or it just has.
      if (!REPLACEABLE.includes(batch.state))
        throw new CallFailure('already_decided', { state: batch.state });
      throw new CallFailure('batch_not_stuck');
    }
    const open = items.filter(item => item.state === 'open');
    const unpayable = await inTransaction(pool, client => checks.unpayable(client, chain, open));
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
      const { version } = await checks.inState(client, id, REPLACEABLE);
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
