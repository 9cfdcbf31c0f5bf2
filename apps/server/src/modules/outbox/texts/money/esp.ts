import type { MoneyTexts } from './text.ts';

export const esp: MoneyTexts = {
  depositPassed: {
    subject: 'Depósito abonado: {amount} {currency}',
    paragraphs: [
      'Tu depósito de {amount} {currency} se ha abonado en tu cuenta al contado.',
      'Ya puedes operar con él.',
    ],
    sms: 'Tallystick: tu depósito de {amount} {currency} se ha abonado.',
  },
  depositRejected: {
    subject: 'Depósito no abonado: {amount} {currency}',
    paragraphs: [
      'No hemos podido abonar tu depósito de {amount} {currency}. Motivo: {reason}',
      'Puedes anunciarlo de nuevo con un comprobante más claro o contactar con soporte.',
    ],
    sms: 'Tallystick: no hemos podido abonar tu depósito de {amount} {currency}. Consulta el motivo en la aplicación.',
  },
  depositReversed: {
    subject: 'Depósito retirado: {amount} {currency}',
    paragraphs: [
      'La red reemplazó el bloque de tu transferencia de {amount} {currency}, así que se retiró el abono.',
      'Cuando se confirme de nuevo, se abonará otra vez. Lo ya gastado queda pendiente hasta entonces.',
    ],
    sms: 'Tallystick: la red deshizo tu transferencia de {amount} {currency}; se retiró el abono.',
  },
  withdrawalAsked: {
    subject: 'Retiro solicitado: {amount} {currency}',
    paragraphs: [
      'Se solicitó un retiro de {amount} {currency} a {destination}. La cantidad queda congelada hasta que se decida.',
      'Si no has sido tú, cancélalo, congela tu cuenta en la aplicación y contacta con soporte de inmediato.',
    ],
    sms: 'Tallystick: se solicitó un retiro de {amount} {currency}. Si no has sido tú, congela tu cuenta de inmediato.',
  },
  withdrawalApproved: {
    subject: 'Retiro aprobado: {amount} {currency}',
    paragraphs: [
      'Tu retiro de {amount} {currency} ha sido aprobado y está a punto de enviarse.',
      'Si no has sido tú, contacta con soporte de inmediato.',
    ],
    sms: 'Tallystick: tu retiro de {amount} {currency} ha sido aprobado.',
  },
  withdrawalSent: {
    subject: 'Retiro enviado: {amount} {currency}',
    paragraphs: [
      'Tu retiro de {amount} {currency} se ha enviado a {destination}.',
      'Transacción: {transaction}',
    ],
    sms: 'Tallystick: tu retiro de {amount} {currency} se ha enviado.',
  },
  withdrawalRejected: {
    subject: 'Retiro rechazado: {amount} {currency}',
    paragraphs: [
      'Tu retiro de {amount} {currency} fue rechazado. Motivo: {reason}',
      'Toda la cantidad vuelve a estar disponible.',
    ],
    sms: 'Tallystick: tu retiro de {amount} {currency} fue rechazado. La cantidad vuelve a estar disponible.',
  },
  withdrawalCancelled: {
    subject: 'Retiro cancelado: {amount} {currency}',
    paragraphs: [
      'Tu retiro de {amount} {currency} ha sido cancelado.',
      'Toda la cantidad vuelve a estar disponible.',
    ],
    sms: 'Tallystick: tu retiro de {amount} {currency} ha sido cancelado.',
  },
  withdrawalFailed: {
    subject: 'Retiro no realizado: {amount} {currency}',
    paragraphs: [
      'Recibimos tu solicitud de retirar {amount} {currency}, pero no se pudo realizar.',
      'No se tomó nada de tu cuenta. Revisa tu saldo y vuelve a solicitarlo.',
    ],
    sms: 'Tallystick: tu retiro de {amount} {currency} no se pudo realizar. No se tomó nada.',
  },
  addressAdded: {
    subject: 'Se añadió una dirección de retiro',
    paragraphs: [
      'La dirección {address} ({network}) está ahora en tu libreta para {currency}.',
      'Si no has sido tú, congela tu cuenta en la aplicación y contacta con soporte de inmediato.',
    ],
    sms: 'Tallystick: se añadió una dirección de retiro. Si no has sido tú, congela tu cuenta de inmediato.',
  },
  bankCardSaved: {
    subject: 'Tu tarjeta bancaria se ha guardado',
    paragraphs: [
      'Los retiros ya pueden ir a la tarjeta bancaria {card}.',
      'Si no has sido tú, congela tu cuenta en la aplicación y contacta con soporte de inmediato.',
    ],
    sms: 'Tallystick: se guardó la tarjeta bancaria {card}. Si no has sido tú, congela tu cuenta de inmediato.',
  },
};
