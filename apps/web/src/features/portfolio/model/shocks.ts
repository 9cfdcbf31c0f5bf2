import type { Shocks } from '@tallystick/protocol/portfolio/prices';

/** How far prices move, in whole percent: all coins alike, except those with a choice of their own. */
export interface ShockChoice {
  readonly all: number;
  readonly own: ReadonlyMap<number, number>;
}

export const MOST_PERCENT = 50;
export const FIRST_CHOICE: ShockChoice = { all: -10, own: new Map() };
export const SHOCK_STEPS = [-50, -30, -20, -10, 0, 10, 20, 50] as const;
/** Offered for a single coin. */
export const OWN_STEPS = [-50, -40, -30, -20, -10, -5, 0, 5, 10, 20, 30, 40, 50] as const;

/** Undefined: the coin moves like all others again. */
export function chooseOwn(choice: ShockChoice, currencyId: number, percent: number | undefined): ShockChoice {
  const own = new Map(choice.own);
  if (percent === undefined) own.delete(currencyId);
  else own.set(currencyId, percent);
  return { ...choice, own };
}

export function shocksOf({ all, own }: ShockChoice, currencyIds: readonly number[]): Shocks {
  return new Map(currencyIds.map(id => [id, own.get(id) ?? all]));
}
