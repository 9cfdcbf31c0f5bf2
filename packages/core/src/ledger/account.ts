/** The four accounts every customer has in every currency. */
export const CUSTOMER_ACCOUNTS = ['spot', 'option', 'contract', 'trust'] as const;
export type CustomerAccount = (typeof CUSTOMER_ACCOUNTS)[number];

/** The ways real money comes in and goes out, each with an account of its own: one per chain, and the bank. */
export const CHANNELS = ['custodyBitcoin', 'custodyEthereum', 'custodyTron', 'bank'] as const;
export type Channel = (typeof CHANNELS)[number];

/**
 * The house's own accounts. Those that face the outside world (the channels, the demo faucet) go negative: they are
 * the mirror of what customers hold, so every currency sums to zero. `receivable` is negative by what customers owe
 * after a deposit was reversed whose money they had used already. `perpetualClearing` is the mirror of open perpetual
 * positions: what those who closed have taken or left of the value that those still open entered at. `issuance` is
 * the mirror of launched currencies: negative by what was allocated of each. `issuer` holds what buyers paid for them.
 */
export const PLATFORM_ACCOUNTS = [
  'fees',
  'treasury',
  'insurance',
  'optionPool',
  'optionEscrow',
  'trustEscrow',
  'launchEscrow',
  'referral',
  'rounding',
  'faucet',
  ...CHANNELS,
  'receivable',
  'perpetualClearing',
  'issuance',
  'issuer',
] as const;
export type PlatformAccount = (typeof PLATFORM_ACCOUNTS)[number];

/** What the house itself pays from: trust interest, liquidations beyond their margin, option payouts. */
export const HOUSE_FUNDS = ['treasury', 'insurance', 'optionPool'] as const;
export type HouseFund = (typeof HOUSE_FUNDS)[number];

/** Owner id of all platform accounts. Customer ids are ≥ 1. */
export const PLATFORM_OWNER = 0;

export type Bucket = 'available' | 'frozen';

/** One ledger account: who, which of their accounts, which currency. Each holds an available and a frozen part. */
export interface AccountKey {
  /** `PLATFORM_OWNER` or a customer id. */
  readonly ownerId: number;
  readonly account: CustomerAccount | PlatformAccount;
  readonly currencyId: number;
}
