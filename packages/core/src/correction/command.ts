import type { Channel } from '../ledger/account.ts';

export type CorrectionCommand =
  /** The house compensates a customer, from the treasury to the spot account. Each id is paid once, for good. */
  | {
      readonly type: 'payGoodwill';
      /** Chosen by the server: a positive safe integer that was never used before. */
      readonly goodwillId: number;
      readonly customerId: number;
      readonly currencyId: number;
      readonly amountMinor: bigint;
    }
  /**
   * Takes back all or part of a credited deposit; over all such commands never more than was credited. What is no
   * longer available in the spot account becomes a debt of the customer, charged to `receivable`.
   */
  | {
      readonly type: 'reverseDeposit';
      readonly depositId: number;
      readonly customerId: number;
      readonly currencyId: number;
      /** What the deposit's own posting credited. */
      readonly creditedMinor: bigint;
      readonly amountMinor: bigint;
      /** The channel the deposit was credited through. */
      readonly to: Channel;
      /** The row that caused it, e.g. `deposit:17`. */
      readonly reference: string;
    };

export const CORRECTION_COMMANDS = ['payGoodwill', 'reverseDeposit'] as const;
