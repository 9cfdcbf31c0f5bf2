import type { ReferralTexts } from './text.ts';

export const jp: ReferralTexts = {
  rebatesPaid: {
    subject: '紹介報酬を受け取りました：{amounts}',
    paragraphs: [
      '{until}（UTC）までの友達の取引手数料による紹介報酬 {amounts} が現物口座に入金されました。',
      '報酬は元の手数料と同時に取り置かれたもので、両方を友達紹介のページで確認できます。',
    ],
    sms: 'Tallystick：{until}（UTC）までの紹介報酬 {amounts} が現物口座に入金されました。',
  },
};
