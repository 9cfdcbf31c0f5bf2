import type { TrustTexts } from './text.ts';

export const kr: TrustTexts = {
  trustInterest: {
    subject: '이자 입금: {amount} {currency}',
    paragraphs: [
      '{day}(UTC)의 이자 {amount} {currency}이(가) 예치 계정에 입금되었습니다.',
      '각 날의 이자는 한 번만, 구매 시 따로 마련해 둔 자금에서 지급됩니다.',
    ],
    sms: 'Tallystick: {day}(UTC)의 이자 {amount} {currency}이(가) 입금되었습니다.',
  },
  trustCompleted: {
    subject: '예치 완료: {principal} {currency} 반환',
    paragraphs: [
      '예치 {order}이(가) {days}일 기간을 마쳤습니다. {principal} {currency}을(를) 예치 계정에서 다시 사용할 수 있습니다.',
      '총 이자는 {interest} {currency}입니다.',
    ],
    sms: 'Tallystick: 예치 {order} 완료. {principal} {currency} 사용 가능, 총 이자 {interest} {currency}.',
  },
  trustRenewed: {
    subject: '예치 갱신: {principal} {currency}',
    paragraphs: [
      '예치 {order}이(가) {days}일 기간을 마치고, 선택하신 대로 같은 조건의 예치 {next}(으)로 이어집니다. 이자는 {interest} {currency}였습니다.',
      '자동 갱신은 언제든지 끌 수 있습니다.',
    ],
    sms: 'Tallystick: 예치 {order} 완료, 예치 {next}(으)로 이어집니다. 이자 {interest} {currency}.',
  },
};
