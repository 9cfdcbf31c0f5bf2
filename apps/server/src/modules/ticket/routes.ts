import type { RegisterCall } from '../../http/call-router.ts';
import type { Tickets } from './service.ts';

export function registerTicketCalls(register: RegisterCall, tickets: Tickets, fileLimitBytes: number): void {
  register('POST ticket/file', (input, { session, language }) =>
    tickets.file(session.customerId, language, input),
  );
  register('POST ticket/list', (input, { session }) => tickets.list(session.customerId, input));
  register('POST ticket/detail', (input, { session }) => tickets.detail(session.customerId, input.ticket_id));
  register('POST ticket/reply', (input, { session }) => tickets.reply(session.customerId, input));
  register('POST ticket/close', (input, { session }) => tickets.close(session.customerId, input.ticket_id));
  register('POST feedback/picture', (_input, { address, file }) => tickets.uploadPicture(address, file), {
    fileLimitBytes,
  });
  register('POST feedback/send', (input, { session, address, language }) =>
    tickets.sendFeedback({ customerId: session?.customerId ?? null, address, language }, input),
  );
}
