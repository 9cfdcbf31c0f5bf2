import type { OptionTexts } from './text.ts';

export const zh: OptionTexts = {
  optionStaleEntry: {
    subject: '本金已退回：{amount} {currency}',
    paragraphs: [
      '您买入期权 {option}（{seconds} 秒）后，{symbol} 没有及时出现新价格，期权未能开始。本金已退回您的期权账户。',
      '期权回执列出了当时的所有报价。',
    ],
    sms: 'Tallystick：期权 {option} 没有新价格，{amount} {currency} 已退回您的期权账户。',
  },
  optionStaleExit: {
    subject: '本金已退回：{amount} {currency}',
    paragraphs: [
      '期权 {option}（{seconds} 秒）结束时，{symbol} 没有新价格，因此不分胜负。本金已退回您的期权账户。',
      '期权回执列出了当时的所有报价。',
    ],
    sms: 'Tallystick：期权 {option} 没有新价格，{amount} {currency} 已退回您的期权账户。',
  },
};
