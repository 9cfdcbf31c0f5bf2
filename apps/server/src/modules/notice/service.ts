import type { Language, PushTopic } from '@tallystick/protocol';
import type pg from 'pg';
import { CallFailure } from '../../http/call-failure.ts';

export interface Notice {
  readonly id: number;
  readonly kind: 'announcement' | 'message';
  readonly title: string;
  readonly summary: string;
  readonly paragraphs: string[];
  readonly publishedAtMs: number;
  readonly unread: boolean;
  readonly topic: PushTopic | null;
  readonly route: string | null;
  /** The newly listed currency; null if the notice is about something else. */
  readonly listing: {
    readonly currency: string;
    readonly marketId: number;
    readonly symbol: string;
    /** A UTC day; null: not known. */
    readonly issuedOn: string | null;
    readonly listedAtMs: number;
  } | null;
}

/** Columns of a notice `n`, with its new listing `l` if it has one. Times and ids stay exact in float8. */
const COLUMNS = `n.id::float8 as id, n.kind, n.published_at_ms::float8 as "publishedAtMs", n.topic, n.route,
  case when l.notice_id is not null then json_build_object('currency', l.currency, 'marketId', l.market_id,
    'symbol', l.symbol, 'issuedOn', l.issued_on, 'listedAtMs', l.listed_at_ms) end as listing`;
const LISTING = 'left join notice_listings l on l.notice_id = n.id';

interface NoticeFilter {
  readonly topic?: PushTopic | undefined;
  readonly before?: readonly [atMs: number, id: number] | null;
  readonly limit: number;
}

/** Numbers of unread notices: in total, and by topic. */
interface Unread {
  readonly unread: number;
  readonly byTopic: Partial<Record<PushTopic, number>>;
}

/** Counting stops here: a higher number is of no use to the reader. */
const UNREAD_COUNTED = 100;

/** Whether notice n is unread by customer $1 at time $2. Notices from before the account was opened never are. */
const UNREAD = `(n.published_at_ms <= $2
  and n.published_at_ms >= (select created_at_ms from customers where id = $1)
  and not exists (select from notice_reads r where r.customer_id = $1 and r.notice_id = n.id))`;

/** A moment in the history of notices. */
export interface NoticePosition {
  readonly atMs: number;
  /** The highest id at that time. */
  readonly id: number;
}

const COMMITTED_WITHIN_MS = 10_000;

export interface PublishedNotice {
  readonly id: number;
  /** Null: for everyone. */
  readonly customerId: number | null;
  /** By language. */
  readonly texts: ReadonlyMap<string, Notice>;
}

/** Announcements, and messages to the customer, in the reader's language; English where a text is missing. */
export class NoticeService {
  readonly #pool: pg.Pool;
  readonly #now: () => number;

  constructor(pool: pg.Pool, now: () => number) {
    this.#pool = pool;
    this.#now = now;
  }

  /** Newest first. */
  list(customerId: number | null, language: Language, filter: NoticeFilter): Promise<Notice[]> {
    const { topic, before, limit } = filter;
    return this.#read(
      customerId,
      language,
      `($4::bigint is null or (n.published_at_ms, n.id) < ($4::bigint, $5::bigint))
        and ($6::text is null or n.topic = $6)`,
      [before?.[0] ?? null, before?.[1] ?? null, topic ?? null],
      limit,
    );
  }

  /** Marks the notice as read if a customer asks. Throws not_found. */
  async detail(customerId: number | null, language: Language, id: number): Promise<Notice> {
    const [notice] = await this.#read(customerId, language, 'n.id = $4', [id], 1);
    if (notice === undefined) throw new CallFailure('not_found', { field: 'id' });
    if (customerId !== null && notice.unread) {
      await this.#pool.query('insert into notice_reads values ($1, $2) on conflict do nothing', [
        customerId,
        id,
      ]);
    }
    return { ...notice, unread: false };
  }

  /** Marks everything published so far as read, of one topic or all. Notices published meanwhile stay unread. */
  async readAll(customerId: number, topic: PushTopic | undefined): Promise<void> {
    await this.#pool.query(
      `insert into notice_reads
       select $1, n.id from notices n where (n.customer_id = $1 or n.customer_id is null) and ${UNREAD}
          and ($3::text is null or n.topic = $3)
       on conflict do nothing`,
      [customerId, this.#now(), topic ?? null],
    );
  }

  /** Each up to `UNREAD_COUNTED`; none for visitors. */
  async unread(customerId: number | null): Promise<Unread> {
    if (customerId === null) return { unread: 0, byTopic: {} };
    // Two queries, because one with "or" could not use the index on customer and time.
    const of = (whose: string): string =>
      `(select topic from notices n where n.customer_id ${whose} and ${UNREAD}
         order by n.published_at_ms desc limit ${UNREAD_COUNTED})`;
    const { rows } = await this.#pool.query<{ topic: PushTopic | null; unread: number }>(
      `select topic, least(count(*), ${UNREAD_COUNTED})::integer as unread
         from (${of('= $1')} union all ${of('is null')}) as unread_notices group by topic`,
      [customerId, this.#now()],
    );
    return {
      unread: Math.min(
        UNREAD_COUNTED,
        rows.reduce((sum, { unread }) => sum + unread, 0),
      ),
      byTopic: Object.fromEntries(
        rows.flatMap(({ topic, unread }) => (topic === null ? [] : [[topic, unread]])),
      ),
    };
  }

  /** The end of the notices published so far, from which `publishedSince` continues. */
  async position(): Promise<NoticePosition> {
    const atMs = this.#now();
    const { rows } = await this.#pool.query<{ id: string | null }>('select max(id) as id from notices');
    return { atMs, id: Number(rows[0]?.id ?? 0) };
  }

  /**
   * Notices published since that position: written later, or written before for a time that has come. Those published
   * shortly before it are included again, because they may have been committed later.
   */
  async publishedSince(position: NoticePosition): Promise<PublishedNotice[]> {
    const { rows } = await this.#pool.query<Notice & { customer_id: number | null; language: string }>(
      `select ${COLUMNS}, n.customer_id, t.language, t.title, t.summary, t.paragraphs, true as unread
         from notices n join notice_texts t on t.notice_id = n.id ${LISTING}
        where n.published_at_ms <= $1 and (n.published_at_ms > $2 or n.id > $3)
        order by n.published_at_ms desc, n.id desc`,
      [this.#now(), position.atMs - COMMITTED_WITHIN_MS, position.id],
    );
    const notices = new Map<number, PublishedNotice & { readonly texts: Map<string, Notice> }>();
    for (const row of rows) {
      let notice = notices.get(row.id);
      if (notice === undefined) {
        notices.set(row.id, (notice = { id: row.id, customerId: row.customer_id, texts: new Map() }));
      }
      notice.texts.set(row.language, row);
    }
    return [...notices.values()];
  }

  async #read(
    customerId: number | null,
    language: Language,
    condition: string,
    values: readonly unknown[],
    limit: number,
  ): Promise<Notice[]> {
    const { rows } = await this.#pool.query<Notice>(
      `select ${COLUMNS}, t.title, t.summary, t.paragraphs, coalesce(${UNREAD}, false) as unread
         from notices n ${LISTING}
         join lateral (select * from notice_texts where notice_id = n.id and language in ($3, 'en')
                        order by language = $3 desc limit 1) t on true
        where (n.customer_id is null or n.customer_id = $1) and n.published_at_ms <= $2 and ${condition}
        order by n.published_at_ms desc, n.id desc limit ${limit}`,
      [customerId, this.#now(), language, ...values],
    );
    return rows;
  }
}
