import type { AlertTexts } from './text.ts';

export const hk: AlertTexts = {
  operatorAlert: {
    subject: '警報：{alert}',
    paragraphs: [
      '{alert}。目前值：{figure}，限值：{limit}。',
      '明顯好轉之前警報一直有效，屆時會再通知您。處理的人請在後台確認：{desk}',
    ],
    sms: 'Tallystick 後台：{alert}，目前值 {figure}，限值 {limit}。{desk}',
  },
  operatorAlertOver: {
    subject: '已解除：{alert}',
    paragraphs: ['問題已恢復：{alert}。', '開始時間與處理人可在後台查看：{desk}'],
    sms: 'Tallystick 後台：已解除：{alert}。{desk}',
  },
};
