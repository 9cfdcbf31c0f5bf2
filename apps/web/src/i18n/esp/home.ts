import type { home as english } from '../en/home.ts';
import type { Shape } from '../shape.ts';

export const home: Shape<typeof english> = {
  welcome: {
    title: 'El exchange cuyas cuentas puede revisar cualquiera',
    demo: 'Esto es una demostración: opera con dinero ficticio a precios reales.',
    live: 'Opera a precios y en libros que puedes comprobar tú mismo.',
  },
  quick: {
    label: 'Accesos rápidos',
    option: 'Opciones',
    launch: 'Monedas nuevas',
    convert: 'Convertir',
    referral: 'Invitar',
    proof: 'Pruebas',
    records: 'Historial',
    verify: 'Identidad',
    help: 'Ayuda',
  },
  banner: {
    label: 'Nuestras promesas',
    proof: 'Revisa nuestras cuentas',
    proofText: 'Cada asiento tiene su contraparte, como las dos mitades de una tarja.',
    option: 'Resultados que nadie puede torcer',
    optionText: 'Entrada, salida y pago salen de precios publicados. Calcúlalos tú.',
    trust: 'Intereses apartados desde el inicio',
    trustText: 'Lo que ganará un depósito se aparta antes de que empiece.',
  },
  search: 'Moneda, orden o página',
};
