import type { OrderInstructions } from '../spot/order.ts';

/** Written as positions, so this list may only grow at the end. */
export const CONTRACT_TIMES_IN_FORCE = ['IOC', 'FOK', 'GTD'] as const;

/** What an order of a contract may ask for beyond the usual: as orders of spot, see `OrderInstructions`. */
export interface ContractInstructions extends Pick<
  OrderInstructions,
  'selfTrade' | 'ifUnfillable' | 'expiresAtMs' | 'guarded'
> {
  /**
   * `IOC`: what is not filled at once ends. `FOK`: all is filled at once, or nothing. `GTD`, limit orders: waits until
   * `expiresAtMs`. Absent: a limit order waits until it is filled or cancelled, a market order ends as `IOC`.
   */
  readonly timeInForce?: (typeof CONTRACT_TIMES_IN_FORCE)[number];
}

/** What an order asked for, and what became of that. */
export interface AskedOfOrder {
  readonly instructions: ContractInstructions;
  /** Lots taken off instead of trading with another order of the same customer. */
  readonly preventedLots: number;
}

/** Of an order while the core works on it. */
export interface Asking {
  instructions: ContractInstructions | null;
  preventedLots: number;
}

/** Whether what is not filled at once waits in the book. */
export function mayWait({
  priceTicks,
  instructions,
}: {
  readonly priceTicks: number | null;
  readonly instructions?: ContractInstructions;
}): boolean {
  const timeInForce = instructions?.timeInForce;
  return priceTicks !== null && timeInForce !== 'IOC' && timeInForce !== 'FOK';
}

/** In one order of names, so that equal instructions are written alike; none are null. */
export function inOrder(given: ContractInstructions | undefined): ContractInstructions | null {
  if (given === undefined) return null;
  const { timeInForce, selfTrade, ifUnfillable, expiresAtMs, guarded } = given;
  const instructions: ContractInstructions = {
    ...(timeInForce === undefined ? {} : { timeInForce }),
    ...(selfTrade === undefined ? {} : { selfTrade }),
    ...(ifUnfillable === undefined ? {} : { ifUnfillable }),
    ...(expiresAtMs === undefined ? {} : { expiresAtMs }),
    ...(guarded === undefined ? {} : { guarded }),
  };
  return Object.keys(instructions).length === 0 ? null : instructions;
}

/** For views: absent if there is nothing. */
export function askedOf({ instructions, preventedLots }: Asking): { readonly asked?: AskedOfOrder } {
  if (instructions === null && preventedLots === 0) return {};
  return { asked: { instructions: instructions ?? {}, preventedLots } };
}
