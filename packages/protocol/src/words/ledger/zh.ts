import type { LedgerWords } from './words.ts';

export const ledger: LedgerWords = {
  account: {
    spot: '现货',
    option: '期权',
    contract: '合约',
    trust: '托管',
  },
  reason: {
    faucet: '演示资金',
    deposit: '充值',
    deposit_reversal: '充值撤回',
    goodwill: '补偿',
    dust_conversion: '小额兑换',
    rebate: '邀请返佣',
    launch_payment: '申购付款',
    launch_refund: '申购退款',
    launch_release: '申购解锁',
    perpetual_trade: '合约成交',
    perpetual_funding: '资金费用',
    perpetual_liquidation: '强平',
    perpetual_deleveraging: '自动减仓',
    perpetual_offset: '仓位对冲平仓',
    trust_interest: '托管利息',
    trust_redemption: '提前赎回违约金',
    option_purchase: '购买秒期权',
    option_payout: '秒期权盈利',
    option_refund: '秒期权退款',
    withdrawal: '提现',
    transfer: '划转',
    trade: '成交',
  },
  side: {
    buy: '买入',
    sell: '卖出',
  },
  entry: {
    account: '账户',
    amount: '数量',
    balanceAfter: '变动后余额',
    reference: '关联编号',
  },
  deal: {
    pair: '交易对',
    price: '价格',
    fee: '手续费',
  },
};
