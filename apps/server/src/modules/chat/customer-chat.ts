import { DAY_MS } from '@tallystick/core/durations';
import type { Language } from '@tallystick/protocol';
import type pg from 'pg';
import { inTransaction } from '../../database/transaction.ts';
import { CallFailure } from '../../http/call-failure.ts';
import { networkOf } from '../../http/network.ts';
import type { Vault } from '../../vault/vault.ts';
import type { Allowances } from '../account/allowances.ts';
import type { PlatformSettings } from '../../settings/platform-settings.ts';
import { adoptCases } from './adopt.ts';
import * as bounds from './bounds.ts';
import * as cases from './cases.ts';
import type { ChatCase } from './cases.ts';
import type { ChatPictureBytes, ChatPictures } from './chat-pictures.ts';
import { openingAt, type Opening } from './hours.ts';
import type { ChatHub } from './hub.ts';
import type { ChatMessage, ChatPicture, Messages, Range } from './messages.ts';
import { visitorHashOf, type Owner } from './owner.ts';

export interface CustomerChatOptions {
  readonly pool: pg.Pool;
  readonly vault: Pick<Vault, 'fingerprints'>;
  readonly allowances: Pick<Allowances, 'take'>;
  readonly settings: Pick<PlatformSettings, 'get'>;
  readonly messages: Messages;
  readonly pictures: ChatPictures;
  readonly hub: ChatHub;
  readonly now: () => number;
}

/** A message to send. */
export interface Sending {
  /** Chosen by the sender: sent again with the same id, it is the same message. */
  readonly clientId: string;
  readonly text: string;
  readonly pictureId: number | undefined;
}

export interface ChatState {
  readonly externalUrl: string | null;
  readonly opening: Opening;
  /** The newest conversation; null: there is none. */
  readonly newest: ChatCase | null;
  /** Its newest messages. */
  readonly messages: readonly ChatMessage[];
}

/** Network address and language of who writes. */
export interface Writer {
  readonly address: string;
  readonly language: Language;
}

/** The chat for customers and visitors. */
export class CustomerChat {
  readonly #options: CustomerChatOptions;

  constructor(options: CustomerChatOptions) {
    this.#options = options;
  }

  /** The external address that replaces the chat; null if there is none. */
  externalUrl(): string | null {
    const { external_chat_url: url } = this.#options.settings.get('support');
    return url === '' ? null : url;
  }

  async state(owner: Owner | null): Promise<ChatState> {
    const { pool, messages, settings, now } = this.#options;
    const { chat_hours: hours, chat_time_zone: zone } = settings.get('support');
    const newest = owner === null ? null : await cases.newestCase(pool, owner);
    const range = { limit: bounds.NEWEST_MESSAGES };
    return {
      externalUrl: this.externalUrl(),
      opening: openingAt(hours, zone, now()),
      newest,
      messages: newest === null ? [] : (await messages.list(pool, newest.id, range)).items,
    };
  }

  async unread(owner: Owner | null): Promise<number> {
    if (owner === null) return 0;
    return (await cases.newestCase(this.#options.pool, owner))?.customerUnread ?? 0;
  }

  /** Throws not_found, also for others’ conversations. */
  async list(owner: Owner, caseId: number, range: Range) {
    const { pool, messages } = this.#options;
    const own = owned(owner, await cases.findCase(pool, caseId));
    return { case: own, ...(await messages.list(pool, own.id, range)) };
  }

  /**
   * Stores a message once: sent again with its `clientId`, the stored message is returned, also after the conversation has
   * ended. Throws chat_elsewhere, rate_limited, chat_too_many, picture_unknown, and idempotency_key_reused when
   * another message has that id.
   */
  async send(owner: Owner, sending: Sending, writer: Writer): Promise<Sent> {
    if (this.externalUrl() !== null) throw new CallFailure('chat_elsewhere');
    const { pool, hub } = this.#options;
    const sent = await inTransaction(pool, async client => {
      const known = await this.#sentBefore(client, owner, sending);
      return known ?? this.#add(client, owner, sending, writer);
    });
    if (sent.fresh) hub.tell(sent.case, { messages: [sent.message] });
    return sent;
  }

  async read(owner: Owner, caseId: number, seq: number): Promise<ChatCase> {
    return this.#change(owner, caseId, client => cases.setCustomerRead(client, caseId, seq));
  }

  async close(owner: Owner, caseId: number): Promise<ChatCase> {
    const { now } = this.#options;
    return this.#change(owner, caseId, client => cases.closeCase(client, caseId, 'customer', now()));
  }

  /** Throws chat_not_closed. */
  async rate(owner: Owner, caseId: number, stars: number, text: string): Promise<ChatCase> {
    return this.#change(owner, caseId, (client, own) => {
      if (own.closedAtMs === null) throw new CallFailure('chat_not_closed');
      return cases.rateCase(client, caseId, stars, text);
    });
  }

  /** Moves the visitor's conversations of this browser to the customer who has logged in; returns how many. */
  async adopt(customerId: number, visitor: string): Promise<number> {
    const { pool, hub, now } = this.#options;
    const changed = await inTransaction(pool, async client => {
      const ids = await adoptCases(client, visitorHashOf(visitor), customerId, now());
      return Promise.all(ids.map(id => found(client, id)));
    });
    for (const one of changed) hub.tell(one);
    return changed.length;
  }

  upload(owner: Owner, file: Buffer, address: string): Promise<ChatPicture> {
    return this.#options.pictures.upload(owner, file, address);
  }

  picture(owner: Owner, id: number): Promise<ChatPictureBytes> {
    return this.#options.pictures.readOwn(owner, id);
  }

  /** Signals the desk that somebody is typing in an open conversation. */
  async typing(owner: Owner): Promise<void> {
    const { pool, hub } = this.#options;
    const newest = await cases.newestCase(pool, owner);
    if (newest !== null && newest.closedAtMs === null) hub.tellTyping(newest.id, 'desk');
  }

  async #sentBefore(client: cases.Queries, owner: Owner, sending: Sending): Promise<Sent | null> {
    const newest = await cases.newestCase(client, owner);
    if (newest === null) return null;
    return this.#findSent(client, newest, sending);
  }

  async #findSent(client: cases.Queries, one: ChatCase, sending: Sending): Promise<Sent | null> {
    const message = await this.#options.messages.findSent(client, one.id, 'customer', sending.clientId);
    if (message === null) return null;
    sameOrRefused(message, sending);
    return { case: one, message, fresh: false };
  }

  async #add(client: cases.Queries, owner: Owner, sending: Sending, writer: Writer): Promise<Sent> {
    const { messages, pictures, now } = this.#options;
    const open = (await cases.lockOpenCase(client, owner)) ?? (await this.#open(client, owner, writer));
    // Two of the same at once: the second has waited for the row and finds the first.
    const known = await this.#findSent(client, open, sending);
    if (known !== null) return known;
    await this.#admit(client, open, writer);
    if (sending.pictureId !== undefined) await pictures.use(client, owner, sending.pictureId, open.id);
    const message = await messages.add(client, open, {
      side: 'customer',
      operatorId: null,
      clientId: sending.clientId,
      text: sending.text,
      pictureId: sending.pictureId ?? null,
      atMs: now(),
    });
    return { case: await found(client, open.id), message, fresh: true };
  }

  async #open(client: cases.Queries, owner: Owner, writer: Writer): Promise<ChatCase> {
    const { vault, now } = this.#options;
    const { address, language } = writer;
    const networkPrint =
      owner.customerId === null ? vault.fingerprints('chat network', networkOf(address))[0] : null;
    // Before the insert: its foreign key would wait for `adoptCases`, which would wait for the inserted row.
    if (owner.customerId !== null) await cases.holdCustomer(client, owner.customerId);
    const atMs = now();
    const counts = await cases.countCases(client, owner, networkPrint, atMs - DAY_MS);
    if (counts.own >= bounds.CASES_PER_DAY || counts.networkOpen >= bounds.VISITOR_CASES_OPEN) {
      throw new CallFailure('chat_too_many');
    }
    if (owner.customerId === null) await this.#takeVisitorCase(client, address);
    await cases.insertCase(client, { owner, networkPrint, language, atMs });
    // The one just inserted, or one that another page of the same owner has opened a moment earlier.
    const open = await cases.lockOpenCase(client, owner);
    if (open === null) throw new CallFailure('busy');
    return open;
  }

  /** Counts for the visitor's network also after the conversation has moved to a customer. */
  async #takeVisitorCase(client: cases.Queries, address: string): Promise<void> {
    const { allowances } = this.#options;
    const key = `chat-cases:${networkOf(address)}`;
    const isOver =
      (await allowances.take(key, bounds.VISITOR_CASES_OF_NETWORK, client)) > 0 ||
      (await allowances.take('chat-cases', bounds.VISITOR_CASES_OF_ALL, client)) > 0;
    if (isOver) throw new CallFailure('chat_too_many');
  }

  async #admit(client: cases.Queries, open: ChatCase, { address }: Writer): Promise<void> {
    const { messages, allowances, now } = this.#options;
    if (open.lastSeq >= bounds.MESSAGES_PER_CASE) throw new CallFailure('chat_too_many');
    const { count, withinMs } = bounds.MESSAGES_PER_MINUTE;
    // Looks at twice as many, because answers stand in between.
    const newest = await messages.countSince(client, open.id, 'customer', now() - withinMs, 2 * count);
    if (newest >= count) throw new CallFailure('rate_limited', { retry_after_s: withinMs / 1000 });
    if (open.customerId !== null) return;
    const key = `chat-messages:${networkOf(address)}`;
    const waitMs = await allowances.take(key, bounds.VISITOR_MESSAGES_OF_NETWORK, client);
    if (waitMs > 0) throw new CallFailure('rate_limited', { retry_after_s: Math.ceil(waitMs / 1000) });
  }

  async #change(
    owner: Owner,
    caseId: number,
    change: (client: cases.Queries, own: ChatCase) => Promise<void>,
  ): Promise<ChatCase> {
    const { pool, hub } = this.#options;
    const [before, after] = await inTransaction(pool, async client => {
      const own = owned(owner, await cases.findCase(client, caseId, true));
      await change(client, own);
      return [own, await found(client, caseId)] as const;
    });
    if (after.revision !== before.revision) hub.tell(after);
    return after;
  }
}

/** A stored message and its conversation. */
export interface Sent {
  readonly case: ChatCase;
  readonly message: ChatMessage;
  /** False: it was stored before. */
  readonly fresh: boolean;
}

function owned(owner: Owner, one: ChatCase | null): ChatCase {
  const isOwn =
    owner.customerId === null
      ? one?.visitorHash?.equals(owner.visitorHash) === true
      : one?.customerId === owner.customerId;
  if (one === null || !isOwn) throw new CallFailure('not_found', { field: 'case_id' });
  return one;
}

/** Throws not_found. */
export async function found(client: cases.Queries, id: number, lock = false): Promise<ChatCase> {
  const one = await cases.findCase(client, id, lock);
  if (one === null) throw new CallFailure('not_found', { field: 'case_id' });
  return one;
}

/** Throws idempotency_key_reused. */
export function sameOrRefused(message: ChatMessage, { text, pictureId }: Sending): void {
  if (message.text !== text || message.picture?.id !== pictureId) {
    throw new CallFailure('idempotency_key_reused', { field: 'client_id' });
  }
}
