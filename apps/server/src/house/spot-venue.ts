import type { Command, ReadonlyExchange } from '@tallystick/core';
import {
  quotesOf,
  type HouseOrder,
  type LadderInput,
  type QuoteSettings,
  type RestingOrder,
} from './quote-settings.ts';
import type { Venue } from './venue.ts';

export interface SpotVenueOptions {
  readonly exchange: Pick<ReadonlyExchange, 'market' | 'marketStatus' | 'openOrders' | 'balance'>;
  readonly customerId: number;
  /** Its neutral base holding, in lots. */
  readonly neutralLots: (marketId: number) => number;
}

/** A currency serves several markets, so each may use only a part of it. */
const SHARE_OF_BASE = 0.45;
const SHARE_OF_QUOTE = 0.1;

/** Spot books: the inventory is the house's base currency. */
export class SpotVenue implements Venue {
  readonly #options: SpotVenueOptions;

  constructor(options: SpotVenueOptions) {
    this.#options = options;
  }

  isOpen(marketId: number): boolean {
    return this.#options.exchange.marketStatus(marketId) === 'open';
  }

  resting(marketId: number): readonly RestingOrder[] {
    const { exchange, customerId } = this.#options;
    return exchange.openOrders(customerId, marketId).map(order => ({
      orderId: order.orderId,
      side: order.side,
      priceTicks: order.priceTicks ?? 0,
      quantityLots: (order.quantityLots ?? 0) - order.filledLots,
    }));
  }

  ladder(marketId: number, settings: QuoteSettings, indexE8: number): LadderInput | null {
    const { exchange, customerId, neutralLots } = this.#options;
    const market = exchange.market(marketId);
    if (market === null) return null;
    const holding = (currencyId: number) => {
      const { availableMinor, frozenMinor } = exchange.balance({
        ownerId: customerId,
        account: 'spot',
        currencyId,
      });
      return availableMinor + frozenMinor;
    };
    const baseLots = Number(holding(market.baseCurrencyId) / market.baseMinorPerLot);
    // Rough numbers are enough to decide what to offer; the ledger checks the orders.
    const quoteMinor = Number(holding(market.quoteCurrencyId));
    const valuePerTickLot = Number(market.tickSize) * Number(market.lotSize);
    const unitsPerMinor = valuePerTickLot / Number(market.quoteMinorPerTickLot);
    return {
      settings,
      midTicks: indexE8 / 1e8 / Number(market.tickSize),
      valuePerTickLot,
      excessLots: baseLots - neutralLots(market.id),
      sellableLots: Math.floor(baseLots * SHARE_OF_BASE),
      spendable: quoteMinor * unitsPerMinor * SHARE_OF_QUOTE,
      minValue: Number(market.minNotionalMinor) * unitsPerMinor,
      maxLots: market.maxQuantityLots,
    };
  }

  replace(marketId: number, cancel: readonly number[], place: readonly HouseOrder[]): Command {
    const { customerId } = this.#options;
    return {
      type: 'replaceOrders',
      customerId,
      marketId,
      cancel,
      bids: quotesOf(place, 'buy'),
      asks: quotesOf(place, 'sell'),
    };
  }

  cancelAll(marketId: number): Command {
    return { type: 'cancelAllOrders', customerId: this.#options.customerId, marketId };
  }

  /** Holdings of a spot currency need no netting. */
  tidy(): readonly Command[] {
    return [];
  }
}
