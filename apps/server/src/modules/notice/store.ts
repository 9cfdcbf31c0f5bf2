import type { DeskOutput, DeskRequest } from '@tallystick/protocol/desk';
import { LANGUAGES } from '@tallystick/protocol';
import type pg from 'pg';
import { pageOf, readCursor } from '../../http/page.ts';

type Queries = Pick<pg.ClientBase, 'query'>;
type WireNotice = DeskOutput<'GET desk/notices'>['items'][number];
export type NoticeTexts = WireNotice['texts'];
type Listing = NonNullable<WireNotice['listing']>;

interface Row {
  readonly id: string;
  readonly published_at_ms: string;
  readonly texts: NoticeTexts;
  readonly listing: Listing | null;
}

interface EditableNotice {
  readonly publishedAtMs: number;
  readonly texts: NoticeTexts;
  readonly listing: Listing | null;
}

/** Announcements only, never messages to single customers. One without texts was removed. */
const SELECT = `select n.id, n.published_at_ms,
    (select json_object_agg(t.language, json_build_object('title', t.title, 'summary', t.summary,
       'paragraphs', t.paragraphs)) from notice_texts t where t.notice_id = n.id) as texts,
    (select json_build_object('market_id', l.market_id, 'issued_on', l.issued_on, 'listed_at_ms', l.listed_at_ms)
       from notice_listings l where l.notice_id = n.id) as listing
  from notices n
 where n.kind = 'announcement' and n.customer_id is null
   and exists (select from notice_texts t where t.notice_id = n.id)`;

export async function listNotices(
  db: Queries,
  input: DeskRequest<'GET desk/notices'>,
  nowMs: number,
): Promise<DeskOutput<'GET desk/notices'>> {
  const before = readCursor(input.cursor, 2);
  const { rows } = await db.query<Row>(
    `${SELECT} and ($1::bigint is null or (n.published_at_ms, n.id) < ($1::bigint, $2::bigint))
      order by n.published_at_ms desc, n.id desc limit $3`,
    [before?.[0] ?? null, before?.[1] ?? null, input.limit + 1],
  );
  return pageOf(
    rows,
    input.limit,
    row => `${row.published_at_ms}.${row.id}`,
    row => ({
      id: Number(row.id),
      published_at_ms: Number(row.published_at_ms),
      scheduled: Number(row.published_at_ms) > nowMs,
      texts: row.texts,
      listing: row.listing,
    }),
  );
}

/** Locks the row until the transaction ends. */
export async function readNotice(db: Queries, id: number): Promise<EditableNotice | null> {
  const { rows } = await db.query<Row>(`${SELECT} and n.id = $1 for update of n`, [id]);
  const [row] = rows;
  return row === undefined
    ? null
    : { publishedAtMs: Number(row.published_at_ms), texts: row.texts, listing: row.listing };
}

/** The row stays, because the next start would seed a deleted notice again. */
export async function removeNotice(db: Queries, id: number): Promise<void> {
  await db.query('delete from notice_texts where notice_id = $1', [id]);
}

/** Adds an announcement (id null) or replaces its texts. Returns its id. */
export async function writeNotice(
  db: Queries,
  id: number | null,
  publishedAtMs: number,
  texts: NoticeTexts,
): Promise<number> {
  const { rows } =
    id === null
      ? await db.query<{ id: string }>(
          `insert into notices (kind, published_at_ms, topic) values ('announcement', $1, 'news') returning id`,
          [publishedAtMs],
        )
      : await db.query<{ id: string }>('update notices set published_at_ms = $2 where id = $1 returning id', [
          id,
          publishedAtMs,
        ]);
  const noticeId = rows[0]?.id;
  if (noticeId === undefined) throw new Error(`notice ${id} is gone`);
  await removeNotice(db, Number(noticeId));
  for (const language of LANGUAGES) {
    const text = texts[language];
    if (text === undefined) continue;
    await db.query(
      `insert into notice_texts (notice_id, language, title, summary, paragraphs) values ($1, $2, $3, $4, $5)`,
      [noticeId, language, text.title, text.summary, text.paragraphs],
    );
  }
  return Number(noticeId);
}

/** Sets the notice's new listing and the page it opens; null removes both. */
export async function writeListing(
  db: Queries,
  noticeId: number,
  listing: (Listing & { readonly currency: string; readonly symbol: string }) | null,
): Promise<void> {
  const route = listing === null ? null : `/pages/trade/index?market=${listing.market_id}`;
  await db.query('update notices set route = $2 where id = $1', [noticeId, route]);
  await db.query('delete from notice_listings where notice_id = $1', [noticeId]);
  if (listing === null) return;
  await db.query(
    `insert into notice_listings (notice_id, currency, market_id, symbol, issued_on, listed_at_ms)
     values ($1, $2, $3, $4, $5, $6)`,
    [noticeId, listing.currency, listing.market_id, listing.symbol, listing.issued_on, listing.listed_at_ms],
  );
}
