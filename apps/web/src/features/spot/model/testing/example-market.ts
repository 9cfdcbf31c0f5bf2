import { parseLevels, unitsOf } from '#lib/market-units.ts';
import { BTC_USDT } from '#lib/testing/example-market.ts';
import type { TicketContext } from '../summary.ts';

/** A book around 100,000 with 0.3 BTC on each side, and an account that can pay for some of it. */
export function exampleContext(change: Partial<TicketContext> = {}): TicketContext {
  const units = unitsOf(BTC_USDT);
  return {
    market: BTC_USDT,
    available: { baseMinor: 50_000_000n, quoteMinor: 10_000_000_000n },
    bids: parseLevels(
      [
        ['99990', '0.1'],
        ['99980', '0.2'],
      ],
      units,
    ),
    asks: parseLevels(
      [
        ['100010', '0.1'],
        ['100020', '0.2'],
      ],
      units,
    ),
    bookKnown: true,
    lastPrice: '100000',
    indexPrice: '100000.5',
    nowMs: Date.UTC(2026, 10, 21),
    ...change,
  };
}
