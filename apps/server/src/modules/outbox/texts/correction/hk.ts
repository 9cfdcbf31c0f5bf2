import type { CorrectionWords } from './text.ts';

export const hk: CorrectionWords = {
  goodwill: {
    subject: '已向您支付：{amount} {currency}',
    paragraphs: ['我們已向您的現貨帳戶支付 {amount} {currency}。{reason}', '說明：{text}'],
    sms: '【Tallystick】我們已向您的現貨帳戶支付 {amount} {currency}。',
  },
  goodwillReasons: {
    fault: '我方出現差錯，謹此致歉。',
    late: '出款時間超過我們的承諾，謹此致歉。',
    information: '我們向您提供了錯誤資訊，謹此致歉。',
    courtesy: '這是我們的一點心意。',
  },
  announced: {
    subject: '充值將被收回：{amount} {currency}',
    paragraphs: [
      '我們誤將 {amount} {currency} 記入您的帳戶。{reason}說明：{text}',
      '該金額將於 {due}（UTC）收回。如您認為有誤，請在此之前於應用程式的充值紀錄中提出異議：另外兩人重新核查之前不會收回任何款項。在此期間該金額不可提現，但仍可交易。',
    ],
    sms: '【Tallystick】誤入帳的 {amount} {currency} 將被收回，您可在應用程式中提出異議。',
  },
  reversalReasons: {
    wrongCustomer: '這筆款項屬於其他人。',
    wrongAmount: '金額有誤。',
    notReceived: '我們從未收到這筆款項。',
    creditedTwice: '該筆充值被重複入帳。',
  },
  upheld: {
    subject: '您的異議已核查：{amount} {currency}',
    paragraphs: [
      '另外兩人已核查您的異議，{amount} {currency} 仍將被收回。',
      '不足的部分記為欠款，由您之後的 {currency} 充值償還。如有疑問請聯絡客服。',
    ],
    sms: '【Tallystick】經再次核查，{amount} {currency} 將被收回，請查看應用程式。',
  },
  dropped: {
    subject: '充值不再收回：{amount} {currency}',
    paragraphs: ['先前通知您的 {amount} {currency} 不再收回。', '全部金額已可提現。'],
    sms: '【Tallystick】{amount} {currency} 不再收回。',
  },
  done: {
    subject: '充值已收回：{amount} {currency}',
    paragraphs: [
      '誤入帳的 {amount} {currency} 已從您的現貨帳戶收回。',
      '如可用餘額不足，其餘部分記為欠款，由您之後的 {currency} 充值償還。',
    ],
    sms: '【Tallystick】誤入帳的 {amount} {currency} 已收回。',
  },
};
