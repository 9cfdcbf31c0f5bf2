import { DAY_MS, HOUR_MS } from '@tallystick/core/durations';
import { BTC, USDT } from '@tallystick/protocol/currency-ids';
import type { TestServer } from '../../../testing/test-server.ts';
import { configOf, type LaunchOfferChange } from '../config.ts';

/** 1,000 LUMA at 0.5 USDT, at most 400 each, for USDT or BTC; opens an hour after `nowMs`, for a day. */
export function lumaChange(nowMs: number, change: Partial<LaunchOfferChange> = {}): LaunchOfferChange {
  const startMs = nowMs + HOUR_MS;
  return {
    offer_id: 1,
    currency_id: 101,
    code: 'LUMA',
    name: 'Luma',
    decimals: 6,
    market_id: 101,
    quote_currency_id: USDT,
    tick_size: '0.0001',
    lot_size: '0.1',
    min_notional: '5',
    maker_fee_percent: '0.1',
    taker_fee_percent: '0.2',
    price_band_percent: '10',
    issue_price: '0.5',
    supply: '1000',
    mode: 'pro_rata',
    minimum: '10',
    cap: '400',
    accepted: [
      { currency_id: USDT, rate: '1' },
      { currency_id: BTC, rate: '60000' },
    ],
    start_ms: startMs,
    close_ms: startMs + DAY_MS,
    launch_ms: startMs + DAY_MS + HOUR_MS,
    releases: [
      { after_ms: 0, percent: '25' },
      { after_ms: 10 * DAY_MS, percent: '75' },
    ],
    about: { en: 'For tests.', th: 'สำหรับทดสอบ' },
    ...change,
  };
}

/** Sends the command that a confirmed proposal would send. */
export async function announce(server: TestServer, change: LaunchOfferChange): Promise<LaunchOfferChange> {
  await server.submit({ type: 'configureLaunchOffer', offer: configOf(change) });
  return change;
}

/** Advances the clock and waits until everything due by then is done. */
export async function passTo(server: TestServer, atMs: number): Promise<void> {
  server.clock.nowMs = atMs;
  await server.engine.wake();
}
