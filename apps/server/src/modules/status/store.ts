import type { CallOutput, Language } from '@tallystick/protocol';
import type pg from 'pg';

export type Queries = Pick<pg.ClientBase, 'query'>;
type History = CallOutput<'GET status/history'>;
export type IncidentKind = History['incidents'][number]['kind'];
export type DayPart = History['days'][number]['part'];
export type Texts = Readonly<Record<Language, { readonly title: string; readonly body: string }>>;

export interface Incident {
  readonly id: number;
  readonly part: string;
  readonly kind: IncidentKind;
  readonly cause: string;
  readonly startedAtMs: number;
  readonly endedAtMs: number | null;
  readonly texts: Texts | null;
}

export interface Trouble {
  readonly kind: IncidentKind;
  readonly cause: string;
}

interface Row {
  id: string;
  part: string;
  kind: IncidentKind;
  cause: string;
  started_at_ms: string;
  ended_at_ms: string | null;
  texts: Texts | null;
}

/** From now on the part is in that trouble, or in none (null). What it was in before ends. */
export async function noteTrouble(
  db: Queries,
  part: string,
  trouble: Trouble | null,
  atMs: number,
): Promise<void> {
  await db.query(
    `update status_incidents set ended_at_ms = greatest(started_at_ms, $3)
      where part = $1 and ended_at_ms is null and kind is distinct from $2`,
    [part, trouble?.kind ?? null, atMs],
  );
  if (trouble === null) return;
  await db.query(
    `insert into status_incidents (part, kind, cause, started_at_ms) values ($1, $2, $3, $4)
     on conflict (part) where ended_at_ms is null and part <> 'note' do nothing`,
    [part, trouble.kind, trouble.cause, atMs],
  );
}

export async function insertOutage(db: Queries, fromMs: number, toMs: number): Promise<void> {
  await db.query(
    `insert into status_incidents (part, kind, started_at_ms, ended_at_ms) values ('exchange', 'outage', $1, $2)`,
    [fromMs, toMs],
  );
}

export async function openParts(db: Queries): Promise<string[]> {
  const { rows } = await db.query<{ part: string }>(
    `select part from status_incidents where ended_at_ms is null and part <> 'note'`,
  );
  return rows.map(({ part }) => part);
}

export async function addMinutes(
  db: Queries,
  day: string,
  part: DayPart,
  minutes: { readonly good: number; readonly bad: number },
): Promise<void> {
  await db.query(
    `insert into status_days as d (utc_day, part, good, bad) values ($1, $2, $3, $4)
     on conflict (utc_day, part) do update set good = d.good + excluded.good, bad = d.bad + excluded.bad`,
    [day, part, minutes.good, minutes.bad],
  );
}

export async function daysSince(db: Queries, day: string): Promise<History['days']> {
  const { rows } = await db.query<{ day: string; part: DayPart; good: number; bad: number }>(
    `select to_char(utc_day, 'YYYY-MM-DD') as day, part, good, bad from status_days
      where utc_day >= $1 order by utc_day, part`,
    [day],
  );
  return rows.map(row => ({ day: row.day, part: row.part, sampled: row.good + row.bad, bad: row.bad }));
}

export async function newestIncidents(db: Queries, sinceMs: number, limit: number): Promise<Incident[]> {
  const { rows } = await db.query<Row>(
    `select id, part, kind, cause, started_at_ms, ended_at_ms, texts from status_incidents
      where started_at_ms >= $1 or ended_at_ms is null order by started_at_ms desc, id desc limit $2`,
    [sinceMs, limit],
  );
  return rows.map(row => ({
    id: Number(row.id),
    part: row.part,
    kind: row.kind,
    cause: row.cause,
    startedAtMs: Number(row.started_at_ms),
    endedAtMs: row.ended_at_ms === null ? null : Number(row.ended_at_ms),
    texts: row.texts,
  }));
}

/** False if there is none of that id. */
export async function writeTexts(
  db: Queries,
  id: number,
  texts: Texts,
  operatorId: number,
): Promise<boolean> {
  const { rowCount } = await db.query(
    'update status_incidents set texts = $2, written_by = $3 where id = $1',
    [id, JSON.stringify(texts), operatorId],
  );
  return rowCount === 1;
}

export async function moveNote(
  db: Queries,
  id: number,
  startedAtMs: number,
  endedAtMs: number | null,
): Promise<void> {
  await db.query(
    `update status_incidents set started_at_ms = $2, ended_at_ms = $3 where id = $1 and part = 'note'`,
    [id, startedAtMs, endedAtMs],
  );
}

export async function insertNote(
  db: Queries,
  startedAtMs: number,
  endedAtMs: number | null,
): Promise<number> {
  const { rows } = await db.query<{ id: string }>(
    `insert into status_incidents (part, kind, started_at_ms, ended_at_ms) values ('note', 'note', $1, $2)
     returning id`,
    [startedAtMs, endedAtMs],
  );
  return Number(rows[0]?.id);
}
