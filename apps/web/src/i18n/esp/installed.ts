import type { installed as english } from '../en/installed.ts';
import type { Shape } from '../shape.ts';

export const installed: Shape<typeof english> = {
  later: 'Más tarde',
  version: {
    title: 'Hay una versión nueva lista',
    text: 'Se carga cuando tú quieras; no se pierde nada.',
    act: 'Cargarla ahora',
    busy: 'Una solicitud tuya aún espera respuesta.',
  },
  install: {
    title: 'Instalar la aplicación',
    text: 'Se abre desde tu pantalla de inicio, también sin conexión, y puede avisarte de ejecuciones y depósitos.',
    act: 'Instalar',
  },
  /** For browsers that cannot show an install prompt. */
  apple: {
    share: 'Toca el botón de compartir del navegador.',
    add: 'Elige «Añadir a pantalla de inicio».',
    open: 'Abre Tallystick desde tu pantalla de inicio.',
  },
  shared: {
    nothing: 'Nada de lo que has compartido se puede abrir aquí.',
  },
};
