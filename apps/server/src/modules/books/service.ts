import type { ReadonlyExchange } from '@tallystick/core';
import { DAY_MS } from '@tallystick/core/durations';
import type pg from 'pg';
import { CallFailure } from '../../http/call-failure.ts';
import type { MarketUnitsTable } from '../market/units.ts';
import { readCurrencies } from './currencies.ts';
import { EXPORT_HEAD, exportPage, type ExportPage } from './export.ts';
import { figuresOf, type MonthFigures } from './figures.ts';
import { monthNamed, monthsBetween } from './months.ts';
import type { Period, Periods } from './periods.ts';
import { firstDay, postingsOf, readPosition } from './turnovers.ts';

export interface BooksServiceOptions {
  readonly pool: pg.Pool;
  readonly exchange: Pick<ReadonlyExchange, 'markets' | 'market' | 'lastPostingId'>;
  readonly units: MarketUnitsTable;
  readonly periods: Periods;
  readonly now: () => number;
}

/** One month of the books. */
export interface Overview {
  readonly month: string;
  /** Newest first. */
  readonly months: readonly { readonly name: string; readonly isClosed: boolean }[];
  readonly countedToMs: number;
  /** Postings not counted yet. */
  readonly behind: number;
  readonly closed: (Period & { readonly agrees: boolean }) | null;
  readonly figures: MonthFigures;
}

/** Reads the company's books for the desk. A closed month is told as it was frozen. */
export class BooksService {
  readonly #options: BooksServiceOptions;
  readonly currencyOf = (id: number) => this.#options.units.currency(id);

  constructor(options: BooksServiceOptions) {
    this.#options = options;
  }

  /** The newest month, or the one asked for. @throws CallFailure not_found for one of which the books know nothing */
  async overview(asked: string | undefined): Promise<Overview> {
    const { pool, periods, exchange } = this.#options;
    const position = await readPosition(pool);
    const closed = await periods.all(pool);
    const months = await this.#months();
    const month = asked ?? months[0]!;
    if (!months.includes(month)) throw new CallFailure('not_found', { field: 'month' });
    const period = closed.find(one => one.month === month) ?? null;
    return {
      month,
      months: months.map(name => ({ name, isClosed: closed.some(one => one.month === name) })),
      countedToMs: position.atMs,
      behind: Math.max(0, exchange.lastPostingId - position.postingId),
      closed: period === null ? null : { ...period, agrees: await periods.agrees(pool, period) },
      figures: period?.figures ?? (await this.#counted(month)),
    };
  }

  /** Of a closed month, as they were frozen. @throws CallFailure not_found */
  async figures(month: string): Promise<MonthFigures> {
    const { pool, periods } = this.#options;
    if (!(await this.#months()).includes(month)) throw new CallFailure('not_found', { field: 'month' });
    return (await periods.find(pool, month))?.figures ?? this.#counted(month);
  }

  /** A page of the month's ledger. @throws CallFailure not_found; BooksBroken */
  async export(
    name: string,
    after: number | undefined,
  ): Promise<ExportPage & { readonly isComplete: boolean }> {
    const { pool, now } = this.#options;
    const { fromDay, untilDay } = monthNamed(name);
    const position = await readPosition(pool);
    const days = await postingsOf(pool, fromDay, untilDay);
    if (days === null) throw new CallFailure('not_found', { field: 'month' });
    const page = await exportPage(pool, await readCurrencies(pool), days, after ?? null);
    return {
      ...page,
      csv: after === undefined ? EXPORT_HEAD + page.csv : page.csv,
      isComplete: Math.min(position.atMs, now()) >= untilDay * DAY_MS,
    };
  }

  #counted(month: string): Promise<MonthFigures> {
    const { pool, exchange, now } = this.#options;
    return figuresOf(pool, exchange, monthNamed(month), now());
  }

  /** From now back to the first posting; newest first. */
  async #months(): Promise<readonly string[]> {
    const { pool, now } = this.#options;
    const today = Math.floor(now() / DAY_MS);
    return monthsBetween((await firstDay(pool)) ?? today, today).map(({ name }) => name);
  }
}
