import type { LedgerWords } from './words.ts';

export const ledger: LedgerWords = {
  account: {
    spot: 'Spot',
    option: 'Options',
    contract: 'Contract',
    trust: 'Trust',
  },
  reason: {
    faucet: 'Demo funds',
    deposit: 'Deposit',
    depositReversal: 'Deposit taken back',
    goodwill: 'Goodwill',
    dustConversion: 'Small balance converted',
    rebate: 'Referral rebate',
    launchPayment: 'Payment for a subscription',
    launchRefund: 'Subscription refunded',
    launchRelease: 'Released from a subscription',
    perpetualTrade: 'Contract trade',
    perpetualFunding: 'Funding',
    perpetualLiquidation: 'Liquidation',
    perpetualDeleveraging: 'Automatic reduction',
    perpetualOffset: 'Positions offset',
    trustInterest: 'Trust interest',
    trustRedemption: 'Early redemption penalty',
    optionPurchase: 'Second option bought',
    optionPayout: 'Second option won',
    optionRefund: 'Second option refunded',
    withdrawal: 'Withdrawal',
    transfer: 'Transfer',
    trade: 'Trade',
  },
  side: {
    buy: 'Buy',
    sell: 'Sell',
  },
  entry: {
    account: 'Account',
    amount: 'Amount',
    balanceAfter: 'Balance after it',
    reference: 'Reference',
  },
  deal: {
    pair: 'Pair',
    price: 'Price',
    fee: 'Fee',
  },
};
