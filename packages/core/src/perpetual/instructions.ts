import { isIntegerWithin } from '../money/integer.ts';
import type { Refusal } from '../refusal.ts';
import { refuse } from '../refuse.ts';
import type { SnapshotReader } from '../snapshot/reader.ts';
import type { SnapshotWriter } from '../snapshot/writer.ts';
import { SELF_TRADE_MODES, type OrderInstructions } from '../spot/order.ts';
import { readInstructions, writeInstructions } from '../spot/snapshot.ts';
import { validateInstructions, type InstructionRules } from '../spot/validate-order.ts';
import type { PlacePerpetualOrder } from './command.ts';
import type { WaitingOrder } from './position.ts';

/** Written as positions, so this list may only grow at the end. */
const CONTRACT_TIMES_IN_FORCE = ['IOC', 'FOK', 'GTD'] as const;

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

const RULES: InstructionRules<ContractInstructions, PlacePerpetualOrder> = {
  timeInForce: (value, { orderType }) =>
    CONTRACT_TIMES_IN_FORCE.includes(value as never) && (value !== 'GTD' || orderType === 'limit'),
  selfTrade: value => SELF_TRADE_MODES.includes(value as never),
  ifUnfillable: value => value === 'expire',
  expiresAtMs: (value, { instructions }) =>
    instructions?.timeInForce === 'GTD' && isIntegerWithin(value, 1, Number.MAX_SAFE_INTEGER),
  guarded: value => value === true,
};

/** Whether what the order asks for suits it. */
export function validateAsked(order: PlacePerpetualOrder): Refusal | null {
  const { instructions, postOnly } = order;
  if (instructions === undefined) return null;
  const refusal = validateInstructions(RULES, order, instructions);
  if (refusal !== null) return refusal;
  const { timeInForce, expiresAtMs } = instructions;
  if (timeInForce === 'GTD' && expiresAtMs === undefined) return refuse('invalid_order', 'expires_at_ms');
  return postOnly && !mayWait(order) ? refuse('invalid_order', 'post_only') : null;
}

/** Whether what is not filled at once waits in the book. */
export function mayWait({
  priceTicks,
  instructions,
}: Pick<PlacePerpetualOrder, 'priceTicks' | 'instructions'>): boolean {
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

/** What a waiting order asked for; null for a limit close of mode `each`, which asks for nothing. */
export function askingOf({ order, position, effect }: WaitingOrder): Asking | null {
  return order ?? (effect === 'open' ? position : null);
}

/** For views: absent if there is nothing. */
export function askedOf({ instructions, preventedLots }: Asking): { readonly asked?: AskedOfOrder } {
  if (instructions === null && preventedLots === 0) return {};
  return { asked: { instructions: instructions ?? {}, preventedLots } };
}

export function writeAsking(writer: SnapshotWriter, { instructions, preventedLots }: Asking): void {
  const { timeInForce, ...others } = instructions ?? {};
  writer.int(preventedLots);
  writer.bool(timeInForce !== undefined);
  if (timeInForce !== undefined) writer.word(CONTRACT_TIMES_IN_FORCE, timeInForce);
  writeInstructions(writer, others);
}

export function readAsking(reader: SnapshotReader): Asking {
  const preventedLots = reader.int();
  const timeInForce = reader.bool() ? reader.word(CONTRACT_TIMES_IN_FORCE) : undefined;
  const given = { ...(timeInForce === undefined ? {} : { timeInForce }), ...readInstructions(reader) };
  return { preventedLots, instructions: inOrder(given) };
}
