import { ceilDivide, least, MILLION, most } from '../numbers.ts';
import { valueAtE8 } from './figures.ts';
import { addSample, intervalOver, minuteOver, rateOf } from './funding-clock.ts';
import { accountOf, noteHealth } from './account.ts';
import { house, of, provides } from './settle.ts';
import { isStale, type Contracted, type Position } from './state.ts';
import { isPassedOver, type Venue } from './venue.ts';
import type { Row } from '../order-book.ts';
import type { Waiting } from './state.ts';

const E8 = 100_000_000n;

/** The minute's sample, if the index is fresh, trading is not fully halted, and the book has a middle. */
export function samplePremium(venue: Venue, market: Contracted): void {
  const { world } = venue;
  const { clock, contract, listed } = market;
  minuteOver(clock, world.now);
  if (isStale(market, world.now) || market.halt?.mode === 'full') return;
  const indexE8 = listed.tick!.priceE8;
  noteHealth(venue, market);
  const middleE8 = middleOf(market, indexE8);
  if (middleE8 !== null) {
    const sample = { basisE8: middleE8 - indexE8, indexE8 };
    addSample(clock, world.now, sample, contract.interest, contract.fundingCap);
  }
}

/**
 * Between the average prices at which lots worth the impact value would sell and buy, in ticks rounded away from each
 * other. Null if a side offers less, or if both are further apart than twice the lowest maintenance rate.
 */
function middleOf({ contract, book }: Contracted, indexE8: bigint): bigint | null {
  const lots = ceilDivide(contract.impactValue * contract.tickE8, indexE8 * contract.unit);
  const sold = ticksTimesLots(book.bids, lots);
  const bought = ticksTimesLots(book.asks, lots);
  if (sold === null || bought === null) return null;
  const bid = sold / lots;
  const ask = ceilDivide(bought, lots);
  if ((ask - bid) * MILLION > (ask + bid) * contract.tiers[0]!.maintenance) return null;
  return ((bid + ask) * contract.tickE8) / 2n;
}

/** Orders that would not be filled are no offer. */
function ticksTimesLots(row: Row<Waiting>, lots: bigint): bigint | null {
  let left = lots;
  let sum = 0n;
  for (const waiting of row.items) {
    if (isPassedOver(waiting)) continue;
    const count = least(left, waiting.lots);
    sum += waiting.price * count;
    left -= count;
    if (left === 0n) return sum;
  }
  return null;
}

/** Ends the running interval: by the mean of its samples one side pays the other, from isolated margins. */
export function settleFunding(venue: Venue, market: Contracted): void {
  const { clock, contract, mark, halt, haltedUntilMs } = market;
  const { samples } = clock;
  const rateE8 = samples === 0n ? 0n : rateOf(clock, contract.interest, contract.fundingCap);
  // How much of the rate was before the halt nobody measured.
  const wasHalted = halt?.mode === 'full' || haltedUntilMs > clock.nextFundingAtMs - clock.intervalMs;
  intervalOver(clock, venue.world.now);
  if (samples === 0n || mark === null || wasHalted) return;
  clock.fundings++;
  if (rateE8 !== 0n) pay(venue, market, rateE8, mark.priceE8);
}

/** What the payers have, up to what they owe, is shared by lots; what truncation leaves goes to `rounding`. */
function pay(venue: Venue, market: Contracted, rateE8: bigint, markE8: bigint): void {
  const payers = rateE8 > 0n ? 'long' : 'short';
  const open = [...market.positions.values()].filter(({ lots }) => lots > 0n);
  const owed = ({ lots }: Position) =>
    (markE8 * lots * market.contract.unit * (rateE8 > 0n ? rateE8 : -rateE8)) / (market.contract.tickE8 * E8);
  let collected = 0n;
  const paid = new Map<Position, bigint>();
  /** What each account that carries payers has left to pay with. */
  const left = new Map<number, bigint>();
  for (const position of open) {
    if (position.side !== payers) continue;
    const { customerId, cross } = position.trader;
    const equity = cross ? (left.get(customerId) ?? most(0n, accountOf(venue, position).equity)) : 0n;
    const amount = least(owed(position), cross ? equity : position.margin);
    if (cross) left.set(customerId, equity - amount);
    paid.set(position, amount);
    collected += amount;
  }
  let rounding = collected;
  for (const position of open) {
    const amount =
      position.side === payers ? -paid.get(position)! : (collected * position.lots) / market.openLots.long;
    if (position.side !== payers) rounding -= amount;
    post(venue, position, amount);
  }
  if (rounding === 0n) return;
  venue.world.books.post('perpetualFunding', `funding:${market.id}:${market.clock.fundings}`, [
    house({ market }, 'perpetualClearing', -rounding),
    house({ market }, 'rounding', rounding),
  ]);
}

function post(venue: Venue, position: Position, amount: bigint): void {
  if (amount === 0n) return;
  const { cross } = position.trader;
  venue.world.books.post('perpetualFunding', `position:${position.id}`, [
    ...(cross ? provides(venue, position, -amount) : []),
    of(position, cross ? 'available' : 'frozen', amount),
    house(position, 'perpetualClearing', -amount),
  ]);
  if (!cross) position.margin += amount;
  position.funding += amount;
  venue.arm(position);
}

/** Value at the mark of what is open long, which is as much as what is open short. */
export function openInterest({ contract, mark, openLots }: Contracted): bigint {
  return mark === null ? 0n : valueAtE8(contract, mark.priceE8, openLots.long);
}
