import { DAY_MS } from '@tallystick/core/durations';
import type pg from 'pg';

export interface ChatFigures {
  readonly open: number;
  readonly waiting: number;
  readonly openedToday: number;
  readonly closedToday: number;
  readonly firstAnswer: ServiceTime;
  readonly resolution: ServiceTime;
  readonly stars: string | null;
  readonly rated: number;
}

/** In seconds, truncated; null: nothing to measure. */
interface ServiceTime {
  readonly median: number | null;
  readonly p90: number | null;
}

/** What is open, and the service times of the day in UTC. */
export async function readFigures(pool: pg.Pool, nowMs: number): Promise<ChatFigures> {
  const sinceMs = nowMs - (nowMs % DAY_MS);
  const { rows } = await pool.query<ChatFigures>(
    `with now_open as (select count(*)::integer as open, count(waiting_since_ms)::integer as waiting
                         from chat_cases where closed_at_ms is null),
          opened as (select count(*)::integer as "openedToday",
              ${serviceTime('first_answered_at_ms')} as "firstAnswer"
            from chat_cases where opened_at_ms >= $1),
          closed as (select count(*)::integer as "closedToday", ${serviceTime('closed_at_ms')} as resolution,
              trunc(avg(stars), 1)::text as stars, count(stars)::integer as rated
            from chat_cases where closed_at_ms >= $1)
     select * from now_open, opened, closed`,
    [sinceMs],
  );
  return rows[0]!;
}

/** Time from the beginning of a conversation to the column's. */
function serviceTime(column: string): string {
  const percentile = (share: number) =>
    `floor(percentile_cont(${share}) within group (order by ${column} - opened_at_ms) / 1000)`;
  return `json_build_object('median', ${percentile(0.5)}, 'p90', ${percentile(0.9)})`;
}
