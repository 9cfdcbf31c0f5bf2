import { told, type TellTexts } from './text.ts';

export const esp: TellTexts = {
  orderBought: told(
    '{symbol}: comprados {quantity} {base}',
    'Tu orden {order} compró {quantity} {base} a un precio medio de {price}.',
  ),
  orderSold: told(
    '{symbol}: vendidos {quantity} {base}',
    'Tu orden {order} vendió {quantity} {base} a un precio medio de {price}.',
  ),
  contractBought: told(
    'Contrato {symbol}: comprados {quantity} {base}',
    'Tu orden de contrato {order} compró {quantity} {base} a un precio medio de {price}.',
  ),
  contractSold: told(
    'Contrato {symbol}: vendidos {quantity} {base}',
    'Tu orden de contrato {order} vendió {quantity} {base} a un precio medio de {price}.',
  ),
  ordersFilled: told(
    'Se ejecutaron {count} órdenes',
    'La más reciente es de {symbol}. El historial de la aplicación las muestra todas.',
  ),
  alertRose: told('{symbol} ha subido a {price}', 'Ha llegado a {level}, el precio de tu alerta.'),
  alertFell: told('{symbol} ha bajado a {price}', 'Ha llegado a {level}, el precio de tu alerta.'),
  alertChange: told('{symbol}: {percent} % desde que pusiste la alerta', 'El precio es {price}.'),
  alertDayChange: told('{symbol}: {percent} % en 24 horas', 'El precio es {price}.'),
  alertFunding: told(
    '{symbol}: la tasa de financiación es del {rate} %',
    'Ha llegado al {percent} %, la tasa de tu alerta.',
  ),
  chatAnswered: told('Soporte ha respondido', 'Tienes una respuesta en el chat.'),
  pushTest: told('Este dispositivo recibe avisos', 'Desde ahora le llega lo que elegiste en los ajustes.'),
};
