import type { StatementWords } from './words.ts';

export const statement: StatementWords = {
  title: {
    entries: 'Extracto de cuenta',
    trades: 'Operaciones',
    taxes: 'Resumen anual',
  },
  running: 'El periodo aún no ha terminado: puede haber más movimientos.',
  kinds: 'Por tipo',
  credits: 'Entradas',
  debits: 'Salidas',
  fees: 'Comisiones pagadas',
  product: {
    spot: 'Al contado',
    contracts: 'Contratos',
    options: 'Opciones',
    trust: 'Depósitos',
    launches: 'Monedas nuevas',
    rebates: 'Recompensas por invitación',
    other: 'Otros',
  },
};
