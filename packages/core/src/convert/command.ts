import type { DustTerms } from '../dust/terms.ts';

/**
 * One currency into another by market orders, through one market or two, as one step: either the customer gets at least
 * `minReceivedMinor`, or nothing has happened and nothing is frozen.
 */
export interface Convert {
  readonly type: 'convert';
  readonly customerId: number;
  readonly fromCurrencyId: number;
  readonly toCurrencyId: number;
  /** The most that is paid, of the spot account; what makes no whole lot stays. */
  readonly amountMinor: bigint;
  /** Refused after it: whoever quoted says how long the quote holds. */
  readonly expiresAtMs: number;
  /** After fees. */
  readonly minReceivedMinor: bigint;
}

/** One balance that no order can sell: the whole available amount of a currency in the spot account. */
interface DustLine {
  readonly currencyId: number;
  /** Minor units as decimal text. */
  readonly amount: string;
}

/** The treasury buys what no order can sell, at the index less the spread: all lines or none. */
export interface ConvertDust {
  readonly type: 'convertDust';
  readonly customerId: number;
  /** At most MAX_DUST_LINES, each currency once. */
  readonly lines: readonly DustLine[];
  readonly expiresAtMs: number;
  /** Of the counting currency, all lines together. */
  readonly minReceivedMinor: bigint;
}

interface ConfigureDust {
  readonly type: 'configureDust';
  readonly terms: DustTerms;
}

export type ConvertCommand = Convert | ConvertDust | ConfigureDust;
export type ConvertCommandOf<T extends ConvertCommand['type']> = Extract<ConvertCommand, { type: T }>;
