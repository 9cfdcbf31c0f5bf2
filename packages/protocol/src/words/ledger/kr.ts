import type { LedgerWords } from './words.ts';

export const ledger: LedgerWords = {
  account: {
    spot: '현물',
    option: '옵션',
    contract: '선물',
    trust: '예치',
  },
  reason: {
    faucet: '데모 자금',
    deposit: '입금',
    deposit_reversal: '입금 취소',
    goodwill: '보상금',
    dust_conversion: '소액 잔고 전환',
    rebate: '추천 리베이트',
    launch_payment: '청약 대금',
    launch_refund: '청약 환불',
    launch_release: '청약 배정 지급',
    perpetual_trade: '선물 체결',
    perpetual_funding: '펀딩비',
    perpetual_liquidation: '강제 청산',
    perpetual_deleveraging: '자동 감축',
    perpetual_offset: '포지션 상계',
    trust_interest: '예치 이자',
    trust_redemption: '중도 해지 위약금',
    option_purchase: '초단기 옵션 매수',
    option_payout: '초단기 옵션 수익',
    option_refund: '초단기 옵션 환불',
    withdrawal: '출금',
    transfer: '이체',
    trade: '체결',
  },
  side: {
    buy: '매수',
    sell: '매도',
  },
  entry: {
    account: '계정',
    amount: '수량',
    balanceAfter: '변동 후 잔고',
    reference: '참조 번호',
  },
  deal: {
    pair: '페어',
    price: '가격',
    fee: '수수료',
  },
};
