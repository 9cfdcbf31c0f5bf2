import type { records as english } from '../en/records.ts';
import type { Shape } from '../shape.ts';

export const records: Shape<typeof english> = {
  title: 'Registro público',
  text: 'Lo que declaramos queda aquí para siempre: firmado, numerado y cada asiento unido al anterior. Cualquiera puede guardar una copia y ve si alguna vez se reescribió.',
  open: 'Ver el registro público',
  all: 'Todo',
  kind: 'Tipo de asiento',
  cosigned: '{count} de {all} testigos',
  signed: 'asientos. Firmado {age}',
  none: 'Aún no se ha firmado nada.',
  noWitnesses: 'Aquí ningún testigo independiente firma este registro.',
  state: {
    checking: 'Comparando con lo que este dispositivo vio antes …',
    first: 'Primera visita. La cabecera firmada se guarda aquí y se compara la próxima vez.',
    waiting:
      'Hasta ahora solo creció. Faltan testigos que firmen la última cabecera; este dispositivo conserva la anterior.',
    same: 'Comparado {age} con lo que este dispositivo vio antes: el registro solo creció.',
  },
  witnesses: 'Testigos',
  witnessesText:
    'Programas independientes que solo firman un registro que ha crecido. Este dispositivo pide {need} de ellos.',
  witnessesChanged:
    'El exchange nombra otros testigos, o pide menos, que cuando este dispositivo miró por primera vez. Sigue contando los de entonces.',
  witnessNever: 'Aún no',
  witnessSigned: '{size} asientos, {age}',
  own: 'Guarda una copia o sé testigo con un programa propio:',
  empty: 'Aún no hay asientos de este tipo',
  more: 'Mostrar más',
  number: 'Número',
  time: 'Hora',
  hash: 'Hash SHA-256',
  entry: 'Tal como se firmó',
  verdict: {
    right: 'Comprobado en este dispositivo: parte del registro firmado de {size} asientos.',
    wrong: 'Este asiento no encaja con el registro firmado. Guárdalo y pregunta.',
    waiting: 'Hash calculado de nuevo. La próxima cabecera de confianza lo cubrirá.',
  },
  kinds: {
    price_head: 'Cabecera del registro de precios',
    journal_head: 'Cabecera del diario',
    audit_head: 'Cabecera del registro de auditoría',
    liabilities: 'Lo que debemos',
    reserves: 'Lo que tenemos',
    launch_list: 'Lista de una oferta',
    terms: 'Condiciones',
    notice: 'Aviso de cambio de condiciones',
    source: 'Programa en marcha',
    books: 'Hash de todos los libros',
    profit_withdrawal: 'Beneficio retirado',
  },
};
