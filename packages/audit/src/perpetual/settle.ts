import { check } from '../check-failed.ts';
import { PLATFORM, type Entry } from '../books.ts';
import { least } from '../numbers.ts';
import type { World } from '../world.ts';
import { shareOf } from './contract.ts';
import { bankruptValue, portionOf, profit } from './figures.ts';
import { accountOf, carriedBy } from './account.ts';
import { feesOf, type Position } from './state.ts';
import type { Venue } from './venue.ts';
import { blend } from './blend.ts';

/** What a fill does to one side: the entries of its posting, the fee, and what the customer lost by it. */
export interface Settled {
  readonly entries: readonly Entry[];
  readonly fee: bigint;
  /** Below 0 if won. */
  readonly lost: bigint;
  /** Of a close, before the fee. */
  readonly gain?: bigint;
}

/**
 * Opens lots, in the order's own position or, in hedge and net mode, in the merged one. Fee and margin were frozen with the
 * order. Parts of the margin add up to that of the whole.
 */
export function opens(
  position: Position,
  into: Position,
  lots: bigint,
  value: bigint,
  feePpm: bigint,
): Settled {
  const { market, trader, multiple, side } = position;
  const fee = shareOf(value, feePpm);
  const margin = (position.openedValue + value) / multiple - position.openedValue / multiple;
  position.openedValue += value;
  if (into !== position) {
    blend(into, lots, value, position);
    // The stops that came with the order are the position's from its first lots on.
    into.takeProfit = position.takeProfit ?? into.takeProfit;
    into.stopLoss = position.stopLoss ?? into.stopLoss;
    position.takeProfit = null;
    position.stopLoss = null;
    into.orderedLots += lots;
    into.openedValue += value;
  }
  into.openedLots += lots;
  into.lots += lots;
  into.entry += value;
  if (!trader.cross) into.margin += margin;
  position.waitingMargin -= margin;
  position.waitingFee -= fee;
  check(
    position.waitingMargin >= 0n && position.waitingFee >= 0n,
    `position ${position.id} froze too little`,
  );
  into.fees += fee;
  trader.exposure += value;
  market.openLots[side] += lots;
  market.entry[side] += value;
  const entries = [of(position, 'frozen', -fee), house(position, 'fees', fee)];
  // The account itself is the margin of a cross position.
  if (trader.cross) entries.push(of(position, 'frozen', -margin), of(position, 'available', margin));
  return { entries, fee, lost: fee };
}

/** Closes lots: profit comes from the clearing account, loss goes there. The fee is at most what the lots bring back. */
export function closes(
  venue: Venue,
  position: Position,
  lots: bigint,
  value: bigint,
  feePpm: bigint,
  /** What other entries of the same posting bring into the account. */
  pending = 0n,
): Settled {
  if (position.trader.cross) return closesCross(venue, position, lots, value, feePpm, pending);
  const part = portionOf(position, lots);
  const gain = profit(position.side, part.entry, value);
  const back = part.margin + gain;
  check(back >= 0n, `position ${position.id} is closed beyond its margin`);
  const fee = least(shareOf(value, feePpm), back);
  position.margin -= part.margin;
  position.fees += fee;
  reduce(position, lots, part.entry, value);
  return {
    entries: [
      of(position, 'frozen', -part.margin),
      of(position, 'available', back - fee),
      house(position, 'perpetualClearing', -gain),
      house(position, 'fees', fee),
    ],
    fee,
    lost: fee - gain,
    gain,
  };
}

/** Of a cross position: by the account's available balance. The fee is at most what equity is left. */
function closesCross(
  venue: Venue,
  position: Position,
  lots: bigint,
  value: bigint,
  feePpm: bigint,
  pending: bigint,
): Settled {
  const { entry } = portionOf(position, lots);
  const gain = profit(position.side, entry, value);
  reduce(position, lots, entry, value);
  const left = accountOf(venue, position).equity + pending + gain;
  const fee = left > 0n ? least(shareOf(value, feePpm), left) : 0n;
  position.fees += fee;
  const entries = [
    ...provides(venue, position, fee - gain - pending),
    of(position, 'available', gain - fee),
    house(position, 'perpetualClearing', -gain),
    house(position, 'fees', fee),
  ];
  return { entries, fee, lost: fee - gain, gain };
}

/**
 * Profits of cross positions paid to their account, the largest first, until it has the amount: the positions count as opened
 * at their marks.
 */
export function provides(venue: Venue, { trader, market }: Position, amount: bigint): Entry[] {
  const { quoteId } = market.contract;
  const entries: Entry[] = [];
  let available = venue.world.books.available(trader.customerId, 'contract', quoteId);
  while (available < amount) {
    const best = carriedBy(venue, trader.customerId, quoteId).toSorted((a, b) =>
      a.result === b.result ? a.position.id - b.position.id : a.result > b.result ? -1 : 1,
    )[0];
    if (best === undefined || best.result <= 0n) break;
    const { position, result } = best;
    const change = position.side === 'long' ? result : -result;
    position.entry += change;
    position.realised += result;
    position.trader.exposure += change;
    position.market.entry[position.side] += change;
    lost(venue.world, position, -result);
    entries.push(of(position, 'available', result), house(position, 'perpetualClearing', -result));
    available += result;
  }
  return entries;
}

/** Closes lots of a liquidation: what they bring stays in the margin of the rest; the fund pays what is missing. */
export function liquidates(position: Position, lots: bigint, value: bigint): Settled {
  const part = portionOf(position, lots);
  const gain = profit(position.side, part.entry, value);
  const back = part.margin + gain;
  const paid = back < 0n ? -back : 0n;
  position.margin += gain + paid;
  position.insurancePaid += paid;
  reduce(position, lots, part.entry, value);
  return {
    entries: [
      house(position, 'insurance', -paid),
      of(position, 'frozen', gain + paid),
      house(position, 'perpetualClearing', -gain),
    ],
    fee: 0n,
    lost: -(gain + paid),
  };
}

/** What the fund would have to pay for such a fill; 0 or less: nothing. */
export function missing(position: Position, lots: bigint, value: bigint): bigint {
  const part = portionOf(position, lots);
  return -(part.margin + profit(position.side, part.entry, value));
}

/** Closes lots at the price where their margin is just used up. */
export function goesBankrupt(position: Position, lots: bigint): Settled & { readonly value: bigint } {
  const part = portionOf(position, lots);
  const value = bankruptValue(position.side, part);
  position.margin -= part.margin;
  reduce(position, lots, part.entry, value);
  const entries = [of(position, 'frozen', -part.margin), house(position, 'perpetualClearing', part.margin)];
  return { entries, fee: 0n, lost: part.margin, value };
}

/** Ends a liquidation: of the margin left the fund gets its fee, then the house the trading fee, the customer the rest. */
export function finishesLiquidation(world: World, position: Position, closedValue: bigint): void {
  const left = position.margin;
  const { liquidation, taker } = feesOf(position);
  const toFund = least(shareOf(closedValue, liquidation), left);
  const fee = least(shareOf(closedValue, taker), left - toFund);
  position.margin = 0n;
  position.fees += fee;
  position.liquidationFee += toFund;
  if (left > 0n) {
    world.books.post('perpetualLiquidation', `position:${position.id}`, [
      of(position, 'frozen', -left),
      of(position, 'available', left - toFund - fee),
      house(position, 'insurance', toFund),
      house(position, 'fees', fee),
    ]);
  }
  lost(world, position, toFund + fee);
}

/** Counts toward the customer's own limit. */
export function lost(world: World, { trader, market }: Position, amount: bigint): void {
  world.limits.lost(trader.customerId, market.contract.quoteId, amount);
}

/** An entry of the position's contract account. */
export function of({ trader, market }: Position, part: 'available' | 'frozen', amount: bigint): Entry {
  return [trader.customerId, 'contract', market.contract.quoteId, part, amount];
}

/** An entry of an account of the house, in the contract's currency. */
export function house({ market }: Pick<Position, 'market'>, account: string, amount: bigint): Entry {
  return [PLATFORM, account, market.contract.quoteId, 'available', amount];
}

function reduce(position: Position, lots: bigint, entry: bigint, value: bigint): void {
  const { market, trader, side } = position;
  position.lots -= lots;
  if (position.excess >= position.lots) position.excess = position.lots === 0n ? 0n : position.lots - 1n;
  position.entry -= entry;
  position.closedValue += value;
  position.realised += profit(side, entry, value);
  trader.exposure -= entry;
  market.openLots[side] -= lots;
  market.entry[side] -= entry;
}
