import type { Partition, RangeTable } from '../../database/partitions/partition.ts';
import { isEmpty, isLeftOver, partitionsOf } from '../../database/partitions/partition.ts';
import type { Queries } from '../../database/rows.ts';

/** Times by the exchange's clock. */
export interface TimedPartition extends Partition {
  /** When its first row was seen; null: it had none. */
  readonly beganAtMs: number | null;
  /** When there were rows after it: all of its own are older. Null: it still grows. */
  readonly endedAtMs: number | null;
}

/**
 * Notes which partitions have rows by now, and which have come to their end, `ended` among them; returns all in their order.
 * Ids rise with time, so no time has to be read from rows, of which there may be fifty million.
 */
export async function noteTimes(
  db: Queries,
  { name: table }: RangeTable,
  nowMs: number,
  ended?: Partition,
): Promise<TimedPartition[]> {
  const parts = await partitionsOf(db, table);
  const filled: boolean[] = [];
  for (const { name } of parts) filled.push(!(await isEmpty(db, name)));
  const last = filled.lastIndexOf(true);
  const known = await knownTimes(db, parts);
  const timed = parts.map((part, i): TimedPartition => {
    // What is left of older partitions has no time of its own.
    if (isLeftOver(table, part)) return { ...part, beganAtMs: 0, endedAtMs: 0 };
    const { beganAtMs = null, endedAtMs = null } = known.get(part.name) ?? {};
    const isOver = i < last || part.name === ended?.name;
    return {
      ...part,
      beganAtMs: beganAtMs ?? (filled[i]! || isOver ? nowMs : null),
      endedAtMs: endedAtMs ?? (isOver ? nowMs : null),
    };
  });
  const noted = timed.filter(({ beganAtMs }) => beganAtMs !== null);
  await db.query(
    `insert into partition_times (partition, began_at_ms, ended_at_ms)
     select * from unnest($1::text[], $2::bigint[], $3::bigint[])
     on conflict (partition) do update set ended_at_ms = excluded.ended_at_ms
       where partition_times.ended_at_ms is null and excluded.ended_at_ms is not null`,
    [noted.map(({ name }) => name), noted.map(one => one.beganAtMs), noted.map(one => one.endedAtMs)],
  );
  return timed;
}

export async function forgetTimes(db: Queries, parts: readonly Partition[]): Promise<void> {
  await db.query('delete from partition_times where partition = any ($1)', [parts.map(({ name }) => name)]);
}

async function knownTimes(
  db: Queries,
  parts: readonly Partition[],
): Promise<ReadonlyMap<string, Pick<TimedPartition, 'beganAtMs' | 'endedAtMs'>>> {
  const { rows } = await db.query<{ partition: string; began_at_ms: string; ended_at_ms: string | null }>(
    'select * from partition_times where partition = any ($1)',
    [parts.map(({ name }) => name)],
  );
  return new Map(
    rows.map(row => [
      row.partition,
      {
        beganAtMs: Number(row.began_at_ms),
        endedAtMs: row.ended_at_ms === null ? null : Number(row.ended_at_ms),
      },
    ]),
  );
}
