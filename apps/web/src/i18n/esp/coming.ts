import type { coming as english } from '../en/coming.ts';
import type { Shape } from '../shape.ts';

export const coming: Shape<typeof english> = {
  badge: 'Muy pronto',
  expect: 'Qué encontrarás',
  trade: 'Operar ahora',
  trust: {
    title: 'Depósitos a plazo',
    text: 'Bloquea un importe por un tiempo fijo y recibe intereses cada día.',
    one: 'Todo el interés prometido se aparta al comprar',
    two: 'Mira cuánto recuperarías cualquier día antes de decidir',
    three: 'Puedes salir antes, con una penalización conocida',
  },
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
