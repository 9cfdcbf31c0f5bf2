import type { Command, Exchange, Market, PlaceOrder, Side } from '@tallystick/core';
import type { CommandBus } from '../engine/command-bus.ts';
import { type Random, seededRandom } from './random.ts';

export interface DemoTradersOptions {
  readonly bus: CommandBus;
  readonly exchange: Pick<Exchange, 'market' | 'marketStatus' | 'openOrders' | 'balance' | 'depth'>;
  readonly customerIds: readonly number[];
  readonly marketIds: readonly number[];
  /** Of all of them together. 0: none. */
  readonly ordersPerSecond: number;
  /** Value of a typical order in quote units. */
  readonly typicalValue: (marketId: number) => number;
  readonly seed: number;
  readonly log: { warn(details: object, message: string): void };
}

/** More waiting orders than this in one market: the oldest is cancelled first. */
const MAX_WAITING = 4;
const MARKET_SHARE = 0.55;

/**
 * A demo population: seeded traders who place small orders at random times, so that there is life in the books. They
 * are ordinary customers, marked as demo, with the same fees and checks as everyone's.
 */
export class DemoTraders {
  readonly #options: DemoTradersOptions;
  readonly #random: Random;
  #timer: NodeJS.Timeout | undefined;
  #working: Promise<void> = Promise.resolve();

  constructor(options: DemoTradersOptions) {
    this.#options = options;
    this.#random = seededRandom(options.seed);
  }

  start(): void {
    const { ordersPerSecond, customerIds, marketIds } = this.#options;
    if (ordersPerSecond > 0 && customerIds.length > 0 && marketIds.length > 0) this.#schedule();
  }

  async stop(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    await this.#working;
  }

  /** One trader does one thing. */
  async act(): Promise<void> {
    const { customerIds, marketIds, exchange, bus } = this.#options;
    const random = this.#random;
    const customerId = random.pick(customerIds);
    const market = exchange.market(random.pick(marketIds));
    if (!market || exchange.marketStatus(market.id) !== 'open') return;
    const waiting = exchange.openOrders(customerId, market.id);
    if (waiting.length >= MAX_WAITING) {
      await bus.submit({ type: 'cancelOrder', customerId, orderId: waiting[0]!.orderId });
    }
    const order = this.#order(customerId, market);
    // A refusal (too little money just now) is part of life.
    if (order) await bus.submit(order);
  }

  /** Times between orders are as random as those of independent people: exponentially distributed. */
  #schedule(): void {
    const waitMs = (-Math.log(1 - this.#random.next()) / this.#options.ordersPerSecond) * 1000;
    this.#timer = setTimeout(() => {
      this.#working = this.#actAndGoOn();
    }, waitMs);
  }

  async #actAndGoOn(): Promise<void> {
    try {
      await this.act();
    } catch (error) {
      this.#options.log.warn({ err: error }, 'a demo trader could not act');
    }
    if (this.#timer) this.#schedule();
  }

  #order(customerId: number, market: Market): Command | null {
    const random = this.#random;
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
    // Whoever takes gives a little room; whoever waits does so in or near the spread.
    const away = takes ? -0.0005 : 0.0001 + 0.0015 * random.next() ** 2;
    const priceTicks = Math.round(touch * (side === 'buy' ? 1 - away : 1 + away));
    return limitOrder(customerId, market.id, side, Math.max(1, priceTicks), quantityLots, takes);
  }

  /** Who holds more coins than money rather sells, and the other way round: nobody runs dry for long. */
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
