import type { Command } from '../../command.ts';
import type { Event } from '../../event.ts';
import type { PerpetualEventOf, PerpetualTrade } from '../event.ts';
import type { PositionSide, PositionView } from '../position-view.ts';
import {
  bankruptAt,
  isReached,
  join,
  lesser,
  percentOf,
  required,
  share,
  signed,
  take,
  topUp,
  type Holding,
  type PaperMarket,
} from './paper.ts';
import { must, same } from './paper-accounts.ts';
import { PaperLiquidation } from './paper-liquidation.ts';

type Asked = Pick<PositionView, 'lots' | 'asked'>;

const MAX_TOP_UP = BigInt(Number.MAX_SAFE_INTEGER);

/**
 * The contract accounts of all customers as they would be kept on paper: from fills, prices, payments and what customers
 * asked for, in the order of events. It decides by itself what a fill opens and closes, what it costs, what is frozen,
 * who must be liquidated and who must not, and throws a `Difference` where the core does something else.
 * `compareAccounts` compares all figures after each command. One quote currency; fees that are kept from before a rise
 * are not known to it.
 */
export class AccountModel extends PaperLiquidation {
  /** Takes the events of one accepted command. */
  command(command: Command, events: readonly Event[], atMs: number): void {
    this.atMs = atMs;
    this.changed.clear();
    this.liquidating.clear();
    this.shrunk.clear();
    this.lifted.clear();
    const before = new Map<number, Asked>();
    for (const event of events) {
      if (event.type === 'perpetualOrderChanged') {
        const { orderId } = event.order;
        before.set(orderId, this.orders.get(orderId) ?? event.order);
      }
      if (event.type === 'positionChanged' && !before.has(event.position.positionId)) {
        const { positionId } = event.position;
        before.set(positionId, this.positions.get(positionId) ?? event.position);
      }
    }
    for (const event of events) {
      if (event.type === 'perpetualOrderChanged') this.orders.set(event.order.orderId, event.order);
      if (event.type === 'positionChanged') this.positions.set(event.position.positionId, event.position);
    }
    this.events = events;
    this.#asked(command);
    for (const [at, event] of events.entries()) {
      this.at = at;
      this.#happened(event);
    }
    this.#mustBeAsked(before);
    this.settleRetried();
    if (command.type === 'transfer' && command.from === 'contract') this.#mustBeFree(command.customerId);
    for (const [id, opening] of this.openings) {
      if (opening.lots > 0n) continue;
      same(`left frozen for order ${id}`, 0n, opening.margin + opening.fee);
      this.openings.delete(id);
    }
  }

  /** Lots leave an order unfilled if it was amended to fewer, or would have met its customer's own. */
  #mustBeAsked(before: ReadonlyMap<number, Asked>): void {
    for (const [id, lots] of this.shrunk) {
      // What ended, or queued again, had all of its rest unfrozen at once.
      if (this.lifted.has(id)) continue;
      const was = before.get(id)!;
      const now = this.orders.get(id) ?? this.positions.get(id)!;
      const prevented = (now.asked?.preventedLots ?? 0) - (was.asked?.preventedLots ?? 0);
      same(`lots taken off order ${id}`, BigInt(was.lots - now.lots + prevented), lots);
    }
  }

  /** What customers ask for about margin is no event: the command says it. */
  #asked(command: Command): void {
    if (command.type === 'setTopUp') {
      const of = this.holdings.get(command.positionId);
      if (of !== undefined) of.topUpLimit = command.limitMinor;
      else this.topUpLimits.set(command.positionId, command.limitMinor);
    }
    if (
      command.type !== 'addMargin' &&
      command.type !== 'removeMargin' &&
      command.type !== 'changeLeverage'
    ) {
      return;
    }
    const of = this.holdings.get(command.positionId)!;
    const market = this.markets.get(of.marketId)!;
    same('whose position it is', of.customerId, command.customerId);
    this.changed.add(of.id);
    const before = of.margin;
    if (this.isCross(of)) return this.#leverageCross(of, command);
    if (command.type === 'changeLeverage') {
      this.#leverage(of, market, BigInt(command.multiple));
    } else if (command.type === 'addMargin') of.margin += command.amountMinor;
    else of.margin -= command.amountMinor;
    if (of.margin > before) must(of.margin <= of.entry, () => 'margin was added above the entry value');
    if (of.margin >= before) return;
    const least = required(market, of, of.multiple);
    must(of.margin >= least, () => `margin was taken out down to ${of.margin}, below ${least}`);
    for (const price of [market.mark, market.index])
      must(!isReached(market, of, price), () => 'taken to death');
  }

  /** Nothing moves but what waits; a lower leverage needs more to be there. */
  #leverageCross(of: Holding, command: Command): void {
    must(command.type === 'changeLeverage', () => 'a cross position has no margin of its own');
    const isLower = BigInt(command.multiple) < of.multiple;
    const before = this.reserved(of.customerId) + this.frozen(of.customerId);
    of.multiple = BigInt(command.multiple);
    this.#leverageOfRest(of);
    const isMore = this.reserved(of.customerId) + this.frozen(of.customerId) > before;
    if (isLower && isMore) this.#mustBeFree(of.customerId);
  }

  /** What cross positions must keep has not left. */
  #mustBeFree(customerId: number): void {
    const free = this.available(customerId) - this.reserved(customerId);
    must(free >= 0n, () => `customer ${customerId} misses ${-free} that cross positions must keep`);
  }

  #leverage(of: Holding, market: PaperMarket, to: bigint): void {
    const need = required(market, of, to);
    if (to > of.multiple) of.margin = lesser(of.margin, need);
    else if (to < of.multiple) {
      const target = lesser(need, of.entry);
      if (target > of.margin) of.margin = target;
    }
    of.multiple = to;
    this.#leverageOfRest(of);
  }

  #leverageOfRest(of: Holding): void {
    const opening = this.openings.get(of.id);
    if (opening === undefined) return;
    opening.multiple = of.multiple;
    opening.margin = this.marginOf(opening);
  }

  #happened(event: Event): void {
    switch (event.type) {
      case 'posted':
        return this.#posted(event);
      case 'perpetualConfigured': {
        const { contract } = event;
        const known = this.markets.get(contract.marketId);
        const fresh = { status: 'open' as const, mark: 0n, index: 0n, tickAtMs: -Infinity, behind: false };
        this.markets.set(contract.marketId, { ...(known ?? fresh), contract });
        return;
      }
      case 'perpetualStatusSet': {
        const market = this.markets.get(event.marketId)!;
        if (market.status === 'halted') market.behind = true;
        market.status = event.status;
        return;
      }
      case 'indexTicked': {
        const market = this.markets.get(event.marketId);
        if (market !== undefined) Object.assign(market, { tickAtMs: event.atMs, behind: false });
        return;
      }
      case 'markChanged': {
        const { marketId, markE8, indexE8 } = event;
        Object.assign(this.markets.get(marketId)!, { mark: BigInt(markE8), index: BigInt(indexE8) });
        return;
      }
      case 'contractChoiceSet': {
        const key = `${event.customerId}/${event.marketId}`;
        this.topUpDefaults.set(key, event.choice.topUpLimitMinor);
        return;
      }
      case 'positionModeSet':
        this.modes.set(`${event.customerId}/${event.marketId}`, event.mode);
        if (event.mode === 'each') {
          for (const of of this.open(event.customerId, event.marketId)) of.rateRest = 0n;
        }
        return;
      case 'marginTypeSet':
        return this.typeSet(event);
      case 'profitSettled':
        return this.profitSettled(event);
      case 'positionsMerged':
        return this.#merged(event);
      case 'perpetualTraded':
        this.#fill(event, 'taker');
        return this.#fill(event, 'maker');
      case 'positionToppedUp': {
        const of = this.changing(event.positionId);
        this.mustBeReached(of);
        const amount = topUp(this.markets.get(of.marketId)!, of, this.forTopUps(of));
        same('a top-up', amount, event.amountMinor);
        of.margin += amount;
        of.topUpUsed += amount;
        return;
      }
      case 'positionLiquidated':
        return this.liquidated(event);
      case 'positionDeleveraged':
        return this.deleveraged(event);
      case 'positionsOffset':
        return this.#offset(event);
      case 'fundingSettled':
        return this.#funded(event);
      default:
    }
  }

  #posted({ reason, reference, entries }: Extract<Event, { type: 'posted' }>): void {
    const id = Number(reference.split(':')[1]);
    if (reason === 'perpetualFreeze') {
      return this.freeze(id, entries.find(one => one.bucket === 'frozen')!.amountMinor);
    }
    if (reason === 'perpetualUnfreeze') {
      return this.unfreeze(id, entries.find(one => one.bucket === 'available')!.amountMinor);
    }
    if (reason.startsWith('perpetual')) return;
    for (const { ownerId, account, amountMinor } of entries) {
      if (account === 'contract') this.pay(ownerId, amountMinor);
      else if (account === 'insurance') this.house.insurance += amountMinor;
      else continue;
      this.paidIn += amountMinor;
    }
  }

  #fill(trade: PerpetualTrade, role: 'taker' | 'maker'): void {
    const { marketId } = trade;
    const lots = BigInt(trade.quantityLots);
    const value = this.value(marketId, BigInt(trade.priceTicks), lots);
    same('the value of a fill', value, trade.valueMinor);
    const customerId = trade[`${role}CustomerId`];
    const orderId = trade[`${role}OrderId`];
    const positionId = trade[`${role}PositionId`];
    const effect = trade[`${role}Effect`];
    const cause = role === 'maker' ? 'order' : trade.takerCause;
    const buys = (trade.takerSide === 'buy') === (role === 'taker');
    const does: PositionSide = buys ? 'long' : 'short';
    const isForced = cause !== 'order' && cause !== 'close';
    const mode = this.mode(customerId, marketId);
    if (mode !== 'each' && !isForced) {
      const order = this.orders.get(orderId)!;
      same(`side of order ${orderId}`, does === 'long' ? 'buy' : 'sell', order.side);
      const opposite = this.held(customerId, marketId, does === 'long' ? 'short' : 'long');
      const closes = order.reduceOnly || (mode === 'net' && opposite !== undefined);
      same(`what a fill of order ${orderId} does in mode ${mode}`, closes ? 'close' : 'open', effect);
      if (closes) same(`what order ${orderId} closes`, opposite?.id, positionId);
    }
    const [fee, profit] =
      effect === 'open'
        ? this.opens({ orderId, positionId, side: does, lots, value, role, mode })
        : this.#closes({ orderId, positionId, does, lots, value, role, cause });
    same(`fee of trade ${trade.tradeId}`, fee, trade[`${role}FeeMinor`]);
    same(`profit of trade ${trade.tradeId}`, profit, trade[`${role}RealisedMinor`]);
  }

  #closes(fill: {
    readonly orderId: number;
    readonly positionId: number;
    readonly does: PositionSide;
    readonly lots: bigint;
    readonly value: bigint;
    readonly role: 'taker' | 'maker';
    readonly cause: PerpetualTrade['takerCause'];
  }): [fee: bigint, profit: bigint] {
    const { orderId, positionId, does, lots, value, role, cause } = fill;
    const of = this.changing(positionId);
    must(
      of.side !== does && lots <= of.lots,
      () => `position ${positionId} closed ${lots} of ${of.lots} lots`,
    );
    if (cause === 'liquidation') return [0n, this.sold(of, lots, value)];
    const { contract } = this.markets.get(of.marketId)!;
    const { profit, margin } = take(of, lots, value);
    const isCross = this.isCross(of);
    const back = isCross ? this.equity(of.customerId) + profit : margin + profit;
    must(isCross || back >= 0n, () => `position ${positionId} lost more than its margin`);
    const fee = back > 0n ? lesser(percentOf(value, contract[`${role}FeePpm`]), back) : 0n;
    if (isCross) this.settleProfits(of.customerId, fee - profit);
    of.fee += fee;
    this.pay(of.customerId, profit - fee);
    this.house.fees += fee;
    const opening = this.openings.get(orderId);
    if (role === 'maker' && opening !== undefined) this.releases(orderId, opening, lots);
    return [fee, profit];
  }

  #offset(event: PerpetualEventOf<'positionsOffset'>): void {
    const long = this.changing(event.longPositionId);
    const short = this.changing(event.shortPositionId);
    const { mark, contract } = this.markets.get(event.marketId)!;
    const lots = BigInt(event.lots);
    const atMark = (mark * lots * contract.quoteMinorPerTickLot) / BigInt(contract.tickE8);
    const lowest = bankruptAt('long', share(long, lots));
    const highest = bankruptAt('short', share(short, lots));
    must(
      lowest <= highest || this.isCross(long),
      () => 'two bankrupt positions were closed against each other',
    );
    const value = atMark < lowest ? lowest : lesser(atMark, highest);
    if (this.isCross(long)) return this.#offsetCross(long, short, lots, event.valueMinor);
    same('the value of an offset', value, event.valueMinor);
    for (const of of [long, short]) this.pay(of.customerId, take(of, lots, value).profit);
  }

  /** The account is the same before and after, whatever the value. */
  #offsetCross(long: Holding, short: Holding, lots: bigint, value: bigint): void {
    for (const of of [long, short]) {
      const { profit } = take(of, lots, value);
      this.settleProfits(of.customerId, -profit);
      this.pay(of.customerId, profit);
    }
  }

  #funded(event: PerpetualEventOf<'fundingSettled'>): void {
    const { mark, contract } = this.markets.get(event.marketId)!;
    const all = [...this.holdings.values()].filter(one => one.marketId === event.marketId && one.lots > 0n);
    const rate = BigInt(event.rateE8);
    const pays = (of: Holding): boolean => signed(of.side, rate) > 0n;
    const amounts = new Map<Holding, bigint>();
    let collected = 0n;
    let received = 0n;
    const equities = new Map<number, bigint>();
    const left = (customerId: number): bigint => {
      const equity = equities.get(customerId) ?? this.equity(customerId);
      return equity > 0n ? equity : 0n;
    };
    for (const of of all.filter(pays)) {
      const value = mark * of.lots * contract.quoteMinorPerTickLot * (rate < 0n ? -rate : rate);
      const most = this.isCross(of) ? left(of.customerId) : of.margin;
      const paid = lesser(value / (BigInt(contract.tickE8) * 100_000_000n), most);
      if (this.isCross(of)) equities.set(of.customerId, most - paid);
      amounts.set(of, -paid);
      collected += paid;
    }
    const open = all.reduce((sum, of) => (of.side === 'long' ? sum + of.lots : sum), 0n);
    for (const of of all.filter(one => !pays(one))) {
      const got = rate === 0n ? 0n : (collected * of.lots) / open;
      amounts.set(of, got);
      received += got;
    }
    this.house.rounding += collected - received;
    same('how many a funding concerns', all.length, event.positionIds.length);
    event.positionIds.forEach((id, i) => {
      const of = this.changing(id);
      const amount = amounts.get(of)!;
      same(`the funding of position ${id}`, amount, event.amountsMinor[i]);
      if (this.isCross(of)) this.settleProfits(of.customerId, -amount);
      else of.margin += amount;
      of.funding += amount;
      this.pay(of.customerId, amount);
    });
  }

  #merged(event: PerpetualEventOf<'positionsMerged'>): void {
    const from = this.changing(event.fromPositionId);
    const into = this.changing(event.intoPositionId);
    must(
      from.side === into.side && from.customerId === into.customerId,
      () => 'merged what is not one’s own',
    );
    join(into, from.lots, from.entry, from.rate, from.multiple);
    into.margin += from.margin;
    const left = from.topUpLimit - from.topUpUsed;
    if (left > 0n) {
      const own = into.topUpLimit > into.topUpUsed ? into.topUpLimit : into.topUpUsed;
      into.topUpLimit = lesser(own + left, MAX_TOP_UP);
    }
    from.lots = 0n;
    from.entry = 0n;
    from.margin = 0n;
  }
}
