import { expect, it } from 'vitest';
import { DAY_MS } from '@tallystick/core/durations';
import { readSettings } from '../config/settings.ts';
import { MARKET_SHARE } from '../house/spot-desk.ts';
import { TYPICAL_DOLLARS } from '../house/liquidity.ts';
import { DEMO_DOLLARS_PER_DAY, SimulatedPath } from './simulated-path.ts';

const START_MS = Date.UTC(2026, 5, 1);
/** Seven coins against USDT, and ETH/BTC. */
const MARKETS = 8;

it('simulated history has about the volume of the demo’s traders', () => {
  const { DEMO_TRADES_PER_SECOND: perSecond } = readSettings({});
  // The mean of a lognormal order with σ = 1.
  const order = TYPICAL_DOLLARS * Math.exp(0.5);
  const live = ((perSecond * DAY_MS) / 1000 / MARKETS) * order * MARKET_SHARE;
  expect(DEMO_DOLLARS_PER_DAY / live).toBeGreaterThan(0.7);
  expect(DEMO_DOLLARS_PER_DAY / live).toBeLessThan(1.5);
});

it.each([
  ['BTC', 106_000],
  ['DOGE', 0.176],
])('a simulated month of %s has that volume', (coin, price) => {
  const path = new SimulatedPath(7, coin);
  let units = 0;
  const step = 300_000;
  for (let ms = START_MS; ms < START_MS + 3 * DAY_MS; ms += step) units += path.stretch(ms, step).volume;
  const perDay = (units / 3) * price;
  expect(perDay / DEMO_DOLLARS_PER_DAY).toBeGreaterThan(0.5);
  expect(perDay / DEMO_DOLLARS_PER_DAY).toBeLessThan(2);
});
