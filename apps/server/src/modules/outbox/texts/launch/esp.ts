import type { LaunchTexts } from './text.ts';

export const esp: LaunchTexts = {
  launchAllocated: {
    subject: '{code}: te asignaron {allocated}',
    paragraphs: [
      'La suscripción de {code} está cerrada. Te asignaron {allocated} {code} por {spent}.',
      'Lo que no se usó vuelve a estar disponible en tu cuenta al contado: {refunded}. Cualquiera puede comprobar la lista de compromisos y el reparto.',
    ],
    sms: 'Tallystick: {allocated} {code} asignados por {spent}; devuelto: {refunded}.',
  },
  launchReturned: {
    subject: '{code}: la suscripción se canceló',
    paragraphs: [
      'La suscripción de {code} se canceló. Todo lo que comprometiste vuelve a estar disponible en tu cuenta al contado: {refunded}.',
    ],
    sms: 'Tallystick: la suscripción de {code} se canceló; {refunded} está de vuelta en tu cuenta al contado.',
  },
  launchReleased: {
    subject: '{code}: se te liberaron {released}',
    paragraphs: ['Se liberaron {released} {code} en tu cuenta al contado. Ya puedes negociarlos.'],
    sms: 'Tallystick: {released} {code} liberados en tu cuenta al contado.',
  },
};
