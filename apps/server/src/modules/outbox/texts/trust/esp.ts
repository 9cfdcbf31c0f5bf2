import type { TrustTexts } from './text.ts';

export const esp: TrustTexts = {
  trustInterest: {
    subject: 'Interés recibido: {amount} {currency}',
    paragraphs: [
      'Sus depósitos ganaron {amount} {currency} el {day} (UTC). Están en su cuenta de depósitos.',
      'Cada día se paga una sola vez, con dinero reservado cuando usted contrató.',
    ],
    sms: 'Tallystick: sus depósitos ganaron {amount} {currency} el {day} (UTC).',
  },
  trustCompleted: {
    subject: 'Depósito completado: {principal} {currency} devueltos',
    paragraphs: [
      'El depósito {order} ha cumplido sus {days} días. {principal} {currency} vuelven a estar disponibles en su cuenta de depósitos.',
      'En total ganó {interest} {currency}.',
    ],
    sms: 'Tallystick: el depósito {order} se ha completado. {principal} {currency} disponibles; ganó {interest} {currency}.',
  },
  trustRenewed: {
    subject: 'Depósito renovado: {principal} {currency}',
    paragraphs: [
      'El depósito {order} ha cumplido sus {days} días y continúa como depósito {next} con las mismas condiciones, tal como usted eligió. Ganó {interest} {currency}.',
      'Puede desactivar la renovación automática cuando quiera.',
    ],
    sms: 'Tallystick: el depósito {order} se ha completado y continúa como {next}. Ganó {interest} {currency}.',
  },
};
