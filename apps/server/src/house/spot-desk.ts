import type { Command, ReadonlyExchange, Market, PlaceOrder, Side } from '@tallystick/core';
import type { Random } from './random.ts';
import type { TraderDesk } from './trader-desk.ts';

export interface SpotDeskOptions {
  readonly exchange: Pick<ReadonlyExchange, 'market' | 'marketStatus' | 'openOrders' | 'balance' | 'depth'>;
  readonly marketIds: readonly number[];
  /** Value of a typical order in quote units. */
  readonly typicalValue: (marketId: number) => number;
}

/** With more waiting orders in one market, a trader cancels the oldest first. */
const MAX_WAITING = 4;
/** Share of a trader's orders that take. */
export const MARKET_SHARE = 0.55;

/** Small limit orders in the spot markets; some take, some wait near the spread. */
export class SpotDesk implements TraderDesk {
  readonly #options: SpotDeskOptions;

  constructor(options: SpotDeskOptions) {
    this.#options = options;
  }

  get marketIds(): readonly number[] {
    return this.#options.marketIds;
  }

  next(customerId: number, marketId: number, random: Random): readonly Command[] {
    const { exchange } = this.#options;
    const market = exchange.market(marketId);
    if (!market || exchange.marketStatus(market.id) !== 'open') return [];
    const commands: Command[] = [];
    const waiting = exchange.openOrders(customerId, market.id);
    if (waiting.length >= MAX_WAITING) {
      commands.push({ type: 'cancelOrder', customerId, orderId: waiting[0]!.orderId });
    }
    const order = this.#order(customerId, market, random);
    if (order) commands.push(order);
    return commands;
  }

  #order(customerId: number, market: Market, random: Random): Command | null {
    const { bids, asks } = this.#options.exchange.depth(market.id, 1);
    const [bestBid] = bids[0] ?? [];
    const [bestAsk] = asks[0] ?? [];
    if (bestBid === undefined || bestAsk === undefined) return null;
    const side: Side = random.next() < this.#buyingMood(customerId, market, bestBid) ? 'buy' : 'sell';
    const takes = random.next() < MARKET_SHARE;
    const touch = side === 'buy' ? bestAsk : bestBid;
    const value = this.#options.typicalValue(market.id) * Math.exp(random.normal());
    const lotValue = touch * Number(market.tickSize) * Number(market.lotSize);
    const least = Number(market.minNotionalMinor / market.quoteMinorPerTickLot) / touch;
    const quantityLots = Math.min(
      market.maxQuantityLots,
      Math.max(Math.ceil(least * 1.05), Math.floor(value / lotValue)),
    );
    // Takers cross the spread by a little; makers wait in or near it.
    const away = takes ? -0.0005 : 0.0001 + 0.0015 * random.next() ** 2;
    const priceTicks = Math.round(touch * (side === 'buy' ? 1 - away : 1 + away));
    return limitOrder(customerId, market.id, side, Math.max(1, priceTicks), quantityLots, takes);
  }

  /** Traders with more coins than money mostly sell, the others mostly buy, so that nobody runs out for long. */
  #buyingMood(customerId: number, market: Market, priceTicks: number): number {
    const held = (currencyId: number) => {
      const key = { ownerId: customerId, account: 'spot', currencyId } as const;
      return Number(this.#options.exchange.balance(key).availableMinor);
    };
    const baseLots = held(market.baseCurrencyId) / Number(market.baseMinorPerLot);
    const coins = baseLots * priceTicks * Number(market.quoteMinorPerTickLot);
    const money = held(market.quoteCurrencyId);
    return coins + money === 0 ? 0.5 : 0.2 + (0.6 * money) / (coins + money);
  }
}

function limitOrder(
  customerId: number,
  marketId: number,
  side: Side,
  priceTicks: number,
  quantityLots: number,
  takes: boolean,
): PlaceOrder {
  return {
    type: 'placeOrder',
    customerId,
    marketId,
    side,
    orderType: 'limit',
    timeInForce: takes ? 'IOC' : 'GTC',
    postOnly: false,
    priceTicks,
    quantityLots,
    budgetMinor: null,
    triggerTicks: null,
    clientOrderId: null,
  };
}
