import { oppositeOf, BID } from '../book/side.ts';
import type { EventLog } from '../event-log.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { Limits } from '../limit/limit.ts';
import { ppmOf } from '../money/ppm.ts';
import { toBigInt } from '../money/integer.ts';
import type { Referral } from '../referral/referral.ts';
import type { LinkedOrders } from './linked-orders.ts';
import type { OpenOrder } from './open-order.ts';
import type { OpenOrders } from './open-orders.ts';
import type { OrderInstructions, SelfTradeMode } from './order.ts';
import type { SpotMarket } from './spot-market.ts';

/** Trades takers against the book, best price first and oldest first at one price, and settles every fill. */
export class Matching {
  readonly #log: EventLog;
  readonly #ledger: Ledger;
  readonly #keeper: OpenOrders;
  readonly #links: LinkedOrders;
  readonly #limits: Limits;
  readonly #referral: Referral;
  lastTradeId = 0;

  constructor(
    log: EventLog,
    ledger: Ledger,
    keeper: OpenOrders,
    links: LinkedOrders,
    limits: Limits,
    referral: Referral,
  ) {
    this.#log = log;
    this.#ledger = ledger;
    this.#keeper = keeper;
    this.#links = links;
    this.#limits = limits;
    this.#referral = referral;
  }

  /**
   * Trades up to `lots` within `limitTicks`. Orders of the taker's own are dealt with as it asks, or stop it. Stops whose
   * trigger the trades reached are appended to `fired`. Returns the lots neither filled nor prevented.
   */
  match(market: SpotMarket, taker: OpenOrder, limitTicks: number, lots: number, fired: OpenOrder[]): number {
    const { book } = market;
    const makerSide = oppositeOf(taker.side);
    let left = lots;
    let firstPrice = 0;
    let price = 0;
    while (left > 0 && book.crosses(taker.side, limitTicks)) {
      const slot = book.best(makerSide);
      const maker = market.restingAt(slot);
      const makerLots = book.lotsAt(slot);
      if (maker.trader === taker.trader) {
        const mode = selfTradeMode(taker);
        if (mode === 'expireMaker') this.#takeOff(market, maker);
        else if (mode === 'decrement') left -= this.#prevent(market, taker, maker, Math.min(left, makerLots));
        else break;
        continue;
      }
      const fill = left < makerLots ? left : makerLots;
      if (maker.linked !== null) this.#links.release(maker);
      if (taker.linked !== null) this.#links.release(taker);
      if (price !== maker.priceTicks) {
        price = maker.priceTicks!;
        if (firstPrice === 0) firstPrice = price;
        market.touchLevel(makerSide, price);
      }
      this.#trade(market, taker, maker, price, fill);
      if (book.fill(slot, fill) === 0) this.#emptied(market, maker);
      left -= fill;
    }
    if (firstPrice !== 0) {
      market.listed.traded(price);
      const rose = taker.side === BID;
      market.lastWatch.passed(rose ? firstPrice : price, rose ? price : firstPrice, rose, fired);
    }
    return left;
  }

  /** Ends a taker that was stopped before an order of its own, which is the best there, and that one if it asks so. */
  endBeforeOwn(market: SpotMarket, taker: OpenOrder): void {
    if (selfTradeMode(taker) === 'expireBoth') {
      this.#takeOff(market, market.restingAt(market.book.best(oppositeOf(taker.side))));
    }
    this.#keeper.end(taker, 'selfTrade');
  }

  #takeOff(market: SpotMarket, maker: OpenOrder): void {
    market.unrest(maker);
    this.#keeper.end(maker, 'selfTrade');
  }

  /** Takes the lots off both orders, which give back what they had frozen for them. */
  #prevent(market: SpotMarket, taker: OpenOrder, maker: OpenOrder, lots: number): number {
    for (const order of [maker, taker]) {
      this.#links.release(order);
      order.preventedLots += lots;
      const price = order.priceTicks;
      // A market order has frozen nothing for lots that do not trade.
      if (price !== null) {
        const { listed } = market;
        const freed = order.side === BID ? listed.valueMinor(price, lots) : lots * listed.baseMinorPerLot;
        this.#keeper.refreeze(order, order.frozenMinor - freed);
      }
      this.#keeper.touch(order);
    }
    market.touchLevel(maker.side, maker.priceTicks!);
    if (market.book.fill(maker.slot, lots) === 0) this.#emptied(market, maker);
    return lots;
  }

  /** Nothing of the maker is left in the book: the next part of an iceberg goes behind all others at its price. */
  #emptied(market: SpotMarket, maker: OpenOrder): void {
    market.left(maker);
    if (maker.visibleLots > 0 && maker.openLots > 0) market.rest(maker, maker.openLots);
    else this.#keeper.complete(maker);
  }

  #trade(market: SpotMarket, taker: OpenOrder, maker: OpenOrder, priceTicks: number, lots: number): void {
    const { listed } = market;
    const quoteMinor = listed.valueMinor(priceTicks, lots);
    const baseMinor = lots * listed.baseMinorPerLot;
    const takerBuys = taker.side === BID;
    const buyer = takerBuys ? taker : maker;
    const seller = takerBuys ? maker : taker;
    const takerPpm = Math.min(listed.takerFeePpm, taker.keptTakerFeePpm);
    const makerPpm = Math.min(listed.makerFeePpm, maker.keptMakerFeePpm);
    const buyerFee = ppmOf(baseMinor, takerBuys ? takerPpm : makerPpm);
    const sellerFee = ppmOf(quoteMinor, takerBuys ? makerPpm : takerPpm);
    // A limit buy froze money at its limit and gets the difference back with each fill; other orders froze their cost.
    const released = buyer.priceTicks === null ? quoteMinor : listed.valueMinor(buyer.priceTicks, lots);
    const tradeId = ++this.lastTradeId;

    if (this.#log.wants(quoteMinor))
      this.#log.add({
        type: 'traded',
        tradeId,
        marketId: market.id,
        priceTicks,
        quantityLots: lots,
        quoteMinor: toBigInt(quoteMinor),
        takerSide: takerBuys ? 'buy' : 'sell',
        takerOrderId: taker.orderId,
        takerCustomerId: taker.trader.customerId,
        takerFeeMinor: toBigInt(takerBuys ? buyerFee : sellerFee),
        makerOrderId: maker.orderId,
        makerCustomerId: maker.trader.customerId,
        makerFeeMinor: toBigInt(takerBuys ? sellerFee : buyerFee),
      });
    const ledger = this.#ledger;
    ledger.open('trade', `trade:${tradeId}`);
    ledger.frozen(buyer.trader.quote, -released);
    ledger.available(buyer.trader.quote, released - quoteMinor);
    ledger.available(seller.trader.quote, quoteMinor - sellerFee);
    ledger.available(market.quoteFees, sellerFee);
    ledger.frozen(seller.trader.base, -baseMinor);
    ledger.available(buyer.trader.base, baseMinor - buyerFee);
    ledger.available(market.baseFees, buyerFee);
    const referral = this.#referral;
    if (referral.shares(buyer.trader.customerId)) {
      this.#share(market, buyer, buyerFee, takerBuys ? 'taker' : 'maker');
    }
    if (referral.shares(seller.trader.customerId)) {
      this.#share(market, seller, sellerFee, takerBuys ? 'maker' : 'taker');
    }
    ledger.close();

    const limits = this.#limits;
    if (limits.follows(buyer.trader.customerId) || limits.follows(seller.trader.customerId)) {
      this.#countTrade(market, buyer, seller, { baseMinor, quoteMinor, buyerFee, sellerFee });
    }

    buyer.frozenMinor -= released;
    buyer.feeMinor += buyerFee;
    buyer.filledLots += lots;
    buyer.filledQuoteMinor += quoteMinor;
    seller.frozenMinor -= baseMinor;
    seller.feeMinor += sellerFee;
    seller.filledLots += lots;
    seller.filledQuoteMinor += quoteMinor;
    this.#keeper.touch(maker);
    this.#keeper.touch(taker);
  }

  /** Referral rebates are taken from a fee by the same posting. */
  #share(market: SpotMarket, order: OpenOrder, feeMinor: number, role: 'maker' | 'taker'): void {
    const { base, quote } = market.listed;
    const buys = order.side === BID;
    this.#referral.share({
      line: 'spot',
      tradeId: this.lastTradeId,
      role,
      customerId: order.trader.customerId,
      currencyId: buys ? base.id : quote.id,
      feesAccount: buys ? market.baseFees : market.quoteFees,
      feeMinor: toBigInt(feeMinor),
    });
  }

  /** Reports cost and proceeds of both sides, fees included, for the limits customers set themselves. */
  #countTrade(
    { listed }: SpotMarket,
    buyer: OpenOrder,
    seller: OpenOrder,
    trade: Readonly<Record<'baseMinor' | 'quoteMinor' | 'buyerFee' | 'sellerFee', number>>,
  ): void {
    const limits = this.#limits;
    const { results } = limits;
    const base = listed.base.id;
    const quote = listed.quote.id;
    const paid = toBigInt(trade.quoteMinor);
    const earned = toBigInt(trade.quoteMinor - trade.sellerFee);
    const paidValue = limits.valueMinor(quote, paid);
    const earnedValue = limits.valueMinor(quote, earned);
    // Without an index for the quote currency the result cannot be valued.
    if (paidValue === null || earnedValue === null) {
      results.left(buyer.trader.customerId, quote, paid);
      results.left(seller.trader.customerId, base, toBigInt(trade.baseMinor));
      return;
    }
    results.sold(buyer.trader.customerId, quote, paid, paidValue);
    results.bought(buyer.trader.customerId, base, toBigInt(trade.baseMinor - trade.buyerFee), paidValue);
    results.sold(seller.trader.customerId, base, toBigInt(trade.baseMinor), earnedValue);
    results.bought(seller.trader.customerId, quote, earned, earnedValue);
  }
}

export function selfTradeMode({
  instructions,
}: {
  readonly instructions: OrderInstructions | null;
}): SelfTradeMode {
  return instructions?.selfTrade ?? 'expireTaker';
}
