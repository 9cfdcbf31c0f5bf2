import type { OptionTexts } from './text.ts';

export const jp: OptionTexts = {
  optionStaleEntry: {
    subject: '購入額を返金しました：{amount} {currency}',
    paragraphs: [
      'オプション {option}（{seconds} 秒）の購入後、{symbol} の新しい価格が時間内に届かなかったため、開始されませんでした。購入額はオプション口座に戻っています。',
      'どの価格があったかは、オプションの控えで確認できます。',
    ],
    sms: 'Tallystick：オプション {option} に新しい価格がなく、{amount} {currency} をオプション口座に返金しました。',
  },
  optionStaleExit: {
    subject: '購入額を返金しました：{amount} {currency}',
    paragraphs: [
      'オプション {option}（{seconds} 秒）の終了時に {symbol} の新しい価格がなかったため、勝敗はつきません。購入額はオプション口座に戻っています。',
      'どの価格があったかは、オプションの控えで確認できます。',
    ],
    sms: 'Tallystick：オプション {option} に新しい価格がなく、{amount} {currency} をオプション口座に返金しました。',
  },
};
