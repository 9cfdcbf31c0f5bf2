import type { ReferralTexts } from './text.ts';

export const esp: ReferralTexts = {
  rebatesPaid: {
    subject: 'Recompensa recibida: {amounts}',
    paragraphs: [
      'Las comisiones de tus amigos te dieron {amounts} hasta el {until} (UTC). Están en tu cuenta al contado.',
      'Cada recompensa se apartó junto con la comisión de la que viene; ambas figuran en la página de invitaciones.',
    ],
    sms: 'Tallystick: recompensas de {amounts} hasta el {until} (UTC) están en tu cuenta al contado.',
  },
};
