import type { CorrectionWords } from './text.ts';

export const zh: CorrectionWords = {
  goodwill: {
    subject: '已向您支付：{amount} {currency}',
    paragraphs: ['我们已向您的现货账户支付 {amount} {currency}。{reason}', '说明：{text}'],
    sms: '【Tallystick】我们已向您的现货账户支付 {amount} {currency}。',
  },
  goodwillReasons: {
    fault: '我方出现了差错，对此深表歉意。',
    late: '出款时间超过了我们的承诺，对此深表歉意。',
    information: '我们向您提供了错误的信息，对此深表歉意。',
    courtesy: '这是我们的一点心意。',
  },
  announced: {
    subject: '充值将被收回：{amount} {currency}',
    paragraphs: [
      '我们误将 {amount} {currency} 记入您的账户。{reason}说明：{text}',
      '该金额将于 {due}（UTC）收回。如您认为有误，请在此之前于应用的充值记录中提出异议：另外两人重新核查之前不会收回任何款项。在此期间该金额不可提现，但仍可交易。',
    ],
    sms: '【Tallystick】误入账的 {amount} {currency} 将被收回，您可在应用中提出异议。',
  },
  reversalReasons: {
    wrongCustomer: '这笔钱属于其他人。',
    wrongAmount: '金额有误。',
    notReceived: '我们从未收到这笔钱。',
    creditedTwice: '该笔充值被重复入账。',
  },
  upheld: {
    subject: '您的异议已核查：{amount} {currency}',
    paragraphs: [
      '另外两人已核查您的异议，{amount} {currency} 仍将被收回。',
      '不足的部分记为欠款，由您之后的 {currency} 充值偿还。如有疑问请联系客服。',
    ],
    sms: '【Tallystick】经再次核查，{amount} {currency} 将被收回，请查看应用。',
  },
  dropped: {
    subject: '充值不再收回：{amount} {currency}',
    paragraphs: ['此前通知您的 {amount} {currency} 不再收回。', '全部金额已可提现。'],
    sms: '【Tallystick】{amount} {currency} 不再收回。',
  },
  done: {
    subject: '充值已收回：{amount} {currency}',
    paragraphs: [
      '误入账的 {amount} {currency} 已从您的现货账户收回。',
      '如可用余额不足，其余部分记为欠款，由您之后的 {currency} 充值偿还。',
    ],
    sms: '【Tallystick】误入账的 {amount} {currency} 已收回。',
  },
};
