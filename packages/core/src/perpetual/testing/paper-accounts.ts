import type { Event } from '../../event.ts';
import type { PerpetualTrade } from '../event.ts';
import type { PerpetualOrderView, PositionMode } from '../order-view.ts';
import type { PositionSide, PositionView } from '../position-view.ts';
import { isReached, join, percentOf, type Holding, type PaperMarket } from './paper.ts';

/** What of an order waits, or is being matched, to open: with money frozen for it. */
export interface Opening {
  readonly customerId: number;
  readonly marketId: number;
  readonly side: PositionSide;
  readonly priceTicks: bigint;
  readonly makerFeePpm: number;
  readonly rate: bigint;
  multiple: bigint;
  lots: bigint;
  /** Value it has opened so far. */
  opened: bigint;
  margin: bigint;
  fee: bigint;
}

/** The core did what the account on paper would not have done. */
export class Difference extends Error {}

export function must(condition: boolean, message: () => string): asserts condition {
  if (!condition) throw new Difference(message());
}

export function same(what: string, paper: unknown, core: unknown): void {
  must(paper === core, () => `${what}: on paper ${paper}, in the core ${core}`);
}

/**
 * What customers' contract accounts hold, on paper: money, open positions, and orders that have money frozen to open
 * more. `AccountModel` reads the events.
 */
export class PaperAccounts {
  readonly markets = new Map<number, PaperMarket>();
  readonly holdings = new Map<number, Holding>();
  readonly openings = new Map<number, Opening>();
  /** All that is in a customer's contract account. */
  readonly cash = new Map<number, bigint>();
  readonly house = { fees: 0n, insurance: 0n, rounding: 0n };
  /** Paid in, by anybody. */
  paidIn = 0n;
  /** Positions that the command has changed. */
  readonly changed = new Set<number>();
  protected readonly modes = new Map<string, PositionMode>();
  protected readonly topUpDefaults = new Map<string, bigint>();
  /** Of positions whose order waits, in mode `each`. */
  protected readonly topUpLimits = new Map<number, bigint>();
  protected readonly orders = new Map<number, PerpetualOrderView>();
  protected readonly positions = new Map<number, PositionView>();
  /** To be unfrozen next, for an order that closed something instead of opening. */
  protected readonly owed = new Map<number, bigint>();
  /** Liquidations that the command has begun, and the value they have closed. */
  protected readonly liquidating = new Map<number, bigint>();
  /** Lots that the command has taken off orders without filling them. */
  protected readonly shrunk = new Map<number, bigint>();
  /** Openings that the command has ended. */
  protected readonly lifted = new Map<number, Opening>();
  protected events: readonly Event[] = [];
  /** Of `events`, the one being taken. */
  protected at = 0;

  mode(customerId: number, marketId: number): PositionMode {
    return this.modes.get(`${customerId}/${marketId}`) ?? 'each';
  }

  held(customerId: number, marketId: number, side: PositionSide): Holding | undefined {
    return this.open(customerId, marketId).find(one => one.side === side);
  }

  /** Open positions, oldest first. */
  open(customerId: number, marketId: number): Holding[] {
    const all = [...this.holdings.values()].toSorted((a, b) => a.id - b.id);
    return all.filter(one => one.customerId === customerId && one.marketId === marketId && one.lots > 0n);
  }

  /** Entry values of what is open, and values of what waits to open. */
  exposure(customerId: number, marketId: number): bigint {
    let sum = this.open(customerId, marketId).reduce((all, { entry }) => all + entry, 0n);
    for (const opening of this.openings.values()) {
      if (opening.customerId !== customerId || opening.marketId !== marketId) continue;
      sum += this.value(marketId, opening.priceTicks, opening.lots);
    }
    return sum;
  }

  /** In the contract account, frozen for positions and for orders. */
  frozen(customerId: number): bigint {
    let sum = 0n;
    for (const one of this.holdings.values()) if (one.customerId === customerId) sum += one.margin;
    for (const one of this.openings.values()) if (one.customerId === customerId) sum += one.margin + one.fee;
    return sum;
  }

  protected value(marketId: number, ticks: bigint, lots: bigint): bigint {
    return ticks * lots * this.markets.get(marketId)!.contract.quoteMinorPerTickLot;
  }

  protected pay(customerId: number, amount: bigint): void {
    this.cash.set(customerId, (this.cash.get(customerId) ?? 0n) + amount);
  }

  /** What the lots that still wait will need, so that all parts add up to the margin of the whole. */
  protected marginOf({ marketId, priceTicks, lots, opened, multiple }: Opening): bigint {
    return (opened + this.value(marketId, priceTicks, lots)) / multiple - opened / multiple;
  }

  protected available(customerId: number): bigint {
    return (this.cash.get(customerId) ?? 0n) - this.frozen(customerId);
  }

  /** Of what is available, this must stay. */
  reserved(_customerId: number): bigint {
    return 0n;
  }

  isCross(_of: Pick<Holding, 'customerId' | 'marketId'>): boolean {
    return false;
  }

  /** What an order takes in this command. */
  protected fillsToCome(id: number): PerpetualTrade[] {
    const fills: PerpetualTrade[] = [];
    for (const event of this.events.slice(this.at + 1)) {
      if (event.type === 'perpetualTraded' && event.takerOrderId === id) fills.push(event);
    }
    return fills;
  }

  protected changing(positionId: number): Holding {
    this.changed.add(positionId);
    const of = this.holdings.get(positionId);
    must(of !== undefined, () => `nothing is open of position ${positionId}`);
    return of;
  }

  /**
   * An order was admitted that opens: it must be within all limits, and what is frozen is exactly what some number of lots
   * may cost, which its fills and what waits of it after the command must confirm.
   */
  protected freeze(id: number, amount: bigint): void {
    const order = this.orders.get(id) ?? this.positions.get(id)!;
    const { customerId, marketId, priceTicks } = order;
    const side = order.side === 'buy' || order.side === 'long' ? 'long' : 'short';
    const market = this.markets.get(marketId)!;
    const { contract } = market;
    const fills = this.fillsToCome(id);
    const opens = fills.filter(one => one.takerEffect === 'open');
    const count = (some: readonly PerpetualTrade[]) =>
      some.reduce((all, one) => all + BigInt(one.quantityLots), 0n);
    const taken = opens.reduce((all, one) => all + one.valueMinor, 0n);
    const takerFees = opens.reduce((all, one) => all + percentOf(one.valueMinor, contract.takerFeePpm), 0n);
    const multiple = BigInt(order.multiple);
    const most = BigInt(order.lots) - count(opens);
    const ticks = BigInt(priceTicks ?? 0);
    const of = (rest: bigint) => {
      const value = taken + this.value(marketId, ticks, rest);
      const fee = takerFees + percentOf(value - taken, contract.makerFeePpm);
      return { rest, value, margin: value / multiple, fee };
    };
    const costs = (rest: bigint) => of(rest).margin + of(rest).fee >= amount;
    const found = of(ticks === 0n ? 0n : leastOf(most, costs));
    same(`frozen for order ${id}`, found.margin + found.fee, amount);
    const exposure = this.exposure(customerId, marketId) + found.value;
    const tier = contract.tiers.find(one => exposure <= one.maxNotionalMinor);
    must(tier !== undefined && exposure <= contract.maxCustomerNotionalMinor, () => 'beyond the last tier');
    must(order.multiple <= tier.maxMultiple, () => `leverage ${multiple} beyond the tier`);
    const rate = BigInt(tier.maintenancePpm);
    const lots = count(opens) + found.rest;
    const whole = { side, lots, entry: found.value, margin: found.margin, rate } as const;
    for (const price of [market.mark, market.index]) {
      must(!isReached(market, whole, price), () => `order ${id} opens what would be liquidated at once`);
    }
    const free = this.available(customerId) - this.reserved(customerId);
    must(free >= amount, () => `order ${id} costs ${amount}, and ${free} is free`);
    const { makerFeePpm } = contract;
    const { margin, fee } = found;
    const terms = { customerId, marketId, side, priceTicks: ticks, makerFeePpm, rate, multiple } as const;
    this.openings.set(id, { ...terms, lots, opened: 0n, margin, fee });
    if (this.mode(customerId, marketId) !== 'each') return;
    // An amended order keeps what its customer allowed it.
    if (this.topUpLimits.has(id)) return;
    this.topUpLimits.set(id, this.#topUpDefault(customerId, marketId));
  }

  /**
   * What a fill no longer needs; or all of it: the order has ended, or was amended and takes its turn again; or what some
   * lots had frozen that were taken off, because it was amended to fewer or because they would have met its customer's own.
   */
  protected unfreeze(id: number, amount: bigint): void {
    const opening = this.openings.get(id);
    must(opening !== undefined, () => `nothing is frozen for order ${id}`);
    const owed = this.owed.get(id);
    if (owed !== undefined) {
      same(`unfrozen for what order ${id} closed`, owed, amount);
      this.owed.delete(id);
      return;
    }
    const all = opening.margin + opening.fee;
    if (amount === all) {
      this.lifted.set(id, opening);
      this.openings.delete(id);
      return;
    }
    const lots = leastOf(
      opening.lots,
      gone => all - this.#cost({ ...opening, lots: opening.lots - gone }) >= amount,
    );
    must(lots > 0n && lots < opening.lots, () => `order ${id} unfroze ${amount} of ${all}`);
    const rest = { ...opening, lots: opening.lots - lots };
    same(`unfrozen for ${lots} lots of order ${id}`, all - this.#cost(rest), amount);
    this.shrunk.set(id, (this.shrunk.get(id) ?? 0n) + lots);
    opening.margin = this.marginOf(rest);
    opening.fee = this.#feeOf(rest);
    opening.lots = rest.lots;
  }

  #feeOf({ marketId, priceTicks, lots, makerFeePpm }: Opening): bigint {
    return percentOf(this.value(marketId, priceTicks, lots), makerFeePpm);
  }

  #cost(opening: Opening): bigint {
    return this.marginOf(opening) + this.#feeOf(opening);
  }

  protected opens(fill: {
    readonly orderId: number;
    readonly positionId: number;
    readonly side: PositionSide;
    readonly lots: bigint;
    readonly value: bigint;
    readonly role: 'taker' | 'maker';
    readonly mode: PositionMode;
  }): [fee: bigint, profit: bigint] {
    const { orderId, positionId, side, lots, value, role, mode } = fill;
    const opening = this.openings.get(orderId);
    must(opening !== undefined && opening.side === side, () => `order ${orderId} may not open`);
    must(lots <= opening.lots, () => `order ${orderId} opens more than it asked for`);
    const { customerId, marketId } = opening;
    const { contract } = this.markets.get(marketId)!;
    const fee = percentOf(value, role === 'taker' ? contract.takerFeePpm : opening.makerFeePpm);
    const margin = (opening.opened + value) / opening.multiple - opening.opened / opening.multiple;
    opening.opened += value;
    opening.lots -= lots;
    opening.margin -= margin;
    opening.fee -= fee;
    must(opening.margin >= 0n && opening.fee >= 0n, () => `order ${orderId} froze too little`);
    const known = mode === 'each' ? this.holdings.get(orderId) : this.held(customerId, marketId, side);
    const of = known ?? this.begins(positionId, opening);
    same('the position that is opened', of.id, positionId);
    join(of, lots, value, opening.rate, opening.multiple);
    // What it had frozen as margin is simply available if its account carries it.
    if (!this.isCross(opening)) of.margin += margin;
    of.fee += fee;
    this.pay(customerId, -fee);
    this.house.fees += fee;
    this.changed.add(of.id);
    return [fee, 0n];
  }

  /** A cross position has its account anyway. */
  #topUpDefault(customerId: number, marketId: number): bigint {
    if (this.isCross({ customerId, marketId })) return 0n;
    return this.topUpDefaults.get(`${customerId}/${marketId}`) ?? 0n;
  }

  protected begins(id: number, { customerId, marketId, side, rate, multiple }: Opening): Holding {
    const topUpLimit = this.topUpLimits.get(id) ?? this.#topUpDefault(customerId, marketId);
    const figures = { lots: 0n, entry: 0n, margin: 0n, realised: 0n, fee: 0n, funding: 0n, topUpUsed: 0n };
    const of: Holding = {
      ...{ id, customerId, marketId, side, rate, multiple },
      ...figures,
      ...{ rateRest: 0n, topUpLimit, began: false },
    };
    this.holdings.set(id, of);
    return of;
  }

  /** Lots of an order that waited to open closed something: the rest is frozen anew. */
  protected releases(orderId: number, opening: Opening, lots: bigint): void {
    const before = opening.margin + opening.fee;
    opening.lots -= lots;
    must(opening.lots >= 0n, () => `order ${orderId} closed more than it asked for`);
    opening.margin = this.marginOf(opening);
    opening.fee = this.#feeOf(opening);
    const owed = before - opening.margin - opening.fee;
    if (owed !== 0n) this.owed.set(orderId, owed);
  }
}

/** The smallest whole number up to `most` for which it is true; it is for all larger ones. 0 at least. */
function leastOf(most: bigint, is: (number: bigint) => boolean): bigint {
  let low = 0n;
  let high = most > 0n ? most : 0n;
  while (low < high) {
    const middle = (low + high) / 2n;
    if (is(middle)) high = middle;
    else low = middle + 1n;
  }
  return low;
}
