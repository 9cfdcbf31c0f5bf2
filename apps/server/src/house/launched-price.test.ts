import { describe, expect, it } from 'vitest';
import { MINUTE_MS } from '@tallystick/core/durations';
import { launchedPriceE8 } from './launched-price.ts';

const ISSUE = 50_000_000;

describe('the house’s price of a launched coin', () => {
  it('starts at the issue price', () => {
    expect(launchedPriceE8(ISSUE, 0, ISSUE)).toBe(ISSUE);
  });

  it('moves with time in small steps, within 4 % of the issue price', () => {
    const prices = Array.from({ length: 7 * 24 * 60 }, (_, minute) =>
      launchedPriceE8(ISSUE, minute * MINUTE_MS, ISSUE),
    );
    expect(Math.min(...prices)).toBeGreaterThanOrEqual(ISSUE * 0.96);
    expect(Math.max(...prices)).toBeLessThanOrEqual(ISSUE * 1.04);
    expect(Math.max(...prices) - Math.min(...prices)).toBeGreaterThan(ISSUE * 0.04);
    const steps = prices.slice(1).map((price, i) => Math.abs(price - prices[i]!));
    expect(Math.max(...steps)).toBeLessThan(ISSUE * 0.002);
  });

  it.each([0.98, 1, 1.01, 1.02])(
    'does not follow a market that trades at %s times the issue price',
    factor => {
      expect(launchedPriceE8(ISSUE, 0, ISSUE * factor)).toBe(ISSUE);
    },
  );

  it.each([
    ['pushed up', 2, 0.95],
    ['pushed down', 0.5, 1.05],
  ])('leads a market back that was %s, within its price band', (_, factor, step) => {
    const lastE8 = ISSUE * factor;
    expect(launchedPriceE8(ISSUE, 0, lastE8)).toBe(Math.round(lastE8 * step));
  });
});
