import type { Channel } from '../ledger/account.ts';

export type WithdrawalCommand =
  /** Freezes money of the spot account until the withdrawal is released or settled. */
  | {
      readonly type: 'requestWithdrawal';
      readonly customerId: number;
      /** Chosen by the server: a positive safe integer that was never used before. */
      readonly withdrawalId: number;
      readonly currencyId: number;
      /** The whole amount, fee included. */
      readonly amountMinor: bigint;
      /** Less than the amount; goes to `fees` when settled. */
      readonly feeMinor: bigint;
      readonly via: Channel;
    }
  /** Cancelled or rejected: the money becomes available again. */
  | { readonly type: 'releaseWithdrawal'; readonly withdrawalId: number }
  /** Sent: the money has left through its channel, and the fee is earned. */
  | { readonly type: 'settleWithdrawal'; readonly withdrawalId: number };

export const WITHDRAWAL_COMMANDS = ['requestWithdrawal', 'releaseWithdrawal', 'settleWithdrawal'] as const;
