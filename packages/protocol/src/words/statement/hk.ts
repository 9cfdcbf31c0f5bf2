import type { StatementWords } from './words.ts';

export const statement: StatementWords = {
  title: {
    entries: '帳戶結單',
    trades: '成交紀錄',
    taxes: '年度彙總',
  },
  running: '該期間尚未結束，其後仍可能增加紀錄。',
  kinds: '按類型',
  credits: '轉入',
  debits: '轉出',
  fees: '已付手續費',
  product: {
    spot: '現貨',
    contracts: '合約',
    options: '期權',
    trust: '託管',
    launches: '新幣',
    rebates: '邀請返佣',
    other: '其他',
  },
};
