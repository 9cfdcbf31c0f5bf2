import type { OptionTexts } from './text.ts';

export const esp: OptionTexts = {
  optionStaleEntry: {
    subject: 'Importe devuelto: {amount} {currency}',
    paragraphs: [
      'Tras comprar la opción {option} ({seconds} s) no llegó a tiempo un precio nuevo de {symbol}, así que no empezó. El importe está de nuevo en tu cuenta de opciones.',
      'El recibo de la opción muestra qué precios hubo.',
    ],
    sms: 'Tallystick: la opción {option} no encontró un precio reciente. {amount} {currency} están de nuevo en tu cuenta de opciones.',
  },
  optionStaleExit: {
    subject: 'Importe devuelto: {amount} {currency}',
    paragraphs: [
      'Al terminar la opción {option} ({seconds} s) no había un precio reciente de {symbol}, así que nadie la ganó. El importe está de nuevo en tu cuenta de opciones.',
      'El recibo de la opción muestra qué precios hubo.',
    ],
    sms: 'Tallystick: la opción {option} no encontró un precio reciente. {amount} {currency} están de nuevo en tu cuenta de opciones.',
  },
};
