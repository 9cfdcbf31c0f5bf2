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
    depositReversal: '입금 취소',
    goodwill: '보상금',
    dustConversion: '소액 잔고 전환',
    rebate: '추천 리베이트',
    launchPayment: '청약 대금',
    launchRefund: '청약 환불',
    launchRelease: '청약 배정 지급',
    perpetualTrade: '선물 체결',
    perpetualFunding: '펀딩비',
    perpetualLiquidation: '강제 청산',
    perpetualDeleveraging: '자동 감축',
    perpetualOffset: '포지션 상계',
    trustInterest: '예치 이자',
    trustRedemption: '중도 해지 위약금',
    optionPurchase: '초단기 옵션 매수',
    optionPayout: '초단기 옵션 수익',
    optionRefund: '초단기 옵션 환불',
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
