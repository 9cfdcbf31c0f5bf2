import { DAY_MS } from '@tallystick/core/durations';
import type { CallOutput, CallRequest, Language, WireTicket, WireTicketDetail } from '@tallystick/protocol';
import type pg from 'pg';
import { inTransaction } from '../../database/transaction.ts';
import { CallFailure } from '../../http/call-failure.ts';
import { networkOf } from '../../http/network.ts';
import type { Vault } from '../../vault/vault.ts';
import type { Allowances } from '../account/allowances.ts';
import { emailContact } from '../account/contact.ts';
import { pageOf, readCursor } from '../../http/page.ts';
import type { Pictures } from '../pictures/service.ts';
import * as store from './store.ts';
import type { Ticket } from './store.ts';

/** Of one customer: not closed at a time, new ones a day, messages a day. */
const NOT_CLOSED = 10;
const FILED_A_DAY = 20;
const MESSAGES_A_DAY = 100;
/** Of one network without a login, and of all together, whatever their addresses: what the desk could still read. */
const FEEDBACK_OF_NETWORK = { burst: 5, everyMs: 3 * 3_600_000 };
const FEEDBACK_OF_ALL = { burst: 1_000, everyMs: 60_000 };
const PICTURES_OF_NETWORK = { burst: 16, everyMs: 3_600_000 };
const PICTURES_OF_ALL = { burst: 1_000, everyMs: 60_000 };
/** Nobody has written since: it is settled. */
const ANSWERED_FOR_MS = 14 * DAY_MS;
/** How long what visitors wrote is kept once it is closed. */
const VISITORS_KEPT_MS = 180 * DAY_MS;

export interface TicketsOptions {
  readonly pool: pg.Pool;
  readonly pictures: Pick<Pictures, 'use' | 'useClaimed' | 'uploadClaimed' | 'release'>;
  readonly vault: Pick<Vault, 'seal' | 'fingerprints'>;
  readonly allowances: Pick<Allowances, 'take'>;
  readonly now: () => number;
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

/** What customers ask the desk, and what they and visitors tell it. Answers are the desk's: see queue.ts. */
export class Tickets {
  readonly #options: TicketsOptions;

  constructor(options: TicketsOptions) {
    this.#options = options;
  }

  async file(
    customerId: number,
    language: Language,
    input: CallRequest<'POST ticket/file'>,
  ): Promise<WireTicketDetail> {
    const { about = null, about_id: aboutId = null } = input;
    if ((about === null) !== (aboutId === null)) {
      throw new CallFailure('missing_field', { field: about === null ? 'about' : 'about_id' });
    }
    const key = `${customerId}:${input.request_key}`;
    return this.#asWriter(`customer ${customerId}`, { key, text: input.text }, async client => {
      if (about !== null && aboutId !== null && !(await store.isOwn(client, about, aboutId, customerId))) {
        throw new CallFailure('not_found', { field: 'about_id' });
      }
      await this.#refuseTooMany(client, customerId, true);
      const atMs = this.#options.now();
      const { title, text } = input;
      const id = await store.insertTicket(client, {
        kind: 'ticket',
        customerId,
        about,
        aboutId,
        title,
        language,
        network: null,
        atMs,
      });
      await this.#write(client, id, customerId, { text, pictures: input.pictures, key });
      return id;
    });
  }

  async reply(customerId: number, input: CallRequest<'POST ticket/reply'>): Promise<WireTicketDetail> {
    const key = `${customerId}:${input.request_key}`;
    return this.#asWriter(`customer ${customerId}`, { key, text: input.text }, async client => {
      const { id, state } = await this.#own(client, customerId, input.ticket_id);
      if (state === 'closed') throw new CallFailure('ticket_closed');
      await this.#refuseTooMany(client, customerId, false);
      await this.#write(client, id, customerId, { text: input.text, pictures: input.pictures, key });
      await store.setState(client, id, 'open', this.#options.now());
      return id;
    });
  }

  async close(customerId: number, ticketId: number): Promise<WireTicketDetail> {
    const { pool, now } = this.#options;
    await inTransaction(pool, async client => {
      const { state } = await this.#own(client, customerId, ticketId);
      if (state === 'closed') throw new CallFailure('ticket_closed');
      await store.setState(client, ticketId, 'closed', now());
    });
    return this.detail(customerId, ticketId);
  }

  async list(
    customerId: number,
    { cursor, limit }: CallRequest<'POST ticket/list'>,
  ): Promise<CallOutput<'POST ticket/list'>> {
    const rows = await store.listTickets(this.#options.pool, {
      customerId,
      order: 'newest',
      after: readCursor(cursor, 1)?.[0] ?? null,
      limit: limit + 1,
    });
    return pageOf(rows, limit, row => String(row.id), wireTicket);
  }

  async detail(customerId: number, ticketId: number): Promise<WireTicketDetail> {
    const { pool } = this.#options;
    const ticket = await store.findTicket(pool, ticketId);
    if (ticket?.customerId !== customerId) throw new CallFailure('not_found', { field: 'ticket_id' });
    const messages = await store.messagesOf(pool, ticketId);
    return {
      ...wireTicket(ticket),
      closed_at_ms: ticket.closedAtMs,
      messages: messages
        .filter(({ internal }) => !internal)
        .map(({ operatorId, text, pictureIds, atMs }) => ({
          from: operatorId === null ? 'customer' : 'desk',
          text,
          picture_ids: [...pictureIds],
          at_ms: atMs,
        })),
    };
  }

  async sendFeedback(
    writer: Writer,
    input: CallRequest<'POST feedback/send'>,
  ): Promise<CallOutput<'POST feedback/send'>> {
    const { customerId, address, language } = writer;
    const mail =
      customerId === null && input.email !== undefined && input.email !== ''
        ? emailContact(input.email).target
        : null;
    const who = this.#nameOf(writer);
    const key = `${who}:${input.request_key}`;
    await this.#asWriter(who, { key, text: input.text }, async client => {
      if (customerId === null) {
        await this.#takeAllowance(client, `feedback:${networkOf(address)}`, FEEDBACK_OF_NETWORK);
        await this.#takeAllowance(client, 'feedback', FEEDBACK_OF_ALL);
      } else {
        await this.#refuseTooMany(client, customerId, true);
      }
      return this.#insertFeedback(client, writer, { mail, key, language, ...input });
    });
    return { received: true };
  }

  /** So many of a network, and so many of all. */
  async uploadPicture(address: string, file: Buffer): Promise<CallOutput<'POST feedback/picture'>> {
    const { allowances, pictures } = this.#options;
    // One network must not use up what all have.
    const isOver =
      (await allowances.take(`feedback-picture:${networkOf(address)}`, PICTURES_OF_NETWORK)) > 0 ||
      (await allowances.take('feedback-picture', PICTURES_OF_ALL)) > 0;
    if (isOver) throw new CallFailure('picture_too_many');
    const { pictureId, claim } = await pictures.uploadClaimed(file);
    return { picture_id: pictureId, claim };
  }

  /** Closes what was answered long ago, and forgets what visitors wrote. */
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
    { customerId, address }: Writer,
    feedback: {
      readonly text: string;
      readonly pictures?: string | undefined;
      readonly mail: string | null;
      readonly key: string;
      readonly language: Language;
    },
  ): Promise<number> {
    const { pictures, vault, now } = this.#options;
    const [network] = vault.fingerprints('ticket network', networkOf(address));
    const id = await store.insertTicket(client, {
      kind: 'feedback',
      customerId,
      about: null,
      aboutId: null,
      title: titleOf(feedback.text),
      language: feedback.language,
      network: customerId === null ? network : null,
      atMs: now(),
    });
    if (feedback.mail !== null) await store.setMail(client, id, vault.seal(mailContext(id), feedback.mail));
    const claimed = listOf(feedback.pictures).map(one => {
      const [picture = '', claim = ''] = one.split('.');
      return { pictureId: Number(picture), claim };
    });
    for (const one of claimed) await pictures.useClaimed(client, one, usedBy(id));
    await store.insertMessage(client, id, {
      operatorId: null,
      internal: false,
      text: feedback.text,
      pictureIds: claimed.map(({ pictureId }) => pictureId),
      requestKey: feedback.key,
      atMs: now(),
    });
    return id;
  }

  /** What is done once per key, one after the other for each writer; the ticket as it is then. */
  async #asWriter(
    who: string,
    message: { readonly key: string; readonly text: string },
    work: (client: pg.ClientBase) => Promise<number>,
  ): Promise<WireTicketDetail> {
    const { pool } = this.#options;
    const id = await inTransaction(pool, async client => {
      await store.lockWriter(client, who);
      const before = await store.messageOfRequest(client, message.key);
      if (before === null) return work(client);
      if (before.text !== message.text) throw new CallFailure('idempotency_key_reused');
      return before.ticketId;
    });
    const ticket = await store.findTicket(pool, id);
    if (ticket === null) throw new Error(`ticket ${id} is gone`);
    return ticket.customerId === null
      ? { ...wireTicket(ticket), messages: [], closed_at_ms: null }
      : this.detail(ticket.customerId, id);
  }

  async #write(
    client: pg.ClientBase,
    ticketId: number,
    customerId: number,
    message: { readonly text: string; readonly pictures: string | undefined; readonly key: string },
  ): Promise<void> {
    const { pictures, now } = this.#options;
    const pictureIds = [...new Set(listOf(message.pictures).map(Number))];
    for (const pictureId of pictureIds) {
      const wanted = { customerId, pictureId, kind: 'support' as const };
      await pictures.use(client, wanted, usedBy(ticketId), 'pictures');
    }
    await store.insertMessage(client, ticketId, {
      operatorId: null,
      internal: false,
      text: message.text,
      pictureIds,
      requestKey: message.key,
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

const listOf = (text: string | undefined): string[] => text?.split(',') ?? [];

const LONGEST_TITLE = 80;

/** Feedback has none of its own: its first line, as far as it fits. */
function titleOf(text: string): string {
  const [line = ''] = text.split('\n', 1);
  const characters = [...line.trim()];
  return characters.length > LONGEST_TITLE
    ? `${characters.slice(0, LONGEST_TITLE - 1).join('')}…`
    : characters.join('');
}

function wireTicket(ticket: Ticket): WireTicket {
  return {
    ticket_id: ticket.id,
    kind: ticket.kind,
    about: ticket.about,
    about_id: ticket.aboutId,
    title: ticket.title,
    state: ticket.state,
    created_at_ms: ticket.createdAtMs,
    updated_at_ms: ticket.updatedAtMs,
  };
}
