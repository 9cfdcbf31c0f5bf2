import type { Language } from '@tallystick/protocol';
import type { INCIDENT_KINDS, STATUS_PARTS } from '@tallystick/protocol/calls/status';
import { insertRow, type Queries } from '../../database/rows.ts';

export type { Queries };
type IncidentKind = (typeof INCIDENT_KINDS)[number];
export type DayPart = (typeof STATUS_PARTS)[number];
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

/** A part's sampled minutes on a day. */
export interface Day {
  /** UTC, `2026-11-23`. */
  readonly day: string;
  readonly part: DayPart;
  /** Minutes that were sampled, and how many of them were bad. */
  readonly sampled: number;
  readonly bad: number;
}

/** Begins the part's incident, or none (null), and ends an incident of another kind. */
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
  const outage = { part: 'exchange', kind: 'outage', startedAtMs: fromMs, endedAtMs: toMs };
  await insertRow(db, 'status_incidents', outage);
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

export async function daysSince(db: Queries, day: string): Promise<Day[]> {
  const { rows } = await db.query<Day>(
    `select to_char(utc_day, 'YYYY-MM-DD') as day, part, good + bad as sampled, bad from status_days
      where utc_day >= $1 order by utc_day, part`,
    [day],
  );
  return rows;
}

/** Times and ids stay exact in float8. */
export async function newestIncidents(db: Queries, sinceMs: number, limit: number): Promise<Incident[]> {
  const { rows } = await db.query<Incident>(
    `select id::float8 as id, part, kind, cause, started_at_ms::float8 as "startedAtMs",
        ended_at_ms::float8 as "endedAtMs", texts from status_incidents
      where started_at_ms >= $1 or ended_at_ms is null order by started_at_ms desc, id desc limit $2`,
    [sinceMs, limit],
  );
  return rows;
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
  const note = { part: 'note', kind: 'note', startedAtMs, endedAtMs };
  const { id } = await insertRow<{ id: number }>(db, 'status_incidents', note, 'id::float8 as id');
  return id;
}
