import { hashTick, type IndexTick } from '@tallystick/core/market/price-log';
import { describe, expect, it } from 'vitest';
import { LOG_START, verifyPriceLog, type PublishedTick } from './price-log.ts';

/** A log as the exchange itself writes it. */
function writtenByTheExchange(length: number): IndexTick[] {
  const ticks: IndexTick[] = [];
  let previousHash = LOG_START.hash;
  for (let number = 1; number <= length; number++) {
    const atMs = 1_760_000_000_000 + number * 250;
    const tick = {
      number,
      marketId: (number % 3) + 1,
      priceE8: 10_438_100_000_000 + number * 7,
      sources: [
        { name: 'replay', priceE8: 10_438_100_000_000 + number * 7, atMs },
        { name: 'Börse ไทย', priceE8: 10_438_100_000_001, atMs: atMs - 10 },
      ],
      atMs,
    };
    const hash = hashTick(previousHash, tick);
    ticks.push({ ...tick, previousHash, hash });
    previousHash = hash;
  }
  return ticks;
}

const log = writtenByTheExchange(20);

function withTick(index: number, change: Partial<PublishedTick>): PublishedTick[] {
  return log.map((tick, i) => (i === index ? { ...tick, ...change } : tick));
}

describe('verifyPriceLog', () => {
  it('accepts what the exchange wrote, from the beginning', () => {
    expect(verifyPriceLog(log)).toEqual({ ok: true, head: { number: 20, hash: log[19]?.hash } });
  });

  it('accepts a stretch from a trusted head', () => {
    const start = { number: 5, hash: log[4]?.hash ?? '' };
    expect(verifyPriceLog(log.slice(5), start)).toMatchObject({ ok: true });
  });

  it.each<[string, PublishedTick[], object]>([
    ['a changed price', withTick(7, { priceE8: 1 }), { problem: 'hash_differs', number: 8 }],
    ['a changed market', withTick(7, { marketId: 9 }), { problem: 'hash_differs', number: 8 }],
    ['a changed source', withTick(7, { sources: [] }), { problem: 'hash_differs', number: 8 }],
    ['a backdated tick', withTick(7, { atMs: 1 }), { problem: 'time_went_backwards', number: 8 }],
    ['a dropped tick', log.toSpliced(7, 1), { problem: 'number_skipped', number: 9 }],
    ['an inserted tick', log.toSpliced(7, 0, log[7]!), { problem: 'number_skipped', number: 8 }],
    ['two ticks swapped', log.toSpliced(7, 2, log[8]!, log[7]!), { problem: 'number_skipped', number: 9 }],
    ['a replaced hash', withTick(7, { hash: 'f'.repeat(64) }), { problem: 'hash_differs', number: 8 }],
    ['a cut link', withTick(7, { previousHash: 'f'.repeat(64) }), { problem: 'link_broken', number: 8 }],
    ['a fractional price', withTick(7, { priceE8: 0.5 }), { problem: 'malformed', number: 8 }],
  ])('finds %s', (_what, ticks, expected) => {
    expect(verifyPriceLog(ticks)).toEqual({ ok: false, ...expected });
  });

  it('finds a forged tick whose own hash is right, by the next link', () => {
    const forged = { ...log[7]!, priceE8: 1 };
    forged.hash = hashTick(forged.previousHash, forged);
    expect(verifyPriceLog(log.with(7, forged))).toEqual({ ok: false, problem: 'link_broken', number: 9 });
  });
});
