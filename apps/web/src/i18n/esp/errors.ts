import type { errors as english } from '../en/errors.ts';
import type { Shape } from '../shape.ts';

export const errors: Shape<typeof english> = {
  unknown: 'Algo ha fallado. Inténtalo de nuevo.',
  network_error: 'Sin conexión con el servidor. Revisa tu red e inténtalo de nuevo.',
  timeout: 'El servidor tardó demasiado en responder. Inténtalo de nuevo.',
  bad_reply: 'El servidor envió una respuesta que no entendemos. Inténtalo de nuevo.',
  maintenance: 'La plataforma está en mantenimiento. Inténtalo más tarde.',
  session_invalid: 'Tu sesión ha terminado. Inicia sesión de nuevo.',
  why: '¿Por qué?',
};
