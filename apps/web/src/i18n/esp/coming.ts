import type { coming as english } from '../en/coming.ts';
import type { Shape } from '../shape.ts';

export const coming: Shape<typeof english> = {
  badge: 'Muy pronto',
  expect: 'Qué encontrarás',
  trade: 'Operar ahora',
  referral: {
    title: 'Invitaciones',
    text: 'Invita a tus amigos y recibe parte de las comisiones que paguen.',
    one: 'Un cartel con tu código para compartir',
    two: 'Cada recompensa indica de qué comisión viene',
    three: 'Los diez primeros, con nombres ocultos',
    already: 'Tu código ya funciona',
    alreadyText: 'Quien se registra con él cuenta como tu invitado desde el primer día.',
    code: 'Tu código de invitación',
    link: 'Tu enlace',
  },
  help: {
    title: 'Centro de ayuda',
    text: 'Respuestas, guías y personas con quienes hablar.',
    one: 'Preguntas frecuentes con buscador',
    two: 'Chat con nuestro equipo',
    three: 'Envía comentarios con imágenes',
    until: 'Mientras tanto',
    securityText: 'Congela la cuenta al instante si algo te parece raro',
    recordsText: 'En qué punto está cada una y a quién espera',
  },
};
