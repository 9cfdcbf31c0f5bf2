import type { RegisterCall } from '../../http/call-router.ts';
import { pageOf, readCursor } from '../../http/page.ts';
import type { Tickets } from './service.ts';
import { readClaimedPictures, readPictures, readSubject, wireTicket, wireTicketDetail } from './wire.ts';

export const ticketRoutes = (tickets: Tickets, pictureLimitBytes: number) => (register: RegisterCall) => {
  register('POST ticket/file', async (input, { session, language }) => {
    const { request_key: requestKey, title, text } = input;
    const pictures = readPictures(input.pictures);
    const filed = { about: readSubject(input), title, text, pictures, requestKey };
    return wireTicketDetail(await tickets.file(session.customerId, language, filed));
  });
  register('POST ticket/list', async ({ cursor, limit }, { session }) => {
    const after = readCursor(cursor, 1)?.[0] ?? null;
    const rows = await tickets.list(session.customerId, after, limit + 1);
    return pageOf(rows, limit, row => String(row.id), wireTicket);
  });
  register('POST ticket/detail', async ({ ticket_id: id }, { session }) =>
    wireTicketDetail(await tickets.detail(session.customerId, id)),
  );
  register('POST ticket/reply', async (input, { session }) => {
    const { ticket_id: id, request_key: requestKey, text } = input;
    const reply = { text, pictures: readPictures(input.pictures), requestKey };
    return wireTicketDetail(await tickets.reply(session.customerId, id, reply));
  });
  register('POST ticket/close', async ({ ticket_id: id }, { session }) =>
    wireTicketDetail(await tickets.close(session.customerId, id)),
  );
  register(
    'POST feedback/picture',
    async (_input, { address, file }) => {
      const { pictureId, claim } = await tickets.uploadPicture(address, file);
      return { picture_id: pictureId, claim };
    },
    { fileLimitBytes: pictureLimitBytes },
  );
  register('POST feedback/send', async (input, { session, address, language }) => {
    const { request_key: requestKey, text, email = '' } = input;
    const pictures = readClaimedPictures(input.pictures);
    const writer = { customerId: session?.customerId ?? null, address, language };
    await tickets.sendFeedback(writer, { text, pictures, requestKey, mail: email === '' ? null : email });
    return { received: true };
  });
};
