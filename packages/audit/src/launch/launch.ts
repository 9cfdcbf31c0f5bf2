import { line } from '../line.ts';
import { indexBetween } from '../markets.ts';
import { isAmount, isWhole, MILLION } from '../numbers.ts';
import type { Command, Part, Refusal } from '../part.ts';
import type { LaunchDuty, World } from '../world.ts';
import { limitOf, unitsFor, worthOfAll, type Amounts } from './allocation.ts';
import { commit, dueAtMs, isUnderWay, newOffer, reserves, type Offer, type Order } from './offer.ts';
import { Settling } from './settling.ts';
import { termsOf, type OfferConfig } from './terms.ts';

interface ConfigureLaunchOffer extends Command {
  readonly type: 'configureLaunchOffer';
  readonly offer: OfferConfig;
}

interface CancelLaunchOffer extends Command {
  readonly type: 'cancelLaunchOffer';
  readonly offerId: number;
}

interface CommitToLaunch extends Command {
  readonly type: 'commitToLaunch';
  readonly customerId: number;
  readonly offerId: number;
  readonly currencyId: number;
  readonly amountMinor: bigint;
  /** How far the offer's rate may be from the index; older journals have none. */
  readonly rateGuard?: { readonly bandPpm: number; readonly staleMs: number };
}

/** New currencies: decisions 0028 and 0045. */
export class Launch implements Part, LaunchDuty {
  readonly commands = ['configureLaunchOffer', 'cancelLaunchOffer', 'commitToLaunch'];
  readonly #world: World;
  readonly #settling: Settling;
  #offers = new Map<number, Offer>();
  #lastOrderId = 0;

  constructor(world: World) {
    this.#world = world;
    this.#settling = new Settling(world);
    world.launch = this;
  }

  apply(command: ConfigureLaunchOffer | CancelLaunchOffer | CommitToLaunch): Refusal {
    if (command.type === 'configureLaunchOffer') return this.#configure(command.offer);
    return command.type === 'commitToLaunch' ? this.#commit(command) : this.#cancel(command.offerId);
  }

  #configure(config: OfferConfig): Refusal {
    const { now } = this.#world;
    const existing = this.#offers.get(config.offerId);
    const hasStarted =
      existing !== undefined && (existing.status !== 'open' || existing.terms.config.startMs <= now);
    if (hasStarted) return 'launch_already_started';
    const terms = termsOf(this.#world, config);
    if (typeof terms === 'string') return terms;
    if (this.#isTaken(config) || config.startMs < now) return 'invalid_launch_offer';
    this.#offers.set(config.offerId, newOffer(terms));
    return null;
  }

  /** Whether a name is in use, or promised to another offer. */
  #isTaken({ offerId, currency, market }: OfferConfig): boolean {
    const { currencies, markets } = this.#world;
    for (const { id, code } of currencies.values())
      if (id === currency.id || code === currency.code) return true;
    if (markets.has(market.id)) return true;
    for (const { id, status, terms } of this.#offers.values()) {
      if (id === offerId || status === 'cancelling' || status === 'cancelled') continue;
      const other = terms.config;
      const isSame =
        other.currency.id === currency.id ||
        other.currency.code === currency.code ||
        other.market.id === market.id;
      if (isSame) return true;
    }
    return false;
  }

  #cancel(offerId: number): Refusal {
    const offer = this.#offers.get(offerId);
    if (offer === undefined) return 'unknown_launch_offer';
    // What is due has happened for everybody, even if no command has done it yet.
    const isWaiting =
      (offer.status === 'open' || offer.status === 'closed') && dueAtMs(offer) > this.#world.now;
    if (!isWaiting) return 'launch_closed';
    this.#settling.cancel(offer);
    return null;
  }

  #commit(command: CommitToLaunch): Refusal {
    const { customerId, offerId, currencyId, amountMinor } = command;
    const { now, books, limits } = this.#world;
    const acting = this.#world.refuseActing(customerId);
    if (acting !== null) return acting;
    const offer = this.#offers.get(offerId);
    if (offer === undefined) return 'unknown_launch_offer';
    if (offer.isSoldOut) return 'launch_sold_out';
    if (offer.status !== 'open' || offer.closesAtMs <= now) return 'launch_closed';
    if (offer.terms.config.startMs > now) return 'launch_not_started';
    if (!offer.terms.config.accepted.some(one => one.currencyId === currencyId)) {
      return 'launch_currency_not_accepted';
    }
    const unfair = this.#refuseRate(offer, command);
    if (unfair !== null) return unfair;
    if (!isAmount(amountMinor)) return 'invalid_amount';
    const known = offer.orders.get(customerId);
    const committed: Amounts = new Map(known?.committed);
    committed.set(currencyId, (committed.get(currencyId) ?? 0n) + amountMinor);
    const refusal = refuseAmount(offer, known, committed);
    if (refusal !== null) return refusal;
    if (books.available(customerId, 'spot', currencyId) < amountMinor) return 'insufficient_balance';
    const limited = limits.refuseBuying(customerId);
    if (limited !== null) return limited;
    books.freeze('launchFreeze', `launch:${offerId}`, [customerId, 'spot', currencyId], amountMinor);
    const order = known ?? this.#newOrder(offer, customerId);
    commit(offer, order, currencyId, amountMinor);
    closeIfSoldOut(offer, now);
    return null;
  }

  /** The offer's rate must be near the index, and there must be an index to compare with. */
  #refuseRate(offer: Offer, { currencyId, rateGuard: guard }: CommitToLaunch): Refusal {
    const { market, accepted } = offer.terms.config;
    if (guard === undefined || currencyId === market.quoteCurrencyId) return null;
    const isGuard =
      isWhole(guard.bandPpm, 1, 1_000_000) && isWhole(guard.staleMs, 1, Number.MAX_SAFE_INTEGER);
    const tick = indexBetween(this.#world, currencyId, market.quoteCurrencyId);
    if (!isGuard || tick === null || tick.atMs < this.#world.now - guard.staleMs)
      return 'launch_rate_unknown';
    const rate = BigInt(accepted.find(one => one.currencyId === currencyId)!.rateE8);
    const apart = rate > tick.priceE8 ? rate - tick.priceE8 : tick.priceE8 - rate;
    return apart * MILLION > BigInt(guard.bandPpm) * tick.priceE8 ? 'launch_rate_off_market' : null;
  }

  #newOrder(offer: Offer, customerId: number): Order {
    const order: Order = {
      id: ++this.#lastOrderId,
      customerId,
      committed: new Map(),
      share: null,
      released: 0n,
      returned: false,
    };
    offer.orders.set(customerId, order);
    return order;
  }

  refuseCurrency(id: number, code: string): Refusal {
    for (const offer of this.#offers.values()) {
      const { currency } = offer.terms.config;
      if (reserves(offer) && (currency.id === id || currency.code === code)) return 'invalid_currency';
    }
    return null;
  }

  refuseMarket(id: number): Refusal {
    for (const offer of this.#offers.values()) {
      if (reserves(offer) && offer.terms.config.market.id === id) return 'invalid_market';
    }
    return null;
  }

  dueAtMs(): number {
    let due = Infinity;
    for (const offer of this.#offers.values()) due = Math.min(due, dueAtMs(offer));
    return due;
  }

  hasBacklog(): boolean {
    for (const offer of this.#offers.values()) if (isUnderWay(offer)) return true;
    return false;
  }

  /** One step: of the offer that has been due longest, or else of one that is under way; by id among equals. */
  passTime(): void {
    const offers = [...this.#offers.values()].toSorted((a, b) => a.id - b.id);
    let next = offers.find(isUnderWay);
    let earliest = Infinity;
    for (const offer of offers) {
      if (dueAtMs(offer) > this.#world.now || dueAtMs(offer) >= earliest) continue;
      next = offer;
      earliest = dueAtMs(offer);
    }
    if (next !== undefined) this.#settling.step(next);
  }

  get state(): unknown {
    return { offers: this.#offers, lastOrderId: this.#lastOrderId };
  }

  set state(state: unknown) {
    const kept = state as { offers: Map<number, Offer>; lastOrderId: number };
    this.#offers = kept.offers;
    this.#lastOrderId = kept.lastOrderId;
  }

  *lines(): Iterable<string> {
    for (const offer of this.#offers.values()) {
      const { result } = offer;
      const { root, orders, worth, allocated } = result ?? {
        root: null,
        orders: null,
        worth: null,
        allocated: null,
      };
      const fields = [offer.id, offer.status, offer.closesAtMs, offer.isSoldOut];
      yield line('offer', ...fields, root, orders, worth, allocated);
      for (const { id, customerId, committed, share, released, returned } of offer.orders.values()) {
        const amounts = (all: Amounts | undefined): string | null => textOf(all, offer);
        const shared = [share?.allocated, amounts(share?.spent)];
        yield line('commitment', id, offer.id, customerId, amounts(committed), ...shared, released, returned);
      }
    }
  }
}

/** All commitments together reach the minimum. Who is served first comes within the cap and what is left. */
function refuseAmount({ terms, wanted }: Offer, known: Order | undefined, committed: Amounts): Refusal {
  const { figures } = terms;
  const worth = worthOfAll(committed, figures);
  if (worth < terms.minimum) return 'launch_below_minimum';
  if (figures.mode === 'proRata') return null;
  const units = unitsFor(worth, figures);
  if (units > figures.cap) return 'launch_over_cap';
  const own = known === undefined ? 0n : limitOf(known.committed, figures);
  const left = figures.supply - wanted + own;
  return units > left ? 'launch_not_enough_left' : null;
}

/** Where the first come first, the offer ends when less is left than the minimum buys. */
function closeIfSoldOut(offer: Offer, atMs: number): void {
  const { figures, minimum } = offer.terms;
  if (figures.mode !== 'firstCome') return;
  if (figures.supply - offer.wanted >= unitsFor(minimum, figures)) return;
  offer.isSoldOut = true;
  offer.closesAtMs = atMs;
}

/** `CURRENCY:AMOUNT` in the offer's order; null for nothing. */
function textOf(amounts: Amounts | undefined, offer: Offer): string | null {
  const texts = offer.terms.figures.accepted.flatMap(({ currencyId }) => {
    const amount = amounts?.get(currencyId);
    return amount === undefined || amount === 0n ? [] : [`${currencyId}:${amount}`];
  });
  return texts.length === 0 ? null : texts.join(',');
}
