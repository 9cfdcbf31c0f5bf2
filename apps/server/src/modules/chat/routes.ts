import type { RegisterCall } from '../../http/call-router.ts';
import type { RegisterDeskCall } from '../../http/desk-router.ts';
import type { Chat } from './chat.ts';
import { readFigures } from './figures.ts';
import { knownOwner, ownerOf } from './owner.ts';

export function registerChatCalls(register: RegisterCall, { customer }: Chat, fileLimitBytes: number): void {
  register('POST set/get_customer_url', () => ({ url: customer.externalUrl() }));
  register('POST chat/state', ({ visitor }, { session }) => customer.state(ownerOf(session, visitor)));
  register('POST chat/unread', async ({ visitor }, { session }) => ({
    unread: await customer.unread(ownerOf(session, visitor)),
  }));
  register('POST chat/adopt', ({ visitor }, { session }) => customer.adopt(session.customerId, visitor));
  register('POST chat/messages', (input, { session }) =>
    customer.list(knownOwner(session, input.visitor), input),
  );
  register('POST chat/send', (input, { session, address, language }) =>
    customer.send(knownOwner(session, input.visitor), input, { address, language }),
  );
  register('POST chat/read', (input, { session }) =>
    customer.read(knownOwner(session, input.visitor), input.case_id, input.seq),
  );
  register('POST chat/close', (input, { session }) =>
    customer.close(knownOwner(session, input.visitor), input.case_id),
  );
  register('POST chat/rate', (input, { session }) =>
    customer.rate(knownOwner(session, input.visitor), input.case_id, input.stars, input.text),
  );
  register(
    'POST chat/upload',
    ({ visitor }, { session, file, address }) => customer.upload(knownOwner(session, visitor), file, address),
    { fileLimitBytes },
  );
  register('POST chat/picture', (input, { session }) =>
    customer.picture(knownOwner(session, input.visitor), input.picture_id),
  );
}

export function registerChatDeskCalls(register: RegisterDeskCall, chat: Chat, fileLimitBytes: number): void {
  const { desk, templates } = chat;
  register('GET desk/chats', input => desk.list(input));
  register('GET desk/chat', ({ case_id: id }) => desk.open(id));
  register('GET desk/chat_messages', input => desk.history(input));
  register('GET desk/chat_picture', (input, { operator }) =>
    desk.picture(operator, input.case_id, input.picture_id),
  );
  register('POST desk/chat_take', (input, { operator }) => desk.take(operator, input.case_id));
  register('POST desk/chat_hand_over', (input, { operator }) => desk.handOver(operator, input));
  register('POST desk/chat_send', (input, { operator }) => desk.send(operator, input));
  register('POST desk/chat_upload', (_input, { operator, file }) => desk.upload(operator, file), {
    fileLimitBytes,
  });
  register('POST desk/chat_note', (input, { operator }) => desk.note(operator, input.case_id, input.text));
  register('POST desk/chat_read', input => desk.read(input.case_id, input.seq));
  register('POST desk/chat_close', (input, { operator }) => desk.close(operator, input.case_id));
  register('GET desk/chat_colleagues', () => desk.colleagues());
  register('GET desk/chat_templates', () => templates.list());
  register('POST desk/chat_template', (input, { operator }) => templates.write(operator, input));
  register('POST desk/chat_template_remove', async ({ id }, { operator }) => {
    await templates.remove(operator, id);
    return { removed: true };
  });
  register('GET desk/chat_figures', () => readFigures(chat.pool, chat.now()));
}
