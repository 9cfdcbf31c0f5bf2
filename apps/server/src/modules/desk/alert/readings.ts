import { PLATFORM_OWNER } from '@tallystick/core';
import { MINUTE_MS } from '@tallystick/core/durations';
import { valueAtE8 } from '@tallystick/core/perpetual/formulas';
import { promisedInterest } from '@tallystick/core/trust/figures';
import type { AlertKind } from '@tallystick/protocol/desk/alerts';
import type { PlatformSettingValue } from '@tallystick/protocol/desk/settings';
import type pg from 'pg';
import type { Clock } from '../../../timekeeping/clock.ts';
import type { MarketData } from '../../../engine/market-data/market-data.ts';
import type { MarketUnitsTable } from '../../market/units.ts';
import type { PayoutHold } from '../../../payout-hold/payout-hold.ts';
import type { DeskExchange } from '../../../approval/desk-exchange.ts';
import type { QueueKind } from '../../../queue/queue-kind.ts';
import { above, below, type Reading } from './judge.ts';

export type Limits = PlatformSettingValue<'alerts'>;

export interface ReadingsOptions {
  readonly pool: pg.Pool;
  readonly exchange: DeskExchange;
  readonly units: Pick<MarketUnitsTable, 'of'>;
  readonly marketData: Pick<MarketData, 'ticker'>;
  readonly hold: Pick<PayoutHold, 'holders'>;
  /** Queues registered so far. */
  readonly queues: () => readonly QueueKind[];
  readonly clock: Pick<Clock, 'now' | 'stop'>;
}

/** One source of readings. If it fails, only its own kinds are unknown. */
export interface Source {
  readonly kinds: readonly AlertKind[];
  readonly read: (limits: Limits) => Promise<readonly Reading[]> | readonly Reading[];
}

const BASIS = 10_000n;

export function createSources(options: ReadingsOptions): readonly Source[] {
  return [
    { kinds: ['stale_index'], read: limits => readIndexes(options, limits) },
    { kinds: ['queue_long', 'queue_old'], read: limits => readQueues(options, limits) },
    { kinds: ['treasury_low'], read: limits => readTreasury(options, limits) },
    { kinds: ['insurance_low'], read: limits => readInsurance(options, limits) },
    { kinds: ['payout_failed'], read: limits => readPayouts(options, limits) },
    { kinds: ['books_at_fault'], read: () => readHolders(options) },
  ];
}

/** Markets with an index that are not delisted. A stopped clock makes every index stale. */
function readIndexes({ exchange, units, marketData, clock }: ReadingsOptions, limits: Limits): Reading[] {
  const limitSeconds = limits.stale_index_seconds;
  return exchange.markets().flatMap(({ id, symbol }) => {
    const atMs = marketData.ticker(id)?.indexAtMs ?? null;
    if (!units.of(id).hasIndex) return [];
    const stopped = clock.stop() !== null;
    const seconds = atMs === null ? Infinity : Math.max(0, Math.floor((clock.now() - atMs) / 1000));
    return {
      ...{ kind: 'stale_index', subject: symbol },
      state: stopped ? 'bad' : above(seconds, limitSeconds),
      figure: stopped || atMs === null ? '—' : `${seconds} s`,
      limit: `${limitSeconds} s`,
    };
  });
}

async function readQueues({ queues, clock }: ReadingsOptions, limits: Limits): Promise<Reading[]> {
  const readings: Reading[] = [];
  for (const queue of queues()) {
    const waiting = await queue.count();
    const first = { state: queue.states[0] ?? '', customerId: undefined, cursor: undefined, limit: 1 };
    const [oldest] = waiting === 0 ? [] : (await queue.list(first)).items;
    const minutes = oldest === undefined ? 0 : Math.floor((clock.now() - oldest.created_at_ms) / MINUTE_MS);
    readings.push(
      {
        ...{ kind: 'queue_long', subject: queue.name, state: above(waiting, limits.queue_length) },
        figure: String(waiting),
        limit: String(limits.queue_length),
      },
      {
        // An item's age never falls, so it becomes good only when the item is done.
        ...{ kind: 'queue_old', subject: queue.name, state: above(minutes, limits.queue_age_minutes) },
        figure: `${minutes} min`,
        limit: `${limits.queue_age_minutes} min`,
      },
    );
  }
  return readings;
}

/** Of currencies in which a deposit can still be bought. */
function readTreasury({ exchange }: ReadingsOptions, limits: Limits): Reading[] {
  const wanted = new Map<number, bigint>();
  for (const product of exchange.trust.products()) {
    if (!product.enabled) continue;
    const room = product.capacityMinor - product.hostedMinor;
    const before = wanted.get(product.currencyId) ?? 0n;
    wanted.set(product.currencyId, before + promisedInterest(room, product));
  }
  return [...wanted].flatMap(([currencyId, neededMinor]) =>
    coverOf(exchange, 'treasury', currencyId, neededMinor, limits.treasury_cover_percent),
  );
}

/** Of currencies with open contracts. */
function readInsurance({ exchange }: ReadingsOptions, limits: Limits): Reading[] {
  const open = new Map<number, bigint>();
  for (const contract of exchange.perpetual.contracts()) {
    const mark = exchange.perpetual.mark(contract.marketId);
    const lots = exchange.perpetual.openInterestLots(contract.marketId);
    if (mark === null || lots === 0) continue;
    const { quoteCurrencyId: currencyId } = contract;
    open.set(currencyId, (open.get(currencyId) ?? 0n) + valueAtE8(contract, mark.markE8, lots));
  }
  return [...open].flatMap(([currencyId, valueMinor]) =>
    coverOf(exchange, 'insurance', currencyId, valueMinor, limits.insurance_cover_percent),
  );
}

function coverOf(
  exchange: DeskExchange,
  account: 'treasury' | 'insurance',
  currencyId: number,
  neededMinor: bigint,
  limitPercent: number,
): Reading[] {
  if (neededMinor <= 0n) return [];
  const { availableMinor } = exchange.balance({ ownerId: PLATFORM_OWNER, account, currencyId });
  const percent = Number((availableMinor * BASIS) / neededMinor) / 100;
  return [
    {
      kind: account === 'treasury' ? 'treasury_low' : 'insurance_low',
      subject: exchange.currency(currencyId)?.code ?? String(currencyId),
      state: below(percent, limitPercent),
      figure: `${percent} %`,
      limit: `${limitPercent} %`,
    },
  ];
}

/** Payouts approved long ago and not confirmed, or sent by a doubtful transaction. */
async function readPayouts({ pool, clock }: ReadingsOptions, limits: Limits): Promise<Reading[]> {
  const { rows } = await pool.query<{ late: number }>(
    `select count(*)::integer as late from withdrawals
      where state in ('approved', 'sending', 'settling')
        and ('payout_doubted' = any (flags) or coalesce(decided_at_ms, created_at_ms) < $1)`,
    [clock.now() - limits.withdrawal_minutes * MINUTE_MS],
  );
  const late = rows[0]?.late ?? 0;
  return [
    {
      ...{ kind: 'payout_failed', subject: '', state: late > 0 ? 'bad' : 'good' },
      figure: String(late),
      limit: `${limits.withdrawal_minutes} min`,
    },
  ];
}

function readHolders({ hold }: ReadingsOptions): Reading[] {
  return hold.holders.map(holder => ({
    ...{ kind: 'books_at_fault', subject: holder, state: 'bad' },
    figure: '1',
    limit: '0',
  }));
}
