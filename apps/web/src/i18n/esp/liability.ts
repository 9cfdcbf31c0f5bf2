export const liability = {
  title: 'Prueba de mi saldo',
  working: 'Calculando en este dispositivo…',
  workingText: 'Cada hoja y cada suma se calculan de nuevo.',
  right: 'Tu saldo está contado',
  rightText:
    'Lo que la plataforma te debía a las {time}, en {currencies}, está dentro de los totales que publicó para ese momento. Dice que no te debía nada en ninguna otra divisa.',
  firstVisit:
    'Es la primera visita de este dispositivo: toma las claves y los testigos que nombra la plataforma, y compara a partir de ahora.',
  owedNothing: 'La plataforma dice que no te debía nada',
  nothingText:
    'Si tenías saldo a las {time}, te dejaron fuera. En ese caso guarda este archivo y enséñalo a otros.',
  waiting: 'Aún no está en el registro público',
  waitingText:
    'Lo calculado hasta ahora encaja. Demuestra algo cuando lo cubra una cabecera firmada del registro público en la que confía este dispositivo.',
  differs: 'Difiere de lo que mostró este dispositivo',
  differsText:
    'La prueba encaja, pero en torno a las {time} este dispositivo te mostró otros saldos y no puede saber cuándo cambiaron. Compara los importes con tus propios apuntes.',
  withheld: 'No se entrega tu prueba',
  withheldText:
    'La plataforma debe conservar este momento y dice que no tiene ninguna prueba tuya. Sin ella no puedes ver si te contaron. Guarda una imagen de esta página y pregunta.',
  wrong: 'Algo no encaja',
  wrongText: 'Lo que calcula este dispositivo difiere de lo publicado. Guarda el archivo y avísanos.',
  none: 'Aún no hay punto de auditoría',
  noneText: 'El primero llega en una hora. Entonces tu saldo se prueba aquí.',
  gone: 'Ya no se conserva',
  goneText:
    'Los árboles se conservan dos días, y uno al día durante un mes. Los totales publicados quedan para siempre.',
  moment: 'Momento',
  balance: 'Mi saldo en ese momento',
  nothing: 'Nada, según la plataforma.',
  part: {
    spot: 'Al contado, disponible',
    orders: 'En órdenes abiertas',
    withdrawals: 'Retiros abiertos',
    commitments: 'Comprometido en lanzamientos',
    coins: 'Monedas nuevas sin liberar',
    contract: 'Contratos, disponible',
    margins: 'Márgenes',
    option: 'Opciones, disponible',
    stakes: 'Apostado en opciones',
    trust: 'Depósitos, disponible',
    principal: 'Principal en depósito',
    interest: 'Intereses sin asentar',
    rebates: 'Reembolsos en camino',
  },
  published: 'Lo que se publicó',
  owed: 'Debido a todos los clientes',
  leaves: '{count} hojas',
  beside: 'Aparte, en ningún total',
  besideText:
    'Los depósitos sin asentar son los del momento de publicar, poco después; todo lo demás es de ese momento.',
  ownBeside: 'Lo mío aparte, ahora, en ningún total',
  named: {
    house: 'Cuentas propias de la empresa',
    pending_deposits: 'Depósitos sin asentar',
    unrealised_profit: 'Resultado no realizado',
    owed_by_customers: 'Debido por clientes',
  },
  record: 'Registro {number} del registro público',
  story: {
    holder: 'A {holder}.',
    tree: '{leaves} hojas suyas llevan a la raíz publicada.',
    shown: 'Este dispositivo mostró lo mismo, {time}.',
    notShown: 'Este dispositivo no mostró tu saldo en torno a ese momento.',
    differs: 'Este dispositivo mostró otros saldos: {times}.',
    shownThen: 'Este dispositivo mostró su propia cifra {time}, sin cambios en torno a ese momento.',
    same: 'Este dispositivo ya vio esta raíz: es la misma.',
    first: 'Este dispositivo guarda la raíz y la compara cuando se muestre otra vez.',
    unsigned: 'Este archivo aún no lleva una cabecera firmada.',
    skipped: 'Sin comprobar.',
  },
  fork: 'Otras raíces que antes',
  forkText:
    'Para el punto {point} este dispositivo vio antes otra raíz. Dos personas pueden ver dos verdades. Guarda ambas y pregunta.',
  forkedText:
    'Esta prueba lleva a una raíz, pero no a todos se les mostró la misma. Mientras no se explique, no prueba nada.',
  before: 'Visto antes',
  now: 'Mostrado ahora',
  limits: 'Lo que esto no muestra',
  limitsText:
    'Que la plataforma tenga tanto como debe: para eso están las reservas. Ni que otros estén contados: cada uno comprueba lo suyo, y una raíz que se muestra a todos no puede omitir a nadie sin que se note.',
};
