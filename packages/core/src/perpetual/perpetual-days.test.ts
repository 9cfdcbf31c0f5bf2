import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Command } from '../command.ts';
import { DAY_MS, MINUTE_MS } from '../durations.ts';
import { Random } from '../testing/random.ts';
import { BTC_USDT, USDT } from '../testing/demo-exchange.ts';
import type { PositionView } from './position-view.ts';
import { PerpetualProjection } from './testing/perpetual-projection.ts';
import { PerpetualScenario, TEST_PERPETUAL } from './testing/perpetual-scenario.ts';

const CUSTOMERS = [1, 2, 3, 4, 5, 6, 7, 8];
const MAKER = 9;
const MULTIPLES = TEST_PERPETUAL.multiples;

/**
 * Days of trading by the commit's seed: a random walk with jumps, a market maker, and customers who open, protect and
 * close positions and add margin. Time passes as with the sequencer.
 */
class Days {
  readonly s = new PerpetualScenario({ staleAfterMs: MINUTE_MS });
  readonly projection = new PerpetualProjection();
  readonly counts = new Map<string, number>();
  readonly #random: Random;
  #price = 60_000;

  constructor(seed: number) {
    this.#random = new Random(seed);
    this.projection.contracts.set(BTC_USDT, this.s.exchange.perpetual.contract(BTC_USDT)!);
    for (const customerId of CUSTOMERS) this.s.trader(customerId, '50000');
    this.s.trader(MAKER, '20000000');
    this.s.fundInsurance('2000');
  }

  run(days: number): void {
    const end = this.s.nowMs + days * DAY_MS;
    while (this.s.nowMs < end) {
      this.s.nowMs += this.#random.between(5_000, 90_000);
      while (this.s.exchange.dueAtMs() <= this.s.nowMs) this.#apply({ type: 'passTime' });
      this.#tick();
      if (this.#random.below(3) === 0) this.#quote();
      for (let i = this.#random.below(3); i > 0; i--) this.#apply(this.#command());
    }
  }

  /** All USDT of customers and house, without the faucet's account. */
  total(): bigint {
    const { exchange } = this.s;
    const of = (
      ownerId: number,
      account: 'contract' | 'fees' | 'insurance' | 'rounding' | 'perpetualClearing',
    ) => {
      const { availableMinor, frozenMinor } = exchange.balance({ ownerId, account, currencyId: USDT });
      if (account !== 'perpetualClearing') expect(availableMinor >= 0n && frozenMinor >= 0n).toBe(true);
      return availableMinor + frozenMinor;
    };
    const customers = [...CUSTOMERS, MAKER].reduce((sum, id) => sum + of(id, 'contract'), 0n);
    return customers + of(0, 'fees') + of(0, 'insurance') + of(0, 'rounding') + of(0, 'perpetualClearing');
  }

  #apply(command: Command): void {
    const outcome = this.s.exchange.apply(command, this.s.nowMs);
    if (!outcome.ok) return;
    this.projection.command(outcome.events);
    for (const { type } of outcome.events) this.counts.set(type, (this.counts.get(type) ?? 0) + 1);
  }

  #tick(): void {
    const leap = this.#random.below(400) === 0 ? this.#random.between(-4_000, 4_000) : 0;
    const pull = Math.round((60_000 - this.#price) / 200);
    this.#price += this.#random.between(-60, 60) + leap + pull;
    const priceE8 = this.#price * 100_000_000;
    const sources = [{ name: 'test', priceE8, atMs: this.s.nowMs }];
    this.#apply({ type: 'recordIndexTick', marketId: BTC_USDT, priceE8, sources });
  }

  /** The maker closes its positions and quotes both sides of the index again. */
  #quote(): void {
    this.#apply({ type: 'cancelAllPerpetualOrders', customerId: MAKER, marketId: BTC_USDT });
    const held = this.s.exchange.perpetual.positionsOf(MAKER);
    const long = held.find(position => position.side === 'long');
    const short = held.find(position => position.side === 'short');
    if (long !== undefined && short !== undefined) {
      const [longPositionId, shortPositionId] = [long.positionId, short.positionId];
      this.#apply({
        type: 'offsetPositions',
        customerId: MAKER,
        longPositionId,
        shortPositionId,
        lots: null,
      });
    }
    const middle = this.#price + this.#random.between(-40, 40);
    for (const distance of [10, 60, 400]) {
      const lots = this.#random.between(60, 400);
      this.#apply(this.s.limit(MAKER, 'long', lots, `${middle - distance}`, { multiple: 5 }));
      this.#apply(this.s.limit(MAKER, 'short', lots, `${middle + distance}`, { multiple: 5 }));
    }
  }

  #command(): Command {
    const random = this.#random;
    const customerId = random.pick(CUSTOMERS);
    const held = this.s.exchange.perpetual.positionsOf(customerId);
    const dice = random.below(10);
    if (held.length === 0 || dice < 4) return this.#order(customerId);
    const position = random.pick(held);
    const { positionId } = position;
    if (dice < 7) return this.s.close(customerId, positionId, this.#part(position));
    if (dice === 7) {
      const amountMinor = BigInt(random.between(1, 50)) * 1_000_003n;
      return { type: 'addMargin', customerId, positionId, amountMinor };
    }
    if (dice === 8) return { type: 'reversePosition', customerId, positionId, worstPriceTicks: null };
    const away = random.between(100, 1_500) * 10;
    const up = this.#price * 10 + away;
    const down = this.#price * 10 - away;
    const [takeProfitTicks, stopLossTicks] = position.side === 'long' ? [up, down] : [down, up];
    return { type: 'setStops', customerId, positionId, takeProfitTicks, stopLossTicks };
  }

  #order(customerId: number): Command {
    const random = this.#random;
    const side = random.pick(['long', 'short'] as const);
    const lots = random.between(1, 120);
    const multiple = random.pick(MULTIPLES);
    if (random.below(2) === 0) return this.s.marketOf(customerId, side, lots, { multiple });
    const price = this.#price + random.between(-100, 100);
    return this.s.limit(customerId, side, lots, `${price}`, { multiple });
  }

  #part(position: PositionView): number | null {
    const open = position.openedLots - position.closedLots;
    return open > 1 && this.#random.below(2) === 0 ? this.#random.between(1, open - 1) : null;
  }
}

describe('days of trading', () => {
  it('keep every unit, both sides alike and every account above zero', () => {
    const days = new Days(fc.readConfigureGlobal().seed ?? 1);
    const before = days.total();
    days.run(2);
    const { s, counts } = days;
    s.exchange.checkInvariants('all');
    expect(days.total()).toBe(before);
    expect(s.house('perpetualClearing')).toBe(days.projection.mirror());
    // A rule is tested only if its case occurs.
    expect(counts.get('fundingSettled')).toBe(6);
    for (const type of ['perpetualTraded', 'positionLiquidated', 'stopTriggered', 'positionsOffset']) {
      expect(counts.get(type) ?? 0).toBeGreaterThan(10);
    }

    // At the end everybody leaves: a maker quotes both sides until nothing is open.
    for (let round = 0; round < 6 && s.exchange.perpetual.openInterestLots(1) > 0; round++) closeOut(days);
    expect(s.exchange.perpetual.openInterestLots(BTC_USDT)).toBe(0);
    expect(s.house('perpetualClearing')).toBe(0n);
    expect(days.total()).toBe(before);
    for (const customerId of [...CUSTOMERS, MAKER]) expect(s.contractFunds(customerId).frozen).toBe(0n);
  });
});

/** A new customer takes the other side of all closes; then the maker's long and short are offset. */
function closeOut(days: Days): void {
  const { s } = days;
  s.nowMs += 1_000;
  const mark = s.exchange.perpetual.mark(BTC_USDT)!.markE8;
  s.index(`${Math.round(mark / 1e8)}`);
  for (const customerId of [...CUSTOMERS, MAKER]) {
    s.exchange.apply({ type: 'cancelAllPerpetualOrders', customerId, marketId: null }, s.nowMs);
  }
  for (const customerId of CUSTOMERS) {
    for (const position of s.exchange.perpetual.positionsOf(customerId)) {
      const { lowest, highest } = edges(s);
      const lots = position.openedLots - position.closedLots;
      const side = position.side === 'long' ? 'long' : 'short';
      const price = side === 'long' ? highest : lowest;
      const order = { ...s.limit(MAKER, side, lots, '60000', { multiple: 1 }), priceTicks: price };
      s.exchange.apply(order, s.nowMs);
      s.exchange.apply(s.close(customerId, position.positionId), s.nowMs);
    }
  }
  s.exchange.apply({ type: 'cancelAllPerpetualOrders', customerId: MAKER, marketId: null }, s.nowMs);
  for (;;) {
    const held = s.exchange.perpetual.positionsOf(MAKER);
    const long = held.find(position => position.side === 'long');
    const short = held.find(position => position.side === 'short');
    if (long === undefined || short === undefined) return;
    s.must({
      type: 'offsetPositions',
      customerId: MAKER,
      longPositionId: long.positionId,
      shortPositionId: short.positionId,
      lots: null,
    });
  }
}

/** The lowest and highest prices that are certainly within the mark's band. */
function edges(s: PerpetualScenario): { readonly lowest: number; readonly highest: number } {
  const ticks = Math.round(s.exchange.perpetual.mark(BTC_USDT)!.markE8 / 10_000_000);
  return { lowest: Math.ceil(ticks * 0.96), highest: Math.floor(ticks * 1.04) };
}
