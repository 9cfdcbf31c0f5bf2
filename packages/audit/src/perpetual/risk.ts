import { MINUTE_MS } from '../numbers.ts';
import { noteHealth } from './account.ts';
import { worstTaking } from './band.ts';
import { Line, reduceOpposing } from './deleveraging.ts';
import { markE8 } from './funding-clock.ts';
import { isToppedUp } from './margin.ts';
import { take } from './matching.ts';
import { finishesLiquidation } from './settle.ts';
import { bookSideOf, isStale, type Contracted, type Position } from './state.ts';
import type { Venue } from './venue.ts';

/** After a full halt customers close and cancel for so long before anybody is liquidated. */
const RECOVERY_MS = 10 * MINUTE_MS;

/** Computes the mark from the newest index price and does what it brings; not by a stale index. */
export function updateMark(venue: Venue, market: Contracted): void {
  const { now } = venue.world;
  const { listed, contract, clock } = market;
  const { tick } = listed;
  if (tick === null || now - tick.atMs > contract.config.staleAfterMs) return;
  const priceE8 = markE8(clock, tick.priceE8, market.lastTicks * contract.tickE8, now);
  market.mark = { priceE8, indexE8: tick.priceE8 };
  if (market.status === 'halted') return;
  tryAgain(venue, market);
  actOnMark(venue, market);
}

/**
 * Takes off what waits and may not open any more, liquidates whom the mark has reached, and sets off stops. After each
 * command, too, since that may have opened something.
 */
export function actOnMark(venue: Venue, market: Contracted): void {
  const { now } = venue.world;
  if (market.status === 'halted' || isStale(market, now)) return;
  takeOffLapsed(venue, market);
  const line = new Line(market);
  const isRecovering = now < market.haltedUntilMs + RECOVERY_MS;
  for (;;) {
    // Equity decides first: a stop reached in the same jump comes too late.
    const liquidated = isRecovering ? null : reached(market, 'liquidation');
    const stopped = liquidated === null ? reached(market, 'stop') : null;
    if (liquidated === null && stopped === null) return;
    if (stopped !== null) stop(venue, stopped);
    else if (!isToppedUp(venue, liquidated!)) liquidate(venue, liquidated!, line);
  }
}

/** Whose threshold the mark has reached: those that a falling price reaches before those that a rising one does. */
function reached({ falling, rising, mark }: Contracted, kind: 'liquidation' | 'stop'): Position | null {
  const { priceE8 } = mark!;
  const below = falling[kind].items[0];
  if (below !== undefined && priceE8 <= below.price) return below.position;
  const above = rising[kind].items[0];
  return above !== undefined && priceE8 >= above.price ? above.position : null;
}

/** By the mark or by the index. */
function takeOffLapsed(venue: Venue, { mark, falling, rising }: Contracted): void {
  const { priceE8, indexE8 } = mark!;
  for (;;) {
    const below = falling.lapse.items[0];
    const above = rising.lapse.items[0];
    const lapsed =
      below !== undefined && (priceE8 <= below.price || indexE8 <= below.price)
        ? below
        : above !== undefined && (priceE8 >= above.price || indexE8 >= above.price)
          ? above
          : undefined;
    if (lapsed === undefined) return;
    venue.endOpening(lapsed.position, 'wouldBeLiquidated');
  }
}

/** What earlier marks reached and nobody took. */
function tryAgain(venue: Venue, market: Contracted): void {
  const { unfinished, triggered } = market;
  market.unfinished = [];
  market.triggered = [];
  for (const position of unfinished) {
    if (position.ended) continue;
    position.unfinished = false;
    venue.arm(position);
  }
  for (const position of triggered) if (!position.ended) closeStopped(venue, position);
}

function stop(venue: Venue, position: Position): void {
  const { market, side, stopLoss } = position;
  const { priceE8 } = market.mark!;
  const stopE8 = stopLoss === null ? null : stopLoss * market.contract.tickE8;
  const isLoss = stopE8 !== null && (side === 'long' ? priceE8 <= stopE8 : priceE8 >= stopE8);
  position.triggered = isLoss ? 'stopLoss' : 'takeProfit';
  position.takeProfit = null;
  position.stopLoss = null;
  venue.armStops(position);
  endOrders(venue, position);
  closeStopped(venue, position);
}

/** What waits to open more of it, or to close it. */
function endOrders(venue: Venue, position: Position): void {
  if (position.opening !== null) venue.endOpening(position, 'positionClosed');
  venue.endClosings(position);
  if (position.trader.mode === 'each') return;
  for (const other of [...position.trader.positions.values()]) {
    if (other.order !== null && other.side === position.side) venue.endOpening(other, 'positionClosed');
  }
}

/** As far as the book takes it now. */
function closeStopped(venue: Venue, position: Position): void {
  const { market } = position;
  const limit = worstTaking(market, bookSideOf(position.side, 'close'));
  noteHealth(venue, market);
  take(venue, { position, cause: 'stop', limit }, position.lots);
  if (position.lots > 0n) market.triggered.push(position);
}

/** With the margin it has: of a cross position, what its account has given it. */
export function liquidate(venue: Venue, position: Position, line: Line): void {
  const { market, lots } = position;
  endOrders(venue, position);
  noteHealth(venue, market);
  let value = 0n;
  for (const cause of ['liquidation', 'insured'] as const) {
    if (position.lots > 0n) value += take(venue, { position, cause, limit: 0n }, position.lots).value;
  }
  if (position.lots > 0n) value += reduceOpposing(venue, position, line);
  if (position.lots === 0n) finishesLiquidation(venue.world, position, value);
  else {
    position.unfinished = true;
    market.unfinished.push(position);
  }
  if (position.lots < lots) venue.closed(position);
  else venue.arm(position);
}
