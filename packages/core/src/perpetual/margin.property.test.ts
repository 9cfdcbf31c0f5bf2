import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Exchange } from '../exchange.ts';
import { BTC_USDT } from '../testing/demo-exchange.ts';
import { assertCovering } from '../testing/assert-covering.ts';
import type { PositionSide } from './position-view.ts';
import { PerpetualScenario, TEST_PERPETUAL } from './testing/perpetual-scenario.ts';

/**
 * One position's margin as its owner would reckon it on paper, from the rules: whole minor units, comparisons by cross
 * multiplication, nothing of the core's formulas. Prices in 1e-8; a lot at 1e-8 is worth 100 ÷ 10,000,000 minor units.
 */
class Paper {
  readonly side: PositionSide;
  readonly lots: bigint;
  readonly entry: bigint;
  margin: bigint;
  available: bigint;
  leverage: bigint;
  limit = 0n;
  used = 0n;
  liquidated = false;

  constructor(side: PositionSide, lots: number, entry: bigint, leverage: number, available: bigint) {
    this.side = side;
    this.lots = BigInt(lots);
    this.entry = entry;
    this.leverage = BigInt(leverage);
    this.margin = entry / this.leverage;
    this.available = available;
  }

  /** Smallest whole margin that covers value ÷ leverage and loss, each by itself. */
  required(price: number, leverage = this.leverage): bigint {
    const value = BigInt(price) * this.lots;
    const loss = this.side === 'long' ? this.entry * SCALE - value : value - this.entry * SCALE;
    return smallest(value, SCALE * leverage) + (loss > 0n ? smallest(loss, SCALE) : 0n);
  }

  /** Margin and profit have fallen to the maintenance margin. */
  isReached(price: number, margin = this.margin): boolean {
    const value = BigInt(price) * this.lots;
    const profit = this.side === 'long' ? value - this.entry * SCALE : this.entry * SCALE - value;
    return (margin * SCALE + profit) * 1_000_000n <= value * MAINTENANCE;
  }

  move(amount: bigint): void {
    this.margin += amount;
    this.available -= amount;
  }

  add(amount: bigint): boolean {
    if (amount <= 0n || this.margin + amount > this.entry || amount > this.available) return false;
    this.move(amount);
    return true;
  }

  remove(amount: bigint, price: number): boolean {
    if (amount <= 0n || this.margin - amount < this.required(price)) return false;
    this.move(-amount);
    return true;
  }

  change(leverage: number, price: number): boolean {
    if (!Number.isInteger(leverage) || leverage < 1 || leverage > 100) return false;
    const to = BigInt(leverage);
    const required = this.required(price, to);
    if (to > this.leverage) this.move(required < this.margin ? required - this.margin : 0n);
    if (to < this.leverage) {
      const target = required < this.entry ? required : this.entry;
      const more = target > this.margin ? target - this.margin : 0n;
      if (more > this.available) return false;
      this.move(more);
    }
    this.leverage = to;
    return true;
  }

  tick(price: number): 'nothing' | 'toppedUp' | 'liquidated' {
    if (!this.isReached(price)) return 'nothing';
    const most = [this.limit - this.used, this.available, this.entry - this.margin].reduce((a, b) =>
      a < b ? a : b,
    );
    if (most <= 0n || this.isReached(price, this.margin + most)) {
      this.liquidated = true;
      return 'liquidated';
    }
    const missing = this.required(price) - this.margin;
    const step = missing < most ? missing : most;
    this.move(step);
    this.used += step;
    return 'toppedUp';
  }
}

const SCALE = 100_000n;
const MAINTENANCE = 4_000n;

function smallest(amount: bigint, by: bigint): bigint {
  const whole = amount / by;
  return whole * by === amount ? whole : whole + 1n;
}

type Step =
  | { readonly do: 'add' | 'remove' | 'limit'; readonly minor: bigint }
  | { readonly do: 'change'; readonly multiple: number }
  | { readonly do: 'tick'; readonly priceE8: number };

const amount = fc.oneof(
  fc.bigInt(1n, 3_000_000_000n),
  fc.bigInt(1n, 200_000_000n),
  fc.constantFrom(0n, -1n, 1n, 10n ** 13n),
);
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constantFrom('add' as const, 'remove' as const, 'limit' as const), minor: amount }),
  fc.record({
    do: fc.constant('change' as const),
    multiple: fc.oneof(fc.integer({ min: 1, max: 100 }), fc.constantFrom(0, 1, 101, 2.5)),
  }),
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('tick' as const),
      priceE8: fc.oneof(
        { weight: 3, arbitrary: fc.integer({ min: 5_700_000_000_000, max: 6_300_000_000_000 }) },
        fc.integer({ min: 4_000_000_000_000, max: 8_500_000_000_000 }),
      ),
    }),
  },
);

describe('leverage, margin and top-ups of one position, whatever is done to it', () => {
  it('to the unit as on paper: nothing is gained, lost or liquidated that a top-up could keep', async () => {
    const seen = new Map<string, number>();
    const note = (what: string): void => void seen.set(what, (seen.get(what) ?? 0) + 1);
    const start = fc.record({
      side: fc.constantFrom('long' as const, 'short' as const),
      lots: fc.integer({ min: 1, max: 700 }),
      multiple: fc.integer({ min: 1, max: 100 }),
      usdt: fc.integer({ min: 50_000, max: 60_000 }),
    });
    await assertCovering(
      fc.property(start, fc.array(step, { minLength: 5, maxLength: 60, size: 'max' }), (from, steps) => {
        const s = new PerpetualScenario({ staleAfterMs: 60_000, makerFeePpm: 0, takerFeePpm: 0 });
        s.trader(1, String(from.usdt));
        s.trader(2, '10000000');
        const { side, lots, multiple } = from;
        const other = side === 'long' ? 'short' : 'long';
        s.must(s.limit(1, side, lots, '60000', { multiple }));
        const id = s.exchange.perpetual.lastPositionId;
        s.must(s.limit(2, other, lots, '60000', { multiple: 1 }));
        const paper = new Paper(
          side,
          lots,
          s.position(id).entryValueMinor,
          multiple,
          s.contractFunds(1).available,
        );
        const total = paper.margin + paper.available;
        let price = 6_000_000_000_000;
        for (const one of steps) {
          if (paper.liquidated) break;
          note(one.do);
          const own = { customerId: 1, positionId: id };
          if (one.do === 'tick') {
            price = one.priceE8;
            tick(s, price);
            const said = paper.tick(price);
            note(said);
            expect(happened(s)).toBe(said);
          } else if (one.do === 'limit') {
            const isRight = one.minor >= 0n;
            const ok = s.try({ type: 'setTopUp', ...own, limitMinor: one.minor }).ok;
            expect(ok).toBe(isRight);
            if (ok) paper.limit = one.minor;
          } else {
            const ok =
              one.do === 'change'
                ? s.try({ type: 'changeLeverage', ...own, multiple: one.multiple }).ok
                : s.try({
                    type: one.do === 'add' ? 'addMargin' : 'removeMargin',
                    ...own,
                    amountMinor: one.minor,
                  }).ok;
            const said =
              one.do === 'change'
                ? paper.change(one.multiple, price)
                : one.do === 'add'
                  ? paper.add(one.minor)
                  : paper.remove(one.minor, price);
            expect(ok).toBe(said);
            note(`${one.do} ${said}`);
          }
          if (paper.liquidated) break;
          const view = s.position(id);
          expect(view.marginMinor).toBe(paper.margin);
          expect(view.multiple).toBe(Number(paper.leverage));
          expect(view.adjusted?.topUpUsedMinor ?? 0n).toBe(paper.used);
          const funds = s.contractFunds(1);
          expect(funds).toEqual({ available: paper.available, frozen: paper.margin });
          expect(funds.available + funds.frozen).toBe(total);
          const removed = view.adjusted?.removedMarginMinor ?? 0n;
          expect(view.marginMinor).toBe(
            view.openedValueMinor / BigInt(multiple) + view.addedMarginMinor - removed,
          );
        }
        s.exchange.checkInvariants('all');
        if (!paper.liquidated) liquidatesAtThePriceShown(s, id);
      }),
      { numRuns: 250, endOnFailure: true },
      () => seen,
      {
        toppedUp: 20,
        liquidated: 20,
        'add true': 20,
        'add false': 20,
        'remove true': 20,
        'remove false': 20,
        'change true': 20,
        'change false': 20,
      },
    );
  });
});

function tick(s: PerpetualScenario, priceE8: number): void {
  s.must({
    type: 'recordIndexTick',
    marketId: BTC_USDT,
    priceE8,
    sources: [{ name: 'test', priceE8, atMs: s.nowMs }],
  });
  // Nothing trades, so the mark is the index.
  expect(s.exchange.perpetual.mark(BTC_USDT)!.markE8).toBe(priceE8);
}

function happened(s: PerpetualScenario): 'nothing' | 'toppedUp' | 'liquidated' {
  const liquidations = s.eventsOf('positionLiquidated').filter(event => event.customerId === 1);
  const topUps = s.eventsOf('positionToppedUp');
  expect(liquidations.length + topUps.length).toBeLessThanOrEqual(1);
  if (liquidations.length > 0) return 'liquidated';
  return topUps.length > 0 ? 'toppedUp' : 'nothing';
}

/** 1e-8 before it nothing happens; at it the core liquidates. In copies, since only one can happen. */
function liquidatesAtThePriceShown(s: PerpetualScenario, positionId: number): void {
  const { liquidationE8, side } = s.position(positionId);
  const own = { customerId: 1, positionId };
  s.must({ type: 'setTopUp', ...own, limitMinor: 0n });
  if (liquidationE8 === null) return;
  const bytes = s.exchange.snapshot();
  const statusAt = (priceE8: number) => {
    const copy = Exchange.restore(bytes);
    const sources = [{ name: 'test', priceE8, atMs: s.nowMs }];
    const outcome = copy.apply({ type: 'recordIndexTick', marketId: BTC_USDT, priceE8, sources }, s.nowMs);
    if (!outcome.ok) throw new Error(outcome.refusal.code);
    return outcome.events.some(event => event.type === 'positionLiquidated' && event.customerId === 1);
  };
  const before = side === 'long' ? 1 : -1;
  expect(statusAt(liquidationE8 + before)).toBe(false);
  expect(statusAt(liquidationE8)).toBe(true);
}

it('the tier of these histories is the first', () => {
  expect(TEST_PERPETUAL.tiers[0]).toMatchObject({ maintenancePpm: Number(MAINTENANCE), maxMultiple: 100 });
});
