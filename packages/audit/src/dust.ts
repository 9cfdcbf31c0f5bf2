import type { Entry } from './books.ts';
import { line } from './line.ts';
import { COUNTING_CURRENCY } from './limits.ts';
import { dayOf, HOUR_MS, isAmount, isWhole, least, MILLION } from './numbers.ts';
import type { Command, Part, Refusal } from './part.ts';
import type { World } from './world.ts';

/** On what terms the house buys small balances; amounts in minor units of the counting currency. */
interface DustTerms {
  readonly spreadPpm: number;
  /** What is worth more is not small. */
  readonly mostMinor: number;
  /** The most paid in a UTC day to one customer and to all. 0 to all: none is bought. */
  readonly customerDailyMinor: number;
  readonly dailyMinor: number;
  readonly staleMs: number;
}

interface ConfigureDust extends Command {
  readonly type: 'configureDust';
  readonly terms: DustTerms;
}

interface ConvertDust extends Command {
  readonly type: 'convertDust';
  readonly customerId: number;
  /** Amounts as decimal text in minor units: all that is available. */
  readonly lines: readonly { readonly currencyId: number; readonly amount: string }[];
  readonly expiresAtMs: number;
  readonly minReceivedMinor: bigint;
}

interface Bought {
  readonly currencyId: number;
  readonly amount: bigint;
  readonly received: bigint;
}

interface State {
  readonly terms: DustTerms;
  readonly lastId: number;
  readonly day: number;
  readonly paid: Map<number, bigint>;
  readonly paidToAll: bigint;
}

const MOST_LINES = 50;
const MOST_LIMIT = 1_000_000_000_000;

/** What no order can sell is bought by the house: decision 0059. */
export class Dust implements Part {
  readonly commands = ['convertDust', 'configureDust'];
  readonly #world: World;
  #terms: DustTerms = { spreadPpm: 0, mostMinor: 0, customerDailyMinor: 0, dailyMinor: 0, staleMs: 0 };
  #lastId = 0;
  /** The day of what was paid, by customer and to all. */
  #day = 0;
  #paid = new Map<number, bigint>();
  #paidToAll = 0n;

  constructor(world: World) {
    this.#world = world;
  }

  apply(command: ConvertDust | ConfigureDust): Refusal {
    return command.type === 'convertDust' ? this.#convert(command) : this.#configure(command.terms);
  }

  #configure({ spreadPpm, mostMinor, customerDailyMinor, dailyMinor, staleMs }: DustTerms): Refusal {
    const isValid =
      isWhole(spreadPpm, 0, 50_000) &&
      isWhole(staleMs, 0, HOUR_MS) &&
      isWhole(mostMinor, 0, MOST_LIMIT) &&
      isWhole(dailyMinor, 0, MOST_LIMIT) &&
      isWhole(customerDailyMinor, 0, dailyMinor);
    if (!isValid) return 'invalid_limit';
    this.#terms = { spreadPpm, mostMinor, customerDailyMinor, dailyMinor, staleMs };
    return null;
  }

  /** All lines by one posting, or none. */
  #convert({ customerId, lines, expiresAtMs, minReceivedMinor }: ConvertDust): Refusal {
    const { now, books, limits } = this.#world;
    const acting = this.#world.refuseActing(customerId);
    if (acting !== null) return acting;
    if (!isWhole(expiresAtMs, now, Number.MAX_SAFE_INTEGER)) return 'quote_expired';
    const currencies = new Set(lines.map(one => one.currencyId));
    const isList = lines.length > 0 && lines.length <= MOST_LINES && currencies.size === lines.length;
    if (!isList) return 'invalid_order';
    const all: Bought[] = [];
    for (const { currencyId, amount } of lines) {
      const bought = this.#priced(customerId, currencyId);
      if (typeof bought === 'string') return bought;
      if (`${bought.amount}` !== amount) return 'quote_outdated';
      all.push(bought);
    }
    const received = all.reduce((sum, one) => sum + one.received, 0n);
    if (!isAmount(minReceivedMinor)) return 'invalid_amount';
    if (received < minReceivedMinor) return 'quote_outdated';
    if (received > this.#left(customerId)) return 'dust_limit_reached';
    if (received > books.available(0, 'treasury', COUNTING_CURRENCY)) return 'dust_unavailable';
    this.#paid.set(customerId, (this.#paid.get(customerId) ?? 0n) + received);
    this.#paidToAll += received;
    const entries: Entry[] = all.flatMap(({ currencyId, amount }): Entry[] => [
      [customerId, 'spot', currencyId, 'available', -amount],
      [0, 'treasury', currencyId, 'available', amount],
    ]);
    books.post('dustConversion', `dust:${++this.#lastId}`, [
      ...entries,
      [0, 'treasury', COUNTING_CURRENCY, 'available', -received],
      [customerId, 'spot', COUNTING_CURRENCY, 'available', received],
    ]);
    if (!limits.follows(customerId)) return null;
    for (const one of all) limits.sold(customerId, one.currencyId, one.amount, one.received);
    return null;
  }

  /** All of a currency in the spot account at the index less the spread; or why it is not bought. */
  #priced(customerId: number, currencyId: number): Bought | string {
    const { spreadPpm, mostMinor, dailyMinor, staleMs } = this.#terms;
    if (dailyMinor === 0) return 'dust_unavailable';
    const market = this.#world
      .marketsById()
      .find(({ base, quote }) => base.id === currencyId && quote.id === COUNTING_CURRENCY);
    if (market === undefined) return 'no_route';
    const { base, quote, tick, status, terms } = market;
    if (status !== 'open') return status === 'halted' ? 'market_halted' : 'market_cancel_only';
    if (tick === null || this.#world.now - tick.atMs > staleMs) return 'dust_unavailable';
    const amount = this.#world.books.available(customerId, 'spot', currencyId);
    const scaled = amount * tick.priceE8 * 10n ** BigInt(quote.decimals);
    const value = scaled / 10n ** BigInt(base.decimals + 8);
    const canBeSold = amount >= terms.baseMinorPerLot && value >= terms.minNotionalMinor;
    if (canBeSold || value > BigInt(mostMinor)) return 'not_dust';
    const received = (value * (MILLION - BigInt(spreadPpm))) / MILLION;
    return received === 0n ? 'dust_worthless' : { currencyId, amount, received };
  }

  /** What the house may still pay this customer today. */
  #left(customerId: number): bigint {
    const day = dayOf(this.#world.now);
    if (day !== this.#day) {
      this.#day = day;
      this.#paid.clear();
      this.#paidToAll = 0n;
    }
    const own = BigInt(this.#terms.customerDailyMinor) - (this.#paid.get(customerId) ?? 0n);
    return least(own, BigInt(this.#terms.dailyMinor) - this.#paidToAll);
  }

  get state(): unknown {
    return {
      terms: this.#terms,
      lastId: this.#lastId,
      day: this.#day,
      paid: this.#paid,
      paidToAll: this.#paidToAll,
    };
  }

  set state(state: unknown) {
    const kept = state as State;
    this.#terms = kept.terms;
    this.#lastId = kept.lastId;
    this.#day = kept.day;
    this.#paid = kept.paid;
    this.#paidToAll = kept.paidToAll;
  }

  *lines(): Iterable<string> {
    const { spreadPpm, mostMinor, customerDailyMinor, dailyMinor, staleMs } = this.#terms;
    if (spreadPpm + mostMinor + customerDailyMinor + dailyMinor + staleMs === 0) return;
    yield line('dust', spreadPpm, mostMinor, customerDailyMinor, dailyMinor, staleMs);
  }
}
