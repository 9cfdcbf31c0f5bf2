export interface Debt {
  readonly customerId: number;
  readonly currencyId: number;
  readonly owedMinor: bigint;
}

/** What the customer owes after the command, 0 once it is paid. */
export type WalletEvent = { readonly type: 'debtChanged' } & Debt;

export type WalletPostingReason =
  | 'faucet'
  | 'deposit'
  | 'depositReversal'
  | 'transfer'
  | 'houseFunding'
  | 'profitWithdrawal';
