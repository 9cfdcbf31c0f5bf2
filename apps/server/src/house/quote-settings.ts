/** How the house quotes one market. Distances in millionths of the price, values in quote units. */
export interface QuoteSettings {
  /** Distance between its best bid and its best ask. */
  readonly spreadPpm: number;
  /** Orders on each side. */
  readonly levels: number;
  /** Distance between its two best levels of a side; deeper levels are farther apart. */
  readonly stepPpm: number;
  /** Value of the best level's order; deeper ones are larger. */
  readonly levelValue: number;
  /** How far its holding may drift from its neutral size before only the reducing side is quoted. */
  readonly inventoryValue: number;
  /** How far the index must move before quotes are replaced. */
  readonly requotePpm: number;
}

/** At each level, the distance to the next and the value grow by this share of the first level's. */
const STEP_GROWTH = 0.12;
const SIZE_GROWTH = 0.22;

/** How far an order may be from its wanted price, as a share of that price's distance from the index. */
const TOLERANCE = 0.5;

/** How far a full inventory shifts both sides, in half spreads. */
const SKEW = 0.8;

export interface HouseOrder {
  readonly side: 'buy' | 'sell';
  readonly priceTicks: number;
  readonly quantityLots: number;
}

/** Orders of one side as commands have them. */
export function quotesOf(
  orders: readonly HouseOrder[],
  side: HouseOrder['side'],
): (readonly [priceTicks: number, lots: number])[] {
  return orders.filter(order => order.side === side).map(order => [order.priceTicks, order.quantityLots]);
}

export interface WantedOrder extends HouseOrder {
  /** How far an order may be from this price; more at deeper levels. */
  readonly toleranceTicks: number;
}

export interface LadderInput {
  readonly settings: QuoteSettings;
  /** The index in ticks, with its fraction. */
  readonly midTicks: number;
  /** Quote units that one lot costs at one tick. */
  readonly valuePerTickLot: number;
  /** Base holding above its neutral size, in lots; negative: below. */
  readonly excessLots: number;
  /** Most base lots and quote units that may be offered. */
  readonly sellableLots: number;
  readonly spendable: number;
  /** Smallest value of an order in quote units. */
  readonly minValue: number;
  readonly maxLots: number;
}

/**
 * The orders the house wants in a book: bids and asks around the index, larger with the distance, shifted against its
 * inventory, and never more than it can pay for.
 */
export function wantedOrders(input: LadderInput): WantedOrder[] {
  const { settings, midTicks, valuePerTickLot, excessLots } = input;
  const inventory = clamp((excessLots * midTicks * valuePerTickLot) / settings.inventoryValue, -1, 1);
  const half = settings.spreadPpm / 2e6;
  const center = midTicks * (1 - inventory * half * SKEW);
  const orders: WantedOrder[] = [];
  let sellable = input.sellableLots;
  let spendable = input.spendable;
  let bid = Infinity;
  let ask = 0;
  for (let level = 0; level < settings.levels; level++) {
    const away = half + (settings.stepPpm / 1e6) * level * (1 + (STEP_GROWTH * (level - 1)) / 2);
    const value = settings.levelValue * (1 + SIZE_GROWTH * level);
    const toleranceTicks = center * away * TOLERANCE;
    // Two levels never share a price, even with a coarse tick.
    bid = Math.min(bid - 1, Math.floor(center * (1 - away)));
    ask = Math.max(ask + 1, Math.ceil(center * (1 + away)));
    if (inventory < 1 && bid >= 1) {
      const lots = lotsFor(value, Math.min(value, spendable), bid, input);
      if (lots > 0) {
        orders.push({ side: 'buy', priceTicks: bid, quantityLots: lots, toleranceTicks });
        spendable -= lots * bid * valuePerTickLot;
      }
    }
    if (inventory > -1) {
      const lots = Math.min(lotsFor(value, value, ask, input), sellable);
      if (lots * ask * valuePerTickLot >= input.minValue) {
        orders.push({ side: 'sell', priceTicks: ask, quantityLots: lots, toleranceTicks });
        sellable -= lots;
      }
    }
  }
  return orders;
}

/** The whole lots that `affordable` pays for, or 0 if that is below the market's minimum. */
function lotsFor(value: number, affordable: number, priceTicks: number, input: LadderInput): number {
  const lotValue = priceTicks * input.valuePerTickLot;
  const least = Math.ceil(input.minValue / lotValue);
  const wanted = Math.max(least, Math.floor(value / lotValue));
  const lots = Math.min(wanted, Math.floor(affordable / lotValue), input.maxLots);
  return lots < least ? 0 : lots;
}

export interface RestingOrder extends HouseOrder {
  readonly orderId: number;
}

export interface QuoteChanges {
  readonly cancel: readonly number[];
  readonly place: readonly HouseOrder[];
}

/** An order below this share of the wanted size is replaced; a larger one never is. */
const LEAST_SHARE = 0.4;

/** Up to this many orders of a side may be missing or left over, except the best one. */
const SLACK = 3;

/**
 * The fewest commands from resting to wanted orders. An order stays while it is near enough to a wanted price and large
 * enough. One too near the index is always cancelled, and a missing best order always placed.
 */
export function changesBetween(
  resting: readonly RestingOrder[],
  wanted: readonly WantedOrder[],
): QuoteChanges {
  const cancel: number[] = [];
  const place: HouseOrder[] = [];
  for (const side of ['buy', 'sell'] as const) {
    const changes = changesOfSide(
      resting.filter(order => order.side === side),
      wanted.filter(order => order.side === side),
    );
    cancel.push(...changes.cancel.map(order => order.orderId));
    place.push(...changes.place);
  }
  return { cancel, place };
}

function changesOfSide(
  resting: readonly RestingOrder[],
  wanted: readonly WantedOrder[],
): { cancel: readonly RestingOrder[]; place: readonly HouseOrder[] } {
  const best = wanted[0];
  if (!best) return { cancel: resting, place: [] };
  const better = (order: RestingOrder) =>
    best.side === 'buy' ? order.priceTicks - best.priceTicks : best.priceTicks - order.priceTicks;
  const dangerous = resting.filter(order => better(order) > best.toleranceTicks);
  const left = new Set(resting.filter(order => !dangerous.includes(order)));
  const missing: WantedOrder[] = [];
  for (const order of wanted) {
    const nearest = nearestOf(left, order);
    if (nearest) left.delete(nearest);
    else missing.push(order);
  }
  const place = missing.length > SLACK ? missing : missing.filter(order => order === best);
  return {
    cancel: left.size > SLACK ? [...dangerous, ...left] : dangerous,
    place: place.map(withoutTolerance),
  };
}

function nearestOf(resting: Iterable<RestingOrder>, wanted: WantedOrder): RestingOrder | null {
  let nearest: RestingOrder | null = null;
  let least = wanted.toleranceTicks;
  for (const order of resting) {
    const distance = Math.abs(order.priceTicks - wanted.priceTicks);
    if (distance > least || order.quantityLots < wanted.quantityLots * LEAST_SHARE) continue;
    nearest = order;
    least = distance;
  }
  return nearest;
}

function withoutTolerance({ side, priceTicks, quantityLots }: WantedOrder): HouseOrder {
  return { side, priceTicks, quantityLots };
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value));
}
