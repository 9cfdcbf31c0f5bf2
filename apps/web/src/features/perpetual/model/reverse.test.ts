import { describe, expect, test } from 'vitest';
import { parseLevels } from '#lib/market-units.ts';
import { contractUnits } from './contract.ts';
import { NOTHING_HELD } from './held.ts';
import { reversePreview } from './reverse.ts';
import { BTC_PERPETUAL, exampleContext, examplePosition } from './testing/example-contract.ts';

const bidsOf = (...levels: [price: string, quantity: string][]) =>
  parseLevels(levels, contractUnits(BTC_PERPETUAL));

const holding = (lots: number, change: Parameters<typeof examplePosition>[0] = {}) =>
  examplePosition({
    lots,
    holding_lots: lots,
    open_value: String(lots * 100),
    margin: String(lots * 10),
    ...change,
  });

describe('reversing', () => {
  test('closes by the first orders of the book and opens by the next ones', () => {
    // 100 lots at 99,990 close, then 0.05 BTC at 99,990 and 0.05 at 99,980 open.
    const bids = bidsOf(['99990', '0.15'], ['99980', '2']);
    const preview = reversePreview(holding(100), exampleContext({ bids }))!;
    expect(preview.closing.price).toBe('99990.0');
    expect(preview.opening).toMatchObject({ entryPrice: '99985.0', valueMinor: 9_998_500_000n });
    // 0.05 % of 9,999 and of 9,998.5.
    expect(preview.feeMinor).toBe(4_999_500n + 4_999_250n);
    expect(preview.problem).toBeUndefined();
  });

  test('says what is available when it is done, to the unit', () => {
    const bids = bidsOf(['99990', '0.1'], ['99980', '2']);
    const preview = reversePreview(holding(100), exampleContext({ bids }))!;
    // 10,000 + 1,000 of margin − 1 of loss − 4.9995 of fee; then 999.8 of margin and 4.999 of fee.
    expect(preview.availableMinor).toBe(10_000_000_000n + 994_000_500n - 999_800_000n - 4_999_000n);
  });

  test('its second half only opens, also where an order the other way would close first', () => {
    const position = holding(100);
    const held = { ...NOTHING_HELD, mode: 'net', long: position } as const;
    const bids = bidsOf(['99990', '0.15'], ['99980', '2']);
    expect(reversePreview(position, exampleContext({ bids, held }))).toEqual(
      reversePreview(position, exampleContext({ bids })),
    );
  });

  test('is of the tier without the old position', () => {
    // 40,000 USDT are held: twice that would be in the second tier, at 1 %.
    const position = holding(400);
    const context = exampleContext({ exposureMinor: 40_000_000_000n });
    const { opening, problem } = reversePreview(position, context)!;
    // (99,990 + 9,999) ÷ 1.005, not ÷ 1.01.
    expect(opening.liquidation?.price).toBe('109441.79104478');
    expect(problem).toBeUndefined();
  });

  test('cancels what still waits to open: it is not met, and its margin comes back', () => {
    const position = holding(100, {
      type: 'limit',
      lots: 150,
      price: '99990',
      waiting_lots: 50,
      waiting_margin: '500.9998',
    });
    const bids = bidsOf(['99990', '0.05'], ['99980', '2']);
    const context = exampleContext({ bids, availableMinor: 0n, exposureMinor: 14_999_500_000n });
    const preview = reversePreview(position, context)!;
    expect(preview.closing.price).toBe('99980.0');
    // 1,000 − 2 − 4.999 and 500.9998 are returned, 999.8 + 4.999 are needed.
    expect(preview.availableMinor).toBe(993_001_000n + 500_999_800n - 1_004_799_000n);
  });

  test('needs both halves from the book, whole', () => {
    const bids = bidsOf(['99990', '0.15']);
    expect(reversePreview(holding(100), exampleContext({ bids }))?.problem).toMatchObject({
      code: 'cannot_fill',
      params: { most: '150' },
    });
    expect(reversePreview(holding(100), exampleContext({ bids: [] }))?.problem?.code).toBe('no_liquidity');
    expect(reversePreview(holding(100), exampleContext({ bookKnown: false }))).toBeNull();
  });

  test('counts what the closing brings back, and only that, as funds', () => {
    const bids = bidsOf(['99990', '2']);
    const cheap = holding(100, { multiple: 20 });
    // 994.0005 are returned and 499.95 + 4.9995 are needed: nothing else has to be available.
    expect(reversePreview(cheap, exampleContext({ bids, availableMinor: 0n }))?.problem).toBeUndefined();
    // The margin for ×10 is 999.9, the fee 4.9995; 994.0005 are returned.
    const short = 1_004_899_500n - 994_000_500n;
    const at = (availableMinor: bigint) =>
      reversePreview(holding(100), exampleContext({ bids, availableMinor }))?.problem?.code;
    expect(at(short)).toBeUndefined();
    expect(at(short - 1n)).toBe('insufficient_balance');
  });

  test('waits for a fresh index and an open contract', () => {
    const at = (change: Parameters<typeof exampleContext>[0]) =>
      reversePreview(holding(100), exampleContext(change))?.problem?.code;
    expect(at({ stale: true })).toBe('stale');
    expect(at({ contract: { ...BTC_PERPETUAL, status: 'cancel_only' } })).toBe('market_cancel_only');
  });

  test('is not held to the size of an order', () => {
    const contract = { ...BTC_PERPETUAL, max_order_lots: 50 };
    expect(reversePreview(holding(100), exampleContext({ contract }))?.problem).toBeUndefined();
  });
});
