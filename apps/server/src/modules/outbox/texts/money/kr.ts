import type { MoneyTexts } from './text.ts';

export const kr: MoneyTexts = {
  depositPassed: {
    subject: '입금 완료: {amount} {currency}',
    paragraphs: ['{amount} {currency} 입금이 현물 계정에 반영되었습니다.', '바로 거래하실 수 있습니다.'],
    sms: 'Tallystick: {amount} {currency} 입금이 반영되었습니다.',
  },
  depositRejected: {
    subject: '입금 반려: {amount} {currency}',
    paragraphs: [
      '{amount} {currency} 입금을 반영하지 못했습니다. 사유: {reason}',
      '더 선명한 증빙으로 다시 신청하시거나 고객센터에 문의해 주세요.',
    ],
    sms: 'Tallystick: {amount} {currency} 입금을 반영하지 못했습니다. 앱에서 사유를 확인해 주세요.',
  },
  depositReversed: {
    subject: '입금 취소: {amount} {currency}',
    paragraphs: [
      '{amount} {currency} 이체가 담긴 블록이 네트워크에서 교체되어 입금이 취소되었습니다.',
      '이체가 다시 확인되면 다시 반영됩니다. 이미 사용한 금액은 그때까지 미지급으로 남습니다.',
    ],
    sms: 'Tallystick: 네트워크가 {amount} {currency} 이체를 되돌려 입금이 취소되었습니다.',
  },
  withdrawalAsked: {
    subject: '출금 신청: {amount} {currency}',
    paragraphs: [
      '{destination}(으)로 {amount} {currency} 출금이 신청되었습니다. 처리될 때까지 금액이 동결됩니다.',
      '본인이 아니라면 취소하고 앱에서 계정을 동결한 뒤 즉시 고객센터에 문의해 주세요.',
    ],
    sms: 'Tallystick: {amount} {currency} 출금이 신청되었습니다. 본인이 아니라면 즉시 계정을 동결해 주세요.',
  },
  withdrawalApproved: {
    subject: '출금 승인: {amount} {currency}',
    paragraphs: [
      '{amount} {currency} 출금이 승인되었으며 곧 전송됩니다.',
      '본인이 아니라면 즉시 고객센터에 문의해 주세요.',
    ],
    sms: 'Tallystick: {amount} {currency} 출금이 승인되었습니다.',
  },
  withdrawalSent: {
    subject: '출금 전송: {amount} {currency}',
    paragraphs: [
      '{amount} {currency} 출금이 {destination}(으)로 전송되었습니다.',
      '거래 번호: {transaction}',
    ],
    sms: 'Tallystick: {amount} {currency} 출금이 전송되었습니다.',
  },
  withdrawalRejected: {
    subject: '출금 거절: {amount} {currency}',
    paragraphs: [
      '{amount} {currency} 출금이 거절되었습니다. 사유: {reason}',
      '전액을 다시 사용할 수 있습니다.',
    ],
    sms: 'Tallystick: {amount} {currency} 출금이 거절되었습니다. 금액을 다시 사용할 수 있습니다.',
  },
  withdrawalCancelled: {
    subject: '출금 취소: {amount} {currency}',
    paragraphs: ['{amount} {currency} 출금이 취소되었습니다.', '전액을 다시 사용할 수 있습니다.'],
    sms: 'Tallystick: {amount} {currency} 출금이 취소되었습니다.',
  },
  withdrawalFailed: {
    subject: '출금이 실행되지 않음: {amount} {currency}',
    paragraphs: [
      '{amount} {currency} 출금 신청을 받았지만 실행하지 못했습니다.',
      '계정에서 빠져나간 금액은 없습니다. 잔액을 확인하고 다시 신청해 주세요.',
    ],
    sms: 'Tallystick: {amount} {currency} 출금이 실행되지 않았습니다. 빠져나간 금액은 없습니다.',
  },
  addressAdded: {
    subject: '출금 주소가 추가되었습니다',
    paragraphs: [
      '주소 {address}({network})가 {currency} 주소록에 추가되었습니다.',
      '본인이 아니라면 앱에서 계정을 동결하고 즉시 고객센터에 문의해 주세요.',
    ],
    sms: 'Tallystick: 출금 주소가 추가되었습니다. 본인이 아니라면 즉시 계정을 동결해 주세요.',
  },
  bankCardSaved: {
    subject: '은행 카드가 등록되었습니다',
    paragraphs: [
      '이제 은행 카드 {card}(으)로 출금할 수 있습니다.',
      '본인이 아니라면 앱에서 계정을 동결하고 즉시 고객센터에 문의해 주세요.',
    ],
    sms: 'Tallystick: 은행 카드 {card}가 등록되었습니다. 본인이 아니라면 즉시 계정을 동결해 주세요.',
  },
};
