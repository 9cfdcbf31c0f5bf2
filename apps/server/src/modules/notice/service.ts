import type { CallOutput, Language, WireNotice } from '@tallystick/protocol';
import type pg from 'pg';
import { CallFailure } from '../../http/call-failure.ts';
import { pageOf, readCursor } from '../page.ts';

interface Row {
  id: string;
  kind: WireNotice['kind'];
  published_at_ms: string;
  title: string;
  summary: string;
  paragraphs: string[];
  unread: boolean;
}

/** Counting goes no further: beyond it the number says nothing. */
const UNREAD_COUNTED = 100;

/** Whether customer $1 has yet to read notice n, $2 being now. Nobody has to catch up on what was before them. */
const UNREAD = `(n.published_at_ms <= $2
  and n.published_at_ms >= (select created_at_ms from customers where id = $1)
  and not exists (select from notice_reads r where r.customer_id = $1 and r.notice_id = n.id))`;

/** A moment in the history of notices. */
export interface NoticePosition {
  readonly atMs: number;
  /** The newest written by then. */
  readonly id: number;
}

const COMMITTED_WITHIN_MS = 10_000;

export interface PublishedNotice {
  readonly id: number;
  /** Null: for everyone. */
  readonly customerId: number | null;
  /** By language. */
  readonly texts: ReadonlyMap<string, WireNotice>;
}

/** Announcements, and messages to the customer, in the reader's language; English where a text is missing. */
export class NoticeService {
  readonly #pool: pg.Pool;
  readonly #now: () => number;

  constructor(pool: pg.Pool, now: () => number) {
    this.#pool = pool;
    this.#now = now;
  }

  async list(
    customerId: number | null,
    language: Language,
    cursor: string | undefined,
    limit: number,
  ): Promise<CallOutput<'POST news/list'>> {
    const before = readCursor(cursor, 2);
    const rows = await this.#read(
      customerId,
      language,
      '($4::bigint is null or (n.published_at_ms, n.id) < ($4::bigint, $5::bigint))',
      [before?.[0] ?? null, before?.[1] ?? null],
      limit + 1,
    );
    const page = pageOf(rows, limit, row => `${row.published_at_ms}.${row.id}`, wireNotice);
    return { ...page, unread: await this.#countUnread(customerId) };
  }

  async detail(
    customerId: number | null,
    language: Language,
    id: number,
  ): Promise<CallOutput<'POST news/detail'>> {
    const [row] = await this.#read(customerId, language, 'n.id = $4', [id], 1);
    if (row === undefined) throw new CallFailure('not_found', { field: 'id' });
    if (customerId !== null && row.unread) {
      await this.#pool.query('insert into notice_reads values ($1, $2) on conflict do nothing', [
        customerId,
        id,
      ]);
    }
    return { ...wireNotice(row), unread: false, paragraphs: row.paragraphs };
  }

  /** Marks what is published by now; what comes while this runs stays unread. */
  async readAll(customerId: number): Promise<CallOutput<'POST news/read'>> {
    await this.#pool.query(
      `insert into notice_reads
       select $1, n.id from notices n where (n.customer_id = $1 or n.customer_id is null) and ${UNREAD}
       on conflict do nothing`,
      [customerId, this.#now()],
    );
    return { unread: await this.#countUnread(customerId) };
  }

  /** Up to `UNREAD_COUNTED`. */
  async #countUnread(customerId: number | null): Promise<number> {
    if (customerId === null) return 0;
    // Two questions for the index on customer and time, which one with "or" could not use.
    const of = (whose: string): string =>
      `(select from notices n where n.customer_id ${whose} and ${UNREAD} limit ${UNREAD_COUNTED})`;
    const { rows } = await this.#pool.query<{ unread: string }>(
      `select least(count(*), ${UNREAD_COUNTED}) as unread
         from (${of('= $1')} union all ${of('is null')}) as unread_notices`,
      [customerId, this.#now()],
    );
    return Number(rows[0]?.unread ?? 0);
  }

  /** Where the notices published so far end: the position to ask for newer ones from. */
  async position(): Promise<NoticePosition> {
    const atMs = this.#now();
    const { rows } = await this.#pool.query<{ id: string | null }>('select max(id) as id from notices');
    return { atMs, id: Number(rows[0]?.id ?? 0) };
  }

  /**
   * What has been published since: written later, or written before with a time that has come. What was published
   * shortly before comes again, as it may have been committed after.
   */
  async publishedSince(position: NoticePosition): Promise<PublishedNotice[]> {
    const { rows } = await this.#pool.query<Row & { customer_id: number | null; language: string }>(
      `select n.id, n.kind, n.customer_id, n.published_at_ms, t.language, t.title, t.summary, t.paragraphs,
              true as unread
         from notices n join notice_texts t on t.notice_id = n.id
        where n.published_at_ms <= $1 and (n.published_at_ms > $2 or n.id > $3)
        order by n.published_at_ms desc, n.id desc`,
      [this.#now(), position.atMs - COMMITTED_WITHIN_MS, position.id],
    );
    const notices = new Map<string, PublishedNotice & { readonly texts: Map<string, WireNotice> }>();
    for (const row of rows) {
      let notice = notices.get(row.id);
      if (notice === undefined) {
        notices.set(row.id, (notice = { id: Number(row.id), customerId: row.customer_id, texts: new Map() }));
      }
      notice.texts.set(row.language, wireNotice(row));
    }
    return [...notices.values()];
  }

  async #read(
    customerId: number | null,
    language: Language,
    condition: string,
    values: readonly unknown[],
    limit: number,
  ): Promise<Row[]> {
    const { rows } = await this.#pool.query<Row>(
      `select n.id, n.kind, n.published_at_ms, t.title, t.summary, t.paragraphs,
              coalesce(${UNREAD}, false) as unread
         from notices n
         join lateral (select * from notice_texts where notice_id = n.id and language in ($3, 'en')
                        order by language = $3 desc limit 1) t on true
        where (n.customer_id is null or n.customer_id = $1) and n.published_at_ms <= $2 and ${condition}
        order by n.published_at_ms desc, n.id desc limit ${limit}`,
      [customerId, this.#now(), language, ...values],
    );
    return rows;
  }
}

function wireNotice(row: Row): WireNotice {
  return {
    id: Number(row.id),
    kind: row.kind,
    title: row.title,
    summary: row.summary,
    published_at_ms: Number(row.published_at_ms),
    unread: row.unread,
  };
}
