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
    depositReversal: '充值撤回',
    goodwill: '补偿',
    dustConversion: '小额兑换',
    rebate: '邀请返佣',
    launchPayment: '申购付款',
    launchRefund: '申购退款',
    launchRelease: '申购解锁',
    perpetualTrade: '合约成交',
    perpetualFunding: '资金费用',
    perpetualLiquidation: '强平',
    perpetualDeleveraging: '自动减仓',
    perpetualOffset: '仓位对冲平仓',
    trustInterest: '托管利息',
    trustRedemption: '提前赎回违约金',
    optionPurchase: '购买秒期权',
    optionPayout: '秒期权盈利',
    optionRefund: '秒期权退款',
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
