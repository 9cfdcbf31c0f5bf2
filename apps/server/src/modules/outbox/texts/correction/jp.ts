import type { CorrectionWords } from './text.ts';

export const jp: CorrectionWords = {
  goodwill: {
    subject: 'お支払いのお知らせ：{amount} {currency}',
    paragraphs: ['{amount} {currency} を現物口座にお支払いしました。{reason}', '担当者より：{text}'],
    sms: 'Tallystick：{amount} {currency} を現物口座にお支払いしました。',
  },
  goodwillReasons: {
    fault: '当社側に不手際がありました。お詫び申し上げます。',
    late: 'お約束より出金が遅れました。お詫び申し上げます。',
    information: '誤った情報をお伝えしました。お詫び申し上げます。',
    courtesy: '当社からのお気持ちです。',
  },
  announced: {
    subject: '入金の取り消し予定：{amount} {currency}',
    paragraphs: [
      '{amount} {currency} を誤って入金しました。{reason}担当者より：{text}',
      '{due}（UTC）に取り消します。誤りだと思われる場合は、それまでにアプリの入金記録から異議を申し立ててください。別の2名が改めて確認するまで取り消しは行いません。それまでこの金額は出金できませんが、取引には使えます。',
    ],
    sms: 'Tallystick：誤って入金した {amount} {currency} を取り消します。アプリで異議を申し立てられます。',
  },
  reversalReasons: {
    wrongCustomer: '別のお客様の資金でした。',
    wrongAmount: '金額が誤っていました。',
    notReceived: '資金は当社に届いていませんでした。',
    creditedTwice: '二重に入金されていました。',
  },
  upheld: {
    subject: '異議の確認結果：{amount} {currency}',
    paragraphs: [
      '別の2名が異議を確認しました。{amount} {currency} は取り消されます。',
      '不足分は未払いとなり、今後の {currency} の入金から充当されます。ご質問はサポートまでお寄せください。',
    ],
    sms: 'Tallystick：再確認の結果、{amount} {currency} を取り消します。アプリをご確認ください。',
  },
  dropped: {
    subject: '入金は取り消されません：{amount} {currency}',
    paragraphs: ['お知らせした {amount} {currency} の取り消しは行いません。', '全額を再び出金できます。'],
    sms: 'Tallystick：{amount} {currency} の取り消しは行いません。',
  },
  done: {
    subject: '入金を取り消しました：{amount} {currency}',
    paragraphs: [
      '誤って入金した {amount} {currency} を現物口座から取り消しました。',
      '残高が足りない場合、不足分は未払いとなり、今後の {currency} の入金から充当されます。',
    ],
    sms: 'Tallystick：誤って入金した {amount} {currency} を取り消しました。',
  },
};
