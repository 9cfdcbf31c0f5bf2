import type { OptionDirection } from './settlement.ts';
import type { OptionTermsConfig } from './terms.ts';

/** Terms for options sold from now on. There is no command that touches an option that was sold. */
export interface ConfigureOptions {
  readonly type: 'configureOptions';
  readonly terms: OptionTermsConfig;
}

export interface BuyOption {
  readonly type: 'buyOption';
  readonly customerId: number;
  readonly marketId: number;
  readonly direction: OptionDirection;
  /** One of the market's times. */
  readonly seconds: number;
  readonly currencyId: number;
  readonly stakeMinor: bigint;
  /** The terms the customer was shown; refused with `quote_changed` if they are not the market's any more. */
  readonly termsVersion: number;
  /** With practice money: same terms, ticks and settlement, no posting. */
  readonly practice: boolean;
}

/** Sets the customer's practice money, which is outside the ledger: nobody can pay in or take out anything. */
export interface ResetPractice {
  readonly type: 'resetPractice';
  readonly customerId: number;
  readonly currencyId: number;
  readonly amountMinor: bigint;
}

export type OptionCommand = ConfigureOptions | BuyOption | ResetPractice;

export const OPTION_COMMANDS = ['configureOptions', 'buyOption', 'resetPractice'] as const;
