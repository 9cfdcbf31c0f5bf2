import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { BTC_USDT, ETH_USDT } from '../testing/demo-exchange.ts';
import { Scenario } from '../testing/scenario.ts';
import { encodeTick, FIRST_PREVIOUS_HASH, hashTick, type IndexTick } from './price-log.ts';

const tick = {
  number: 258,
  marketId: 2,
  priceE8: 6_500_000_000_000,
  atMs: 1_700_000_000_123,
  sources: [
    { name: 'alpha', priceE8: 6_499_999_999_999, atMs: 1_700_000_000_000 },
    { name: 'β', priceE8: 1, atMs: 0 },
  ],
};

/** The documented bytes, computed by independent code. */
function bytesOf(value: typeof tick): Buffer {
  const u32 = (n: number) => Buffer.from(n.toString(16).padStart(8, '0'), 'hex');
  const u64 = (n: number) => Buffer.from(n.toString(16).padStart(16, '0'), 'hex');
  const parts = [Buffer.from('tallystick index tick 1\n'), u64(value.number), u32(value.marketId)];
  parts.push(u64(value.priceE8), u64(value.atMs), u32(value.sources.length));
  for (const source of value.sources) {
    const name = Buffer.from(source.name);
    parts.push(u32(name.length), name, u64(source.priceE8), u64(source.atMs));
  }
  return Buffer.concat(parts);
}

describe('a tick’s hash', () => {
  it('is SHA-256 of the previous hash and the documented bytes', () => {
    expect(Buffer.from(encodeTick(tick))).toEqual(bytesOf(tick));
    const previous = 'ab'.repeat(32);
    const expected = createHash('sha256')
      .update(Buffer.from(previous, 'hex'))
      .update(bytesOf(tick))
      .digest('hex');
    expect(hashTick(previous, tick)).toBe(expected);
  });

  it('equals the published vector, so that published logs stay verifiable', () => {
    expect(hashTick(FIRST_PREVIOUS_HASH, tick)).toMatchInlineSnapshot(
      `"49f733aca40f6de3da34d16760f7f43eaf95cb100142ae3560015ce54e20ac64"`,
    );
  });

  it('covers every field', () => {
    const original = hashTick(FIRST_PREVIOUS_HASH, tick);
    const [alpha, beta] = tick.sources as [(typeof tick.sources)[0], (typeof tick.sources)[0]];
    const changes: Partial<typeof tick>[] = [
      { number: 259 },
      { marketId: 3 },
      { priceE8: tick.priceE8 + 1 },
      { atMs: tick.atMs + 1 },
      { sources: [alpha] },
      { sources: [beta, alpha] },
      { sources: [{ ...alpha, name: 'alphb' }, beta] },
      { sources: [{ ...alpha, priceE8: 7 }, beta] },
      { sources: [{ ...alpha, atMs: 7 }, beta] },
      {
        sources: [
          { ...alpha, name: '' },
          { ...beta, name: 'alphaβ' },
        ],
      },
    ];
    const hashes = changes.map(change => hashTick(FIRST_PREVIOUS_HASH, { ...tick, ...change }));
    hashes.push(hashTick('ab'.repeat(32), tick));
    expect(new Set([original, ...hashes]).size).toBe(changes.length + 2);
  });
});

describe('the price log', () => {
  it('numbers ticks of all markets without gaps and chains each to the one before', () => {
    const s = new Scenario();
    const ticks: IndexTick[] = [];
    for (const [price, marketId] of [
      ['60000', BTC_USDT],
      ['3000', ETH_USDT],
      ['60001', BTC_USDT],
    ] as const) {
      s.nowMs += 1000;
      s.index(price, marketId);
      const { type: _, ...recorded } = s.eventsOf('indexTicked')[0]!;
      ticks.push(recorded);
    }
    let previousHash = FIRST_PREVIOUS_HASH;
    ticks.forEach((recorded, i) => {
      expect(recorded.number).toBe(i + 1);
      expect(recorded.previousHash).toBe(previousHash);
      expect(recorded.hash).toBe(hashTick(previousHash, recorded));
      previousHash = recorded.hash;
    });
    expect(s.exchange.priceLogHead()).toEqual({ number: 3, hash: previousHash });
    expect(s.exchange.indexTick(BTC_USDT)).toEqual(ticks[2]);
    expect(s.exchange.indexTick(ETH_USDT)).toEqual(ticks[1]);
  });

  it('stamps a tick with its command’s time, not the sources’', () => {
    const s = new Scenario();
    const sources = [{ name: 'recorded', priceE8: 5, atMs: 1 }];
    s.must({ type: 'recordIndexTick', marketId: BTC_USDT, priceE8: 5, sources });
    expect(s.eventsOf('indexTicked')[0]).toMatchObject({ atMs: s.nowMs, sources });
  });

  it('refuses invalid prices', () => {
    const s = new Scenario();
    const source = { name: 'a', priceE8: 5, atMs: 1 };
    const record = { type: 'recordIndexTick', marketId: BTC_USDT, priceE8: 5, sources: [source] } as const;
    for (const priceE8 of [0, -1, 1.5, NaN, 2 ** 53])
      expect(s.refusal({ ...record, priceE8 })).toBe('invalid_tick');
    for (const bad of [
      { name: '' },
      { name: 'a b' },
      { name: 'x'.repeat(33) },
      { priceE8: 0 },
      { atMs: -1 },
      { atMs: NaN },
    ]) {
      expect(s.refusal({ ...record, sources: [{ ...source, ...bad }] })).toBe('invalid_tick');
    }
    expect(s.refusal({ ...record, sources: [] })).toBe('invalid_tick');
    expect(s.refusal({ ...record, sources: Array.from({ length: 33 }, () => source) })).toBe('invalid_tick');
    expect(s.refusal({ ...record, marketId: 77 })).toBe('unknown_market');
    expect(s.exchange.priceLogHead()).toEqual({ number: 0, hash: FIRST_PREVIOUS_HASH });
  });
});
