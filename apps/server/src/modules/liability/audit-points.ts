import type pg from 'pg';
import type { Queries } from '../../database/rows.ts';

/** A moment of the journal as of which liabilities, reserves and books are proven. */
export interface AuditPoint {
  /** From 1, without gaps. */
  readonly number: number;
  /** The exchange as it was after this entry of the journal, which ends a row. */
  readonly sequence: number;
  /** The entry's own time. */
  readonly atMs: number;
  readonly chosenAtMs: number;
  /** Number of its record `liabilities` in the public log; null until the trees are made. */
  readonly record: number | null;
}

/** A point whose liabilities stand in the public log. */
export type RecordedPoint = AuditPoint & { readonly record: number };

/** What a point's record says of one currency. Minor units. */
export interface LiabilityTotal {
  readonly currencyId: number;
  readonly code: string;
  readonly decimals: number;
  /** Hash of the tree's root; null: nobody holds any. */
  readonly root: Buffer | null;
  /** What is owed to all customers without the house's own accounts, ≥ 0. */
  readonly totalMinor: bigint;
  readonly leaves: number;
  /** Of the house's own customer accounts (market makers), which are not in the tree. */
  readonly houseMinor: bigint;
  /** Seen on the chain and not booked yet, so not owed by the ledger. */
  readonly pendingDepositsMinor: bigint;
  /** Results of open positions at the mark; null: a contract has none. */
  readonly unrealisedMinor: bigint | null;
  /** What customers owe after reversed deposits; not taken off anybody's balance. */
  readonly owedByCustomersMinor: bigint;
}

type Database = Pick<pg.ClientBase, 'query'> | Pick<pg.Pool, 'query'>;

interface PointRow {
  readonly number: string;
  readonly sequence: string;
  readonly at_ms: string;
  readonly chosen_at_ms: string;
  readonly public_record: string | null;
}

/** The newest point whose liabilities are in the public log; null before the first. */
export async function newestRecordedPoint(db: Database): Promise<RecordedPoint | null> {
  const { rows } = await db.query<PointRow>(
    'select * from audit_points where public_record is not null order by number desc limit 1',
  );
  return rows.map(pointOf).find(isRecorded) ?? null;
}

/** Recorded points with larger numbers, oldest first; at most `limit`. */
export async function recordedPointsAfter(
  db: Database,
  number: number,
  limit: number,
): Promise<RecordedPoint[]> {
  const { rows } = await db.query<PointRow>(
    'select * from audit_points where number > $1 and public_record is not null order by number limit $2',
    [number, limit],
  );
  return rows.map(pointOf).filter(isRecorded);
}

/** Null: there is no such point, or its liabilities are not recorded yet. */
export async function recordedPoint(db: Database, number: number): Promise<RecordedPoint | null> {
  const { rows } = await db.query<PointRow>('select * from audit_points where number = $1', [number]);
  return rows.map(pointOf).find(isRecorded) ?? null;
}

/** What the point's record says, by currency id. */
export async function liabilityTotals(db: Database, point: number): Promise<LiabilityTotal[]> {
  const { rows } = await db.query<{
    currency_id: number;
    code: string;
    decimals: number;
    root: Buffer | null;
    total_minor: string;
    leaves: number;
    house_minor: string;
    pending_deposits_minor: string;
    unrealised_minor: string | null;
    owed_by_customers_minor: string;
  }>('select * from liability_totals where point = $1 order by currency_id', [point]);
  return rows.map(row => ({
    currencyId: row.currency_id,
    code: row.code,
    decimals: row.decimals,
    root: row.root,
    totalMinor: BigInt(row.total_minor),
    leaves: row.leaves,
    houseMinor: BigInt(row.house_minor),
    pendingDepositsMinor: BigInt(row.pending_deposits_minor),
    unrealisedMinor: row.unrealised_minor === null ? null : BigInt(row.unrealised_minor),
    owedByCustomersMinor: BigInt(row.owed_by_customers_minor),
  }));
}

/** The point chosen last, whether its trees are made or not; null before the first. */
export async function newestPoint(db: Database): Promise<AuditPoint | null> {
  const { rows } = await db.query<PointRow>('select * from audit_points order by number desc limit 1');
  return rows.map(pointOf)[0] ?? null;
}

function pointOf(row: PointRow): AuditPoint {
  return {
    number: Number(row.number),
    sequence: Number(row.sequence),
    atMs: Number(row.at_ms),
    chosenAtMs: Number(row.chosen_at_ms),
    record: row.public_record === null ? null : Number(row.public_record),
  };
}

function isRecorded(point: AuditPoint): point is RecordedPoint {
  return point.record !== null;
}

/** Keeps what is owed in a currency at a point. */
export async function insertTotal(db: Queries, point: number, total: LiabilityTotal): Promise<void> {
  await db.query(
    `insert into liability_totals (point, currency_id, code, decimals, root, total_minor, leaves, house_minor,
       pending_deposits_minor, unrealised_minor, owed_by_customers_minor)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    [
      point,
      total.currencyId,
      total.code,
      total.decimals,
      total.root,
      total.totalMinor,
      total.leaves,
      total.houseMinor,
      total.pendingDepositsMinor,
      total.unrealisedMinor,
      total.owedByCustomersMinor,
    ],
  );
}
