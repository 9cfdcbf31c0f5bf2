import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { maintenanceMargin, unrealised } from '@tallystick/core/perpetual/formulas';
import { contractUnits } from './contract.ts';
import { exposureFrom, priceE8, unitOf } from './figures.ts';
import { lotsForPercent, summarise } from './summary.ts';
import { BTC_PERPETUAL, exampleContext } from './testing/example-contract.ts';
import { emptyTicket, type Ticket } from './ticket.ts';

const ticket = (change: Partial<Ticket>): Ticket => ({ ...emptyTicket(10, 'long'), ...change });
const summaryOf = (change: Partial<Ticket>, context = exampleContext()) => summarise(ticket(change), context);

describe('a market order', () => {
  test('costs what the book asks, at the taker’s fee', () => {
    expect(summaryOf({ lots: '1500' })).toMatchObject({
      lots: 1500n,
      // 1 BTC at 100,010 and half a BTC at 100,020.
      valueMinor: 150_020_000_000n,
      entryPrice: '100013.3',
      marginMinor: 15_002_000_000n,
      feeMinor: 75_010_000n,
      neededMinor: 15_077_010_000n,
      worstMinor: 15_077_010_000n,
    });
  });

  test('short sells into the bids and is liquidated above', () => {
    const { entryPrice, liquidation, liquidationPercent } = summaryOf({ direction: 'short', lots: '100' });
    expect(entryPrice).toBe('99990.0');
    // (99,990 + 9,999) ÷ 1.005
    expect(liquidation?.price).toBe('109441.79104478');
    expect(liquidationPercent).toBe('9.44');
  });

  test('says nothing before lots are typed, and about an empty book', () => {
    expect(summaryOf({}).marginMinor).toBeNull();
    expect(summaryOf({ lots: '5' }, exampleContext({ asks: [] })).valueMinor).toBeNull();
  });
});

describe('a limit order', () => {
  test('that waits pays the maker’s fee', () => {
    const summary = summaryOf({ type: 'limit', price: '99000', lots: '100' });
    expect(summary).toMatchObject({
      valueMinor: 9_900_000_000n,
      feeMinor: 1_980_000n,
      entryPrice: '99000.0',
    });
  });

  test('that meets the book takes what is there and waits with the rest', () => {
    const summary = summaryOf({ type: 'limit', price: '100010', lots: '1200' });
    expect(summary.immediate?.lots).toBe(1000n);
    expect(summary.valueMinor).toBe(120_012_000_000n);
    // 1 BTC at 0.05 %, 0.2 BTC at 0.02 %.
    expect(summary.feeMinor).toBe(50_005_000n + 4_000_400n);
  });
});

test('the tier follows what the customer holds in the contract already', () => {
  const alone = summaryOf({ lots: '100' });
  const more = summaryOf({ lots: '100' }, exampleContext({ exposureMinor: 49_000_000_000n }));
  expect(alone.liquidation?.price).toBe('90461.30653266');
  // At 1 % maintenance the liquidation price is closer.
  expect(more.liquidation?.price).toBe('90918.18181818');
});

test('at the liquidation price shown, equity is the maintenance margin, to a unit', () => {
  const unit = unitOf(contractUnits(BTC_PERPETUAL));
  fc.assert(
    fc.property(
      fc.constantFrom('long' as const, 'short' as const),
      fc.integer({ min: 1, max: 3000 }),
      fc.constantFrom(2, 3, 5, 10, 20, 50, 100),
      (direction, lots, leverage) => {
        const summary = summaryOf({ direction, lots: String(lots), leverage });
        if (!summary.liquidation) return;
        const exposure = exposureFrom({
          direction,
          lots: BigInt(lots),
          openValueMinor: summary.valueMinor ?? 0n,
          marginMinor: summary.marginMinor ?? 0n,
        });
        const at = priceE8(summary.liquidation.price) ?? 0;
        const tier = (summary.valueMinor ?? 0n) <= 50_000_000_000n ? 5_000 : 10_000;
        const ppm = (summary.valueMinor ?? 0n) <= 250_000_000_000n ? tier : 25_000;
        const equity = exposure.marginMinor + unrealised(unit, exposure, at);
        const maintenance = maintenanceMargin(unit, at, lots, ppm);
        expect(equity - maintenance).toBeLessThanOrEqual(1n);
        expect(equity - maintenance).toBeGreaterThanOrEqual(-1n);
      },
    ),
  );
});

describe('stops', () => {
  test('tell what they would bring, fees of both ends included', () => {
    const stops = { unit: 'price', takeProfit: '110000', stopLoss: '95000' } as const;
    const { takeProfit, stopLoss, marginMinor } = summaryOf({ lots: '100', hasStops: true, stops });
    expect(marginMinor).toBe(1_000_100_000n);
    // 999 for the price, − 5.0005 to open, − 5.5 to close.
    expect(takeProfit).toMatchObject({ resultMinor: 988_499_500n, percent: '98.84' });
    expect(stopLoss).toMatchObject({ resultMinor: -510_750_500n, percent: '-51.06' });
  });

  test('are not there while the box is off', () => {
    const stops = { unit: 'price', takeProfit: '110000', stopLoss: '' } as const;
    expect(summaryOf({ lots: '100', stops }).takeProfit).toBeNull();
  });
});

describe('a part of the balance', () => {
  test('opens as many lots as it pays for, and not one more', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 100 }),
        fc.constantFrom(1, 5, 10, 20),
        fc.constantFrom('market' as const, 'limit' as const),
        (percent, leverage, type) => {
          const context = exampleContext();
          const order = ticket({ leverage, type, price: '99500' });
          const lots = lotsForPercent(order, context, percent);
          const needed = (count: bigint) =>
            summarise({ ...order, lots: String(count) }, context).neededMinor ?? 0n;
          const budget = (10_000_000_000n * BigInt(percent)) / 100n;
          expect(lots === 0n || needed(lots) <= budget).toBe(true);
          const next = summarise({ ...order, lots: String(lots + 1n) }, context);
          const isAll = type === 'market' && next.immediate?.complete === false;
          expect(isAll || needed(lots + 1n) > budget).toBe(true);
        },
      ),
    );
  });

  test('is nothing while the balance is unknown', () => {
    expect(lotsForPercent(ticket({}), exampleContext({ availableMinor: null }), 100)).toBe(0n);
  });
});
