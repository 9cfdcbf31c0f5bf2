import { notice, type NotificationTexts } from './text.ts';

export const esp: NotificationTexts = {
  orderBought: notice(
    '{symbol}: comprados {quantity} {base}',
    'Tu orden {order} compró {quantity} {base} a un precio medio de {price}.',
  ),
  orderSold: notice(
    '{symbol}: vendidos {quantity} {base}',
    'Tu orden {order} vendió {quantity} {base} a un precio medio de {price}.',
  ),
  contractBought: notice(
    'Contrato {symbol}: comprados {quantity} {base}',
    'Tu orden de contrato {order} compró {quantity} {base} a un precio medio de {price}.',
  ),
  contractSold: notice(
    'Contrato {symbol}: vendidos {quantity} {base}',
    'Tu orden de contrato {order} vendió {quantity} {base} a un precio medio de {price}.',
  ),
  ordersFilled: notice(
    'Se ejecutaron {count} órdenes',
    'La más reciente es de {symbol}. El historial de la aplicación las muestra todas.',
  ),
  alertRose: notice('{symbol} ha subido a {price}', 'Ha llegado a {level}, el precio de tu alerta.'),
  alertFell: notice('{symbol} ha bajado a {price}', 'Ha llegado a {level}, el precio de tu alerta.'),
  alertChange: notice('{symbol}: {percent} % desde que pusiste la alerta', 'El precio es {price}.'),
  alertDayChange: notice('{symbol}: {percent} % en 24 horas', 'El precio es {price}.'),
  alertFunding: notice(
    '{symbol}: la tasa de financiación es del {rate} %',
    'Ha llegado al {percent} %, la tasa de tu alerta.',
  ),
  chatAnswered: notice('Soporte ha respondido', 'Tienes una respuesta en el chat.'),
  pushTest: notice('Este dispositivo recibe avisos', 'Desde ahora le llega lo que elegiste en los ajustes.'),
};
