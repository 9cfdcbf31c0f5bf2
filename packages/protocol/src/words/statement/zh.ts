import type { StatementWords } from './words.ts';

export const statement: StatementWords = {
  title: {
    entries: '账户对账单',
    trades: '成交记录',
    taxes: '年度汇总',
  },
  running: '该期间尚未结束，之后仍可能增加记录。',
  kinds: '按类型',
  credits: '转入',
  debits: '转出',
  fees: '已付手续费',
  product: {
    spot: '现货',
    contracts: '合约',
    options: '期权',
    trust: '托管',
    launches: '新币',
    rebates: '邀请返佣',
    other: '其他',
  },
};
