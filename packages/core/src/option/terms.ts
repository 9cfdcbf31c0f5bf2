import type { OptionDirection, OptionResult } from './settlement.ts';

/** A duration on offer. */
export interface OptionTime {
  readonly seconds: number;
  /** What a win adds to the stake, in millionths of it: 850,000 pays 1.85 times the stake back. At most 1,000,000. */
  readonly payoutPpm: number;
}

/** Stakes accepted in a currency, and the house's risk limit in it. Decimal strings in units of the currency. */
export interface OptionCurrencyConfig {
  readonly currencyId: number;
  readonly minStake: string;
  readonly maxStake: string;
  /** The most the house may owe to the open options of one direction, beyond their stakes. */
  readonly exposureLimit: string;
}

export interface OptionCurrency {
  readonly currencyId: number;
  readonly minStakeMinor: bigint;
  readonly maxStakeMinor: bigint;
  readonly exposureLimitMinor: bigint;
}

/** The configuration of a market's second options. An option keeps the terms it was bought under. */
export interface OptionTermsConfig {
  readonly marketId: number;
  /** False: nothing new is sold. Open options settle, and practice goes on. */
  readonly enabled: boolean;
  /** An entry or exit tick further than this from its time does not count: the stake is refunded. */
  readonly staleMs: number;
  /** Ascending; each is longer than twice `staleMs`, so that entry and exit are never the same tick. */
  readonly times: readonly OptionTime[];
  /** By id, at least one. */
  readonly currencies: readonly OptionCurrencyConfig[];
}

export interface OptionTerms extends Omit<OptionTermsConfig, 'currencies'> {
  /** Version of the market's terms, from 1: each change increases it. */
  readonly version: number;
  readonly currencies: readonly OptionCurrency[];
}

/** The tick of the price log that was the entry or exit of an option. */
export interface OptionTick {
  /** Number in the price log. */
  readonly number: number;
  readonly marketId: number;
  /** 1e-8 quote units. */
  readonly priceE8: number;
  readonly atMs: number;
  readonly hash: string;
}

/** `pending` waits for its entry tick, `running` for its delivery; `settled` is final. */
export type OptionState = 'pending' | 'running' | 'settled';

/** An option with everything its settlement needs: terms as bought, and ticks. */
export interface OptionView {
  /** Counts all options, practice ones too, from 1. */
  readonly optionId: number;
  readonly customerId: number;
  readonly marketId: number;
  readonly direction: OptionDirection;
  readonly seconds: number;
  readonly currencyId: number;
  readonly stakeMinor: bigint;
  /** What a win adds to the stake: stake × payoutPpm ÷ 1,000,000, truncated. Escrowed with the stake. */
  readonly profitMinor: bigint;
  readonly practice: boolean;
  readonly termsVersion: number;
  readonly payoutPpm: number;
  readonly staleMs: number;
  readonly boughtAtMs: number;
  /** boughtAtMs + seconds × 1,000. */
  readonly deliveryAtMs: number;
  /** The price log's newest tick, of any market, at purchase: the entry tick comes after it. */
  readonly chainHead: { readonly number: number; readonly hash: string };
  readonly state: OptionState;
  readonly entry: OptionTick | null;
  readonly exit: OptionTick | null;
  /** Null until settled. */
  readonly result: OptionResult | null;
  /** What was paid back: stake and profit, the stake, or 0. Null until settled. */
  readonly payoutMinor: bigint | null;
  readonly settledAtMs: number | null;
}
