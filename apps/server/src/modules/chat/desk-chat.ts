import type { Role } from '@tallystick/protocol/desk/roles';
import type pg from 'pg';
import { inTransaction } from '../../database/transaction.ts';
import { appendToFeed } from '../../feed/append.ts';
import type { Feed } from '../../feed/feed.ts';
import { CallFailure } from '../../http/call-failure.ts';
import type { Operator } from '../../http/operator.ts';
import type { AuditLog } from '../../audit-log/audit-log.ts';
import type { ViewAudit } from '../../queue/view-audit.ts';
import * as bounds from './bounds.ts';
import * as cases from './cases.ts';
import type { ChatCase } from './cases.ts';
import type { ChatPictureBytes, ChatPictures } from './chat-pictures.ts';
import { found, sameOrRefused, type Sending, type Sent } from './customer-chat.ts';
import type { ChatHub } from './hub.ts';
import type { ChatPicture, Messages, Range } from './messages.ts';
import { insertNote, listNotes, type ChatNote } from './notes.ts';

export interface DeskChatOptions {
  readonly pool: pg.Pool;
  readonly messages: Messages;
  readonly pictures: ChatPictures;
  readonly hub: ChatHub;
  readonly feed: Pick<Feed, 'wake'>;
  readonly audit: AuditLog;
  readonly viewAudit: ViewAudit;
  readonly now: () => number;
}

/** To whom a conversation is handed over: a colleague, a role, or whoever takes it. */
export interface HandOver {
  readonly operatorId: number | null;
  readonly role: Role | null;
  readonly note: string;
}

/** The chat for the desk. */
export class DeskChat {
  readonly #options: DeskChatOptions;

  constructor(options: DeskChatOptions) {
    this.#options = options;
  }

  list(view: 'open' | 'closed', beforeId: number | null, limit: number): Promise<ChatCase[]> {
    return cases.listCases(this.#options.pool, view, beforeId, limit);
  }

  /** Throws not_found. */
  async open(caseId: number) {
    const { pool, messages } = this.#options;
    const one = await found(pool, caseId);
    const newest = await messages.list(pool, caseId, { limit: bounds.NEWEST_MESSAGES });
    return { case: one, messages: newest.items, notes: await listNotes(pool, caseId) };
  }

  async history(caseId: number, range: Range) {
    const { pool, messages } = this.#options;
    await found(pool, caseId);
    return messages.list(pool, caseId, range);
  }

  async picture(operator: Operator, caseId: number, id: number): Promise<ChatPictureBytes> {
    const { pictures, viewAudit } = this.#options;
    const picture = await pictures.readOfCase(caseId, id);
    await viewAudit.writeHourly(operator, {
      action: 'chat.picture',
      subject: `chat:${caseId}:picture:${id}`,
    });
    return picture;
  }

  /** Throws chat_closed, and chat_taken when a colleague has it. */
  async take(operator: Operator, caseId: number): Promise<ChatCase> {
    return this.#change(caseId, async (client, one) => {
      openAndFree(one, operator);
      await cases.assign(client, caseId, { operatorId: operator.id, role: null });
    });
  }

  /** Throws chat_closed, nothing_changed, and not_found for a colleague who is not there. */
  async handOver(operator: Operator, caseId: number, { note, ...to }: HandOver): Promise<ChatCase> {
    const notes: ChatNote[] = [];
    return this.#change(
      caseId,
      async (client, one) => {
        if (one.closedAtMs !== null) throw new CallFailure('chat_closed');
        if (one.operatorId === to.operatorId && one.role === to.role)
          throw new CallFailure('nothing_changed');
        if (to.operatorId !== null) await colleague(client, to.operatorId);
        await cases.assign(client, one.id, to);
        if (note !== '') notes.push(await this.#note(client, operator, one.id, note));
        await this.#record(client, operator, 'chat.hand_over', one, { ...to, note });
      },
      notes,
    );
  }

  /** Stores an answer once: see `CustomerChat.send`. Throws chat_closed and chat_taken. */
  async send(operator: Operator, caseId: number, sending: Sending): Promise<Sent> {
    const { pool, hub, feed } = this.#options;
    const sent = await inTransaction(pool, client => this.#answer(client, operator, caseId, sending));
    if (sent.fresh) {
      hub.tell(sent.case, { messages: [sent.message] });
      feed.wake();
    }
    return sent;
  }

  /** A picture for an answer of this operator's. Throws as `ChatPictures.upload`. */
  upload(operator: Operator, file: Buffer): Promise<ChatPicture> {
    return this.#options.pictures.upload({ operatorId: operator.id }, file, operator.address);
  }

  async note(operator: Operator, caseId: number, text: string): Promise<ChatNote> {
    const { pool, hub } = this.#options;
    const [one, note] = await inTransaction(pool, async client => {
      const existing = await found(client, caseId);
      return [existing, await this.#note(client, operator, caseId, text)] as const;
    });
    hub.tell(one, { notes: [note] });
    return note;
  }

  async read(caseId: number, seq: number): Promise<ChatCase> {
    return this.#change(caseId, client => cases.setDeskRead(client, caseId, seq));
  }

  /** Throws chat_closed. */
  async close(operator: Operator, caseId: number): Promise<ChatCase> {
    const { now } = this.#options;
    return this.#change(caseId, async (client, one) => {
      if (one.closedAtMs !== null) throw new CallFailure('chat_closed');
      await cases.closeCase(client, caseId, 'operator', now());
      await this.#record(client, operator, 'chat.close', one, null);
    });
  }

  async colleagues(): Promise<{ id: number; name: string; role: Role }[]> {
    const { rows } = await this.#options.pool.query<{ id: number; name: string; role: Role }>(
      'select id, name, role from operators where active order by name',
    );
    return rows;
  }

  /** Signals the customer that an operator is typing. */
  async typing(caseId: number): Promise<void> {
    const one = await cases.findCase(this.#options.pool, caseId);
    if (one === null || one.closedAtMs !== null) return;
    if (one.customerId !== null) {
      this.#options.hub.tellTyping(caseId, { customerId: one.customerId, visitorHash: null });
    } else if (one.visitorHash !== null) {
      this.#options.hub.tellTyping(caseId, { customerId: null, visitorHash: one.visitorHash });
    }
  }

  /** Closes answered conversations after a long silence. */
  async closeSilent(): Promise<void> {
    const { pool, now } = this.#options;
    const sinceMs = now() - bounds.SILENT_MS;
    for (const id of await cases.silentCases(pool, sinceMs)) {
      await this.#change(id, async (client, one) => {
        // Somebody may have written since the list was read.
        if (one.waitingSinceMs === null && one.lastAtMs < sinceMs) {
          await cases.closeCase(client, id, 'silence', now());
        }
      });
    }
  }

  async #answer(client: cases.Queries, operator: Operator, caseId: number, sending: Sending): Promise<Sent> {
    const { messages, pictures, now } = this.#options;
    const one = await found(client, caseId, true);
    const known = await messages.findSent(client, one.id, 'operator', sending.clientId);
    if (known !== null) {
      sameOrRefused(known, sending);
      return { case: one, message: known, fresh: false };
    }
    openAndFree(one, operator);
    if (sending.pictureId !== undefined) {
      await pictures.use(client, { operatorId: operator.id }, sending.pictureId, one.id);
    }
    const atMs = now();
    const message = await messages.add(client, one, {
      side: 'operator',
      operatorId: operator.id,
      clientId: sending.clientId,
      text: sending.text,
      pictureId: sending.pictureId ?? null,
      atMs,
    });
    if (one.customerId !== null) {
      await appendToFeed(client, {
        kind: 'chatAnswered',
        customerId: one.customerId,
        atMs,
        body: { caseId: one.id, seq: message.seq },
      });
    }
    return { case: await found(client, one.id), message, fresh: true };
  }

  #note(client: cases.Queries, operator: Operator, caseId: number, text: string): Promise<ChatNote> {
    return insertNote(client, { caseId, operator, text, atMs: this.#options.now() });
  }

  #record(
    client: pg.ClientBase | cases.Queries,
    operator: Operator,
    action: string,
    one: ChatCase,
    after: unknown,
  ): Promise<void> {
    const before = { operatorId: one.operatorId, role: one.role };
    return this.#options.audit.write(client as pg.ClientBase, operator, {
      action,
      subject: `chat:${one.id}`,
      before,
      after,
    });
  }

  async #change(
    caseId: number,
    change: (client: cases.Queries, one: ChatCase) => Promise<void>,
    notes: readonly ChatNote[] = [],
  ): Promise<ChatCase> {
    const { pool, hub } = this.#options;
    const [before, after] = await inTransaction(pool, async client => {
      const one = await found(client, caseId, true);
      await change(client, one);
      return [one, await found(client, caseId)] as const;
    });
    if (after.revision !== before.revision) hub.tell(after, { notes });
    return after;
  }
}

function openAndFree(one: ChatCase, operator: Operator): void {
  if (one.closedAtMs !== null) throw new CallFailure('chat_closed');
  if (one.operatorId !== null && one.operatorId !== operator.id) throw new CallFailure('chat_taken');
}

async function colleague(client: cases.Queries, id: number): Promise<void> {
  const { rowCount } = await client.query('select 1 from operators where id = $1 and active', [id]);
  if (rowCount !== 1) throw new CallFailure('not_found', { field: 'operator_id' });
}
