import type { NoticeTexts } from './notice-text.ts';

export const esp: NoticeTexts = {
  welcome: {
    title: 'Tallystick está abierto',
    summary: 'Qué puedes hacer aquí y dónde se indica lo que cuesta.',
    paragraphs: [
      'Puedes negociar monedas, mantener contratos perpetuos, comprar opciones de segundos, depositar monedas con interés y suscribirte a monedas nuevas. Cada página dice qué se ofrece en este momento.',
      'Las órdenes limitadas, de mercado y stop se casan por precio y después por tiempo. Cada formulario muestra la comisión antes de enviar.',
      'No tienes que creerte ningún resultado: cada uno nombra los datos de los que sale, y tu propio dispositivo vuelve a calcularlo.',
    ],
  },
  'checkable-books': {
    title: 'Libros que cualquiera puede comprobar',
    summary: 'Qué tiene que ver una tarja con una plataforma.',
    paragraphs: [
      'Una tarja se partía en dos: cada parte guardaba una mitad y ninguna podía cambiar la cuenta por sí sola. Así lleva sus libros esta plataforma.',
      'Cada saldo es la suma de asientos de partida doble que en cada moneda suman cero. Cada precio del índice está numerado y lleva la huella del anterior, de modo que nada puede reescribirse después.',
      'No existe ninguna orden que fije una operación, un precio o un resultado, ni para clientes ni para operadores.',
    ],
  },
  'house-liquidity': {
    title: 'Quién está al otro lado',
    summary: 'La casa cotiza con las mismas reglas que todos.',
    paragraphs: [
      'Para que siempre haya con quien negociar, la casa coloca órdenes normales en torno al precio del índice. Esperan en la misma cola que las tuyas y pagan las mismas comisiones.',
      'Cuando no hay un precio reciente, la casa retira sus órdenes hasta que vuelva a haberlo.',
    ],
  },
  'demo-funds': {
    title: 'Esto es una demostración',
    summary: 'El dinero aquí no es real: pruébalo todo.',
    paragraphs: [
      'Todos los saldos son fondos de demostración. En la página de activos puedes recibirlos una vez al día.',
      'Los precios son simulados, reproducidos o de plataformas reales, como indica la marca superior. Los operadores de demostración de los libros son programas.',
    ],
  },
};
