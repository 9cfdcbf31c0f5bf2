import type { display as english } from '../en/display.ts';
import type { Shape } from '../shape.ts';

export const display: Shape<typeof english> = {
  valuation: {
    title: 'Moneda de valoración',
    text: 'Elige la moneda en que se muestran los totales. Solo cambia la vista, nunca lo que tienes.',
    rate: 'Cambio: {age}',
    demo: 'Cambio de demostración: {age}',
    old: 'Cambio antiguo: {age}',
    missing: 'Ahora no hay cambio para {currency}; se muestra en {shown}',
    noRates: 'Ahora no hay cambios de otras monedas.',
    perUsdt: '{currency} por USDT',
    perUsdtTitle: 'Otras monedas, al cambio del USDT',
  },
  zone: {
    label: 'Zona horaria',
    change: 'Zona horaria: {zone}. Cambiar',
    device: 'Como este dispositivo',
    deviceShort: 'Hora local',
    search: 'Busca una ciudad o zona',
    none: 'No se encontró ninguna zona',
    text: 'Para todas las horas de la app y sus gráficos. Los días propios de la plataforma, como liquidaciones e intereses diarios, siguen en UTC.',
  },
};
