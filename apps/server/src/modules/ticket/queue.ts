import { isAllowed } from '@tallystick/protocol/desk/roles';
import { TICKET_STATES } from '@tallystick/protocol/calls/ticket';
import type pg from 'pg';
import { inTransaction } from '../../database/transaction.ts';
import { CallFailure } from '../../http/call-failure.ts';
import type { Operator } from '../../http/operator.ts';
import type { Vault } from '../../vault/vault.ts';
import { maskContact } from '../account/contact.ts';
import type { CustomerNews } from '../notification/customer-news.ts';
import { customerFacts, operatorNames, queuePage, type QueueRead } from '../account/queue-people.ts';
import { action, pictureOf, type Action, type Field } from '../../queue/pieces.ts';
import type {
  DecisionContext,
  QueueDecision,
  QueueDetail,
  QueueFilter,
  QueueItem,
  QueueKind,
  QueuePage,
  QueuePicture,
} from '../../queue/queue-kind.ts';
import type { Outbox } from '../outbox/outbox.ts';
import type { Pictures } from '../pictures/service.ts';
import { mailContext } from './service.ts';
import * as store from './store.ts';
import type { Ticket, TicketKind, TicketMessage, TicketState } from './store.ts';

export interface TicketQueueOptions {
  readonly pool: pg.Pool;
  readonly pictures: Pick<Pictures, 'read'>;
  readonly vault: Pick<Vault, 'openText'>;
  readonly news: CustomerNews;
  readonly outbox: Pick<Outbox, 'write' | 'wake'>;
  readonly now: () => number;
}

/** Tickets or feedback at the desk: assigning, answering, closing. */
export class TicketQueue implements QueueKind {
  readonly name: TicketKind;
  readonly read = 'ticket.read';
  readonly decide = 'ticket.decide';
  readonly states = TICKET_STATES;
  readonly listsAll = true;
  readonly #options: TicketQueueOptions;

  constructor(kind: TicketKind, options: TicketQueueOptions) {
    this.name = kind;
    this.#options = options;
  }

  count(): Promise<number> {
    return store.countTickets(this.#options.pool, this.name, 'open');
  }

  list(filter: QueueFilter): Promise<QueuePage> {
    const { pool } = this.#options;
    // A customer's page at the desk lists tickets of all states.
    const all = filter.state === 'all';
    const read = ({ state, ...asked }: QueueRead<TicketState>) =>
      store.listTickets(pool, {
        ...asked,
        kind: this.name,
        state: all ? undefined : state,
        order: state === 'open' && !all ? 'oldest' : 'newest',
      });
    return queuePage(pool, TICKET_STATES, filter, read, itemOf);
  }

  async detail(id: number, operator: Operator): Promise<QueueDetail | null> {
    const { pool } = this.#options;
    const ticket = await this.#find(pool, id);
    if (ticket === null) return null;
    const messages = await store.messagesOf(pool, id);
    const facts = ticket.customerId === null ? null : await customerFacts(pool, ticket.customerId);
    return {
      item: itemOf(ticket, facts?.name ?? ''),
      fields: [
        ...(await this.#fields(ticket, operator)),
        ...(facts === null
          ? []
          : [
              field('verification', facts.verification),
              field('customer_since', String(facts.createdAtMs), 'time'),
            ]),
      ],
      pictures: messages
        .flatMap(({ pictureIds }) => pictureIds)
        .map(picture => ({ id: picture, label: 'support' })),
      history: await this.#history(messages),
      actions: await this.#actions(ticket, operator),
    };
  }

  async apply(decision: QueueDecision, { operator, audit }: DecisionContext): Promise<void> {
    const { pool, news, outbox } = this.#options;
    await inTransaction(pool, async client => {
      const ticket = await this.#find(client, decision.id, true);
      if (ticket === null || ticket.state === 'closed') throw new CallFailure('already_decided');
      await this.#carryOut(client, ticket, decision, operator);
      const after = await this.#find(client, decision.id);
      await audit(client, {
        before: { state: ticket.state, assigned_to: ticket.assignedTo },
        after: { state: after?.state, assigned_to: after?.assignedTo },
      });
    });
    news.wake();
    outbox.wake();
  }

  async picture(id: number, pictureId: number): Promise<QueuePicture | null> {
    const { pool, pictures } = this.#options;
    if ((await this.#find(pool, id)) === null) return null;
    const messages = await store.messagesOf(pool, id);
    if (!messages.some(({ pictureIds }) => pictureIds.includes(pictureId))) return null;
    return pictureOf(pictures, pictureId);
  }

  async #find(db: Pick<pg.ClientBase, 'query'>, id: number, lock = false): Promise<Ticket | null> {
    const ticket = await store.findTicket(db, id, lock);
    return ticket?.kind === this.name ? ticket : null;
  }

  async #carryOut(
    client: pg.ClientBase,
    ticket: Ticket,
    { action, inputs }: QueueDecision,
    operator: Operator,
  ): Promise<void> {
    const { now } = this.#options;
    const say = (text: string, internal: boolean) =>
      store.insertMessage(client, ticket.id, {
        operatorId: operator.id,
        internal,
        text,
        pictureIds: [],
        requestKey: null,
        atMs: now(),
      });
    switch (action) {
      case 'take':
        await store.assign(client, ticket.id, operator.id, now());
        return;
      case 'hand_over':
        await store.assign(client, ticket.id, await colleague(client, inputs['operator'] ?? ''), now());
        return;
      case 'note':
        await say(inputs['internal_note'] ?? '', true);
        return;
      case 'close':
        await store.setState(client, ticket.id, 'closed', now());
        return;
      case 'answer':
      case 'ask':
        await say(inputs['text'] ?? '', false);
        await store.setState(client, ticket.id, action === 'ask' ? 'waiting' : 'answered', now());
        if (ticket.assignedTo === null) await store.assign(client, ticket.id, operator.id, now());
        await this.#tell(client, ticket, inputs['text'] ?? '');
        return;
      default:
        throw new CallFailure('invalid_input', { field: 'action' });
    }
  }

  /** Notifies a customer of the answer, or mails it to a visitor. */
  async #tell(client: pg.ClientBase, ticket: Ticket, text: string): Promise<void> {
    const { news, outbox } = this.#options;
    const { id, customerId, title, language } = ticket;
    if (customerId !== null) {
      await news.write(client, customerId, 'ticketAnswered', { ticket: String(id), title });
      return;
    }
    const mail = this.#mailOf(ticket);
    if (mail !== null)
      await outbox.write(client, 'mail', mail, 'feedbackAnswered', language, { answer: text });
  }

  #mailOf({ id, sealedMail }: Ticket): string | null {
    return sealedMail === null ? null : this.#options.vault.openText(mailContext(id), sealedMail);
  }

  async #fields(ticket: Ticket, operator: Operator): Promise<Field[]> {
    const { about, aboutId, language, assignedTo, updatedAtMs, closedAtMs } = ticket;
    const mail = this.#mailOf(ticket);
    const whoIs = await operatorNames(this.#options.pool, [assignedTo]);
    const shown =
      mail === null || isAllowed(operator.role, 'customer.contact')
        ? mail
        : maskContact({ kind: 'email', target: mail });
    return [
      ...(about === null ? [] : [aboutField(about, aboutId ?? 0)]),
      field('language', language),
      ...(shown === null ? [] : [field('answer_to', shown)]),
      ...(assignedTo === null ? [] : [field('assigned_to', whoIs(assignedTo))]),
      field('updated', String(updatedAtMs), 'time'),
      ...(closedAtMs === null ? [] : [field('closed', String(closedAtMs), 'time')]),
    ];
  }

  async #history(messages: readonly TicketMessage[]): Promise<QueueDetail['history']> {
    const ids = messages.flatMap(({ operatorId }) => operatorId ?? []);
    const whoIs = await operatorNames(this.#options.pool, [...new Set(ids)]);
    return messages.map(({ operatorId, internal, text, atMs }) => ({
      at_ms: atMs,
      who: whoIs(operatorId),
      what: operatorId === null ? 'written' : internal ? 'noted' : 'replied',
      note: text,
    }));
  }

  async #actions(ticket: Ticket, operator: Operator): Promise<Action[]> {
    if (ticket.state === 'closed') return [];
    const text = { name: 'text', required: true, value: '', long: true };
    const reachable = ticket.customerId !== null || ticket.sealedMail !== null;
    const colleagues = await colleaguesOf(this.#options.pool, operator);
    return [
      ...(ticket.assignedTo === operator.id ? [] : [action('take', 'plain')]),
      ...(reachable ? [action('answer', 'good', { inputs: [text] })] : []),
      ...(ticket.customerId === null ? [] : [action('ask', 'plain', { inputs: [text] })]),
      action('note', 'plain', { inputs: [{ ...text, name: 'internal_note' }] }),
      ...(colleagues.length === 0
        ? []
        : [
            action('hand_over', 'plain', {
              inputs: [{ name: 'operator', required: true, value: '', options: colleagues }],
            }),
          ]),
      action('close', 'bad'),
    ];
  }
}

function field(key: string, value: string, format: Field['format'] = 'text'): Field {
  return { key, value, format };
}

/** Deposits and withdrawals link to their own case; orders and positions show their id. */
function aboutField(about: NonNullable<Ticket['about']>, id: number): Field {
  const isCase = about === 'deposit' || about === 'withdrawal';
  return isCase ? field(`about_${about}`, `${about}/${id}`, 'case') : field(`about_${about}`, String(id));
}

/** Names of the other operators who may answer. */
async function colleaguesOf(
  db: Pick<pg.ClientBase, 'query'>,
  operator: Pick<Operator, 'id'>,
): Promise<string[]> {
  const { rows } = await db.query<{ name: string; role: Operator['role'] }>(
    'select name, role from operators where active and id <> $1 order by name',
    [operator.id],
  );
  return rows.filter(({ role }) => isAllowed(role, 'ticket.decide')).map(({ name }) => name);
}

async function colleague(db: Pick<pg.ClientBase, 'query'>, name: string): Promise<number> {
  const { rows } = await db.query<{ id: number; role: Operator['role'] }>(
    'select id, role from operators where active and name = $1',
    [name],
  );
  const [found] = rows;
  if (found === undefined || !isAllowed(found.role, 'ticket.decide')) {
    throw new CallFailure('invalid_input', { field: 'operator' });
  }
  return found.id;
}

function itemOf(ticket: Ticket, customer: string): QueueItem {
  return {
    id: ticket.id,
    customer_id: ticket.customerId,
    customer,
    title: ticket.title,
    amount: null,
    currency: null,
    state: ticket.state,
    flags: ticket.assignedTo === null && ticket.state !== 'closed' ? ['unassigned'] : [],
    created_at_ms: ticket.createdAtMs,
  };
}
