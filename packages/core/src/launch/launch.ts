import type { CommandOf } from '../command.ts';
import type { EventLog } from '../event-log.ts';
import { invariant } from '../invariant.ts';
import type { AccountIndex, Ledger } from '../ledger/ledger.ts';
import type { Limits } from '../limit/limit.ts';
import type { IndexTick } from '../market/price-log.ts';
import type { Markets } from '../market/market.ts';
import type { Product } from '../product.ts';
import type { Refusal } from '../refusal.ts';
import { refuse } from '../refuse.ts';
import type { Shared } from '../shared.ts';
import type { SnapshotReader } from '../snapshot/reader.ts';
import type { SnapshotWriter } from '../snapshot/writer.ts';
import { checkAvailable } from '../ledger/check-available.ts';
import type { Customers } from '../customer/customer.ts';
import { addAmount, refuseAmount, refuseTaken } from './admission.ts';
import { addOwed, checkOffer, eachHeldBy } from './check.ts';
import type { LaunchCommand } from './command.ts';
import { LaunchEscrow } from './escrow.ts';
import { unitsFor, type LaunchFigures } from './figures.ts';
import { refuseRate } from './rate-guard.ts';
import type { LaunchReader, LaunchTotals, VisitHeld } from './reader.ts';
import { readOffer, writeOffer } from './snapshot.ts';
import { OfferBook, type KeptOrder } from './offer-book.ts';
import { Steps } from './steps.ts';
import type { LaunchAmount, LaunchOffer, LaunchOrder } from './terms.ts';
import { deriveTerms } from './derive-terms.ts';

/** New currencies: offered, subscribed, allocated, launched, released. */
export class Launch implements Product<LaunchCommand>, LaunchReader {
  readonly #log: EventLog;
  readonly #ledger: Ledger;
  readonly #markets: Markets;
  readonly #customers: Customers;
  readonly #limits: Limits;
  readonly #escrow: LaunchEscrow;
  readonly #steps: Steps;
  readonly #offers = new Map<number, OfferBook>();
  #lastOrderId = 0;
  #lastCommitmentId = 0;
  #dueAtMs = Infinity;
  #underWay = false;

  constructor({ log, ledger, markets, customers, limits }: Shared) {
    this.#log = log;
    this.#ledger = ledger;
    this.#markets = markets;
    this.#customers = customers;
    this.#limits = limits;
    this.#escrow = new LaunchEscrow(ledger);
    this.#steps = new Steps(log, markets, this.#escrow, limits);
  }

  offers(): LaunchOffer[] {
    return this.#sorted().map(offer => offer.view());
  }

  offer(offerId: number): LaunchOffer | null {
    return this.#offers.get(offerId)?.view() ?? null;
  }

  figures(offerId: number): LaunchFigures | null {
    return this.#offers.get(offerId)?.figures ?? null;
  }

  totals(offerId: number): LaunchTotals | null {
    const offer = this.#offers.get(offerId);
    if (offer === undefined) return null;
    return { orders: offer.size, valueMinor: offer.valueMinor, wantedMinor: offer.wantedMinor };
  }

  orders(offerId: number): LaunchOrder[] {
    const offer = this.#offers.get(offerId);
    return offer === undefined ? [] : offer.orders().map(order => offer.viewOf(order));
  }

  order(offerId: number, customerId: number): LaunchOrder | null {
    const offer = this.#offers.get(offerId);
    const order = offer?.orderOf(customerId);
    return offer === undefined || order === undefined ? null : offer.viewOf(order);
  }

  eachHeld(visit: VisitHeld): void {
    for (const offer of this.#offers.values()) eachHeldBy(offer, visit);
  }

  issuePriceE8(marketId: number): number | null {
    for (const { terms, status } of this.#offers.values()) {
      if (terms.market.id !== marketId) continue;
      if (status === 'launched' || status === 'released') return terms.issuePriceE8;
    }
    return null;
  }

  apply(command: LaunchCommand, atMs: number): Refusal | null {
    switch (command.type) {
      case 'configureLaunchOffer':
        return this.#configure(command, atMs);
      case 'cancelLaunchOffer':
        return this.#cancel(command, atMs);
      case 'commitToLaunch':
        return this.#commit(command, atMs);
    }
  }

  /** Announces an offer, or changes one before its start. Names in use or promised to another offer are refused. */
  #configure(command: CommandOf<'configureLaunchOffer'>, atMs: number): Refusal | null {
    const existing = this.#offers.get(command.offer.offerId);
    if (existing !== undefined && (existing.status !== 'open' || existing.terms.startMs <= atMs)) {
      return refuse('launch_already_started', 'offer_id');
    }
    const derived = deriveTerms(command.offer, id => this.#markets.currency(id));
    if ('refusal' in derived) return derived.refusal;
    const { terms } = derived;
    const taken = refuseTaken(terms, this.#markets, this.#offers.values());
    if (taken !== null) return taken;
    if (terms.startMs < atMs) return refuse('invalid_launch_offer', 'start');
    const offer = new OfferBook(terms, id => this.#markets.currency(id)!.decimals);
    this.#offers.set(terms.offerId, offer);
    this.#log.push({ type: 'launchOfferChanged', offer: offer.view() });
    this.#planNext();
    return null;
  }

  #cancel(command: CommandOf<'cancelLaunchOffer'>, atMs: number): Refusal | null {
    const offer = this.#offers.get(command.offerId);
    if (offer === undefined) return refuse('unknown_launch_offer', 'offer_id');
    const closing = offer.status === 'open' && offer.closesAtMs <= atMs;
    const launching = offer.status === 'closed' && offer.terms.launchMs <= atMs;
    if ((offer.status !== 'open' && offer.status !== 'closed') || closing || launching) {
      return refuse('launch_closed', 'offer_id');
    }
    this.#steps.cancel(offer);
    this.#planNext();
    return null;
  }

  #commit(command: CommandOf<'commitToLaunch'>, atMs: number): Refusal | null {
    const { customerId, offerId, currencyId, amountMinor } = command;
    const refusal = this.#customers.refuseActing(customerId);
    if (refusal !== null) return refusal;
    const offer = this.#offers.get(offerId);
    if (offer === undefined) return refuse('unknown_launch_offer', 'offer_id');
    if (offer.soldOut) return refuse('launch_sold_out');
    if (offer.status !== 'open' || offer.closesAtMs <= atMs) return refuse('launch_closed');
    if (offer.terms.startMs > atMs) return refuse('launch_not_started');
    const currency = this.#markets.currency(currencyId);
    if (currency === undefined || !offer.terms.accepted.some(one => one.currencyId === currencyId)) {
      return refuse('launch_currency_not_accepted', 'currency_id');
    }
    const unfair = refuseRate(offer.terms, currencyId, command.rateGuard, this.#markets, atMs);
    if (unfair !== null) return unfair;
    if (typeof amountMinor !== 'bigint' || amountMinor <= 0n) return refuse('invalid_amount', 'amount');
    const known = offer.orderOf(customerId);
    const committed = addAmount(offer.terms, known?.committed ?? [], currencyId, amountMinor);
    const tooMuchOrLittle = refuseAmount(offer, known, committed, this.#markets);
    if (tooMuchOrLittle !== null) return tooMuchOrLittle;
    const lacking = checkAvailable(
      this.#ledger,
      this.#escrow.spot(customerId, currencyId),
      amountMinor,
      currency,
    );
    if (lacking !== null) return lacking;
    const limited = this.#limits.refuseBuying(customerId);
    if (limited !== null) return limited;

    this.#escrow.freeze(offerId, customerId, currencyId, amountMinor);
    const order = known ?? this.#newOrder(customerId, committed);
    if (known === undefined) offer.add(order);
    else offer.commit(order, committed);
    this.#log.push({
      type: 'launchCommitted',
      commitmentId: ++this.#lastCommitmentId,
      orderId: order.orderId,
      currencyId,
      amountMinor,
    });
    this.#log.push({ type: 'launchOrderChanged', order: offer.viewOf(order) });
    this.#closeIfSoldOut(offer, atMs);
    return null;
  }

  /** Names of a currency that is not launched yet cannot be given to another. */
  refuseCurrency(id: number, code: string): Refusal | null {
    for (const offer of this.#offers.values()) {
      if (!offer.reserves()) continue;
      if (offer.terms.currency.id === id) return refuse('invalid_currency', 'id');
      if (offer.terms.currency.code === code) return refuse('invalid_currency', 'code');
    }
    return null;
  }

  refuseMarket(id: number): Refusal | null {
    const reserved = [...this.#offers.values()].some(
      offer => offer.reserves() && offer.terms.market.id === id,
    );
    return reserved ? refuse('invalid_market', 'id') : null;
  }

  /** Launches do not depend on the index. */
  indexTicked(_tick: IndexTick, _atMs: number): void {}

  dueAtMs(): number {
    return this.#dueAtMs;
  }

  hasBacklog(): boolean {
    return this.#underWay;
  }

  /** One step: of an offer whose work is under way, or of the one that has been due longest. */
  passTime(atMs: number): void {
    let next: OfferBook | null = null;
    for (const offer of this.#sorted()) {
      if (offer.dueAtMs() <= atMs && (next === null || offer.dueAtMs() < next.dueAtMs())) next = offer;
    }
    next ??= this.#sorted().find(offer => offer.isUnderWay()) ?? null;
    invariant(next !== null, 'no launch offer is due');
    this.#steps.run(next);
    this.#planNext();
  }

  checkCheap(): void {
    this.#escrow.checkCheap();
  }

  checkAll(frozen: Map<AccountIndex, bigint>): void {
    const owed = new Map<number, bigint>();
    let lastOrderId = 0;
    for (const offer of this.#offers.values()) {
      checkOffer(offer);
      addOwed(offer, owed, (customerId, currencyId, amountMinor) => {
        const account = this.#escrow.spot(customerId, currencyId);
        frozen.set(account, (frozen.get(account) ?? 0n) + amountMinor);
      });
      for (const { orderId } of offer.orders()) lastOrderId = Math.max(lastOrderId, orderId);
    }
    invariant(
      lastOrderId <= this.#lastOrderId,
      `launch order ${lastOrderId} has a number not handed out yet`,
    );
    this.#escrow.checkAll(owed);
  }

  write(writer: SnapshotWriter): void {
    writer.int(this.#lastOrderId);
    writer.int(this.#lastCommitmentId);
    writer.int(this.#offers.size);
    for (const offer of this.#sorted()) writeOffer(writer, offer);
  }

  read(reader: SnapshotReader): void {
    this.#lastOrderId = reader.int();
    this.#lastCommitmentId = reader.int();
    const owed = new Map<number, bigint>();
    for (let left = reader.int(); left > 0; left--) {
      const offer = readOffer(reader, this.#markets, this.#customers);
      this.#offers.set(offer.terms.offerId, offer);
      addOwed(offer, owed, () => {});
    }
    this.#escrow.restore(owed);
    this.#planNext();
  }

  #newOrder(customerId: number, committed: readonly LaunchAmount[]): KeptOrder {
    return {
      orderId: ++this.#lastOrderId,
      customerId,
      committed,
      allocatedMinor: null,
      spent: [],
      releasedMinor: 0n,
      returned: false,
    };
  }

  /** A first-come offer ends when the remaining units are less than the smallest commitment buys. */
  #closeIfSoldOut(offer: OfferBook, atMs: number): void {
    const { terms, figures, wantedMinor } = offer;
    if (terms.mode !== 'firstCome') return;
    if (terms.supplyMinor - wantedMinor >= unitsFor(terms.minimumMinor, figures)) return;
    offer.soldOut = true;
    offer.closesAtMs = atMs;
    this.#log.push({ type: 'launchOfferChanged', offer: offer.view() });
    this.#planNext();
  }

  #planNext(): void {
    this.#dueAtMs = Infinity;
    this.#underWay = false;
    for (const offer of this.#offers.values()) {
      this.#dueAtMs = Math.min(this.#dueAtMs, offer.dueAtMs());
      this.#underWay ||= offer.isUnderWay();
    }
  }

  /** By id. */
  #sorted(): OfferBook[] {
    return [...this.#offers.values()].toSorted((a, b) => a.terms.offerId - b.terms.offerId);
  }
}
