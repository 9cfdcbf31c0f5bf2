import type { chart as english } from '../en/chart.ts';
import type { Shape } from '../shape.ts';

export const chart: Shape<typeof english> = {
  label: 'Gráfico de precios de {symbol}',
  spotOf:
    'Velas del mercado al contado {symbol}. El precio del propio contrato está al principio de la página.',
  interval: 'Intervalo',
  intervals: {
    line: 'Línea',
    '1m': '1m',
    '5m': '5m',
    '30m': '30m',
    '1h': '1h',
    '1d': '1D',
    '1w': '1S',
    '1M': '1M',
  },
  full: 'Pantalla completa',
  leaveFull: 'Salir de pantalla completa',
  indicators: 'Indicadores',
  orders: 'Mis órdenes',
  empty: 'Aún no hay precios. La primera vela aparece con la primera operación.',
  legend: {
    time: 'Hora: ',
    open: 'Apertura: ',
    high: 'Máximo: ',
    low: 'Mínimo: ',
    close: 'Cierre: ',
    volume: 'Volumen: ',
    change: 'Cambio: ',
  },
};
