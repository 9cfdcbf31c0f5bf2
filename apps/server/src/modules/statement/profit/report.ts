import { DAY_MS } from '@tallystick/core/durations';
import { dayOf, type Period } from '../period.ts';
import type { BookDay, CoinSum, Holding, ProductSum, TaxProduct, ValueOf } from './book.ts';
import type { Need } from './prices.ts';

/** The customer's figures at the end of a day. */
interface Standing {
  /** The moment of its prices. */
  readonly atMs: number;
  readonly reportingMinor: bigint;
  readonly escrowMinor: bigint;
  readonly holdings: ReadonlyMap<number, Holding>;
}

export interface CoinReport extends CoinSum, Holding {
  readonly currencyId: number;
  /** Null: no price. */
  readonly valueMinor: bigint | null;
  /** Null: no price or unknown cost. */
  readonly unrealisedMinor: bigint | null;
}

export interface DayReport {
  readonly day: number;
  readonly realisedMinor: bigint;
  readonly resultMinor: bigint | null;
}

export interface ProfitReport {
  readonly realisedMinor: bigint;
  /** Since the first entry: the identity holds for these sums. */
  readonly realisedEverMinor: bigint;
  readonly unrealisedMinor: bigint | null;
  readonly netDepositsMinor: bigint;
  readonly valueMinor: bigint | null;
  readonly coins: readonly CoinReport[];
  readonly days: readonly DayReport[];
  readonly unknown: number;
}

/** The days of a period, from the book; all their prices are loaded at once. */
export class PeriodReport {
  readonly #days: readonly BookDay[];
  readonly #standings: readonly Standing[];
  readonly #firstDay: number;

  /** `nowMs` ends a period that is not over. */
  constructor(days: readonly BookDay[], period: Period, nowMs: number) {
    this.#firstDay = dayOf(period.fromMs);
    const endMs = Math.max(Math.min(period.toMs, nowMs), period.fromMs);
    const endDay = dayOf(endMs - 1);
    this.#days = days.filter(({ day }) => day <= endDay);
    this.#standings = standingsOf(this.#days, this.#firstDay, endDay, endMs);
  }

  get needs(): Need[] {
    return this.#standings.flatMap(({ atMs, holdings }) =>
      [...holdings].flatMap(([currencyId, { quantityMinor }]) =>
        quantityMinor === 0n ? [] : [{ currencyId, atMs }],
      ),
    );
  }

  make(valueOf: ValueOf): ProfitReport {
    const inPeriod = this.#days.filter(({ day }) => day >= this.#firstDay);
    const last = this.#standings.at(-1);
    const coins = last === undefined ? [] : coinsOf(inPeriod, last, valueOf);
    const unrealisedMinor = last === undefined ? 0n : unrealisedOf(last, valueOf);
    const total = (days: readonly BookDay[], of: (day: BookDay) => bigint): bigint =>
      days.reduce((sum, day) => sum + of(day), 0n);
    return {
      realisedMinor: total(inPeriod, realisedOf),
      realisedEverMinor: total(this.#days, realisedOf),
      unrealisedMinor,
      netDepositsMinor: total(this.#days, day => day.netDepositsMinor),
      valueMinor: last === undefined ? 0n : valueOfStanding(last, valueOf),
      coins,
      days: this.#dayReports(inPeriod, valueOf),
      unknown: inPeriod.reduce((sum, day) => sum + unknownOf(day), 0),
    };
  }

  #dayReports(inPeriod: readonly BookDay[], valueOf: ValueOf): DayReport[] {
    const byDay = new Map(inPeriod.map(day => [day.day, day]));
    const unrealised = this.#standings.map(standing => unrealisedOf(standing, valueOf));
    return unrealised.slice(1).map((afterMinor, at) => {
      const day = this.#firstDay + at;
      const booked = byDay.get(day);
      const realisedMinor = booked === undefined ? 0n : realisedOf(booked);
      const beforeMinor = unrealised[at] ?? null;
      const known = booked === undefined || unknownOf(booked) === 0;
      const resultMinor =
        afterMinor === null || beforeMinor === null || !known
          ? null
          : realisedMinor + afterMinor - beforeMinor;
      return { day, realisedMinor, resultMinor };
    });
  }
}

/** Sums per product over the period's days. */
export function productSums(days: readonly BookDay[], period: Period): Map<TaxProduct, ProductSum> {
  const sums = new Map<TaxProduct, ProductSum>();
  for (const { day, products } of days) {
    if (day < dayOf(period.fromMs) || day > dayOf(period.toMs - 1)) continue;
    for (const [product, sum] of products) {
      const before = sums.get(product) ?? { proceedsMinor: 0n, costMinor: 0n, events: 0, unknown: 0 };
      sums.set(product, {
        proceedsMinor: before.proceedsMinor + sum.proceedsMinor,
        costMinor: before.costMinor + sum.costMinor,
        events: before.events + sum.events,
        unknown: before.unknown + sum.unknown,
      });
    }
  }
  return sums;
}

/** Change from the evening before the first day to that of the last. */
function standingsOf(
  days: readonly BookDay[],
  firstDay: number,
  endDay: number,
  endMs: number,
): readonly Standing[] {
  const standings: Standing[] = [];
  let holdings: ReadonlyMap<number, Holding> = new Map();
  let [reportingMinor, escrowMinor, next] = [0n, 0n, 0];
  for (let day = firstDay - 1; day <= endDay; day++) {
    for (let one = days[next]; one !== undefined && one.day <= day; one = days[++next]) {
      holdings = new Map([...holdings, ...one.holdings]);
      ({ reportingMinor, escrowMinor } = one);
    }
    const atMs = Math.min((day + 1) * DAY_MS, endMs);
    standings.push({ atMs, reportingMinor, escrowMinor, holdings });
  }
  return standings;
}

function coinsOf(days: readonly BookDay[], { holdings, atMs }: Standing, valueOf: ValueOf): CoinReport[] {
  const sums = new Map<number, CoinSum>();
  for (const { coins } of days) {
    for (const [id, { realisedMinor, boughtMinor, soldMinor }] of coins) {
      const before = sums.get(id) ?? NO_SUM;
      sums.set(id, {
        realisedMinor: before.realisedMinor + realisedMinor,
        boughtMinor: before.boughtMinor + boughtMinor,
        soldMinor: before.soldMinor + soldMinor,
      });
    }
  }
  const ids = new Set([...sums.keys(), ...holdings.keys()]);
  return [...ids]
    .toSorted((a, b) => a - b)
    .map(currencyId => {
      const holding = holdings.get(currencyId) ?? NO_HOLDING;
      const valueMinor = holding.quantityMinor === 0n ? 0n : valueOf(currencyId, holding.quantityMinor, atMs);
      const unrealisedMinor =
        valueMinor === null || holding.unknownMinor > 0n ? null : valueMinor - holding.costMinor;
      return { currencyId, ...(sums.get(currencyId) ?? NO_SUM), ...holding, valueMinor, unrealisedMinor };
    })
    .filter(coin => coin.quantityMinor > 0n || coin.boughtMinor > 0n || coin.soldMinor > 0n);
}

const NO_SUM: CoinSum = { realisedMinor: 0n, boughtMinor: 0n, soldMinor: 0n };
const NO_HOLDING: Holding = { quantityMinor: 0n, unknownMinor: 0n, costMinor: 0n };

function valueOfStanding(
  { holdings, reportingMinor, escrowMinor, atMs }: Standing,
  valueOf: ValueOf,
): bigint | null {
  let valueMinor = reportingMinor + escrowMinor;
  for (const [currencyId, { quantityMinor }] of holdings) {
    if (quantityMinor === 0n) continue;
    const oneMinor = valueOf(currencyId, quantityMinor, atMs);
    if (oneMinor === null) return null;
    valueMinor += oneMinor;
  }
  return valueMinor;
}

function unrealisedOf({ holdings, atMs }: Standing, valueOf: ValueOf): bigint | null {
  let sum = 0n;
  for (const [currencyId, { quantityMinor, unknownMinor, costMinor }] of holdings) {
    if (unknownMinor > 0n) return null;
    const valueMinor = quantityMinor === 0n ? 0n : valueOf(currencyId, quantityMinor, atMs);
    if (valueMinor === null) return null;
    sum += valueMinor - costMinor;
  }
  return sum;
}

function realisedOf({ products }: BookDay): bigint {
  let sum = 0n;
  for (const { proceedsMinor, costMinor } of products.values()) sum += proceedsMinor - costMinor;
  return sum;
}

function unknownOf({ products, unknownTransfers }: BookDay): number {
  let sum = unknownTransfers;
  for (const { unknown } of products.values()) sum += unknown;
  return sum;
}
