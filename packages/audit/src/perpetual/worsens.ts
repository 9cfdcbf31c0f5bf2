import { MILLION } from '../numbers.ts';
import { profit } from './figures.ts';
import { feesOf, type Position } from './state.ts';

/** A lot closed at this price must not cost more, with its fee and three units, than its maintenance. */
export function worsens(position: Position, price: bigint): boolean {
  const { market, side, maintenance } = position;
  const { tickE8, unit } = market.contract;
  const { priceE8 } = market.mark!;
  const lost = profit(side, price * tickE8, priceE8) * unit * MILLION;
  const fee = price * tickE8 * unit * feesOf(position).maker;
  return lost + fee + 3n * tickE8 * MILLION > priceE8 * unit * maintenance;
}
