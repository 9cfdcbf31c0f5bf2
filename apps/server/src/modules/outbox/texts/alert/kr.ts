import type { AlertTexts } from './text.ts';

export const kr: AlertTexts = {
  operatorAlert: {
    subject: '경보: {alert}',
    paragraphs: [
      '{alert}. 현재 값: {figure}, 기준: {limit}.',
      '확실히 나아질 때까지 계속되며 그때 다시 알려 드립니다. 처리하는 분은 데스크에서 확인해 주세요: {desk}',
    ],
    sms: 'Tallystick 데스크: {alert}. 값 {figure}, 기준 {limit}. {desk}',
  },
  operatorAlertOver: {
    subject: '해소: {alert}',
    paragraphs: [
      '문제가 해소되었습니다: {alert}.',
      '시작 시각과 처리한 사람은 데스크에서 볼 수 있습니다: {desk}',
    ],
    sms: 'Tallystick 데스크: 해소: {alert}. {desk}',
  },
};
