export const conditional = {
  offer: {
    order: 'Orden condicionada',
    position: 'Por partes o con seguimiento',
  },
  offerText: {
    order: 'Espera un precio y entonces envía una orden de mercado o límite. Hasta entonces no bloquea nada.',
    position: 'Varias tomas de beneficio para partes de esta posición, o un stop que sigue al precio.',
  },
  title: 'Orden condicionada: {contract}',
  titlePosition: 'Salida condicionada: {contract}',
  kind: 'Tipo',
  kinds: {
    stop: 'Orden stop',
    takeProfit: 'Tomar beneficio',
    trailing: 'Seguimiento',
  },
  side: 'Comprar o vender',
  sides: {
    buy: 'Comprar (largo)',
    sell: 'Vender (corto)',
  },
  waits: {
    buy: {
      rise: 'Compra cuando el precio ha subido hasta la activación.',
      fall: 'Compra cuando el precio ha bajado hasta la activación.',
    },
    sell: {
      rise: 'Vende cuando el precio ha subido hasta la activación.',
      fall: 'Vende cuando el precio ha bajado hasta la activación.',
    },
  },
  trails: {
    buy: 'Sigue al precio en la bajada y compra cuando sube la distancia.',
    sell: 'Sigue al precio en la subida y vende cuando baja la distancia.',
  },
  source: 'Precio observado',
  sources: {
    mark: 'Marca',
    index: 'Índice',
    last: 'Último',
  },
  now: '{source} ahora: {price}',
  distance: 'Distancia',
  changeUnit: 'Distancia en {unit}: cambiar',
  activation: 'Seguir desde ({currency}, opcional)',
  trigger: 'Precio de activación ({currency})',
  placesThen: 'Orden después',
  whole: 'Todo lo que haya entonces',
  lotsOf: 'Lotes (de {lots})',
  noteReduces:
    'Solo cierra, como máximo lo que tengas entonces. Mientras espera no se bloquea nada. Al activarse, su orden se comprueba como cualquier otra; si se rechaza, verás por qué.',
  noteOpens:
    'Abre con {multiple}. Mientras espera no se bloquea nada. Al activarse, su orden se comprueba como cualquier otra, fondos incluidos; si se rechaza, verás por qué.',
  place: 'Enviar orden condicionada',
  placed: 'Enviada. Espera su precio.',
  problem: {
    trigger_required: 'Introduce un precio de activación',
    trigger_below: 'Activación por debajo de {price}',
    trigger_above: 'Activación por encima de {price}',
    distance_required: 'Introduce una distancia',
    distance_range: 'Distancia de {least} a {most} %',
    price_required: 'Introduce un precio',
    price_step: 'Precio en pasos de {step}',
    lots_required: 'Introduce los lotes',
    lots_too_many: 'Como máximo {most} lotes',
  },
  does: {
    open: {
      buy: 'Comprar',
      sell: 'Vender',
    },
    reduce: {
      buy: 'Cerrar corta',
      sell: 'Cerrar larga',
    },
  },
  follows: 'sigue desde {from}',
  fires: 'Se activa en',
  until: 'Hasta',
  list: 'Órdenes condicionadas',
  cancelAll: '¿Cancelar {count} {count|orden condicionada|órdenes condicionadas}?',
  cancelAllText:
    'Los stops y las tomas de beneficio entre ellas dejan de protegerte. Las órdenes del libro y las posiciones siguen.',
  none: 'No hay órdenes condicionadas terminadas',
  noneText: 'Las órdenes que esperaban un precio aparecen aquí cuando se han activado o terminado.',
  news: {
    fired: '{name} se activó a {price}',
    refused: '{name} se activó, pero su orden fue rechazada: {reason}',
  },
  ended: {
    fired: 'Activada a {price}',
    cancelled_by_customer: 'Cancelada',
    position_closed: 'Posición cerrada',
    expired: 'Caducada',
    refused: 'Rechazada: {reason}',
  },
};
