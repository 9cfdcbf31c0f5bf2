import type { MessageTexts } from './text.ts';

export const jp: MessageTexts = {
  registerCode: {
    subject: 'Tallystick の認証コード：{code}',
    paragraphs: [
      'Tallystick へようこそ。認証コードは {code} です。',
      '有効期限は {minutes} 分です。Tallystick の担当者がコードをお尋ねすることは決してありません。',
      'お心当たりがない場合は、このメッセージを無視してください。',
    ],
    sms: 'Tallystick：認証コードは {code}（{minutes} 分間有効）。他人に教えないでください。',
  },
  registerExists: {
    subject: 'すでに Tallystick の口座をお持ちです',
    paragraphs: [
      'このアドレスで口座を開設しようとした方がいます（ご本人かもしれません）。すでに口座をお持ちですので、そのままログインしてください。',
      'パスワードをお忘れの場合は、ログイン画面の「パスワードを忘れた」を選択してください。',
      '今回のコードは {code} です（{minutes} 分間有効）。二つ目の口座は開設できません。',
    ],
    sms: 'Tallystick：すでに口座をお持ちです。ログインしてください。コード {code} で二つ目の口座は開設できません。',
  },
  forgetCode: {
    subject: 'Tallystick の認証コード：{code}',
    paragraphs: [
      '新しいパスワードの設定が申請されました。認証コードは {code} です。',
      '有効期限は {minutes} 分です。Tallystick の担当者がコードをお尋ねすることは決してありません。',
      'お心当たりがない場合、パスワードは変更されません。第三者がログインを試みている可能性があります。',
    ],
    sms: 'Tallystick：新しいパスワードの認証コードは {code}（{minutes} 分間有効）。他人に教えないでください。',
  },
  forgetUnknown: {
    subject: 'このアドレスの Tallystick 口座はありません',
    paragraphs: [
      '新しいパスワードの設定が申請されました（ご本人かもしれません）。このアドレスの Tallystick 口座はありません。',
      '別のアドレスまたは電話番号で登録された可能性があります。お心当たりがない場合は無視してください。',
    ],
    sms: 'Tallystick：この番号の口座はありません。別の番号で登録された可能性があります。',
  },
  passwordChanged: {
    subject: 'Tallystick のパスワードが変更されました',
    paragraphs: [
      '口座のパスワードが変更され、すべてのセッションが終了しました。',
      'お心当たりがない場合は、すぐに新しいパスワードを設定し、サポートにご連絡ください。',
    ],
    sms: 'Tallystick：パスワードが変更されました。お心当たりがない場合は、すぐに再設定してください。',
  },
  basicVerified: {
    subject: '基本認証が完了しました',
    paragraphs: [
      '基本認証が承認されました。',
      '次は3枚の写真による高度認証です。完了すると出金と秒オプションが可能になります。',
    ],
    sms: 'Tallystick：基本認証が承認されました。',
  },
  basicRejected: {
    subject: '基本認証をご確認ください',
    paragraphs: [
      '基本認証を承認できませんでした。',
      'アプリの本人確認を開くと、理由とやり直す項目が表示されます。それ以外の内容は保存されています。',
    ],
    sms: 'Tallystick：基本認証を承認できませんでした。アプリで理由をご確認ください。',
  },
  advancedVerified: {
    subject: '本人確認が完了しました',
    paragraphs: [
      '高度認証が承認されました。出金と秒オプションをご利用いただけます。',
      'これ以上の手続きは必要ありません。',
    ],
    sms: 'Tallystick：本人確認が完了しました。出金をご利用いただけます。',
  },
  advancedRejected: {
    subject: '高度認証をご確認ください',
    paragraphs: [
      '高度認証を承認できませんでした。',
      'アプリの本人確認を開くと、理由と撮り直す写真が表示されます。それ以外の写真は保存されています。',
    ],
    sms: 'Tallystick：高度認証を承認できませんでした。アプリで理由をご確認ください。',
  },
};
