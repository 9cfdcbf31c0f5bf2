import type { AlertTexts } from './text.ts';

export const en: AlertTexts = {
  operatorAlert: {
    subject: 'Alert: {alert}',
    paragraphs: [
      '{alert}. Found: {figure}. Limit: {limit}.',
      'It lasts until it is clearly better again; you are told then. Who sees to it says so at the desk: {desk}',
    ],
    sms: 'Tallystick desk: {alert}. Found {figure}, limit {limit}. {desk}',
  },
  operatorAlertOver: {
    subject: 'Over: {alert}',
    paragraphs: [
      'What was wrong is good again: {alert}.',
      'When it began and who saw to it stands at the desk: {desk}',
    ],
    sms: 'Tallystick desk: over: {alert}. {desk}',
  },
};
