import { describe, expect, it } from 'vitest';
import { judge, type Movement, type RuleLimits } from './rules.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const usdt = (amount: number): bigint => BigInt(amount) * 1_000_000n;

const LIMITS: RuleLimits = {
  reportingMinor: usdt(10_000),
  structuringPercent: 70,
  structuringCount: 3,
  structuringMs: 72 * HOUR_MS,
  velocityMinor: usdt(100_000),
  velocityCount: 20,
  rapidPercent: 90,
  rapidMs: 24 * HOUR_MS,
  rapidMinor: usdt(5_000),
  dormantMs: 180 * DAY_MS,
  dormantMinor: usdt(5_000),
  fundsMinor: usdt(50_000),
};
const NOW_MS = 400 * DAY_MS;

/** In or out, so many USDT, so many hours ago. */
function moved(...all: readonly (readonly [direction: 'in' | 'out', amount: number, hoursAgo: number])[]) {
  return all.map(([direction, amount, hoursAgo], at): Movement => ({
    id: `${direction === 'in' ? 'deposit' : 'withdrawal'}/${at + 1}`,
    direction,
    usdtMinor: usdt(amount),
    atMs: NOW_MS - hoursAgo * HOUR_MS,
  }));
}

const kinds = (all: readonly Movement[], limits = LIMITS, sinceMs = -Infinity) =>
  judge(all, limits, () => sinceMs).map(one => one.kind);

describe('rules', () => {
  it('notice several movements just below what is reported', () => {
    expect(kinds(moved(['in', 9_000, 50], ['in', 9_500, 20], ['in', 7_000, 0]))).toEqual(['structuring']);
    expect(kinds(moved(['in', 9_000, 50], ['in', 9_500, 20]))).toEqual([]);
    // One is not below, one much below, one too long ago, one the other way.
    expect(kinds(moved(['in', 9_000, 50], ['in', 10_000, 20], ['in', 7_000, 0]))).toEqual([]);
    expect(kinds(moved(['in', 9_000, 50], ['in', 6_999, 20], ['in', 7_000, 0]))).toEqual([]);
    expect(kinds(moved(['in', 9_000, 72], ['in', 9_500, 20], ['in', 7_000, 0]))).toEqual([]);
    expect(kinds(moved(['in', 9_000, 50], ['in', 9_500, 20], ['out', 7_000, 0]))).toEqual([]);
  });

  it('notice much, or often, within a day', () => {
    expect(kinds(moved(['in', 40_000, 23], ['out', 2_000, 10], ['out', 58_000, 0]))).toContain('velocity');
    expect(kinds(moved(['in', 40_000, 24], ['out', 2_000, 10], ['out', 58_000, 0]))).not.toContain(
      'velocity',
    );
    const often = moved(...Array.from({ length: 20 }, (_, at) => ['in', 1, 20 - at] as const));
    expect(kinds(often)).toEqual(['velocity']);
    expect(kinds(often.slice(1))).toEqual([]);
    expect(kinds(often, { ...LIMITS, velocityCount: 0 })).toEqual([]);
  });

  it('notice what leaves soon after it came', () => {
    expect(kinds(moved(['in', 5_000, 10], ['out', 4_500, 0]))).toEqual(['rapid']);
    expect(kinds(moved(['in', 5_000, 10], ['out', 4_499, 0]))).toEqual([]);
    expect(kinds(moved(['in', 4_999, 10], ['out', 4_999, 0]))).toEqual([]);
    expect(kinds(moved(['in', 5_000, 24], ['out', 5_000, 0]))).toEqual([]);
    // What left before came from elsewhere.
    expect(kinds(moved(['out', 4_500, 12], ['in', 5_000, 10], ['out', 100, 0]))).toEqual([]);
  });

  it('notice much after a long silence', () => {
    expect(kinds(moved(['in', 10, 24 * 180], ['in', 5_000, 0]))).toEqual(['dormant']);
    expect(kinds(moved(['in', 10, 24 * 179], ['in', 5_000, 0]))).toEqual([]);
    expect(kinds(moved(['in', 10, 24 * 180], ['in', 4_999, 0]))).toEqual([]);
    // A first deposit follows no silence.
    expect(kinds(moved(['in', 5_000, 0]))).toEqual([]);
  });

  it('ask for the source of large funds', () => {
    expect(kinds(moved(['in', 30_000, 24 * 29], ['in', 20_000, 0]))).toEqual(['funds']);
    expect(kinds(moved(['in', 30_000, 24 * 30], ['in', 20_000, 0]))).toEqual([]);
    expect(kinds(moved(['in', 30_000, 24 * 29], ['in', 20_000, 0]), { ...LIMITS, fundsMinor: 0n })).toEqual(
      [],
    );
  });

  it('count large funds among many small movements, of which only the sum is known', () => {
    const small = moved(['in', 1, 1], ['in', 2, 0]);
    expect(judge(small, LIMITS, () => -Infinity, usdt(49_996))).toEqual([]);
    expect(judge(small, LIMITS, () => -Infinity, usdt(49_997))).toEqual([
      { kind: 'funds', movements: small, sumMinor: usdt(50_000) },
    ]);
  });

  it('do not count again what was looked at', () => {
    const all = moved(['in', 9_000, 50], ['in', 9_500, 20], ['in', 7_000, 0]);
    expect(kinds(all, LIMITS, NOW_MS - 30 * HOUR_MS)).toEqual([]);
    expect(kinds(moved(['in', 10, 24 * 180], ['in', 5_000, 0]), LIMITS, NOW_MS)).toEqual([]);
    expect(kinds([])).toEqual([]);
  });

  it('name the movements and their sum', () => {
    const all = moved(['in', 20, 100], ['in', 9_000, 50], ['in', 9_500, 20], ['in', 7_000, 0]);
    expect(judge(all, LIMITS, () => -Infinity)).toEqual([
      { kind: 'structuring', movements: all.slice(1), sumMinor: usdt(25_500) },
    ]);
  });
});
