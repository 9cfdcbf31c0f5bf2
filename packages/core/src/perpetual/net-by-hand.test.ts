import { describe, expect, it } from 'vitest';
import { Random } from '../testing/random.ts';
import type { PositionMode } from './order-view.ts';
import type { PositionSide } from './position-view.ts';
import { PerpetualScenario } from './testing/perpetual-scenario.ts';

/** Customer 1 in this mode, and a deep book of customer 2 around it. Prices at which no fee has a fraction. */
class World extends PerpetualScenario {
  constructor(mode: PositionMode) {
    super();
    for (const customerId of [1, 2, 3]) this.trader(customerId, '100000000');
    if (mode !== 'each') this.must(this.mode(1, mode));
  }

  quote(bid: string, ask: string, lots: number): void {
    this.must({ type: 'cancelAllPerpetualOrders', customerId: 2, marketId: null });
    this.must({ type: 'closeAllPositions', customerId: 2, marketId: null });
    this.must(this.limit(2, 'long', lots, bid, { multiple: 20 }));
    this.must(this.limit(2, 'short', lots, ask, { multiple: 20 }));
  }

  /** Closes what is opposite, the oldest first, and opens the rest. */
  byHand(side: PositionSide, lots: number, multiple: number): void {
    let left = lots;
    for (const { positionId, side: of, openedLots, closedLots } of this.exchange.perpetual.positionsOf(1)) {
      const count = Math.min(left, openedLots - closedLots);
      if (of === side || count === 0) continue;
      this.must(this.close(1, positionId, count));
      left -= count;
    }
    if (left > 0) this.must(this.marketOf(1, side, left, { multiple }));
  }

  figures() {
    const of = this.exchange.perpetual.positionsOf(1).map(position => ({
      side: position.side,
      lots: position.openedLots - position.closedLots,
      entry: position.entryValueMinor,
      margin: position.marginMinor,
      fee: position.feeMinor,
      realised: position.realisedMinor,
      liquidationE8: position.liquidationE8,
    }));
    return { of, ...this.contractFunds(1), fees: this.house('fees') };
  }
}

const PRICES = ['59850', '60000', '60150', '60300'];

describe('net mode', () => {
  it('is exactly closing and opening by hand', () => {
    let flips = 0;
    for (let seed = 1; seed <= 12; seed++) {
      const random = new Random(seed);
      const worlds = { net: new World('net'), hedge: new World('hedge'), each: new World('each') };
      for (let i = 0; i < 60; i++) {
        const at = random.below(PRICES.length - 1);
        const side = random.below(2) === 0 ? 'long' : 'short';
        const lots = 1 + random.below(30);
        const multiple = random.pick([1, 3, 10, 20]);
        const before = worlds.net.exchange.perpetual.positionsOf(1)[0]?.side ?? side;
        for (const world of Object.values(worlds)) world.quote(PRICES[at]!, PRICES[at + 1]!, 70);
        worlds.net.must(worlds.net.marketOf(1, side, lots, { multiple }));
        worlds.hedge.byHand(side, lots, multiple);
        worlds.each.byHand(side, lots, multiple);
        const figures = worlds.net.figures();
        // The same positions, to the unit.
        expect(worlds.hedge.figures()).toEqual(figures);
        expect(worlds.each.house('fees')).toBe(figures.fees);
        if ((figures.of[0]?.side ?? before) !== before) flips++;
      }
      for (const world of Object.values(worlds)) {
        world.quote('60000', '60150', 3_000);
        world.must({ type: 'closeAllPositions', customerId: 1, marketId: null });
      }
      // Positions of their own close at other entry values; altogether they come to the same.
      const { available, frozen } = worlds.net.contractFunds(1);
      expect(frozen).toBe(0n);
      expect(worlds.each.contractFunds(1)).toEqual({ available, frozen });
      expect(worlds.each.house('fees')).toBe(worlds.net.house('fees'));
    }
    expect(flips).toBeGreaterThan(50);
  });

  it('fills a waiting order against a position exactly as a limit close', () => {
    for (let seed = 1; seed <= 30; seed++) {
      const random = new Random(seed);
      const worlds = { net: new World('net'), hedge: new World('hedge') };
      const [held, wanted, taken] = [1, 2, 3].map(() => 1 + random.below(40)) as [number, number, number];
      const lots = Math.min(held, wanted);
      for (const world of Object.values(worlds)) {
        world.must(world.limit(2, 'short', held, '60150.7'));
        world.must(world.marketOf(1, 'long', held, { multiple: 3 }));
      }
      worlds.net.must(worlds.net.limit(1, 'short', lots, '60333.3', { multiple: 10 }));
      worlds.hedge.must(worlds.hedge.close(1, worlds.hedge.held(1, 'long').positionId, lots, '60333.3'));
      for (const world of Object.values(worlds)) {
        world.must(world.limit(3, 'long', taken, '60333.3'));
        world.must({ type: 'cancelAllPerpetualOrders', customerId: 1, marketId: null });
      }
      expect(worlds.net.figures()).toEqual(worlds.hedge.figures());
    }
  });
});
