import type { Worth } from '@tallystick/protocol/portfolio/equity';
import { PART_KINDS, type PortfolioProduct } from '@tallystick/protocol/portfolio/facts';
import type { Portfolio } from '@tallystick/protocol/portfolio/portfolio';

const ORDER: readonly Worth['kind'][] = [...PART_KINDS, 'result'];

/** The parts of a product that add up to it, kind by kind; of each kind the unit first. */
export function linesOf(
  { worths, unit }: Pick<Portfolio, 'worths' | 'unit'>,
  product: PortfolioProduct,
): Worth[] {
  const place = ({ kind, currencyId }: Worth) =>
    2 * ORDER.indexOf(kind) + (currencyId === unit.currencyId ? 0 : 1);
  return worths
    .filter(one => one.product === product && one.amountMinor !== 0n && one.valueMinor !== null)
    .toSorted((a, b) => place(a) - place(b));
}
