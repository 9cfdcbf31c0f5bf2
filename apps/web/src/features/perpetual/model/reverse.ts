import type { WirePosition } from '@tallystick/protocol/wire';
import { parseTicks, type Level } from '#lib/market-units.ts';
import { closePreview } from './close.ts';
import type { ClosePreview } from './close-preview.ts';
import { contractUnits } from './contract.ts';
import { requiredOf, type Carrier } from './cross.ts';
import { marginPrices } from './margin.ts';
import { minorOf } from './positions.ts';
import { summarise, type TicketContext, type TicketSummary } from './summary.ts';
import { emptyTicket } from './ticket.ts';
import { problem, validate, type Problem } from './validate.ts';

/** Preview of closing a position and opening the opposite one in one step; amounts in minor units. */
export interface ReversePreview {
  readonly closing: ClosePreview;
  /** The opening half, at the book prices left after the closing half. */
  readonly opening: TicketSummary;
  /** Fee of both halves; null while one of them cannot be priced. */
  readonly feeMinor: bigint | null;
  /** Available contract balance afterwards; null while unknown. */
  readonly availableMinor: bigint | null;
  /** Why it cannot be sent. */
  readonly problem: Problem | undefined;
}

/** A side of the book after its first lots were taken. */
function levelsBehind(levels: readonly Level[], lots: bigint): Level[] {
  let left = lots;
  const behind: Level[] = [];
  for (const level of levels) {
    const taken = level.lots < left ? level.lots : left;
    left -= taken;
    if (level.lots > taken) behind.push({ ...level, lots: level.lots - taken });
  }
  return behind;
}

/** A side of the book without the customer's own order, which is cancelled first. */
function levelsWithout(levels: readonly Level[], ticks: bigint, lots: bigint): Level[] {
  return levels
    .map(level => (level.ticks === ticks ? { ...level, lots: level.lots - lots } : level))
    .filter(level => level.lots > 0n);
}

/**
 * In the exchange's order: unfilled opening orders are cancelled, and the open lots close against the first orders of
 * the book. The same number of lots opens against the next orders, from the returned funds. The tier ignores the old
 * position. Null while the book is unknown.
 */
export function reversePreview(position: WirePosition, context: TicketContext): ReversePreview | null {
  if (!context.bookKnown) return null;
  const { contract } = context;
  const units = contractUnits(contract);
  const { decimals } = contract.quote;
  const lots = BigInt(position.holding_lots);
  const direction = position.direction === 'long' ? 'short' : 'long';
  const side = direction === 'short' ? 'bids' : 'asks';
  const waitingTicks = position.price === null ? null : parseTicks(position.price, units);
  const waiting = BigInt(position.waiting_lots);
  const levels = waitingTicks === null ? context[side] : levelsWithout(context[side], waitingTicks, waiting);
  const waitingMinor = waitingTicks === null ? 0n : waitingTicks * waiting * units.quoteMinorPerTickLot;

  const closing = closePreview(position, contract, lots, { bids: levels, asks: levels });
  if (closing === null) return null;
  // What it required of a cross account is free again.
  const prices = position.margin_type === 'cross' ? marginPrices(context.mark, context.mark) : null;
  const releasedMinor = prices === null ? 0n : requiredOf(position, contract, prices, position.multiple);
  const backMinor = closing.returnedMinor + releasedMinor + minorOf(position.waiting_margin, decimals);
  const then: TicketContext = {
    ...context,
    [side]: levelsBehind(levels, closing.walk.lots),
    // It is closed then: the other half only opens.
    held: { ...context.held, [position.direction]: null },
    carrier: context.carrier && without(context.carrier, position, decimals),
    exposureMinor: context.exposureMinor - minorOf(position.open_value, decimals) - waitingMinor,
    availableMinor: context.availableMinor === null ? null : context.availableMinor + backMinor,
  };
  const ticket = { ...emptyTicket(position.multiple, direction), lots: String(lots) };
  const opening = summarise(ticket, then);
  const { feeMinor, neededMinor } = opening;
  return {
    closing,
    opening,
    feeMinor: feeMinor === null ? null : closing.feeMinor + feeMinor,
    availableMinor:
      then.availableMinor === null || neededMinor === null ? null : then.availableMinor - neededMinor,
    problem: problemOf(closing, opening, validate(ticket, then, opening)),
  };
}

/** Both halves must fill completely. There is no limit on lots per order here. */
function problemOf(
  { walk }: ClosePreview,
  { immediate }: TicketSummary,
  problems: readonly Problem[],
): Problem | undefined {
  const found = problems.find(({ code }) => code !== 'lots_too_many');
  if (found?.field === 'form' && found.code !== 'no_liquidity') return found;
  const most = walk.lots + (immediate?.lots ?? 0n);
  if (most === 0n) return problem('no_liquidity', 'form');
  if (!walk.complete || !immediate?.complete) return problem('cannot_fill', 'lots', { most: String(most) });
  return found;
}

/** What carries the contract once the position is closed; its result was in the equity already. */
function without(
  carrier: Carrier,
  { position_id: id, maintenance_margin: kept }: WirePosition,
  decimals: number,
): Carrier {
  return {
    equityMinor: carrier.equityMinor,
    maintenanceMinor: carrier.maintenanceMinor - minorOf(kept, decimals),
    positions: carrier.positions.filter(one => one.position_id !== id),
  };
}
