import type { Exchange, OrderView, PositionView, ReadonlyExchange } from '@tallystick/core';
import type { ReferralStanding } from '@tallystick/core/referral/command';

/**
 * What a changed order writes: a new row, changes of its row, either of both, changes if there happens to be a row, or
 * nothing.
 */
type RowWrite = 'insert' | 'update' | 'upsert' | 'updateIfThere' | 'none';

type Quote = OrderView | PositionView;

/** The house's own accounts, as the exchange itself knows them (docs/decisions/0096). */
export function houseIds(exchange: Pick<ReadonlyExchange, 'customerIds' | 'referral'>): readonly number[] {
  return exchange.customerIds().filter(id => isHouse(exchange, id));
}

function isHouse({ referral }: Pick<ReadonlyExchange, 'referral'>, customerId: number): boolean {
  return referral.standing(customerId) === 'house';
}

/** Whether anything of an order, or of the order that opens a position, was ever filled. */
function hasTraded(quote: Quote): boolean {
  return 'openedLots' in quote ? quote.openedLots > 0 : quote.filledLots > 0;
}

function isWaiting({ status }: Quote): boolean {
  return status === 'waiting' || status === 'pending';
}

/** Which orders or positions are quotes: of the house, and never traded. They need no row. */
export function quotesOf(exchange: Pick<ReadonlyExchange, 'referral'>): (quote: Quote) => boolean {
  return quote => !hasTraded(quote) && isHouse(exchange, quote.customerId);
}

/** Waiting quotes of the house, orders or positions, as of the last command recorded. */
export class Quotes<Q extends Quote> {
  readonly #house: ReadonlySet<number>;
  readonly #waiting = new Map<number, { readonly quote: Q; readonly mayHaveRow: boolean }>();

  /** `house`: ids of its accounts, always the current ones. `waiting`: by id; they may have rows of an older version. */
  constructor(house: ReadonlySet<number>, waiting: Iterable<readonly [id: number, quote: Q]>) {
    this.#house = house;
    for (const [id, quote] of waiting) {
      if (!hasTraded(quote)) this.#waiting.set(id, { quote, mayHaveRow: true });
    }
  }

  /**
   * Takes an order in its new state and says what it writes: a quote nothing, unless it has a row from before its account
   * was the house's; its first fill the whole row.
   *
   * @param isNew placed just now
   */
  take(id: number, order: Q, isNew: boolean): RowWrite {
    const known = this.#waiting.get(id);
    if (!hasTraded(order) && this.#house.has(order.customerId)) {
      const mayHaveRow = known?.mayHaveRow ?? !isNew;
      if (isWaiting(order)) this.#waiting.set(id, { quote: order, mayHaveRow });
      else this.#waiting.delete(id);
      return mayHaveRow ? 'updateIfThere' : 'none';
    }
    if (known === undefined) return isNew ? 'insert' : 'update';
    this.#waiting.delete(id);
    return known.mayHaveRow ? 'upsert' : 'insert';
  }

  /** Takes out all quotes of an account that is the house's no longer: they need rows now. */
  release(customerId: number): Q[] {
    const released: Q[] = [];
    for (const [id, { quote }] of this.#waiting) {
      if (quote.customerId !== customerId) continue;
      released.push(quote);
      this.#waiting.delete(id);
    }
    return released;
  }
}

/**
 * The house's accounts and their quotes that have no rows. It is read from the exchange once and then follows events, so
 * that a replay of the journal decides alike, wherever it began.
 */
export class HouseQuotes {
  readonly #accounts: Set<number>;
  readonly orders: Quotes<OrderView>;
  readonly positions: Quotes<PositionView>;
  /** Newest position in an earlier batch. */
  readonly newest: { positionId: number };

  constructor(exchange: Pick<Exchange, 'customerIds' | 'referral' | 'openOrders' | 'perpetual'>) {
    const accounts = houseIds(exchange);
    this.#accounts = new Set(accounts);
    const orders = accounts.flatMap(id => exchange.openOrders(id));
    const positions = accounts.flatMap(id => exchange.perpetual.positionsOf(id));
    this.orders = new Quotes(
      this.#accounts,
      orders.map(order => [order.orderId, order]),
    );
    this.positions = new Quotes(
      this.#accounts,
      positions.map(position => [position.positionId, position]),
    );
    this.newest = { positionId: exchange.perpetual.lastPositionId };
  }

  /** True if the account has just ceased to be the house's: its quotes must be released. */
  setStanding(customerId: number, standing: ReferralStanding): boolean {
    if (standing !== 'house') return this.#accounts.delete(customerId);
    this.#accounts.add(customerId);
    return false;
  }
}
