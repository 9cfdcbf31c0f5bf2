import { countRows, insertRow } from '../../database/rows.ts';
import type { Vault } from '../../vault/vault.ts';
import type { ChatCase, Queries } from './cases.ts';

export type Side = 'customer' | 'operator';

export interface ChatPicture {
  readonly id: number;
  readonly width: number;
  readonly height: number;
}

export interface ChatMessage {
  readonly caseId: number;
  readonly seq: number;
  readonly side: Side;
  readonly operatorName: string | null;
  readonly clientId: string;
  readonly text: string;
  readonly picture: ChatPicture | null;
  readonly atMs: number;
}

export interface NewMessage {
  readonly side: Side;
  readonly operatorId: number | null;
  readonly clientId: string;
  readonly text: string;
  readonly pictureId: number | null;
  readonly atMs: number;
}

type Row = Omit<ChatMessage, 'text'> & { readonly sealed: Buffer };

const SELECT = `select m.case_id::float8 as "caseId", m.seq, m.side, o.name as "operatorName",
    m.client_id as "clientId", m.sealed, m.at_ms::float8 as "atMs",
    case when p.id is not null then json_build_object('id', p.id, 'width', p.width, 'height', p.height) end as picture
  from chat_messages m left join operators o on o.id = m.operator_id left join chat_pictures p on p.id = m.picture_id`;

export interface Range {
  readonly beforeSeq?: number | undefined;
  readonly afterSeq?: number | undefined;
  readonly limit: number;
}

/** Messages of conversations. Texts are sealed, because they often contain personal data. */
export class Messages {
  readonly #vault: Vault;

  constructor(vault: Vault) {
    this.#vault = vault;
  }

  /** Oldest first: those after `afterSeq`, or the newest before `beforeSeq`. `more`: there are further ones. */
  async list(db: Queries, caseId: number, range: Range): Promise<{ items: ChatMessage[]; more: boolean }> {
    const forward = range.afterSeq !== undefined;
    const { rows } = await db.query<Row>(
      `${SELECT} where m.case_id = $1 and m.seq > $2 and ($3::integer is null or m.seq < $3)
        order by m.seq ${forward ? 'asc' : 'desc'} limit $4`,
      [caseId, range.afterSeq ?? 0, range.beforeSeq ?? null, range.limit + 1],
    );
    const more = rows.length > range.limit;
    const items = rows.slice(0, range.limit).map(row => this.#fromRow(row));
    return { items: forward ? items : items.toReversed(), more };
  }

  /** The message stored under the sender's id for it. */
  async findSent(db: Queries, caseId: number, side: Side, clientId: string): Promise<ChatMessage | null> {
    const { rows } = await db.query<Row>(
      `${SELECT} where m.case_id = $1 and m.side = $2 and m.client_id = $3`,
      [caseId, side, clientId],
    );
    return rows[0] === undefined ? null : this.#fromRow(rows[0]);
  }

  /** Messages of one side since then, among the newest `among` of both. */
  async countSince(db: Queries, caseId: number, side: Side, sinceMs: number, among: number): Promise<number> {
    const newest = `(select side, at_ms from chat_messages where case_id = $1 order by seq desc limit $4) newest`;
    return countRows(db, `${newest} where side = $2 and at_ms > $3`, [caseId, side, sinceMs, among]);
  }

  /** Appends a message to a case that the transaction has locked, and updates the case. */
  async add(db: Queries, locked: ChatCase, message: NewMessage): Promise<ChatMessage> {
    const seq = locked.lastSeq + 1;
    const { text, ...row } = message;
    const sealed = this.#vault.seal(contextOf(locked.id, seq), text);
    await insertRow(db, 'chat_messages', { ...row, caseId: locked.id, seq, sealed });
    await db.query(message.side === 'customer' ? ASKED : ANSWERED, [
      locked.id,
      seq,
      message.atMs,
      ...(message.side === 'customer' ? [] : [message.operatorId]),
    ]);
    const { items } = await this.list(db, locked.id, { afterSeq: seq - 1, limit: 1 });
    return items[0]!;
  }

  #fromRow({ sealed, ...row }: Row): ChatMessage {
    return { ...row, text: this.#vault.openText(contextOf(row.caseId, row.seq), sealed) };
  }
}

export const contextOf = (caseId: number, seq: number): string => `chat:${caseId}:${seq}`;

/** A customer's message also marks all earlier ones as read. */
const ASKED = `update chat_cases set revision = revision + 1, last_seq = $2, last_at_ms = $3,
    waiting_since_ms = coalesce(waiting_since_ms, $3), desk_unread = desk_unread + 1,
    customer_read_seq = $2, customer_unread = 0
  where id = $1`;
/** An operator's answer also marks all earlier messages as read, and takes a conversation that nobody has. */
const ANSWERED = `update chat_cases set revision = revision + 1, last_seq = $2, last_at_ms = $3, waiting_since_ms = null,
    first_answered_at_ms = coalesce(first_answered_at_ms, $3), customer_unread = customer_unread + 1,
    desk_read_seq = $2, desk_unread = 0, operator_id = coalesce(operator_id, $4), role = null
  where id = $1`;
