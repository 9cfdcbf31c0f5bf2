import { MINUTE_MS, most } from '../numbers.ts';
import { accountOf, carriedBy, resultOf, type Carried } from './account.ts';
import { Line } from './deleveraging.ts';
import type { Refusal } from '../part.ts';
import { actOnMark, liquidate } from './risk.ts';
import { provides } from './settle.ts';
import { isStale, type Contracted, type Position, type Trader } from './state.ts';
import type { Venue } from './venue.ts';

const RECOVERY_MS = 10 * MINUTE_MS;

/** What carries a customer's positions of a contract; while there are none, and no orders. */
export function setMarginType(trader: Trader, marginType: unknown): Refusal {
  if (marginType !== 'isolated' && marginType !== 'cross') return 'invalid_order';
  const cross = marginType === 'cross';
  if (cross === trader.cross) return null;
  if (trader.positions.size > 0) return 'margin_type_in_use';
  trader.cross = cross;
  return null;
}

/**
 * When a command ends: while some account's equity is no more than its maintenance, and something can be done about it, the
 * first of them, by customer and currency, takes one step. Everybody is looked at after each step.
 */
export function settleAccounts(venue: Venue): void {
  const lines = new Map<Contracted, Line>();
  for (;;) {
    const step = nextStep(venue);
    if (step === null) return;
    if (step.waiting.length > 0) {
      for (const position of step.waiting) venue.endOpening(position, 'wouldBeLiquidated');
      continue;
    }
    const { position, given } = step;
    const { market, trader } = position!;
    let line = lines.get(market);
    if (line === undefined) lines.set(market, (line = new Line(market)));
    if (given > 0n) {
      venue.world.books.post('perpetualMargin', `position:${position!.id}`, [
        ...provides(venue, position!, given),
        [trader.customerId, 'contract', market.contract.quoteId, 'available', -given],
        [trader.customerId, 'contract', market.contract.quoteId, 'frozen', given],
      ]);
      position!.margin = given;
    }
    liquidate(venue, position!, line);
    venue.freeze(position!, -position!.margin, 'perpetualMargin');
    position!.margin = 0n;
    actOnMark(venue, market);
  }
}

interface Step {
  readonly waiting: readonly Position[];
  readonly position: Position | null;
  readonly given: bigint;
}

function nextStep(venue: Venue): Step | null {
  for (const [customerId, quoteId] of accounts(venue)) {
    const carried = carriedBy(venue, customerId, quoteId);
    if (carried.length === 0) continue;
    const { equity, maintenance } = accountOf(venue, carried[0]!.position);
    if (equity > maintenance) continue;
    const waiting = [...venue.markets.values()].flatMap(({ contract, traders }) => {
      const trader = traders.get(customerId);
      if (contract.quoteId !== quoteId || trader === undefined || !trader.cross) return [];
      return [...trader.positions.values()].filter(({ opening }) => opening !== null);
    });
    if (waiting.length > 0) return { waiting, position: null, given: 0n };
    const worst = carried.filter(({ position }) => mayEnd(venue, position)).toSorted(byLoss)[0];
    if (worst === undefined) continue;
    const { position } = worst;
    return { waiting, position, given: most(0n, equity - resultOf(position)) };
  }
  return null;
}

function byLoss(a: Carried, b: Carried): number {
  if (a.result === b.result) return a.position.id - b.position.id;
  return a.result < b.result ? -1 : 1;
}

function mayEnd({ world }: Venue, { market, unfinished }: Position): boolean {
  const isRecovering = world.now < market.haltedUntilMs + RECOVERY_MS;
  return !unfinished && market.status !== 'halted' && !isStale(market, world.now) && !isRecovering;
}

/** Customers and currencies of contracts that somebody has set to cross. */
function accounts(venue: Venue): [customerId: number, quoteId: number][] {
  const found = new Map<string, [number, number]>();
  for (const { contract, traders } of venue.markets.values()) {
    for (const { customerId, cross } of traders.values()) {
      if (cross) found.set(`${customerId}/${contract.quoteId}`, [customerId, contract.quoteId]);
    }
  }
  return [...found.values()].toSorted(([a, b], [c, d]) => a - c || b - d);
}
