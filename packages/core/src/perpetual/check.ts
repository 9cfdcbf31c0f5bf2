import { ASK, BID } from '../book/side.ts';
import { invariant, InvariantBroken } from '../invariant.ts';
import type { AccountIndex } from '../ledger/ledger.ts';
import { MAX_POSITIONS } from './admission.ts';
import { feeOf, initialMargin, liquidationPriceE8, realised, valueAtTicks } from './formulas.ts';
import type { PerpetualMarket } from './perpetual-market.ts';
import type { Position, WaitingOrder, PerpetualTrader } from './position.ts';

/**
 * Checks that a contract's positions, book, thresholds and sums agree. Adds what each position holds frozen to its
 * account in `frozen`. Linear time.
 */
export function checkPerpetualMarket(
  market: PerpetualMarket,
  lastId: number,
  frozen: Map<AccountIndex, bigint>,
): void {
  try {
    market.book.checkInvariants();
  } catch (cause) {
    throw new InvariantBroken(`contract ${market.id}: ${String(cause)}`, { cause });
  }
  const holds = (condition: boolean, what: string): void =>
    invariant(condition, `contract ${market.id}: ${what}`);
  const sums = {
    long: 0,
    short: 0,
    waitingLong: 0,
    waitingShort: 0,
    orders: 0,
    armed: 0,
    stops: 0,
    lapses: 0,
  };
  const entry = { long: 0n, short: 0n };
  const exposures = new Map<PerpetualTrader, bigint>();
  const later = { unfinished: new Set(market.unfinished), triggered: new Set(market.triggered) };
  for (const position of market.positions.values()) {
    checkPosition(market, position, lastId, later);
    const { side, opening, trader } = position;
    const waiting = opening?.lots ?? 0;
    sums[side] += position.lots;
    sums[side === 'long' ? 'waitingLong' : 'waitingShort'] += waiting;
    sums.orders += (opening === null ? 0 : 1) + position.closings.length;
    sums.armed += position.liquidation.heapAt < 0 ? 0 : 1;
    sums.stops += (position.takeProfit.heapAt < 0 ? 0 : 1) + (position.stopLoss.heapAt < 0 ? 0 : 1);
    sums.lapses += position.lapse.heapAt < 0 ? 0 : 1;
    entry[side] += position.entryValueMinor;
    const waitingMinor = waiting === 0 ? 0n : valueAtTicks(market.contract, opening!.priceTicks, waiting);
    exposures.set(trader, (exposures.get(trader) ?? 0n) + position.entryValueMinor + waitingMinor);
    frozen.set(trader.account, (frozen.get(trader.account) ?? 0n) + position.frozenMinor);
  }
  const { openLots, waitingLots, entryMinor, rising, falling, book } = market;
  holds(sums.long === openLots.long && sums.short === openLots.short, 'open lots are miscounted');
  holds(sums.long === sums.short, `${sums.long} lots long, ${sums.short} short`);
  holds(sums.waitingLong === waitingLots.long, 'lots waiting long are miscounted');
  holds(sums.waitingShort === waitingLots.short, 'lots waiting short are miscounted');
  holds(entry.long === entryMinor.long && entry.short === entryMinor.short, 'entry values are miscounted');
  holds(book.orderCount(BID) + book.orderCount(ASK) === sums.orders, 'the book has orders of nobody');
  holds(rising.liquidation.size + falling.liquidation.size === sums.armed, 'a heap has thresholds of nobody');
  holds(rising.stop.size + falling.stop.size === sums.stops, 'a heap has stops of nobody');
  holds(rising.lapse.size + falling.lapse.size === sums.lapses, 'a heap has orders of nobody');
  for (const trader of market.traders()) checkTrader(trader, exposures.get(trader) ?? 0n);
}

function checkPosition(
  market: PerpetualMarket,
  position: Position,
  lastId: number,
  later: Readonly<Record<'unfinished' | 'triggered', ReadonlySet<Position>>>,
): void {
  const holds = (condition: boolean, what: string): void =>
    invariant(condition, `position ${position.positionId}: ${what}`);
  const { contract } = market;
  const { lots, opening, side, openingEndReason, trader } = position;
  holds(!position.ended && (lots > 0 || opening !== null), 'ended but still kept');
  holds(position.positionId <= lastId, 'has a number not handed out yet');
  holds((opening === null) === (openingEndReason !== null), 'its order neither waits nor ended');
  holds(position.closedLots >= 0 && lots >= 0, 'closed more than it opened');
  holds(position.openedLots + (opening?.lots ?? 0) <= position.orderedLots, 'opened more than was ordered');
  holds(
    lots > 0 || (position.entryValueMinor === 0n && position.marginMinor === 0n),
    'holds money for nothing',
  );
  holds(position.marginMinor >= 0n, 'has a negative margin');
  holds(
    trader.mode === 'each' || (position.order === null) === trader.isHeld(position),
    'is neither an order nor merged',
  );
  holds(position.order === null || (lots === 0 && opening?.order === position.order), 'holds what it opened');
  holds(
    position.maintenanceRest >= 0 && position.maintenanceRest < Math.max(1, lots),
    'has more left of its rate than its lots',
  );
  const closedEntry = position.openedValueMinor - position.entryValueMinor;
  holds(
    position.order !== null ||
      position.realisedMinor === realised(side, closedEntry, position.closedValueMinor),
    'its closed parts do not add up',
  );
  const { removedMarginMinor, topUpLimitMinor, topUpUsedMinor, topUps } = position;
  holds(removedMarginMinor >= 0n && topUpLimitMinor >= 0n, 'removed or allows less than nothing');
  holds(topUpUsedMinor >= 0n && topUpUsedMinor > 0n === topUps > 0, 'its top-ups are miscounted');
  if (opening !== null) {
    checkWaiting(market, opening, holds);
    const restMinor = valueAtTicks(contract, opening.priceTicks, opening.lots);
    const opened = position.openedValueMinor;
    const margin =
      initialMargin(opened + restMinor, position.multiple) - initialMargin(opened, position.multiple);
    holds(position.waitingMarginMinor === margin, 'froze another margin than its order needs');
    holds(position.waitingFeeMinor >= feeOf(restMinor, position.makerFeePpm), 'froze less than its fee');
  } else {
    holds(position.waitingMarginMinor === 0n && position.waitingFeeMinor === 0n, 'froze for no order');
  }
  for (const closing of position.closings) {
    checkWaiting(market, closing, holds);
    holds((closing.order !== null) === trader.isHeld(position), 'is closed by an order of another mode');
  }
  holds(position.closingLots <= lots, 'waits to close more than it has');
  holds(trader.mode !== 'each' || position.closings.length < 2, 'has two orders that close it');
  holds(trader.cross === null || position.marginMinor === 0n, 'has a margin although its account carries it');
  const expected =
    lots === 0 || trader.cross !== null
      ? null
      : liquidationPriceE8(contract, position, position.maintenancePpm);
  holds(position.liquidationE8 === expected, 'has another liquidation price');
  const heap = side === 'long' ? market.falling.liquidation : market.rising.liquidation;
  const isArmed = expected !== null && !position.liquidationUnfinished;
  holds(heap.has(position.liquidation) === isArmed, 'is not armed as it should be');
  holds(!isArmed || position.liquidation.priceE8 === expected, 'is armed at another price');
  checkLapse(market, position, holds);
  holds(position.liquidationUnfinished === later.unfinished.has(position), 'is not where it is tried again');
  holds((position.triggered !== null) === later.triggered.has(position), 'is not where its stop goes on');
}

function checkLapse(
  market: PerpetualMarket,
  position: Position,
  holds: (condition: boolean, what: string) => void,
): void {
  const { side, opening, orderedLots: lots, lapse } = position;
  const entryValueMinor = opening === null ? 0n : valueAtTicks(market.contract, opening.priceTicks, lots);
  const marginMinor = initialMargin(entryValueMinor, position.multiple);
  const whole = { side, lots, entryValueMinor, marginMinor };
  const expected =
    opening === null ? null : liquidationPriceE8(market.contract, whole, position.maintenancePpm);
  const heap = side === 'long' ? market.falling.lapse : market.rising.lapse;
  holds(heap.has(lapse) === (expected !== null), 'its order does not lapse as it should');
  holds(expected === null || lapse.priceE8 === expected, 'its order lapses at another price');
}

function checkWaiting(
  market: PerpetualMarket,
  order: WaitingOrder,
  holds: (condition: boolean, what: string) => void,
): void {
  const { book } = market;
  const isThere = order.slot !== 0 && book.find(order.orderId) === order.slot;
  holds(isThere && market.restingAt(order.slot) === order, 'lost its slot');
  holds(book.lotsAt(order.slot) === order.lots && order.lots > 0, 'has other lots in the book');
  holds(book.priceAt(order.slot) === order.priceTicks, 'rests at another price');
  holds(book.sideAt(order.slot) === order.bookSide, 'rests on the other side');
}

function checkTrader(trader: PerpetualTrader, exposureMinor: bigint): void {
  const { mode, held } = trader;
  const merged = (held.long === null ? 0 : 1) + (held.short === null ? 0 : 1);
  const most = { each: 0, net: 1, hedge: 2 }[mode];
  invariant(merged <= most, `customer ${trader.customerId}: ${merged} merged positions in mode ${mode}`);
  for (const side of ['long', 'short'] as const) {
    invariant(
      held[side] === null || held[side].lots > 0,
      `customer ${trader.customerId}: holds nothing ${side}`,
    );
  }
  let count = 0;
  let lastId = 0;
  for (let position = trader.oldest; position !== null; position = position.newer) {
    invariant(position.positionId > lastId, `customer ${trader.customerId}: positions are not oldest first`);
    lastId = position.positionId;
    count++;
  }
  invariant(
    count === trader.positions && count <= MAX_POSITIONS + (mode === 'each' ? 0 : 2),
    `customer ${trader.customerId}: ${count} positions, ${trader.positions} counted`,
  );
  invariant(
    trader.exposureMinor === exposureMinor,
    `customer ${trader.customerId}: exposed to ${trader.exposureMinor} instead of ${exposureMinor}`,
  );
}
