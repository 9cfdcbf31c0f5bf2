import type { OptionTexts } from './text.ts';

export const en: OptionTexts = {
  optionStaleEntry: {
    subject: 'Stake returned: {amount} {currency}',
    paragraphs: [
      'No fresh price of {symbol} came in time after you bought option {option} ({seconds} s), so it never began. Your stake is back in your option account.',
      'The receipt of the option shows which ticks there were.',
    ],
    sms: 'Tallystick: option {option} found no fresh price. {amount} {currency} are back in your option account.',
  },
  optionStaleExit: {
    subject: 'Stake returned: {amount} {currency}',
    paragraphs: [
      'There was no fresh price of {symbol} when option {option} ({seconds} s) ended, so nobody won it. Your stake is back in your option account.',
      'The receipt of the option shows which ticks there were.',
    ],
    sms: 'Tallystick: option {option} found no fresh price. {amount} {currency} are back in your option account.',
  },
};
