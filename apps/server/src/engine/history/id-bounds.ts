import type { Reads } from '../../database/reads.ts';

/** Ids from `first` on, below `end`. */
export interface IdRange {
  readonly first: number;
  readonly end: number;
}

/** Rows whose ids and times rise together, because the exchange's clock never goes back. */
export interface TimedRows {
  readonly id: string;
  readonly time: string;
  /** `trades where true`: more conditions are added. */
  readonly source: string;
  /** Of its parameters. */
  readonly values?: readonly unknown[];
}

/** A period in milliseconds; where it has no beginning or end, it begins with the first row or ends with the last. */
export interface Period {
  readonly fromMs?: number | undefined;
  readonly toMs?: number | undefined;
}

/**
 * The ids of rows in a period. The database halves the range of ids some thirty times, each time by one look into the
 * key, instead of an index by time that every trade would have to update; the caller's own query then reads by id.
 */
export async function idsOf(db: Reads, rows: TimedRows, { fromMs, toMs }: Period): Promise<IdRange> {
  const { id, time, source, values = [] } = rows;
  const [from, to] = [`$${values.length + 1}::bigint`, `$${values.length + 2}::bigint`];
  const { rows: found } = await db.query<{ bound: 'first' | 'end'; low: string }>(
    `with recursive newest as (
       select coalesce((select ${id} from ${source} order by ${id} desc limit 1), 0) + 1 as after
     ), halved as (
       select bound, at_ms, case when at_ms is null and bound = 'end' then after else 1 end as low,
         case when at_ms is null and bound = 'first' then 1 else after end as high
         from newest, (values ('first', ${from}), ('end', ${to})) as asked (bound, at_ms)
       union all
       select bound, h.at_ms, case when is_later then low else probe.id + 1 end,
         case when is_later then low + (high - low) / 2 else high end
         from halved h
         left join lateral (
           select ${id} as id, ${time} as at_ms from ${source} and ${id} >= low + (high - low) / 2 order by ${id} limit 1
         ) as probe on true
         cross join lateral (
           select probe.id is null or probe.id >= high or probe.at_ms >= h.at_ms as is_later
         ) as compared
        where low < high
     )
     select bound, low from halved where low >= high`,
    [...values, fromMs ?? null, toMs ?? null],
  );
  const low = (bound: string): number => Number(found.find(row => row.bound === bound)!.low);
  return { first: low('first'), end: low('end') };
}

export function isTimed({ fromMs, toMs }: Period): boolean {
  return fromMs !== undefined || toMs !== undefined;
}

/** Of one owner, the only parameter of the source; null if the period has neither beginning nor end. */
export async function idsWithin(
  db: Reads,
  rows: Omit<TimedRows, 'values'>,
  ownerId: number,
  period: Period,
): Promise<IdRange | null> {
  return isTimed(period) ? idsOf(db, { ...rows, values: [ownerId] }, period) : null;
}
