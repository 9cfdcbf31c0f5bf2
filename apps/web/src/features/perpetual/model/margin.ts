import { initialMargin } from '@tallystick/core/perpetual/formulas';
import {
  marginAtLeverage,
  removableMargin,
  requiredMargin,
  type MarginPrices,
} from '@tallystick/core/perpetual/margin-formulas';
import type { WireContract, WirePosition } from '@tallystick/protocol/wire';
import { formatMinor } from '@tallystick/core/money/decimal';
import { parseTicks, parseTyped, safeWhole, valueMinor } from '#lib/market-units.ts';
import { exposureOfPosition, liquidationWith } from './changes.ts';
import { contractUnits } from './contract.ts';
import { exposureFrom, priceE8, tierFor, unitOf } from './figures.ts';
import { minorOf } from './positions.ts';
import { problem, type Problem } from './validate.ts';

/** Previews of margin, leverage and top-ups of an open position, by the core's own formulas. */

/** Mark and index as shown; null while either is unknown. */
export function marginPrices(mark: string | null, index: string | null): MarginPrices | null {
  const markE8 = mark === null ? null : priceE8(mark);
  const indexE8 = index === null ? null : priceE8(index);
  return markE8 === null || indexE8 === null ? null : { markE8, indexE8 };
}

function figuresOf(position: WirePosition, contract: WireContract) {
  return [unitOf(contractUnits(contract)), exposureFrom(exposureOfPosition(position, contract))] as const;
}

/** What may be taken out now. */
export function removableOf(position: WirePosition, contract: WireContract, prices: MarginPrices): bigint {
  return removableMargin(...figuresOf(position, contract), prices, position.multiple);
}

export interface LeverageChange {
  readonly marginMinor: bigint;
  /** Taken from the contract account; below 0: given back. */
  readonly neededMinor: bigint;
}

/** The margin after a change of leverage, and what the account pays for it, with the part of the order that waits. */
export function leverageChange(
  position: WirePosition,
  contract: WireContract,
  prices: MarginPrices,
  to: number,
): LeverageChange {
  const { multiple: from } = position;
  const [unit, exposure] = figuresOf(position, contract);
  const isCross = position.margin_type === 'cross';
  const marginMinor = isCross ? 0n : marginAtLeverage(unit, exposure, prices, { from, to });
  // What carries a cross position stays where it is, but must be there.
  const more = isCross
    ? requiredMargin(unit, exposure, prices, to) - requiredMargin(unit, exposure, prices, from)
    : marginMinor - exposure.marginMinor;
  const units = contractUnits(contract);
  const ticks = position.price === null ? null : parseTicks(position.price, units);
  const opened = exposure.entryValueMinor;
  const rest = ticks === null ? 0n : valueMinor(ticks, BigInt(position.waiting_lots), units);
  const waiting = (leverage: number) =>
    initialMargin(opened + rest, leverage) - initialMargin(opened, leverage);
  return { marginMinor, neededMinor: more + waiting(to) - waiting(from) };
}

interface Room {
  readonly available: bigint | null;
  /** The customer's exposure in the contract. */
  readonly exposureMinor: bigint;
  readonly prices: MarginPrices | null;
  readonly stale: boolean;
}

/** What takes margin out needs an open contract with a fresh index. */
function ofContract({ status }: WireContract, { prices, stale }: Room): Problem | undefined {
  if (status === 'halted') return problem('market_halted', 'form');
  if (status === 'cancel_only') return problem('market_cancel_only', 'form');
  return stale || prices === null ? problem('stale', 'form') : undefined;
}

/** A stop-loss that liquidation would come before. */
function ofStop(position: WirePosition, contract: WireContract, addedMinor: bigint): Problem | undefined {
  if (position.stop_loss_price === null || addedMinor >= 0n) return undefined;
  const liquidation = liquidationWith(position, contract, addedMinor);
  const stop = parseTicks(position.stop_loss_price, contractUnits(contract));
  if (liquidation === null || stop === null) return undefined;
  const stopE8 = BigInt(priceE8(position.stop_loss_price) ?? 0);
  const atE8 = BigInt(priceE8(liquidation.price) ?? 0);
  const isFirst = position.direction === 'long' ? stopE8 > atE8 : stopE8 < atE8;
  return isFirst ? undefined : problem('stop_loss_first', 'amount');
}

export function validateRemoval(
  position: WirePosition,
  contract: WireContract,
  amount: bigint | null,
  room: Room,
): Problem | undefined {
  const { decimals, code } = contract.quote;
  const stopped = ofContract(contract, room);
  if (stopped !== undefined) return stopped;
  if (amount === null || amount <= 0n) return problem('amount_required', 'amount');
  const most = removableOf(position, contract, room.prices!);
  if (amount > most) {
    return problem('margin_below_initial', 'amount', {
      available: formatMinor(most, decimals),
      currency: code,
    });
  }
  return ofStop(position, contract, -amount);
}

export function validateLeverage(
  position: WirePosition,
  contract: WireContract,
  to: number,
  room: Room,
): Problem | undefined {
  const { decimals, code } = contract.quote;
  if (contract.status === 'halted') return problem('market_halted', 'form');
  if (to === position.multiple) return problem('leverage_required', 'form');
  if (room.prices === null) return problem('stale', 'form');
  const { marginMinor, neededMinor } = leverageChange(position, contract, room.prices, to);
  if (to > position.multiple) {
    const stopped = ofContract(contract, room);
    if (stopped !== undefined) return stopped;
    const { maxMultiple } = tierFor(contract, room.exposureMinor);
    if (to > maxMultiple) return problem('tier_multiple', 'form', { multiple: `${maxMultiple}×` });
    return ofStop(position, contract, marginMinor - minorOf(position.margin, decimals));
  }
  const { available } = room;
  if (available === null || neededMinor <= available) return undefined;
  return problem('insufficient_balance', 'form', {
    available: formatMinor(available, decimals),
    currency: code,
  });
}

/** What the switch and the field for top-ups say. */
export function topUpOf(position: WirePosition, contract: WireContract) {
  const { decimals } = contract.quote;
  const limit = minorOf(position.top_up_limit, decimals);
  const used = minorOf(position.top_up_used, decimals);
  return { limit, used, left: limit > used ? limit - used : 0n };
}

/** A limit as typed; null: not a positive amount that can be set. */
export function limitOf(text: string, contract: WireContract): bigint | null {
  const minor = parseTyped(text, contract.quote.decimals);
  if (minor === null || minor <= 0n || minor > BigInt(Number.MAX_SAFE_INTEGER)) return null;
  return BigInt(safeWhole(minor));
}
