import { HOUR_MS } from '@tallystick/core/durations';

/** Sine waves whose sum is the price's movement: amplitude, and period in hours. */
const WAVES = [
  [0.024, 31],
  [0.011, 5.3],
  [0.004, 0.37],
] as const;
/** Quotes further from the last trade would leave the market's price band, so the price returns in steps. */
const REACH = 0.05;

/**
 * The demo house's price of a launched coin, in 1e-8 quote units: near the issue price, moving by up to 4 % with time
 * only. Trades do not move it, so nobody can buy the quotes up and sell the coins back for more; a market that was
 * pushed away is led back. `lastE8` is the market's last trade, or the issue price.
 */
export function launchedPriceE8(issueE8: number, sinceLaunchMs: number, lastE8: number): number {
  const hours = sinceLaunchMs / HOUR_MS;
  const drift = WAVES.reduce(
    (sum, [size, length]) => sum + size * Math.sin((2 * Math.PI * hours) / length),
    0,
  );
  const worthE8 = issueE8 * (1 + drift);
  return Math.round(Math.min(Math.max(worthE8, lastE8 * (1 - REACH)), lastE8 * (1 + REACH)));
}
