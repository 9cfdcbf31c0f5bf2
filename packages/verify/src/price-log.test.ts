import { hashTick as hashInCore } from '@tallystick/core/market/price-log';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hashTick, LOG_START, verifyTicks, type LoggedTick } from './price-log.ts';

const whole = fc.maxSafeNat();
const source = fc.record({
  // Some are long, so that a tick needs a larger buffer than the one before.
  name: fc.string({ unit: 'grapheme', maxLength: 400, size: 'max' }),
  price_e8: whole,
  at_ms: whole,
});
const tick = fc.record({
  market_id: fc.nat({ max: 0xffff_ffff }),
  price_e8: whole,
  at_ms: whole,
  sources: fc.array(source, { maxLength: 6 }),
});

/** Ticks with the hashes of the exchange's core. */
function written(bodies: readonly Omit<LoggedTick, 'number' | 'hash'>[]): LoggedTick[] {
  const ticks: LoggedTick[] = [];
  let { hash } = LOG_START;
  const inOrder = bodies.toSorted((a, b) => a.at_ms - b.at_ms);
  for (const [i, body] of inOrder.entries()) {
    const number = i + 1;
    hash = hashInCore(hash, {
      number,
      marketId: body.market_id,
      priceE8: body.price_e8,
      atMs: body.at_ms,
      sources: body.sources.map(one => ({ name: one.name, priceE8: one.price_e8, atMs: one.at_ms })),
    });
    ticks.push({ ...body, number, hash });
  }
  return ticks;
}

test("the verifier's own hash function agrees with the core's", () => {
  fc.assert(
    fc.property(fc.array(tick, { minLength: 1, maxLength: 12 }), bodies => {
      const ticks = written(bodies);
      const last = ticks.at(-1)!;
      expect(verifyTicks(ticks)).toEqual({ ok: true, head: { number: last.number, hash: last.hash } });
      expect(hashTick(ticks.at(-2)?.hash ?? LOG_START.hash, last)).toBe(last.hash);
    }),
  );
});

test('every tick must follow from the one before, not only the first', () => {
  fc.assert(
    fc.property(fc.array(tick, { minLength: 2, maxLength: 12 }), fc.nat(), (bodies, at) => {
      const ticks = written(bodies);
      const changed = at % ticks.length;
      const { market_id } = ticks[changed]!;
      const other = market_id === 0 ? 1 : market_id - 1;
      const spoiled = ticks.with(changed, { ...ticks[changed]!, market_id: other });
      expect(verifyTicks(spoiled)).toEqual({ ok: false, problem: 'hash_differs', number: changed + 1 });
    }),
  );
});
