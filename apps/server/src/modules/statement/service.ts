import type { Currency, CustomerAccount, ReadonlyExchange } from '@tallystick/core';
import type { Language } from '@tallystick/protocol';
import type { STATEMENT_CONTENTS, STATEMENT_FORMATS } from '@tallystick/protocol/calls/statement';
import { USDT } from '@tallystick/protocol/currency-ids';
import type { Reads } from '../../database/reads.ts';
import type { EntryReason } from '../../engine/projections/ledger-entries.ts';
import { CallFailure } from '../../http/call-failure.ts';
import { historyFloor } from '../../engine/history/floors.ts';
import type { HistoryPool } from '../../engine/replicas/history-pool.ts';
import type { MarketUnitsTable } from '../market/units.ts';
import { PerpetualUnitsTable } from '../perpetual/units.ts';
import { postingRange, tradeRange } from './bounds.ts';
import type { Content, Heading } from './content.ts';
import { checkedPages, entryPages } from './entries.ts';
import { FileTurns } from './file-turns.ts';
import { firstEntryMs, readLines, type Lines } from './lines.ts';
import { LongReads } from './long-reads.ts';
import { periodOf, type Period } from './period.ts';
import type { CostMethod } from './profit/cost.ts';
import { PeriodReport, productSums, type ProfitReport } from './profit/report.ts';
import { ProfitBooks } from './profit/walk.ts';
import { feesOf, TAX_COLUMNS, taxRows, taxYearOf, type TaxYear } from './taxes.ts';
import { TRADE_COLUMNS, tradePages } from './trades.ts';
import { writeCsv } from './write-csv.ts';
import { writeJson } from './write-json.ts';

/** Filters the list; entries left out are summed. */
interface Filter {
  readonly account?: CustomerAccount | undefined;
  readonly currencyId?: number | undefined;
  readonly reason?: EntryReason | undefined;
}

export interface WantedFile extends Filter {
  /** A year or a month, UTC: `2026`, `2026-03`. */
  readonly period: string;
  readonly contents: (typeof STATEMENT_CONTENTS)[number];
  readonly format: (typeof STATEMENT_FORMATS)[number];
  readonly method: CostMethod;
}

export interface StatementFile {
  readonly chunks: AsyncIterable<string | Uint8Array>;
  readonly contentType: string;
  readonly fileName: string;
}

/** A period; `complete`: it is over and nothing can be added. */
export interface Span {
  readonly period: Period;
  readonly complete: boolean;
}

/** Nobody reads more rows on paper, and a PDF's index would fill the memory. CSV and JSON have no limit. */
export const PDF_MAX_ROWS = 20_000;

const TYPES = {
  csv: 'text/csv; charset=utf-8',
  json: 'application/json; charset=utf-8',
  pdf: 'application/pdf',
} as const;

/** For callers within this process, who never leave. */
const NEVER_GONE = new AbortController().signal;

export interface StatementOptions {
  readonly history: HistoryPool;
  readonly exchange: ReadonlyExchange;
  readonly units: MarketUnitsTable;
  readonly now: () => number;
  /** For tests: how long a call waits for a long history. */
  readonly answerWithinMs?: number;
}

/** Statements, trades, profit and loss, and tax years; all from committed data. */
export class StatementService {
  readonly #options: StatementOptions;
  readonly #perpetualUnits: PerpetualUnitsTable;
  readonly #books: ProfitBooks;
  readonly #files: FileTurns;
  readonly #sums: LongReads;

  constructor(options: StatementOptions) {
    this.#options = options;
    const { history, exchange, answerWithinMs } = options;
    this.#perpetualUnits = new PerpetualUnitsTable(exchange);
    this.#files = new FileTurns(options.now);
    this.#sums = new LongReads(history);
    this.#books = new ProfitBooks(this.#sums, exchange, USDT, answerWithinMs);
  }

  /** Throws unknown_currency. */
  async summary(
    customerId: number,
    { period: name, reason, ...filter }: Filter & { readonly period: string },
    gone = NEVER_GONE,
  ): Promise<Span & Lines & { readonly firstMs: number | null }> {
    const period = periodOf(name);
    const { lines, kinds } = await this.#sums.run(customerId, gone, db =>
      this.#lines(db, customerId, period, filter),
    );
    // Files of the months before would lack trades.
    const { kept, firstMs } = await this.#options.history.read(async db => ({
      kept: await historyFloor(db, 'trades'),
      firstMs: await firstEntryMs(db, customerId),
    }));
    return {
      ...this.#span(period),
      lines,
      kinds: kinds.filter(kind => reason === undefined || kind.reason === reason),
      firstMs: firstMs === null ? null : Math.max(firstMs, kept.atMs),
    };
  }

  /** Starts a file. All refusals happen before its first byte. */
  async file(
    customerId: number,
    input: WantedFile,
    language: Language,
    gone = NEVER_GONE,
  ): Promise<StatementFile> {
    const { format, contents } = input;
    const kind = format === 'pdf' ? 'pdf' : 'table';
    const chunks = await this.#files.hold<string | Uint8Array>(customerId, kind, gone, async wanted => {
      const content = await this.#content(customerId, input, wanted);
      if (format === 'csv') return writeCsv(content);
      if (format === 'json') return writeJson(content);
      // With the first PDF: every start would load what draws it.
      const { writePdf } = await import('./print/write-pdf.ts');
      return writePdf(content, language);
    });
    const fileName = `tallystick-${contents}-${input.period}.${format}`;
    return { chunks, contentType: TYPES[format], fileName };
  }

  async profit(
    customerId: number,
    name: string,
    method: CostMethod,
    gone = NEVER_GONE,
  ): Promise<Span & ProfitReport> {
    const period = periodOf(name);
    const book = await this.#books.of(customerId, method, gone);
    const report = new PeriodReport(book.days, period, this.#options.now());
    return { ...this.#span(period), ...report.make(await this.#books.prices.load(report.needs)) };
  }

  async taxYear(
    customerId: number,
    year: string,
    method: CostMethod,
    gone = NEVER_GONE,
  ): Promise<Span & TaxYear> {
    const { units } = this.#options;
    const period = periodOf(year);
    const book = await this.#books.of(customerId, method, gone);
    const { kinds, fees } = await this.#sums.run(customerId, gone, async db => ({
      kinds: (await this.#lines(db, customerId, period, {})).kinds,
      fees: await feesOf(db, { units, perpetualUnits: this.#perpetualUnits }, customerId, period),
    }));
    const products = productSums(book.days, period);
    return { ...this.#span(period), ...taxYearOf(products, kinds, fees, this.#currencyOf) };
  }

  async #content(customerId: number, input: WantedFile, gone: AbortSignal): Promise<Content> {
    switch (input.contents) {
      case 'entries':
        return this.#entries(customerId, input, gone);
      case 'trades':
        return this.#trades(customerId, input, gone);
      case 'taxes':
        return this.#taxes(customerId, input, gone);
    }
  }

  async #entries(customerId: number, input: WantedFile, gone: AbortSignal): Promise<Content> {
    const period = periodOf(input.period);
    const scope = { customerId, account: input.account, currencyId: input.currencyId };
    // Take the heading's time first: entries after it are in no sum.
    const heading = this.#heading(customerId, period);
    const reading = this.#options.history.reading();
    const { range, ...sums } = await this.#sums.run(
      customerId,
      gone,
      db => this.#lines(db, customerId, period, input),
      reading,
    );
    const rows = sums.lines.reduce((sum, { entries }) => sum + entries, 0);
    if (input.format === 'pdf') this.#mustFit(rows);
    const pages = checkedPages(entryPages(this.#sums.inTurn(reading), scope, range), sums);
    const reason = input.reason ?? null;
    return { kind: 'entries', ...heading, ...sums, reason, pages, currencyOf: this.#currencyOf };
  }

  async #trades(customerId: number, input: WantedFile, gone: AbortSignal): Promise<Content> {
    const { history, units } = this.#options;
    const period = periodOf(input.period);
    const reading = history.reading();
    if (input.format === 'pdf') {
      const counting = (db: Reads): Promise<number> => tradeCount(db, customerId, period);
      this.#mustFit(await this.#sums.run(customerId, gone, counting, reading));
    }
    const all = { units, perpetualUnits: this.#perpetualUnits };
    const pages = tradePages(this.#sums.inTurn(reading), all, customerId, period);
    return {
      kind: 'trades',
      ...this.#heading(customerId, period),
      method: input.method,
      columns: TRADE_COLUMNS,
      pages,
    };
  }

  /** Always the whole year, even if a month was asked for. */
  async #taxes(customerId: number, input: WantedFile, gone: AbortSignal): Promise<Content> {
    const year = input.period.slice(0, 4);
    const taxes = await this.taxYear(customerId, year, input.method, gone);
    const rows = taxRows(taxes, this.#currencyOf(USDT));
    const pages = (async function* () {
      yield rows;
    })();
    const heading = this.#heading(customerId, periodOf(year));
    return { kind: 'taxes', ...heading, method: input.method, columns: TAX_COLUMNS, pages };
  }

  async #lines(
    db: Reads,
    customerId: number,
    { fromMs, toMs }: Period,
    { account, currencyId }: Omit<Filter, 'reason'>,
  ) {
    if (currencyId !== undefined) this.#currencyOf(currencyId);
    const range = await postingRange(db, customerId, fromMs, toMs);
    const scope = { customerId, account, currencyId };
    return { range, ...(await readLines(db, scope, range)) };
  }

  #mustFit(rows: number): void {
    if (rows > PDF_MAX_ROWS)
      throw new CallFailure('statement_too_long', { maximum: PDF_MAX_ROWS, entries: rows });
  }

  #heading(customerId: number, period: Period): Heading {
    const madeAtMs = this.#options.now();
    return { customerId, period, madeAtMs, complete: madeAtMs >= period.toMs };
  }

  #span(period: Period): Span {
    return { period, complete: this.#options.now() >= period.toMs };
  }

  readonly #currencyOf = (id: number): Currency => this.#options.units.currency(id);
}

/** The customer's sides of trades in the period. */
async function tradeCount(db: Reads, customerId: number, { fromMs, toMs }: Period): Promise<number> {
  let count = 0;
  for (const table of ['trades', 'perpetual_trades'] as const) {
    const { first, end } = await tradeRange(db, table, fromMs, toMs);
    for (const role of ['taker', 'maker']) {
      const { rows } = await db.query<{ count: string }>(
        `select count(*) from ${table} where ${role}_customer_id = $1 and trade_id >= $2 and trade_id < $3`,
        [customerId, first, end],
      );
      count += Number(rows[0]?.count ?? 0);
    }
  }
  return count;
}
