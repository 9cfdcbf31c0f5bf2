import type { Channel } from '../ledger/account.ts';

export type CorrectionCommand =
  /** The house pays a customer for what went wrong, from the treasury to the spot account; each id once, for good. */
  | {
      readonly type: 'payGoodwill';
      /** Chosen by the server: a positive safe integer that was never used before. */
      readonly goodwillId: number;
      readonly customerId: number;
      readonly currencyId: number;
      readonly amountMinor: bigint;
    }
  /**
   * Takes a credited deposit back, whole or in part, but over all such commands never more than was credited. What the
   * spot account no longer has available becomes a debt of the customer, charged to `receivable`.
   */
  | {
      readonly type: 'reverseDeposit';
      readonly depositId: number;
      readonly customerId: number;
      readonly currencyId: number;
      /** What the deposit's own posting credited. */
      readonly creditedMinor: bigint;
      readonly amountMinor: bigint;
      /** Where the credit had come from. */
      readonly to: Channel;
      /** The row that caused it, e.g. `deposit:17`. */
      readonly reference: string;
    };

export const CORRECTION_COMMANDS = ['payGoodwill', 'reverseDeposit'] as const;
