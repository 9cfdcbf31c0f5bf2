import { DAY_MS } from '@tallystick/core/durations';
import type { Language } from '@tallystick/protocol';
import type pg from 'pg';
import type { ArticleText } from './read-article.ts';

type Queries = Pick<pg.ClientBase, 'query'>;

/** Reads and votes are counted over so many days. */
const COUNTED_DAYS = 30;

/** Null where the version has none: back to what was shipped. */
type Words = { readonly [Part in keyof ArticleText]: string | null };

function textOf({ title, summary, body }: Words): ArticleText | null {
  return title === null || summary === null || body === null ? null : { title, summary, body };
}

/** The newest words of each article in the language; without a text: back to what was shipped. */
export async function newestEdits(
  db: Queries,
  language: Language,
): Promise<ReadonlyMap<string, { readonly text: ArticleText | null; readonly atMs: number }>> {
  const { rows } = await db.query<Words & { slug: string; atMs: number }>(
    `select distinct on (slug) slug, title, summary, body, at_ms::float8 as "atMs" from help_article_versions
      where language = $1 order by slug, version desc`,
    [language],
  );
  return new Map(rows.map(row => [row.slug, { text: textOf(row), atMs: row.atMs }]));
}

/** The newest words of one article by language, of those that were ever changed. */
export async function editsOf(db: Queries, slug: string): Promise<ReadonlyMap<Language, ArticleText | null>> {
  const { rows } = await db.query<Words & { language: Language }>(
    `select distinct on (language) language, title, summary, body from help_article_versions
      where slug = $1 order by language, version desc`,
    [slug],
  );
  return new Map(rows.map(row => [row.language, textOf(row)]));
}

/** Every version of one article, newest first; at most 200. */
export async function versionsOf(db: Queries, slug: string) {
  const { rows } = await db.query<
    Words & { language: Language; version: number; madeBy: string; confirmedBy: string; atMs: number }
  >(
    `select v.language, v.version, v.title, v.summary, v.body, m.name as "madeBy", c.name as "confirmedBy",
            v.at_ms::float8 as "atMs"
       from help_article_versions v
       join desk_proposals p on p.id = v.proposal_id
       join operators m on m.id = p.made_by
       join operators c on c.id = v.confirmed_by
      where v.slug = $1 order by v.at_ms desc, v.language limit 200`,
    [slug],
  );
  return rows.map(({ title, summary, body, ...row }) => ({ ...row, text: textOf({ title, summary, body }) }));
}

/** Null: back to what was shipped. */
export async function insertVersion(
  db: Queries,
  version: {
    readonly slug: string;
    readonly language: Language;
    readonly text: ArticleText | null;
    readonly proposalId: number;
    readonly confirmedBy: number;
    readonly atMs: number;
  },
): Promise<void> {
  const { slug, language, text, proposalId, confirmedBy, atMs } = version;
  await db.query(
    `insert into help_article_versions (slug, language, version, title, summary, body, proposal_id, confirmed_by, at_ms)
     select $1, $2, 1 + coalesce((select max(version) from help_article_versions where slug = $1 and language = $2), 0),
            $3, $4, $5, $6, $7, $8`,
    [
      slug,
      language,
      text?.title ?? null,
      text?.summary ?? null,
      text?.body ?? null,
      proposalId,
      confirmedBy,
      atMs,
    ],
  );
}

export async function countRead(db: Queries, slug: string, atMs: number): Promise<void> {
  await db.query(
    `insert into help_reads as r (slug, day, reads) values ($1, $2, 1)
     on conflict (slug, day) do update set reads = r.reads + 1`,
    [slug, Math.floor(atMs / DAY_MS)],
  );
}

/** Of the last 30 days, the most first. */
export async function readsBySlug(db: Queries, nowMs: number): Promise<ReadonlyMap<string, number>> {
  const { rows } = await db.query<{ slug: string; reads: string }>(
    'select slug, sum(reads) as reads from help_reads where day > $1 group by slug order by sum(reads) desc, slug',
    [Math.floor(nowMs / DAY_MS) - COUNTED_DAYS],
  );
  return new Map(rows.map(row => [row.slug, Number(row.reads)]));
}

export async function writeVote(
  db: Queries,
  vote: { readonly slug: string; readonly voter: Buffer; readonly useful: boolean; readonly atMs: number },
): Promise<void> {
  await db.query(
    `insert into help_votes (slug, voter, useful, at_ms) values ($1, $2, $3, $4)
     on conflict (slug, voter) do update set useful = excluded.useful, at_ms = excluded.at_ms`,
    [vote.slug, vote.voter, vote.useful, vote.atMs],
  );
}

/** Null: nothing yet. */
export async function findVote(
  db: Queries,
  slug: string,
  voters: readonly Buffer[],
): Promise<boolean | null> {
  const { rows } = await db.query<{ useful: boolean }>(
    'select useful from help_votes where slug = $1 and voter = any($2) order by at_ms desc limit 1',
    [slug, voters],
  );
  return rows[0]?.useful ?? null;
}

export async function votesBySlug(
  db: Queries,
  nowMs: number,
): Promise<ReadonlyMap<string, { readonly useful: number; readonly not: number }>> {
  const { rows } = await db.query<{ slug: string; useful: number; total: number }>(
    `select slug, count(*) filter (where useful)::integer as useful, count(*)::integer as total
       from help_votes where at_ms > $1 group by slug`,
    [nowMs - COUNTED_DAYS * DAY_MS],
  );
  return new Map(rows.map(row => [row.slug, { useful: row.useful, not: row.total - row.useful }]));
}

/** Deletes reads and votes older than a year. */
export async function forgetCounts(db: Queries, nowMs: number): Promise<void> {
  await db.query('delete from help_reads where day < $1', [Math.floor(nowMs / DAY_MS) - 365]);
  await db.query('delete from help_votes where at_ms < $1', [nowMs - 365 * DAY_MS]);
}
