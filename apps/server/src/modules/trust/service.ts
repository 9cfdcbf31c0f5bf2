import { PLATFORM_OWNER, type Event, type ReadonlyExchange, type TrustOrder } from '@tallystick/core';
import { formatMinor } from '@tallystick/core/money/decimal';
import { DAY_MS, dayOf } from '@tallystick/core/day';
import { exitAfter, promisedInterest } from '@tallystick/core/trust/figures';
import type {
  CallOutput,
  CallRequest,
  WireTrustOrder,
  WireTrustProduct,
  WireTrustReserve,
} from '@tallystick/protocol';
import type pg from 'pg';
import type { CommandBus } from '../../engine/command-bus.ts';
import { hashInput } from '../../engine/idempotency/hash-input.ts';
import { CallFailure } from '../../http/call-failure.ts';
import type { PlatformSettings } from '../../settings/platform-settings.ts';
import { wireCurrency } from '../market/currencies.ts';
import { amountMinor, type MarketUnitsTable } from '../market/units.ts';
import { pageOf, readCursor } from '../../http/page.ts';
import { submitCommand } from '../../http/submit.ts';
import { comingPayments } from './calendar.ts';
import { findOrder, hostedOrders, listOrders, readReport } from './store.ts';
import { wireExit, wireOrder, wireProduct } from './wire.ts';

export interface TrustOptions {
  readonly pool: pg.Pool;
  readonly bus: CommandBus;
  readonly exchange: Pick<ReadonlyExchange, 'trust' | 'balance'>;
  readonly units: MarketUnitsTable;
  readonly settings: Pick<PlatformSettings, 'get'>;
  readonly now: () => number;
}

/** Locked deposits of customers: products, orders, and what is still to come. Figures are the core's. */
export class TrustService {
  readonly #options: TrustOptions;

  constructor(options: TrustOptions) {
    this.#options = options;
  }

  /** The exchange renews by itself: it has to know the switch of the product line. Again, it changes nothing. */
  async followSwitch(): Promise<void> {
    const { exchange, bus } = this.#options;
    // Looked at again: it may have been turned back while the exchange did not know yet, and found nothing to do.
    while (exchange.trust.isOpen !== this.#lineOn()) {
      await submitCommand(bus, { type: 'setTrustOpen', open: this.#lineOn() }, {});
    }
  }

  config(customerId: number | null): CallOutput<'GET lh/deposit/config'> {
    const products = this.#options.exchange.trust.products();
    const currencyIds = [...new Set(products.map(product => product.currencyId))].toSorted((a, b) => a - b);
    return {
      products: products.map(({ productId }) => this.#product(productId, customerId)),
      reserves: currencyIds.map(id => this.#reserve(id)),
      enabled: this.#lineOn(),
    };
  }

  productInfo(
    customerId: number | null,
    input: CallRequest<'GET lh/deposit/product_info'>,
  ): CallOutput<'GET lh/deposit/product_info'> {
    const product = this.#options.exchange.trust.product(input.product_id);
    if (product === null) throw new CallFailure('unknown_trust_product', { field: 'product_id' });
    const currency = this.#options.units.currency(product.currencyId);
    const minor = input.amount === undefined ? null : amountMinor(input.amount, currency, 'amount');
    const days = Array.from({ length: product.cycleDays + 1 }, (_, day) => day);
    return {
      product: this.#product(product.productId, customerId),
      reserve: this.#reserve(currency.id),
      exits: minor === null ? [] : days.map(day => wireExit(exitAfter(minor, product, day), currency)),
      promised: minor === null ? null : formatMinor(promisedInterest(minor, product), currency.decimals),
    };
  }

  async buy(
    customerId: number,
    input: CallRequest<'POST lh/deposit'>,
    key: string,
  ): Promise<CallOutput<'POST lh/deposit'>> {
    const { bus, exchange, units } = this.#options;
    if (!input.agreement) throw new CallFailure('agreement_required', { field: 'agreement' });
    const product = exchange.trust.product(input.product_id);
    if (product === null) throw new CallFailure('unknown_trust_product', { field: 'product_id' });
    const bought = {
      productId: product.productId,
      termsVersion: input.terms_version,
      amountMinor: amountMinor(input.amount, units.currency(product.currencyId), 'amount'),
      autoRenew: input.auto_renew,
    };
    const { events } = await submitCommand(
      bus,
      { type: 'buyTrust', customerId, ...bought },
      { idempotency: { scope: `customer:${customerId}:trust`, key, inputHash: hashInput(bought) } },
    );
    return { order: this.#wire(orderIn(events)) };
  }

  async list(
    customerId: number,
    input: CallRequest<'GET lh/deposit/order'>,
  ): Promise<CallOutput<'GET lh/deposit/order'>> {
    const found = await listOrders(this.#options.pool, customerId, {
      state: input.state,
      beforeId: readCursor(input.cursor, 1)?.[0] ?? null,
      limit: input.limit + 1,
    });
    return pageOf(
      found,
      input.limit,
      order => String(order.orderId),
      order => this.#wire(order),
    );
  }

  async quote(customerId: number, orderId: number): Promise<CallOutput<'GET lh/deposit/order/quote'>> {
    const order = await this.#own(customerId, orderId);
    if (order.state !== 'hosting') throw new CallFailure('trust_order_ended', { field: 'order_id' });
    const currency = this.#options.units.currency(order.currencyId);
    return {
      order: this.#wire(order),
      exit: wireExit(exitAfter(order.principalMinor, order, order.paidDays), currency),
      unearned: formatMinor(order.promisedMinor - order.paidMinor, currency.decimals),
      valid_until_ms: (dayOf(this.#options.now()) + 1) * DAY_MS,
    };
  }

  async redeem(
    customerId: number,
    input: CallRequest<'POST lh/deposit/order/cancel'>,
    key: string,
  ): Promise<CallOutput<'POST lh/deposit/order/cancel'>> {
    const order = await this.#own(customerId, input.order_id);
    const currency = this.#options.units.currency(order.currencyId);
    const redeemed = {
      orderId: order.orderId,
      maxPenaltyMinor: amountMinor(input.penalty, currency, 'penalty'),
    };
    const { events } = await submitCommand(
      this.#options.bus,
      { type: 'redeemTrust', customerId, ...redeemed },
      { idempotency: { scope: `customer:${customerId}:trust`, key, inputHash: hashInput(redeemed) } },
    );
    return { order: this.#wire(orderIn(events)) };
  }

  async setRenewal(
    customerId: number,
    input: CallRequest<'POST lh/deposit/order/renewal'>,
  ): Promise<CallOutput<'POST lh/deposit/order/renewal'>> {
    const { bus, pool } = this.#options;
    const orderId = input.order_id;
    const { events } = await submitCommand(
      bus,
      { type: 'setTrustRenewal', customerId, orderId, autoRenew: input.auto_renew },
      {},
    );
    // Set as it was: nothing happened.
    const order = events.length === 0 ? await findOrder(pool, customerId, orderId) : orderIn(events);
    if (order === null) throw new Error(`trust order ${orderId} was accepted but is not projected`);
    return { order: this.#wire(order) };
  }

  async report(customerId: number): Promise<CallOutput<'GET lh/deposit/report'>> {
    const { pool, units, now } = this.#options;
    const rows = await readReport(pool, customerId, dayOf(now()) - 1);
    return {
      items: rows.map(row => {
        const currency = units.currency(row.currencyId);
        const amount = (minor: bigint): string => formatMinor(minor, currency.decimals);
        return {
          currency: wireCurrency(currency),
          invested: amount(row.investedMinor),
          yesterday: amount(row.yesterdayMinor),
          accumulated: amount(row.accumulatedMinor),
          expected: amount(row.expectedMinor),
        };
      }),
    };
  }

  async calendar(customerId: number, days: number): Promise<CallOutput<'GET lh/deposit/calendar'>> {
    const { pool, units, now } = this.#options;
    const orders = await hostedOrders(pool, customerId);
    const items = comingPayments(orders, now() + days * DAY_MS).map(day => {
      const currency = units.currency(day.currencyId);
      return {
        at_ms: day.atMs,
        currency: wireCurrency(currency),
        interest: formatMinor(day.interestMinor, currency.decimals),
        principal: formatMinor(day.principalMinor, currency.decimals),
        orders: day.orders,
      };
    });
    return { items };
  }

  #product(productId: number, customerId: number | null): WireTrustProduct {
    const { exchange, units, now } = this.#options;
    const product = exchange.trust.product(productId)!;
    return wireProduct(product, {
      currency: units.currency(product.currencyId),
      treasuryMinor: this.#treasuryMinor(product.currencyId),
      ownHostedMinor: customerId === null ? null : exchange.trust.hostedBy(productId, customerId),
      lineOn: this.#lineOn(),
      nowMs: now(),
    });
  }

  #reserve(currencyId: number): WireTrustReserve {
    const { exchange, units } = this.#options;
    const currency = units.currency(currencyId);
    return {
      currency: wireCurrency(currency),
      treasury: formatMinor(this.#treasuryMinor(currencyId), currency.decimals),
      escrow: formatMinor(exchange.trust.unpaidMinor(currencyId), currency.decimals),
    };
  }

  #treasuryMinor(currencyId: number): bigint {
    const { exchange } = this.#options;
    return exchange.balance({ ownerId: PLATFORM_OWNER, account: 'treasury', currencyId }).availableMinor;
  }

  #lineOn(): boolean {
    return this.#options.settings.get('products').trust;
  }

  /** Throws unknown_trust_order, also for those of others. */
  async #own(customerId: number, orderId: number): Promise<TrustOrder> {
    const order = await findOrder(this.#options.pool, customerId, orderId);
    if (order === null) throw new CallFailure('unknown_trust_order', { field: 'order_id' });
    return order;
  }

  #wire(order: TrustOrder): WireTrustOrder {
    return wireOrder(order, this.#options.units.currency(order.currencyId));
  }
}

function orderIn(events: readonly Event[]): TrustOrder {
  const changed = events.find(event => event.type === 'trustOrderChanged');
  if (changed === undefined) throw new Error('an accepted trust command left no event');
  return changed.order;
}
