import type { DatabaseLog } from '../../database/log.ts';
import type { Network } from '../networks.ts';
import { addressKey, type BlockRef, type ChainSource, type ScannedBlock } from './chain-source.ts';
import type { ChainWatcher, Transfer, TransferSink, WatcherHealth } from './chain-watcher.ts';
import { judge, type JudgeOptions } from './judge.ts';
import type { ChainMetrics } from './metrics.ts';
import { deliverReports } from './reports.ts';
import { CONFIRM_AT_ONCE, type Cursor, type NewTransfer, type WatchStore } from './watch-store.ts';

export interface BlockWatcherOptions extends JudgeOptions {
  readonly source: ChainSource;
  readonly store: WatchStore;
  readonly sink: TransferSink;
  /** Blocks, including its own, before a transfer is confirmed. At least 1. */
  readonly confirmations: number;
  readonly log: DatabaseLog;
  readonly metrics: ChainMetrics;
  readonly now: () => number;
  /** The first run starts after this block. Unset: after the newest one. */
  readonly startAfterBlock?: number;
  /** Blocks read at once, as long as nothing fails. */
  readonly rangeBlocks?: number;
  /** Ranges read in one turn, so that reports are not delayed by a long backlog. */
  readonly rangesPerTick?: number;
  /** Number of hashes kept for finding where a reorganisation begins: at least four times the confirmations. */
  readonly keptBlocks?: number;
}

/** The node is on another chain than before, or its chain differs further back than the kept hashes. */
export class ChainReplaced extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ChainReplaced';
  }
}

/**
 * Follows a chain block by block. Each block must name its predecessor's hash. If one does not, the newest common block
 * among those kept is searched, and everything after it is reversed and read again.
 */
export class BlockWatcher implements ChainWatcher {
  readonly network: Network;
  readonly #options: BlockWatcherOptions;
  readonly #keptBlocks: number;
  /** Keys of transfers a witness node denied, so that each is logged once. */
  readonly #doubted = new Set<string>();
  /** Where the next look at transfers to be credited begins: many that are denied must not hide later ones. */
  #lookedAt: Transfer | null = null;
  #health: WatcherHealth;
  #turn: Promise<WatcherHealth> | null = null;

  constructor(options: BlockWatcherOptions) {
    if (!Number.isInteger(options.confirmations) || options.confirmations < 1) {
      throw new RangeError(`${options.confirmations} confirmations are not at least 1`);
    }
    this.network = options.source.network;
    this.#options = options;
    this.#keptBlocks = Math.max(options.keptBlocks ?? 256, 4 * options.confirmations);
    this.#health = {
      network: this.network,
      state: 'starting',
      headNumber: null,
      scannedNumber: null,
      failuresInARow: 0,
      lastError: null,
      lastSuccessAtMs: null,
      doubted: 0,
      waitingReports: 0,
    };
  }

  health(): WatcherHealth {
    return this.#health;
  }

  tick(): Promise<WatcherHealth> {
    this.#turn ??= this.#tick().finally(() => (this.#turn = null));
    return this.#turn;
  }

  async #tick(): Promise<WatcherHealth> {
    const { log, metrics, now } = this.#options;
    let failure: unknown = null;
    try {
      const caughtUp = await this.#follow();
      this.#update({ state: caughtUp ? 'following' : 'catching_up' });
    } catch (error) {
      failure = error;
    }
    try {
      // Earlier confirmations are reported even while the node is down.
      await deliverReports(this.#options);
      this.#update({ waitingReports: await this.#options.store.waitingReports() });
    } catch (error) {
      failure ??= error;
    }
    if (failure === null) {
      this.#update({ failuresInARow: 0, lastError: null, lastSuccessAtMs: now() });
    } else {
      const lastError = failure instanceof Error ? failure.message : String(failure);
      this.#update({ state: 'failing', failuresInARow: this.#health.failuresInARow + 1, lastError });
      metrics.failed(this.network);
      log.warn(
        { err: failure, network: this.network, inARow: this.#health.failuresInARow },
        'chain not read',
      );
    }
    metrics.show(this.#health);
    return this.#health;
  }

  #update(change: Partial<WatcherHealth>): void {
    this.#health = { ...this.#health, ...change };
  }

  /** True once the newest block was read. */
  async #follow(): Promise<boolean> {
    const { source, confirmations, rangesPerTick = 50 } = this.#options;
    const chain = await source.identify();
    const head = await source.head();
    this.#update({ headNumber: head.number });
    let cursor: Cursor = (await this.#cursor(chain)) ?? (await this.#begin(chain, head));
    // Blocks just read were hash-linked to the cursor, so an unchanged chain is checked only at the start of a turn.
    if (!(await this.#stillStands(cursor, head))) cursor = await this.#rewind(cursor, head);
    let caughtUp = false;
    for (let range = 0; range < rangesPerTick && !caughtUp; range++) {
      await this.#refuseBranch(cursor);
      const next = await this.#readRange(cursor, head);
      this.#update({ scannedNumber: next.number });
      caughtUp = next === cursor || next.number >= head.number;
      cursor = next;
      await this.#confirm(cursor, cursor.number - confirmations + 1);
    }
    return caughtUp && cursor.number >= head.number;
  }

  async #cursor(chain: string): Promise<Cursor | null> {
    const cursor = await this.#options.store.cursor();
    if (cursor !== null && cursor.chain !== chain) {
      throw new ChainReplaced(`the node is on ${chain}, but ${cursor.chain} was read before`);
    }
    return cursor;
  }

  async #begin(chain: string, head: BlockRef): Promise<Cursor> {
    const { source, store, startAfterBlock, log } = this.#options;
    const first = startAfterBlock === undefined ? head : await source.block(startAfterBlock);
    if (first === null) throw new Error(`the node has no block ${startAfterBlock} yet`);
    await store.begin({ ...first, chain });
    log.info({ network: this.network, chain, after: first.number }, 'reading the chain for the first time');
    // Another process may have been first.
    return (await this.#cursor(chain)) ?? { ...first, chain };
  }

  /** Whether the newest block read is still part of the node's chain. */
  async #stillStands(cursor: Cursor, head: BlockRef): Promise<boolean> {
    const { store } = this.#options;
    if (head.number >= cursor.number) return (await this.#theirs(cursor.number)).hash === cursor.hash;
    // A node that lags shows an older block of the same chain: nothing is reversed.
    const known = await store.hashAt(head.number);
    if (known === null) throw new Error(`the node is only at block ${head.number}, far behind what was read`);
    return known === head.hash;
  }

  async #rewind(cursor: Cursor, head: BlockRef): Promise<Cursor> {
    const { store, log, metrics } = this.#options;
    const ancestor = await this.#commonAncestor(Math.min(cursor.number, head.number));
    await this.#refuseContested(ancestor);
    const transfers = await store.rewind(cursor, ancestor);
    const blocks = cursor.number - ancestor.number;
    metrics.reorganised(this.network, blocks);
    log.warn(
      { network: this.network, from: ancestor.number + 1, blocks, transfers },
      'the chain was reorganised',
    );
    return { ...ancestor, chain: cursor.chain };
  }

  /** A credit takes all nodes, and so does taking it back: one node may be on a branch of its own. */
  async #refuseContested(ancestor: BlockRef): Promise<void> {
    const { source, store } = this.#options;
    const number = ancestor.number + 1;
    const ours = await store.hashAt(number);
    if (source.opinions === undefined || !(await store.hasConfirmedAfter(ancestor.number))) return;
    for (const [at, opinion] of (await source.opinions(number)).entries()) {
      const witness = `witness ${at + 1}`;
      if ('silent' in opinion) throw new Error(`${witness} cannot be asked: ${opinion.silent}`);
      if (opinion.hash === ours)
        throw new Error(`the node replaced block ${number}, which ${witness} still has`);
    }
  }

  /**
   * Nothing more is read while a witness has another block where blocks no longer change: a node on a branch of its own,
   * or with invented blocks, would lead past the real ones. A witness that is silent or lags objects to nothing; credits
   * wait for it anyway.
   */
  async #refuseBranch(cursor: Cursor): Promise<void> {
    const { source, store, confirmations } = this.#options;
    const number = cursor.number - confirmations + 1;
    const ours = await store.hashAt(number);
    if (source.opinions === undefined || ours === null) return;
    for (const [at, opinion] of (await source.opinions(number)).entries()) {
      if ('silent' in opinion || opinion.hash === null || opinion.hash === ours) continue;
      throw new Error(
        `witness ${at + 1} has another block ${number}: one of the nodes is on a branch of its own`,
      );
    }
  }

  /** Newest block up to `newest` on which node and database agree: below it all agree, above it none. */
  async #commonAncestor(newest: number): Promise<BlockRef> {
    const { store } = this.#options;
    const agree = async (number: number): Promise<BlockRef | null> => {
      const [ours, theirs] = [await store.hashAt(number), await this.#theirs(number)];
      return ours === theirs.hash ? theirs : null;
    };
    let low = (await store.oldestKept()) ?? newest;
    let ancestor = (await agree(low)) ?? this.#tooDeep(low);
    let high = newest;
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      const agreed = await agree(middle);
      if (agreed === null) high = middle - 1;
      else [low, ancestor] = [middle, agreed];
    }
    return ancestor;
  }

  /** Several nodes may share one address, and some may lag by a block: that is not a reorganisation. */
  async #theirs(number: number): Promise<BlockRef> {
    const block = await this.#options.source.block(number);
    if (block === null) throw new Error(`the node does not have block ${number}, which it had announced`);
    return block;
  }

  #tooDeep(number: number): never {
    throw new ChainReplaced(
      `the node's chain differs from what was read at block ${number}, further back than hashes are kept`,
    );
  }

  /** The cursor after the next blocks; the same one if there are none. */
  async #readRange(cursor: Cursor, head: BlockRef): Promise<Cursor> {
    const { source, store, now, rangeBlocks = 20 } = this.#options;
    // Fewer after each failure: a range of full blocks may be more than a node gives, or than is taken, at once.
    const blocks = Math.max(1, Math.floor(rangeBlocks / 2 ** this.#health.failuresInARow));
    const to = Math.min(cursor.number + blocks, head.number);
    if (to <= cursor.number) return cursor;
    const scanned = await source.scan(
      cursor.number + 1,
      to,
      async keys => new Set((await store.owners(keys)).keys()),
    );
    const linked = linkedTo(cursor, scanned);
    const last = linked.at(-1);
    // It was replaced while being read: the next turn finds where the chains part.
    if (last === undefined) return cursor;
    const transfers = await this.#judgeAll(linked);
    await store.advance(cursor, linked, transfers, last.number - this.#keptBlocks, now());
    return { number: last.number, hash: last.hash, chain: cursor.chain };
  }

  async #judgeAll(blocks: readonly ScannedBlock[]): Promise<NewTransfer[]> {
    const { store, log, metrics } = this.#options;
    const found = blocks.flatMap(block => block.transfers.map(transfer => ({ transfer, block })));
    const keys = found.flatMap(({ transfer }) => [transfer.recipientKey, transfer.senderKey ?? []].flat());
    const owners = await store.owners(keys);
    return found.flatMap(({ transfer, block }) => {
      const owner = owners.get(transfer.recipientKey);
      if (owner === undefined) return [];
      const senderIsOurs = transfer.senderKey !== null && owners.has(transfer.senderKey);
      const judgement = judge(this.network, transfer, senderIsOurs, this.#options);
      const { transactionHash, logIndex } = transfer;
      log.info(
        { network: this.network, transactionHash, logIndex, ignored: judgement.ignored },
        'transfer seen',
      );
      metrics.transfer(this.network, judgement.ignored ?? 'seen');
      const { number, hash } = block;
      return [{ ...transfer, block: { number, hash }, owner, ...judgement }];
    });
  }

  async #confirm(cursor: Cursor, upTo: number): Promise<void> {
    const { source, store, log, metrics, now } = this.#options;
    let doubted = 0;
    const transfers = await store.confirmable(upTo, this.#lookedAt);
    this.#lookedAt = transfers.length < CONFIRM_AT_ONCE ? null : (transfers.at(-1) ?? null);
    for (const transfer of transfers) {
      const doubt = await source.doubt(asFound(transfer), {
        number: transfer.blockNumber,
        hash: transfer.blockHash,
      });
      if (doubt === null) {
        await store.confirm(cursor, transfer, now());
        this.#doubted.delete(transfer.key);
        metrics.transfer(this.network, 'confirmed');
        continue;
      }
      doubted++;
      if (this.#doubted.has(transfer.key)) continue;
      this.#doubted.add(transfer.key);
      log.error(
        { network: this.network, key: transfer.key, doubt },
        'a transfer is not credited yet: a node speaks against it',
      );
    }
    this.#update({ doubted });
  }
}

/** The blocks up to the first one that does not follow its predecessor. */
function linkedTo(cursor: BlockRef, blocks: readonly ScannedBlock[]): ScannedBlock[] {
  const linked: ScannedBlock[] = [];
  let previous = cursor;
  for (const block of blocks) {
    if (block.number !== previous.number + 1 || block.parentHash !== previous.hash) break;
    linked.push(block);
    previous = block;
  }
  return linked;
}

function asFound(transfer: Transfer): Parameters<ChainSource['doubt']>[0] {
  const { transactionHash, logIndex, sender, address, currencyId, amount, network } = transfer;
  return {
    transactionHash,
    logIndex,
    senderKey: sender,
    recipientKey: addressKey(network, address),
    currencyId,
    amount,
  };
}
