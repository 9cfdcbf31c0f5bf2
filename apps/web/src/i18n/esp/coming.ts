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
  },
  help: {
    title: 'Centro de ayuda',
    text: 'Respuestas, guías y personas con quienes hablar.',
    one: 'Preguntas frecuentes con buscador',
    two: 'Chat con nuestro equipo',
    three: 'Envía comentarios con imágenes',
  },
};
