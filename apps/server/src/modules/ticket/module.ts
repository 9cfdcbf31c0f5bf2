import { defineModule } from '../../module/module.ts';
import { TicketQueue, type TicketQueueOptions } from './queue.ts';
import { Tickets, type TicketsOptions } from './service.ts';

export type TicketModuleOptions = TicketsOptions &
  TicketQueueOptions & { readonly pictureLimitBytes: number };

/** Questions and feedback that are answered in writing. */
export function createTickets(options: TicketModuleOptions) {
  const tickets = new Tickets(options);
  return defineModule({
    name: 'ticket',
    tickets,
    queues: [new TicketQueue('ticket', options), new TicketQueue('feedback', options)],
    calls(register) {
      register('POST ticket/file', (input, { session, language }) =>
        tickets.file(session.customerId, language, input),
      );
      register('POST ticket/list', (input, { session }) => tickets.list(session.customerId, input));
      register('POST ticket/detail', (input, { session }) =>
        tickets.detail(session.customerId, input.ticket_id),
      );
      register('POST ticket/reply', (input, { session }) => tickets.reply(session.customerId, input));
      register('POST ticket/close', (input, { session }) =>
        tickets.close(session.customerId, input.ticket_id),
      );
      register('POST feedback/picture', (_input, { address, file }) => tickets.uploadPicture(address, file), {
        fileLimitBytes: options.pictureLimitBytes,
      });
      register('POST feedback/send', (input, { session, address, language }) =>
        tickets.sendFeedback({ customerId: session?.customerId ?? null, address, language }, input),
      );
    },
    forgetOld: () => tickets.forgetOld(),
  });
}
