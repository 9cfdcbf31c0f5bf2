import { check } from '../check-failed.ts';
import { configureCurrency, configureMarket } from '../markets.ts';
import { MILLION } from '../numbers.ts';
import type { World } from '../world.ts';
import { allocate, worthOfAll, type Amounts } from './allocation.ts';
import { end, type Offer, type Order } from './offer.ts';

/** Orders that one command pays. */
const ORDERS_AT_ONCE = 256;

/** What becomes of an offer after its close: allocation, payment, launch, releases; or everything goes back. */
export class Settling {
  readonly #world: World;

  constructor(world: World) {
    this.#world = world;
  }

  /** The next step of an offer that is due or under way. */
  step(offer: Offer): void {
    switch (offer.status) {
      case 'open':
      case 'allocating':
        this.#allocate(offer);
        break;
      case 'settling':
        this.#settle(offer);
        break;
      case 'closed':
        this.#launch(offer);
        break;
      case 'launched':
        this.#release(offer);
        break;
      case 'cancelling':
        this.#return(offer);
        break;
      case 'released':
      case 'cancelled':
        check(false, `offer ${offer.id} has ended and cannot be due`);
    }
  }

  cancel(offer: Offer): void {
    offer.status = 'cancelling';
    offer.done = 0;
    this.#return(offer);
  }

  /** The list is frozen by the first command; the last one has the result and begins to pay. */
  #allocate(offer: Offer): void {
    let work = offer.allocating;
    if (work === null) {
      offer.status = 'allocating';
      const list = [...offer.orders.values()].map(({ id, committed }) => ({ orderId: id, committed }));
      const allocated = allocate(offer.terms.figures, list);
      offer.allocating = work = { allocated, left: allocated.steps };
    }
    if (--work.left > 0) return;
    offer.allocating = null;
    const { root, shares } = work.allocated;
    let sum = 0n;
    for (const order of offer.orders.values()) {
      order.share = shares.get(order.id)!;
      sum += order.share.allocated;
    }
    offer.result = { root, orders: offer.orders.size, worth: offer.worth, allocated: sum };
    offer.status = 'settling';
    offer.done = 0;
    this.#settle(offer);
  }

  /** Frozen money pays for the allocation; what is not spent is free again. */
  #settle(offer: Offer): void {
    const { limits } = this.#world;
    this.#each(offer, ({ customerId, committed, share }) => {
      for (const { currencyId } of offer.terms.figures.accepted) {
        const amount = committed.get(currencyId) ?? 0n;
        const spent = share!.spent.get(currencyId) ?? 0n;
        if (spent !== 0n) {
          this.#post('launchPayment', offer, [
            [customerId, 'spot', currencyId, 'frozen', -spent],
            [0, 'launchEscrow', currencyId, 'available', spent],
          ]);
        }
        this.#unfreeze(offer, customerId, currencyId, amount - spent);
      }
      for (const [currencyId, spent] of share!.spent) {
        limits.sold(customerId, currencyId, spent, this.#counted(offer, new Map([[currencyId, spent]])));
      }
    });
    if (offer.done === offer.orders.size) offer.status = 'closed';
  }

  /** The currency and its market exist, exactly what was allocated is issued, and the issuer is paid. */
  #launch(offer: Offer): void {
    const { currency, market, issuePriceE8 } = offer.terms.config;
    const refusal =
      configureCurrency(this.#world, currency) ??
      configureMarket(this.#world, { ...market, baseCurrencyId: currency.id });
    check(refusal === null, `offer ${offer.id} cannot list its currency: ${refusal}`);
    this.#world.markets.get(market.id)!.openingE8 = BigInt(issuePriceE8);
    const issued = offer.result!.allocated;
    if (issued !== 0n) {
      this.#post('launchIssue', offer, [
        [0, 'issuance', currency.id, 'available', -issued],
        [0, 'launchEscrow', currency.id, 'available', issued],
      ]);
    }
    for (const [currencyId, amount] of spentBy(offer.orders.values())) {
      this.#post('launchProceeds', offer, [
        [0, 'launchEscrow', currencyId, 'available', -amount],
        [0, 'issuer', currencyId, 'available', amount],
      ]);
    }
    offer.status = 'launched';
    offer.done = 0;
    offer.stage = 0;
  }

  /** Parts of an allocation are truncated as one sum; the last release has the whole rest. */
  #release(offer: Offer): void {
    const { currency, releases } = offer.terms.config;
    const ppm = releases.slice(0, offer.stage + 1).reduce((sum, release) => sum + release.ppm, 0);
    this.#each(offer, order => {
      const { allocated, spent } = order.share!;
      const amount = (allocated * BigInt(ppm)) / MILLION - order.released;
      if (amount === 0n) return;
      order.released += amount;
      this.#fromEscrow('launchRelease', offer, order.customerId, currency.id, amount);
      const cost = (this.#counted(offer, spent) * amount) / allocated;
      this.#world.limits.bought(order.customerId, currency.id, amount, cost);
    });
    if (offer.done < offer.orders.size) return;
    offer.done = 0;
    offer.stage++;
    if (offer.stage === releases.length) end(offer, 'released');
  }

  /** What is frozen is free again; what was paid comes back from escrow. */
  #return(offer: Offer): void {
    this.#each(offer, order => {
      const { customerId, committed, share } = order;
      order.returned = true;
      for (const { currencyId } of offer.terms.figures.accepted) {
        if (share === null) this.#unfreeze(offer, customerId, currencyId, committed.get(currencyId) ?? 0n);
        const amount = share?.spent.get(currencyId) ?? 0n;
        if (amount === 0n) continue;
        this.#fromEscrow('launchRefund', offer, customerId, currencyId, amount);
        const worth = this.#counted(offer, new Map([[currencyId, amount]]));
        this.#world.limits.bought(customerId, currencyId, amount, worth);
      }
    });
    if (offer.done === offer.orders.size) end(offer, 'cancelled');
  }

  /** What amounts count as for customers' own limits, at the offer's rates. */
  #counted({ terms }: Offer, amounts: Amounts): bigint {
    const { quoteCurrencyId } = terms.config.market;
    return this.#world.limits.value(quoteCurrencyId, worthOfAll(amounts, terms.figures)) ?? 0n;
  }

  #each(offer: Offer, change: (order: Order) => void): void {
    const orders = [...offer.orders.values()].slice(offer.done, offer.done + ORDERS_AT_ONCE);
    for (const order of orders) change(order);
    offer.done += orders.length;
  }

  #unfreeze(offer: Offer, customerId: number, currencyId: number, amount: bigint): void {
    if (amount === 0n) return;
    const { books } = this.#world;
    books.unfreeze('launchUnfreeze', `launch:${offer.id}`, [customerId, 'spot', currencyId], amount);
  }

  #fromEscrow(reason: string, offer: Offer, customerId: number, currencyId: number, amount: bigint): void {
    this.#post(reason, offer, [
      [0, 'launchEscrow', currencyId, 'available', -amount],
      [customerId, 'spot', currencyId, 'available', amount],
    ]);
  }

  #post(reason: string, { id }: Offer, entries: Parameters<World['books']['post']>[2]): void {
    this.#world.books.post(reason, `launch:${id}`, entries);
  }
}

/** What all orders paid, by currency, in the order in which the first of each paid. */
function spentBy(orders: Iterable<Order>): Amounts {
  const sums: Amounts = new Map();
  for (const { share } of orders) {
    for (const [currencyId, amount] of share!.spent)
      sums.set(currencyId, (sums.get(currencyId) ?? 0n) + amount);
  }
  return sums;
}
