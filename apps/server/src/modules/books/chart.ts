import type { Channel, CustomerAccount, ProfitSource } from '@tallystick/core';
import { ACCOUNT_CLASSES, type RESULT_PRODUCTS } from '@tallystick/protocol/desk/calls/books';

/** What the company earns or spends, by product. */
export type ResultProduct = (typeof RESULT_PRODUCTS)[number];

interface ChartAccount {
  readonly code: number;
  readonly name: string;
  /** Of income and expense. */
  readonly product?: ResultProduct;
}

/** First digit of a code. A debit raises assets and expenses, a credit all others. */
export type AccountClass = (typeof ACCOUNT_CLASSES)[number];

/**
 * The chart of accounts. Codes are in accountants' files for good: one may be added, none reused. What the ledger calls
 * `fees` is income the moment it is posted; the house's funds are equity (31xx: what was moved between them).
 */
export const CHART = {
  custodyBitcoin: { code: 1010, name: 'Custody, Bitcoin' },
  custodyEthereum: { code: 1020, name: 'Custody, Ethereum' },
  custodyTron: { code: 1030, name: 'Custody, Tron' },
  custodyBnb: { code: 1040, name: 'Custody, BNB Smart Chain' },
  custodySolana: { code: 1050, name: 'Custody, Solana' },
  custodyXrp: { code: 1060, name: 'Custody, XRP Ledger' },
  custodyDogecoin: { code: 1070, name: 'Custody, Dogecoin' },
  custodyCardano: { code: 1080, name: 'Custody, Cardano' },
  bank: { code: 1110, name: 'Bank' },
  receivable: { code: 1210, name: 'Owed by customers after reversed deposits' },
  faucet: { code: 1910, name: 'Demo money' },
  customerSpot: { code: 2110, name: 'Customers, spot accounts' },
  customerOption: { code: 2120, name: 'Customers, option accounts' },
  customerContract: { code: 2130, name: 'Customers, contract accounts' },
  customerTrust: { code: 2140, name: 'Customers, trust accounts' },
  optionStakes: { code: 2210, name: 'Stakes of open options' },
  launchEscrow: { code: 2220, name: 'Commitments to offers' },
  rebatesPending: { code: 2230, name: 'Rebates not paid out yet' },
  perpetualClearing: { code: 2310, name: 'Results between open contracts' },
  issuance: { code: 2410, name: 'Coins issued in offers' },
  issuer: { code: 2420, name: 'Owed to issuers' },
  capital: { code: 3010, name: 'Capital paid in' },
  profitWithdrawn: { code: 3020, name: 'Profit withdrawn' },
  liquidityCapital: { code: 3030, name: 'Capital of the house’s trading accounts' },
  fees: { code: 3110, name: 'Moved from and to fees' },
  treasury: { code: 3120, name: 'Treasury' },
  insurance: { code: 3130, name: 'Insurance fund' },
  optionPool: { code: 3140, name: 'Option pool' },
  optionPromises: { code: 3310, name: 'Promised: payouts of open options' },
  trustPromises: { code: 3320, name: 'Promised: trust interest' },
  openingBalances: { code: 3910, name: 'Brought forward from before these books' },
  spotFees: { code: 4110, name: 'Spot trading fees', product: 'spot' },
  perpetualFees: { code: 4210, name: 'Contract trading fees', product: 'perpetual' },
  liquidationTradingFees: { code: 4220, name: 'Trading fees of liquidations', product: 'perpetual' },
  liquidationFees: { code: 4230, name: 'Liquidation fees to the insurance fund', product: 'perpetual' },
  fundingRounding: { code: 4240, name: 'Funding: rounding', product: 'perpetual' },
  optionStakesWon: { code: 4310, name: 'Stakes of lost options', product: 'option' },
  trustPenalties: { code: 4410, name: 'Penalties of early redemptions', product: 'trust' },
  withdrawalFees: { code: 4510, name: 'Withdrawal fees', product: 'wallet' },
  smallBalances: { code: 4610, name: 'Small balances bought', product: 'convert' },
  liquidity: { code: 4710, name: 'The house’s trading accounts', product: 'liquidity' },
  spotRebates: { code: 5110, name: 'Rebates on spot fees', product: 'spot' },
  perpetualRebates: { code: 5210, name: 'Rebates on contract fees', product: 'perpetual' },
  insurancePayouts: { code: 5220, name: 'Losses paid by the insurance fund', product: 'perpetual' },
  optionWinnings: { code: 5310, name: 'Winnings of options', product: 'option' },
  trustInterest: { code: 5410, name: 'Trust interest paid', product: 'trust' },
  goodwill: { code: 5510, name: 'Goodwill', product: 'correction' },
  treasuryCredits: { code: 5520, name: 'Credits from the treasury', product: 'correction' },
} as const satisfies Readonly<Record<string, ChartAccount>>;
export type ChartName = keyof typeof CHART;

/** Names by code. */
export const CHART_NAMES: ReadonlyMap<number, ChartName> = new Map(
  (Object.keys(CHART) as ChartName[]).map(name => [CHART[name].code, name]),
);

/** Every account of the chart, by code. */
export function chartAccounts(): readonly ChartAccount[] {
  return Object.values<ChartAccount>(CHART).toSorted((one, other) => one.code - other.code);
}

/** @throws RangeError for a code that is in no chart */
export function accountOf(code: number): ChartAccount {
  const name = CHART_NAMES.get(code);
  if (name === undefined) throw new RangeError(`no account ${code}`);
  return CHART[name];
}

export function classOf(code: number): AccountClass {
  return ACCOUNT_CLASSES[Math.floor(code / 1_000) - 1]!;
}

/** The chart's account of what a customer holds. */
export const CUSTOMER_CHART = {
  spot: 'customerSpot',
  option: 'customerOption',
  contract: 'customerContract',
  trust: 'customerTrust',
} as const satisfies Readonly<Record<CustomerAccount, ChartName>>;

/** Accounts of the ledger that have one of their own here, whatever the posting is. */
export const PLAIN_CHART = {
  custodyBitcoin: 'custodyBitcoin',
  custodyEthereum: 'custodyEthereum',
  custodyTron: 'custodyTron',
  custodyBnb: 'custodyBnb',
  custodySolana: 'custodySolana',
  custodyXrp: 'custodyXrp',
  custodyDogecoin: 'custodyDogecoin',
  custodyCardano: 'custodyCardano',
  bank: 'bank',
  receivable: 'receivable',
  faucet: 'faucet',
  launchEscrow: 'launchEscrow',
  referral: 'rebatesPending',
  perpetualClearing: 'perpetualClearing',
  issuance: 'issuance',
  issuer: 'issuer',
  rounding: 'fundingRounding',
} as const satisfies Readonly<
  Record<Channel | 'receivable' | 'faucet' | 'launchEscrow' | 'referral', ChartName>
> &
  Readonly<Record<string, ChartName>>;

/** What may lie in a fund, between its postings. */
export const FUND_CHART = {
  fees: 'fees',
  treasury: 'treasury',
  insurance: 'insurance',
  optionPool: 'optionPool',
} as const satisfies Readonly<Record<ProfitSource | 'insurance', ChartName>>;
export type Fund = keyof typeof FUND_CHART;
