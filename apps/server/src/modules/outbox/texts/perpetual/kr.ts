import type { PerpetualTexts } from './text.ts';

export const kr: PerpetualTexts = {
  perpetualNearLiquidation: {
    subject: '{symbol}: 청산 임박',
    paragraphs: [
      '{symbol} 포지션 {position}이(가) 청산에 가까워졌습니다. 마크 가격은 {mark}, 청산 가격은 {liquidation}입니다.',
      '증거금을 추가하거나 일부를 청산하면 유지할 수 있습니다. 회복될 때까지 한 번만 알려 드립니다.',
    ],
    sms: 'Tallystick: {symbol} 포지션 {position} 청산 임박. 마크 가격 {mark}, 청산 가격 {liquidation}.',
  },
  perpetualTakeProfit: {
    subject: '{symbol}: 익절 실행',
    paragraphs: [
      '{symbol} 포지션 {position}의 익절이 마크 가격 {mark}에서 발동되어 평균 {price}에 종료되었습니다.',
      '수수료와 펀딩비를 반영한 포지션 손익: {profit} USDT.',
    ],
    sms: 'Tallystick: {symbol} 포지션 {position} 익절, 종료가 {price}, 손익 {profit} USDT.',
  },
  perpetualStopLoss: {
    subject: '{symbol}: 손절 실행',
    paragraphs: [
      '{symbol} 포지션 {position}의 손절이 마크 가격 {mark}에서 발동되어 평균 {price}에 종료되었습니다.',
      '수수료와 펀딩비를 반영한 포지션 손익: {profit} USDT.',
    ],
    sms: 'Tallystick: {symbol} 포지션 {position} 손절, 종료가 {price}, 손익 {profit} USDT.',
  },
  perpetualToppedUp: {
    subject: '{symbol}: 증거금 자동 추가',
    paragraphs: [
      '마크 가격 {mark}에서 {symbol} 포지션 {position}이(가) 강제 청산될 상황이어서 선물 계정에서 증거금 {amount} USDT를 추가했습니다.',
      '이제 청산 가격은 {liquidation}입니다. 한도는 {left} USDT 남았으며, 모두 쓰면 강제 청산됩니다.',
    ],
    sms: 'Tallystick: {symbol} 포지션 {position}에 증거금 {amount} USDT가 자동 추가되었습니다. 남은 한도 {left} USDT.',
  },
  perpetualLiquidated: {
    subject: '{symbol}: 포지션 강제 청산',
    paragraphs: [
      '{symbol} 포지션 {position}이(가) 마크 가격 {mark}에서 강제 청산되었습니다. 순자산이 유지 증거금에 미치지 못했습니다.',
      '증거금 중 {returned} USDT가 반환되었습니다. 계산에 쓰인 모든 수치는 앱에서 볼 수 있습니다.',
    ],
    sms: 'Tallystick: {symbol} 포지션 {position}이(가) 마크 가격 {mark}에서 강제 청산되었습니다. 반환 {returned} USDT.',
  },
  perpetualDeleveraged: {
    subject: '{symbol}: 포지션 자동 감축',
    paragraphs: [
      '{symbol} 포지션 {position}이(가) {price}에 {lots}랏 감축되었습니다. 반대편의 청산 물량을 호가창과 보험 기금이 감당하지 못했기 때문입니다.',
      '이 랏의 이익은 고객님의 것입니다. 계산에 쓰인 모든 수치는 앱에서 볼 수 있습니다.',
    ],
    sms: 'Tallystick: {symbol} 포지션 {position}이(가) {price}에 {lots}랏 자동 감축되었습니다.',
  },
  perpetualFundingReceived: {
    subject: '펀딩비 수령: {amount} USDT',
    paragraphs: [
      '보유 중인 계약({positions}건)이 펀딩비 {amount} USDT를 받았습니다.',
      '펀딩비는 8시간마다 롱과 숏 사이에 지급됩니다. 각 지급 내역과 요율은 앱에서 볼 수 있습니다.',
    ],
    sms: 'Tallystick: 보유 중인 계약이 펀딩비 {amount} USDT를 받았습니다.',
  },
  perpetualFundingPaid: {
    subject: '펀딩비 지급: {amount} USDT',
    paragraphs: [
      '보유 중인 계약({positions}건)이 펀딩비 {amount} USDT를 냈습니다.',
      '펀딩비는 8시간마다 롱과 숏 사이에 지급됩니다. 각 지급 내역과 요율은 앱에서 볼 수 있습니다.',
    ],
    sms: 'Tallystick: 보유 중인 계약이 펀딩비 {amount} USDT를 냈습니다.',
  },
};
