import { least } from '../numbers.ts';
import { coverOf } from './account.ts';
import { portionOf, profit, rankE8, bankruptValue, type Side } from './figures.ts';
import { closes, goesBankrupt, lost } from './settle.ts';
import type { Contracted, Position } from './state.ts';
import type { Venue } from './venue.ts';

/** After so many in a row who could not pay, those behind could not either. */
const MOST_PASSED = 100;

/** Open positions of each side by rank, the oldest first among equals: ranked once for all liquidations of one mark. */
export class Line {
  readonly #market: Contracted;
  readonly #ranked = new Map<Side, readonly Position[]>();

  constructor(market: Contracted) {
    this.#market = market;
  }

  of(side: Side): readonly Position[] {
    let ranked = this.#ranked.get(side);
    if (ranked === undefined) this.#ranked.set(side, (ranked = this.#rank(side)));
    return ranked;
  }

  #rank(side: Side): Position[] {
    const { contract, mark, positions } = this.#market;
    return [...positions.values()]
      .filter(position => position.side === side && position.lots > 0n)
      .map(position => ({ position, rank: rankE8(contract, position, mark!.priceE8, position.multiple) }))
      .toSorted((a, b) => (a.rank === b.rank ? a.position.id - b.position.id : a.rank > b.rank ? -1 : 1))
      .map(({ position }) => position);
  }
}

/** Opposing positions take over at the bankruptcy price, without fees. Returns the value; what nobody can pay stays. */
export function reduceOpposing(venue: Venue, bankrupt: Position, line: Line): bigint {
  let value = 0n;
  let passed = 0;
  for (const position of line.of(bankrupt.side === 'long' ? 'short' : 'long')) {
    if (bankrupt.lots === 0n || passed === MOST_PASSED) break;
    if (position.lots === 0n) continue;
    const lots = least(bankrupt.lots, position.lots);
    if (canPay(venue, bankrupt, position, lots)) {
      value += takeOver(venue, bankrupt, position, lots);
      passed = 0;
    } else passed++;
  }
  return value;
}

function takeOver(venue: Venue, bankrupt: Position, position: Position, lots: bigint): bigint {
  const { world } = venue;
  const of = goesBankrupt(bankrupt, lots);
  const by = closes(venue, position, lots, of.value, 0n);
  world.books.post('perpetualDeleveraging', `position:${bankrupt.id}`, [...of.entries, ...by.entries]);
  lost(world, bankrupt, of.lost);
  lost(world, position, by.lost);
  venue.closed(position);
  return of.value;
}

/** Whether the lots' margin covers closing them where the other is bankrupt. */
function canPay(venue: Venue, bankrupt: Position, position: Position, lots: bigint): boolean {
  const value = bankruptValue(bankrupt.side, portionOf(bankrupt, lots));
  const part = portionOf(coverOf(venue, position), lots);
  return part.margin + profit(position.side, part.entry, value) >= 0n;
}
