import type { CommandBus } from '../engine/command-bus.ts';
import { type Random, seededRandom } from './random.ts';
import type { TraderDesk } from './trader-desk.ts';

export interface DemoTradersOptions {
  readonly bus: CommandBus;
  readonly desk: TraderDesk;
  readonly customerIds: readonly number[];
  /** Orders of all of them together. 0: none. */
  readonly ordersPerSecond: number;
  readonly seed: number;
  /** While it returns true, nobody acts; absent: never. */
  readonly isPaused?: () => boolean;
  readonly log: { warn(details: object, message: string): void };
}

/**
 * The demo's population: seeded traders who make small orders at random times, so that books are active. They are
 * ordinary customers, marked as demo, with the same fees and checks as everyone.
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
    const { ordersPerSecond, customerIds, desk } = this.#options;
    if (ordersPerSecond > 0 && customerIds.length > 0 && desk.marketIds.length > 0) this.#schedule();
  }

  async stop(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    await this.#working;
  }

  /** One trader does one thing. */
  async act(): Promise<void> {
    if (this.#options.isPaused?.() === true) return;
    const { customerIds, desk, bus } = this.#options;
    const random = this.#random;
    const customerId = random.pick(customerIds);
    const marketId = random.pick(desk.marketIds);
    // A refusal (too little money at the moment) is normal.
    // Together, so that they share a journal row; they are taken in this order.
    const commands = desk.next(customerId, marketId, random);
    await Promise.all(commands.map(command => bus.submit(command)));
  }

  /** Times between orders are exponentially distributed, as of independent people. */
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
}
