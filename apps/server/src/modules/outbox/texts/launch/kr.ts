import type { LaunchTexts } from './text.ts';

export const kr: LaunchTexts = {
  launchAllocated: {
    subject: '{code}: {allocated} 배정',
    paragraphs: [
      '{code} 청약이 마감되었습니다. {spent}에 {allocated} {code}를 배정받았습니다.',
      '사용되지 않은 금액은 현물 계정으로 돌아왔습니다: {refunded}. 전체 청약 목록과 배정은 누구나 확인할 수 있습니다.',
    ],
    sms: 'Tallystick: {spent}에 {allocated} {code} 배정, 반환 {refunded}.',
  },
  launchReturned: {
    subject: '{code}: 청약이 취소되었습니다',
    paragraphs: ['{code} 청약이 취소되었습니다. 청약 금액 전부가 현물 계정으로 돌아왔습니다: {refunded}.'],
    sms: 'Tallystick: {code} 청약 취소, {refunded}이(가) 현물 계정으로 돌아왔습니다.',
  },
  launchReleased: {
    subject: '{code}: {released} 지급',
    paragraphs: ['{released} {code}가 현물 계정으로 지급되었습니다. 바로 거래할 수 있습니다.'],
    sms: 'Tallystick: {released} {code}가 현물 계정으로 지급되었습니다.',
  },
};
