import type { EventLog } from '../event-log.ts';
import { PLATFORM_OWNER } from '../ledger/account.ts';
import { MAX_ISSUED_MINOR, type Ledger } from '../ledger/ledger.ts';
import type { Markets } from '../market/market.ts';
import { MAX_AT_MS } from '../max-at-ms.ts';
import { parseDecimal } from '../money/decimal.ts';
import { isIntegerWithin } from '../money/integer.ts';
import type { Refusal } from '../refusal.ts';
import { refuse } from '../refuse.ts';
import { SnapshotUnreadable, type SnapshotReader } from '../snapshot/reader.ts';
import type { SnapshotWriter } from '../snapshot/writer.ts';
import { promisedInterest } from './figures.ts';
import { readProduct, writeProduct } from './snapshot.ts';
import type { ConfigureTrustProduct } from './command.ts';
import type { TrustProduct, TrustTerms, TrustTermsConfig } from './terms.ts';

const MAX_CYCLE_DAYS = 3_660;
const MILLION = 1_000_000;

interface Known extends Omit<TrustProduct, 'hostedMinor'> {
  hostedMinor: bigint;
  /** Hosted principal by customer; zeros are left out. */
  readonly hostedBy: Map<number, bigint>;
}

/** The trust products and how much of each is in use. */
export class Products {
  readonly #log: EventLog;
  readonly #ledger: Ledger;
  readonly #markets: Markets;
  readonly #known = new Map<number, Known>();

  constructor(log: EventLog, ledger: Ledger, markets: Markets) {
    this.#log = log;
    this.#ledger = ledger;
    this.#markets = markets;
  }

  /** By id. */
  all(): TrustProduct[] {
    return [...this.#known.values()].toSorted((a, b) => a.productId - b.productId).map(viewOf);
  }

  find(productId: number): TrustProduct | null {
    const known = this.#known.get(productId);
    return known === undefined ? null : viewOf(known);
  }

  hostedBy(productId: number, customerId: number): bigint {
    return this.#known.get(productId)?.hostedBy.get(customerId) ?? 0n;
  }

  /** What `configure` would refuse. */
  judge(command: ConfigureTrustProduct): Refusal | null {
    const judged = this.#judge(command);
    return 'code' in judged ? judged : null;
  }

  configure(command: ConfigureTrustProduct): Refusal | null {
    const judged = this.#judge(command);
    if ('code' in judged) return judged;
    this.#known.set(judged.productId, judged);
    this.#announce(judged);
    return null;
  }

  #judge({ productId, enabled, terms: config }: ConfigureTrustProduct): Refusal | Known {
    if (!isIntegerWithin(productId, 1, Number.MAX_SAFE_INTEGER))
      return refuse('unknown_trust_product', 'product_id');
    if (typeof enabled !== 'boolean') return refuse('invalid_trust_terms', 'enabled');
    const currency = this.#markets.currency(config.currencyId);
    if (currency === undefined) return refuse('unknown_currency', 'currency_id');
    const terms = parseTerms(config, currency.decimals);
    const refusal = this.#refuseTerms(terms);
    if (refusal !== null) return refusal;
    const before = this.#known.get(productId);
    const changed = before === undefined || !sameTerms(before, terms);
    if (changed && before !== undefined && before.orderCount > 0) return refuse('trust_terms_frozen');
    const product: Known = {
      ...pickTerms(terms),
      productId,
      version: (before?.version ?? 0) + (changed ? 1 : 0),
      enabled,
      hostedMinor: before?.hostedMinor ?? 0n,
      orderCount: before?.orderCount ?? 0,
      hostedBy: before?.hostedBy ?? new Map(),
    };
    if (enabled && this.#couldPromise(product) > this.#treasuryMinor(terms.currencyId)) {
      return refuse('treasury_short', 'capacity');
    }
    return product;
  }

  /** Takes capacity for a checked order; a negative amount gives it back. */
  host(productId: number, customerId: number, amountMinor: bigint): void {
    const product = this.#known.get(productId)!;
    const hostedMinor = (product.hostedBy.get(customerId) ?? 0n) + amountMinor;
    if (hostedMinor === 0n) product.hostedBy.delete(customerId);
    else product.hostedBy.set(customerId, hostedMinor);
    product.hostedMinor += amountMinor;
    this.#announce(product);
  }

  countOrder(productId: number): void {
    const product = this.#known.get(productId)!;
    this.#known.set(productId, { ...product, orderCount: product.orderCount + 1 });
  }

  write(writer: SnapshotWriter): void {
    writer.int(this.#known.size);
    for (const product of this.all()) writeProduct(writer, product);
  }

  /** Hosted amounts are restored with the orders. */
  read(reader: SnapshotReader): void {
    for (let left = reader.int(); left > 0; left--) {
      const product: Known = { ...readProduct(reader), hostedMinor: 0n, hostedBy: new Map() };
      const possible =
        product.productId >= 1 &&
        product.version >= 1 &&
        !this.#known.has(product.productId) &&
        this.#refuseTerms(product) === null;
      if (!possible) throw new SnapshotUnreadable(`trust product ${product.productId}`);
      this.#known.set(product.productId, product);
    }
  }

  /** Takes capacity for an order of a snapshot. */
  restore(productId: number, customerId: number, amountMinor: bigint): void {
    const product = this.#known.get(productId);
    if (product === undefined) throw new SnapshotUnreadable(`trust product ${productId}`);
    product.hostedMinor += amountMinor;
    product.hostedBy.set(customerId, (product.hostedBy.get(customerId) ?? 0n) + amountMinor);
  }

  /** Interest of everything that could still be bought in the currency, if this product had its new terms. */
  #couldPromise(wanted: Known): bigint {
    let sum = 0n;
    for (const known of this.#known.values()) {
      if (known.productId === wanted.productId || !known.enabled) continue;
      if (known.currencyId === wanted.currencyId) sum += roomInterest(known);
    }
    return sum + roomInterest(wanted);
  }

  #treasuryMinor(currencyId: number): bigint {
    const treasury = this.#ledger.find({ ownerId: PLATFORM_OWNER, account: 'treasury', currencyId });
    return treasury === null ? 0n : this.#ledger.availableMinor(treasury);
  }

  #refuseTerms(terms: TrustTerms): Refusal | null {
    const { minMinor, maxMinor, capacityMinor, customerLimitMinor } = terms;
    if (this.#markets.currency(terms.currencyId) === undefined)
      return refuse('unknown_currency', 'currency_id');
    if (!isIntegerWithin(terms.cycleDays, 1, MAX_CYCLE_DAYS))
      return refuse('invalid_trust_terms', 'cycle_days');
    if (!isIntegerWithin(terms.dailyYieldPpm, 1, MILLION))
      return refuse('invalid_trust_terms', 'daily_yield');
    if (!isIntegerWithin(terms.penaltyPpm, 0, MILLION)) return refuse('invalid_trust_terms', 'penalty_rate');
    if (!isIntegerWithin(terms.opensAtMs, 0, MAX_AT_MS)) return refuse('invalid_trust_terms', 'opens_at_ms');
    // Even the smallest order earns at least one minor unit a day, so that each day has a payment.
    if (!isAmount(minMinor, 1n) || minMinor * BigInt(terms.dailyYieldPpm) < BigInt(MILLION)) {
      return refuse('invalid_trust_terms', 'minimum');
    }
    if (!isAmount(maxMinor, minMinor)) return refuse('invalid_trust_terms', 'maximum');
    if (!isAmount(customerLimitMinor, minMinor)) return refuse('invalid_trust_terms', 'customer_limit');
    if (!isAmount(capacityMinor, minMinor)) return refuse('invalid_trust_terms', 'capacity');
    return null;
  }

  #announce(product: Known): void {
    this.#log.push({ type: 'trustProductChanged', product: viewOf(product) });
  }
}

function roomInterest(product: Known): bigint {
  const roomMinor = product.capacityMinor - product.hostedMinor;
  return roomMinor > 0n ? promisedInterest(roomMinor, product) : 0n;
}

function isAmount(value: unknown, least: bigint): boolean {
  return typeof value === 'bigint' && value >= least && value <= MAX_ISSUED_MINOR;
}

function pickTerms(terms: TrustTerms): TrustTerms {
  const { currencyId, cycleDays, dailyYieldPpm, penaltyPpm, opensAtMs } = terms;
  const { minMinor, maxMinor, capacityMinor, customerLimitMinor } = terms;
  return {
    currencyId,
    cycleDays,
    dailyYieldPpm,
    penaltyPpm,
    minMinor,
    maxMinor,
    capacityMinor,
    customerLimitMinor,
    opensAtMs,
  };
}

/** An invalid amount becomes 0, which every term refuses. */
function parseTerms(config: TrustTermsConfig, decimals: number): TrustTerms {
  const minorOf = (text: unknown): bigint =>
    (typeof text === 'string' ? parseDecimal(text, decimals) : null) ?? 0n;
  return pickTerms({
    ...config,
    minMinor: minorOf(config.minimum),
    maxMinor: minorOf(config.maximum),
    capacityMinor: minorOf(config.capacity),
    customerLimitMinor: minorOf(config.customerLimit),
  });
}

function sameTerms(a: TrustTerms, b: TrustTerms): boolean {
  const others = pickTerms(b);
  return Object.entries(pickTerms(a)).every(([name, value]) => value === others[name as keyof TrustTerms]);
}

function viewOf(known: Known): TrustProduct {
  const { hostedBy: _, ...product } = known;
  return product;
}
