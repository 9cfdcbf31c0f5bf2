import type { ReadonlyExchange } from '@tallystick/core';
import { DAY_MS, HOUR_MS } from '@tallystick/core/durations';
import { canonicalJson } from '@tallystick/verify/public-log/canonical';
import { createHash } from 'node:crypto';
import type pg from 'pg';
import type { Reads } from '../../database/reads.ts';
import { CallFailure } from '../../http/call-failure.ts';
import type { Clock } from '../../timekeeping/clock.ts';
import { figuresOf, type MonthFigures } from './figures.ts';
import { monthNamed, monthOfDay, type Month } from './months.ts';
import { firstDay, lockPosition, readPosition } from './turnovers.ts';

/** A closed month. */
export interface Period {
  readonly month: string;
  readonly figures: MonthFigures;
  /** Of the frozen figures, in hex. Names the month before by its own. */
  readonly hash: string;
  readonly closedBy: string;
  readonly closedAtMs: number;
}

export interface PeriodOptions {
  readonly exchange: Pick<ReadonlyExchange, 'markets' | 'market' | 'lastPostingId'>;
  readonly now: () => number;
  readonly clock: Pick<Clock, 'stop'>;
}

/** So long after its end a month stays open: what was under way at midnight belongs to it. */
const OPEN_AFTER_MS = HOUR_MS;

interface PeriodRow {
  readonly month: string;
  readonly figures: string;
  readonly hash: Buffer;
  readonly closer: string;
  readonly closed_at_ms: string;
}

const SELECT = `select p.month, p.figures, p.hash, o.name as closer, p.closed_at_ms
  from company_periods p join operators o on o.id = p.closed_by`;

/** Closing months: a closed month's figures are frozen, chained by hash. What is corrected later stands in the next. */
export class Periods {
  readonly #options: PeriodOptions;

  constructor(options: PeriodOptions) {
    this.#options = options;
  }

  async find(db: Reads, month: string): Promise<Period | null> {
    return (await this.#read(db, 'where p.month = $1', [month]))[0] ?? null;
  }

  /** Oldest first. */
  all(db: Reads): Promise<Period[]> {
    return this.#read(db, 'order by p.until_day', []);
  }

  /**
   * What would be frozen. Only the oldest open month can be closed, an hour after its end, once it is counted to its end,
   * and while nothing contradicts the clock.
   *
   * @throws CallFailure month_not_closable, clock_stopped
   */
  async prepare(db: Reads, name: string): Promise<{ readonly text: string; readonly hash: string }> {
    const { exchange, now, clock } = this.#options;
    if (clock.stop() !== null) throw new CallFailure('clock_stopped');
    const month = monthNamed(name);
    const last = exchange.lastPostingId;
    const position = await readPosition(db);
    const endMs = month.untilDay * DAY_MS;
    const isCounted = position.atMs >= endMs || position.postingId >= last;
    const next = await this.#nextMonth(db);
    if (now() < endMs + OPEN_AFTER_MS || !isCounted || next?.name !== name) {
      throw new CallFailure('month_not_closable', { field: 'month' });
    }
    const before = (await this.all(db)).at(-1)?.hash ?? null;
    const figures = await figuresOf(db, exchange, month, now());
    const text = canonicalJson({ previous: before, ...figures });
    return { text, hash: sha256(text) };
  }

  async close(
    db: Pick<pg.ClientBase, 'query'>,
    name: string,
    decision: { readonly proposalId: number; readonly operatorId: number },
  ): Promise<void> {
    // Nothing is counted meanwhile: whatever is counted later goes to days that are open.
    await lockPosition(db);
    const { text, hash } = await this.prepare(db, name);
    await db.query(
      `insert into company_periods (month, until_day, figures, hash, proposal_id, closed_by, closed_at_ms)
       values ($1, $2, $3, decode($4, 'hex'), $5, $6, $7)`,
      [
        name,
        monthNamed(name).untilDay,
        text,
        hash,
        decision.proposalId,
        decision.operatorId,
        this.#options.now(),
      ],
    );
  }

  /** Whether what is counted still gives what was frozen, and the chain of hashes is whole up to this month. */
  async agrees(db: Reads, period: Period): Promise<boolean> {
    const months = await this.all(db);
    const place = months.findIndex(({ month }) => month === period.month);
    const previous = months[place - 1]?.hash ?? null;
    const { exchange, now } = this.#options;
    const counted = await figuresOf(db, exchange, monthNamed(period.month), now());
    return previousOf(period) === previous && withoutValues(counted) === withoutValues(period.figures);
  }

  /** The month after the last closed one, or the first with postings; null without any. */
  async #nextMonth(db: Reads): Promise<Month | null> {
    const { rows } = await db.query<{ until_day: number | null }>(
      'select max(until_day) as until_day from company_periods',
    );
    const day = rows[0]?.until_day ?? (await firstDay(db));
    return day === null ? null : monthOfDay(day);
  }

  async #read(db: Reads, rest: string, values: readonly unknown[]): Promise<Period[]> {
    const { rows } = await db.query<PeriodRow>(`${SELECT} ${rest}`, [...values]);
    return rows.map(row => ({
      month: row.month,
      figures: JSON.parse(row.figures) as MonthFigures,
      hash: row.hash.toString('hex'),
      closedBy: row.closer,
      closedAtMs: Number(row.closed_at_ms),
    }));
  }
}

function previousOf({ figures }: Period): string | null {
  return (figures as MonthFigures & { readonly previous: string | null }).previous;
}

/** Values by candles are left out: prices of the past may be kept for a time only. */
function withoutValues({ month, postings, accounts, result }: MonthFigures): string {
  const amounts = result.map(({ day, account, currency, amount }) => ({ day, account, currency, amount }));
  return canonicalJson({ month, postings, accounts, result: amounts });
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
