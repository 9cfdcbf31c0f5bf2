import type { WireCurrency, WireLaunchOffer } from '@tallystick/protocol/wire';

const currency = (id: number, code: string, decimals: number): WireCurrency => ({
  id,
  code,
  name: code,
  decimals,
  display_decimals: 2,
});
export const USDT = currency(3, 'USDT', 6);
export const BTC = currency(1, 'BTC', 8);

/** 1,000 LUMA at 0.5 USDT, at most 400 each, at least 10 USDT; open, with 200 of 500 USDT committed. */
export function exampleOffer(change: Partial<WireLaunchOffer> = {}): WireLaunchOffer {
  return {
    offer_id: 1,
    state: 'subscribing',
    mode: 'pro_rata',
    currency: currency(101, 'LUMA', 6),
    about: '',
    market_id: 101,
    symbol: 'LUMA/USDT',
    quote: USDT,
    issue_price: '0.5',
    supply: '1000',
    minimum: '10',
    cap: '400',
    accepted: [
      { currency: USDT, rate: '1', market_rate: null, deviation_percent: null, standing: 'fair' },
      { currency: BTC, rate: '60000', market_rate: '61000', deviation_percent: '-1.63', standing: 'fair' },
    ],
    start_ms: 1_000,
    close_ms: 2_000,
    closes_at_ms: 2_000,
    launch_ms: 3_000,
    lock_up_ms: 0,
    releases: [
      { after_ms: 0, at_ms: 3_000, percent: '40' },
      { after_ms: 1_000, at_ms: 4_000, percent: '60' },
    ],
    orders: 2,
    committed_value: '200',
    target_value: '500',
    committed_percent: '40.00',
    left: '600',
    allocated: null,
    list_root: null,
    last_price: null,
    return_percent: null,
    own: null,
    invited: null,
    ...change,
  };
}
