import type { MessageTexts } from './text.ts';

export const esp: MessageTexts = {
  registerCode: {
    subject: 'Tu código de Tallystick: {code}',
    paragraphs: [
      'Te damos la bienvenida a Tallystick. Tu código de verificación es {code}.',
      'Es válido durante {minutes} minutos. Nadie de Tallystick te lo pedirá nunca.',
      'Si no lo has solicitado, puedes ignorar este mensaje.',
    ],
    sms: 'Tallystick: {code} es tu código de verificación, válido durante {minutes} minutos. No lo compartas.',
  },
  registerExists: {
    subject: 'Ya tienes una cuenta de Tallystick',
    paragraphs: [
      'Alguien, probablemente tú, ha intentado abrir una cuenta con esta dirección. Ya tienes una: inicia sesión.',
      'Si has olvidado tu contraseña, elige «¿Olvidaste tu contraseña?» en la página de inicio de sesión.',
      'El código solicitado es {code}. Es válido durante {minutes} minutos, pero no abre una segunda cuenta.',
    ],
    sms: 'Tallystick: ya tienes una cuenta, inicia sesión. Tu código {code} no abre una segunda.',
  },
  forgetCode: {
    subject: 'Tu código de Tallystick: {code}',
    paragraphs: [
      'Has pedido establecer una nueva contraseña. Tu código de verificación es {code}.',
      'Es válido durante {minutes} minutos. Nadie de Tallystick te lo pedirá nunca.',
      'Si no lo has solicitado, tu contraseña no cambia; puede que alguien intente entrar en tu cuenta.',
    ],
    sms: 'Tallystick: {code} es tu código para la nueva contraseña, válido {minutes} minutos. No lo compartas.',
  },
  forgetUnknown: {
    subject: 'No hay ninguna cuenta de Tallystick con esta dirección',
    paragraphs: [
      'Alguien, quizá tú, ha pedido una nueva contraseña. No hay ninguna cuenta de Tallystick con esta dirección.',
      'Quizá te registraste con otra dirección o con tu teléfono. Si no has sido tú, ignora este mensaje.',
    ],
    sms: 'Tallystick: no hay ninguna cuenta con este número. Quizá te registraste con otro.',
  },
  passwordChanged: {
    subject: 'Se ha cambiado tu contraseña de Tallystick',
    paragraphs: [
      'La contraseña de tu cuenta se acaba de cambiar y todas las sesiones se han cerrado.',
      'Si no has sido tú, establece una nueva de inmediato y contacta con soporte.',
    ],
    sms: 'Tallystick: se ha cambiado tu contraseña. Si no has sido tú, establece otra de inmediato.',
  },
  basicVerified: {
    subject: 'Tu verificación básica está completa',
    paragraphs: [
      'Tu verificación básica ha sido aprobada.',
      'Ahora falta la verificación avanzada con tres fotos: permite retirar fondos y usar opciones de segundos.',
    ],
    sms: 'Tallystick: tu verificación básica ha sido aprobada.',
  },
  basicRejected: {
    subject: 'Tu verificación básica necesita tu atención',
    paragraphs: [
      'No hemos podido aprobar tu verificación básica.',
      'Abre la verificación de identidad en la aplicación: indica el motivo y qué debes repetir. Lo demás se conserva.',
    ],
    sms: 'Tallystick: no hemos podido aprobar tu verificación básica. Consulta el motivo en la aplicación.',
  },
  advancedVerified: {
    subject: 'Tu identidad está verificada',
    paragraphs: [
      'Tu verificación avanzada ha sido aprobada. Ya puedes retirar fondos y usar opciones de segundos.',
      'No tienes que hacer nada más.',
    ],
    sms: 'Tallystick: tu identidad está verificada. Ya puedes retirar fondos.',
  },
  advancedRejected: {
    subject: 'Tu verificación avanzada necesita tu atención',
    paragraphs: [
      'No hemos podido aprobar tu verificación avanzada.',
      'Abre la verificación de identidad en la aplicación: indica el motivo y qué fotos debes repetir. Las demás se conservan.',
    ],
    sms: 'Tallystick: no hemos podido aprobar tu verificación avanzada. Consulta el motivo en la aplicación.',
  },
  fundsAsked: {
    subject: 'Indícanos de dónde procede tu dinero',
    paragraphs: [
      'La ley nos obliga a preguntar de dónde procede el dinero de tu cuenta.',
      'Abre la verificación de identidad en la aplicación, explícalo en pocas palabras y añade la foto de un documento, como una nómina o un contrato. Hasta que se revise, los retiros esperan; puedes seguir operando.',
    ],
    sms: 'Tallystick: indica en la aplicación de dónde procede tu dinero. Los retiros esperan hasta entonces.',
  },
};
