import type { OptionTick, OptionView } from './terms.ts';
import { profitOf, settleOption, type OptionDirection, type Settlement } from './settlement.ts';

/** What is fixed at purchase. */
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
  /** What the stake was worth at purchase in the currency self-imposed limits count in; 0 for practice. */
  readonly countedMinor: bigint;
}

/** An option that was sold and not settled yet. */
export class OpenOption {
  readonly bought: BoughtOption;
  readonly profitMinor: bigint;
  readonly deliveryAtMs: number;
  entry: OptionTick | null = null;
  /** When it next needs something done: at the end of the time for its entry tick, then right after its delivery. */
  dueAtMs: number;
  /** Position in the heap of due times; −1 outside. */
  heapAt = -1;

  constructor(bought: BoughtOption) {
    this.bought = bought;
    this.profitMinor = profitOf(bought.stakeMinor, bought.payoutPpm);
    this.deliveryAtMs = bought.boughtAtMs + bought.seconds * 1000;
    // A tick of the last millisecond still counts, so nothing is due before the next one.
    this.dueAtMs = bought.boughtAtMs + bought.staleMs + 1;
  }

  /** What leaves the escrow when it is settled. */
  get escrowMinor(): bigint {
    return this.bought.stakeMinor + this.profitMinor;
  }

  /** Whether a tick of its market, the first since the purchase, came in time to be its entry. */
  accepts(tick: OptionTick): boolean {
    return tick.atMs <= this.bought.boughtAtMs + this.bought.staleMs;
  }

  enter(tick: OptionTick): void {
    this.entry = tick;
    this.dueAtMs = this.deliveryAtMs + 1;
  }

  /** `ticks`: the market's newest ones, at least from the last at or before delivery on. */
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
