import type { SecurityTexts } from './text.ts';

export const esp: SecurityTexts = {
  securityCode: {
    subject: 'Su código de Tallystick: {code}',
    paragraphs: [
      'Su código de verificación es {code}. Es válido durante {minutes} minutos y para una sola acción.',
      'Nadie de Tallystick se lo pedirá nunca. Si no lo ha solicitado, cambie su contraseña.',
    ],
    sms: 'Tallystick: {code} es su código de verificación, válido durante {minutes} minutos. No lo comparta.',
  },
  fundPasswordChanged: {
    subject: 'Se estableció su contraseña de fondos',
    paragraphs: [
      'La contraseña de fondos de su cuenta se acaba de establecer o cambiar.',
      'Si no ha sido usted, congele su cuenta en la aplicación y contacte con soporte.',
    ],
    sms: 'Tallystick: se estableció o cambió su contraseña de fondos. Si no ha sido usted, congele su cuenta de inmediato.',
  },
  twoFactorOn: {
    subject: 'La autenticación en dos pasos está activada',
    paragraphs: [
      'Para entrar en su cuenta ahora hace falta un código de su aplicación de autenticación.',
      'Guarde los códigos de recuperación fuera de su teléfono. Si no ha sido usted, contacte con soporte de inmediato.',
    ],
    sms: 'Tallystick: se activó la autenticación en dos pasos. Si no ha sido usted, contacte con soporte de inmediato.',
  },
  twoFactorOff: {
    subject: 'La autenticación en dos pasos está desactivada',
    paragraphs: [
      'Se acaba de desactivar la autenticación en dos pasos: basta la contraseña para entrar. Los retiros quedan retenidos 24 horas.',
      'Si no ha sido usted, congele su cuenta en la aplicación y contacte con soporte.',
    ],
    sms: 'Tallystick: se desactivó la autenticación en dos pasos. Si no ha sido usted, congele su cuenta de inmediato.',
  },
  recoveryCodeUsed: {
    subject: 'Se usó un código de recuperación',
    paragraphs: [
      'Se usó uno de sus códigos de recuperación en lugar de su aplicación de autenticación. Códigos restantes: {left}.',
      'Si no ha sido usted, cambie su contraseña y congele su cuenta.',
    ],
    sms: 'Tallystick: se usó un código de recuperación, quedan {left}. Si no ha sido usted, congele su cuenta.',
  },
  passkeyAdded: {
    subject: 'Se añadió una llave de acceso',
    paragraphs: [
      'La llave de acceso «{name}» ya puede abrir su cuenta.',
      'Si no ha sido usted, elimínela en el centro de seguridad y cambie su contraseña.',
    ],
    sms: 'Tallystick: se añadió la llave de acceso «{name}». Si no ha sido usted, elimínela y cambie su contraseña.',
  },
  passkeyRemoved: {
    subject: 'Se eliminó una llave de acceso',
    paragraphs: [
      'La llave de acceso «{name}» ya no abre su cuenta. Los retiros quedan retenidos 24 horas.',
      'Si no ha sido usted, congele su cuenta en la aplicación y contacte con soporte.',
    ],
    sms: 'Tallystick: se eliminó la llave de acceso «{name}». Si no ha sido usted, congele su cuenta de inmediato.',
  },
  newDevice: {
    subject: 'Un dispositivo nuevo entró en su cuenta',
    paragraphs: [
      'Alguien, esperamos que usted, acaba de entrar desde un dispositivo que no conocíamos: {device}, dirección {address}.',
      'Si no ha sido usted, cambie su contraseña de inmediato: cierra la sesión en todos los dispositivos.',
    ],
    sms: 'Tallystick: un dispositivo nuevo entró desde {address}. Si no ha sido usted, cambie su contraseña de inmediato.',
  },
  contactChanged: {
    subject: 'Se cambió un contacto de su cuenta',
    paragraphs: [
      '{contact} pertenece ahora a su cuenta: para entrar, para códigos y para mensajes como este.',
      'Si no ha sido usted, congele su cuenta en la aplicación y contacte con soporte.',
    ],
    sms: 'Tallystick: {contact} pertenece ahora a su cuenta. Si no ha sido usted, congele su cuenta de inmediato.',
  },
  accountFrozen: {
    subject: 'Su cuenta está congelada',
    paragraphs: [
      'Se cerró la sesión en todos los dispositivos y no se puede operar, transferir ni retirar. Sus fondos siguen siendo suyos.',
      'Si la congeló usted, puede reabrirla en el centro de seguridad tras 24 horas; soporte puede hacerlo antes.',
    ],
    sms: 'Tallystick: su cuenta está congelada. No se puede operar ni retirar hasta que se reabra.',
  },
  accountUnfrozen: {
    subject: 'Su cuenta está abierta de nuevo',
    paragraphs: [
      'Su cuenta ya no está congelada. Puede volver a operar y retirar.',
      'Si no ha sido usted, congélela de nuevo y contacte con soporte.',
    ],
    sms: 'Tallystick: su cuenta ya no está congelada. Si no ha sido usted, congélela de nuevo de inmediato.',
  },
};
