import type { AgreementText } from './text.ts';

export const esp: AgreementText = {
  title: 'Acuerdo de servicio',
  sections: [
    {
      heading: 'Quién puede usar Tallystick',
      paragraphs: [
        'Eres mayor de edad donde vives, actúas en tu propio nombre y la ley no te prohíbe estos servicios. Das información veraz sobre ti y la mantienes al día.',
      ],
    },
    {
      heading: 'Tu cuenta',
      paragraphs: [
        'Guarda para ti tus contraseñas, códigos y dispositivos. Lo que se haga con ellos cuenta como hecho por ti hasta que nos pidas congelar la cuenta, lo que puedes hacer tú mismo en cualquier momento.',
      ],
    },
    {
      heading: 'Tu dinero',
      paragraphs: [
        'Cada saldo es la suma de asientos de partida doble que puedes leer. Lo que tienes con nosotros es tuyo; no lo prestamos. El dinero solo se congela por tus propias órdenes, solicitudes y compromisos, y la aplicación nombra cada uno.',
      ],
    },
    {
      heading: 'Precios y resultados',
      paragraphs: [
        'Las operaciones siguen la prioridad de precio y tiempo. Los precios de liquidación proceden del índice publicado y los resultados, de reglas publicadas. Nadie en Tallystick puede fijar un precio, una ejecución o un resultado, y puedes comprobar cada uno.',
      ],
    },
    {
      heading: 'Riesgos',
      paragraphs: [
        'Los precios de las criptomonedas cambian con rapidez. Los contratos perpetuos y las opciones de segundos pueden costarte todo lo que apuestes. Usa solo dinero que puedas permitirte perder; la aplicación muestra la pérdida máxima antes de enviar una orden.',
      ],
    },
    {
      heading: 'Depósitos y retiros',
      paragraphs: [
        'Envía cada moneda solo por la red indicada: lo que va a una red o dirección equivocada puede perderse. Los retiros los revisan personas y pueden esperar; las comisiones, mínimos y límites se muestran antes.',
      ],
    },
    {
      heading: 'Identidad y privacidad',
      paragraphs: [
        'La ley nos obliga a conocer a nuestros clientes. Tus documentos están cifrados, solo los ven tú y quienes los revisan, y se guardan el tiempo que exige la ley y no más.',
      ],
    },
    {
      heading: 'Cambios y final',
      paragraphs: [
        'Cuando este acuerdo cambie, te pediremos que leas y firmes el nuevo texto. Puedes cerrar tu cuenta en cualquier momento si no queda nada abierto, y llevarte todo tu dinero.',
      ],
    },
  ],
};
