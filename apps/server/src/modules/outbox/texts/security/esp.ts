import type { SecurityTexts } from './text.ts';

export const esp: SecurityTexts = {
  securityCode: {
    subject: 'Tu código de Tallystick: {code}',
    paragraphs: [
      'Tu código de verificación es {code}. Es válido durante {minutes} minutos y para una sola acción.',
      'Nadie de Tallystick te lo pedirá nunca. Si no lo has solicitado, cambia tu contraseña.',
    ],
    sms: 'Tallystick: {code} es tu código de verificación, válido durante {minutes} minutos. No lo compartas.',
  },
  loginLink: {
    subject: 'Inicia sesión en este dispositivo',
    paragraphs: [
      'Se han probado demasiadas contraseñas erróneas en tu cuenta, así que un dispositivo nuevo necesita este enlace: {link}',
      'Ábrelo en el dispositivo con el que quieres entrar. Sirve una vez, durante {minutes} minutos; después escribe tu contraseña como siempre.',
      'Si no has intentado entrar, alguien está adivinando tu contraseña. No ha entrado; no abras este enlace ni se lo des a nadie.',
    ],
    sms: 'Tallystick: abre {link} en el dispositivo con el que quieres entrar. Sirve una vez, durante {minutes} minutos. No se lo des a nadie.',
  },
  loginLinkUnknown: {
    subject: 'No hay ninguna cuenta de Tallystick con esta dirección',
    paragraphs: [
      'Alguien, quizá tú, ha pedido un enlace para entrar con esta dirección. No hay ninguna cuenta de Tallystick con ella.',
      'Puede que te registraras con otra dirección o con tu número de teléfono. Si no has sido tú, ignora este mensaje.',
    ],
    sms: 'Tallystick: se ha pedido un enlace para entrar, pero no hay ninguna cuenta con este número.',
  },
  operatorInvitation: {
    subject: 'Tu cuenta de operador en Tallystick',
    paragraphs: [
      'Tienes lista una cuenta de operador en Tallystick con el nombre {name}. Elige aquí tu contraseña y tu segundo factor: {invitation}',
      'El enlace se abre una sola vez, durante {hours} horas, y es solo tuyo: ningún compañero lo ha visto ni lo necesita.',
      'Si dice que ya se abrió y no fuiste tú, avisa enseguida a tus compañeros. Si no trabajas allí, no lo abras.',
    ],
    sms: 'Tallystick: elige la contraseña de tu cuenta de operador {name}: {invitation}. Se abre una vez, durante {hours} horas. No se lo des a nadie.',
  },
  fundPasswordChanged: {
    subject: 'Se estableció tu contraseña de fondos',
    paragraphs: [
      'La contraseña de fondos de tu cuenta se acaba de establecer o cambiar.',
      'Si no has sido tú, congela tu cuenta en la aplicación y contacta con soporte.',
    ],
    sms: 'Tallystick: se estableció o cambió tu contraseña de fondos. Si no has sido tú, congela tu cuenta de inmediato.',
  },
  twoFactorOn: {
    subject: 'La autenticación en dos pasos está activada',
    paragraphs: [
      'Para entrar en tu cuenta ahora hace falta un código de tu aplicación de autenticación.',
      'Guarda los códigos de recuperación fuera de tu teléfono. Si no has sido tú, contacta con soporte de inmediato.',
    ],
    sms: 'Tallystick: se activó la autenticación en dos pasos. Si no has sido tú, contacta con soporte de inmediato.',
  },
  twoFactorOff: {
    subject: 'La autenticación en dos pasos está desactivada',
    paragraphs: [
      'Se acaba de desactivar la autenticación en dos pasos: basta la contraseña para entrar. Los retiros quedan retenidos hasta el {until} (UTC).',
      'Si no has sido tú, congela tu cuenta en la aplicación y contacta con soporte.',
    ],
    sms: 'Tallystick: se desactivó la autenticación en dos pasos. Si no has sido tú, congela tu cuenta de inmediato.',
  },
  recoveryCodeUsed: {
    subject: 'Se usó un código de recuperación',
    paragraphs: [
      'Se usó uno de tus códigos de recuperación en lugar de tu aplicación de autenticación. Códigos restantes: {left}.',
      'Si no has sido tú, cambia tu contraseña y congela tu cuenta.',
    ],
    sms: 'Tallystick: se usó un código de recuperación, quedan {left}. Si no has sido tú, congela tu cuenta.',
  },
  passkeyAdded: {
    subject: 'Se añadió una llave de acceso',
    paragraphs: [
      'La llave de acceso «{name}» ya puede abrir tu cuenta.',
      'Si no has sido tú, elimínala en el centro de seguridad y cambia tu contraseña.',
    ],
    sms: 'Tallystick: se añadió la llave de acceso «{name}». Si no has sido tú, elimínala y cambia tu contraseña.',
  },
  passkeyRemoved: {
    subject: 'Se eliminó una llave de acceso',
    paragraphs: [
      'La llave de acceso «{name}» ya no abre tu cuenta. Los retiros quedan retenidos hasta el {until} (UTC).',
      'Si no has sido tú, congela tu cuenta en la aplicación y contacta con soporte.',
    ],
    sms: 'Tallystick: se eliminó la llave de acceso «{name}». Si no has sido tú, congela tu cuenta de inmediato.',
  },
  newDevice: {
    subject: 'Un dispositivo nuevo entró en tu cuenta',
    paragraphs: [
      'Alguien, esperamos que tú, acaba de entrar desde un dispositivo que no conocíamos: {device}, dirección {address}.',
      'Si no has sido tú, cambia tu contraseña de inmediato: cierra la sesión en todos los dispositivos.',
    ],
    sms: 'Tallystick: un dispositivo nuevo entró desde {address}. Si no has sido tú, cambia tu contraseña de inmediato.',
  },
  contactChanged: {
    subject: 'Se cambió un contacto de tu cuenta',
    paragraphs: [
      '{contact} pertenece ahora a tu cuenta: para entrar, para códigos y para mensajes como este.',
      'Si no has sido tú, congela tu cuenta en la aplicación y contacta con soporte.',
    ],
    sms: 'Tallystick: {contact} pertenece ahora a tu cuenta. Si no has sido tú, congela tu cuenta de inmediato.',
  },
  accountFrozen: {
    subject: 'Tu cuenta está congelada',
    paragraphs: [
      'Se cerró la sesión en todos los dispositivos y no se puede operar, transferir ni retirar. Tus fondos siguen siendo tuyos.',
      'Si la congelaste tú, puedes reabrirla en el centro de seguridad tras 24 horas; soporte puede hacerlo antes.',
    ],
    sms: 'Tallystick: tu cuenta está congelada. No se puede operar ni retirar hasta que se reabra.',
  },
  accountUnfrozen: {
    subject: 'Tu cuenta está abierta de nuevo',
    paragraphs: [
      'Tu cuenta ya no está congelada. Puedes volver a operar y retirar.',
      'Si no has sido tú, congélala de nuevo y contacta con soporte.',
    ],
    sms: 'Tallystick: tu cuenta ya no está congelada. Si no has sido tú, congélala de nuevo de inmediato.',
  },
  recoveryRequested: {
    subject: 'Alguien pide quitar tu segundo factor',
    paragraphs: [
      'Alguien que conoce tu contraseña ha pedido quitar el segundo factor de tu cuenta, con los datos de un documento y una foto. Lo revisan dos personas; tras su visto bueno pasan otras {hours} horas. Los retiros quedan retenidos hasta que termine.',
      'Si no has sido tú, detenlo aquí, sin iniciar sesión: {stop}',
      'Después cambia tu contraseña: quien lo pidió la conoce.',
    ],
    sms: 'Tallystick: alguien pide quitar tu segundo factor. ¿No eres tú? Detenlo: {stop} y cambia tu contraseña.',
  },
  recoveryApproved: {
    subject: 'Tu segundo factor se quitará el {ready} (UTC)',
    paragraphs: [
      'Dos personas han comparado los documentos y están de acuerdo. El segundo factor de tu cuenta se quita el {ready} (UTC), no antes. Los retiros quedan retenidos hasta entonces y un tiempo después.',
      'Si no lo pediste tú, detenlo ahora, sin iniciar sesión: {stop}',
      'Iniciar sesión con tu segundo factor también lo detiene.',
    ],
    sms: 'Tallystick: tu segundo factor se quita el {ready} (UTC). ¿No eres tú? Detenlo: {stop}',
  },
  recoveryCompleted: {
    subject: 'Se ha quitado tu segundo factor',
    paragraphs: [
      'La espera ha terminado: ahora basta tu contraseña para entrar en tu cuenta, y se ha cerrado la sesión en todos los dispositivos. Los retiros quedan retenidos hasta el {until} (UTC).',
      'Inicia sesión y configura enseguida un segundo factor nuevo. Si no lo pediste tú, congela tu cuenta y escribe a soporte.',
    ],
    sms: 'Tallystick: se ha quitado tu segundo factor. Inicia sesión y configura otro. ¿No eres tú? Congela tu cuenta ya.',
  },
  recoveryRejected: {
    subject: 'Tu segundo factor sigue activo',
    paragraphs: [
      'La solicitud de quitar el segundo factor de tu cuenta no se ha aceptado. No ha cambiado nada.',
      'Si la hiciste tú, el motivo aparece donde inicias sesión. Si no, cambia tu contraseña: alguien la conoce.',
    ],
    sms: 'Tallystick: no se aceptó la solicitud de quitar tu segundo factor. ¿No eres tú? Cambia tu contraseña.',
  },
  recoveryStopped: {
    subject: 'Se detuvo la retirada de tu segundo factor',
    paragraphs: [
      'La solicitud de quitar el segundo factor de tu cuenta se ha detenido. No ha cambiado nada, y los retiros ya no están retenidos por ella.',
      'Si nunca hiciste esa solicitud, cambia tu contraseña: alguien la conoce.',
    ],
    sms: 'Tallystick: se detuvo la solicitud de quitar tu segundo factor. Si nunca la hiciste, cambia tu contraseña.',
  },
};
