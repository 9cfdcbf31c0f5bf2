import type { pictures as english } from '../en/pictures.ts';
import type { Shape } from '../shape.ts';

export const pictures: Shape<typeof english> = {
  choose: 'Elegir una imagen',
  limits: 'JPEG, PNG o WebP, como máximo {mb} MB',
  preparing: 'Preparando',
  uploading: 'Subiendo, {percent} %',
  uploaded: 'Subida',
  failed: 'No se pudo subir, inténtalo de nuevo',
  tooLarge: 'El archivo supera el tamaño permitido: como máximo {mb} MB',
  notPicture: 'Este archivo no es una imagen que podamos leer',
  retry: 'Reintentar',
  another: 'Elegir otra',
  stop: 'Detener',
  view: 'Ver: {label}',
  remove: 'Quitar: {label}',
  removeTitle: '¿Quitar esta imagen?',
  removeText: 'También se borra en nuestro lado.',
  removeConfirm: 'Quitar imagen',
  previewFailed: 'No se pudo mostrar la imagen',
};
