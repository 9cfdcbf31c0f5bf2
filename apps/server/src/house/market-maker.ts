import type { Command, Exchange, Market, PlaceOrder } from '@tallystick/core';
import type { CommandBus } from '../engine/command-bus.ts';
import {
  type HouseOrder,
  type QuoteSettings,
  type RestingOrder,
  type WantedOrder,
  changesBetween,
  wantedOrders,
} from './quote-settings.ts';

/** What the house may see: what any customer sees of the market, and its own account. */
export type HouseView = Pick<Exchange, 'market' | 'marketStatus' | 'openOrders' | 'balance'>;

export interface HouseLog {
  warn(details: object, message: string): void;
}

export interface MarketMakerOptions {
  readonly bus: CommandBus;
  readonly exchange: HouseView;
  readonly customerId: number;
  /** Null: the house does not quote this market. Asked at every requote, so settings may change. */
  readonly settingsOf: (marketId: number) => QuoteSettings | null;
  /** The base holding it should have, in lots. */
  readonly neutralLots: (marketId: number) => number;
  readonly log: HouseLog;
}

interface Quoted {
  /** The newest index, null while it is stale. */
  indexE8: number | null;
  /** The index the resting orders were made for. */
  quotedE8: number | null;
  working: Promise<void> | null;
}

/** A currency serves several markets: none may take it all. */
const SHARE_OF_BASE = 0.45;
const SHARE_OF_QUOTE = 0.1;

/**
 * House liquidity: quotes books around the index through ordinary limit orders of an ordinary account, with the same
 * fees and checks as everyone's. It sees nothing that others do not, and has no say in any price.
 */
export class MarketMaker {
  readonly #options: MarketMakerOptions;
  readonly #markets = new Map<number, Quoted>();
  #stopped = false;

  constructor(options: MarketMakerOptions) {
    this.#options = options;
  }

  /** The index has ticked: quotes follow if it moved enough, or if they are incomplete. */
  indexTicked(marketId: number, priceE8: number): void {
    if (this.#stopped) return;
    this.#quoted(marketId).indexE8 = priceE8;
    this.#wake(marketId);
  }

  /** Without a price to quote around, all quotes are withdrawn. */
  indexStale(marketId: number): void {
    this.#quoted(marketId).indexE8 = null;
    this.#wake(marketId);
  }

  /** Resolves when nothing is under way. For tests and the end. */
  async settled(): Promise<void> {
    for (const quoted of this.#markets.values()) while (quoted.working) await quoted.working;
  }

  /** Withdraws all quotes, and quotes no more. */
  async stop(): Promise<void> {
    this.#stopped = true;
    for (const marketId of this.#markets.keys()) this.indexStale(marketId);
    await this.settled();
  }

  #quoted(marketId: number): Quoted {
    let quoted = this.#markets.get(marketId);
    if (!quoted) {
      quoted = { indexE8: null, quotedE8: null, working: null };
      this.#markets.set(marketId, quoted);
    }
    return quoted;
  }

  /** One change at a time in a market; what the index did meanwhile is seen to afterwards. */
  #wake(marketId: number): void {
    const quoted = this.#quoted(marketId);
    if (quoted.working) return;
    const { indexE8 } = quoted;
    quoted.working = this.#requote(marketId, quoted)
      .catch((error: unknown) => {
        quoted.quotedE8 = null;
        this.#options.log.warn({ err: error, marketId }, 'the house could not quote');
      })
      .finally(() => {
        quoted.working = null;
        if (quoted.indexE8 !== indexE8) this.#wake(marketId);
      });
  }

  async #requote(marketId: number, quoted: Quoted): Promise<void> {
    const { exchange, customerId, settingsOf } = this.#options;
    const market = exchange.market(marketId);
    const settings = settingsOf(marketId);
    if (!market) return;
    const { indexE8 } = quoted;
    const resting = exchange.openOrders(customerId, marketId).map((order): RestingOrder => ({
      orderId: order.orderId,
      side: order.side,
      priceTicks: order.priceTicks ?? 0,
      quantityLots: (order.quantityLots ?? 0) - order.filledLots,
    }));
    if (indexE8 === null || !settings || exchange.marketStatus(marketId) !== 'open') {
      quoted.quotedE8 = null;
      if (resting.length > 0) await this.#submit([{ type: 'cancelAllOrders', customerId, marketId }]);
      return;
    }
    const moved = quoted.quotedE8 === null || isBeyond(indexE8, quoted.quotedE8, settings.requotePpm);
    const aroundE8 = moved ? indexE8 : (quoted.quotedE8 ?? indexE8);
    const wanted = this.#wanted(market, settings, aroundE8);
    const { cancel, place } = changesBetween(resting, wanted);
    quoted.quotedE8 = aroundE8;
    // Old orders leave before new ones come: they would meet.
    await this.#submit(cancel.map(orderId => ({ type: 'cancelOrder', customerId, orderId })));
    await this.#submit(place.map(order => limitOrder(customerId, marketId, order)));
  }

  #wanted(market: Market, settings: QuoteSettings, indexE8: number): WantedOrder[] {
    const { exchange, customerId, neutralLots } = this.#options;
    const holding = (currencyId: number) => {
      const { availableMinor, frozenMinor } = exchange.balance({
        ownerId: customerId,
        account: 'spot',
        currencyId,
      });
      return availableMinor + frozenMinor;
    };
    const baseLots = Number(holding(market.baseCurrencyId) / market.baseMinorPerLot);
    // Money turns into a rough number only to decide what to offer; the ledger checks what is offered.
    const quoteMinor = Number(holding(market.quoteCurrencyId));
    const valuePerTickLot = Number(market.tickSize) * Number(market.lotSize);
    const unitsPerMinor = valuePerTickLot / Number(market.quoteMinorPerTickLot);
    return wantedOrders({
      settings,
      midTicks: indexE8 / 1e8 / Number(market.tickSize),
      valuePerTickLot,
      excessLots: baseLots - neutralLots(market.id),
      sellableLots: Math.floor(baseLots * SHARE_OF_BASE),
      spendable: quoteMinor * unitsPerMinor * SHARE_OF_QUOTE,
      minValue: Number(market.minNotionalMinor) * unitsPerMinor,
      maxLots: market.maxQuantityLots,
    });
  }

  /** Refusals are no errors: balances and books move between the decision and the command. */
  async #submit(commands: readonly Command[]): Promise<void> {
    await Promise.all(commands.map(command => this.#options.bus.submit(command)));
  }
}

function isBeyond(priceE8: number, fromE8: number, ppm: number): boolean {
  return Math.abs(priceE8 - fromE8) * 1e6 > fromE8 * ppm;
}

function limitOrder(customerId: number, marketId: number, order: HouseOrder): PlaceOrder {
  return {
    type: 'placeOrder',
    customerId,
    marketId,
    side: order.side,
    orderType: 'limit',
    timeInForce: 'GTC',
    postOnly: false,
    priceTicks: order.priceTicks,
    quantityLots: order.quantityLots,
    budgetMinor: null,
    triggerTicks: null,
    clientOrderId: null,
  };
}
