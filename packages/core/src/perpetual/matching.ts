import { NONE } from '../book/order-pool.ts';
import { BID, oppositeOf, type BookSide } from '../book/side.ts';
import type { EventLog } from '../event-log.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { Referral } from '../referral/referral.ts';
import type { SelfTradeMode } from '../spot/order.ts';
import type { ContractOrder } from './contract-order.ts';
import { valueAtTicks } from './formulas.ts';
import type { PerpetualMarket } from './perpetual-market.ts';
import { askingOf, type PerpetualTrader, type Position, type WaitingOrder } from './position.ts';
import { nettedBy } from './netting.ts';
import type { OpenPositions } from './open-positions.ts';
import type { FillResult, Settlement } from './settlement.ts';
import type { Taker } from './takers.ts';
import { isNotFilled } from './taking.ts';

/** What a taker got. */
export interface Match {
  readonly leftLots: number;
  readonly valueMinor: bigint;
  /** It ended before one of the taker's own orders. */
  readonly metSelf: boolean;
}

/** Trades takers against the book, best price first and oldest first at one price, and settles every fill. */
export class PerpetualMatching {
  readonly #log: EventLog;
  readonly #ledger: Ledger;
  readonly #keeper: OpenPositions;
  readonly #settlement: Settlement;
  readonly #referral: Referral;
  lastTradeId = 0;

  constructor(
    log: EventLog,
    ledger: Ledger,
    keeper: OpenPositions,
    settlement: Settlement,
    referral: Referral,
  ) {
    this.#log = log;
    this.#ledger = ledger;
    this.#keeper = keeper;
    this.#settlement = settlement;
    this.#referral = referral;
  }

  match(market: PerpetualMarket, taker: Taker, lots: number): Match {
    const { book } = market;
    const side = taker.bookSide;
    const makerSide = oppositeOf(side);
    let left = lots;
    let valueMinor = 0n;
    while (left > 0) {
      const slot = book.best(makerSide);
      if (slot === NONE) break;
      const priceTicks = book.priceAt(slot);
      const limit = taker.limitTicks();
      if (side === BID ? priceTicks > limit : priceTicks < limit) break;
      const maker = market.restingAt(slot);
      if (maker.position.trader === taker.position.trader) {
        const mode = taker.forced ? 'expireMaker' : taker.selfTrade;
        if (mode === 'expireMaker') this.#keeper.endWaiting(market, maker, 'selfTrade');
        else if (mode === 'decrement') left -= this.#prevent(market, taker, maker, left);
        else return { leftLots: left, valueMinor, metSelf: true };
        continue;
      }
      if (isNotFilled(market, maker)) {
        this.#keeper.endWaiting(market, maker, 'wouldBeLiquidated');
        continue;
      }
      const most = Math.min(maker.lots, nettedBy(maker)?.lots ?? Infinity);
      const fill = taker.affordable(priceTicks, Math.min(left, most));
      if (fill === 0) break;
      const value = valueAtTicks(market.contract, priceTicks, fill);
      this.#trade(market, taker, maker, priceTicks, fill, value);
      left -= fill;
      valueMinor += value;
    }
    return { leftLots: left, valueMinor, metSelf: false };
  }

  /**
   * Cancels orders that matching passed over and that an order about to wait would cross; and those of its own customer,
   * `own`, if it asks for that.
   */
  clearWay(market: PerpetualMarket, side: BookSide, limitTicks: number, own: PerpetualTrader | null): void {
    while (market.book.crosses(side, limitTicks)) {
      const maker = market.restingAt(market.book.best(oppositeOf(side)));
      const isOwn = maker.position.trader === own;
      if (!isOwn && !isNotFilled(market, maker)) return;
      this.#keeper.endWaiting(market, maker, isOwn ? 'selfTrade' : 'wouldBeLiquidated');
    }
  }

  /** Cancels the order of its customer's that a taker was stopped before, if the taker asked for that. */
  endBoth(market: PerpetualMarket, side: BookSide, trader: PerpetualTrader, selfTrade: SelfTradeMode): void {
    if (selfTrade !== 'expireBoth') return;
    for (;;) {
      const maker = market.restingAt(market.book.best(oppositeOf(side)));
      const isOwn = maker.position.trader === trader;
      this.#keeper.endWaiting(market, maker, isOwn ? 'selfTrade' : 'wouldBeLiquidated');
      if (isOwn) return;
    }
  }

  /** Takes up to `lots` off both orders, which free what they had frozen for them. Returns how many. */
  #prevent(market: PerpetualMarket, taker: Taker, maker: WaitingOrder, lots: number): number {
    const prevented = Math.min(lots, maker.lots);
    const { position } = maker;
    for (const asking of [taker.asking, askingOf(maker)]) {
      if (asking !== null) asking.preventedLots += prevented;
    }
    const { nowMs } = this.#keeper;
    if (taker.order === null) market.touch(taker.position, nowMs);
    else market.touchOrder(taker.order, nowMs);
    market.take(maker, prevented);
    market.touch(position, nowMs);
    if (maker.order !== null) market.touchOrder(maker.order, nowMs);
    if (maker.effect === 'open') this.#keeper.releaseOpening(market, position, prevented);
    if (maker.lots === 0) this.#keeper.endWaiting(market, maker, 'selfTrade');
    return prevented;
  }

  #trade(
    market: PerpetualMarket,
    taker: Taker,
    maker: WaitingOrder,
    priceTicks: number,
    lots: number,
    valueMinor: bigint,
  ): void {
    const tradeId = ++this.lastTradeId;
    const { nowMs } = this.#keeper;
    const position = taker.effect === 'open' ? this.#keeper.holding(market, taker.position) : taker.position;
    const netted = nettedBy(maker);
    const makerPosition =
      netted ?? (maker.effect === 'open' ? this.#keeper.holding(market, maker.position) : maker.position);
    this.#ledger.open('perpetualTrade', `perpetualTrade:${tradeId}`);
    const takerFill = taker.settle(lots, valueMinor, position);
    const makerFill = this.#settleMaker(market, maker, makerPosition, lots, valueMinor);
    // Nobody earns a rebate from a liquidation: neither by the liquidated position nor by the one that takes over.
    if (taker.cause !== 'liquidation') {
      this.#share(market, position, takerFill.feeMinor, 'taker');
      this.#share(market, makerPosition, makerFill.feeMinor, 'maker');
    }
    this.#ledger.close();
    this.#filled(market, taker.order, lots, valueMinor, takerFill);
    this.#filled(market, maker.order, lots, valueMinor, makerFill);
    market.lastPriceTicks = priceTicks;
    market.conditional.traded(priceTicks);
    this.#log.push({
      type: 'perpetualTraded',
      tradeId,
      marketId: market.id,
      priceTicks,
      quantityLots: lots,
      valueMinor,
      takerSide: taker.bookSide === BID ? 'buy' : 'sell',
      takerCause: taker.cause,
      takerOrderId: taker.order?.orderId ?? position.positionId,
      takerPositionId: position.positionId,
      takerCustomerId: position.trader.customerId,
      takerEffect: taker.effect,
      takerFeeMinor: takerFill.feeMinor,
      takerRealisedMinor: takerFill.realisedMinor,
      makerOrderId: maker.orderId,
      makerPositionId: makerPosition.positionId,
      makerCustomerId: makerPosition.trader.customerId,
      makerEffect: netted === null ? maker.effect : 'close',
      makerFeeMinor: makerFill.feeMinor,
      makerRealisedMinor: makerFill.realisedMinor,
      atMs: nowMs,
    });
    this.#afterMaker(market, maker, makerPosition, lots);
    if (taker.effect === 'open') this.#opened(market, position);
    else if (taker.cause === 'close') this.#keeper.closed(market, position, 'customer');
    // A liquidation ends its position itself, because the margin must be split first.
    else if (taker.cause !== 'order' && taker.cause !== 'liquidation') {
      this.#keeper.closed(market, position, taker.cause);
    }
  }

  /** Referral rebates are taken from a fee by the same posting. */
  #share(market: PerpetualMarket, { trader }: Position, feeMinor: bigint, role: 'maker' | 'taker'): void {
    if (!this.#referral.shares(trader.customerId)) return;
    this.#referral.share({
      line: 'perpetual',
      tradeId: this.lastTradeId,
      role,
      customerId: trader.customerId,
      currencyId: market.contract.quoteCurrencyId,
      feesAccount: market.fees,
      feeMinor,
    });
  }

  /** `position`: which the fill opens or closes lots of. */
  #settleMaker(
    market: PerpetualMarket,
    maker: WaitingOrder,
    position: Position,
    lots: number,
    valueMinor: bigint,
  ): FillResult {
    if (maker.effect === 'close' || position === nettedBy(maker)) {
      const { makerFeePpm } = market.feesOf(position);
      return this.#settlement.close(market, position, lots, valueMinor, makerFeePpm);
    }
    const { makerFeePpm, trader, side } = maker.position;
    const result = this.#settlement.open(market, maker.position, position, lots, valueMinor, makerFeePpm);
    // Waiting orders at this price were already counted.
    trader.exposureMinor -= valueMinor;
    market.waitingLots[side] -= lots;
    return result;
  }

  #afterMaker(market: PerpetualMarket, maker: WaitingOrder, position: Position, lots: number): void {
    market.take(maker, lots);
    if (maker.effect === 'close') {
      if (maker.lots === 0) this.#keeper.endClosing(market, maker, 'filled');
      this.#keeper.closed(market, position, 'customer');
      return;
    }
    const isNetted = position.side !== maker.position.side;
    if (isNetted) this.#keeper.releaseOpening(market, maker.position, lots);
    else this.#opened(market, position);
    if (maker.lots === 0) this.#keeper.endOpening(market, maker.position, 'filled');
    if (isNetted) this.#keeper.closed(market, position, 'customer');
  }

  #filled(
    market: PerpetualMarket,
    order: ContractOrder | null,
    lots: number,
    valueMinor: bigint,
    { feeMinor, realisedMinor }: FillResult,
  ): void {
    if (order === null) return;
    order.filled(lots, valueMinor, feeMinor, realisedMinor);
    market.touchOrder(order, this.#keeper.nowMs);
  }

  #opened(market: PerpetualMarket, position: Position): void {
    position.openedAtMs ??= this.#keeper.nowMs;
    market.arm(position);
    market.touch(position, this.#keeper.nowMs);
  }
}
