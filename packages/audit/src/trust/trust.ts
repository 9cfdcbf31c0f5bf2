import type { Entry } from '../books.ts';
import { DueList } from '../due-list.ts';
import { line } from '../line.ts';
import { DAY_MS, dayOf, isAmount, isWhole } from '../numbers.ts';
import type { Command, Part, Refusal } from '../part.ts';
import type { World } from '../world.ts';
import { interestOf, penaltyOf, type Rates } from './figures.ts';
import { host, isSame, roomInterest, termsOf, type Product, type TrustConfig } from './products.ts';

interface ConfigureTrustProduct extends Command {
  readonly type: 'configureTrustProduct';
  readonly productId: number;
  readonly enabled: boolean;
  readonly terms: TrustConfig;
}

interface SetTrustOpen extends Command {
  readonly type: 'setTrustOpen';
  readonly open: boolean;
}

interface BuyTrust extends Command {
  readonly type: 'buyTrust';
  readonly customerId: number;
  readonly productId: number;
  readonly termsVersion: number;
  readonly amountMinor: bigint;
  readonly autoRenew: boolean;
}

interface SetTrustRenewal extends Command {
  readonly type: 'setTrustRenewal';
  readonly customerId: number;
  readonly orderId: number;
  readonly autoRenew: boolean;
}

interface RedeemTrust extends Command {
  readonly type: 'redeemTrust';
  readonly customerId: number;
  readonly orderId: number;
  /** The penalty that was announced; more is never taken. */
  readonly maxPenaltyMinor: bigint;
}

type TrustCommand = ConfigureTrustProduct | SetTrustOpen | BuyTrust | SetTrustRenewal | RedeemTrust;

/** A hosted order. */
interface Order {
  readonly id: number;
  readonly customerId: number;
  readonly productId: number;
  readonly currencyId: number;
  readonly rates: Rates;
  readonly principal: bigint;
  readonly boughtAtMs: number;
  readonly depositDay: number;
  readonly promised: bigint;
  readonly renewalOf: number | null;
  paidDays: number;
  paid: bigint;
  autoRenew: boolean;
  /** The midnight that ends its next earning day. */
  dueAtMs: number;
}

interface State {
  readonly products: Map<number, Product>;
  readonly orders: Map<number, Order>;
  readonly due: Order[];
  readonly lastId: number;
  readonly begunDay: number;
  readonly isOpen: boolean;
}

/** Days that one command pays. */
const PAID_AT_ONCE = 100;

/** Locked deposits: decision 0027. All interest is in escrow from the purchase on; the principal lies frozen. */
export class Trust implements Part {
  readonly commands = ['configureTrustProduct', 'setTrustOpen', 'buyTrust', 'setTrustRenewal', 'redeemTrust'];
  readonly #world: World;
  #products = new Map<number, Product>();
  #orders = new Map<number, Order>();
  #due = new DueList<Order>();
  #lastId = 0;
  /** The day whose payments were begun last: what is left of them is backlog. */
  #begunDay = 0;
  #isOpen = true;

  constructor(world: World) {
    this.#world = world;
  }

  apply(command: TrustCommand): Refusal {
    switch (command.type) {
      case 'configureTrustProduct':
        return this.#configure(command);
      case 'setTrustOpen':
        if (typeof command.open !== 'boolean') return 'invalid_trust_terms';
        this.#isOpen = command.open;
        return null;
      case 'buyTrust':
        return this.#buy(command);
      case 'setTrustRenewal':
        return this.#setRenewal(command);
      case 'redeemTrust':
        return this.#redeem(command);
    }
  }

  #configure({ productId, enabled, terms: config }: ConfigureTrustProduct): Refusal {
    if (!isWhole(productId, 1, Number.MAX_SAFE_INTEGER)) return 'unknown_trust_product';
    if (typeof enabled !== 'boolean') return 'invalid_trust_terms';
    const currency = this.#world.currencies.get(config.currencyId);
    if (currency === undefined) return 'unknown_currency';
    const terms = termsOf(config, currency.decimals);
    if (terms === null) return 'invalid_trust_terms';
    const before = this.#products.get(productId);
    const isNew = before === undefined || !isSame(before.terms, terms);
    if (isNew && before !== undefined && before.orders > 0) return 'trust_terms_frozen';
    const product: Product = {
      id: productId,
      terms,
      version: (before?.version ?? 0) + (isNew ? 1 : 0),
      enabled,
      orders: before?.orders ?? 0,
      hosted: before?.hosted ?? 0n,
      hostedBy: before?.hostedBy ?? new Map<number, bigint>(),
    };
    if (enabled && !this.#canPromise(product)) return 'treasury_short';
    this.#products.set(productId, product);
    return null;
  }

  /** Whether the treasury covers the interest of all that can still be bought in the product's currency. */
  #canPromise(product: Product): boolean {
    const { currencyId } = product.terms;
    let sum = roomInterest(product);
    for (const other of this.#products.values()) {
      const counts = other.id !== product.id && other.enabled && other.terms.currencyId === currencyId;
      if (counts) sum += roomInterest(other);
    }
    return sum <= this.#world.books.available(0, 'treasury', currencyId);
  }

  #buy({ customerId, productId, termsVersion, amountMinor, autoRenew }: BuyTrust): Refusal {
    const acting = this.#world.refuseActing(customerId);
    if (acting !== null) return acting;
    const product = this.#products.get(productId);
    if (product === undefined) return 'unknown_trust_product';
    const { terms, hosted, hostedBy } = product;
    if (termsVersion !== product.version) return 'trust_terms_changed';
    if (typeof autoRenew !== 'boolean') return 'invalid_trust_terms';
    if (!this.#isOpen || !product.enabled) return 'trust_closed';
    if (this.#world.now < terms.opensAtMs) return 'trust_not_open';
    if (!isAmount(amountMinor)) return 'invalid_amount';
    if (amountMinor < terms.min) return 'trust_below_minimum';
    if (amountMinor > terms.max) return 'trust_above_maximum';
    if (amountMinor > terms.capacity - hosted) return 'trust_sold_out';
    if (amountMinor > terms.customerLimit - (hostedBy.get(customerId) ?? 0n)) return 'trust_customer_limit';
    const available = this.#world.books.available(customerId, 'trust', terms.currencyId);
    if (available < amountMinor) return 'insufficient_balance';
    const limited = this.#world.limits.refuseBuying(customerId);
    if (limited !== null) return limited;
    if (!this.#covers(product, amountMinor)) return 'treasury_short';
    this.#open(product, customerId, amountMinor, dayOf(this.#world.now), autoRenew, null);
    return null;
  }

  #setRenewal({ customerId, orderId, autoRenew }: SetTrustRenewal): Refusal {
    const order = this.#hosted(customerId, orderId);
    if (typeof order === 'string') return order;
    if (typeof autoRenew !== 'boolean') return 'invalid_trust_terms';
    order.autoRenew = autoRenew;
    return null;
  }

  /** Days that are over are paid first; the running day counts as remaining. */
  #redeem({ customerId, orderId, maxPenaltyMinor }: RedeemTrust): Refusal {
    const order = this.#hosted(customerId, orderId);
    if (typeof order === 'string') return order;
    const { principal, rates, currencyId } = order;
    const earnedDays = Math.max(0, dayOf(this.#world.now) - order.depositDay - 1);
    const penalty = penaltyOf(principal, rates, rates.cycleDays - earnedDays);
    if (typeof maxPenaltyMinor !== 'bigint' || maxPenaltyMinor < penalty) return 'trust_penalty_changed';
    while (order.paidDays < earnedDays) this.#payDay(order);
    const unearned = order.promised - order.paid;
    this.#post('trustRedemption', order, [
      [customerId, 'trust', currencyId, 'frozen', -principal],
      [customerId, 'trust', currencyId, 'available', principal - penalty],
      [0, 'treasury', currencyId, 'available', penalty + unearned],
      [0, 'trustEscrow', currencyId, 'available', -unearned],
    ]);
    this.#world.limits.lost(customerId, currencyId, penalty);
    this.#end(order);
    return null;
  }

  /** The customer's order that goes on, or why there is none. With its last day over it has ended, paid or not. */
  #hosted(customerId: number, orderId: number): Order | string {
    const acting = this.#world.refuseActing(customerId);
    if (acting !== null) return acting;
    const order = this.#orders.get(orderId);
    const hasEnded = order === undefined && orderId >= 1 && orderId <= this.#lastId;
    if (order?.customerId !== customerId) return hasEnded ? 'trust_order_ended' : 'unknown_trust_order';
    const endsAtMs = (order.depositDay + order.rates.cycleDays + 1) * DAY_MS;
    return endsAtMs <= this.#world.now ? 'trust_order_ended' : order;
  }

  dueAtMs(): number {
    const first = this.#due.first();
    return first === undefined ? Infinity : Math.max(first.dueAtMs, (this.#begunDay + 1) * DAY_MS);
  }

  hasBacklog(): boolean {
    return (this.#due.first()?.dueAtMs ?? Infinity) <= this.#begunDay * DAY_MS;
  }

  passTime(): void {
    this.#begunDay = dayOf(this.#world.now);
    for (let left = PAID_AT_ONCE; left > 0; left--) {
      const order = this.#due.first();
      if (order === undefined || order.dueAtMs > this.#begunDay * DAY_MS) return;
      this.#payDay(order);
      if (order.paidDays === order.rates.cycleDays) this.#complete(order);
    }
  }

  /** The interest of the next day that is over. */
  #payDay(order: Order): void {
    const { customerId, currencyId, principal, rates } = order;
    const paid = interestOf(principal, rates, order.paidDays + 1);
    const amount = paid - order.paid;
    this.#post('trustInterest', order, [
      [0, 'trustEscrow', currencyId, 'available', -amount],
      [customerId, 'trust', currencyId, 'available', amount],
    ]);
    this.#due.remove(order);
    order.paidDays++;
    order.paid = paid;
    order.dueAtMs = (order.depositDay + order.paidDays + 2) * DAY_MS;
    this.#due.add(order);
  }

  /** The principal returns, or goes on as a new order that counts as deposited on the last earning day. */
  #complete(order: Order): void {
    const { customerId, currencyId, principal } = order;
    const { limits, frozen, books } = this.#world;
    const product = this.#products.get(order.productId)!;
    const renews =
      order.autoRenew &&
      this.#isOpen &&
      product.enabled &&
      !frozen.has(customerId) &&
      limits.refuseBuying(customerId) === null &&
      this.#covers(product, principal);
    if (!renews) {
      books.unfreeze('trustCompletion', `trust:${order.id}`, [customerId, 'trust', currencyId], principal);
    }
    this.#end(order);
    const lastDay = order.depositDay + order.rates.cycleDays;
    if (renews) this.#open(product, customerId, principal, lastDay, true, order.id);
  }

  #covers({ terms }: Product, principal: bigint): boolean {
    const treasury = this.#world.books.available(0, 'treasury', terms.currencyId);
    return treasury >= interestOf(principal, terms, terms.cycleDays);
  }

  /** A renewal's principal is frozen already. */
  #open(
    product: Product,
    customerId: number,
    principal: bigint,
    depositDay: number,
    autoRenew: boolean,
    renewalOf: number | null,
  ): void {
    const { currencyId, cycleDays, dailyYieldPpm, penaltyPpm } = product.terms;
    const order: Order = {
      id: ++this.#lastId,
      customerId,
      productId: product.id,
      currencyId,
      rates: { cycleDays, dailyYieldPpm, penaltyPpm },
      principal,
      boughtAtMs: this.#world.now,
      depositDay,
      promised: interestOf(principal, product.terms, cycleDays),
      renewalOf,
      paidDays: 0,
      paid: 0n,
      autoRenew,
      dueAtMs: (depositDay + 2) * DAY_MS,
    };
    const newlyFrozen = renewalOf === null ? principal : 0n;
    this.#post('trustPurchase', order, [
      [customerId, 'trust', currencyId, 'available', -newlyFrozen],
      [customerId, 'trust', currencyId, 'frozen', newlyFrozen],
      [0, 'treasury', currencyId, 'available', -order.promised],
      [0, 'trustEscrow', currencyId, 'available', order.promised],
    ]);
    product.orders++;
    host(product, customerId, principal);
    this.#orders.set(order.id, order);
    this.#due.add(order);
  }

  #end(order: Order): void {
    this.#orders.delete(order.id);
    this.#due.remove(order);
    host(this.#products.get(order.productId)!, order.customerId, -order.principal);
  }

  #post(reason: string, { id }: Order, entries: readonly Entry[]): void {
    this.#world.books.post(reason, `trust:${id}`, entries);
  }

  get state(): unknown {
    return {
      products: this.#products,
      orders: this.#orders,
      due: this.#due.toArray(),
      lastId: this.#lastId,
      begunDay: this.#begunDay,
      isOpen: this.#isOpen,
    };
  }

  set state(state: unknown) {
    const kept = state as State;
    this.#products = kept.products;
    this.#orders = kept.orders;
    this.#due = new DueList(kept.due);
    this.#lastId = kept.lastId;
    this.#begunDay = kept.begunDay;
    this.#isOpen = kept.isOpen;
  }

  *lines(): Iterable<string> {
    for (const { id, version, enabled, hosted, orders } of this.#products.values()) {
      yield line('product', id, version, enabled, hosted, orders);
    }
    for (const order of this.#orders.values()) {
      yield line(
        'trust',
        order.id,
        order.customerId,
        order.productId,
        order.currencyId,
        order.principal,
        order.boughtAtMs,
        order.depositDay,
        order.rates.cycleDays,
        order.rates.dailyYieldPpm,
        order.rates.penaltyPpm,
        order.promised,
        order.paidDays,
        order.paid,
        order.autoRenew,
        order.renewalOf,
      );
    }
  }
}
