import type { WireMarket } from '@tallystick/protocol/wire';
import { parseLevels, unitsOf } from '#lib/market-units.ts';
import type { TicketContext } from '../summary.ts';

/** BTC/USDT as the demo lists it. */
export const BTC_USDT: WireMarket = {
  id: 1,
  symbol: 'BTC/USDT',
  base: { id: 1, code: 'BTC', name: 'Bitcoin', decimals: 8, display_decimals: 6 },
  quote: { id: 3, code: 'USDT', name: 'Tether', decimals: 6, display_decimals: 2 },
  tick_size: '0.1',
  lot_size: '0.00001',
  min_notional: '5',
  maker_fee_percent: '0.08',
  taker_fee_percent: '0.1',
  price_band_percent: '10',
  status: 'open',
};

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
    ...change,
  };
}
