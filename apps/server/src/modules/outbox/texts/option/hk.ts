import type { OptionTexts } from './text.ts';

export const hk: OptionTexts = {
  optionStaleEntry: {
    subject: '本金已退回：{amount} {currency}',
    paragraphs: [
      '您買入期權 {option}（{seconds} 秒）後，{symbol} 沒有及時出現新價格，期權未能開始。本金已退回您的期權帳戶。',
      '期權回執列出了當時的所有報價。',
    ],
    sms: 'Tallystick：期權 {option} 沒有新價格，{amount} {currency} 已退回您的期權帳戶。',
  },
  optionStaleExit: {
    subject: '本金已退回：{amount} {currency}',
    paragraphs: [
      '期權 {option}（{seconds} 秒）結束時，{symbol} 沒有新價格，因此不分勝負。本金已退回您的期權帳戶。',
      '期權回執列出了當時的所有報價。',
    ],
    sms: 'Tallystick：期權 {option} 沒有新價格，{amount} {currency} 已退回您的期權帳戶。',
  },
};
