import type { OptionDirection } from './settlement.ts';
import type { OptionTermsConfig } from './terms.ts';

/** Terms of options sold from now on. No command touches an option that was sold. */
export interface ConfigureOptions {
  readonly type: 'configureOptions';
  readonly terms: OptionTermsConfig;
}

export interface BuyOption {
  readonly type: 'buyOption';
  readonly customerId: number;
  readonly marketId: number;
  readonly direction: OptionDirection;
  /** One of the durations on offer. */
  readonly seconds: number;
  readonly currencyId: number;
  readonly stakeMinor: bigint;
  /** The terms the customer saw; refused with `quote_changed` if the market's terms are others by now. */
  readonly termsVersion: number;
  /** With practice money: same terms, ticks and settlement, but no posting. */
  readonly practice: boolean;
}

/** Sets the customer's practice money, which is outside the ledger: it can be neither paid in nor paid out. */
export interface ResetPractice {
  readonly type: 'resetPractice';
  readonly customerId: number;
  readonly currencyId: number;
  readonly amountMinor: bigint;
}

export type OptionCommand = ConfigureOptions | BuyOption | ResetPractice;

export const OPTION_COMMANDS = ['configureOptions', 'buyOption', 'resetPractice'] as const;
