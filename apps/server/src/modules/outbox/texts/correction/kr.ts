import type { CorrectionWords } from './text.ts';

export const kr: CorrectionWords = {
  goodwill: {
    subject: '지급 안내: {amount} {currency}',
    paragraphs: ['{amount} {currency}를 현물 계정에 지급했습니다. {reason}', '담당자 메모: {text}'],
    sms: 'Tallystick: {amount} {currency}를 현물 계정에 지급했습니다.',
  },
  goodwillReasons: {
    fault: '저희 측 오류가 있었습니다. 죄송합니다.',
    late: '출금이 약속보다 늦어졌습니다. 죄송합니다.',
    information: '잘못된 정보를 안내해 드렸습니다. 죄송합니다.',
    courtesy: '저희의 작은 성의입니다.',
  },
  announced: {
    subject: '입금 회수 예정: {amount} {currency}',
    paragraphs: [
      '{amount} {currency}가 잘못 입금 처리되었습니다. {reason} 담당자 메모: {text}',
      '{due}(UTC)에 회수됩니다. 잘못되었다고 생각하시면 그 전에 앱의 입금 내역에서 이의를 제기해 주세요. 다른 두 사람이 다시 확인하기 전까지는 회수하지 않습니다. 그때까지 이 금액은 출금할 수 없지만 거래에는 사용할 수 있습니다.',
    ],
    sms: 'Tallystick: 잘못 입금된 {amount} {currency}가 회수됩니다. 앱에서 이의를 제기할 수 있습니다.',
  },
  reversalReasons: {
    wrongCustomer: '다른 고객의 자금이었습니다.',
    wrongAmount: '금액이 잘못되었습니다.',
    notReceived: '자금이 저희에게 도착하지 않았습니다.',
    creditedTwice: '두 번 입금 처리되었습니다.',
  },
  upheld: {
    subject: '이의 검토 결과: {amount} {currency}',
    paragraphs: [
      '다른 두 사람이 이의를 검토했습니다. {amount} {currency}는 회수됩니다.',
      '부족한 금액은 미납금이 되며 이후 {currency} 입금에서 상환됩니다. 문의는 고객센터로 해 주세요.',
    ],
    sms: 'Tallystick: 재검토 결과 {amount} {currency}가 회수됩니다. 앱을 확인해 주세요.',
  },
  dropped: {
    subject: '입금이 회수되지 않습니다: {amount} {currency}',
    paragraphs: ['안내해 드린 {amount} {currency}는 회수되지 않습니다.', '전액을 다시 출금할 수 있습니다.'],
    sms: 'Tallystick: {amount} {currency}는 회수되지 않습니다.',
  },
  done: {
    subject: '입금이 회수되었습니다: {amount} {currency}',
    paragraphs: [
      '잘못 입금된 {amount} {currency}가 현물 계정에서 회수되었습니다.',
      '잔액이 부족하면 나머지는 미납금이 되며 이후 {currency} 입금에서 상환됩니다.',
    ],
    sms: 'Tallystick: 잘못 입금된 {amount} {currency}가 회수되었습니다.',
  },
};
