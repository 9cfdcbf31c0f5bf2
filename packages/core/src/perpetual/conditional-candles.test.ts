import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import type { OrderTrail } from '../spot/order.ts';
import { BTC_USDT } from '../testing/demo-exchange.ts';
import type { ConditionalOrderView } from './conditional-view.ts';
import { PerpetualScenario } from './testing/perpetual-scenario.ts';

/** Candles of a real market; not part of the repository, so that the test is skipped where they are missing. */
const CANDLES = fileURLToPath(new URL('../../../../../shared/market-data/BTCUSDT_5m.csv', import.meta.url));
const COUNT = 4_000;

/** Each candle's open, low, high and close, or with the high first if it fell. Ticks of 0.1. */
function prices(): number[] {
  const lines = readFileSync(CANDLES, 'utf8')
    .split('\n')
    .slice(1, COUNT + 1);
  return lines.flatMap(line => {
    const [open, high, low, close] = line
      .split(',')
      .slice(1, 5)
      .map(text => Math.round(Number(text) * 10));
    return close! >= open! ? [open!, low!, high!, close!] : [open!, high!, low!, close!];
  });
}

interface Wanted {
  /** Index of the price after which it is placed. */
  readonly at: number;
  readonly side: 'long' | 'short';
  readonly trail: OrderTrail;
  readonly activationTicks: number | null;
}

/** Where it fires, by a look at every price: the index of the price, or null. */
function firesAt({ at, side, trail, activationTicks }: Wanted, all: readonly number[]): number | null {
  const sells = side === 'short';
  const distance = (extreme: number): number =>
    trail.by === 'ticks' ? trail.distance : Math.ceil((extreme * trail.distance) / 1_000_000);
  let extreme: number | null = null;
  for (let index = at; index < all.length; index++) {
    const price = all[index]!;
    if (extreme === null) {
      if (activationTicks === null || (sells ? price >= activationTicks : price <= activationTicks))
        extreme = price;
    } else if (sells ? price <= extreme - distance(extreme) : price >= extreme + distance(extreme)) {
      return index;
    } else extreme = sells ? Math.max(extreme, price) : Math.min(extreme, price);
  }
  return null;
}

it.skipIf(!existsSync(CANDLES))(
  'trailing stops on two weeks of real prices fire at the price at which a look at every one says',
  () => {
    const all = prices();
    const s = new PerpetualScenario({ staleAfterMs: 60_000 });
    s.trader(1);
    const wanted: Wanted[] = Array.from({ length: 90 }, (_, i) => {
      const at = 7 + i * 160;
      const side = i % 2 === 0 ? 'long' : 'short';
      const trail: OrderTrail =
        i % 3 === 0 ? { by: 'ticks', distance: 1_500 + i * 90 } : { by: 'ppm', distance: 1_000 + i * 311 };
      // Activated a little on, if ever: by a rise for sales, by a fall for purchases.
      const away = side === 'long' ? 0.997 : 1.003;
      return { at, side, trail, activationTicks: i % 4 === 3 ? Math.round(all[at]! * away) : null };
    });
    const fired = new Map<number, ConditionalOrderView>();
    let next = 0;
    for (const [index, ticks] of all.entries()) {
      s.nowMs += 1_000;
      const priceE8 = ticks * 10_000_000;
      const sources = [{ name: 'candles', priceE8, atMs: s.nowMs }];
      const outcome = s.exchange.apply(
        { type: 'recordIndexTick', marketId: BTC_USDT, priceE8, sources },
        s.nowMs,
      );
      for (const event of outcome.ok ? outcome.events : []) {
        if (event.type === 'conditionalOrderChanged') fired.set(event.order.conditionalOrderId, event.order);
      }
      while (wanted[next]?.at === index) {
        const { side, trail, activationTicks } = wanted[next++]!;
        s.must({ ...s.conditional(1, side, null, { trail }), triggerTicks: activationTicks });
      }
    }
    const expected = wanted.map(one => firesAt(one, all));
    expect(expected.filter(index => index !== null).length).toBeGreaterThan(60);
    for (const [i, index] of expected.entries()) {
      const price = fired.get(i + 1)?.firedPriceE8 ?? null;
      expect([i, price]).toEqual([i, index === null ? null : all[index]! * 10_000_000]);
    }
  },
);
