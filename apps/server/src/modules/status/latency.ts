import type { CommandBus } from '../../engine/command-bus.ts';

const KEPT = 1_000;
const TYPES: ReadonlySet<string> = new Set([
  'placeOrder',
  'cancelOrder',
  'placePerpetualOrder',
  'cancelPerpetualOrder',
  'closePosition',
]);

export interface LatencyFigures {
  readonly orders: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

/** Latency of customers' newest orders, from submission to the engine until they are committed and answered. */
export class OrderLatency {
  readonly #newestMs: number[] = [];
  readonly #monotonicMs: () => number;
  #at = 0;

  constructor(monotonicMs: () => number = () => performance.now()) {
    this.#monotonicMs = monotonicMs;
  }

  /** The same bus, measuring orders. Orders that fail are not counted. */
  around(bus: CommandBus): CommandBus {
    return {
      submit: async (command, options) => {
        if (!TYPES.has(command.type)) return bus.submit(command, options);
        const fromMs = this.#monotonicMs();
        const committed = await bus.submit(command, options);
        this.#newestMs[this.#at] = this.#monotonicMs() - fromMs;
        this.#at = (this.#at + 1) % KEPT;
        return committed;
      },
    };
  }

  /** Null before the first order. Nearest rank, in milliseconds with two decimals. */
  read(): LatencyFigures | null {
    const sorted = this.#newestMs.toSorted((a, b) => a - b);
    if (sorted.length === 0) return null;
    const rank = (share: number): number =>
      Math.round((sorted[Math.ceil(sorted.length * share) - 1] ?? 0) * 100) / 100;
    return { orders: sorted.length, p50Ms: rank(0.5), p99Ms: rank(0.99) };
  }
}
