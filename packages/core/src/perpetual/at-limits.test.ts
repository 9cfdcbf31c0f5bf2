import { describe, expect, it } from 'vitest';
import type { Command } from '../command.ts';
import type { PositionMode } from './order-view.ts';
import type { PositionSide } from './position-view.ts';
import { PerpetualScenario } from './testing/perpetual-scenario.ts';
import type { PerpetualConfig } from './terms.ts';

const MODES = ['each', 'hedge', 'net'] as const;
const U = 1_000_000n;
const FULL = 'open_interest_full';
const LARGE = { maxOrderLots: 100_000, makerFeePpm: 0, takerFeePpm: 0 };

/** Customer 1 in a mode, and customers 2 and 3 with plenty of money. */
class AtLimit extends PerpetualScenario {
  readonly #mode: PositionMode;

  constructor(mode: PositionMode, change: Partial<PerpetualConfig> = {}) {
    super({ ...LARGE, ...change });
    for (const customerId of [1, 2, 3, 4]) this.trader(customerId, '100000000');
    this.#mode = mode;
    if (mode !== 'each') this.must(this.mode(1, mode));
  }

  /** Without proving all invariants after each, which takes long with many positions. */
  many(times: number, command: () => Command): void {
    for (let i = 0; i < times; i++) {
      const outcome = this.exchange.apply(command(), this.nowMs);
      if (!outcome.ok) throw new Error(`${i}: ${JSON.stringify(outcome.refusal)}`);
    }
    this.exchange.checkInvariants('all');
  }

  holds(side: PositionSide): number {
    const open = this.exchange.perpetual.positionsOf(1).filter(position => position.side === side);
    return open.reduce((sum, { openedLots, closedLots }) => sum + openedLots - closedLots, 0);
  }

  /** Everything of customer 1 is closed, whatever the limits. */
  closes(): void {
    const lots = this.holds('short');
    const [holder] = this.exchange.perpetual.positionsOf(3);
    this.must(this.close(3, holder!.positionId, Math.min(lots, holder!.openedLots), '60000'));
    const left = lots - holder!.openedLots;
    const other = this.exchange.perpetual.positionsOf(4).find(({ side }) => side === 'long');
    if (left > 0 && other !== undefined) this.must(this.close(4, other.positionId, left, '60000'));
    this.must({ type: 'closeAllPositions', customerId: 1, marketId: 1 });
  }

  /** An order of customer 1 that waits, far from the other side. */
  more(side: PositionSide): Command {
    return this.limit(1, side, 1, side === 'long' ? '58000' : '62000', { multiple: 1 });
  }

  /** Turns all that customer 1 holds long into as much short, in the way of the mode. */
  turned(): Command {
    const lots = this.holds('long');
    if (this.#mode === 'net') return this.marketOf(1, 'short', lots * 2, { multiple: 1 });
    const { positionId } = this.exchange.perpetual.positionsOf(1).find(({ side }) => side === 'long')!;
    return { type: 'reversePosition', customerId: 1, positionId, worstPriceTicks: null };
  }
}

describe.each(MODES)('at the limits, in mode %s', mode => {
  it('with 500 positions and orders nothing more is opened, but a position is reversed, and closed', () => {
    const s = new AtLimit(mode);
    s.must(s.limit(2, 'short', 10, '60000', { multiple: 1 }));
    s.must(s.marketOf(1, 'long', 10, { multiple: 1 }));
    s.many(499, () => s.limit(1, 'short', 1, '62000', { multiple: 1 }));
    expect(s.refusal(s.more('long'))).toBe('too_many_positions');
    s.must(s.limit(3, 'long', 20, '60000', { multiple: 1 }));
    s.must(s.turned());
    expect([s.holds('long'), s.holds('short')]).toEqual([0, 10]);
    expect(s.refusal(s.more('short'))).toBe('too_many_positions');
    s.closes();
    expect([s.holds('long'), s.holds('short')]).toEqual([0, 0]);
  });

  it('at the end of the last tier nothing more is opened, but a position is reversed, and closed', () => {
    // 5,000 lots at 60,000.
    const tiers = [{ maxNotional: '300000', maintenancePpm: 4_000, maxMultiple: 100 }];
    const s = new AtLimit(mode, { tiers });
    s.must(s.limit(2, 'short', 5_000, '60000', { multiple: 1 }));
    s.must(s.marketOf(1, 'long', 5_000, { multiple: 1 }));
    expect(s.refusal(s.more('long'))).toBe('exposure_too_large');
    for (const customerId of [3, 4]) s.must(s.limit(customerId, 'long', 5_000, '60000', { multiple: 1 }));
    s.must(s.turned());
    expect([s.holds('long'), s.holds('short')]).toEqual([0, 5_000]);
    expect(s.exchange.perpetual.exposureMinor(1, 1)).toBe(300_000n * U);
    expect(s.refusal(s.more('short'))).toBe('exposure_too_large');
    s.closes();
    expect([s.holds('long'), s.holds('short')]).toEqual([0, 0]);
  });

  it('where a tier ends, what is reversed belongs to the tier of what it becomes', () => {
    const [first, second] = [4_000, 10_000];
    const tiers = [
      { maxNotional: '6000', maintenancePpm: first, maxMultiple: 100 },
      { maxNotional: '300000', maintenancePpm: second, maxMultiple: 50 },
    ];
    const s = new AtLimit(mode, { tiers });
    s.must(s.limit(2, 'short', 100, '60000', { multiple: 1 }));
    s.must(s.marketOf(1, 'long', 100, { multiple: 20 }));
    expect(s.held(1, 'long').maintenancePpm).toBe(first);
    s.must(s.limit(3, 'long', 200, '60000', { multiple: 1 }));
    s.must(s.turned());
    expect(s.held(1, 'short')).toMatchObject({ maintenancePpm: first, openedLots: 100 });
    s.must(s.limit(3, 'long', 1, '60000', { multiple: 1 }));
    expect(s.refusal(s.marketOf(1, 'short', 1, { multiple: 51 }))).toBe('multiple_too_high');
    s.must(s.marketOf(1, 'short', 1, { multiple: 50 }));
    const rates = s.exchange.perpetual.positionsOf(1).map(({ maintenancePpm }) => maintenancePpm);
    // Merged, the mean of a hundred lots and one: (100 × 4,000 + 10,000) ÷ 101.
    expect(rates).toEqual(mode === 'each' ? [first, second] : [4_059]);
    s.closes();
    expect([s.holds('long'), s.holds('short')]).toEqual([0, 0]);
  });

  it('with the open interest full nothing more is opened, but a position is reversed, and closed', () => {
    const s = new AtLimit(mode, { maxOpenInterestLots: 200 });
    s.must(s.limit(2, 'short', 100, '60000', { multiple: 1 }));
    const short = s.exchange.perpetual.lastPositionId;
    s.must(s.marketOf(1, 'long', 100, { multiple: 1 }));
    s.must(s.limit(4, 'short', 100, '62000', { multiple: 1 }));
    // The one who is short closes, and somebody else takes over as many longs.
    s.must(s.close(2, short, null, '60000'));
    s.must(s.limit(3, 'long', 100, '60000', { multiple: 1 }));
    expect(s.refusal(s.more('long'))).toBe(FULL);
    s.must(s.turned());
    expect([s.holds('long'), s.holds('short')]).toEqual([0, 100]);
    expect(s.exchange.perpetual.openInterestLots(1)).toBe(100);
    expect(s.refusal(s.more('short'))).toBe(FULL);
    s.closes();
    expect([s.holds('long'), s.holds('short')]).toEqual([0, 0]);
  });

  it('what would open beyond the open interest is refused, or ends after it has closed', () => {
    const s = new AtLimit(mode, { maxOpenInterestLots: 200 });
    s.must(s.limit(2, 'short', 100, '60000', { multiple: 1 }));
    s.must(s.marketOf(1, 'long', 100, { multiple: 1 }));
    s.must(s.limit(4, 'short', 100, '62000', { multiple: 1 }));
    s.must(s.limit(3, 'long', 100, '60000', { multiple: 1 }));
    // Nobody who is short closes, so the shorts would become more than the limit.
    if (mode !== 'net') {
      s.must(s.close(2, s.exchange.perpetual.positionsOf(2)[0]!.positionId, 50, '59990'));
      expect(s.refusal(s.turned())).toBe('no_liquidity');
      return;
    }
    expect(s.placed(s.marketOf(1, 'short', 200, { multiple: 1 }))).toMatchObject({ filledLots: 100 });
    expect([s.holds('long'), s.holds('short')]).toEqual([0, 0]);
  });
});

describe.each(['hedge', 'net'] as const)('500 orders that may all be filled at once, in mode %s', mode => {
  it('become one position, and are cut down to it, however they meet', () => {
    const s = new AtLimit(mode);
    s.many(500, () => s.limit(1, 'long', 1, '59900', { multiple: 1 }));
    expect(s.refusal(s.limit(1, 'long', 1, '59900', { multiple: 1 }))).toBe('too_many_positions');
    s.must(s.marketOf(2, 'short', 499, { multiple: 1 }));
    expect(s.held(1, 'long')).toMatchObject({ openedLots: 499, waitingLots: 0 });
    expect(s.exchange.perpetual.ordersOf(1)).toHaveLength(1);
    for (let i = 0; i < 100; i++) s.must(s.limit(1, 'short', 4, '60100', { reduceOnly: true }));
    expect(s.refusal(s.limit(1, 'short', 1, '60100', { reduceOnly: true }))).toBe('too_many_open_orders');
    // Closes 200 lots: of the 400 that wait to, the newest lose what is more than is held.
    s.must(s.limit(3, 'long', 200, '60000', { multiple: 1 }));
    s.must(s.marketOf(1, 'short', 200, { reduceOnly: true }));
    const waiting = s.exchange.perpetual.ordersOf(1).filter(({ reduceOnly }) => reduceOnly);
    expect(waiting.reduce((sum, { waitingLots }) => sum + waitingLots, 0)).toBe(299);
    s.must(s.limit(3, 'long', 1_000, '60100', { multiple: 1 }));
    expect([s.holds('long'), s.holds('short')]).toEqual([0, 0]);
  });
});
