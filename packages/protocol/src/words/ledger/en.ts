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
    deposit_reversal: 'Deposit taken back',
    goodwill: 'Goodwill',
    dust_conversion: 'Small balance converted',
    rebate: 'Referral rebate',
    launch_payment: 'Payment for a subscription',
    launch_refund: 'Subscription refunded',
    launch_release: 'Released from a subscription',
    perpetual_trade: 'Contract trade',
    perpetual_funding: 'Funding',
    perpetual_liquidation: 'Liquidation',
    perpetual_deleveraging: 'Automatic reduction',
    perpetual_offset: 'Positions offset',
    trust_interest: 'Trust interest',
    trust_redemption: 'Early redemption penalty',
    option_purchase: 'Second option bought',
    option_payout: 'Second option won',
    option_refund: 'Second option refunded',
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
