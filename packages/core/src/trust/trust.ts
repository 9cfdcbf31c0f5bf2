import type { EventLog } from '../event-log.ts';
import type { AccountIndex, Ledger } from '../ledger/ledger.ts';
import type { Limits } from '../limit/limit.ts';
import type { Markets } from '../market/market.ts';
import { formatMinor } from '../money/decimal.ts';
import type { Product } from '../product.ts';
import type { Refusal } from '../refusal.ts';
import { refuse } from '../refuse.ts';
import type { Shared } from '../shared.ts';
import { SnapshotUnreadable, type SnapshotReader } from '../snapshot/reader.ts';
import type { SnapshotWriter } from '../snapshot/writer.ts';
import type { Customers } from '../customer/customer.ts';
import { refuseAmount } from './admission.ts';
import { TrustBooks } from './books.ts';
import { checkHosted } from './check.ts';
import { DAY_MS, dayOf } from '../durations.ts';
import { completesAtMs, exitAfter, paidDaysAt } from './figures.ts';
import { boughtOrder, lastEarningDay, nextPaymentDay, paidUntil } from './order.ts';
import { Products } from './products.ts';
import type { TrustReader } from './reader.ts';
import { Schedule } from './schedule.ts';
import { readOrder, writeOrder } from './snapshot.ts';
import type {
  BuyTrust,
  ConfigureTrustProduct,
  RedeemTrust,
  SetTrustOpen,
  SetTrustRenewal,
  TrustCommand,
} from './command.ts';
import type { TrustOrder, TrustProduct } from './terms.ts';

/** Orders paid by one command, so that a midnight with many orders blocks nobody for long. */
const PAID_AT_ONCE = 100;

/**
 * Locked deposits. The whole promised interest moves from the treasury to the escrow at purchase, or the purchase is
 * refused: a payment never depends on what the house has later. The principal stays in the customer's own trust
 * account, frozen.
 */
export class Trust implements Product<TrustCommand>, TrustReader {
  readonly #log: EventLog;
  readonly #ledger: Ledger;
  readonly #markets: Markets;
  readonly #customers: Customers;
  readonly #limits: Limits;
  readonly #products: Products;
  readonly #books: TrustBooks;
  /** Hosted orders by number, ascending. */
  readonly #orders = new Map<number, TrustOrder>();
  readonly #schedule = new Schedule();
  /** Orders changed by the current command: a daily payment need not be the last change of an order. */
  readonly #changed = new Map<number, TrustOrder>();
  #lastOrderId = 0;
  /** The day whose payments were begun last. */
  #begunDay = 0;
  #isOpen = true;

  constructor({ log, ledger, markets, customers, limits }: Shared) {
    this.#log = log;
    this.#ledger = ledger;
    this.#markets = markets;
    this.#customers = customers;
    this.#limits = limits;
    this.#products = new Products(log, ledger, markets);
    this.#books = new TrustBooks(ledger);
  }

  get isOpen(): boolean {
    return this.#isOpen;
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

  apply(command: TrustCommand, atMs: number): Refusal | null {
    switch (command.type) {
      case 'configureTrustProduct':
        return this.#products.configure(command);
      case 'setTrustOpen':
        return this.#setOpen(command);
      case 'buyTrust':
        return this.#buy(command, atMs);
      case 'setTrustRenewal':
        return this.#setRenewal(command, atMs);
      case 'redeemTrust':
        return this.#redeem(command, atMs);
    }
  }

  #setOpen({ open }: SetTrustOpen): Refusal | null {
    if (typeof open !== 'boolean') return refuse('invalid_trust_terms', 'open');
    this.#isOpen = open;
    return null;
  }

  #buy(command: BuyTrust, atMs: number): Refusal | null {
    const { customerId, productId, termsVersion, amountMinor, autoRenew } = command;
    const acting = this.#customers.refuseActing(customerId);
    if (acting !== null) return acting;
    const product = this.#products.find(productId);
    if (product === null) return refuse('unknown_trust_product', 'product_id');
    if (termsVersion !== product.version) return refuse('trust_terms_changed', 'terms_version');
    if (typeof autoRenew !== 'boolean') return refuse('invalid_trust_terms', 'auto_renew');
    if (!this.#isOpen || !product.enabled) return refuse('trust_closed');
    if (atMs < product.opensAtMs) return refuse('trust_not_open');
    const { currencyId } = product;
    const hostedMinor = this.#products.hostedBy(productId, customerId);
    const refusal = refuseAmount(product, hostedMinor, amountMinor, {
      ledger: this.#ledger,
      account: this.#books.account({ customerId, currencyId }),
      currency: this.#markets.currency(currencyId)!,
    });
    if (refusal !== null) return refusal;
    const limited = this.#limits.refuseBuying(customerId);
    if (limited !== null) return limited;
    if (!this.#books.covers(product, amountMinor)) return refuse('treasury_short');
    this.#open(product, {
      customerId,
      principalMinor: amountMinor,
      boughtAtMs: atMs,
      depositDay: dayOf(atMs),
      autoRenew,
      renewalOf: null,
    });
    this.#report();
    return null;
  }

  #setRenewal(command: SetTrustRenewal, atMs: number): Refusal | null {
    const { customerId, orderId, autoRenew } = command;
    const acting = this.#customers.refuseActing(customerId);
    if (acting !== null) return acting;
    const order = this.#hosted(customerId, orderId, atMs);
    if ('code' in order) return order;
    if (typeof autoRenew !== 'boolean') return refuse('invalid_trust_terms', 'auto_renew');
    if (order.autoRenew !== autoRenew) this.#change({ ...order, autoRenew });
    this.#report();
    return null;
  }

  #redeem(command: RedeemTrust, atMs: number): Refusal | null {
    const { customerId, orderId, maxPenaltyMinor } = command;
    const acting = this.#customers.refuseActing(customerId);
    if (acting !== null) return acting;
    const found = this.#hosted(customerId, orderId, atMs);
    if ('code' in found) return found;
    const paidDays = paidDaysAt(found.depositDay, found.cycleDays, atMs);
    const exit = exitAfter(found.principalMinor, found, paidDays);
    if (typeof maxPenaltyMinor !== 'bigint' || maxPenaltyMinor < exit.penaltyMinor) {
      const { decimals, code } = this.#markets.currency(found.currencyId)!;
      const penalty = formatMinor(exit.penaltyMinor, decimals);
      return refuse('trust_penalty_changed', 'penalty', { penalty, currency: code });
    }
    const order = this.#payUntil(found, paidDays, atMs);
    this.#books.redemption(order, exit);
    this.#limits.results.lost(customerId, order.currencyId, exit.penaltyMinor);
    this.#schedule.remove(nextPaymentDay(order), orderId);
    this.#end({ ...order, state: 'redeemed', penaltyMinor: exit.penaltyMinor, endedAtMs: atMs });
    this.#report();
    return null;
  }

  /** Deposits do not depend on prices. */
  indexTicked(): void {}

  /** The next midnight whose payments have not begun; what is left of earlier ones is the backlog. */
  dueAtMs(): number {
    const dueAtMs = this.#schedule.dueAtMs();
    if (dueAtMs === Infinity) return Infinity;
    return Math.max(dueAtMs, (this.#begunDay + 1) * DAY_MS);
  }

  /** Rest of a midnight's payments. A command on an order not paid yet pays it first. */
  hasBacklog(): boolean {
    return this.#schedule.dueAtMs() <= this.#begunDay * DAY_MS;
  }

  /** Missed days are paid one by one, the oldest first: each day of each order once. */
  passTime(atMs: number): void {
    this.#begunDay = dayOf(atMs);
    for (let left = PAID_AT_ONCE; left > 0; left--) {
      const orderId = this.#schedule.take(this.#begunDay);
      if (orderId === null) break;
      this.#pay(this.#orders.get(orderId)!, atMs);
    }
    this.#report();
  }

  checkCheap(): void {
    this.#books.checkCheap();
  }

  checkAll(frozen: Map<AccountIndex, bigint>): void {
    const currencyIds = this.#markets.currencies().map(currency => currency.id);
    this.#books.checkAll(this.#orders.values(), currencyIds, frozen);
    checkHosted(this.#orders.values(), this.#products.all());
  }

  write(writer: SnapshotWriter): void {
    this.#products.write(writer);
    writer.int(this.#lastOrderId);
    writer.int(this.#begunDay);
    writer.bool(this.#isOpen);
    writer.int(this.#orders.size);
    for (const order of this.#orders.values()) writeOrder(writer, order);
  }

  read(reader: SnapshotReader): void {
    this.#products.read(reader);
    this.#lastOrderId = reader.int();
    this.#begunDay = reader.int();
    this.#isOpen = reader.bool();
    let before = 0;
    for (let left = reader.int(); left > 0; left--) {
      const order = readOrder(reader, id => this.#products.find(id));
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

  /** An order that goes on. One whose last payment is due has ended, even before it is paid. */
  #hosted(customerId: number, orderId: number, atMs: number): TrustOrder | Refusal {
    const order = this.#orders.get(orderId);
    if (order?.customerId !== customerId) return this.#refuseOrder(orderId, order);
    if (completesAtMs(order.depositDay, order.cycleDays) <= atMs)
      return refuse('trust_order_ended', 'order_id');
    return order;
  }

  /** Days with payments still to make. */
  #payUntil(order: TrustOrder, paidDays: number, atMs: number): TrustOrder {
    for (let left = paidDays - order.paidDays; left > 0; left--) {
      const waiting = this.#orders.get(order.orderId)!;
      this.#schedule.remove(nextPaymentDay(waiting), order.orderId);
      this.#pay(waiting, atMs);
    }
    return this.#orders.get(order.orderId)!;
  }

  /** Another customer's order is refused like an unknown one. */
  #refuseOrder(orderId: number, found: TrustOrder | undefined): Refusal {
    const ended = found === undefined && orderId >= 1 && orderId <= this.#lastOrderId;
    return refuse(ended ? 'trust_order_ended' : 'unknown_trust_order', 'order_id');
  }

  /** Everything was checked before. */
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

  /** The principal continues as a new order if the customer wants it and the interest can be promised, or returns. */
  #complete(order: TrustOrder, atMs: number): void {
    const { orderId, customerId, principalMinor, autoRenew } = order;
    const product = this.#products.find(order.productId)!;
    const renews =
      autoRenew &&
      this.#isOpen &&
      product.enabled &&
      !this.#customers.isFrozen(customerId) &&
      this.#limits.refuseBuying(customerId) === null &&
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
    this.#changed.set(order.orderId, order);
  }

  #change(order: TrustOrder): void {
    this.#orders.set(order.orderId, order);
    this.#changed.set(order.orderId, order);
  }

  /** Ends a command: every changed order is reported once, in its final state. */
  #report(): void {
    for (const order of this.#changed.values()) this.#log.push({ type: 'trustOrderChanged', order });
    this.#changed.clear();
  }
}
