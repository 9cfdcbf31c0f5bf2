import { beforeEach, describe, expect, it } from 'vitest';
import { PerpetualScenario } from './testing/perpetual-scenario.ts';

const U = 1_000_000n;

let s: PerpetualScenario;
beforeEach(() => {
  s = new PerpetualScenario();
  for (const customerId of [1, 2, 3]) s.trader(customerId);
});

describe('reversing', () => {
  it('is refused if closing the first half would cost more than the margin', () => {
    const { long } = s.open(1, 2, 10, '60000', { long: 2, short: 1 });
    // Bankrupt at 30,000.
    s.index('31000');
    s.must(s.limit(3, 'long', 30, '29900', { multiple: 1 }));
    const reverse = {
      type: 'reversePosition',
      customerId: 1,
      positionId: long,
      worstPriceTicks: null,
    } as const;
    expect(s.refusal(reverse)).toBe('no_liquidity');
    s.must(s.limit(3, 'long', 10, '30000', { multiple: 1 }));
    s.must(reverse);
    expect(s.reported(long)).toMatchObject({ status: 'closed', realisedMinor: -300n * U, marginMinor: 0n });
    expect(s.changes().find(position => position.side === 'short')).toMatchObject({
      entryValueMinor: 299n * U,
      marginMinor: 149_500_000n,
    });
  });

  it('counts the proceeds of the closed half and cancels its waiting order', () => {
    s = new PerpetualScenario();
    s.trader(1, '620');
    for (const customerId of [2, 3]) s.trader(customerId);
    const id = s.ordered(s.limit(1, 'long', 100, '60000'));
    s.must(s.marketOf(2, 'short', 80, { multiple: 1 }));
    s.must(s.limit(3, 'long', 160, '60000', { multiple: 1 }));
    expect(s.contractFunds(1).available).toBeLessThan(20n * U);
    s.must({ type: 'reversePosition', customerId: 1, positionId: id, worstPriceTicks: null });
    expect(s.reported(id)).toMatchObject({ status: 'closed', openingEndReason: 'cancelledByCustomer' });
    expect(s.exchange.perpetual.positionsOf(1)).toMatchObject([{ side: 'short', openedLots: 80 }]);
  });
});

describe('offsetting', () => {
  it('closes a customer’s positions against each other without book and fee', () => {
    const { long } = s.open(1, 2, 100, '60000');
    const { short } = s.open(2, 1, 60, '60500');
    s.index('60200');
    const before = s.contractFunds(1);
    s.must({
      type: 'offsetPositions',
      customerId: 1,
      longPositionId: long,
      shortPositionId: short,
      lots: null,
    });
    const mark = s.exchange.perpetual.mark(1)!.markE8;
    expect(s.eventsOf('positionsOffset')).toMatchObject([
      {
        lots: 60,
        mark: { markE8: mark },
        longBefore: { lots: 100, entryValueMinor: 6_000n * U, marginMinor: 600n * U },
        shortBefore: { lots: 60, entryValueMinor: 3_630n * U, marginMinor: 363n * U },
      },
    ]);
    expect(s.reported(short)).toMatchObject({ status: 'closed', closeReason: 'offset' });
    expect(s.reported(long)).toMatchObject({ status: 'holding', closedLots: 60 });
    // Their entries differ by 500 per BTC, whatever the mark is: 30, plus both margins.
    const margins = 360n * U + 363n * U;
    expect(s.contractFunds(1)).toEqual({
      available: before.available + 30n * U + margins,
      frozen: before.frozen - margins,
    });
  });

  it('is at the mark, or at the nearest price that both margins cover', () => {
    const short = s.open(2, 1, 10, '60000', { long: 1, short: 1 }).short;
    const { long } = s.open(1, 2, 10, '59900', { long: 100, short: 1 });
    s.must({ type: 'setPerpetualStatus', marketId: 1, status: 'halted' });
    s.index('59000');
    s.must({ type: 'setPerpetualStatus', marketId: 1, status: 'open' });
    // Bankrupt at 59,301, and open only because there was no mark since trading was halted.
    s.must({
      type: 'offsetPositions',
      customerId: 1,
      longPositionId: long,
      shortPositionId: short,
      lots: null,
    });
    expect(s.eventsOf('positionsOffset')).toMatchObject([
      {
        valueMinor: 593_010_000n,
        longRealisedMinor: -5_990_000n,
        shortRealisedMinor: 6_990_000n,
        mark: { markE8: 5_900_000_000_000 },
      },
    ]);
    expect(s.reported(long)).toMatchObject({ status: 'closed', realisedMinor: -5_990_000n });
    expect(s.reported(short)).toMatchObject({ status: 'closed', realisedMinor: 6_990_000n });
  });

  it('is refused if no price is covered by both margins', () => {
    const { short, long: theirs } = s.open(2, 1, 10, '60000', { long: 1, short: 100 });
    s.must(s.close(2, theirs, null, '62900'));
    s.must({ type: 'setPerpetualStatus', marketId: 1, status: 'halted' });
    s.index('63000');
    s.must({ type: 'setPerpetualStatus', marketId: 1, status: 'open' });
    // Takes over the only long position: now nobody can pay for the short, which is bankrupt at 60,600.
    const long = s.ordered(s.limit(1, 'long', 10, '62900', { multiple: 100 }));
    expect(s.position(short).lots).toBe(10);
    // At this mark the long is bankrupt, too, at 62,271.
    s.index('62000');
    expect(s.position(long).lots).toBe(10);
    const offset = { customerId: 1, longPositionId: long, shortPositionId: short, lots: null };
    expect(s.refusal({ type: 'offsetPositions', ...offset })).toBe('price_beyond_bankruptcy');
    s.exchange.checkInvariants('all');
  });
});
