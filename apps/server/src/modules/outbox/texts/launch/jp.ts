import type { LaunchTexts } from './text.ts';

export const jp: LaunchTexts = {
  launchAllocated: {
    subject: '{code}：{allocated} が割り当てられました',
    paragraphs: [
      '{code} の申込は締め切られました。{spent} で {allocated} {code} が割り当てられました。',
      '使われなかった分は現物口座に戻りました：{refunded}。申込の全一覧と割当は誰でも確認できます。',
    ],
    sms: 'Tallystick：{spent} で {allocated} {code} を割当、返金 {refunded}。',
  },
  launchReturned: {
    subject: '{code}：申込は中止されました',
    paragraphs: ['{code} の申込は中止されました。申込額はすべて現物口座に戻りました：{refunded}。'],
    sms: 'Tallystick：{code} の申込は中止され、{refunded} が現物口座に戻りました。',
  },
  launchReleased: {
    subject: '{code}：{released} が払い出されました',
    paragraphs: ['{released} {code} が現物口座に払い出されました。すぐに取引できます。'],
    sms: 'Tallystick：{released} {code} が現物口座に払い出されました。',
  },
};
