import { DAY_MS } from '@tallystick/core/durations';
import type { Language } from '@tallystick/protocol';
import type pg from 'pg';
import { inTransaction } from '../../database/transaction.ts';
import { CallFailure } from '../../http/call-failure.ts';
import { networkOf } from '../../http/network.ts';
import type { Vault } from '../../vault/vault.ts';
import type { Allowances } from '../account/allowances.ts';
import { emailContact } from '../account/contact.ts';
import type { Pictures } from '../pictures/service.ts';
import * as store from './store.ts';
import type { Ticket, TicketMessage, TicketSubject } from './store.ts';

/** Limits per customer: tickets not closed, new tickets a day, messages a day. */
const NOT_CLOSED = 10;
const FILED_A_DAY = 20;
const MESSAGES_A_DAY = 100;
/** Limits without a login: per network, and for all together, as many as the desk can read. */
const FEEDBACK_OF_NETWORK = { burst: 5, everyMs: 3 * 3_600_000 };
const FEEDBACK_OF_ALL = { burst: 1_000, everyMs: 60_000 };
const PICTURES_OF_NETWORK = { burst: 16, everyMs: 3_600_000 };
const PICTURES_OF_ALL = { burst: 1_000, everyMs: 60_000 };
/** An answered ticket is closed after this long without a message. */
const ANSWERED_FOR_MS = 14 * DAY_MS;
/** How long closed feedback of visitors is kept. */
const VISITORS_KEPT_MS = 180 * DAY_MS;

export interface TicketsOptions {
  readonly pool: pg.Pool;
  readonly pictures: Pick<Pictures, 'use' | 'useClaimed' | 'uploadClaimed' | 'release'>;
  readonly vault: Pick<Vault, 'seal' | 'fingerprints'>;
  readonly allowances: Pick<Allowances, 'take'>;
  readonly now: () => number;
}

/** A message, stored once for each key: sent again with its key, it is the same message. */
export interface Written<Picture> {
  readonly requestKey: string;
  readonly text: string;
  readonly pictures: readonly Picture[];
}

export interface NewTicket extends Written<number> {
  /** Null: nothing in particular. */
  readonly about: { readonly kind: TicketSubject; readonly id: number } | null;
  readonly title: string;
}

export interface Feedback extends Written<ClaimedPicture> {
  /** Where a visitor wants the answer; null: nowhere. */
  readonly mail: string | null;
}

/** A visitor's picture, with the secret that came with its upload. */
interface ClaimedPicture {
  readonly pictureId: number;
  readonly claim: string;
}

/** A ticket with the messages that its customer may read. */
export interface OpenedTicket extends Ticket {
  readonly messages: readonly TicketMessage[];
}

/** Who writes feedback. */
export interface Writer {
  /** Null: a visitor. */
  readonly customerId: number | null;
  readonly address: string;
  readonly language: Language;
}

/** The context a visitor's address is sealed in. */
export const mailContext = (ticketId: number): string => `ticket:${ticketId}:mail`;
const usedBy = (ticketId: number): string => `ticket:${ticketId}`;

/** Customers' tickets, and feedback of customers and visitors. For the desk's answers see queue.ts. */
export class Tickets {
  readonly #options: TicketsOptions;

  constructor(options: TicketsOptions) {
    this.#options = options;
  }

  /** Throws not_found for what is not the customer's, ticket_too_many, and idempotency_key_reused. */
  async file(customerId: number, language: Language, filed: NewTicket): Promise<OpenedTicket> {
    const { about, title } = filed;
    const id = await this.#once(`customer ${customerId}`, customerId, filed, async (client, key) => {
      if (about !== null && !(await store.isOwn(client, about.kind, about.id, customerId))) {
        throw new CallFailure('not_found', { field: 'about_id' });
      }
      await this.#refuseTooMany(client, customerId, true);
      const ticketId = await store.insertTicket(client, {
        kind: 'ticket',
        customerId,
        about: about?.kind ?? null,
        aboutId: about?.id ?? null,
        title,
        language,
        network: null,
        atMs: this.#options.now(),
      });
      await this.#write(client, ticketId, customerId, filed, key);
      return ticketId;
    });
    return this.detail(customerId, id);
  }

  /** Throws not_found, ticket_closed, ticket_too_many, and idempotency_key_reused. */
  async reply(customerId: number, ticketId: number, reply: Written<number>): Promise<OpenedTicket> {
    const id = await this.#once(`customer ${customerId}`, customerId, reply, async (client, key) => {
      const { state } = await this.#own(client, customerId, ticketId);
      if (state === 'closed') throw new CallFailure('ticket_closed');
      await this.#refuseTooMany(client, customerId, false);
      await this.#write(client, ticketId, customerId, reply, key);
      await store.setState(client, ticketId, 'open', this.#options.now());
      return ticketId;
    });
    return this.detail(customerId, id);
  }

  async close(customerId: number, ticketId: number): Promise<OpenedTicket> {
    const { pool, now } = this.#options;
    await inTransaction(pool, async client => {
      const { state } = await this.#own(client, customerId, ticketId);
      if (state === 'closed') throw new CallFailure('ticket_closed');
      await store.setState(client, ticketId, 'closed', now());
    });
    return this.detail(customerId, ticketId);
  }

  /** Newest first. */
  list(customerId: number, after: number | null, limit: number): Promise<Ticket[]> {
    return store.listTickets(this.#options.pool, { customerId, order: 'newest', after, limit });
  }

  async detail(customerId: number, ticketId: number): Promise<OpenedTicket> {
    const { pool } = this.#options;
    const ticket = await store.findTicket(pool, ticketId);
    if (ticket?.customerId !== customerId) throw new CallFailure('not_found', { field: 'ticket_id' });
    const messages = await store.messagesOf(pool, ticketId);
    return { ...ticket, messages: messages.filter(({ internal }) => !internal) };
  }

  async sendFeedback(writer: Writer, feedback: Feedback): Promise<void> {
    const { customerId, address } = writer;
    const mail = customerId === null && feedback.mail !== null ? emailContact(feedback.mail).target : null;
    const who = this.#nameOf(writer);
    await this.#once(who, who, feedback, async (client, key) => {
      if (customerId === null) {
        await this.#takeAllowance(client, `feedback:${networkOf(address)}`, FEEDBACK_OF_NETWORK);
        await this.#takeAllowance(client, 'feedback', FEEDBACK_OF_ALL);
      } else {
        await this.#refuseTooMany(client, customerId, true);
      }
      return this.#insertFeedback(client, writer, { ...feedback, mail }, key);
    });
  }

  /** Throws picture_too_many; limited per network and for all together. */
  async uploadPicture(address: string, file: Buffer): Promise<ClaimedPicture> {
    const { allowances, pictures } = this.#options;
    // Checked first, so that one network cannot use up the common limit.
    const isOver =
      (await allowances.take(`feedback-picture:${networkOf(address)}`, PICTURES_OF_NETWORK)) > 0 ||
      (await allowances.take('feedback-picture', PICTURES_OF_ALL)) > 0;
    if (isOver) throw new CallFailure('picture_too_many');
    return pictures.uploadClaimed(file);
  }

  /** Closes tickets answered long ago, and deletes old feedback of visitors. */
  async forgetOld(): Promise<void> {
    const { pool, pictures, now } = this.#options;
    await store.closeAnswered(pool, now() - ANSWERED_FOR_MS, now());
    await inTransaction(pool, async client => {
      const ids = await store.deleteVisitorsOld(client, now() - VISITORS_KEPT_MS);
      for (const id of ids) await pictures.release(client, usedBy(id));
    });
  }

  async #insertFeedback(
    client: pg.ClientBase,
    { customerId, address, language }: Writer,
    feedback: Feedback,
    requestKey: string,
  ): Promise<number> {
    const { pictures, vault, now } = this.#options;
    const [network] = vault.fingerprints('ticket network', networkOf(address));
    const id = await store.insertTicket(client, {
      kind: 'feedback',
      customerId,
      about: null,
      aboutId: null,
      title: titleOf(feedback.text),
      language,
      network: customerId === null ? network : null,
      atMs: now(),
    });
    if (feedback.mail !== null) await store.setMail(client, id, vault.seal(mailContext(id), feedback.mail));
    for (const one of feedback.pictures) await pictures.useClaimed(client, one, usedBy(id));
    await store.insertMessage(client, id, {
      operatorId: null,
      internal: false,
      text: feedback.text,
      pictureIds: feedback.pictures.map(({ pictureId }) => pictureId),
      requestKey,
      atMs: now(),
    });
    return id;
  }

  /** Does the work once per key, serialised for each writer; returns the ticket's id. */
  async #once(
    who: string,
    keyOwner: string | number,
    { requestKey, text }: Written<unknown>,
    work: (client: pg.ClientBase, key: string) => Promise<number>,
  ): Promise<number> {
    const key = `${keyOwner}:${requestKey}`;
    return inTransaction(this.#options.pool, async client => {
      await store.lockWriter(client, who);
      const before = await store.messageOfRequest(client, key);
      if (before === null) return work(client, key);
      if (before.text !== text) throw new CallFailure('idempotency_key_reused');
      return before.ticketId;
    });
  }

  async #write(
    client: pg.ClientBase,
    ticketId: number,
    customerId: number,
    message: Written<number>,
    requestKey: string,
  ): Promise<void> {
    const { pictures, now } = this.#options;
    const pictureIds = [...new Set(message.pictures)];
    for (const pictureId of pictureIds) {
      const wanted = { customerId, pictureId, kind: 'support' as const };
      await pictures.use(client, wanted, usedBy(ticketId), 'pictures');
    }
    await store.insertMessage(client, ticketId, {
      operatorId: null,
      internal: false,
      text: message.text,
      pictureIds,
      requestKey,
      atMs: now(),
    });
  }

  async #own(client: pg.ClientBase, customerId: number, ticketId: number): Promise<Ticket> {
    const ticket = await store.findTicket(client, ticketId, true);
    if (ticket?.customerId !== customerId) throw new CallFailure('not_found', { field: 'ticket_id' });
    return ticket;
  }

  async #refuseTooMany(client: pg.ClientBase, customerId: number, isNew: boolean): Promise<void> {
    const counts = await store.countOf(client, customerId, this.#options.now() - DAY_MS);
    if (isNew && counts.notClosed >= NOT_CLOSED) {
      throw new CallFailure('ticket_too_many', { maximum: NOT_CLOSED });
    }
    if ((isNew && counts.filed >= FILED_A_DAY) || counts.messages >= MESSAGES_A_DAY) {
      throw new CallFailure('ticket_too_many');
    }
  }

  async #takeAllowance(
    client: pg.ClientBase,
    key: string,
    allowance: Parameters<Allowances['take']>[1],
  ): Promise<void> {
    const waitMs = await this.#options.allowances.take(key, allowance, client);
    if (waitMs > 0) throw new CallFailure('ticket_too_many', { retry_after_s: Math.ceil(waitMs / 1_000) });
  }

  #nameOf({ customerId, address }: Writer): string {
    if (customerId !== null) return `customer ${customerId}`;
    const [print] = this.#options.vault.fingerprints('ticket network', networkOf(address));
    return `visitor ${print.toString('base64url')}`;
  }
}

const LONGEST_TITLE = 80;

/** Feedback has no title: its first line is used, cut to length. */
function titleOf(text: string): string {
  const [line = ''] = text.split('\n', 1);
  const characters = [...line.trim()];
  return characters.length > LONGEST_TITLE
    ? `${characters.slice(0, LONGEST_TITLE - 1).join('')}…`
    : characters.join('');
}
