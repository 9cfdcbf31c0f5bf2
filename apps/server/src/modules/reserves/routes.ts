import { DAY_MS, SECOND_MS } from '@tallystick/core/durations';
import type { ReadonlyExchange } from '@tallystick/core';
import { formatMinor } from '@tallystick/core/money/decimal';
import type { WirePublicRecord } from '@tallystick/protocol/wire';
import { canonicalJson } from '@tallystick/verify/public-log/canonical';
import type pg from 'pg';
import { CallFailure } from '../../http/call-failure.ts';
import type { RegisterCall } from '../../http/call-router.ts';
import { Remembered } from './remembered.ts';
import { historyOf, newestPublished, publicRecord, type HistoryPoint, type PublicRow } from './store.ts';

export interface ReserveRoutesOptions {
  readonly pool: pg.Pool;
  readonly exchange: Pick<ReadonlyExchange, 'currencies'>;
  readonly mode: 'demo' | 'live';
  readonly origin: string;
  readonly now: () => number;
}

/** Points come hourly at most, or when operators ask for them. */
const CACHED_S = 15;
const SPANS = {
  week: { days: 7, daily: false, limit: 400 },
  year: { days: 366, daily: true, limit: 366 },
} as const;

/** Calls that anybody may make, without login. */
export function registerReserveCalls(register: RegisterCall, options: ReserveRoutesOptions): void {
  const { pool, exchange, mode, origin, now } = options;
  const histories = new Remembered<HistoryPoint[]>(CACHED_S * SECOND_MS, now);

  register('GET reserves/newest', async (_input, { cacheFor }) => {
    cacheFor(CACHED_S);
    return { mode, origin, published: await published(pool) };
  });
  register('GET reserves/history', async ({ currency: code, span }, { cacheFor }) => {
    const currency = exchange.currencies().find(one => one.code === code);
    if (currency === undefined) throw new CallFailure('unknown_currency', { field: 'currency' });
    cacheFor(CACHED_S);
    const { days, daily, limit } = SPANS[span];
    const points = await histories.get(`${code} ${span}`, () =>
      historyOf(pool, code, {
        decimals: currency.decimals,
        sinceMs: now() - days * DAY_MS,
        daily,
        limit,
      }),
    );
    const format = (minor: bigint): string => formatMinor(minor, currency.decimals);
    return {
      currency: code,
      points: points.map(one => ({
        at_ms: one.atMs,
        record: one.record,
        liabilities: format(one.liabilitiesMinor),
        signed: format(one.signedMinor),
        observed: format(one.observedMinor),
        statement: format(one.statementMinor),
      })),
    };
  });
}

async function published(pool: pg.Pool) {
  const newest = await newestPublished(pool);
  const reserves = newest && (await publicRecord(pool, newest.record));
  if (!reserves) return null;
  const { liabilities_record: number } = JSON.parse(reserves.body) as { readonly liabilities_record: number };
  const liabilities = await publicRecord(pool, number);
  return liabilities && { reserves: entryOf(reserves), liabilities: entryOf(liabilities) };
}

/** The entry as the public log has it: whoever hashes it finds the log's own hash. */
function entryOf({ number, kind, body, previousHash, atMs }: PublicRow): WirePublicRecord {
  const head = { number, kind, at_ms: atMs, previous_hash: previousHash };
  return { number, kind, at_ms: atMs, entry: canonicalJson({ ...head, body: JSON.parse(body) as unknown }) };
}
