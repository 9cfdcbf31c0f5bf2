import { DAY_MS } from '@tallystick/core/durations';
import type { DeskOutput } from '@tallystick/protocol/desk';
import type pg from 'pg';

interface Row {
  open: number;
  waiting: number;
  opened: number;
  closed: number;
  answer_median: number | null;
  answer_p90: number | null;
  resolution_median: number | null;
  resolution_p90: number | null;
  stars: string | null;
  rated: number;
}

/** What is open, and the service times of the day in UTC. Seconds are truncated. */
export async function readFigures(
  pool: pg.Pool,
  nowMs: number,
): Promise<DeskOutput<'GET desk/chat_figures'>> {
  const sinceMs = nowMs - (nowMs % DAY_MS);
  const { rows } = await pool.query<Row>(
    `with now_open as (select count(*)::integer as open, count(waiting_since_ms)::integer as waiting
                         from chat_cases where closed_at_ms is null),
          opened as (select count(*)::integer as opened,
              floor(percentile_cont(0.5) within group (order by first_answered_at_ms - opened_at_ms) / 1000)::float8 as answer_median,
              floor(percentile_cont(0.9) within group (order by first_answered_at_ms - opened_at_ms) / 1000)::float8 as answer_p90
            from chat_cases where opened_at_ms >= $1),
          closed as (select count(*)::integer as closed,
              floor(percentile_cont(0.5) within group (order by closed_at_ms - opened_at_ms) / 1000)::float8 as resolution_median,
              floor(percentile_cont(0.9) within group (order by closed_at_ms - opened_at_ms) / 1000)::float8 as resolution_p90,
              trunc(avg(stars), 1)::text as stars, count(stars)::integer as rated
            from chat_cases where closed_at_ms >= $1)
     select * from now_open, opened, closed`,
    [sinceMs],
  );
  const row = rows[0]!;
  return {
    open: row.open,
    waiting: row.waiting,
    opened_today: row.opened,
    closed_today: row.closed,
    first_answer: { median_s: row.answer_median, p90_s: row.answer_p90 },
    resolution: { median_s: row.resolution_median, p90_s: row.resolution_p90 },
    stars: row.stars,
    rated: row.rated,
  };
}
