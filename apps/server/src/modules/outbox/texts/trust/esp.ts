import type { TrustTexts } from './text.ts';

export const esp: TrustTexts = {
  trustInterest: {
    subject: 'Interés recibido: {amount} {currency}',
    paragraphs: [
      'Tus depósitos ganaron {amount} {currency} el {day} (UTC). Están en tu cuenta de depósitos.',
      'Cada día se paga una sola vez, con dinero reservado cuando contrataste.',
    ],
    sms: 'Tallystick: tus depósitos ganaron {amount} {currency} el {day} (UTC).',
  },
  trustCompleted: {
    subject: 'Depósito completado: {principal} {currency} devueltos',
    paragraphs: [
      'El depósito {order} ha cumplido sus {days} días. {principal} {currency} vuelven a estar disponibles en tu cuenta de depósitos.',
      'En total ganó {interest} {currency}.',
    ],
    sms: 'Tallystick: el depósito {order} se ha completado. {principal} {currency} disponibles; ganó {interest} {currency}.',
  },
  trustRenewed: {
    subject: 'Depósito renovado: {principal} {currency}',
    paragraphs: [
      'El depósito {order} ha cumplido sus {days} días y continúa como depósito {next} con las mismas condiciones, tal como elegiste. Ganó {interest} {currency}.',
      'Puedes desactivar la renovación automática cuando quieras.',
    ],
    sms: 'Tallystick: el depósito {order} se ha completado y continúa como {next}. Ganó {interest} {currency}.',
  },
};
