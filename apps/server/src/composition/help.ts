import { createLiveChat } from '../modules/chat/module.ts';
import { createHelp } from '../modules/help/module.ts';
import { createStatus } from '../modules/status/module.ts';
import { createTickets } from '../modules/ticket/module.ts';
import type { Access } from './access.ts';
import type { Base } from './foundation.ts';
import type { Identification } from './identification.ts';
import type { Notifications } from './notifications.ts';

export type Help = ReturnType<typeof composeHelp>;

/** Help texts, support requests and the status page. */
export function composeHelp(
  base: Base,
  access: Access,
  { news }: Notifications,
  { pictures, sealedPictures }: Identification,
) {
  const { allowances, outbox } = access;
  const help = createHelp({ ...base, allowances });
  const tickets = createTickets({ ...base, allowances, outbox, pictures, news });
  const chat = createLiveChat({ ...base, allowances, sealedPictures });
  const status = createStatus(base);
  return {
    library: help.library,
    tickets: tickets.tickets,
    chat: chat.chat,
    status: status.status,
    modules: [help, tickets, chat, status],
  };
}
