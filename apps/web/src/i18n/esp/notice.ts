import type { notice as english } from '../en/notice.ts';
import type { Shape } from '../shape.ts';

export const notice: Shape<typeof english> = {
  title: 'Avisos',
  kinds: 'Tipo de aviso',
  all: 'Todos',
  empty: 'Aún no hay avisos',
  emptyText: 'Aquí aparecen los anuncios y los mensajes sobre tu cuenta.',
  more: 'Ver avisos anteriores',
  one: 'Aviso',
  withUnread: 'Avisos, sin leer: {number}',
  unread: 'Sin leer',
  readAll: 'Marcar todo como leído',
};
