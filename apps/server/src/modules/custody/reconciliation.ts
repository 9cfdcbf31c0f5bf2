import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import { ChainMoved, type CustodyChain, type HeldAddress } from '../../chains/custody/custody-chain.ts';
import type { Network } from '../../chains/networks.ts';
import { unitsPerMinor } from '../../chains/watcher/judge.ts';
import { inTransaction } from '../../database/transaction.ts';
import { readLedgerSide, type LedgerSide } from './ledger-side.ts';
import * as differences from './positions.ts';
import type { Position } from './positions.ts';
import * as store from './store.ts';

export interface CustodyReconciliationOptions {
  readonly pool: pg.Pool;
  readonly chains: readonly CustodyChain[];
  readonly ledgerDecimals: (currencyId: number) => number;
  readonly now: () => number;
  readonly log: Pick<FastifyBaseLogger, 'warn' | 'error'>;
}

/** How the newest comparison of a network went. */
export interface ComparisonHealth {
  readonly lastSuccessAtMs: number | null;
  /** Null: it succeeded. */
  readonly lastError: string | null;
}

/** Deposit addresses looked at in one turn. */
const MOST_ADDRESSES = 2_000;

/**
 * Compares what lies at the chain with the ledger's custody account. Both sides are of one block: the last that the
 * watcher has read, whose arrivals the database has exactly. Where there is too much or too little twice in a row and
 * nothing explains it, it is a difference for people; it closes by itself when it is gone.
 */
export class CustodyReconciliation {
  readonly #options: CustodyReconciliationOptions;
  readonly #health = new Map<Network, ComparisonHealth>();

  constructor(options: CustodyReconciliationOptions) {
    this.#options = options;
  }

  health(network: Network): ComparisonHealth {
    return this.#health.get(network) ?? { lastSuccessAtMs: null, lastError: null };
  }

  /** Of every network that was compared, for processes that do not compare. */
  healths(): readonly (readonly [network: Network, health: ComparisonHealth])[] {
    return [...this.#health];
  }

  /** What the process that compares has found. */
  told(healths: readonly (readonly [network: Network, health: ComparisonHealth])[]): void {
    this.#health.clear();
    for (const [network, health] of healths) this.#health.set(network, health);
  }

  /** All networks. A node that cannot be asked changes nothing but the age of what is shown. */
  async compareAll(): Promise<void> {
    const { chains, now, log } = this.#options;
    for (const chain of chains) {
      try {
        const compared = await this.compare(chain);
        if (compared) this.#health.set(chain.network, { lastSuccessAtMs: now(), lastError: null });
      } catch (error) {
        // The next turn compares at the newer block.
        if (error instanceof ChainMoved) continue;
        log.warn({ err: error, network: chain.network }, 'chain and ledger could not be compared');
        const lastError = error instanceof Error ? error.message : String(error);
        this.#health.set(chain.network, { ...this.health(chain.network), lastError });
      }
    }
  }

  /** False: there is nothing to compare yet, or the chain moved meanwhile; the next turn tries again. */
  async compare(chain: CustodyChain): Promise<boolean> {
    const { pool } = this.#options;
    const side = await inTransaction(pool, client =>
      readLedgerSide(client, chain.network, chain.currencies, id => this.#perMinor(chain, id)),
    );
    if (side === null) return false;
    const held: HeldAddress[] = [
      { holder: 'hot', address: chain.hot },
      ...chain.cold.map((address): HeldAddress => ({ holder: 'cold', address })),
      ...(await store.addressesToObserve(pool, chain.network, MOST_ADDRESSES)),
    ];
    const observed = await chain.balances(held, side.blockNumber);
    const leaving = await this.#left(chain, side);
    const fees = await store.feesPaid(pool, chain.network, side.blockNumber);
    // Asked last: everything above was of the chain that the database knows.
    if ((await chain.block(side.blockNumber))?.hash !== side.blockHash) return false;
    await inTransaction(pool, async client => {
      await store.lockNetwork(client, chain.network);
      await store.writeBalances(client, chain.network, observed, side.blockNumber);
      const sums = await store.heldSums(client, chain.network);
      const before = await differences.positions(client, chain.network);
      for (const currencyId of chain.currencies) {
        const position = this.#position(chain, side, currencyId, {
          sums,
          leaving: leaving.get(currencyId) ?? 0n,
          fees: currencyId === chain.coin ? fees : 0n,
        });
        await differences.writePosition(client, position);
        const last = before.find(one => one.currencyId === currencyId);
        await this.#note(client, position, last ?? null);
      }
    });
    return true;
  }

  #position(
    chain: CustodyChain,
    side: LedgerSide,
    currencyId: number,
    found: {
      readonly sums: Awaited<ReturnType<typeof store.heldSums>>;
      readonly leaving: bigint;
      readonly fees: bigint;
    },
  ): Position {
    const own = side.currencies.get(currencyId);
    if (own === undefined) throw new Error(`currency ${currencyId} was not read`);
    const sumOf = (holder: HeldAddress['holder']): bigint =>
      found.sums.find(one => one.holder === holder && one.currencyId === currencyId)?.amount ?? 0n;
    const [hot, cold, deposits] = [sumOf('hot'), sumOf('cold'), sumOf('deposit')];
    const ledger = own.ledgerMinor * this.#perMinor(chain, currencyId);
    const explained = {
      confirming: own.confirming,
      below_minimum: own.belowMinimum,
      implausible: own.implausible,
      uncredited: own.uncredited,
      remainders: own.remainders,
      leaving: -found.leaving,
      network_fees: -found.fees,
      resolved: own.resolved,
    };
    const all = Object.values(explained).reduce((sum, amount) => sum + amount, 0n);
    return {
      network: chain.network,
      currencyId,
      blockNumber: side.blockNumber,
      atMs: this.#options.now(),
      ledger,
      hot,
      cold,
      deposits,
      explained,
      unexplained: hot + cold + deposits - ledger - all,
    };
  }

  /** Opens, changes or closes the currency's difference. */
  async #note(client: pg.ClientBase, position: Position, last: Position | null): Promise<void> {
    const { network, currencyId, unexplained, atMs } = position;
    const open = await differences.openDifference(client, network, currencyId);
    if (open === null) {
      // Once may be chance: something happened between two questions. Its amount may change each time, as it does for
      // whoever sends a little to hide that much has left.
      if (unexplained * (last?.unexplained ?? 0n) > 0n) {
        await differences.insertDifference(client, position);
        this.#options.log.error(
          { network, currencyId, amount: String(unexplained) },
          'chain and ledger differ, and nothing explains it',
        );
      }
    } else if (unexplained === 0n) {
      await differences.closeDifference(client, open.id, 'vanished', atMs);
    } else if (open.amount !== unexplained && last?.unexplained === unexplained) {
      await differences.changeDifference(client, open.id, position);
    }
  }

  /** What payouts have taken from the chain up to that block while the ledger still has it; by currency. */
  async #left(chain: CustodyChain, side: LedgerSide): Promise<ReadonlyMap<number, bigint>> {
    const left = new Map<number, bigint>();
    for (const { transactionId, currencyId, amountMinor } of side.leaving) {
      if (!chain.currencies.includes(currencyId)) continue;
      const status = await chain.status(transactionId);
      if (status.state !== 'mined' || status.reverted || status.blockNumber > side.blockNumber) continue;
      const amount = amountMinor * this.#perMinor(chain, currencyId);
      left.set(currencyId, (left.get(currencyId) ?? 0n) + amount);
    }
    return left;
  }

  #perMinor({ network }: CustodyChain, currencyId: number): bigint {
    return unitsPerMinor(network, currencyId, this.#options.ledgerDecimals(currencyId));
  }
}
