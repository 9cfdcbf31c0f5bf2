import type { Currency, ReadonlyExchange } from '@tallystick/core';
import { formatMinor } from '@tallystick/core/money/decimal';
import type { CallOutput, CallRequest, Language } from '@tallystick/protocol';
import { fromWire } from '../../http/words.ts';
import type pg from 'pg';
import { USDT } from '@tallystick/protocol/currency-ids';
import { CallFailure } from '../../http/call-failure.ts';
import type { MarketUnitsTable } from '../market/units.ts';
import { PerpetualUnitsTable } from '../perpetual/units.ts';
import { postingRange, tradeRange, type Reads } from './bounds.ts';
import { kindTexts, lineTexts, type Content, type Heading } from './content.ts';
import { checkedPages, entryPages } from './entries.ts';
import { FileTurns } from './file-turns.ts';
import { firstEntryMs, readLines } from './lines.ts';
import { LongReads } from './long-reads.ts';
import { dayName, monthOf, periodOf, type Period } from './period.ts';
import { PDF_MAX_ROWS, writePdf } from './print/write-pdf.ts';
import { PeriodReport, productSums, type CoinReport } from './profit/report.ts';
import { ProfitBooks } from './profit/walk.ts';
import { feesOf, TAX_COLUMNS, taxRows, taxYearOf } from './taxes.ts';
import { TRADE_COLUMNS, tradePages } from './trades.ts';
import { writeCsv } from './write-csv.ts';
import { writeJson } from './write-json.ts';

type FileInput = CallRequest<'GET statement/file'>;

const TYPES = {
  csv: 'text/csv; charset=utf-8',
  json: 'application/json; charset=utf-8',
  pdf: 'application/pdf',
} as const;

/** Of who asks within the process. */
const NEVER_GONE = new AbortController().signal;

export interface StatementOptions {
  readonly pool: pg.Pool;
  readonly exchange: ReadonlyExchange;
  readonly units: MarketUnitsTable;
  readonly now: () => number;
  /** For tests: how long a first look at a long history may take. */
  readonly answerWithinMs?: number;
}

/** Statements, trades, profit and loss and years for taxes; all from what is committed. */
export class StatementService {
  readonly #options: StatementOptions;
  readonly #perpetualUnits: PerpetualUnitsTable;
  readonly #books: ProfitBooks;
  readonly #files: FileTurns;
  readonly #sums: LongReads;

  constructor(options: StatementOptions) {
    this.#options = options;
    const { pool, exchange, answerWithinMs } = options;
    this.#perpetualUnits = new PerpetualUnitsTable(exchange);
    this.#books = new ProfitBooks(pool, exchange, USDT, answerWithinMs);
    this.#files = new FileTurns(options.now);
    this.#sums = new LongReads(pool);
  }

  async summary(
    customerId: number,
    input: CallRequest<'GET statement/summary'>,
    gone = NEVER_GONE,
  ): Promise<CallOutput<'GET statement/summary'>> {
    const { pool } = this.#options;
    const period = periodOf(input.period);
    const { lines, kinds } = await this.#sums.run(customerId, gone, db =>
      this.#lines(db, customerId, period, input),
    );
    const firstMs = await firstEntryMs(pool, customerId);
    const wanted = fromWire(input.reason);
    const shown = kinds.filter(({ reason }) => wanted === undefined || reason === wanted);
    return {
      ...this.#span(period),
      lines: lines.map(line => ({
        ...lineTexts(line, this.#currencyOf),
        currency_id: line.currencyId,
      })),
      kinds: shown.map(kind => kindTexts(kind, this.#currencyOf)),
      first_month: firstMs === null ? null : monthOf(firstMs),
    };
  }

  /** Begins a file: what can be refused is refused before its first byte. */
  async file(
    customerId: number,
    input: FileInput,
    language: Language,
    gone = NEVER_GONE,
  ): Promise<CallOutput<'GET statement/file'>> {
    const { format, contents } = input;
    const kind = format === 'pdf' ? 'pdf' : 'table';
    const chunks = await this.#files.hold<string | Uint8Array>(customerId, kind, gone, async wanted => {
      const content = await this.#content(customerId, input, wanted);
      if (format === 'csv') return writeCsv(content);
      return format === 'json' ? writeJson(content) : writePdf(content, language);
    });
    const fileName = `tallystick-${contents}-${input.period}.${format}`;
    return { chunks, contentType: TYPES[format], fileName };
  }

  async profit(
    customerId: number,
    input: CallRequest<'GET statement/profit'>,
    gone = NEVER_GONE,
  ): Promise<CallOutput<'GET statement/profit'>> {
    const period = periodOf(input.period);
    const book = await this.#books.of(customerId, input.method, gone);
    const report = new PeriodReport(book.days, period, this.#options.now());
    const made = report.make(await this.#books.prices.load(report.needs));
    return {
      ...this.#span(period),
      realised: this.#counted(made.realisedMinor),
      realised_ever: this.#counted(made.realisedEverMinor),
      unrealised: this.#countedOrNull(made.unrealisedMinor),
      net_deposits: this.#counted(made.netDepositsMinor),
      value: this.#countedOrNull(made.valueMinor),
      coins: made.coins.map(coin => this.#wireCoin(coin)),
      days: made.days.map(({ day, realisedMinor, resultMinor }) => ({
        day: dayName(day),
        realised: this.#counted(realisedMinor),
        result: this.#countedOrNull(resultMinor),
      })),
      unknown: made.unknown,
    };
  }

  async taxYear(
    customerId: number,
    input: CallRequest<'GET statement/tax_year'>,
    gone = NEVER_GONE,
  ): Promise<CallOutput<'GET statement/tax_year'>> {
    const { units } = this.#options;
    const period = periodOf(input.year);
    const book = await this.#books.of(customerId, input.method, gone);
    const { kinds, fees } = await this.#sums.run(customerId, gone, async db => ({
      kinds: (await this.#lines(db, customerId, period, {})).kinds,
      fees: await feesOf(db, { units, perpetualUnits: this.#perpetualUnits }, customerId, period),
    }));
    const products = productSums(book.days, period);
    return {
      ...this.#span(period),
      ...taxYearOf(products, kinds, fees, this.#currencyOf, this.#currencyOf(USDT)),
    };
  }

  async #content(customerId: number, input: FileInput, gone: AbortSignal): Promise<Content> {
    switch (input.contents) {
      case 'entries':
        return this.#entries(customerId, input, gone);
      case 'trades':
        return this.#trades(customerId, input, gone);
      case 'taxes':
        return this.#taxes(customerId, input, gone);
    }
  }

  async #entries(customerId: number, input: FileInput, gone: AbortSignal): Promise<Content> {
    const period = periodOf(input.period);
    const scope = { customerId, account: input.account, currencyId: input.currency_id };
    // The heading's moment first: what comes after it is in no sum.
    const heading = this.#heading(customerId, period);
    const { range, ...sums } = await this.#sums.run(customerId, gone, db =>
      this.#lines(db, customerId, period, input),
    );
    const rows = sums.lines.reduce((sum, { entries }) => sum + entries, 0);
    if (input.format === 'pdf') this.#mustFit(rows);
    const pages = checkedPages(entryPages(this.#options.pool, scope, range), sums);
    const reason = fromWire(input.reason) ?? null;
    return { kind: 'entries', ...heading, ...sums, reason, pages, currencyOf: this.#currencyOf };
  }

  async #trades(customerId: number, input: FileInput, gone: AbortSignal): Promise<Content> {
    const { pool, units } = this.#options;
    const period = periodOf(input.period);
    if (input.format === 'pdf') {
      this.#mustFit(await this.#sums.run(customerId, gone, db => tradeCount(db, customerId, period)));
    }
    const pages = tradePages(pool, { units, perpetualUnits: this.#perpetualUnits }, customerId, period);
    return {
      kind: 'trades',
      ...this.#heading(customerId, period),
      method: input.method,
      columns: TRADE_COLUMNS,
      pages,
    };
  }

  /** The whole year, whatever month was asked for. */
  async #taxes(customerId: number, input: FileInput, gone: AbortSignal): Promise<Content> {
    const year = input.period.slice(0, 4);
    const taxes = await this.taxYear(customerId, { year, method: input.method }, gone);
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
    filter: Pick<FileInput, 'account' | 'currency_id'>,
  ) {
    if (filter.currency_id !== undefined) this.#currencyOf(filter.currency_id);
    const range = await postingRange(db, customerId, fromMs, toMs);
    const scope = { customerId, account: filter.account, currencyId: filter.currency_id };
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

  #span({ fromMs, toMs }: Period) {
    return { from_ms: fromMs, to_ms: toMs, complete: this.#options.now() >= toMs };
  }

  #wireCoin(coin: CoinReport): CallOutput<'GET statement/profit'>['coins'][number] {
    const { code, decimals } = this.#currencyOf(coin.currencyId);
    return {
      currency: code,
      realised: this.#counted(coin.realisedMinor),
      bought: formatMinor(coin.boughtMinor, decimals),
      sold: formatMinor(coin.soldMinor, decimals),
      quantity: formatMinor(coin.quantityMinor, decimals),
      cost: this.#counted(coin.costMinor),
      unknown_quantity: formatMinor(coin.unknownMinor, decimals),
      value: this.#countedOrNull(coin.valueMinor),
      unrealised: this.#countedOrNull(coin.unrealisedMinor),
    };
  }

  readonly #currencyOf = (id: number): Currency => this.#options.units.currency(id);

  #counted(minor: bigint): string {
    return formatMinor(minor, this.#currencyOf(USDT).decimals);
  }

  #countedOrNull(minor: bigint | null): string | null {
    return minor === null ? null : this.#counted(minor);
  }
}

/** The customer's sides of trades of the period. */
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
