/** A dead man's switch. */
export interface CancelTimer {
  readonly customerId: number;
  readonly marketId: number;
  readonly dueAtMs: number;
  readonly scope: 'all' | 'guarded';
  /** Absent: orders of spot. */
  readonly line?: 'perpetual';
}

/** At most one for each customer, market and line, in one list: the next to run out first. */
export class CancelTimers {
  readonly #sorted: CancelTimer[];

  constructor(sorted: CancelTimer[] = []) {
    this.#sorted = sorted;
  }

  all(): CancelTimer[] {
    return this.#sorted;
  }

  first(): CancelTimer | undefined {
    return this.#sorted[0];
  }

  add(timer: CancelTimer): void {
    this.#sorted.push(timer);
    this.#sorted.sort(
      (a, b) =>
        a.dueAtMs - b.dueAtMs ||
        a.customerId - b.customerId ||
        a.marketId - b.marketId ||
        Number(a.line !== undefined) - Number(b.line !== undefined),
    );
  }

  remove(customerId: number, marketId: number, line: 'perpetual' | undefined): void {
    const at = this.#sorted.findIndex(
      one => one.customerId === customerId && one.marketId === marketId && one.line === line,
    );
    if (at >= 0) this.#sorted.splice(at, 1);
  }
}
