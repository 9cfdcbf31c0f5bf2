import type { LaunchOffer, LaunchTotals, ReadonlyExchange } from '@tallystick/core';
import { valueOf, type LaunchFigures } from '@tallystick/core/launch/figures';
import { parseDecimal } from '@tallystick/core/money/decimal';
import type pg from 'pg';
import type { CommandBus } from '../../engine/command-bus.ts';
import { hashInput } from '../../engine/idempotency/hash-input.ts';
import type { MarketData } from '../../engine/market-data/market-data.ts';
import { CallFailure } from '../../http/call-failure.ts';
import type { MarketUnitsTable } from '../market/units.ts';
import { submitCommand } from '../../http/submit.ts';
import type { LaunchTexts } from './config.ts';
import { FrozenLists, type FrozenContents, type FrozenList } from './frozen-lists.ts';
import { MarketRates, type MarketRate } from './market-rates.ts';
import * as store from './store.ts';

export interface LaunchOptions {
  readonly pool: pg.Pool;
  readonly bus: CommandBus;
  readonly exchange: ReadonlyExchange;
  readonly marketData: Pick<MarketData, 'ticker'>;
  readonly units: MarketUnitsTable;
  readonly now: () => number;
  /** Index ticks older than this many milliseconds do not count. */
  readonly staleMs: number;
  /** Whether new commitments are taken. */
  readonly open: () => boolean;
}

export type LaunchState = 'upcoming' | 'subscribing' | 'sold_out' | 'closed' | 'launched' | 'cancelled';

/** An offer with the last trade of its currency's market, in 1e-8 quote units; null before the first. */
export interface Priced {
  readonly offer: LaunchOffer;
  readonly figures: LaunchFigures;
  readonly lastE8: bigint | null;
}

export interface ShownOrder extends Priced {
  readonly order: store.StoredOrder;
  readonly commitments: readonly store.StoredCommitment[];
}

export interface ShownOffer extends Priced {
  readonly state: LaunchState;
  readonly totals: LaunchTotals;
  readonly texts: LaunchTexts;
  /** The accepted currencies, in the offer's order. */
  readonly rates: readonly MarketRate[];
  /** The reader's own commitments; null for visitors. */
  readonly own: ShownOrder | null;
  /** Participants the reader invited, and what they committed; null for visitors. */
  readonly invited: { readonly customers: number; readonly valueMinor: bigint } | null;
}

const RECOMMENDED = 3;
/** The offers on one page. */
const STATE_ORDER: readonly LaunchState[] = [
  'subscribing',
  'upcoming',
  'sold_out',
  'closed',
  'launched',
  'cancelled',
];

/** Offers of new currencies. Terms come from the exchange, texts from the desk, orders from the tables. */
export class LaunchService {
  readonly #options: LaunchOptions;
  readonly #frozen = new FrozenLists(offerId => this.#readFrozen(offerId));

  readonly #rates: MarketRates;

  constructor(options: LaunchOptions) {
    this.#options = options;
    this.#rates = new MarketRates(options.exchange, options.staleMs);
  }

  /** Whether new commitments are taken. */
  get isOpen(): boolean {
    return this.#options.open();
  }

  /** How many offers are in a state. */
  count(state: LaunchState): number {
    const { exchange, now } = this.#options;
    return exchange.launch.offers().filter(offer => launchStateOf(offer, now()) === state).length;
  }

  /** Ids of all currencies that any offer accepts. */
  accepted(): ReadonlySet<number> {
    const offers = this.#options.exchange.launch.offers();
    return new Set(offers.flatMap(({ terms }) => terms.accepted.map(one => one.currencyId)));
  }

  /** All offers, or only one; open ones first. Throws unknown_launch_offer. */
  async offers(customerId: number | null, offerId?: number): Promise<ShownOffer[]> {
    const { exchange } = this.#options;
    const offers = offerId === undefined ? exchange.launch.offers() : [this.#offer(offerId)];
    return (await this.#show(offers, customerId)).toSorted(byStateAndTime);
  }

  /** Offers that are over are not recommended. */
  async recommended(customerId: number | null): Promise<ShownOffer[]> {
    const offers = await this.offers(customerId);
    const worth = offers.filter(({ state }) => ['subscribing', 'upcoming', 'launched'].includes(state));
    return worth.slice(0, RECOMMENDED);
  }

  /** Throws unknown_launch_offer. */
  require(offerId: number): void {
    this.#offer(offerId);
  }

  async commit(
    customerId: number,
    wanted: { readonly offerId: number; readonly currencyId: number; readonly amountMinor: bigint },
    key: string,
  ): Promise<ShownOrder> {
    const { bus, pool } = this.#options;
    const { offerId, currencyId, amountMinor } = wanted;
    await submitCommand(
      bus,
      { type: 'commitToLaunch', customerId, ...wanted, rateGuard: this.#rates.guard },
      {
        idempotency: {
          scope: `customer:${customerId}:launch`,
          key,
          inputHash: hashInput({ offerId, currencyId, amountMinor }),
        },
      },
    );
    const [order] = await store.listOrders(pool, { customerId, offerId, limit: 1 });
    if (order === undefined) throw new Error('an accepted commitment left no order');
    return (await this.#showOrders([order]))[0]!;
  }

  /** Newest first. */
  async orders(filter: store.OrderFilter & { readonly customerId: number }): Promise<ShownOrder[]> {
    return this.#showOrders(await store.listOrders(this.#options.pool, filter));
  }

  /** The list by which an offer was allocated. Throws unknown_launch_offer and launch_not_closed. */
  frozenList(offerId: number): Promise<FrozenList> {
    return this.#frozen.of(offerId);
  }

  async #readFrozen(offerId: number): Promise<FrozenContents> {
    const { pool, exchange } = this.#options;
    const { result } = this.#offer(offerId);
    const figures = exchange.launch.figures(offerId);
    const orders = await store.ordersOf(pool, offerId);
    // The exchange can be ahead of the tables by commands not yet committed; both agree a moment later.
    const whole =
      result !== null && result.orders === orders.filter(one => one.allocatedMinor !== null).length;
    if (result === null || figures === null || !whole) {
      throw new CallFailure('launch_not_closed', { field: 'offer_id' });
    }
    return { root: result.root, figures, orders };
  }

  async #show(offers: readonly LaunchOffer[], customerId: number | null): Promise<ShownOffer[]> {
    const { pool, exchange, now } = this.#options;
    const texts = await store.readTexts(pool);
    const own =
      customerId === null
        ? []
        : await this.#showOrders(await store.listOrders(pool, { customerId, limit: 1000 }));
    const invited = customerId === null ? null : await store.invitedCommitments(pool, customerId);
    return offers.map(offer => {
      const { terms } = offer;
      const priced = this.#priced(offer);
      const friends = invited?.get(terms.offerId) ?? [];
      const valueMinor = friends.reduce((sum, amounts) => sum + valueOf(amounts, priced.figures), 0n);
      const { quoteCurrencyId } = terms.market;
      return {
        ...priced,
        state: launchStateOf(offer, now()),
        totals: exchange.launch.totals(terms.offerId) ?? { orders: 0, valueMinor: 0n, wantedMinor: 0n },
        texts: texts.get(terms.offerId) ?? { about: {} },
        rates: terms.accepted.map(one => this.#rates.of(one, quoteCurrencyId, now())),
        own: own.find(({ order }) => order.offerId === terms.offerId) ?? null,
        invited: invited === null ? null : { customers: friends.length, valueMinor },
      };
    });
  }

  async #showOrders(orders: readonly store.StoredOrder[]): Promise<ShownOrder[]> {
    const ids = orders.map(order => order.orderId);
    const commitments = await store.commitmentsOf(this.#options.pool, ids);
    return orders.map(order => ({
      ...this.#priced(this.#offer(order.offerId)),
      order,
      commitments: commitments.get(order.orderId) ?? [],
    }));
  }

  #priced(offer: LaunchOffer): Priced {
    const { exchange, marketData, units } = this.#options;
    const marketId = offer.terms.market.id;
    const lastTicks = marketData.ticker(marketId)?.lastTicks ?? null;
    const lastE8 = lastTicks === null ? null : parseDecimal(units.of(marketId).price(lastTicks), 8);
    return { offer, figures: exchange.launch.figures(offer.terms.offerId)!, lastE8 };
  }

  #offer(offerId: number): LaunchOffer {
    const offer = this.#options.exchange.launch.offer(offerId);
    if (offer === null) throw new CallFailure('unknown_launch_offer', { field: 'offer_id' });
    return offer;
  }
}

function launchStateOf({ terms, status, closesAtMs, soldOut }: LaunchOffer, nowMs: number): LaunchState {
  switch (status) {
    case 'cancelling':
    case 'cancelled':
      return 'cancelled';
    case 'launched':
    case 'released':
      return 'launched';
    default:
      if (soldOut) return 'sold_out';
      if (status !== 'open' || nowMs >= closesAtMs) return 'closed';
      return nowMs < terms.startMs ? 'upcoming' : 'subscribing';
  }
}

function byStateAndTime(a: ShownOffer, b: ShownOffer): number {
  const state = STATE_ORDER.indexOf(a.state) - STATE_ORDER.indexOf(b.state);
  if (state !== 0) return state;
  if (a.state === 'subscribing') return a.offer.closesAtMs - b.offer.closesAtMs;
  const [first, second] = [a.offer.terms, b.offer.terms];
  return a.state === 'upcoming' ? first.startMs - second.startMs : second.launchMs - first.launchMs;
}
