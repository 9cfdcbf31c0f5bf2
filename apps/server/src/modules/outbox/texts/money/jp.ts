import type { MoneyTexts } from './text.ts';

export const jp: MoneyTexts = {
  depositPassed: {
    subject: '入金が反映されました：{amount} {currency}',
    paragraphs: ['{amount} {currency} の入金が現物口座に反映されました。', 'すぐにお取引いただけます。'],
    sms: 'Tallystick：{amount} {currency} の入金が反映されました。',
  },
  depositRejected: {
    subject: '入金が反映されませんでした：{amount} {currency}',
    paragraphs: [
      '{amount} {currency} の入金を反映できませんでした。理由：{reason}',
      'より鮮明な証明画像で再申請いただくか、サポートにご連絡ください。',
    ],
    sms: 'Tallystick：{amount} {currency} の入金を反映できませんでした。理由はアプリでご確認ください。',
  },
  depositReversed: {
    subject: '入金が取り消されました：{amount} {currency}',
    paragraphs: [
      '{amount} {currency} の送金を含むブロックがネットワークで置き換えられたため、入金を取り消しました。',
      '再び承認されると改めて反映されます。すでに使われた分はそれまで未払いとなります。',
    ],
    sms: 'Tallystick：ネットワークが {amount} {currency} の送金を取り消したため、入金を取り消しました。',
  },
  withdrawalAsked: {
    subject: '出金の申請：{amount} {currency}',
    paragraphs: [
      '{destination} への {amount} {currency} の出金が申請されました。審査が終わるまで金額は凍結されます。',
      'お心当たりがない場合は、取り消してアプリで口座を凍結し、すぐにサポートへご連絡ください。',
    ],
    sms: 'Tallystick：{amount} {currency} の出金が申請されました。お心当たりがない場合はすぐに口座を凍結してください。',
  },
  withdrawalApproved: {
    subject: '出金が承認されました：{amount} {currency}',
    paragraphs: [
      '{amount} {currency} の出金が承認され、まもなく送金されます。',
      'お心当たりがない場合は、すぐにサポートへご連絡ください。',
    ],
    sms: 'Tallystick：{amount} {currency} の出金が承認されました。',
  },
  withdrawalSent: {
    subject: '出金が送金されました：{amount} {currency}',
    paragraphs: ['{amount} {currency} の出金を {destination} へ送金しました。', '取引番号：{transaction}'],
    sms: 'Tallystick：{amount} {currency} の出金を送金しました。',
  },
  withdrawalRejected: {
    subject: '出金が却下されました：{amount} {currency}',
    paragraphs: ['{amount} {currency} の出金は却下されました。理由：{reason}', '全額が再び利用可能です。'],
    sms: 'Tallystick：{amount} {currency} の出金は却下され、全額が再び利用可能です。',
  },
  withdrawalCancelled: {
    subject: '出金が取り消されました：{amount} {currency}',
    paragraphs: ['{amount} {currency} の出金を取り消しました。', '全額が再び利用可能です。'],
    sms: 'Tallystick：{amount} {currency} の出金を取り消しました。',
  },
  withdrawalFailed: {
    subject: '出金を実行できませんでした：{amount} {currency}',
    paragraphs: [
      '{amount} {currency} の出金申請を受け付けましたが、実行できませんでした。',
      '口座からは何も引かれていません。残高をご確認のうえ、もう一度お申し込みください。',
    ],
    sms: 'Tallystick：{amount} {currency} の出金を実行できませんでした。引き落としはありません。',
  },
  addressAdded: {
    subject: '出金アドレスが追加されました',
    paragraphs: [
      'アドレス {address}（{network}）が {currency} のアドレス帳に追加されました。',
      'お心当たりがない場合は、アプリで口座を凍結し、すぐにサポートへご連絡ください。',
    ],
    sms: 'Tallystick：出金アドレスが追加されました。お心当たりがない場合はすぐに口座を凍結してください。',
  },
  bankCardSaved: {
    subject: '銀行カードが登録されました',
    paragraphs: [
      '銀行カード {card} への出金が可能になりました。',
      'お心当たりがない場合は、アプリで口座を凍結し、すぐにサポートへご連絡ください。',
    ],
    sms: 'Tallystick：銀行カード {card} が登録されました。お心当たりがない場合はすぐに口座を凍結してください。',
  },
};
