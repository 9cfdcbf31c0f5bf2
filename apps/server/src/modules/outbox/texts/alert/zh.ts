import type { AlertTexts } from './text.ts';

export const zh: AlertTexts = {
  operatorAlert: {
    subject: '警报：{alert}',
    paragraphs: [
      '{alert}。当前值：{figure}，限值：{limit}。',
      '明显好转之前警报一直有效，届时会再通知您。处理的人请在后台确认：{desk}',
    ],
    sms: 'Tallystick 后台：{alert}，当前值 {figure}，限值 {limit}。{desk}',
  },
  operatorAlertOver: {
    subject: '已解除：{alert}',
    paragraphs: ['问题已恢复：{alert}。', '开始时间与处理人可在后台查看：{desk}'],
    sms: 'Tallystick 后台：已解除：{alert}。{desk}',
  },
};
