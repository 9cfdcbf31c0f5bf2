import type { CommandOf } from '../command.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { Refusal } from '../refusal.ts';
import { refuse } from '../refuse.ts';
import { checkBand, formatTicks } from './admission.ts';
import type { ContractOrder } from './contract-order.ts';
import { coverOf } from './cover.ts';
import {
  bankruptcyTicks,
  closedPart,
  feeOf,
  offsetValue,
  realised,
  valueAtE8,
  valueAtTicks,
} from './formulas.ts';
import type { PerpetualMatching } from './matching.ts';
import { requiredMargin } from './margin-formulas.ts';
import { worstOf, type Orders } from './orders.ts';
import type { PerpetualMarket } from './perpetual-market.ts';
import { oppositeSide, type Position, type PerpetualTrader } from './position.ts';
import type { OpenPositions } from './open-positions.ts';
import type { Settlement } from './settlement.ts';
import { ClosingTaker } from './takers.ts';
import { look, type Taking } from './taking.ts';
import { isPrice, validateLots, validateMultiple, validateWorstPrice } from './validate-order.ts';

/** How customers end positions. Allowed unless trading is halted, because it lowers risk. */
export class Closes {
  readonly #ledger: Ledger;
  readonly #keeper: OpenPositions;
  readonly #settlement: Settlement;
  readonly #matching: PerpetualMatching;
  readonly #orders: Orders;

  constructor(
    ledger: Ledger,
    keeper: OpenPositions,
    settlement: Settlement,
    matching: PerpetualMatching,
    orders: Orders,
  ) {
    this.#ledger = ledger;
    this.#keeper = keeper;
    this.#settlement = settlement;
    this.#matching = matching;
    this.#orders = orders;
  }

  /** Whether a close of this position is valid by itself. */
  validate(
    { contract }: PerpetualMarket,
    position: Position,
    { lots, priceTicks, worstPriceTicks }: CommandOf<'closePosition'>,
  ): Refusal | null {
    const refusal =
      (lots === null ? null : validateLots(lots, position.lots)) ??
      validateWorstPrice(worstPriceTicks, contract);
    if (refusal !== null || priceTicks === null) return refusal;
    if (worstPriceTicks !== null) return refuse('invalid_order', 'worst_price');
    return isPrice(priceTicks, contract) ? null : refuse('invalid_price', 'price');
  }

  /** The position must be the customer's and open, and the close valid. */
  close(market: PerpetualMarket, position: Position, command: CommandOf<'closePosition'>): Refusal | null {
    const { lots, priceTicks, worstPriceTicks } = command;
    if (priceTicks !== null) return this.#closeAtLimit(market, position, lots, priceTicks);
    const limit = worstOf(market, position.closingSide, worstPriceTicks);
    const bound = boundOf(market, position, limit);
    const leaving = lots === null ? position.opening : null;
    if (look(market, position.trader, position.closingSide, bound, 1, leaving).lots === 0) {
      return refuse('no_liquidity');
    }
    if (lots === null && position.opening !== null) {
      this.#keeper.endOpening(market, position, 'cancelledByCustomer');
    }
    this.#take(market, position, limit, lots ?? position.lots);
    return null;
  }

  /** Closes all the customer has in the contract. Waiting orders are cancelled first, so that it does not meet them. */
  closeAll(market: PerpetualMarket, trader: PerpetualTrader): void {
    this.cancelAll(market, trader);
    for (const position of trader.all()) {
      this.#take(market, position, worstOf(market, position.closingSide, null), position.lots);
    }
  }

  /** Cancels the orders that wait to open or close. */
  cancelAll(market: PerpetualMarket, trader: PerpetualTrader): void {
    for (const position of trader.all()) {
      this.#keeper.endClosings(market, position, 'cancelledByCustomer');
      if (position.opening !== null) this.#keeper.endOpening(market, position, 'cancelledByCustomer');
    }
  }

  /** Both halves are simulated before either happens: the book must take both completely. */
  reverse(market: PerpetualMarket, position: Position, worstPriceTicks: number | null): Refusal | null {
    const { trader, lots, opening } = position;
    const multiple = offered(market, position);
    const invalid = validateWorstPrice(worstPriceTicks, market.contract);
    if (invalid !== null) return invalid;
    const bookSide = position.closingSide;
    const limitTicks = worstOf(market, bookSide, worstPriceTicks);
    const both = look(market, trader, bookSide, limitTicks, lots * 2, opening);
    const closing = both.lots < lots * 2 ? null : this.#simulateClose(market, position, both);
    if (closing === null) return refuse('no_liquidity');
    const first = look(market, trader, bookSide, limitTicks, lots, opening);
    const takes = without(both, first);
    const terms = {
      side: oppositeSide(position.side),
      orderType: 'market' as const,
      lots,
      multiple,
      priceTicks: null,
      takeProfitTicks: null,
      stopLossTicks: null,
      clientOrderId: null,
    };
    const notOffered = validateMultiple(multiple, market.contract);
    if (notOffered !== null) return notOffered;
    const waitingMinor =
      opening === null ? 0n : valueAtTicks(market.contract, opening.priceTicks, opening.lots);
    const plan = { terms, limitTicks, takes, restLots: 0 };
    const admitted = this.#orders.admit(market, trader, plan, {
      exposureMinor: trader.exposureMinor - position.entryValueMinor - waitingMinor,
      extraMinor: closing + position.waitingMarginMinor + position.waitingFeeMinor,
      leavingLots: reducedLots(first),
      leavingPositions: 1,
    });
    if ('refusal' in admitted) return admitted.refusal;
    if (opening !== null) this.#keeper.endOpening(market, position, 'cancelledByCustomer');
    this.#take(market, position, limitTicks, lots);
    this.#orders.open(market, trader, plan, admitted);
    return null;
  }

  /** Closes a customer's long and short positions of one contract against each other at the mark price. */
  offset(
    market: PerpetualMarket,
    long: Position,
    short: Position,
    wantedLots: number | null,
  ): Refusal | null {
    const most = Math.min(long.lots, short.lots);
    const invalid = wantedLots === null ? null : validateLots(wantedLots, most);
    if (invalid !== null) return invalid;
    const lots = wantedLots ?? most;
    const atMark = valueAtE8(market.contract, market.mark!.markE8, lots);
    const [ofLongs, ofShorts] = [coverOf(market, long), coverOf(market, short)];
    const valueMinor = offsetValue(atMark, closedPart(ofLongs, lots), closedPart(ofShorts, lots));
    if (valueMinor === null) return refuse('price_beyond_bankruptcy');
    // Of cross positions, the margin that decided it is what their account could spare.
    const before = {
      longBefore: { ...long.found(), marginMinor: ofLongs.marginMinor },
      shortBefore: { ...short.found(), marginMinor: ofShorts.marginMinor },
    };
    this.#ledger.open('perpetualOffset', `position:${long.positionId}`);
    const ofLong = this.#settlement.close(market, long, lots, valueMinor, 0);
    const ofShort = this.#settlement.close(market, short, lots, valueMinor, 0);
    this.#ledger.close();
    this.#keeper.offset(market, long, short, {
      lots,
      valueMinor,
      ...before,
      longRealisedMinor: ofLong.realisedMinor,
      shortRealisedMinor: ofShort.realisedMinor,
    });
    return null;
  }

  #closeAtLimit(
    market: PerpetualMarket,
    position: Position,
    wantedLots: number | null,
    priceTicks: number,
  ): Refusal | null {
    const refusal = checkBand(market, priceTicks, 'close');
    if (refusal !== null) return refusal;
    const bound = bankruptcyTicks(market.contract, coverOf(market, position));
    if (boundOf(market, position, priceTicks) !== priceTicks) {
      const params = { bankruptcy: formatTicks(market, bound) };
      return refuse('price_beyond_bankruptcy', 'price', params);
    }
    const leaving = wantedLots === null ? position.opening : null;
    const takes = look(market, position.trader, position.closingSide, priceTicks, 1, leaving);
    if (takes.end === 'self') return refuse('no_liquidity');
    if (wantedLots === null && position.opening !== null) {
      this.#keeper.endOpening(market, position, 'cancelledByCustomer');
    }
    this.#keeper.endClosings(market, position, 'cancelledByCustomer');
    const left = this.#take(market, position, priceTicks, wantedLots ?? position.lots);
    if (left > 0) this.#matching.clearWay(market, position.closingSide, priceTicks);
    if (left > 0 && !market.book.crosses(position.closingSide, priceTicks)) {
      this.#keeper.restClosing(market, position, priceTicks, left);
    }
    return null;
  }

  /** Returns the lots that found no counterparty. */
  #take(market: PerpetualMarket, position: Position, limitTicks: number, lots: number): number {
    if (lots === 0) return 0;
    const order = position.trader.isHeld(position) ? this.#closingOrder(market, position, lots) : null;
    const taker = new ClosingTaker(market, this.#settlement, position, 'close', limitTicks, order);
    const { leftLots, metSelf } = this.#matching.match(market, taker, lots);
    if (order !== null) {
      const reason = leftLots === 0 ? 'filled' : metSelf ? 'selfTrade' : 'immediateRemainder';
      this.#keeper.endOrder(market, order, reason);
    }
    return leftLots;
  }

  /** Closes of merged positions at market are orders, too. */
  #closingOrder(market: PerpetualMarket, { trader, side, multiple }: Position, lots: number): ContractOrder {
    return this.#keeper.createOrder(market, trader, {
      side: oppositeSide(side),
      reduceOnly: true,
      orderType: 'market',
      lots,
      multiple,
      priceTicks: null,
      clientOrderId: null,
    });
  }

  /** What closing all lots with the first of these fills pays back or makes free; null if a lot loses more than its margin. */
  #simulateClose(market: PerpetualMarket, position: Position, takes: Taking): bigint | null {
    const { contract } = market;
    const { takerFeePpm } = market.feesOf(position);
    const { side, trader } = position;
    let { lots, entryValueMinor, marginMinor } = coverOf(market, position);
    const isCross = trader.cross !== null;
    // Fills of a cross position share one cover, and each may lose some units of it to truncation.
    if (isCross) marginMinor -= TRUNCATED_PER_LOT * BigInt(lots);
    let backMinor = isCross ? requiredMargin(contract, position, market.mark!, position.multiple) : 0n;
    for (const fill of takes.fills) {
      const count = Math.min(fill.lots, lots);
      if (count === 0) break;
      const exposure = { side, lots, entryValueMinor, marginMinor };
      if (isWorse(position, fill.priceTicks, bankruptcyTicks(contract, exposure))) return null;
      const part = closedPart(exposure, count);
      const value = valueAtTicks(contract, fill.priceTicks, count);
      const profit = realised(side, part.entryMinor, value);
      const back = part.marginMinor + profit;
      const fee = feeOf(value, takerFeePpm);
      const paidMinor = isCross || fee < back ? fee : back;
      // A cross position gives no margin back, but needs none any more.
      backMinor += (isCross ? profit : back) - paidMinor;
      lots -= count;
      entryValueMinor -= part.entryMinor;
      marginMinor -= part.marginMinor;
    }
    return backMinor;
  }
}

const TRUNCATED_PER_LOT = 4n;

/** The position's multiple; of a merged one, whose is a mean, the next lower one that is offered. */
function offered({ contract: { multiples } }: PerpetualMarket, { trader, side, multiple }: Position): number {
  if (trader.held[side] === null) return multiple;
  return multiples.findLast(one => one <= multiple) ?? multiples[0]!;
}

/** The given price, but no worse than the bankruptcy price. */
function boundOf(market: PerpetualMarket, position: Position, priceTicks: number): number {
  const bound = bankruptcyTicks(market.contract, coverOf(market, position));
  return isWorse(position, priceTicks, bound) ? bound : priceTicks;
}

/** Whether a close price is worse than a bound. */
function isWorse(position: Position, priceTicks: number, boundTicks: number): boolean {
  return position.side === 'long' ? priceTicks < boundTicks : priceTicks > boundTicks;
}

/** How many lots the makers of the fills close. */
function reducedLots({ fills }: Taking): number {
  return fills.reduce((sum, { lots, reduces }) => sum + (reduces ? lots : 0), 0);
}

/** The rest of some fills after their first part. */
function without(all: Taking, first: Taking): Taking {
  const whole = first.fills.length;
  const last = first.fills[whole - 1]!;
  const split = all.fills[whole - 1]!;
  const restOfSplit = { ...split, lots: split.lots - last.lots };
  const fills = [...(restOfSplit.lots > 0 ? [restOfSplit] : []), ...all.fills.slice(whole)];
  return { fills, lots: all.lots - first.lots, valueMinor: all.valueMinor - first.valueMinor, end: 'wanted' };
}
