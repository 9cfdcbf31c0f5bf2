import {
  PLATFORM_OWNER,
  type Event,
  type ReadonlyExchange,
  type TrustOrder,
  type TrustProduct,
} from '@tallystick/core';
import { DAY_MS, dayOf } from '@tallystick/core/durations';
import type { BuyTrust } from '@tallystick/core/trust/command';
import { exitAfter, type TrustExit } from '@tallystick/core/trust/figures';
import type pg from 'pg';
import type { CommandBus } from '../../engine/command-bus.ts';
import { hashInput } from '../../engine/idempotency/hash-input.ts';
import { CallFailure } from '../../http/call-failure.ts';
import type { PlatformSettings } from '../../settings/platform-settings.ts';
import { submitCommand } from '../../http/submit.ts';
import { comingPayments, type PaymentDay } from './calendar.ts';
import {
  findOrder,
  hostedOrders,
  listOrders,
  readReport,
  type OrderFilter,
  type ReportRow,
} from './store.ts';

const MILLION = 1_000_000n;

export interface TrustOptions {
  readonly pool: pg.Pool;
  readonly bus: CommandBus;
  readonly exchange: Pick<ReadonlyExchange, 'trust' | 'balance'>;
  readonly settings: Pick<PlatformSettings, 'get' | 'catchUp'>;
  readonly now: () => number;
}

export interface OfferedProduct {
  readonly product: TrustProduct;
  /** What can still be bought: the room left in the product, limited by the interest the treasury can promise. */
  readonly leftMinor: bigint;
  /** How much of it this customer may buy; null for visitors. */
  readonly ownLeftMinor: bigint | null;
  readonly state: 'closed' | 'upcoming' | 'sold_out' | 'open';
}

/** The treasury's funds for interest, and the interest already promised. */
export interface Reserve {
  readonly currencyId: number;
  readonly treasuryMinor: bigint;
  readonly escrowMinor: bigint;
}

/** Customers' locked deposits: products, orders and upcoming payments. All figures come from the core. */
export class TrustService {
  readonly #options: TrustOptions;

  constructor(options: TrustOptions) {
    this.#options = options;
  }

  /** Sends the product line's switch to the exchange, which renews orders by itself. Repeating it changes nothing. */
  async followSwitch(): Promise<void> {
    const { exchange, bus } = this.#options;
    // Read the switch again: it may have been turned back before the exchange heard of the first change.
    while (exchange.trust.isOpen !== this.isOpen) {
      await submitCommand(bus, { type: 'setTrustOpen', open: this.isOpen }, {});
    }
  }

  /**
   * `followSwitch` for a process in which the switch was not turned: another may be turning it at this moment, and must not be
   * turned back. So the setting is read anew, and what the exchange heard meanwhile is left to the next time.
   */
  async repeatSwitch(): Promise<void> {
    const { exchange, settings } = this.#options;
    const wasOpen = exchange.trust.isOpen;
    await settings.catchUp();
    if (exchange.trust.isOpen === wasOpen) await this.followSwitch();
  }

  /** Whether the product line is switched on. */
  get isOpen(): boolean {
    return this.#options.settings.get('products').trust;
  }

  products(customerId: number | null): OfferedProduct[] {
    return this.#options.exchange.trust.products().map(product => this.#offered(product, customerId));
  }

  /** Throws unknown_trust_product. */
  product(customerId: number | null, productId: number): OfferedProduct {
    const product = this.#options.exchange.trust.product(productId);
    if (product === null) throw new CallFailure('unknown_trust_product', { field: 'product_id' });
    return this.#offered(product, customerId);
  }

  reserve(currencyId: number): Reserve {
    const escrowMinor = this.#options.exchange.trust.unpaidMinor(currencyId);
    return { currencyId, treasuryMinor: this.#treasuryMinor(currencyId), escrowMinor };
  }

  async buy(
    customerId: number,
    bought: Omit<BuyTrust, 'type' | 'customerId'>,
    key: string,
  ): Promise<TrustOrder> {
    const { events } = await submitCommand(
      this.#options.bus,
      { type: 'buyTrust', customerId, ...bought },
      { idempotency: { scope: `customer:${customerId}:trust`, key, inputHash: hashInput(bought) } },
    );
    return orderIn(events);
  }

  orders(customerId: number, filter: OrderFilter): Promise<TrustOrder[]> {
    return listOrders(this.#options.pool, customerId, filter);
  }

  /** Throws unknown_trust_order, also for another customer's order. */
  async order(customerId: number, orderId: number): Promise<TrustOrder> {
    const order = await findOrder(this.#options.pool, customerId, orderId);
    if (order === null) throw new CallFailure('unknown_trust_order', { field: 'order_id' });
    return order;
  }

  /** What redeeming returns until the next day's interest. Throws unknown_trust_order and trust_order_ended. */
  async quote(
    customerId: number,
    orderId: number,
  ): Promise<{ readonly order: TrustOrder; readonly exit: TrustExit; readonly validUntilMs: number }> {
    const order = await this.order(customerId, orderId);
    if (order.state !== 'hosting') throw new CallFailure('trust_order_ended', { field: 'order_id' });
    const exit = exitAfter(order.principalMinor, order, order.paidDays);
    return { order, exit, validUntilMs: (dayOf(this.#options.now()) + 1) * DAY_MS };
  }

  async redeem(
    customerId: number,
    redeemed: { readonly orderId: number; readonly maxPenaltyMinor: bigint },
    key: string,
  ): Promise<TrustOrder> {
    const { events } = await submitCommand(
      this.#options.bus,
      { type: 'redeemTrust', customerId, ...redeemed },
      { idempotency: { scope: `customer:${customerId}:trust`, key, inputHash: hashInput(redeemed) } },
    );
    return orderIn(events);
  }

  async setRenewal(customerId: number, orderId: number, autoRenew: boolean): Promise<TrustOrder> {
    const { bus, pool } = this.#options;
    const { events } = await submitCommand(
      bus,
      { type: 'setTrustRenewal', customerId, orderId, autoRenew },
      {},
    );
    // Already set this way: nothing happened.
    const order = events.length === 0 ? await findOrder(pool, customerId, orderId) : orderIn(events);
    if (order === null) throw new Error(`trust order ${orderId} was accepted but is not projected`);
    return order;
  }

  report(customerId: number): Promise<ReportRow[]> {
    const { pool, now } = this.#options;
    return readReport(pool, customerId, dayOf(now()) - 1);
  }

  async calendar(customerId: number, days: number): Promise<PaymentDay[]> {
    const { pool, now } = this.#options;
    return comingPayments(await hostedOrders(pool, customerId), now() + days * DAY_MS);
  }

  #offered(product: TrustProduct, customerId: number | null): OfferedProduct {
    const { productId, currencyId, capacityMinor, hostedMinor, dailyYieldPpm, cycleDays } = product;
    const promisableMinor = (this.#treasuryMinor(currencyId) * MILLION) / BigInt(dailyYieldPpm * cycleDays);
    const leftMinor = least(capacityMinor - hostedMinor, promisableMinor);
    const state = this.#stateOf(product, leftMinor);
    if (customerId === null) return { product, leftMinor, ownLeftMinor: null, state };
    const ownMinor = this.#options.exchange.trust.hostedBy(productId, customerId);
    return {
      product,
      leftMinor,
      ownLeftMinor: least(leftMinor, product.customerLimitMinor - ownMinor),
      state,
    };
  }

  #stateOf(product: TrustProduct, leftMinor: bigint): OfferedProduct['state'] {
    if (!product.enabled || !this.isOpen) return 'closed';
    if (this.#options.now() < product.opensAtMs) return 'upcoming';
    return leftMinor < product.minMinor ? 'sold_out' : 'open';
  }

  #treasuryMinor(currencyId: number): bigint {
    const { exchange } = this.#options;
    return exchange.balance({ ownerId: PLATFORM_OWNER, account: 'treasury', currencyId }).availableMinor;
  }
}

function orderIn(events: readonly Event[]): TrustOrder {
  const changed = events.find(event => event.type === 'trustOrderChanged');
  if (changed === undefined) throw new Error('an accepted trust command left no event');
  return changed.order;
}

function least(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}
