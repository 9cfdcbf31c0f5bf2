import type { Command } from '../command.ts';
import type { Event } from '../event.ts';
import type { PlacePerpetualOrder } from '../perpetual/command.ts';
import type { PerpetualConfig } from '../perpetual/terms.ts';
import type { PositionMode } from '../perpetual/order-view.ts';
import type { PositionSide } from '../perpetual/position-view.ts';
import { TEST_PERPETUAL } from '../perpetual/testing/perpetual-scenario.ts';
import { BTC_USDT, USDT } from './demo-exchange.ts';
import type { Random } from './random.ts';

/** Wide enough that hundreds of thousands of orders are not refused for their number. */
const CONTRACT: PerpetualConfig = { ...TEST_PERPETUAL, maxOpenInterestLots: 1_000_000_000 };
const MODES: readonly PositionMode[] = ['each', 'hedge', 'net'];
/** Above so many open positions, customers close more than they open. */
const POSITIONS = 5_000;
/** One in so many commands is a price. */
const TICKS = 50;
const SPREAD = 400;
const START = 650_000;
const TICK_E8 = 10_000_000;

/** A set of ids with their customers, of which a random one is found at once. */
class Pool {
  readonly #all: { readonly id: number; readonly customerId: number; readonly side: PositionSide }[] = [];
  readonly #places = new Map<number, number>();

  get size(): number {
    return this.#all.length;
  }

  keep(one: { readonly id: number; readonly customerId: number; readonly side: PositionSide }): void {
    if (this.#places.has(one.id)) return;
    this.#places.set(one.id, this.#all.length);
    this.#all.push(one);
  }

  drop(id: number): void {
    const at = this.#places.get(id);
    if (at === undefined) return;
    this.#places.delete(id);
    const last = this.#all.pop()!;
    if (last.id === id) return;
    this.#all[at] = last;
    this.#places.set(last.id, at);
  }

  pick(random: Random) {
    return random.pick(this.#all);
  }
}

/** What customers of a contract need before they trade: money in its account, and a third of them each position mode. */
export function contractSetup(customers: number): Command[] {
  const commands: Command[] = [{ type: 'configurePerpetual', perpetual: CONTRACT }, tick(START)];
  for (let customerId = 1; customerId <= customers; customerId++) {
    commands.push({
      type: 'credit',
      customerId,
      account: 'contract',
      currencyId: USDT,
      amountMinor: 1_000_000_000_000n,
      from: 'faucet',
      reference: 'bench',
    });
    const mode = MODES[customerId % MODES.length]!;
    if (mode !== 'each') commands.push({ type: 'setPositionMode', customerId, marketId: BTC_USDT, mode });
  }
  return commands;
}

/**
 * A contract's trading day: orders that wait, cancels, takers, reduce-only orders, closes at market and at a limit, stops
 * with orders and on positions, and a price in between. Customers are in all position modes.
 */
export class ContractCommands {
  readonly #random: Random;
  readonly #customers: number;
  readonly #waitingOrders: number;
  readonly #waiting = new Pool();
  readonly #open = new Pool();
  #mid = START;

  constructor(random: Random, customers: number, waitingOrders: number) {
    this.#random = random;
    this.#customers = customers;
    this.#waitingOrders = waitingOrders;
  }

  next(): Command {
    const random = this.#random;
    this.#wander();
    if (random.below(TICKS) === 0) return tick(this.#mid);
    const dice = random.below(100);
    if (this.#open.size > POSITIONS ? dice < 30 : dice < 15) return this.#ofPosition();
    if (this.#waiting.size < this.#waitingOrders ? dice < 70 : dice < 50) return this.resting();
    return dice < 80 ? this.#cancel() : this.#taking();
  }

  /** A limit order away from the other side. */
  resting(): Command {
    const order = this.#order();
    const distance = 1 + this.#random.below(SPREAD);
    const priceTicks = this.#mid + (order.side === 'long' ? -distance : distance);
    return { ...order, orderType: 'limit', priceTicks, ...this.#stops(order.side, priceTicks) };
  }

  observe(event: Event): void {
    if (event.type === 'perpetualOrderChanged') {
      const { orderId, customerId, side, status } = event.order;
      if (status === 'open')
        this.#waiting.keep({ id: orderId, customerId, side: side === 'buy' ? 'long' : 'short' });
      else this.#waiting.drop(orderId);
    }
    if (event.type !== 'positionChanged') return;
    const { positionId: id, customerId, side, status, waitingLots } = event.position;
    if (waitingLots > 0) this.#waiting.keep({ id, customerId, side });
    else this.#waiting.drop(id);
    if (status === 'holding') this.#open.keep({ id, customerId, side });
    else this.#open.drop(id);
  }

  /** Stays within 1 % of the start, so that prices liquidate only who has much leverage. */
  #wander(): void {
    const step = this.#random.between(-3, 3);
    if (Math.abs(this.#mid + step - START) <= START / 100) this.#mid += step;
  }

  #ofPosition(): Command {
    const random = this.#random;
    if (this.#open.size === 0) return this.#taking();
    const { id: positionId, customerId, side } = this.#open.pick(random);
    const dice = random.below(10);
    if (dice === 0) {
      return { type: 'setStops', customerId, positionId, ...this.#stops(side, this.#mid) };
    }
    if (dice === 1) {
      return { ...this.#order(), customerId, side: side === 'long' ? 'short' : 'long', reduceOnly: true };
    }
    const close = {
      type: 'closePosition',
      customerId,
      positionId,
      lots: null,
      worstPriceTicks: null,
    } as const;
    if (dice > 3) return { ...close, priceTicks: null };
    const distance = random.below(SPREAD);
    return { ...close, priceTicks: this.#mid + (side === 'long' ? distance : -distance) };
  }

  #cancel(): Command {
    if (this.#waiting.size === 0) return this.resting();
    const { id: orderId, customerId } = this.#waiting.pick(this.#random);
    return { type: 'cancelPerpetualOrder', customerId, orderId };
  }

  #taking(): Command {
    const order = this.#order();
    return { ...order, ...this.#stops(order.side, this.#mid) };
  }

  /** Of four orders one has both. */
  #stops(side: PositionSide, from: number) {
    if (this.#random.below(4) > 0) return { takeProfitTicks: null, stopLossTicks: null };
    const distance = (side === 'long' ? 1 : -1) * this.#random.between(SPREAD, 2_000);
    return { takeProfitTicks: from + distance, stopLossTicks: from - distance };
  }

  #order(): PlacePerpetualOrder {
    const random = this.#random;
    return {
      type: 'placePerpetualOrder',
      customerId: 1 + random.below(this.#customers),
      marketId: BTC_USDT,
      side: random.below(2) === 0 ? 'long' : 'short',
      orderType: 'market',
      lots: random.between(1, 50),
      multiple: random.pick([1, 5, 10, 20, 50]),
      priceTicks: null,
      worstPriceTicks: null,
      postOnly: false,
      takeProfitTicks: null,
      stopLossTicks: null,
      clientOrderId: null,
    };
  }
}

function tick(priceTicks: number): Command {
  const priceE8 = priceTicks * TICK_E8;
  const sources = [{ name: 'test', priceE8, atMs: 1 }];
  return { type: 'recordIndexTick', marketId: BTC_USDT, priceE8, sources };
}
