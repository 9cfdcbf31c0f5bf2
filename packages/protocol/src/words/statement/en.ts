import type { StatementWords } from './words.ts';

export const statement: StatementWords = {
  title: {
    entries: 'Account statement',
    trades: 'Trades',
    taxes: 'Yearly summary',
  },
  running: 'The period is not over yet: entries may still be added.',
  kinds: 'By kind',
  credits: 'In',
  debits: 'Out',
  fees: 'Fees paid',
  product: {
    spot: 'Spot',
    contracts: 'Contracts',
    options: 'Options',
    trust: 'Trust',
    launches: 'New coins',
    rebates: 'Referral rebates',
    other: 'Other',
  },
};
