import { BID, oppositeOf, type BookSide } from '../side.ts';
import { NO_OWNER, type BookLevel, type Quote, type RestingOrder } from '../book.ts';

interface NaiveOrder {
  orderId: number;
  ownerId: number;
  side: BookSide;
  priceTicks: number;
  quantityLots: number;
}

/**
 * The book in its simplest form: one array of objects per side, in priority order, searched from the front. It is slow,
 * but short enough to check by reading, so tests compare the real book with it.
 */
export class NaiveBook {
  readonly #sides: [NaiveOrder[], NaiveOrder[]] = [[], []];

  best(side: BookSide): RestingOrder | undefined {
    return this.#sides[side][0];
  }

  crosses(takerSide: BookSide, limitTicks: number): boolean {
    const best = this.best(oppositeOf(takerSide));
    return best !== undefined && this.#accepts(takerSide, limitTicks, best.priceTicks);
  }

  find(orderId: number): RestingOrder | undefined {
    return this.#sides.flat().find(order => order.orderId === orderId);
  }

  add(orderId: number, ownerId: number, side: BookSide, priceTicks: number, quantityLots: number): void {
    const orders = this.#sides[side];
    const behind = orders.findIndex(order =>
      side === BID ? order.priceTicks < priceTicks : order.priceTicks > priceTicks,
    );
    const order = { orderId, ownerId, side, priceTicks, quantityLots };
    orders.splice(behind === -1 ? orders.length : behind, 0, order);
  }

  cancel(orderId: number): number {
    const order = this.find(orderId);
    if (order === undefined) return 0;
    this.reduce(orderId, order.quantityLots);
    return order.quantityLots;
  }

  reduce(orderId: number, lots: number): number {
    for (const orders of this.#sides) {
      const at = orders.findIndex(order => order.orderId === orderId);
      const order = orders[at];
      if (order === undefined) continue;
      const left = Math.max(0, order.quantityLots - lots);
      if (left === 0) orders.splice(at, 1);
      else orders[at] = { ...order, quantityLots: left };
      return left;
    }
    return -1;
  }

  move(orderId: number, priceTicks: number): boolean {
    const order = this.find(orderId);
    if (order === undefined) return false;
    this.cancel(orderId);
    this.add(orderId, order.ownerId, order.side, priceTicks, order.quantityLots);
    return true;
  }

  depth(side: BookSide): BookLevel[] {
    const levels: BookLevel[] = [];
    for (const { priceTicks, quantityLots } of this.#sides[side]) {
      const last = levels.at(-1);
      if (last?.priceTicks === priceTicks) {
        levels[levels.length - 1] = {
          priceTicks,
          quantityLots: last.quantityLots + quantityLots,
          orderCount: last.orderCount + 1,
        };
      } else {
        levels.push({ priceTicks, quantityLots, orderCount: 1 });
      }
    }
    return levels;
  }

  /** Computes lot by lot what a taker could get; a null budget is unlimited. */
  quote(
    takerSide: BookSide,
    limitTicks: number,
    wantedLots: number,
    budgetTickLots: bigint | null,
    takerOwnerId: number,
  ): Quote {
    let lots = 0;
    let tickLots = 0n;
    for (const order of this.#sides[oppositeOf(takerSide)]) {
      if (!this.#accepts(takerSide, limitTicks, order.priceTicks)) break;
      if (takerOwnerId !== NO_OWNER && order.ownerId === takerOwnerId) break;
      for (let lot = 0; lot < order.quantityLots; lot++) {
        const next = tickLots + BigInt(order.priceTicks);
        if (lots === wantedLots || (budgetTickLots !== null && next > budgetTickLots))
          return { lots, tickLots };
        lots++;
        tickLots = next;
      }
    }
    return { lots, tickLots };
  }

  orders(): RestingOrder[] {
    return this.#sides.flat();
  }

  #accepts(takerSide: BookSide, limitTicks: number, priceTicks: number): boolean {
    return takerSide === BID ? priceTicks <= limitTicks : priceTicks >= limitTicks;
  }
}
