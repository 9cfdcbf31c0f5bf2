import type { EventLog } from '../event-log.ts';
import { invariant } from '../invariant.ts';
import type { Limits } from '../limit/limit.ts';
import type { Markets } from '../market/market.ts';
import type { LaunchEscrow } from './escrow.ts';
import { valueOf } from './figures.ts';
import type { KeptOrder, OfferBook } from './offer-book.ts';
import type { LaunchAmount } from './terms.ts';

/** Orders paid out by one command: a launch with many customers must not hold up trading. */
const ORDERS_PER_STEP = 256;
/** Time, in about microseconds, that one command spends on an allocation. */
const UNITS_PER_STEP = 4_000;

/** The timed steps of offers, and cancelling one. */
export class Steps {
  readonly #log: EventLog;
  readonly #markets: Markets;
  readonly #escrow: LaunchEscrow;
  readonly #limits: Limits;

  constructor(log: EventLog, markets: Markets, escrow: LaunchEscrow, limits: Limits) {
    this.#log = log;
    this.#markets = markets;
    this.#escrow = escrow;
    this.#limits = limits;
  }

  /** The next step of an offer that is due or under way. Its status is reported once, as the step left it. */
  run(offer: OfferBook): void {
    const { status } = offer;
    this.#step(offer);
    if (offer.status !== status) this.#report(offer);
  }

  cancel(offer: OfferBook): void {
    offer.status = 'cancelling';
    offer.done = 0;
    this.#return(offer);
    this.#report(offer);
  }

  #step(offer: OfferBook): void {
    switch (offer.status) {
      case 'open':
        offer.freeze();
        this.#allocate(offer);
        break;
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
        invariant(false, `offer ${offer.terms.offerId} has ended and cannot be due`);
    }
  }

  /** Works on the allocation of the frozen list. The result applies to all orders at once. */
  #allocate(offer: OfferBook): void {
    const closed = offer.closing!.work(UNITS_PER_STEP);
    if (closed === null) return;
    const { root, allocations } = closed;
    let allocatedMinor = 0n;
    for (const [i, order] of offer.orders().entries()) {
      const allocation = allocations[i]!;
      order.allocatedMinor = allocation.allocatedMinor;
      order.spent = allocation.spent;
      allocatedMinor += allocation.allocatedMinor;
    }
    offer.result = { root, orders: offer.size, valueMinor: offer.valueMinor, allocatedMinor };
    offer.closing = null;
    offer.status = 'settling';
    offer.done = 0;
    this.#settle(offer);
  }

  /** Pays for the allocation and returns the rest of the commitment. */
  #settle(offer: OfferBook): void {
    const { offerId } = offer.terms;
    this.#each(offer, order => {
      const { customerId } = order;
      for (const { currencyId, amountMinor } of order.committed) {
        const spent = order.spent.find(one => one.currencyId === currencyId)?.amountMinor ?? 0n;
        if (spent !== 0n) this.#escrow.pay(offerId, customerId, currencyId, spent);
        this.#escrow.unfreeze(offerId, customerId, currencyId, amountMinor - spent);
      }
      for (const one of order.spent) {
        this.#limits.results.sold(customerId, one.currencyId, one.amountMinor, this.#worth(offer, [one]));
      }
    });
    if (offer.done < offer.size) return;
    offer.status = 'closed';
  }

  /** Creates the currency, opens its market and pays the issuer. */
  #launch(offer: OfferBook): void {
    const { offerId, currency, market, issuePriceE8 } = offer.terms;
    const refusal =
      this.#markets.configureCurrency(currency) ??
      this.#markets.configureMarket({ ...market, baseCurrencyId: currency.id });
    invariant(refusal === null, `offer ${offerId} cannot list its currency: ${refusal?.code}`);
    this.#markets.market(market.id)!.openAt(issuePriceE8);
    const { allocatedMinor } = offer.result!;
    if (allocatedMinor !== 0n) this.#escrow.issue(offerId, currency.id, allocatedMinor);
    for (const [currencyId, amountMinor] of spentBy(offer.orders())) {
      this.#escrow.proceed(offerId, currencyId, amountMinor);
    }
    offer.status = 'launched';
    offer.done = 0;
    offer.stage = 0;
  }

  /** Parts are truncated; the last release pays the whole rest. */
  #release(offer: OfferBook): void {
    const { offerId, currency, releases } = offer.terms;
    let ppm = 0;
    for (let i = 0; i <= offer.stage; i++) ppm += releases[i]!.ppm;
    this.#each(offer, order => {
      const dueMinor = (order.allocatedMinor! * BigInt(ppm)) / 1_000_000n - order.releasedMinor;
      if (dueMinor === 0n) return;
      order.releasedMinor += dueMinor;
      this.#escrow.release(offerId, order.customerId, currency.id, dueMinor);
      const costMinor = (this.#worth(offer, order.spent) * dueMinor) / order.allocatedMinor!;
      this.#limits.results.bought(order.customerId, currency.id, dueMinor, costMinor);
    });
    if (offer.done < offer.size) return;
    offer.done = 0;
    offer.stage++;
    if (offer.stage < releases.length) return;
    offer.status = 'released';
    offer.forgetOrders();
  }

  /** Before the close commitments are unfrozen; after it payments are returned, the rest was unfrozen at the close. */
  #return(offer: OfferBook): void {
    const { offerId } = offer.terms;
    this.#each(offer, order => {
      order.returned = true;
      const { customerId } = order;
      if (offer.result === null) {
        for (const { currencyId, amountMinor } of order.committed) {
          this.#escrow.unfreeze(offerId, customerId, currencyId, amountMinor);
        }
      } else {
        for (const { currencyId, amountMinor } of order.spent) {
          this.#escrow.refund(offerId, customerId, currencyId, amountMinor);
          const worth = this.#worth(offer, [{ currencyId, amountMinor }]);
          this.#limits.results.bought(customerId, currencyId, amountMinor, worth);
        }
      }
    });
    if (offer.done < offer.size) return;
    offer.status = 'cancelled';
    offer.forgetOrders();
  }

  /** In the currency that limits count in, at the rates of the offer. */
  #worth({ terms, figures }: OfferBook, amounts: readonly LaunchAmount[]): bigint {
    return this.#limits.valueMinor(terms.market.quoteCurrencyId, valueOf(amounts, figures)) ?? 0n;
  }

  #each(offer: OfferBook, change: (order: KeptOrder) => void): void {
    for (const order of offer.next(ORDERS_PER_STEP)) {
      change(order);
      offer.done++;
      this.#log.push({ type: 'launchOrderChanged', order: offer.viewOf(order) });
    }
  }

  #report(offer: OfferBook): void {
    this.#log.push({ type: 'launchOfferChanged', offer: offer.view() });
  }
}

/** Sum of what orders paid, by currency. */
function spentBy(orders: readonly KeptOrder[]): Map<number, bigint> {
  const sums = new Map<number, bigint>();
  for (const { spent } of orders) {
    for (const { currencyId, amountMinor } of spent) {
      sums.set(currencyId, (sums.get(currencyId) ?? 0n) + amountMinor);
    }
  }
  return sums;
}
