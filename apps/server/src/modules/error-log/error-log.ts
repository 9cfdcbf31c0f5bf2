import { MINUTE_MS } from '@tallystick/core/durations';
import type { DeskOutput, DeskRequest } from '@tallystick/protocol/desk';
import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import { insertRow } from '../../database/rows.ts';
import { newErrorId, type ErrorReport, type ErrorReporter } from '../../http/error-ids.ts';
import { Conditions, pageOf, readCursor } from '../../http/page.ts';
import { framesOf, redact } from './redact.ts';

/** Stored rows: some months of normal operation, some megabytes in trouble. */
const MOST_ROWS = 10_000;
/** Row limit for one code we answer deliberately (busy, maintenance): further rows add nothing. */
const UNEXPECTED_A_MINUTE = 60;
const EXPECTED_A_MINUTE = 5;
const LONGEST_ROUTE = 120;

export interface ErrorLogOptions {
  readonly pool: pg.Pool;
  readonly now: () => number;
  readonly log: FastifyBaseLogger;
  readonly mostRows?: number;
}

type Entry = DeskOutput<'GET desk/errors'>['items'][number];

type Row = Entry & { readonly sequence: string };

/**
 * Gives every error on our side an id, which goes to the caller, to the log and into a table the desk can search.
 * Reporting never fails and never waits. The table is a ring, so that a flood of errors cannot fill the disk.
 */
export class ErrorLog implements ErrorReporter {
  readonly #options: ErrorLogOptions;
  #minute = 0;
  readonly #counts = new Map<string, number>();
  #leftOut = 0;
  #writing: Promise<void> = Promise.resolve();

  constructor(options: ErrorLogOptions) {
    this.#options = options;
  }

  report(report: ErrorReport): string {
    const id = newErrorId();
    const { source, route, status, code, error, customerId, operatorId } = report;
    const isExpected = error === null;
    const about = { errorId: id, source, route, status, code, ...(error === null ? {} : { err: error }) };
    if (isExpected) this.#options.log.warn(about, 'a call could not be served');
    else this.#options.log.error(about, 'a call failed');
    if (!this.#admits(isExpected ? code : '')) {
      this.#leftOut++;
      return id;
    }
    const leftOut = this.#leftOut;
    this.#leftOut = 0;
    const row = {
      id,
      atMs: this.#options.now(),
      source,
      route: route.slice(0, LONGEST_ROUTE),
      status,
      code,
      errorClass: classOf(error),
      message: error instanceof Error ? redact(error.message) : '',
      trace: error instanceof Error ? framesOf(error.stack) : '',
      customerId,
      operatorId,
      leftOut,
    };
    this.#writing = this.#writing.then(() => this.#write(row));
    return id;
  }

  /** Resolves once every report is stored or has failed. */
  idle(): Promise<void> {
    return this.#writing;
  }

  /** Newest first. */
  async list(input: DeskRequest<'GET desk/errors'>): Promise<DeskOutput<'GET desk/errors'>> {
    const where = new Conditions()
      .add('sequence > ?', 0)
      .addIf('sequence < ?', readCursor(input.cursor, 1)?.[0] ?? null)
      .addIf('id = ?', input.id?.toUpperCase())
      .addIf('code = ?', input.code)
      .addIf('customer_id = ?', input.customer_id)
      .addIf('strpos(lower(route), lower(?)) > 0', input.route);
    const { rows } = await this.#options.pool.query<Row>(
      `select sequence, id, at_ms::float8 as at_ms, source, route, status, code, error_class, message, trace, customer_id, operator_id, left_out
         from error_log where ${where.sql} order by sequence desc limit ${where.parameter(input.limit + 1)}`,
      where.values,
    );
    return pageOf(
      rows,
      input.limit,
      row => row.sequence,
      ({ sequence: _sequence, ...entry }) => entry,
    );
  }

  #admits(code: string): boolean {
    const minute = Math.floor(this.#options.now() / MINUTE_MS);
    if (minute !== this.#minute) {
      this.#minute = minute;
      this.#counts.clear();
    }
    const count = (this.#counts.get(code) ?? 0) + 1;
    this.#counts.set(code, count);
    return count <= (code === '' ? UNEXPECTED_A_MINUTE : EXPECTED_A_MINUTE);
  }

  async #write(row: { readonly id: string }): Promise<void> {
    const { pool, log, mostRows = MOST_ROWS } = this.#options;
    try {
      await insertRow(pool, 'error_log', row);
      await pool.query(
        `delete from error_log where sequence <=
           (select sequence from error_log order by sequence desc offset $1 limit 1)`,
        [mostRows],
      );
    } catch (error) {
      // The database may be the cause. The log has the entry.
      log.warn({ err: error, errorId: row.id }, 'an error could not be kept for the desk');
    }
  }
}

function classOf(error: unknown): string {
  if (error === null) return '';
  return error instanceof Error ? error.name.slice(0, 60) : typeof error;
}
