import type { DustTerms } from './terms.ts';

/** One balance that no order can sell: the whole available amount of a currency in the spot account. */
interface DustLine {
  readonly currencyId: number;
  /** Minor units as decimal text. */
  readonly amount: string;
}

/** The treasury buys balances too small to sell, at the index price less the spread: all lines or none. */
export interface ConvertDust {
  readonly type: 'convertDust';
  readonly customerId: number;
  /** At most MAX_DUST_LINES, each currency at most once. */
  readonly lines: readonly DustLine[];
  readonly expiresAtMs: number;
  /** Of all lines together, in the counting currency. */
  readonly minReceivedMinor: bigint;
}

interface ConfigureDust {
  readonly type: 'configureDust';
  readonly terms: DustTerms;
}

export type DustCommand = ConvertDust | ConfigureDust;

export const DUST_COMMANDS = ['convertDust', 'configureDust'] as const;
