import type { HelpTexts } from './text.ts';

export const esp: HelpTexts = {
  ticketAnswered: {
    subject: 'Tu consulta {ticket} tiene respuesta',
    paragraphs: [
      'Hemos respondido a tu consulta {ticket}: «{title}».',
      'Lee la respuesta en la aplicación, en Centro de ayuda, Mis consultas. Allí también puedes contestar.',
    ],
    sms: 'Tallystick: tu consulta {ticket} tiene respuesta. Léela en la aplicación.',
  },
  feedbackAnswered: {
    subject: 'Nuestra respuesta a tus comentarios',
    paragraphs: [
      'Gracias por tus comentarios. Nuestra respuesta:',
      '{answer}',
      'No se leen las respuestas a este correo. Escríbenos de nuevo en el centro de ayuda.',
    ],
    sms: 'Tallystick: nuestra respuesta a tus comentarios: {answer}',
  },
};
