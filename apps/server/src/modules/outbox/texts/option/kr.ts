import type { OptionTexts } from './text.ts';

export const kr: OptionTexts = {
  optionStaleEntry: {
    subject: '원금이 반환되었습니다: {amount} {currency}',
    paragraphs: [
      '옵션 {option}({seconds}초)을 매수한 뒤 {symbol}의 새 가격이 제때 오지 않아 시작되지 않았습니다. 원금은 옵션 계정으로 반환되었습니다.',
      '어떤 가격이 있었는지는 옵션 영수증에서 확인할 수 있습니다.',
    ],
    sms: 'Tallystick: 옵션 {option}에 새 가격이 없어 {amount} {currency}이(가) 옵션 계정으로 반환되었습니다.',
  },
  optionStaleExit: {
    subject: '원금이 반환되었습니다: {amount} {currency}',
    paragraphs: [
      '옵션 {option}({seconds}초)이 끝날 때 {symbol}의 새 가격이 없어 승패가 없습니다. 원금은 옵션 계정으로 반환되었습니다.',
      '어떤 가격이 있었는지는 옵션 영수증에서 확인할 수 있습니다.',
    ],
    sms: 'Tallystick: 옵션 {option}에 새 가격이 없어 {amount} {currency}이(가) 옵션 계정으로 반환되었습니다.',
  },
};
