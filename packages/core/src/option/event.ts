import type { OptionTerms, OptionView } from './terms.ts';

export type OptionEvent =
  | { readonly type: 'optionTermsSet'; readonly terms: OptionTerms }
  /** The option's state after the command, at most once per option and command, complete. */
  | { readonly type: 'optionChanged'; readonly option: OptionView }
  /** The customer's new practice balance; a command may settle several options of one customer. */
  | {
      readonly type: 'practiceChanged';
      readonly customerId: number;
      readonly currencyId: number;
      readonly balanceMinor: bigint;
    };

export type OptionPostingReason = 'optionPurchase' | 'optionPayout' | 'optionLoss' | 'optionRefund';
