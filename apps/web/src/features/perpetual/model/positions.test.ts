import { describe, expect, test } from 'vitest';
import { liquidationWith } from './changes.ts';
import { listHolding, liveFigures, exposureOf } from './positions.ts';
import { storyOf } from './story.ts';
import { BTC_PERPETUAL, examplePosition } from './testing/example-contract.ts';

describe('a position at a mark price', () => {
  test('is worth what closing would bring: fees of both ends and funding in it', () => {
    expect(liveFigures(examplePosition(), BTC_PERPETUAL, '101000')).toMatchObject({
      valueMinor: 10_100_000_000n,
      unrealisedMinor: 100_000_000n,
      priceMinor: 100_000_000n,
      closingFeeMinor: 5_050_000n,
      feesMinor: 10_050_000n,
      fundingMinor: -1_500_000n,
      netMinor: 88_450_000n,
      netPercent: '8.84',
      equityMinor: 1_100_000_000n,
      maintenanceMinor: 50_500_000n,
      ratioPercent: '4.59',
      awayPercent: '10.44',
    });
  });

  test('closes by the fee it was opened with, or by a lower one of now', () => {
    const closing = (change: object) =>
      liveFigures(examplePosition(), { ...BTC_PERPETUAL, ...change }, '101000')?.closingFeeMinor;
    expect(closing({ taker_fee_percent: '0.5' })).toBe(5_050_000n);
    expect(closing({ taker_fee_percent: '0.01' })).toBe(1_010_000n);
  });

  test('of a short gains when the price falls', () => {
    const short = examplePosition({ direction: 'short', liquidation_price: '109452.73631841' });
    expect(liveFigures(short, BTC_PERPETUAL, '99000')).toMatchObject({ unrealisedMinor: 100_000_000n });
  });

  test('beyond bankruptcy has a ratio of 100, and none is known without a mark', () => {
    expect(liveFigures(examplePosition(), BTC_PERPETUAL, '89000')?.ratioPercent).toBe('100');
    expect(liveFigures(examplePosition(), BTC_PERPETUAL, null)).toBeUndefined();
  });
});

describe('changing a position', () => {
  test('more margin moves liquidation away, until no price liquidates', () => {
    expect(liquidationWith(examplePosition(), BTC_PERPETUAL, 0n)?.price).toBe('90452.26130653');
    expect(liquidationWith(examplePosition(), BTC_PERPETUAL, 1_000_000_000n)?.price).toBe('80402.01005025');
    expect(liquidationWith(examplePosition(), BTC_PERPETUAL, 9_000_000_000n)).toBeNull();
  });
});

describe('lists', () => {
  const waiting = examplePosition({
    position_id: 8,
    status: 'pending',
    type: 'limit',
    price: '99000',
    waiting_lots: 50,
    holding_lots: 0,
    open_value: '0',
  });
  const closing = examplePosition({
    position_id: 9,
    closing: { order_id: 12, price: '105000', lots: 40, placed_at_ms: 5 },
  });

  test('of what is held, by contract', () => {
    expect(listHolding([waiting, closing], 1).map(one => one.position_id)).toEqual([9]);
    expect(listHolding([closing], 2)).toEqual([]);
  });

  test('count what is held and what waits for the tier', () => {
    expect(exposureOf([waiting, closing], BTC_PERPETUAL)).toBe(10_000_000_000n + 4_950_000_000n);
  });
});

test('a story is newest first, and a cause stands below what it did', () => {
  const at = { market_id: 1, symbol: 'BTC/USDT', position_id: 7, at_ms: 10 } as const;
  const events = storyOf({
    positionId: 7,
    fills: [
      {
        ...at,
        trade_id: 3,
        side: 'sell',
        effect: 'stop_loss',
        role: 'taker',
        price: '95000',
        lots: 100,
        quantity: '0.1',
        value: '9500',
        fee: '4.75',
        realised_profit: '-500',
      },
    ],
    funding: [],
    liquidations: [],
    deleveragings: [],
    topUps: [],
    triggers: [
      {
        ...at,
        trigger_id: 1,
        direction: 'long',
        kind: 'stop_loss',
        trigger_price: '95000',
        lots: 100,
        mark_price: '94990',
        mark_inputs: null,
        index_tick: 4,
      },
    ],
    offsets: [
      {
        offset_id: 2,
        market_id: 1,
        symbol: 'BTC/USDT',
        long_position_id: 6,
        short_position_id: 7,
        at_ms: 9,
        lots: 5,
        value: '475',
        mark_price: '95000',
        inputs: null,
        mark_inputs: null,
      },
    ],
  });
  expect(events.map(event => event.kind)).toEqual(['fill', 'trigger', 'offset']);
  expect(events.at(-1)).toMatchObject({ key: 'offset:2', side: 'short' });
});
