import { PLATFORM_OWNER, type ReadonlyExchange } from '@tallystick/core';
import { formatMinor } from '@tallystick/core/money/decimal';
import { unrealised } from '@tallystick/core/perpetual/formulas';
import type { CallOutput } from '@tallystick/protocol';
import type pg from 'pg';
import type { MarketData } from '../../engine/market-data/market-data.ts';
import { CallFailure } from '../../http/call-failure.ts';
import { wireDepth, wirePublicTrade } from '../market/wire.ts';
import type { PerpetualPositions } from './positions.ts';
import { openPositions } from './store.ts';
import type { PerpetualUnitsTable } from './units.ts';
import type { TickerClock } from '../market/wire.ts';
import { wireContract, wirePerpetualTicker } from './wire.ts';

/** Levels of the book a page gets at once; who watches it gets them all. */
const DEPTH_LEVELS = 200;
/** Contracts are settled in it, and their insurance fund holds it. */
const SETTLEMENT_CURRENCY = 3;

export interface PerpetualMarketOptions {
  readonly pool: pg.Pool;
  readonly exchange: Pick<ReadonlyExchange, 'perpetual' | 'balance' | 'currency' | 'terms'>;
  readonly marketData: MarketData;
  readonly units: PerpetualUnitsTable;
  readonly positions: PerpetualPositions;
  readonly clock: TickerClock;
}

/** Contracts as everyone may see them, and a contract's page. */
export class PerpetualMarkets {
  readonly #options: PerpetualMarketOptions;

  constructor(options: PerpetualMarketOptions) {
    this.#options = options;
  }

  contracts(): CallOutput<'GET lever/contracts'> {
    const { exchange } = this.#options;
    const currency = this.settlement();
    return {
      items: exchange.perpetual.contracts().flatMap(({ marketId }) => this.#item(marketId) ?? []),
      insurance: { currency: currency.code, balance: this.#insurance() },
    };
  }

  async deal(marketId: number, customerId: number | null): Promise<CallOutput<'POST lever/deal'>> {
    const { marketData, units, positions } = this.#options;
    const contractUnits = units.of(marketId);
    const item = this.#item(marketId);
    const depth = marketData.peek(`perpetual_depth:${marketId}`);
    if (item === null || depth === null) throw new CallFailure('unknown_perpetual', { field: 'market_id' });
    const shown = {
      ...item,
      depth: wireDepth(marketId, depth.sequence, depth.data, contractUnits, DEPTH_LEVELS),
      trades: (marketData.perpetual.trades(marketId) ?? []).map(trade =>
        wirePublicTrade(trade, contractUnits),
      ),
    };
    if (customerId === null) return { ...shown, balance: null, positions: null, summary: null };
    const open = await openPositions(this.#options.pool, customerId);
    return {
      ...shown,
      balance: await positions.balance(customerId, contractUnits),
      positions: open
        .filter(view => view.marketId === marketId)
        .toReversed()
        .map(view => positions.wire(view)),
      summary: this.#summary(open),
    };
  }

  /** The currency contracts are settled in. */
  settlement(): { readonly id: number; readonly code: string; readonly decimals: number } {
    const currency = this.#options.exchange.currency(SETTLEMENT_CURRENCY);
    if (currency === null) throw new Error('the settlement currency is not listed');
    return currency;
  }

  #insurance(): string {
    const { id, decimals } = this.settlement();
    const held = this.#options.exchange.balance({
      ownerId: PLATFORM_OWNER,
      account: 'insurance',
      currencyId: id,
    });
    return formatMinor(held.availableMinor, decimals);
  }

  #item(marketId: number): CallOutput<'GET lever/contracts'>['items'][number] | null {
    const { exchange, marketData, units, clock } = this.#options;
    const contractUnits = units.of(marketId);
    const ticker = marketData.perpetual.ticker(marketId);
    if (ticker === null) return null;
    return {
      contract: wireContract(contractUnits, exchange.perpetual.status(marketId) ?? 'halted', exchange.terms),
      ticker: wirePerpetualTicker(ticker, contractUnits, clock),
    };
  }

  #summary(open: Awaited<ReturnType<typeof openPositions>>): CallOutput<'POST lever/deal'>['summary'] {
    const { marketData, units } = this.#options;
    let marginMinor = 0n;
    let waitingMinor = 0n;
    let profitMinor = 0n;
    for (const view of open) {
      const lots = view.openedLots - view.closedLots;
      const mark = marketData.perpetual.mark(view.marketId);
      marginMinor += view.marginMinor;
      waitingMinor += view.waitingMinor;
      if (lots > 0 && mark !== null) {
        profitMinor += unrealised(units.of(view.marketId).contract, { ...view, lots }, mark.markE8);
      }
    }
    const { decimals } = this.settlement();
    return {
      pending: open.filter(({ status, waitingLots }) => status === 'pending' || waitingLots > 0).length,
      holding: open.filter(({ status }) => status === 'holding').length,
      margin: formatMinor(marginMinor, decimals),
      waiting_margin: formatMinor(waitingMinor, decimals),
      unrealised_profit: formatMinor(profitMinor, decimals),
    };
  }
}
