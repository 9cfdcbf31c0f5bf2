import type pg from 'pg';
import type { CustodyChain, GasNeeded } from '../../chains/custody/custody-chain.ts';
import type { Network } from '../../chains/networks.ts';
import { addressKey } from '../../chains/watcher/chain-source.ts';
import { unitsPerMinor } from '../../chains/watcher/judge.ts';
import type { PlatformSettings } from '../../settings/platform-settings.ts';
import type { BatchedPayouts, Payable } from '../withdrawal/batched.ts';
import * as store from './store.ts';
import type { BatchKind, Sweepable } from './store.ts';
import { termsOf, type CustodyTerms } from './terms.ts';

/** More does not go into one batch: somebody has to read it before signing. */
export const MOST_ITEMS = 100;

const NO_GAS: GasNeeded = { least: 0n, enough: 0n };

/** Not even named do these go. */
const STOPPED: ReadonlySet<Payable['held']> = new Set(['customer_frozen', 'compliance_hold']);

/** An item of a batch to be. */
export interface Wanted {
  readonly withdrawalId: number | null;
  readonly depositKey: string | null;
  readonly currencyId: number;
  readonly amount: bigint;
  readonly from: string;
  readonly path: string | null;
  readonly to: string;
  readonly memo: string | null;
  readonly whole: boolean;
  readonly text: string;
}

export interface PlannedSweep extends Sweepable {
  readonly to: string;
  readonly toHolder: 'hot' | 'cold';
  /** What the coin there is short of before it can be swept; 0: nothing. */
  readonly gasShort: bigint;
}

export interface CustodyPlanOptions {
  readonly pool: pg.Pool;
  readonly settings: Pick<PlatformSettings, 'get'>;
  readonly payouts: BatchedPayouts;
  /** Decimals of the ledger's amounts, by currency id. */
  readonly ledgerDecimals: (currencyId: number) => number;
}

/** What could be moved now, by what was last observed. */
export class CustodyPlan {
  readonly #options: CustodyPlanOptions;

  constructor(options: CustodyPlanOptions) {
    this.#options = options;
  }

  terms(chain: CustodyChain): CustodyTerms {
    return termsOf(this.#options.settings, chain);
  }

  /** Approved withdrawals in no batch, oldest first. */
  payouts({ network, currencies }: Pick<CustodyChain, 'network' | 'currencies'>): Promise<Payable[]> {
    return this.#options.payouts
      .approved(network, 2 * MOST_ITEMS)
      .then(found => found.filter(one => currencies.includes(one.currencyId)));
  }

  /**
   * Deposit addresses above the minimum, each once: its tokens before the coin that pays for moving them. To the cold
   * address once the hot one has its maximum.
   * @param gasOf what sweeping a currency takes of the coin
   */
  async sweeps(
    chain: CustodyChain,
    gasOf: (currencyId: number) => Promise<GasNeeded>,
  ): Promise<PlannedSweep[]> {
    const { pool } = this.#options;
    const terms = this.terms(chain);
    const planned = new Map<string, PlannedSweep>();
    const tokensFirst = chain.currencies.toSorted(
      (a, b) => Number(a === chain.coin) - Number(b === chain.coin),
    );
    for (const currencyId of tokensFirst) {
      const { sweepMinimum, hotMaximum } = terms.of(currencyId);
      const found = await store.sweepable(pool, chain.network, currencyId, sweepMinimum, MOST_ITEMS);
      const [cold] = chain.cold;
      const isFull = (await this.#hot(chain, currencyId)) >= hotMaximum && cold !== undefined;
      const gas = found.length === 0 ? NO_GAS : await gasOf(currencyId);
      for (const one of found) {
        if (planned.has(one.addressKey)) continue;
        const coin = await store.balanceAt(pool, chain.network, one.addressKey, chain.coin);
        planned.set(one.addressKey, {
          ...one,
          to: isFull ? cold : chain.hot,
          toHolder: isFull ? 'cold' : 'hot',
          gasShort: coin < gas.least ? gas.enough - coin : 0n,
        });
      }
    }
    return [...planned.values()].slice(0, MOST_ITEMS);
  }

  /** What the hot address has above its maximum, down to its target; by currency. */
  async toCold(chain: CustodyChain): Promise<{ readonly currencyId: number; readonly amount: bigint }[]> {
    if (chain.cold.length === 0) return [];
    const terms = this.terms(chain);
    const found = [];
    for (const currencyId of chain.currencies) {
      const hot = await this.#hot(chain, currencyId);
      const { hotTarget, hotMaximum } = terms.of(currencyId);
      if (hotMaximum > 0n && hot > hotMaximum) found.push({ currencyId, amount: hot - hotTarget });
    }
    return found;
  }

  /** The items of a batch. `chosen`: these withdrawals, also flagged ones; null: all that nothing speaks against. */
  async wanted(
    chain: CustodyChain,
    kind: BatchKind,
    chosen: readonly number[] | null,
    gasOf: (currencyId: number) => Promise<GasNeeded>,
  ): Promise<Wanted[]> {
    switch (kind) {
      case 'payout':
        return this.#wantedPayouts(chain, chosen);
      case 'to_cold':
        return (await this.toCold(chain)).map(({ currencyId, amount }) => ({
          ...ofHot(chain),
          currencyId,
          amount,
          to: chain.cold[0] ?? chain.hot,
          memo: null,
          text: 'Moves to the cold address',
        }));
      case 'gas':
        return (await this.sweeps(chain, gasOf))
          .filter(one => !one.isTaken && one.gasShort > 0n)
          .map(one => ({
            ...ofHot(chain),
            depositKey: one.addressKey,
            currencyId: chain.coin,
            amount: one.gasShort,
            to: one.address,
            memo: null,
            text: `Gas for sweeping a deposit address (customer ${one.customerId})`,
          }));
      case 'sweep':
        return (await this.sweeps(chain, gasOf))
          .filter(one => !one.isTaken && one.gasShort === 0n)
          .map(one => ({
            withdrawalId: null,
            depositKey: one.addressKey,
            currencyId: one.currencyId,
            amount: one.amount,
            from: one.address,
            path: one.path,
            to: one.to,
            memo: null,
            whole: true,
            text: `Sweeps a deposit address (customer ${one.customerId})`,
          }));
    }
  }

  async #wantedPayouts(chain: CustodyChain, chosen: readonly number[] | null): Promise<Wanted[]> {
    const all = await this.payouts(chain);
    const taken = all.filter(one =>
      chosen === null ? one.held === null : chosen.includes(one.id) && !STOPPED.has(one.held),
    );
    return taken.slice(0, MOST_ITEMS).map(one => ({
      ...ofHot(chain),
      withdrawalId: one.id,
      currencyId: one.currencyId,
      amount: this.unitsOf(chain.network, one),
      to: one.address,
      memo: one.memo,
      text: `Pays withdrawal ${one.id}`,
    }));
  }

  unitsOf(
    network: Network,
    { currencyId, amountMinor }: Pick<Payable, 'currencyId' | 'amountMinor'>,
  ): bigint {
    return amountMinor * unitsPerMinor(network, currencyId, this.#options.ledgerDecimals(currencyId));
  }

  #hot({ network, hot }: CustodyChain, currencyId: number): Promise<bigint> {
    return store.balanceAt(this.#options.pool, network, addressKey(network, hot), currencyId);
  }
}

function ofHot(chain: CustodyChain) {
  return { withdrawalId: null, depositKey: null, from: chain.hot, path: null, whole: false };
}
