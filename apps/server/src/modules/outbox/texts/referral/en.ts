import type { ReferralTexts } from './text.ts';

export const en: ReferralTexts = {
  rebatesPaid: {
    subject: 'Rebates received: {amounts}',
    paragraphs: [
      'Your friends’ trading fees earned you {amounts} until {until} (UTC). It is in your spot account.',
      'Each rebate was set aside together with the fee it comes from; both stand on the referral page.',
    ],
    sms: 'Tallystick: rebates of {amounts} until {until} (UTC) are in your spot account.',
  },
};
