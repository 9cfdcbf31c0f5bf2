import type { AlertKind } from '@tallystick/protocol/desk/alerts';
import { ALERT_ROLES } from '@tallystick/protocol/desk/alerts';
import type { DeskOutput } from '@tallystick/protocol/desk';
import { PERMISSIONS } from '@tallystick/protocol/desk/roles';
import type pg from 'pg';
import { appendToFeed } from '../../../feed/append.ts';
import { Conditions } from '../../../http/page.ts';
import type { AlertKey, Reading } from './judge.ts';

type Queries = Pick<pg.ClientBase, 'query'>;
type WireAlert = DeskOutput<'GET desk/alerts'>['items'][number];

export interface AlertRow {
  readonly id: string;
  readonly kind: AlertKind;
  readonly subject: string;
  readonly figure: string;
  readonly limit_text: string;
  readonly since_ms: string;
  readonly resolved_at_ms: string | null;
  readonly acknowledged_by_name: string | null;
  readonly acknowledged_at_ms: string | null;
}

export function wireAlert(row: AlertRow): WireAlert {
  return {
    id: Number(row.id),
    kind: row.kind,
    subject: row.subject,
    figure: row.figure,
    limit: row.limit_text,
    since_ms: Number(row.since_ms),
    resolved_at_ms: row.resolved_at_ms === null ? null : Number(row.resolved_at_ms),
    acknowledged_by: row.acknowledged_by_name,
    acknowledged_at_ms: row.acknowledged_at_ms === null ? null : Number(row.acknowledged_at_ms),
  };
}

const ALERTS = `select a.*, o.name as acknowledged_by_name
  from operator_alerts a left join operators o on o.id = a.acknowledged_by`;

/** Open or resolved alerts, newest first. */
export async function listAlerts(
  db: Queries,
  state: 'open' | 'resolved',
  beforeId: number | null,
  limit: number,
): Promise<AlertRow[]> {
  const where = new Conditions()
    .addRaw(`a.resolved_at_ms is ${state === 'open' ? 'null' : 'not null'}`)
    .addIf('a.id < ?::bigint', beforeId);
  const { rows } = await db.query<AlertRow>(
    `${ALERTS} where ${where.sql} order by a.id desc limit ${where.parameter(limit)}`,
    where.values,
  );
  return rows;
}

export async function findAlert(db: Queries, id: number): Promise<AlertRow | null> {
  const { rows } = await db.query<AlertRow>(`${ALERTS} where a.id = $1`, [id]);
  return rows[0] ?? null;
}

export async function openAlerts(db: Queries): Promise<AlertKey[]> {
  const { rows } = await db.query<AlertKey>(
    'select kind, subject from operator_alerts where resolved_at_ms is null',
  );
  return rows;
}

export async function countUnseen(db: Queries): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    'select count(*)::integer as count from operator_alerts where resolved_at_ms is null and acknowledged_at_ms is null',
  );
  return rows[0]?.count ?? 0;
}

/** Adds alert and feed event in the caller's transaction. Returns its id; null: already raised. */
export async function raiseAlert(
  db: Queries,
  { kind, subject, figure, limit }: Reading,
  atMs: number,
): Promise<string | null> {
  const { rows } = await db.query<{ id: string }>(
    `insert into operator_alerts (kind, subject, figure, limit_text, since_ms) values ($1, $2, $3, $4, $5)
     on conflict (kind, subject) where resolved_at_ms is null do nothing returning id`,
    [kind, subject, figure, limit, atMs],
  );
  const id = rows[0]?.id ?? null;
  if (id === null) return null;
  const body = { alertId: Number(id), alertKind: kind, subject, figure, limit };
  await appendToFeed(db, { kind: 'alertRaised', customerId: null, atMs, body });
  return id;
}

/** Resolves the alert and adds the feed event in the caller's transaction. Returns its id; null: already resolved. */
export async function resolveAlert(
  db: Queries,
  { kind, subject }: AlertKey,
  atMs: number,
): Promise<string | null> {
  const { rows } = await db.query<{ id: string }>(
    `update operator_alerts set resolved_at_ms = $3
      where kind = $1 and subject = $2 and resolved_at_ms is null returning id`,
    [kind, subject, atMs],
  );
  const id = rows[0]?.id ?? null;
  if (id === null) return null;
  const body = { alertId: Number(id), alertKind: kind, subject };
  await appendToFeed(db, { kind: 'alertOver', customerId: null, atMs, body });
  return id;
}

/** Alerts deleted per run; the rest wait for the next day's. */
export const FORGOTTEN_AT_ONCE = 10_000;

/** Deletes alerts resolved before, oldest first, at most this many. */
export async function forgetResolved(
  db: Queries,
  beforeMs: number,
  atMost: number = FORGOTTEN_AT_ONCE,
): Promise<void> {
  await db.query(
    `delete from operator_alerts where id in
       (select id from operator_alerts where resolved_at_ms < $1 order by resolved_at_ms limit $2)`,
    [beforeMs, atMost],
  );
}

/** False: already acknowledged or resolved. */
export async function acknowledgeAlert(
  db: Queries,
  id: number,
  operatorId: number,
  atMs: number,
): Promise<boolean> {
  const { rowCount } = await db.query(
    `update operator_alerts set acknowledged_by = $2, acknowledged_at_ms = $3
      where id = $1 and acknowledged_at_ms is null and resolved_at_ms is null`,
    [id, operatorId, atMs],
  );
  return rowCount === 1;
}

/** Null: the role's default. */
export interface AlertChoice {
  readonly mail: boolean | null;
  readonly push: boolean | null;
}

/** An operator's choices, by kind. */
export async function choicesOf(
  db: Queries,
  operatorId: number,
): Promise<ReadonlyMap<AlertKind, AlertChoice>> {
  const { rows } = await db.query<AlertChoice & { kind: AlertKind }>(
    'select kind, mail, push from operator_alert_choices where operator_id = $1',
    [operatorId],
  );
  return new Map(rows.map(({ kind, ...choice }) => [kind, choice]));
}

/** Null fields stay as they were. */
export async function choose(
  db: Queries,
  operatorId: number,
  kind: AlertKind,
  { mail, push }: AlertChoice,
): Promise<void> {
  await db.query(
    `insert into operator_alert_choices as c (operator_id, kind, mail, push) values ($1, $2, $3, $4)
     on conflict (operator_id, kind) do update
       set mail = coalesce(excluded.mail, c.mail), push = coalesce(excluded.push, c.push)`,
    [operatorId, kind, mail, push],
  );
}

/** Active operators with the right to read alerts who get this kind: by their own choice, otherwise by their role. */
const wanting = (way: keyof AlertChoice): string => `operators o
  left join operator_alert_choices c on c.operator_id = o.id and c.kind = $1
  where o.active and o.role = any ($3) and coalesce(c.${way}, o.role = any ($2))`;

const rolesFor = (kind: AlertKind) => [kind, ALERT_ROLES[kind], PERMISSIONS['alert.read']];

export async function mailboxesFor(db: Queries, kind: AlertKind): Promise<string[]> {
  const { rows } = await db.query<{ email: string }>(
    `select o.email from ${wanting('mail')} and o.email is not null order by o.id`,
    rolesFor(kind),
  );
  return rows.map(({ email }) => email);
}

/** Ids of the browsers that alerts are pushed to. */
export async function pushDevicesFor(db: Queries, kind: AlertKind): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    `select d.id from operator_push_devices d
      where d.operator_id in (select o.id from ${wanting('push')}) order by d.id`,
    rolesFor(kind),
  );
  return rows.map(({ id }) => id);
}

export async function hasMailbox(db: Queries, operatorId: number): Promise<boolean> {
  const { rows } = await db.query<{ has: boolean }>(
    'select email is not null as has from operators where id = $1',
    [operatorId],
  );
  return rows[0]?.has ?? false;
}
