import type { ReferralTexts } from './text.ts';

export const kr: ReferralTexts = {
  rebatesPaid: {
    subject: '리베이트 입금: {amounts}',
    paragraphs: [
      '{until}(UTC)까지 친구의 거래 수수료에서 발생한 리베이트 {amounts}이(가) 현물 계정에 입금되었습니다.',
      '각 리베이트는 해당 수수료와 함께 따로 마련되었으며, 둘 다 친구 초대 페이지에서 볼 수 있습니다.',
    ],
    sms: 'Tallystick: {until}(UTC)까지의 리베이트 {amounts}이(가) 현물 계정에 입금되었습니다.',
  },
};
