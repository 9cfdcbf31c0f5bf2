import type { AlertTexts } from './text.ts';

export const jp: AlertTexts = {
  operatorAlert: {
    subject: '警告：{alert}',
    paragraphs: [
      '{alert}。現在の値：{figure}、上限・下限：{limit}。',
      '明らかに改善するまで続き、改善したらお知らせします。対応する方はデスクで確認済みにしてください：{desk}',
    ],
    sms: 'Tallystick デスク：{alert}。値 {figure}、基準 {limit}。{desk}',
  },
  operatorAlertOver: {
    subject: '解消：{alert}',
    paragraphs: ['問題は解消しました：{alert}。', '開始時刻と対応者はデスクで確認できます：{desk}'],
    sms: 'Tallystick デスク：解消：{alert}。{desk}',
  },
};
