import { expect, test } from 'vitest';
import type { WireDepth } from '@tallystick/protocol/wire';
import type { MarketUnits } from '#lib/market-units.ts';
import { BookFrames } from './book-frames.ts';

const units: MarketUnits = {
  priceDecimals: 1,
  quantityDecimals: 1,
  baseDecimals: 8,
  quoteDecimals: 6,
  tick: 1n,
  lot: 1n,
  quoteMinorPerTickLot: 10_000n,
  baseMinorPerLot: 10_000_000n,
};
const nobody = { bids: new Set<bigint>(), asks: new Set<bigint>() };

function depth(bids: [string, string][], asks: [string, string][]): WireDepth {
  return { market_id: 1, sequence: 1, bids, asks };
}

test('a frame knows what its prices showed before, and bars share one scale', () => {
  const frames = new BookFrames(units, { stepTicks: 1n, bidRows: 5, askRows: 5, own: nobody });
  const first = frames.of(depth([['9.9', '1']], [['10.1', '4']]));
  expect(first.bids[0]).toMatchObject({ bar: 250, before: undefined });
  expect(first.asks[0]?.bar).toBe(1000);
  const second = frames.of(
    depth(
      [
        ['9.9', '1.5'],
        ['9.8', '1'],
      ],
      [['10.1', '4']],
    ),
  );
  expect(second.bids.map(row => row.before?.quantity)).toEqual(['1', undefined]);
});

test('the same state gives the same frame, however often it is asked for', () => {
  const frames = new BookFrames(units, { stepTicks: 1n, bidRows: 5, askRows: 5, own: nobody });
  frames.of(depth([['9.9', '1']], []));
  const state = depth([['9.9', '2']], []);
  const frame = frames.of(state);
  expect(frames.of(state)).toBe(frame);
  expect(frame.bids[0]?.before?.quantity).toBe('1');
});
