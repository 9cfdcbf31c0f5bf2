/** Where time is read: both in milliseconds, with fractions or without. */
export interface TimeSources {
  /** The machine's clock, which people and programs set. */
  readonly wall: () => number;
  /** Counts on and nothing else; where it began does not matter. */
  readonly monotonic: () => number;
}

export interface SteadyClockOptions extends Partial<TimeSources> {
  /** How far the machine's clock may be from ours before it is not believed, in milliseconds. */
  readonly limitMs?: number;
}

/** Whether the machine's clock is believed. */
export interface Jump {
  /** By our clock. */
  readonly sinceMs: number;
  /** The machine's clock less ours, at the last reading. */
  readonly differenceMs: number;
}

export const DEFAULT_CLOCK_LIMIT_MS = 1_000;
/** What our clock gains or loses at most to follow a machine's that drifts: 5 ms a second. */
const SLEW = 0.005;
/** A machine's clock that came back must stay this long, lest one that goes to and fro is believed each time. */
const SETTLED_AFTER_MS = 3_000;

/**
 * The machine's time, counted by its monotonic clock from an anchor: setting the machine's clock does not move it. It
 * follows small differences slowly, never backwards, and does not follow large ones: then it counts on alone and says
 * `jump`. That ends when the machine's clock is back for a while, or when somebody says that it is right (`anchor`).
 * Every reading compares both clocks, so there is no moment between a jump and its discovery.
 */
export class SteadyClock {
  readonly #wall: () => number;
  readonly #monotonic: () => number;
  readonly limitMs: number;
  #readAtMs: number;
  #timeMs: number;
  #differenceMs = 0;
  #jumpedAtMs: number | null = null;
  /** Monotonic: since when the machine's clock agrees again. */
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

  /** Null while the machine's clock is believed. Reads both clocks. */
  jump(): Jump | null {
    this.now();
    if (this.#jumpedAtMs === null) return null;
    return { sinceMs: this.#jumpedAtMs, differenceMs: this.differenceMs };
  }

  /** The machine's clock less ours, at the last reading. */
  get differenceMs(): number {
    return Math.round(this.#differenceMs);
  }

  /** The machine's clock is right: counts from there. The only way in which time may go back. */
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
