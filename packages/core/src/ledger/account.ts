/** The four accounts every customer has in every currency. */
export const CUSTOMER_ACCOUNTS = ['spot', 'option', 'contract', 'trust'] as const;
export type CustomerAccount = (typeof CUSTOMER_ACCOUNTS)[number];

/** In the order of snapshots: it may only grow at the end. */
const FIRST_CHANNELS = ['custodyBitcoin', 'custodyEthereum', 'custodyTron', 'bank'] as const;
const LATER_CHANNELS = [
  'custodyBnb',
  'custodySolana',
  'custodyXrp',
  'custodyDogecoin',
  'custodyCardano',
] as const;

/** Channels through which real money comes in and goes out, each with its own account: one per chain, and the bank. */
export const CHANNELS = [...FIRST_CHANNELS, ...LATER_CHANNELS] as const;
export type Channel = (typeof CHANNELS)[number];

/**
 * The house's own accounts. Those that face the outside world (the channels, the demo faucet) go negative: they mirror
 * what customers hold, so every currency sums to zero. `receivable` is negative by what customers owe after a deposit
 * was reversed that they had already spent. `perpetualClearing` mirrors open perpetual positions: the entry values of
 * all shorts less those of all longs. `issuance` mirrors launched currencies: negative by what was allocated of each.
 * `issuer` holds what buyers paid for them.
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
  ...FIRST_CHANNELS,
  'receivable',
  'perpetualClearing',
  'issuance',
  'issuer',
  ...LATER_CHANNELS,
] as const;
export type PlatformAccount = (typeof PLATFORM_ACCOUNTS)[number];

/** Accounts the house pays from: trust interest, losses beyond a liquidated margin, option payouts. */
export const HOUSE_FUNDS = ['treasury', 'insurance', 'optionPool'] as const;
export type HouseFund = (typeof HOUSE_FUNDS)[number];

/** Accounts from which the house's profit may leave. The insurance fund is drawn on first: see `takeFromInsurance`. */
export const PROFIT_SOURCES = ['fees', 'treasury', 'optionPool'] as const;
export type ProfitSource = (typeof PROFIT_SOURCES)[number];

/** Owner id of all platform accounts. Customer ids are ≥ 1. */
export const PLATFORM_OWNER = 0;

export type Bucket = 'available' | 'frozen';

/** One ledger account: owner, kind and currency. Each holds an available and a frozen part. */
export interface AccountKey {
  /** `PLATFORM_OWNER` or a customer id. */
  readonly ownerId: number;
  readonly account: CustomerAccount | PlatformAccount;
  readonly currencyId: number;
}
