import type { Command } from '../command.ts';
import type { Event } from '../event.ts';
import type { PlaceOrder } from '../spot/command.ts';
import { SELF_TRADE_MODES } from '../spot/order.ts';
import { Exchange } from '../exchange.ts';
import { ContractCommands, contractSetup } from './contract-commands.ts';
import { BTC_USDT, configureCommands, ETH_USDT, fundedCustomerCommands } from './demo-exchange.ts';
import { Random } from './random.ts';

export interface TimedCommand {
  readonly command: Command;
  readonly atMs: number;
}

export interface SpotWorkload {
  readonly seed: number;
  /** Commands after the set-up. */
  readonly commands: number;
  readonly customers: number;
  /** Approximate number of waiting orders per market. */
  readonly waitingOrders: number;
  /**
   * Of four commands one asks for something besides: stops, good till date, self-trade modes, amendments and
   * replacements. Default: none does.
   */
  readonly everyKind?: boolean;
  /** As many commands of a contract come with them, of all position modes. Default: none. */
  readonly contracts?: boolean;
}

const START_MS = 1_700_000_000_000;
const MARKETS = [
  { id: BTC_USDT, mid: 650_000, spread: 400 },
  { id: ETH_USDT, mid: 320_000, spread: 300 },
];

/** Commands for the customers, their funds and the books that a workload starts with. */
export function spotSetup(workload: SpotWorkload): TimedCommand[] {
  const commands: Command[] = configureCommands();
  for (let customerId = 1; customerId <= workload.customers; customerId++) {
    commands.push(...fundedCustomerCommands(customerId, 500_000_000_000_000n));
  }
  for (const market of MARKETS) {
    commands.push({
      type: 'recordIndexTick',
      marketId: market.id,
      priceE8: market.mid * (market.id === BTC_USDT ? 10_000_000 : 1_000_000),
      sources: [{ name: 'test', priceE8: market.mid * 1_000_000, atMs: START_MS }],
    });
  }
  if (workload.contracts === true) commands.push(...contractSetup(workload.customers));
  return commands.map(command => ({ command, atMs: START_MS }));
}

/**
 * A trading day: resting limit orders around a random walk, cancels of waiting orders, and takers of all kinds, in the
 * proportions 40 : 35 : 25 once `waitingOrders` wait. Seeded. Order ids are known, because each command is applied to
 * an exchange when it is made.
 */
export function spotCommands(workload: SpotWorkload): { setup: TimedCommand[]; commands: TimedCommand[] } {
  const random = new Random(workload.seed);
  const exchange = new Exchange();
  const setup = spotSetup(workload);
  for (const { command, atMs } of setup) exchange.apply(command, atMs);
  const { customers, waitingOrders } = workload;
  const markets = MARKETS.map(market => new MarketCommands(random, workload, market));
  const contract = new ContractCommands(random, customers, waitingOrders);
  // The contract is drawn as often as both markets together.
  const makers = workload.contracts === true ? [...markets, contract, contract] : markets;
  const observers = new Set(makers);
  let atMs = START_MS;
  const apply = (command: Command, into: TimedCommand[]): void => {
    const outcome = exchange.apply(command, atMs);
    into.push({ command, atMs });
    if (!outcome.ok) return;
    for (const event of outcome.events) for (const observer of observers) observer.observe(event);
  };
  const make = (fill: boolean, into: TimedCommand[]): void => {
    if (random.below(100) === 0) atMs++;
    while (exchange.dueAtMs() <= atMs) apply({ type: 'passTime' }, into);
    const maker = random.pick(makers);
    apply(fill ? maker.resting() : maker.next(atMs), into);
  };
  for (let i = 0; i < waitingOrders * makers.length; i++) make(true, setup);
  const commands: TimedCommand[] = [];
  for (let i = 0; i < workload.commands; i++) make(false, commands);
  return { setup, commands };
}

class MarketCommands {
  readonly id: number;
  readonly #random: Random;
  readonly #workload: SpotWorkload;
  readonly #spread: number;
  readonly #start: number;
  #mid: number;
  readonly #waiting: { orderId: number; customerId: number }[] = [];
  readonly #places = new Map<number, number>();

  constructor(random: Random, workload: SpotWorkload, market: (typeof MARKETS)[number]) {
    this.id = market.id;
    this.#random = random;
    this.#workload = workload;
    this.#spread = market.spread;
    this.#start = market.mid;
    this.#mid = market.mid;
  }

  next(atMs: number): Command {
    if (this.#workload.everyKind === true && this.#waiting.length > 0 && this.#random.below(4) === 0) {
      return this.#special(atMs);
    }
    const dice = this.#random.below(100);
    if (this.#waiting.length < this.#workload.waitingOrders ? dice < 60 : dice < 40) return this.resting();
    return dice < 75 ? this.#cancel() : this.#taking();
  }

  resting(): Command {
    this.#wander();
    const buys = this.#random.below(2) === 0;
    const distance = 1 + this.#random.below(this.#spread);
    return this.#order(buys, 'limit', 'GTC', this.#mid + (buys ? -distance : distance), false);
  }

  observe(event: Event): void {
    if (event.type !== 'orderChanged' || event.order.marketId !== this.id) return;
    const { order } = event;
    const at = this.#places.get(order.orderId);
    if (order.status === 'waiting') {
      if (at !== undefined) return;
      this.#places.set(order.orderId, this.#waiting.length);
      this.#waiting.push({ orderId: order.orderId, customerId: order.customerId });
    } else if (at !== undefined) {
      const last = this.#waiting.pop()!;
      this.#places.delete(order.orderId);
      if (at === this.#waiting.length) return;
      this.#waiting[at] = last;
      this.#places.set(last.orderId, at);
    }
  }

  /** Stays within 3 % of the start, so that the price band never refuses orders for the whole day. */
  #wander(): void {
    const step = this.#random.between(-3, 3);
    const limit = Math.floor(this.#start * 0.03);
    if (Math.abs(this.#mid + step - this.#start) <= limit) this.#mid += step;
  }

  #special(atMs: number): Command {
    const random = this.#random;
    const dice = random.below(10);
    const placed = this.resting() as PlaceOrder;
    const rises = placed.side === 'buy';
    switch (dice) {
      case 0:
      case 1:
        return this.#amend(null, random.between(100, 20_000));
      case 2:
        return this.#amend(placed.priceTicks, null);
      case 3: {
        const { orderId, customerId } = random.pick(this.#waiting);
        return { ...placed, type: 'replaceOrder', customerId, cancelOrderId: orderId, mode: 'allowFailure' };
      }
      case 4:
      case 5: {
        const triggerTicks = this.#mid + (rises ? 1 : -1) * (1 + random.below(this.#spread));
        const instructions = { triggerDirection: rises ? 'rises' : 'falls' } as const;
        return { ...placed, orderType: 'stopLimit', triggerTicks, priceTicks: triggerTicks, instructions };
      }
      case 6:
      case 7:
        return {
          ...placed,
          timeInForce: 'GTD',
          instructions: { expiresAtMs: atMs + random.between(1, 2_000) },
        };
      default: {
        const taking = this.#taking() as PlaceOrder;
        return { ...taking, instructions: { selfTrade: random.pick(SELF_TRADE_MODES) } };
      }
    }
  }

  #amend(priceTicks: number | null, quantityLots: number | null): Command {
    const { orderId, customerId } = this.#random.pick(this.#waiting);
    return {
      type: 'amendOrder',
      customerId,
      orderId,
      priceTicks,
      quantityLots,
      budgetMinor: null,
      triggerTicks: null,
    };
  }

  #cancel(): Command {
    const { orderId, customerId } = this.#random.pick(this.#waiting);
    return { type: 'cancelOrder', customerId, orderId };
  }

  #taking(): Command {
    const buys = this.#random.below(2) === 0;
    const dice = this.#random.below(10);
    if (dice < 5) {
      const through = this.#random.below(this.#spread / 8);
      return this.#order(
        buys,
        'limit',
        dice < 4 ? 'GTC' : 'IOC',
        this.#mid + (buys ? through : -through),
        false,
      );
    }
    return this.#order(buys, 'market', 'IOC', null, buys && dice < 8);
  }

  #order(
    buys: boolean,
    orderType: 'limit' | 'market',
    timeInForce: 'GTC' | 'IOC',
    priceTicks: number | null,
    byBudget: boolean,
  ): Command {
    const lots = this.#random.between(100, 20_000);
    return {
      type: 'placeOrder',
      customerId: 1 + this.#random.below(this.#workload.customers),
      marketId: this.id,
      side: buys ? 'buy' : 'sell',
      orderType,
      timeInForce,
      postOnly: false,
      priceTicks,
      quantityLots: byBudget ? null : lots,
      budgetMinor: byBudget ? BigInt(lots * this.#mid) : null,
      triggerTicks: null,
      clientOrderId: null,
    };
  }
}
