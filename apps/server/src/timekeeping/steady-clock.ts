/** The two clocks of a machine, in milliseconds, possibly with fractions. */
export interface TimeSources {
  /** The machine's clock, which people and programs set. */
  readonly wall: () => number;
  /** A monotonic clock; its origin does not matter. */
  readonly monotonic: () => number;
}

export interface SteadyClockOptions extends Partial<TimeSources> {
  /** Largest difference between the machine's clock and ours before it is in doubt, in milliseconds. */
  readonly limitMs?: number;
}

/** Whether the machine's clock is trusted. */
export interface Jump {
  /** By our clock. */
  readonly sinceMs: number;
  /** The machine's clock minus ours, at the last reading. */
  readonly differenceMs: number;
}

export const DEFAULT_CLOCK_LIMIT_MS = 1_000;
/** Fastest adjustment to a drifting machine's clock: 5 ms a second. */
const SLEW = 0.005;
/** A machine's clock that is right again must stay so this long, so that one moving back and forth is not trusted. */
const SETTLED_AFTER_MS = 3_000;

/**
 * The machine's time, counted by its monotonic clock from an anchor: setting the machine's clock does not move it. It
 * follows small differences slowly, never backwards. On a large one it continues on its own and reports `jump`, until
 * the machine's clock is right again for a while, or somebody confirms it (`anchor`). Every reading compares both
 * clocks, so a jump is always found before the time is used.
 */
export class SteadyClock {
  readonly #wall: () => number;
  readonly #monotonic: () => number;
  readonly limitMs: number;
  #readAtMs: number;
  #timeMs: number;
  #differenceMs = 0;
  #jumpedAtMs: number | null = null;
  /** Monotonic time since which the machine's clock agrees again. */
  #backSinceMs: number | null = null;

  constructor(options: SteadyClockOptions = {}) {
    this.#wall = options.wall ?? Date.now;
    this.#monotonic = options.monotonic ?? (() => performance.now());
    this.limitMs = options.limitMs ?? DEFAULT_CLOCK_LIMIT_MS;
    this.#readAtMs = this.#monotonic();
    this.#timeMs = this.#wall();
  }

  /** Milliseconds since 1970, whole, never less than before except after `anchor`. */
  readonly now = (): number => {
    const readAtMs = this.#monotonic();
    const passedMs = Math.max(0, readAtMs - this.#readAtMs);
    this.#readAtMs = readAtMs;
    this.#timeMs += passedMs;
    const apartMs = this.#wall() - this.#timeMs;
    if (Math.abs(apartMs) > this.limitMs) this.#jumpedAtMs ??= Math.floor(this.#timeMs);
    if (this.#jumpedAtMs === null) {
      const most = passedMs * SLEW;
      this.#timeMs += Math.min(Math.max(apartMs, -most), most);
    } else this.#comeBack(apartMs, readAtMs);
    this.#differenceMs = apartMs;
    return Math.floor(this.#timeMs);
  };

  /** Null while the machine's clock is trusted. Reads both clocks. */
  jump(): Jump | null {
    this.now();
    if (this.#jumpedAtMs === null) return null;
    return { sinceMs: this.#jumpedAtMs, differenceMs: this.differenceMs };
  }

  /** The machine's clock minus ours, at the last reading. */
  get differenceMs(): number {
    return Math.round(this.#differenceMs);
  }

  /** The machine's clock is right: counts from it. The only way in which time may go back. */
  anchor(): void {
    this.#readAtMs = this.#monotonic();
    this.#timeMs = this.#wall();
    this.#differenceMs = 0;
    this.#jumpedAtMs = null;
    this.#backSinceMs = null;
  }

  #comeBack(apartMs: number, readAtMs: number): void {
    if (Math.abs(apartMs) > this.limitMs) this.#backSinceMs = null;
    else {
      this.#backSinceMs ??= readAtMs;
      if (readAtMs - this.#backSinceMs < SETTLED_AFTER_MS) return;
      this.#jumpedAtMs = null;
      this.#backSinceMs = null;
    }
  }
}
