import type { OptionTick, OptionView } from './terms.ts';
import { profitOf, settleOption, type OptionDirection, type Settlement } from './settlement.ts';

/** Fixed at purchase. */
export interface BoughtOption {
  readonly optionId: number;
  readonly customerId: number;
  readonly marketId: number;
  readonly direction: OptionDirection;
  readonly seconds: number;
  readonly currencyId: number;
  readonly stakeMinor: bigint;
  readonly practice: boolean;
  readonly termsVersion: number;
  readonly payoutPpm: number;
  readonly staleMs: number;
  readonly boughtAtMs: number;
  readonly chainHead: { readonly number: number; readonly hash: string };
  /** Value of the stake at purchase, in the currency that self-imposed limits count in; 0 for practice. */
  readonly countedMinor: bigint;
}

/** An option that was sold and is not settled yet. */
export class OpenOption {
  readonly bought: BoughtOption;
  readonly profitMinor: bigint;
  readonly deliveryAtMs: number;
  entry: OptionTick | null = null;
  /** Next due time: first the deadline of its entry tick, then just after its delivery. */
  dueAtMs: number;
  /** Index in the heap of due times; −1 outside. */
  dueHeapAt = -1;

  constructor(bought: BoughtOption) {
    this.bought = bought;
    this.profitMinor = profitOf(bought.stakeMinor, bought.payoutPpm);
    this.deliveryAtMs = bought.boughtAtMs + bought.seconds * 1000;
    // A tick in this millisecond still counts, so the option is due in the next one.
    this.dueAtMs = bought.boughtAtMs + bought.staleMs + 1;
  }

  /** What its settlement takes out of escrow. */
  get escrowMinor(): bigint {
    return this.bought.stakeMinor + this.profitMinor;
  }

  /** Whether the first tick of its market since the purchase came in time to be its entry. */
  accepts(tick: OptionTick): boolean {
    return tick.atMs <= this.bought.boughtAtMs + this.bought.staleMs;
  }

  enter(tick: OptionTick): void {
    this.entry = tick;
    this.dueAtMs = this.deliveryAtMs + 1;
  }

  /** `ticks`: the market's newest ones, starting no later than the last at or before delivery. */
  settle(ticks: readonly OptionTick[]): Settlement<OptionTick> {
    const terms = { ...this.bought, deliveryAtMs: this.deliveryAtMs };
    return settleOption(terms, this.entry === null ? [] : [this.entry, ...ticks]);
  }

  view(settlement: Settlement<OptionTick> | null, settledAtMs: number | null): OptionView {
    const { countedMinor: _, ...bought } = this.bought;
    return {
      ...bought,
      profitMinor: this.profitMinor,
      deliveryAtMs: this.deliveryAtMs,
      state: settlement !== null ? 'settled' : this.entry === null ? 'pending' : 'running',
      entry: this.entry,
      exit: settlement?.exit ?? null,
      result: settlement?.result ?? null,
      payoutMinor: settlement?.payoutMinor ?? null,
      settledAtMs,
    };
  }
}
