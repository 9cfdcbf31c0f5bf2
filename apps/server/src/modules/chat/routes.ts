import { CallFailure } from '../../http/call-failure.ts';
import type { RegisterCall } from '../../http/call-router.ts';
import type { RegisterDeskCall } from '../../http/desk-router.ts';
import type { Chat } from './chat.ts';
import { readFigures } from './figures.ts';
import { knownOwner, ownerOf } from './owner.ts';
import * as wire from './wire.ts';

export function registerChatCalls(register: RegisterCall, { customer }: Chat, fileLimitBytes: number): void {
  register('POST set/get_customer_url', () => ({ url: customer.externalUrl() }));
  register('POST chat/state', async ({ visitor }, { session }) =>
    wire.wireState(await customer.state(ownerOf(session, visitor))),
  );
  register('POST chat/unread', async ({ visitor }, { session }) => ({
    unread: await customer.unread(ownerOf(session, visitor)),
  }));
  register('POST chat/adopt', async ({ visitor }, { session }) => ({
    conversations: await customer.adopt(session.customerId, visitor),
  }));
  register('POST chat/messages', async (input, { session }) => {
    const owner = knownOwner(session, input.visitor);
    const { case: one, items, more } = await customer.list(owner, input.case_id, wire.readRange(input));
    return { case: wire.wireCase(one), items: items.map(wire.wireMessage), more };
  });
  register('POST chat/send', async (input, { session, address, language }) => {
    const owner = knownOwner(session, input.visitor);
    const sent = await customer.send(owner, wire.readSending(input), { address, language });
    return { case: wire.wireCase(sent.case), message: wire.wireMessage(sent.message) };
  });
  register('POST chat/read', async ({ visitor, case_id: id, seq }, { session }) =>
    wire.wireCase(await customer.read(knownOwner(session, visitor), id, seq)),
  );
  register('POST chat/close', async ({ visitor, case_id: id }, { session }) =>
    wire.wireCase(await customer.close(knownOwner(session, visitor), id)),
  );
  register('POST chat/rate', async ({ visitor, case_id: id, stars, text }, { session }) =>
    wire.wireCase(await customer.rate(knownOwner(session, visitor), id, stars, text)),
  );
  register(
    'POST chat/upload',
    async ({ visitor }, { session, file, address }) =>
      wire.wirePicture(await customer.upload(knownOwner(session, visitor), file, address)),
    { fileLimitBytes },
  );
  register('POST chat/picture', (input, { session }) =>
    customer.picture(knownOwner(session, input.visitor), input.picture_id),
  );
}

export function registerChatDeskCalls(register: RegisterDeskCall, chat: Chat, fileLimitBytes: number): void {
  const { desk, templates } = chat;
  register('GET desk/chats', async ({ view, cursor, limit }) => {
    const beforeId = cursor === undefined ? null : Number(cursor);
    if (beforeId !== null && !Number.isSafeInteger(beforeId)) {
      throw new CallFailure('invalid_input', { field: 'cursor' });
    }
    const listed = await desk.list(view, beforeId, limit);
    const last = listed.at(-1);
    const next = view === 'closed' && listed.length === limit && last !== undefined ? String(last.id) : null;
    return { items: listed.map(wire.wireDeskCase), next_cursor: next };
  });
  register('GET desk/chat', async ({ case_id: id }) => {
    const { case: one, messages, notes } = await desk.open(id);
    return {
      case: wire.wireDeskCase(one),
      messages: messages.map(wire.wireDeskMessage),
      notes: notes.map(wire.wireDeskNote),
    };
  });
  register('GET desk/chat_messages', async input => {
    const { items, more } = await desk.history(input.case_id, wire.readRange(input));
    return { items: items.map(wire.wireDeskMessage), more };
  });
  register('GET desk/chat_picture', async (input, { operator }) => {
    const { bytes, contentType } = await desk.picture(operator, input.case_id, input.picture_id);
    return { content_type: contentType, base64: bytes.toString('base64') };
  });
  register('POST desk/chat_take', async ({ case_id: id }, { operator }) =>
    wire.wireDeskCase(await desk.take(operator, id)),
  );
  register('POST desk/chat_hand_over', async (input, { operator }) => {
    const { case_id: id, operator_id: operatorId = null, role = null, note } = input;
    return wire.wireDeskCase(await desk.handOver(operator, id, { operatorId, role, note }));
  });
  register('POST desk/chat_send', async (input, { operator }) => {
    const sent = await desk.send(operator, input.case_id, wire.readSending(input));
    return { case: wire.wireDeskCase(sent.case), message: wire.wireDeskMessage(sent.message) };
  });
  register(
    'POST desk/chat_upload',
    async (_input, { operator, file }) => wire.wirePicture(await desk.upload(operator, file)),
    { fileLimitBytes },
  );
  register('POST desk/chat_note', async (input, { operator }) =>
    wire.wireDeskNote(await desk.note(operator, input.case_id, input.text)),
  );
  register('POST desk/chat_read', async ({ case_id: id, seq }) =>
    wire.wireDeskCase(await desk.read(id, seq)),
  );
  register('POST desk/chat_close', async ({ case_id: id }, { operator }) =>
    wire.wireDeskCase(await desk.close(operator, id)),
  );
  register('GET desk/chat_colleagues', async () => ({ items: await desk.colleagues() }));
  register('GET desk/chat_templates', () => templates.list());
  register('POST desk/chat_template', (input, { operator }) => templates.write(operator, input));
  register('POST desk/chat_template_remove', async ({ id }, { operator }) => {
    await templates.remove(operator, id);
    return { removed: true };
  });
  register('GET desk/chat_figures', async () => wire.wireFigures(await readFigures(chat.pool, chat.now())));
}
