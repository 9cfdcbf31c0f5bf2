import type { TrustTexts } from './text.ts';

export const en: TrustTexts = {
  trustInterest: {
    subject: 'Interest received: {amount} {currency}',
    paragraphs: [
      'Your deposits earned {amount} {currency} on {day} (UTC). It is in your trust account.',
      'Each day is paid once, from money that was set aside when you bought.',
    ],
    sms: 'Tallystick: your deposits earned {amount} {currency} on {day} (UTC).',
  },
  trustCompleted: {
    subject: 'Deposit completed: {principal} {currency} returned',
    paragraphs: [
      'Deposit {order} has run its {days} days. {principal} {currency} are available in your trust account again.',
      'It earned {interest} {currency} in all.',
    ],
    sms: 'Tallystick: deposit {order} is complete. {principal} {currency} are available again, it earned {interest} {currency}.',
  },
  trustRenewed: {
    subject: 'Deposit renewed: {principal} {currency}',
    paragraphs: [
      'Deposit {order} has run its {days} days and goes on as deposit {next}, under the same terms, as you wished. It earned {interest} {currency}.',
      'You can switch automatic renewal off at any time.',
    ],
    sms: 'Tallystick: deposit {order} is complete and goes on as deposit {next}. It earned {interest} {currency}.',
  },
};
