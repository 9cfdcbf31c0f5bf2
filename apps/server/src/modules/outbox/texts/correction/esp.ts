import type { CorrectionWords } from './text.ts';

export const esp: CorrectionWords = {
  goodwill: {
    subject: 'Te hemos abonado {amount} {currency}',
    paragraphs: [
      'Hemos abonado {amount} {currency} en tu cuenta al contado. {reason}',
      'Nuestra nota: {text}',
    ],
    sms: 'Tallystick: hemos abonado {amount} {currency} en tu cuenta al contado.',
  },
  goodwillReasons: {
    fault: 'Algo salió mal por nuestra parte y lo sentimos.',
    late: 'Un pago tardó más de lo prometido y lo sentimos.',
    information: 'Te dimos información equivocada y lo sentimos.',
    courtesy: 'Es un gesto de buena voluntad.',
  },
  announced: {
    subject: 'Se va a retirar un depósito: {amount} {currency}',
    paragraphs: [
      'Te abonamos {amount} {currency} por error. {reason} Nuestra nota: {text}',
      'Se retirará el {due} (UTC). Si crees que no es correcto, presenta antes una objeción en la aplicación, en el registro del depósito: no se retirará nada hasta que otras dos personas lo revisen de nuevo. Hasta entonces este importe no se puede retirar, pero puedes operar con él.',
    ],
    sms: 'Tallystick: se retirarán {amount} {currency} abonados por error. Puedes objetar en la aplicación.',
  },
  reversalReasons: {
    wrongCustomer: 'El dinero era de otra persona.',
    wrongAmount: 'El importe era incorrecto.',
    notReceived: 'El dinero nunca nos llegó.',
    creditedTwice: 'Se había abonado dos veces.',
  },
  upheld: {
    subject: 'Hemos revisado tu objeción: {amount} {currency}',
    paragraphs: [
      'Otras dos personas han revisado tu objeción. Finalmente se retirarán {amount} {currency}.',
      'Lo que ya no esté disponible queda como deuda y lo pagan tus próximos depósitos en {currency}. Soporte responde a tus preguntas.',
    ],
    sms: 'Tallystick: tras una segunda revisión se retirarán {amount} {currency}. Consulta la aplicación.',
  },
  dropped: {
    subject: 'No se retira el depósito: {amount} {currency}',
    paragraphs: ['Los {amount} {currency} anunciados no se retiran.', 'Ya puedes retirar todo el importe.'],
    sms: 'Tallystick: los {amount} {currency} no se retiran.',
  },
  done: {
    subject: 'Se retiró un depósito: {amount} {currency}',
    paragraphs: [
      'Se han retirado de tu cuenta al contado {amount} {currency} abonados por error.',
      'Si había menos disponible, el resto queda como deuda y lo pagan tus próximos depósitos en {currency}.',
    ],
    sms: 'Tallystick: se han retirado {amount} {currency} abonados por error.',
  },
};
