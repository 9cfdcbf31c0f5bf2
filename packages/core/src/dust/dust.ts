import type { EventLog } from '../event-log.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { Limits } from '../limit/limit.ts';
import { COUNTING_CURRENCY_ID } from '../limit/valuation.ts';
import { PRICE_DECIMALS } from '../market/derive-terms.ts';
import type { ListedMarket } from '../market/listed-market.ts';
import type { Markets } from '../market/market.ts';
import { formatMinor } from '../money/decimal.ts';
import { isIntegerWithin } from '../money/integer.ts';
import type { CommandOwner } from '../product.ts';
import type { Refusal } from '../refusal.ts';
import { refuse } from '../refuse.ts';
import type { Shared } from '../shared.ts';
import { SnapshotUnreadable, type SnapshotReader } from '../snapshot/reader.ts';
import type { SnapshotWriter } from '../snapshot/writer.ts';
import { DAY_MS, dayOf } from '../durations.ts';
import type { Customers } from '../customer/customer.ts';
import type { ConvertDust, DustCommand } from './command.ts';
import type { DustReader } from './reader.ts';
import {
  dustTermsOf,
  NO_DUST,
  readDustTerms,
  refuseDustTerms,
  sameDustTerms,
  writeDustTerms,
  type DustTerms,
} from './terms.ts';
import type { BoughtDust } from './event.ts';

/** Most lines in one command. */
const MAX_DUST_LINES = 50;
const MILLION = 1_000_000n;

/**
 * The house buys balances that no order can sell: less than a lot, or worth less than the market's smallest order. It
 * pays the newest index price less the published spread, only from the treasury's balance, and at most the daily limits
 * in its terms. It never sells, so trading against a lagging index can win no more than the spread on small amounts.
 */
export class Dust implements CommandOwner<DustCommand>, DustReader {
  readonly #log: EventLog;
  readonly #ledger: Ledger;
  readonly #markets: Markets;
  readonly #customers: Customers;
  readonly #limits: Limits;
  #terms = NO_DUST;
  #lastDustId = 0;
  /** The UTC day `#paid` belongs to. */
  #day = 0;
  readonly #paid = new Map<number, bigint>();

  constructor({ log, ledger, markets, customers, limits }: Shared) {
    this.#log = log;
    this.#ledger = ledger;
    this.#markets = markets;
    this.#customers = customers;
    this.#limits = limits;
  }

  get terms(): DustTerms {
    return this.#terms;
  }

  leftMinor(customerId: number, atMs: number): bigint {
    const paid = dayOf(atMs) === this.#day ? this.#paid : new Map<number, bigint>();
    const own = BigInt(this.#terms.customerDailyMinor) - (paid.get(customerId) ?? 0n);
    const all = BigInt(this.#terms.dailyMinor) - paid.values().reduce((sum, minor) => sum + minor, 0n);
    const left = own < all ? own : all;
    return left > 0n ? left : 0n;
  }

  apply(command: DustCommand, atMs: number): Refusal | null {
    return command.type === 'convertDust' ? this.#convert(command, atMs) : this.#configure(command.terms);
  }

  #configure(terms: DustTerms): Refusal | null {
    const refusal = refuseDustTerms(terms);
    if (refusal !== null || sameDustTerms(terms, this.#terms)) return refusal;
    this.#terms = dustTermsOf(terms);
    this.#log.push({ type: 'dustTermsSet', terms: this.#terms });
    return null;
  }

  quote(customerId: number, currencyId: number, atMs: number): BoughtDust | Refusal {
    if (this.#terms.dailyMinor === 0) return refuse('dust_unavailable');
    const listed = this.#marketOf(currencyId);
    if (listed === undefined) return refuse('no_route', 'currency_id');
    if (listed.status === 'halted') return refuse('market_halted');
    if (listed.status === 'cancelOnly') return refuse('market_cancel_only');
    const { indexTick } = listed;
    if (indexTick === null || atMs - indexTick.atMs > this.#terms.staleMs) return refuse('dust_unavailable');
    const amountMinor = this.#availableMinor(customerId, currencyId);
    const valueMinor = valueAt(listed, amountMinor, indexTick.priceE8);
    const isSmall =
      amountMinor < BigInt(listed.baseMinorPerLot) || valueMinor < BigInt(listed.minNotionalMinor);
    if (!isSmall || valueMinor > BigInt(this.#terms.mostMinor)) {
      return refuse('not_dust', 'currency_id', {
        maximum: listed.formatQuote(this.#terms.mostMinor),
        currency: listed.quote.code,
      });
    }
    const receivedMinor = (valueMinor * (MILLION - BigInt(this.#terms.spreadPpm))) / MILLION;
    if (receivedMinor === 0n) return refuse('dust_worthless', 'currency_id');
    const { number: tickNumber, priceE8 } = indexTick;
    return { currencyId, amountMinor, tickNumber, priceE8, receivedMinor };
  }

  #convert(command: ConvertDust, atMs: number): Refusal | null {
    const bought = this.#look(command, atMs);
    if ('code' in bought) return bought;
    const { customerId, minReceivedMinor } = command;
    const receivedMinor = bought.reduce((sum, line) => sum + line.receivedMinor, 0n);
    const refusal = this.#refusePaying(customerId, receivedMinor, minReceivedMinor, atMs);
    if (refusal !== null) return refusal;

    const dustId = ++this.#lastDustId;
    if (dayOf(atMs) !== this.#day) this.#paid.clear();
    this.#day = dayOf(atMs);
    this.#paid.set(customerId, (this.#paid.get(customerId) ?? 0n) + receivedMinor);
    this.#post(customerId, dustId, bought, receivedMinor);
    this.#count(customerId, bought);
    this.#log.push({
      type: 'dustConverted',
      dustId,
      customerId,
      toCurrencyId: COUNTING_CURRENCY_ID,
      receivedMinor,
      spreadPpm: this.#terms.spreadPpm,
      lines: bought,
    });
    return null;
  }

  get isEmpty(): boolean {
    return this.#lastDustId === 0 && sameDustTerms(this.#terms, NO_DUST);
  }

  write(writer: SnapshotWriter): void {
    writeDustTerms(writer, this.#terms);
    writer.int(this.#lastDustId);
    writer.int(this.#day);
    writer.int(this.#paid.size);
    for (const [customerId, minor] of [...this.#paid].toSorted(([a], [b]) => a - b)) {
      writer.int(customerId);
      writer.int64(minor);
    }
  }

  read(reader: SnapshotReader): void {
    this.#terms = readDustTerms(reader);
    if (refuseDustTerms(this.#terms) !== null) throw new SnapshotUnreadable('terms of dust');
    this.#lastDustId = reader.int();
    this.#day = reader.int();
    let last = 0;
    for (let left = reader.int(); left > 0; left--) {
      const customerId = reader.int();
      const minor = reader.int64();
      if (customerId <= last || minor <= 0n || !this.#customers.has(customerId)) {
        throw new SnapshotUnreadable(`dust of customer ${customerId}`);
      }
      this.#paid.set(customerId, minor);
      last = customerId;
    }
  }

  /** Every line as it would be bought, or the refusal of the first that cannot be. */
  #look(command: ConvertDust, atMs: number): BoughtDust[] | Refusal {
    const { customerId, lines, expiresAtMs } = command;
    if (!this.#customers.has(customerId)) return refuse('unknown_customer', 'customer_id');
    if (this.#customers.isFrozen(customerId)) return refuse('customer_frozen');
    if (!isIntegerWithin(expiresAtMs, atMs, Number.MAX_SAFE_INTEGER)) return refuse('quote_expired');
    const currencies = new Set(lines.map(line => line.currencyId));
    if (lines.length === 0 || lines.length > MAX_DUST_LINES || currencies.size !== lines.length) {
      return refuse('invalid_order', 'lines');
    }
    const bought: BoughtDust[] = [];
    for (const { currencyId, amount } of lines) {
      const line = this.quote(customerId, currencyId, atMs);
      if ('code' in line) return line;
      // The balance has changed since the customer saw it: they see the new amount first.
      if (line.amountMinor.toString() !== amount) return refuse('quote_outdated', 'lines');
      bought.push(line);
    }
    return bought;
  }

  #refusePaying(customerId: number, receivedMinor: bigint, leastMinor: bigint, atMs: number): Refusal | null {
    if (typeof leastMinor !== 'bigint' || leastMinor <= 0n) return refuse('invalid_amount', 'least');
    const { decimals, code } = this.#markets.currency(COUNTING_CURRENCY_ID)!;
    if (receivedMinor < leastMinor) {
      return refuse('quote_outdated', undefined, {
        received: formatMinor(receivedMinor, decimals),
        least: formatMinor(leastMinor, decimals),
        currency: code,
      });
    }
    if (receivedMinor > this.leftMinor(customerId, atMs)) {
      return refuse('dust_limit_reached', undefined, { until_ms: (dayOf(atMs) + 1) * DAY_MS });
    }
    // The house promises no more than it has.
    return this.#ledger.availableMinor(this.#ledger.platform('treasury', COUNTING_CURRENCY_ID)) <
      receivedMinor
      ? refuse('dust_unavailable')
      : null;
  }

  #post(customerId: number, dustId: number, bought: readonly BoughtDust[], receivedMinor: bigint): void {
    const ledger = this.#ledger;
    ledger.open('dustConversion', `dust:${dustId}`);
    for (const { currencyId, amountMinor } of bought) {
      ledger.availableBig(ledger.spot(customerId, currencyId), -amountMinor);
      ledger.availableBig(this.#ledger.platform('treasury', currencyId), amountMinor);
    }
    ledger.availableBig(this.#ledger.platform('treasury', COUNTING_CURRENCY_ID), -receivedMinor);
    ledger.availableBig(ledger.spot(customerId, COUNTING_CURRENCY_ID), receivedMinor);
    ledger.close();
  }

  /** Counts as a sale for the customer's own limits. */
  #count(customerId: number, bought: readonly BoughtDust[]): void {
    if (!this.#limits.follows(customerId)) return;
    for (const { currencyId, amountMinor, receivedMinor } of bought) {
      this.#limits.results.sold(customerId, currencyId, amountMinor, receivedMinor);
    }
  }

  /** The market that prices the currency: against the counting currency, with the lowest id. */
  #marketOf(currencyId: number): ListedMarket | undefined {
    return this.#markets
      .all()
      .find(({ base, quote }) => base.id === currencyId && quote.id === COUNTING_CURRENCY_ID);
  }

  #availableMinor(customerId: number, currencyId: number): bigint {
    const account = this.#ledger.find({ ownerId: customerId, account: 'spot', currencyId });
    return account === null ? 0n : this.#ledger.availableMinor(account);
  }
}

/** In quote minor units, truncated. */
function valueAt({ base, quote }: ListedMarket, amountMinor: bigint, priceE8: number): bigint {
  const product = amountMinor * BigInt(priceE8) * 10n ** BigInt(quote.decimals);
  return product / 10n ** BigInt(base.decimals + PRICE_DECIMALS);
}
