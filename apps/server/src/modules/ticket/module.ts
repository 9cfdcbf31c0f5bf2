import { defineModule } from '../../module/module.ts';
import { TicketQueue, type TicketQueueOptions } from './queue.ts';
import { ticketRoutes } from './routes.ts';
import { Tickets, type TicketsOptions } from './service.ts';

export type TicketModuleOptions = TicketsOptions &
  TicketQueueOptions & { readonly pictureLimitBytes: number };

/** Tickets and feedback. */
export function createTickets(options: TicketModuleOptions) {
  const tickets = new Tickets(options);
  return defineModule({
    name: 'ticket',
    tickets,
    queues: [new TicketQueue('ticket', options), new TicketQueue('feedback', options)],
    calls: ticketRoutes(tickets, options.pictureLimitBytes),
    forgetOld: () => tickets.forgetOld(),
  });
}
