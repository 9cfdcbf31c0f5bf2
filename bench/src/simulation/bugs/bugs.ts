import type { Bug } from './bug.ts';
import { ESCROW_BUGS } from './escrow.ts';
import { FEE_BUGS } from './fees.ts';
import { MARGIN_BUGS } from './margin.ts';
import { ORDER_BUGS } from './orders.ts';
import { RECOVERY_BUGS } from './recovery.ts';
import { ROUNDING_BUGS } from './rounding.ts';

/** By what they are mistakes in. */
export const BUGS: Readonly<Record<string, readonly Bug[]>> = {
  fees: FEE_BUGS,
  rounding: ROUNDING_BUGS,
  margin: MARGIN_BUGS,
  escrow: ESCROW_BUGS,
  orders: ORDER_BUGS,
  recovery: RECOVERY_BUGS,
};

export function bugNamed(name: string): Bug {
  const found = Object.values(BUGS)
    .flat()
    .find(bug => bug.name === name);
  if (found === undefined) throw new Error(`there is no bug ${name}`);
  return found;
}
