import { check } from '../check-failed.ts';
import { valueAt, type Side } from './figures.ts';
import type { Contracted, Trader } from './state.ts';

/** Adds up again what is kept as running sums: lots and entry values of each side, and customers' exposures. */
export function checkSums({
  id,
  contract,
  positions,
  traders,
  openLots,
  waitingLots,
  entry,
}: Contracted): void {
  const open = { long: 0n, short: 0n };
  const waiting = { long: 0n, short: 0n };
  const entries = { long: 0n, short: 0n };
  const exposures = new Map<Trader, bigint>();
  for (const { side, lots, opening, entry: value, trader } of positions.values()) {
    open[side] += lots;
    waiting[side] += opening?.lots ?? 0n;
    entries[side] += value;
    const waits = opening === null ? 0n : valueAt(contract, opening.price, opening.lots);
    exposures.set(trader, (exposures.get(trader) ?? 0n) + value + waits);
  }
  for (const side of ['long', 'short'] satisfies Side[]) {
    check(open[side] === openLots[side], `contract ${id}: ${open[side]} lots ${side}, not ${openLots[side]}`);
    check(
      waiting[side] === waitingLots[side],
      `contract ${id}: other lots wait ${side} than ${waitingLots[side]}`,
    );
    check(
      entries[side] === entry[side],
      `contract ${id}: ${side} opened for ${entries[side]}, not ${entry[side]}`,
    );
  }
  for (const trader of traders.values()) {
    const exposure = exposures.get(trader) ?? 0n;
    check(
      exposure === trader.exposure,
      `customer ${trader.customerId}: exposure ${exposure}, not ${trader.exposure}`,
    );
  }
}
