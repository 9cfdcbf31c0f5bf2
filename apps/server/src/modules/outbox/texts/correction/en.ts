import type { CorrectionWords } from './text.ts';

export const en: CorrectionWords = {
  goodwill: {
    subject: 'Credited to you: {amount} {currency}',
    paragraphs: ['We have paid {amount} {currency} to your spot account. {reason}', 'Our note: {text}'],
    sms: 'Tallystick: we have paid {amount} {currency} to your spot account.',
  },
  goodwillReasons: {
    fault: 'Something went wrong on our side, and we are sorry for it.',
    late: 'A payout took longer than we promised, and we are sorry for it.',
    information: 'We gave you wrong information, and we are sorry for it.',
    courtesy: 'It is a gesture of goodwill.',
  },
  announced: {
    subject: 'A deposit is to be taken back: {amount} {currency}',
    paragraphs: [
      'We credited {amount} {currency} to you by mistake. {reason} Our note: {text}',
      'It will be taken back at {due} (UTC). If you think this is wrong, object before then in the app, in the record of the deposit: nothing is taken until two other people have looked at it again. Until then this amount cannot be withdrawn; you can still trade with it.',
    ],
    sms: 'Tallystick: {amount} {currency} credited by mistake will be taken back. You can object in the app.',
  },
  reversalReasons: {
    wrongCustomer: 'The money was somebody else’s.',
    wrongAmount: 'The amount was wrong.',
    notReceived: 'The money never reached us.',
    creditedTwice: 'It had been credited twice.',
  },
  upheld: {
    subject: 'Your objection was looked at: {amount} {currency}',
    paragraphs: [
      'Two other people have looked at your objection. {amount} {currency} will be taken back after all.',
      'What is no longer available is owed, and your next deposits in {currency} pay it. Support answers questions.',
    ],
    sms: 'Tallystick: after a second look {amount} {currency} will be taken back. Please see the app.',
  },
  dropped: {
    subject: 'A deposit is not taken back: {amount} {currency}',
    paragraphs: [
      'The {amount} {currency} announced to you are not taken back.',
      'The whole amount can be withdrawn again.',
    ],
    sms: 'Tallystick: {amount} {currency} are not taken back.',
  },
  done: {
    subject: 'A deposit was taken back: {amount} {currency}',
    paragraphs: [
      '{amount} {currency} credited by mistake have been taken back from your spot account.',
      'If less was available, the rest is owed, and your next deposits in {currency} pay it.',
    ],
    sms: 'Tallystick: {amount} {currency} credited by mistake have been taken back.',
  },
};
