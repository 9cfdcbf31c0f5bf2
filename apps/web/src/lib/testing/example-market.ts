import type { WireMarket } from '@tallystick/protocol/wire';

/** BTC/USDT with the demo's settings. */
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
  halt: null,
  announced: null,
};
