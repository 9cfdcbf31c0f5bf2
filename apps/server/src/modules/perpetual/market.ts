import {
  PLATFORM_OWNER,
  type PerpetualStatus,
  type PositionView,
  type ReadonlyExchange,
} from '@tallystick/core';
import { unrealised } from '@tallystick/core/perpetual/formulas';
import { USDT } from '@tallystick/protocol/currency-ids';
import type { MarketData } from '../../engine/market-data/market-data.ts';
import type { PublicTrade } from '../../engine/market-data/market-view.ts';
import type { PerpetualTicker } from '../../engine/market-data/perpetual-view.ts';
import { CallFailure } from '../../http/call-failure.ts';

export interface PerpetualMarketOptions {
  readonly exchange: Pick<ReadonlyExchange, 'perpetual' | 'balance' | 'currency'>;
  readonly marketData: MarketData;
}

export interface ListedContract {
  readonly marketId: number;
  readonly status: PerpetualStatus;
  readonly ticker: PerpetualTicker;
}

/** Totals of a customer's open positions and orders over all contracts. */
export interface OpenSummary {
  readonly pending: number;
  readonly holding: number;
  readonly marginMinor: bigint;
  readonly waitingMinor: bigint;
  readonly profitMinor: bigint;
}

/** Contracts as everyone may see them. */
export class PerpetualMarkets {
  readonly #options: PerpetualMarketOptions;

  constructor(options: PerpetualMarketOptions) {
    this.#options = options;
  }

  contracts(): ListedContract[] {
    const { exchange, marketData } = this.#options;
    return exchange.perpetual.contracts().flatMap(({ marketId }) => {
      const ticker = marketData.perpetual.ticker(marketId);
      if (ticker === null) return [];
      return [{ marketId, status: exchange.perpetual.status(marketId) ?? 'halted', ticker }];
    });
  }

  /** With the contract's book and trades. Throws unknown_perpetual. */
  page(marketId: number) {
    const { marketData } = this.#options;
    const listed = this.contracts().find(contract => contract.marketId === marketId);
    const depth = marketData.peek(`perpetual_depth:${marketId}`);
    if (listed === undefined || depth === null)
      throw new CallFailure('unknown_perpetual', { field: 'market_id' });
    const trades: readonly PublicTrade[] = marketData.perpetual.trades(marketId) ?? [];
    return { listed, depth, trades };
  }

  /** The currency in which contracts settle and their insurance fund is kept. */
  settlement(): { readonly id: number; readonly code: string; readonly decimals: number } {
    const currency = this.#options.exchange.currency(USDT);
    if (currency === null) throw new Error('the settlement currency is not listed');
    return currency;
  }

  insuranceMinor(): bigint {
    const key = { ownerId: PLATFORM_OWNER, account: 'insurance', currencyId: USDT } as const;
    return this.#options.exchange.balance(key).availableMinor;
  }

  /** At the current marks. */
  summary(open: readonly PositionView[]): OpenSummary {
    const { marketData, exchange } = this.#options;
    let marginMinor = 0n;
    let waitingMinor = 0n;
    let profitMinor = 0n;
    for (const view of open) {
      const lots = view.openedLots - view.closedLots;
      const mark = marketData.perpetual.mark(view.marketId);
      const contract = exchange.perpetual.contract(view.marketId);
      marginMinor += view.marginMinor;
      waitingMinor += view.waitingMinor;
      if (lots > 0 && mark !== null && contract !== null) {
        profitMinor += unrealised(contract, { ...view, lots }, mark.markE8);
      }
    }
    return {
      pending: open.filter(({ status, waitingLots }) => status === 'pending' || waitingLots > 0).length,
      holding: open.filter(({ status }) => status === 'holding').length,
      marginMinor,
      waitingMinor,
      profitMinor,
    };
  }
}
