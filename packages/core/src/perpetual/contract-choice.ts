/** What a customer chose for a contract: it applies to orders placed from then on. */
export interface ContractChoice {
  /** The leverage of orders that name none; null: the smallest on offer. */
  readonly multiple: number | null;
  /** See `setTopUp`; 0n = no top-ups. */
  readonly topUpLimitMinor: bigint;
}

/** Whether positions have margins of their own, or the contract account is the margin of all. */
export type MarginType = 'isolated' | 'cross';
