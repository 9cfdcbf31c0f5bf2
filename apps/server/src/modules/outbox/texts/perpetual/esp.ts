import type { PerpetualTexts } from './text.ts';

export const esp: PerpetualTexts = {
  perpetualNearLiquidation: {
    subject: '{symbol}: cerca de la liquidación',
    paragraphs: [
      'La posición {position} en {symbol} está cerca de la liquidación. El precio de marca es {mark} y se liquida a {liquidation}.',
      'Añade margen o cierra una parte para conservarla. Se te avisa una sola vez hasta que se recupere.',
    ],
    sms: 'Tallystick: la posición {position} en {symbol} está cerca de la liquidación: marca {mark}, se liquida a {liquidation}.',
  },
  perpetualTakeProfit: {
    subject: '{symbol}: toma de ganancias ejecutada',
    paragraphs: [
      'La toma de ganancias de la posición {position} en {symbol} se activó con el precio de marca {mark}. Se cerró a {price} de media.',
      'Resultado de la posición con comisiones y financiación: {profit} USDT.',
    ],
    sms: 'Tallystick: toma de ganancias de la posición {position} en {symbol} a {price}. Resultado: {profit} USDT.',
  },
  perpetualStopLoss: {
    subject: '{symbol}: stop de pérdidas ejecutado',
    paragraphs: [
      'El stop de pérdidas de la posición {position} en {symbol} se activó con el precio de marca {mark}. Se cerró a {price} de media.',
      'Resultado de la posición con comisiones y financiación: {profit} USDT.',
    ],
    sms: 'Tallystick: stop de pérdidas de la posición {position} en {symbol} a {price}. Resultado: {profit} USDT.',
  },
  perpetualToppedUp: {
    subject: '{symbol}: margen añadido automáticamente',
    paragraphs: [
      'Se añadieron {amount} USDT de tu cuenta de contratos al margen de la posición {position} en {symbol}, porque el precio de marca {mark} la habría liquidado.',
      'Ahora se liquida a {liquidation}. Quedan {left} USDT de su límite; cuando se agoten, se liquidará.',
    ],
    sms: 'Tallystick: se añadieron {amount} USDT de margen a la posición {position} en {symbol}. Quedan {left} USDT de su límite.',
  },
  perpetualLiquidated: {
    subject: '{symbol}: posición liquidada',
    paragraphs: [
      'La posición {position} en {symbol} se liquidó con el precio de marca {mark}: su patrimonio ya no cubría el margen de mantenimiento.',
      'Se te devolvieron {returned} USDT de tu margen. La aplicación muestra todas las cifras del cálculo.',
    ],
    sms: 'Tallystick: la posición {position} en {symbol} se liquidó con la marca {mark}. Se te devolvieron {returned} USDT.',
  },
  perpetualDeleveraged: {
    subject: '{symbol}: posición reducida automáticamente',
    paragraphs: [
      'La posición {position} en {symbol} se redujo en {lots} lotes a {price}, porque el libro y el fondo de seguro no podían cubrir una posición liquidada del lado contrario.',
      'La ganancia de esos lotes es tuya. La aplicación muestra todas las cifras del cálculo.',
    ],
    sms: 'Tallystick: la posición {position} en {symbol} se redujo en {lots} lotes a {price} de forma automática.',
  },
  perpetualFundingReceived: {
    subject: 'Financiación recibida: {amount} USDT',
    paragraphs: [
      'Tus contratos abiertos ({positions}) recibieron {amount} USDT de financiación.',
      'La financiación se paga entre posiciones largas y cortas cada 8 horas. La aplicación muestra cada pago con su tasa.',
    ],
    sms: 'Tallystick: tus contratos abiertos recibieron {amount} USDT de financiación.',
  },
  perpetualFundingPaid: {
    subject: 'Financiación pagada: {amount} USDT',
    paragraphs: [
      'Tus contratos abiertos ({positions}) pagaron {amount} USDT de financiación.',
      'La financiación se paga entre posiciones largas y cortas cada 8 horas. La aplicación muestra cada pago con su tasa.',
    ],
    sms: 'Tallystick: tus contratos abiertos pagaron {amount} USDT de financiación.',
  },
};
