import type { EventLog } from '../event-log.ts';
import { invariant } from '../invariant.ts';
import type { AccountIndex, Ledger } from '../ledger/ledger.ts';
import type { Markets } from '../market/markets.ts';
import { formatMinor } from '../money/decimal.ts';
import type { Product } from '../product.ts';
import type { Refusal } from '../refusal.ts';
import { refuse } from '../refuse.ts';
import { SnapshotUnreadable, type SnapshotReader } from '../snapshot/reader.ts';
import type { SnapshotWriter } from '../snapshot/writer.ts';
import { checkAvailable } from '../wallet/check-available.ts';
import type { Customers } from '../wallet/customers.ts';
import { TrustBooks } from './books.ts';
import { dayOf, exitAfter } from './figures.ts';
import { boughtOrder, lastEarningDay, nextPaymentDay, paidUntil, readOrder, writeOrder } from './order.ts';
import { Products } from './products.ts';
import { Schedule } from './schedule.ts';
import type {
  BuyTrust,
  ConfigureTrustProduct,
  RedeemTrust,
  SetTrustRenewal,
  TrustOrder,
  TrustProduct,
  TrustView,
} from './terms.ts';

/** Orders paid by one command, so that a midnight with many holds nobody up for long. */
const PAID_AT_ONCE = 25;

/**
 * Locked deposits. The whole promised interest moves from the treasury to the escrow when an order is bought, or it is
 * not bought: a payment never depends on what the house has by then. The principal stays in the customer's own trust
 * account, frozen.
 */
export class Trust implements Product, TrustView {
  readonly #log: EventLog;
  readonly #ledger: Ledger;
  readonly #markets: Markets;
  readonly #customers: Customers;
  readonly #products: Products;
  readonly #books: TrustBooks;
  /** Hosted orders by number, ascending. */
  readonly #orders = new Map<number, TrustOrder>();
  readonly #schedule = new Schedule();
  #lastOrderId = 0;

  constructor(log: EventLog, ledger: Ledger, markets: Markets, customers: Customers) {
    this.#log = log;
    this.#ledger = ledger;
    this.#markets = markets;
    this.#customers = customers;
    this.#products = new Products(log, ledger, markets);
    this.#books = new TrustBooks(ledger);
  }

  products(): readonly TrustProduct[] {
    return this.#products.all();
  }

  product(productId: number): TrustProduct | null {
    return this.#products.find(productId);
  }

  hostedBy(productId: number, customerId: number): bigint {
    return this.#products.hostedBy(productId, customerId);
  }

  order(orderId: number): TrustOrder | null {
    return this.#orders.get(orderId) ?? null;
  }

  openOrders(): readonly TrustOrder[] {
    return [...this.#orders.values()];
  }

  unpaidMinor(currencyId: number): bigint {
    return this.#books.unpaidMinor(currencyId);
  }

  judge(command: ConfigureTrustProduct): Refusal | null {
    return this.#products.judge(command);
  }

  configure(command: ConfigureTrustProduct): Refusal | null {
    return this.#products.configure(command);
  }

  buy(command: BuyTrust, atMs: number): Refusal | null {
    const { customerId, productId, termsVersion, amountMinor, autoRenew } = command;
    const acting = this.#customers.refuseActing(customerId);
    if (acting !== null) return acting;
    const product = this.#products.find(productId);
    if (product === null) return refuse('unknown_trust_product', 'product_id');
    if (termsVersion !== product.version) return refuse('trust_terms_changed', 'terms_version');
    if (typeof autoRenew !== 'boolean') return refuse('invalid_trust_terms', 'auto_renew');
    if (!product.enabled) return refuse('trust_closed');
    if (atMs < product.opensAtMs) return refuse('trust_not_open');
    const refusal = this.#refuseAmount(product, customerId, amountMinor);
    if (refusal !== null) return refusal;
    if (!this.#books.covers(product, amountMinor)) return refuse('treasury_short');
    this.#open(product, {
      customerId,
      principalMinor: amountMinor,
      boughtAtMs: atMs,
      depositDay: dayOf(atMs),
      autoRenew,
      renewalOf: null,
    });
    return null;
  }

  setRenewal(command: SetTrustRenewal): Refusal | null {
    const { customerId, orderId, autoRenew } = command;
    const acting = this.#customers.refuseActing(customerId);
    if (acting !== null) return acting;
    const order = this.#orders.get(orderId);
    if (order?.customerId !== customerId) return this.#refuseOrder(orderId, order);
    if (typeof autoRenew !== 'boolean') return refuse('invalid_trust_terms', 'auto_renew');
    if (order.autoRenew !== autoRenew) this.#change({ ...order, autoRenew });
    return null;
  }

  redeem(command: RedeemTrust, atMs: number): Refusal | null {
    const { customerId, orderId, maxPenaltyMinor } = command;
    const acting = this.#customers.refuseActing(customerId);
    if (acting !== null) return acting;
    const order = this.#orders.get(orderId);
    if (order?.customerId !== customerId) return this.#refuseOrder(orderId, order);
    const exit = exitAfter(order.principalMinor, order, order.paidDays);
    if (typeof maxPenaltyMinor !== 'bigint' || maxPenaltyMinor < exit.penaltyMinor) {
      const { decimals, code } = this.#markets.currency(order.currencyId)!;
      const penalty = formatMinor(exit.penaltyMinor, decimals);
      return refuse('trust_penalty_changed', 'penalty', { penalty, currency: code });
    }
    this.#books.redemption(order, exit);
    this.#schedule.remove(nextPaymentDay(order), orderId);
    this.#end({ ...order, state: 'redeemed', penaltyMinor: exit.penaltyMinor, endedAtMs: atMs });
    return null;
  }

  /** Prices are nothing to a deposit. */
  indexTicked(): void {}

  dueAtMs(): number {
    return this.#schedule.dueAtMs();
  }

  /** Days that were missed are paid one by one, the oldest first: each day of each order once. */
  passTime(atMs: number): void {
    const today = dayOf(atMs);
    for (let left = PAID_AT_ONCE; left > 0; left--) {
      const orderId = this.#schedule.take(today);
      if (orderId === null) return;
      this.#pay(this.#orders.get(orderId)!, atMs);
    }
  }

  checkCheap(): void {
    this.#books.checkCheap();
  }

  checkAll(frozen: Map<AccountIndex, bigint>): void {
    const currencyIds = this.#markets.currencies().map(currency => currency.id);
    this.#books.checkAll(this.#orders.values(), currencyIds, frozen);
    const hosted = new Map<number, bigint>();
    for (const { productId, principalMinor } of this.#orders.values()) {
      hosted.set(productId, (hosted.get(productId) ?? 0n) + principalMinor);
    }
    for (const { productId, hostedMinor, capacityMinor } of this.#products.all()) {
      invariant(
        (hosted.get(productId) ?? 0n) === hostedMinor,
        `trust product ${productId} hosts another sum`,
      );
      invariant(hostedMinor <= capacityMinor, `trust product ${productId} is oversold`);
    }
  }

  write(writer: SnapshotWriter): void {
    this.#products.write(writer);
    writer.int(this.#lastOrderId);
    writer.int(this.#orders.size);
    for (const order of this.#orders.values()) writeOrder(writer, order);
  }

  read(reader: SnapshotReader): void {
    this.#products.read(reader);
    this.#lastOrderId = reader.int();
    let before = 0;
    for (let left = reader.int(); left > 0; left--) {
      const order = readOrder(reader, this.#products);
      const { orderId, customerId } = order;
      if (orderId <= before || orderId > this.#lastOrderId || !this.#customers.has(customerId)) {
        throw new SnapshotUnreadable(`trust order ${orderId}`);
      }
      before = orderId;
      this.#orders.set(orderId, order);
      this.#schedule.add(nextPaymentDay(order), orderId);
      this.#books.owe(order);
      this.#products.restore(order.productId, customerId, order.principalMinor);
    }
  }

  #refuseAmount(product: TrustProduct, customerId: number, amountMinor: bigint): Refusal | null {
    if (typeof amountMinor !== 'bigint' || amountMinor <= 0n) return refuse('invalid_amount', 'amount');
    const { productId, currencyId, minMinor, maxMinor, capacityMinor, hostedMinor } = product;
    const currency = this.#markets.currency(currencyId)!;
    const { decimals, code } = currency;
    if (amountMinor < minMinor) {
      const minimum = formatMinor(minMinor, decimals);
      return refuse('trust_below_minimum', 'amount', { minimum, currency: code });
    }
    if (amountMinor > maxMinor) {
      const maximum = formatMinor(maxMinor, decimals);
      return refuse('trust_above_maximum', 'amount', { maximum, currency: code });
    }
    const leftMinor = capacityMinor - hostedMinor;
    if (amountMinor > leftMinor) {
      return refuse('trust_sold_out', 'amount', { left: formatMinor(leftMinor, decimals), currency: code });
    }
    const ownLeftMinor = product.customerLimitMinor - this.#products.hostedBy(productId, customerId);
    if (amountMinor > ownLeftMinor) {
      const left = formatMinor(ownLeftMinor, decimals);
      return refuse('trust_customer_limit', 'amount', { left, currency: code });
    }
    return checkAvailable(
      this.#ledger,
      this.#books.account({ customerId, currencyId }),
      amountMinor,
      currency,
    );
  }

  /** Somebody else's order is as unknown as none. */
  #refuseOrder(orderId: number, found: TrustOrder | undefined): Refusal {
    const ended = found === undefined && orderId >= 1 && orderId <= this.#lastOrderId;
    return refuse(ended ? 'trust_order_ended' : 'unknown_trust_order', 'order_id');
  }

  /** Everything is checked. */
  #open(product: TrustProduct, bid: Omit<Parameters<typeof boughtOrder>[1], 'orderId'>): void {
    const order = boughtOrder(product, { ...bid, orderId: ++this.#lastOrderId });
    this.#books.purchase(order);
    this.#products.countOrder(order.productId);
    this.#products.host(order.productId, order.customerId, order.principalMinor);
    this.#schedule.add(nextPaymentDay(order), order.orderId);
    this.#change(order);
  }

  #pay(order: TrustOrder, atMs: number): void {
    const { orderId, customerId, currencyId, cycleDays } = order;
    const day = order.paidDays + 1;
    const paid = paidUntil(order, day);
    const amountMinor = paid.paidMinor - order.paidMinor;
    this.#books.interest(order, amountMinor);
    this.#log.push({
      type: 'trustInterestPaid',
      orderId,
      customerId,
      currencyId,
      day,
      utcDay: order.depositDay + day,
      amountMinor,
    });
    if (day === cycleDays) {
      this.#complete(paid, atMs);
      return;
    }
    this.#schedule.add(nextPaymentDay(paid), orderId);
    this.#change(paid);
  }

  /** The principal goes on as a new order if that was asked for and can be promised, else it returns. */
  #complete(order: TrustOrder, atMs: number): void {
    const { orderId, customerId, principalMinor, autoRenew } = order;
    const product = this.#products.find(order.productId)!;
    const renews =
      autoRenew &&
      product.enabled &&
      !this.#customers.isFrozen(customerId) &&
      this.#books.covers(product, principalMinor);
    if (!renews) this.#books.completion(order);
    this.#end({ ...order, state: 'completed', endedAtMs: atMs });
    if (!renews) return;
    const depositDay = lastEarningDay(order);
    this.#open(product, {
      customerId,
      principalMinor,
      boughtAtMs: atMs,
      depositDay,
      autoRenew,
      renewalOf: orderId,
    });
  }

  #end(order: TrustOrder): void {
    this.#orders.delete(order.orderId);
    this.#products.host(order.productId, order.customerId, -order.principalMinor);
    this.#log.push({ type: 'trustOrderChanged', order });
  }

  #change(order: TrustOrder): void {
    this.#orders.set(order.orderId, order);
    this.#log.push({ type: 'trustOrderChanged', order });
  }
}
