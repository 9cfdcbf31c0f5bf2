import type { Channel } from '../ledger/account.ts';

/** `pending` holds the money frozen; the other two are final. */
export type WithdrawalState = 'pending' | 'released' | 'settled';

export interface Withdrawal {
  readonly withdrawalId: number;
  readonly customerId: number;
  readonly currencyId: number;
  /** The whole amount, fee included. */
  readonly amountMinor: bigint;
  readonly feeMinor: bigint;
  readonly via: Channel;
  readonly state: WithdrawalState;
}

/** The withdrawal's state after the command, complete. */
export type WithdrawalEvent = { readonly type: 'withdrawalChanged' } & Withdrawal;

export type WithdrawalPostingReason = 'withdrawalFreeze' | 'withdrawalRelease' | 'withdrawal';
