import type { Currency, ReadonlyExchange, LaunchOffer } from '@tallystick/core';
import { orderLeaf } from '@tallystick/core/launch/allocation-list';
import { valueOf } from '@tallystick/core/launch/figures';
import { formatMinor, parseDecimal } from '@tallystick/core/money/decimal';
import type { CallOutput, CallRequest, WireLaunchOffer, WireLaunchOrder } from '@tallystick/protocol';
import type pg from 'pg';
import type { CommandBus } from '../../engine/command-bus.ts';
import { hashInput } from '../../engine/idempotency/hash-input.ts';
import type { MarketData } from '../../engine/market-data/market-data.ts';
import { CallFailure } from '../../http/call-failure.ts';
import { wireCurrency } from '../market/currencies.ts';
import { amountMinor, type MarketUnitsTable } from '../market/units.ts';
import { pageOf, readCursor } from '../../http/page.ts';
import { submitCommand } from '../../http/submit.ts';
import type { LaunchTexts } from './config.ts';
import { FrozenLists, type FrozenContents } from './frozen-lists.ts';
import { MarketRates } from './market-rates.ts';
import * as store from './store.ts';
import { wireAllocationPage } from './wire-allocation.ts';
import { launchStateOf, wireLaunchOrder, wireOffer, type Shown } from './wire.ts';

export interface LaunchOptions {
  readonly pool: pg.Pool;
  readonly bus: CommandBus;
  readonly exchange: ReadonlyExchange;
  readonly marketData: Pick<MarketData, 'ticker'>;
  readonly units: MarketUnitsTable;
  readonly now: () => number;
  /** An older index tick does not count, in milliseconds. */
  readonly staleMs: number;
  /** New commitments are taken. */
  readonly open: () => boolean;
}

/** Who reads: what is shown of their own, and in which language. */
export interface Reader {
  readonly customerId: number | null;
  readonly language: string;
}

const RECOMMENDED = 3;
/** Of what a page of offers shows. */
const STATE_ORDER: readonly WireLaunchOffer['state'][] = [
  'subscribing',
  'upcoming',
  'sold_out',
  'closed',
  'launched',
  'cancelled',
];

/** Offers of new currencies: terms from the exchange, texts from the desk, orders from what is committed. */
export class LaunchService {
  readonly #options: LaunchOptions;
  readonly #frozen = new FrozenLists(offerId => this.#readFrozen(offerId));

  readonly #rates: MarketRates;

  constructor(options: LaunchOptions) {
    this.#options = options;
    this.#rates = new MarketRates(options.exchange, options.staleMs);
  }

  config(): CallOutput<'GET lh/send/config'> {
    const { exchange, now, open } = this.#options;
    const offers = exchange.launch.offers();
    const count = (state: WireLaunchOffer['state']): number =>
      offers.filter(offer => launchStateOf(offer, now()) === state).length;
    const accepted = new Set(offers.flatMap(({ terms }) => terms.accepted.map(one => one.currencyId)));
    return {
      open: open(),
      pull_out: false,
      currencies: exchange
        .currencies()
        .filter(({ id }) => accepted.has(id))
        .map(wireCurrency),
      counts: {
        upcoming: count('upcoming'),
        subscribing: count('subscribing'),
        launched: count('launched'),
      },
    };
  }

  async offers(reader: Reader, offerId?: number): Promise<CallOutput<'GET lh/send/product_info'>> {
    const { exchange } = this.#options;
    const offers = offerId === undefined ? exchange.launch.offers() : [this.#offer(offerId)];
    return { items: (await this.#wire(offers, reader)).toSorted(byStateAndTime) };
  }

  /** What one can take part in comes first; what is over is not recommended. */
  async recommended(reader: Reader): Promise<CallOutput<'GET lh/send/get_recommend'>> {
    const { items } = await this.offers(reader);
    const worth = items.filter(({ state }) => ['subscribing', 'upcoming', 'launched'].includes(state));
    return { items: worth.slice(0, RECOMMENDED) };
  }

  async commit(
    customerId: number,
    input: CallRequest<'POST lh/send/order'>,
    key: string,
  ): Promise<CallOutput<'POST lh/send/order'>> {
    const { bus, pool } = this.#options;
    if (!input.agreement) throw new CallFailure('agreement_required', { field: 'agreement' });
    const { terms } = this.#offer(input.offer_id);
    const amount = amountMinor(input.amount, this.#currency(input.currency_id), 'amount');
    const command = {
      type: 'commitToLaunch',
      customerId,
      offerId: terms.offerId,
      currencyId: input.currency_id,
      amountMinor: amount,
      rateGuard: this.#rates.guard,
    } as const;
    const { offerId, currencyId } = command;
    await submitCommand(bus, command, {
      idempotency: {
        scope: `customer:${customerId}:launch`,
        key,
        inputHash: hashInput({ offerId, currencyId, amountMinor: amount }),
      },
    });
    const [order] = await store.listOrders(pool, { customerId, offerId, limit: 1 });
    if (order === undefined) throw new Error('an accepted commitment left no order');
    return { order: (await this.#wireOrders([order]))[0]! };
  }

  async orders(
    customerId: number,
    input: CallRequest<'GET lh/send/order_list'>,
  ): Promise<CallOutput<'GET lh/send/order_list'>> {
    const orders = await store.listOrders(this.#options.pool, {
      customerId,
      state: input.state === 'all' ? undefined : input.state,
      beforeId: readCursor(input.cursor, 1)?.[0] ?? null,
      limit: input.limit + 1,
    });
    const wired = await this.#wireOrders(orders);
    return pageOf(
      wired,
      input.limit,
      order => String(order.order_id),
      order => order,
    );
  }

  async allocationList(
    customerId: number | null,
    input: CallRequest<'GET lh/send/allocation_list'>,
  ): Promise<CallOutput<'GET lh/send/allocation_list'>> {
    const list = await this.#frozen.of(input.offer_id);
    const own = customerId === null ? null : list.ownOf(customerId);
    const from = readCursor(input.cursor, 1)?.[0] ?? 0;
    return wireAllocationPage(list, from, input.limit, own?.order.orderId ?? null);
  }

  async commitmentProof(
    offerId: number,
    customerId: number,
  ): Promise<CallOutput<'GET lh/send/commitment_proof'>> {
    const { root, ownOf } = await this.#frozen.of(offerId);
    const own = ownOf(customerId);
    if (own === null) throw new CallFailure('not_found', { field: 'offer_id' });
    const { orderId, committed } = own.order;
    const { index, size, path } = own.proof;
    const leaf = orderLeaf(offerId, orderId, committed);
    return { order_id: orderId, leaf, index, size, path: [...path], root };
  }

  /** What the desk shows: without anything of a reader's own. */
  async wireForDesk(): Promise<
    { readonly offer: LaunchOffer; readonly wire: WireLaunchOffer; readonly texts: LaunchTexts }[]
  > {
    const offers = this.#options.exchange.launch.offers();
    const texts = await store.readTexts(this.#options.pool);
    const wired = await this.#wire(offers, { customerId: null, language: 'en' });
    return offers.map((offer, i) => ({
      offer,
      wire: wired[i]!,
      texts: texts.get(offer.terms.offerId) ?? { about: {} },
    }));
  }

  async #readFrozen(offerId: number): Promise<FrozenContents> {
    const { pool, exchange } = this.#options;
    const { result } = this.#offer(offerId);
    const figures = exchange.launch.figures(offerId);
    const orders = await store.ordersOf(pool, offerId);
    // The exchange is ahead of the tables by what is being committed: a moment later both agree.
    const whole =
      result !== null && result.orders === orders.filter(one => one.allocatedMinor !== null).length;
    if (result === null || figures === null || !whole) {
      throw new CallFailure('launch_not_closed', { field: 'offer_id' });
    }
    return { root: result.root, figures, orders };
  }

  async #wire(offers: readonly LaunchOffer[], reader: Reader): Promise<WireLaunchOffer[]> {
    const { pool, exchange } = this.#options;
    const { customerId, language } = reader;
    const texts = await store.readTexts(pool);
    const own =
      customerId === null
        ? []
        : await this.#wireOrders(await store.listOrders(pool, { customerId, limit: 1000 }));
    const invited = customerId === null ? null : await store.invitedCommitments(pool, customerId);
    return offers.map(offer => {
      const { terms } = offer;
      const shown = this.#shown(offer);
      const totals = exchange.launch.totals(terms.offerId) ?? { orders: 0, valueMinor: 0n, wantedMinor: 0n };
      const quote = this.#currency(terms.market.quoteCurrencyId);
      const friends = invited?.get(terms.offerId) ?? [];
      const value = friends.reduce((sum, amounts) => sum + valueOf(amounts, shown.figures), 0n);
      const shownTexts = texts.get(terms.offerId) ?? { about: {} };
      return {
        ...wireOffer(shown, shownTexts, language, totals),
        own: own.find(order => order.offer_id === terms.offerId) ?? null,
        invited:
          invited === null ? null : { customers: friends.length, value: formatMinor(value, quote.decimals) },
      };
    });
  }

  async #wireOrders(orders: readonly store.StoredOrder[]): Promise<WireLaunchOrder[]> {
    const commitments = await store.commitmentsOf(
      this.#options.pool,
      orders.map(order => order.orderId),
    );
    return orders.map(({ createdAtMs, ...order }) =>
      wireLaunchOrder(
        this.#shown(this.#offer(order.offerId)),
        order,
        createdAtMs,
        commitments.get(order.orderId) ?? [],
      ),
    );
  }

  #shown(offer: LaunchOffer): Shown {
    const { exchange, marketData, units, now } = this.#options;
    const marketId = offer.terms.market.id;
    const lastTicks = marketData.ticker(marketId)?.lastTicks ?? null;
    const lastE8 = lastTicks === null ? null : parseDecimal(units.of(marketId).price(lastTicks), 8);
    return {
      offer,
      figures: exchange.launch.figures(offer.terms.offerId)!,
      currencyOf: id => this.#currency(id),
      lastE8,
      rates: this.#rates,
      nowMs: now(),
    };
  }

  #offer(offerId: number): LaunchOffer {
    const offer = this.#options.exchange.launch.offer(offerId);
    if (offer === null) throw new CallFailure('unknown_launch_offer', { field: 'offer_id' });
    return offer;
  }

  #currency(id: number): Currency {
    return this.#options.units.currency(id);
  }
}

function byStateAndTime(a: WireLaunchOffer, b: WireLaunchOffer): number {
  const state = STATE_ORDER.indexOf(a.state) - STATE_ORDER.indexOf(b.state);
  if (state !== 0) return state;
  if (a.state === 'subscribing') return a.closes_at_ms - b.closes_at_ms;
  return a.state === 'upcoming' ? a.start_ms - b.start_ms : b.launch_ms - a.launch_ms;
}
