import { FIAT_CODES } from '@tallystick/protocol/fiat';
import { expect, it } from 'vitest';
import type { RateQuote } from './rates.ts';
import { DEMO_UNITS_PER_USDT, demoRateE8, SimulatedRates } from './simulated-rates.ts';

const START_MS = 1_780_000_000_000;
const HOUR_MS = 3_600_000;

it.each(FIAT_CODES)('the demo rate of %s moves slightly around its constant, the same each time', code => {
  const rates = Array.from({ length: 200 }, (_, i) => demoRateE8(code, 1, START_MS + i * HOUR_MS));
  const middle = DEMO_UNITS_PER_USDT[code] * 1e8;
  for (const rate of rates) expect(Math.abs(rate / middle - 1)).toBeLessThanOrEqual(0.003);
  expect(new Set(rates).size).toBeGreaterThan(100);
  expect(rates).toEqual(rates.map((_, i) => demoRateE8(code, 1, START_MS + i * HOUR_MS)));
  expect(demoRateE8(code, 2, START_MS)).not.toBe(rates[0]);
  // In a minute it hardly moves.
  expect(Math.abs(demoRateE8(code, 1, START_MS + 60_000) / rates[0]! - 1)).toBeLessThan(0.0015);
});

it('quotes every currency at once, by the name of a demo', async () => {
  const source = new SimulatedRates({ seed: 1, now: () => START_MS });
  const got: RateQuote[] = [];
  source.start(quotes => got.push(...quotes));
  await source.stop();
  expect(got.map(({ currency }) => currency)).toEqual(FIAT_CODES);
  expect(got.every(({ source: name, atMs }) => name === 'demo' && atMs === START_MS)).toBe(true);
});
