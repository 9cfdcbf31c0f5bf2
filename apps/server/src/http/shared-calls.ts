import { MINUTE_MS } from '@tallystick/core/durations';

/** Who makes most of a limit is told to the others; who makes less than a fiftieth of it here is not. */
const TOLD_FROM = 1 / 50;
/** How many one gateway tells at once: those that have made most of their limits. */
const MOST_TOLD = 200;
/** Bounds what strangers with many addresses make this process remember of a minute. */
const MOST_KEPT = 100_000;

/** Of one gateway in one minute, so that what comes twice, late or in another order counts once. */
export interface CallCounts {
  /** A word of the gateway's own. */
  readonly from: string;
  /** Minutes since the epoch, by its machine's clock. */
  readonly minute: number;
  /** Who was counted how often, so far in this minute. */
  readonly counts: readonly (readonly [key: string, calls: number])[];
}

export interface SharedCallsOptions {
  readonly from: string;
  /** The machine's clock. Gateways whose clocks differ by seconds miss each other's first seconds of a minute. */
  readonly now: () => number;
}

interface Own {
  calls: number;
  /** What others were told. */
  told: number;
  readonly from: number;
}

/**
 * What other gateways have counted in this minute, so that a limit holds for all of them together and not for each. Nobody
 * waits for it: it is some seconds old, and leaves out whoever makes few calls. What of it is lost makes a limit laxer
 * for these seconds, never stricter.
 */
export class SharedCalls {
  readonly #options: SharedCallsOptions;
  #minute = 0;
  readonly #own = new Map<string, Own>();
  /** By key, of each other gateway. */
  readonly #others = new Map<string, Map<string, number>>();

  constructor(options: SharedCallsOptions) {
    this.#options = options;
  }

  /** Counts one call here. Returns how many others have counted under this key, of `max` allowed in all. */
  count(key: string, max: number): number {
    this.#turn();
    const own = this.#own.get(key);
    if (own !== undefined) own.calls++;
    else if (this.#own.size < MOST_KEPT)
      this.#own.set(key, { calls: 1, told: 0, from: Math.max(1, max * TOLD_FROM) });
    let others = 0;
    for (const calls of this.#others.get(key)?.values() ?? []) others += calls;
    return others;
  }

  /** What others have to be told since the last time; null: nothing. To be called every second. */
  news(): CallCounts | null {
    this.#turn();
    const changed = [...this.#own].filter(([, { calls, told, from }]) => calls >= from && calls > told);
    if (changed.length === 0) return null;
    const most = changed.toSorted(([, a], [, b]) => b.calls / b.from - a.calls / a.from).slice(0, MOST_TOLD);
    for (const [, own] of most) own.told = own.calls;
    return {
      from: this.#options.from,
      minute: this.#minute,
      counts: most.map(([key, { calls }]) => [key, calls]),
    };
  }

  /** Another gateway's news. What is of another minute is left out. */
  hear({ from, minute, counts }: CallCounts): void {
    this.#turn();
    if (minute !== this.#minute || from === this.#options.from) return;
    for (const [key, calls] of counts) {
      let known = this.#others.get(key);
      if (known === undefined) {
        if (this.#others.size >= MOST_KEPT) continue;
        known = new Map();
        this.#others.set(key, known);
      }
      known.set(from, Math.max(calls, known.get(from) ?? 0));
    }
  }

  #turn(): void {
    const minute = Math.floor(this.#options.now() / MINUTE_MS);
    if (minute === this.#minute) return;
    this.#minute = minute;
    this.#own.clear();
    this.#others.clear();
  }
}
