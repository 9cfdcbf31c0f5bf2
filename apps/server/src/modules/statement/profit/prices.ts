import type { ReadonlyExchange } from '@tallystick/core';
import type { Reads } from '../../../database/reads.ts';
import type { ValueOf } from './book.ts';

/** A needed value: currency and time. */
export interface Need {
  readonly currencyId: number;
  readonly atMs: number;
}

interface Step {
  readonly marketId: number;
  /** Quote to base: the price is inverted. */
  readonly inverse: boolean;
}

/** Historic prices: the newest candle closed by then, at most a day old; through one market or two. */
export class PastPrices {
  readonly #db: Reads;
  readonly #exchange: Pick<ReadonlyExchange, 'markets' | 'market'>;
  readonly #reportingId: number;

  constructor(db: Reads, exchange: Pick<ReadonlyExchange, 'markets' | 'market'>, reportingId: number) {
    this.#db = db;
    this.#exchange = exchange;
    this.#reportingId = reportingId;
  }

  /** Answers only these needs; any other, or one without a price, gives null. */
  async load(needs: readonly Need[]): Promise<ValueOf> {
    const routes = new Map<number, readonly Step[] | null>();
    const wanted = new Map<string, { marketId: number; minute: number }>();
    for (const { currencyId, atMs } of needs) {
      if (currencyId === this.#reportingId) continue;
      if (!routes.has(currencyId)) routes.set(currencyId, this.#route(currencyId));
      const minute = minuteOf(atMs);
      for (const { marketId } of routes.get(currencyId) ?? []) {
        wanted.set(`${marketId}:${minute}`, { marketId, minute });
      }
    }
    const ticks = await this.#ticks([...wanted.values()]);
    return (currencyId, amountMinor, atMs) => {
      if (currencyId === this.#reportingId) return amountMinor;
      const route = routes.get(currencyId) ?? null;
      if (route === null) return null;
      let [numerator, denominator] = [amountMinor, 1n];
      for (const { marketId, inverse } of route) {
        const price = ticks.get(`${marketId}:${minuteOf(atMs)}`);
        const market = this.#exchange.market(marketId);
        if (price === undefined || market === null) return null;
        const quote = BigInt(price) * market.quoteMinorPerTickLot;
        const base = market.baseMinorPerLot;
        numerator *= inverse ? base : quote;
        denominator *= inverse ? quote : base;
      }
      return numerator / denominator;
    };
  }

  /** The market against the reporting currency, otherwise two markets through a third currency; lowest ids first. */
  #route(currencyId: number): readonly Step[] | null {
    const between = (from: number, to: number): Step | null => {
      for (const { id, baseCurrencyId, quoteCurrencyId } of this.#exchange.markets()) {
        if (baseCurrencyId === from && quoteCurrencyId === to) return { marketId: id, inverse: false };
        if (baseCurrencyId === to && quoteCurrencyId === from) return { marketId: id, inverse: true };
      }
      return null;
    };
    const direct = between(currencyId, this.#reportingId);
    if (direct !== null) return [direct];
    for (const { baseCurrencyId, quoteCurrencyId } of this.#exchange.markets()) {
      if (baseCurrencyId !== currencyId && quoteCurrencyId !== currencyId) continue;
      const third = baseCurrencyId === currencyId ? quoteCurrencyId : baseCurrencyId;
      const [there, on] = [between(currencyId, third), between(third, this.#reportingId)];
      if (there !== null && on !== null) return [there, on];
    }
    return null;
  }

  async #ticks(
    wanted: readonly { readonly marketId: number; readonly minute: number }[],
  ): Promise<ReadonlyMap<string, number>> {
    if (wanted.length === 0) return new Map();
    const { rows } = await this.#db.query<{ market_id: number; minute: string; ticks: number | null }>(
      `select k.market_id, k.minute, coalesce(${[closedBy('1m', 60_000), closedBy('1h', 3_600_000), closedBy('1d', DAY)].join(', ')}) as ticks
         from unnest($1::integer[], $2::bigint[]) as k (market_id, minute)`,
      [wanted.map(({ marketId }) => marketId), wanted.map(({ minute }) => minute)],
    );
    return new Map(
      rows.flatMap(row => (row.ticks === null ? [] : [[`${row.market_id}:${row.minute}`, row.ticks]])),
    );
  }
}

const DAY = 86_400_000;

/** The close of the interval's newest candle closed by that minute, at most a day old. */
function closedBy(interval: string, lengthMs: number): string {
  return `(select close_ticks from candles c where c.market_id = k.market_id and c.interval = '${interval}'
      and c.open_ms <= k.minute - ${lengthMs} and c.open_ms >= k.minute - ${lengthMs + DAY}
    order by c.open_ms desc limit 1)`;
}

function minuteOf(atMs: number): number {
  return Math.floor(atMs / 60_000) * 60_000;
}
