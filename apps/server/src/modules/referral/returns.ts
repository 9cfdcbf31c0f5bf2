import { DAY_MS } from '@tallystick/core/durations';
import { formatMinor } from '@tallystick/core/money/decimal';
import type { CallOutput, CallRequest } from '@tallystick/protocol';
import type pg from 'pg';
import { USDT } from '@tallystick/protocol/currency-ids';
import { CallFailure } from '../../http/call-failure.ts';
import type { MarketUnitsTable } from '../market/units.ts';
import { pageOf, readCursor } from '../../http/page.ts';
import { maskPerson } from './masked.ts';
import { percentOf } from './ratios.ts';
import { listDays, listPeople, listRebates, listSettlements, peopleOf } from './store.ts';
import { type Worths } from './worths.ts';

type Answer = CallOutput<'POST user/my_account_return'>;
type Input = CallRequest<'POST user/my_account_return'>;

/** A promoter's rebates, seen in four ways; the same sum each way. */
export class Returns {
  readonly #pool: pg.Pool;
  readonly #units: Pick<MarketUnitsTable, 'currency'>;
  readonly #worths: () => Worths;

  constructor(pool: pg.Pool, units: Pick<MarketUnitsTable, 'currency'>, worths: () => Worths) {
    this.#pool = pool;
    this.#units = units;
    this.#worths = worths;
  }

  page(customerId: number, input: Input): Promise<Answer> {
    switch (input.view) {
      case 'fills':
        return this.#fills(customerId, input);
      case 'days':
        return this.#days(customerId, input);
      case 'people':
        return this.#people(customerId, input);
      case 'settlements':
        return this.#settlements(customerId, input);
    }
  }

  async #fills(customerId: number, { cursor, limit }: Input): Promise<Answer> {
    const after = readCursor(cursor, 3);
    if (after !== null && (after[1]! > 1 || after[2]! > 2))
      throw new CallFailure('invalid_input', { field: 'cursor' });
    const rows = await listRebates(this.#pool, customerId, after, limit + 1);
    const people = await peopleOf(
      this.#pool,
      rows.map(row => row.customerId),
    );
    return pageOf(
      rows,
      limit,
      row => `${row.postingId}.${row.role === 'maker' ? 0 : 1}.${row.level}`,
      row => {
        const { code, decimals } = this.#units.currency(row.currencyId);
        return {
          kind: 'fill' as const,
          rebate_id: `${row.postingId}.${row.role}.${row.level}`,
          posting_id: row.postingId,
          line: row.line,
          trade_id: row.tradeId,
          role: row.role,
          level: row.level,
          person: maskPerson(people.get(row.customerId), row.level),
          currency: code,
          fee: formatMinor(row.feeMinor, decimals),
          ratio_percent: percentOf(row.ratioPpm),
          amount: formatMinor(row.amountMinor, decimals),
          at_ms: row.atMs,
          settled: row.settled,
        };
      },
    );
  }

  async #days(customerId: number, { cursor, limit }: Input): Promise<Answer> {
    const before = readCursor(cursor, 1)?.[0] ?? null;
    const rows = await listDays(this.#pool, customerId, before, limit + 1);
    const worths = this.#worths();
    return pageOf(
      rows,
      limit,
      row => String(row.utc_day),
      row => ({
        kind: 'day' as const,
        day_ms: row.utc_day * DAY_MS,
        fills: row.fills,
        people: row.people,
        amounts: worths.amounts(row.earned),
        value_usdt: worths.total(row.earned, USDT),
      }),
    );
  }

  async #people(customerId: number, { cursor, limit }: Input): Promise<Answer> {
    const before = readCursor(cursor, 1)?.[0] ?? null;
    const rows = await listPeople(this.#pool, customerId, before, limit + 1);
    const people = await peopleOf(
      this.#pool,
      rows.map(row => row.customer_id),
    );
    const worths = this.#worths();
    return pageOf(
      rows,
      limit,
      row => String(row.customer_id),
      row => ({
        kind: 'person' as const,
        person: maskPerson(people.get(row.customer_id), row.level),
        level: row.level,
        fills: row.fills,
        amounts: worths.amounts(row.earned),
        value_usdt: worths.total(row.earned, USDT),
        last_day_ms: row.last_day * DAY_MS,
      }),
    );
  }

  async #settlements(customerId: number, { cursor, limit }: Input): Promise<Answer> {
    const before = readCursor(cursor, 1)?.[0] ?? null;
    const rows = await listSettlements(this.#pool, customerId, before, limit + 1);
    return pageOf(
      rows,
      limit,
      row => String(row.postingId),
      row => {
        const { code, decimals } = this.#units.currency(row.currencyId);
        return {
          kind: 'settlement' as const,
          posting_id: row.postingId,
          currency: code,
          amount: formatMinor(row.amountMinor, decimals),
          until_ms: row.untilMs,
          at_ms: row.atMs,
        };
      },
    );
  }
}
