import { HOUR_MS } from './numbers.ts';

interface Rebate {
  readonly promoterId: number;
  readonly currencyId: number;
  amount: bigint;
}

interface State {
  readonly running: Map<string, Rebate>;
  readonly due: Map<string, Rebate>;
  readonly held: Map<string, Rebate>;
  readonly runningHour: number;
  readonly dueHour: number;
}

/** What promoters have earned and not been paid, in the order of the first rebate of each. */
export class Pending {
  /** Of the running hour, of hours that are over, and of frozen promoters. */
  #running = new Map<string, Rebate>();
  #due = new Map<string, Rebate>();
  #held = new Map<string, Rebate>();
  /** Hours since 1970: of `#running`, and the newest one in `#due`. */
  #runningHour = 0;
  #dueHour = 0;

  add(promoterId: number, currencyId: number, amount: bigint, atMs: number): void {
    this.roll(atMs);
    if (this.#running.size === 0) this.#runningHour = Math.floor(atMs / HOUR_MS);
    addTo(this.#running, { promoterId, currencyId, amount });
  }

  /** What was earned in an hour that is over is due. */
  roll(atMs: number): void {
    if (this.#running.size === 0 || Math.floor(atMs / HOUR_MS) === this.#runningHour) return;
    for (const rebate of this.#running.values()) addTo(this.#due, rebate);
    this.#running = new Map();
    this.#dueHour = this.#runningHour;
  }

  /** When the running hour ends; Infinity if nothing was earned in it. */
  endsAtMs(): number {
    return this.#running.size === 0 ? Infinity : (this.#runningHour + 1) * HOUR_MS;
  }

  hasDue(): boolean {
    return this.#due.size > 0;
  }

  /** The next one that is due, with the end of its hours; null if none is. */
  take(): (Rebate & { readonly untilMs: number }) | null {
    for (const [key, rebate] of this.#due) {
      this.#due.delete(key);
      return { ...rebate, untilMs: (this.#dueHour + 1) * HOUR_MS };
    }
    return null;
  }

  hold({ promoterId, currencyId, amount }: Rebate): void {
    addTo(this.#held, { promoterId, currencyId, amount });
  }

  /** What was held comes with what is due of the same promoter, or else with the running hour. */
  release(promoterId: number, currencyId: number, atMs: number): void {
    const key = `${promoterId}/${currencyId}`;
    const held = this.#held.get(key);
    if (held === undefined) return;
    this.#held.delete(key);
    this.roll(atMs);
    if (this.#due.has(key)) addTo(this.#due, held);
    else this.add(promoterId, currencyId, held.amount, atMs);
  }

  get state(): unknown {
    return {
      running: this.#running,
      due: this.#due,
      held: this.#held,
      runningHour: this.#runningHour,
      dueHour: this.#dueHour,
    };
  }

  set state(state: unknown) {
    const kept = state as State;
    this.#running = kept.running;
    this.#due = kept.due;
    this.#held = kept.held;
    this.#runningHour = kept.runningHour;
    this.#dueHour = kept.dueHour;
  }

  /** Promoter, currency and all that is pending. */
  *all(): Iterable<readonly [number, number, bigint]> {
    const sums = new Map<string, Rebate>();
    for (const rebates of [this.#running, this.#due, this.#held]) {
      for (const { promoterId, currencyId, amount } of rebates.values()) {
        addTo(sums, { promoterId, currencyId, amount });
      }
    }
    for (const { promoterId, currencyId, amount } of sums.values()) yield [promoterId, currencyId, amount];
  }
}

function addTo(rebates: Map<string, Rebate>, rebate: Rebate): void {
  const key = `${rebate.promoterId}/${rebate.currencyId}`;
  const before = rebates.get(key);
  if (before === undefined) rebates.set(key, rebate);
  else before.amount += rebate.amount;
}
