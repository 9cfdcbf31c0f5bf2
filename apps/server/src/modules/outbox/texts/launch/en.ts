import type { LaunchTexts } from './text.ts';

export const en: LaunchTexts = {
  launchAllocated: {
    subject: '{code}: you were allocated {allocated}',
    paragraphs: [
      'The subscription of {code} is closed. You were allocated {allocated} {code} for {spent}.',
      'What was not used is available again in your spot account: {refunded}. The list of all commitments and the allocation can be checked by anyone.',
    ],
    sms: 'Tallystick: {allocated} {code} allocated for {spent}; returned: {refunded}.',
  },
  launchReturned: {
    subject: '{code}: the subscription was cancelled',
    paragraphs: [
      'The subscription of {code} was cancelled. Everything you committed is available again in your spot account: {refunded}.',
    ],
    sms: 'Tallystick: the subscription of {code} was cancelled; {refunded} is back in your spot account.',
  },
  launchReleased: {
    subject: '{code}: {released} released to you',
    paragraphs: ['{released} {code} have been released to your spot account. They can be traded at once.'],
    sms: 'Tallystick: {released} {code} released to your spot account.',
  },
};
