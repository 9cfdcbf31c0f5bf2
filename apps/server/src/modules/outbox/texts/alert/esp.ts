import type { AlertTexts } from './text.ts';

export const esp: AlertTexts = {
  operatorAlert: {
    subject: 'Alerta: {alert}',
    paragraphs: [
      '{alert}. Valor: {figure}. Límite: {limit}.',
      'Sigue hasta que mejore claramente; entonces te avisaremos. Quien se ocupe lo indica en el escritorio: {desk}',
    ],
    sms: 'Escritorio de Tallystick: {alert}. Valor {figure}, límite {limit}. {desk}',
  },
  operatorAlertOver: {
    subject: 'Resuelto: {alert}',
    paragraphs: [
      'Lo que iba mal vuelve a estar bien: {alert}.',
      'Cuándo empezó y quién se ocupó figura en el escritorio: {desk}',
    ],
    sms: 'Escritorio de Tallystick: resuelto: {alert}. {desk}',
  },
};
