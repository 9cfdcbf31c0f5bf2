import type { StatementWords } from './words.ts';

export const statement: StatementWords = {
  title: {
    entries: '거래 명세서',
    trades: '체결 내역',
    taxes: '연간 요약',
  },
  running: '기간이 아직 끝나지 않아 내역이 추가될 수 있습니다.',
  kinds: '종류별',
  credits: '들어옴',
  debits: '나감',
  fees: '낸 수수료',
  product: {
    spot: '현물',
    contracts: '선물',
    options: '옵션',
    trust: '예치',
    launches: '신규 코인',
    rebates: '추천 리베이트',
    other: '기타',
  },
};
