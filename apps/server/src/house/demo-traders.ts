import type { CommandBus } from '../engine/command-bus.ts';
import { type Random, seededRandom } from './random.ts';
import type { TraderDesk } from './trader-desk.ts';

export interface DemoTradersOptions {
  readonly bus: CommandBus;
  readonly desk: TraderDesk;
  readonly customerIds: readonly number[];
  /** Of all of them together. 0: none. */
  readonly ordersPerSecond: number;
  readonly seed: number;
  /** While it says so, nobody does anything; left out: never. */
  readonly isPaused?: () => boolean;
  readonly log: { warn(details: object, message: string): void };
}

/**
 * A demo population: seeded traders who do small things at random times, so that there is life in the books. They are
 * ordinary customers, marked as demo, with the same fees and checks as everyone's.
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
    // A refusal (too little money just now) is part of life.
    for (const command of desk.next(customerId, marketId, random)) await bus.submit(command);
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
}
