export const law = {
  title: 'Condiciones y riesgos',
  tabs: {
    agreement: 'Acuerdo',
    privacy: 'Privacidad',
    risk: 'Riesgos',
  },
  choose: 'Qué documento',
  asked:
    'Esta versión es nueva. Léela y acéptala antes de abrir algo nuevo. Cerrar y retirar sigue siendo posible.',
  accept: 'Lo he leído y lo acepto',
  done: 'Aceptado. Gracias.',
  accepted: 'Aceptaste la versión de {version} el {at}.',
  versions: 'Versiones',
  first: 'Primera versión',
  earlier: 'Estás leyendo una versión anterior que ya no está en vigor.',
  sign: 'Firmar el acuerdo',
};
