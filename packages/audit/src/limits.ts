import { CUSTOMER_ACCOUNTS, type Books } from './books.ts';
import { check } from './check-failed.ts';
import { line } from './line.ts';
import { dayOf, least } from './numbers.ts';
import type { Refusal } from './part.ts';

interface Money {
  readonly id: number;
  readonly decimals: number;
}

/** What limits look at of the world. */
interface Surroundings {
  readonly now: number;
  readonly books: Books;
  readonly customers: Iterable<number>;
  readonly currencies: ReadonlyMap<number, Money>;
  readonly perpetual: { carries(customerId: number, currencyId: number): boolean };
  marketsById(): readonly {
    readonly base: Money;
    readonly quote: Money;
    readonly tick: { readonly priceE8: bigint } | null;
  }[];
}

/** USDT: what limits count in. */
export const COUNTING_CURRENCY = 3;
/** Values are cut to this on either side. */
const MOST_VALUE = 2n ** 62n;

export interface OwnLimits {
  readonly dailyLossMinor: bigint | null;
  readonly nextDailyLoss: { readonly limitMinor: bigint | null; readonly fromMs: number } | null;
  readonly coolDownUntilMs: number;
  readonly nextCoolDown: { readonly untilMs: number; readonly fromMs: number } | null;
}

const NONE: OwnLimits = { dailyLossMinor: null, nextDailyLoss: null, coolDownUntilMs: 0, nextCoolDown: null };

interface LimitsState {
  readonly set: Map<number, OwnLimits>;
  readonly atRisk: Map<number, bigint>;
  readonly day: number;
  readonly lost: Map<number, bigint>;
  readonly holdings: Map<string, Holding>;
}

/** Coins with a known cost. */
interface Holding {
  quantity: bigint;
  cost: bigint;
}

/**
 * Limits customers set themselves, and what they count: losses less wins of a UTC day, and what coins cost. Products
 * ask here before new exposure, and report what was bought, sold, won and lost.
 */
export class Limits {
  readonly #world: Surroundings;
  #set = new Map<number, OwnLimits>();
  /** Stakes of open options. */
  #atRisk = new Map<number, bigint>();
  #day = 0;
  /** Lost less won on that day. */
  #lost = new Map<number, bigint>();
  #holdings = new Map<string, Holding>();
  /** Who lost or won something, or changed a limit, in this command. */
  readonly #changed = new Set<number>();

  constructor(world: Surroundings) {
    this.#world = world;
  }

  /** Whether the customer ever set a limit: only then are purchases and sales followed. */
  follows(customerId: number): boolean {
    return this.#set.has(customerId);
  }

  /** Their limits now: what was asked for and is due has taken effect. */
  own(customerId: number): OwnLimits {
    const set = this.#set.get(customerId) ?? NONE;
    const { nextDailyLoss, nextCoolDown } = set;
    const isLossDue = nextDailyLoss !== null && nextDailyLoss.fromMs <= this.#world.now;
    const isCoolDownDue = nextCoolDown !== null && nextCoolDown.fromMs <= this.#world.now;
    return {
      dailyLossMinor: isLossDue ? nextDailyLoss.limitMinor : set.dailyLossMinor,
      nextDailyLoss: isLossDue ? null : nextDailyLoss,
      coolDownUntilMs: isCoolDownDue ? nextCoolDown.untilMs : set.coolDownUntilMs,
      nextCoolDown: isCoolDownDue ? null : nextCoolDown,
    };
  }

  change(customerId: number, limits: OwnLimits): void {
    if (!this.follows(customerId)) this.#begin(customerId);
    this.#set.set(customerId, limits);
    this.#changed.add(customerId);
  }

  /** Why nothing may be bought for keeps: a cool-down, or the day's limit is used up. */
  refuseBuying(customerId: number): Refusal {
    if (!this.follows(customerId)) return null;
    const { dailyLossMinor, coolDownUntilMs } = this.own(customerId);
    if (coolDownUntilMs > this.#world.now) return 'cooling_down';
    return dailyLossMinor !== null && this.#lostToday(customerId) >= dailyLossMinor
      ? 'daily_loss_limit'
      : null;
  }

  /** Why exposure that may lose so much of a currency may not begin, if `freedMinor` of open risk ends with it. */
  refuseNewExposure(customerId: number, currencyId: number, worstMinor: bigint, freedMinor = 0n): Refusal {
    if (!this.follows(customerId)) return null;
    const { dailyLossMinor, coolDownUntilMs } = this.own(customerId);
    if (coolDownUntilMs > this.#world.now) return 'cooling_down';
    if (dailyLossMinor === null) return null;
    const risk = this.#risk(customerId) - (this.value(currencyId, freedMinor) ?? 0n);
    const left = dailyLossMinor - this.#lostToday(customerId) - risk;
    return (this.value(currencyId, worstMinor) ?? 0n) <= left ? null : 'daily_loss_limit';
  }

  /** Customers whose waiting orders stop after this command, by id. */
  takeStopped(): { readonly customerId: number; readonly stopsBuying: boolean }[] {
    if (this.#changed.size === 0) return [];
    const stopped = [];
    for (const customerId of [...this.#changed].toSorted((a, b) => a - b)) {
      const { dailyLossMinor } = this.own(customerId);
      const stopsBuying = this.refuseBuying(customerId) !== null;
      const exceeds =
        dailyLossMinor !== null && this.#lostToday(customerId) + this.#risk(customerId) > dailyLossMinor;
      if (stopsBuying || exceeds) stopped.push({ customerId, stopsBuying });
    }
    this.#changed.clear();
    return stopped;
  }

  /** The amount in the counting currency at the newest index price, truncated; null if there is none. */
  value(currencyId: number, amountMinor: bigint): bigint | null {
    if (currencyId === COUNTING_CURRENCY) return bounded(amountMinor);
    for (const { base, quote, tick } of this.#world.marketsById()) {
      if (base.id !== currencyId || quote.id !== COUNTING_CURRENCY || tick === null) continue;
      const scaled = amountMinor * tick.priceE8 * 10n ** BigInt(quote.decimals);
      return bounded(scaled / 10n ** BigInt(base.decimals + 8));
    }
    return null;
  }

  /** What the customer's open options may lose, in the counting currency: adds, or subtracts if negative. */
  changeRisk(customerId: number, amountMinor: bigint): void {
    const risk = (this.#atRisk.get(customerId) ?? 0n) + amountMinor;
    check(risk >= 0n, `customer ${customerId} risks less than nothing`);
    this.#atRisk.set(customerId, risk);
  }

  /** Coins were bought for a cost in the counting currency, fees included. */
  bought(customerId: number, currencyId: number, quantity: bigint, cost: bigint): void {
    if (currencyId !== COUNTING_CURRENCY && this.follows(customerId)) {
      this.#addCost(customerId, currencyId, quantity, cost);
    }
  }

  /** Coins were sold or paid with; as far as their cost is known, the difference is lost or won. */
  sold(customerId: number, currencyId: number, quantity: bigint, proceeds: bigint): void {
    if (currencyId === COUNTING_CURRENCY) return;
    const [known, cost] = this.#takeCost(customerId, currencyId, quantity);
    if (known !== 0n) this.lost(customerId, COUNTING_CURRENCY, cost - (proceeds * known) / quantity);
  }

  /** Coins left the exchange with their cost. */
  left(customerId: number, currencyId: number, quantity: bigint): void {
    this.#takeCost(customerId, currencyId, quantity);
  }

  /** Coins were lost or taken back, those of unknown cost first. Called after the posting. */
  gone(customerId: number, currencyId: number, quantity: bigint): void {
    if (!this.follows(customerId)) return;
    const known = this.#holdings.get(`${customerId}/${currencyId}`)?.quantity ?? 0n;
    const tooMany = known === 0n ? 0n : known - this.#owned(customerId, currencyId);
    if (tooMany > 0n) this.#takeCost(customerId, currencyId, least(tooMany, quantity));
  }

  /** Something was settled and posted: its loss, below 0 if it won. */
  lost(customerId: number, currencyId: number, amountMinor: bigint): void {
    const value = this.value(currencyId, amountMinor);
    if (amountMinor > 0n) this.gone(customerId, currencyId, amountMinor);
    else if (value !== null) this.bought(customerId, currencyId, -amountMinor, -value);
    const day = dayOf(this.#world.now);
    if (day !== this.#day) {
      this.#day = day;
      this.#lost.clear();
    }
    if (value === null || value === 0n) return;
    this.#lost.set(customerId, bounded((this.#lost.get(customerId) ?? 0n) + value));
    if (this.follows(customerId)) this.#changed.add(customerId);
  }

  get state(): unknown {
    return {
      set: this.#set,
      atRisk: this.#atRisk,
      day: this.#day,
      lost: this.#lost,
      holdings: this.#holdings,
    };
  }

  set state(state: unknown) {
    const { set, atRisk, day, lost, holdings } = state as LimitsState;
    this.#set = set;
    this.#atRisk = atRisk;
    this.#day = day;
    this.#lost = lost;
    this.#holdings = holdings;
  }

  /** `limit CUSTOMER LOSS NEXT FROM COOL_DOWN NEXT FROM LOST_TODAY AT_RISK` of who has any of it. */
  *lines(): Iterable<string> {
    for (const customerId of this.#world.customers) {
      const { dailyLossMinor, nextDailyLoss, coolDownUntilMs, nextCoolDown } = this.own(customerId);
      const lost = this.#lostToday(customerId);
      const risk = this.#risk(customerId);
      const has =
        dailyLossMinor !== null ||
        nextDailyLoss !== null ||
        coolDownUntilMs !== 0 ||
        nextCoolDown !== null ||
        lost !== 0n ||
        risk !== 0n;
      if (!has) continue;
      yield line(
        'limit',
        customerId,
        dailyLossMinor,
        nextDailyLoss === null ? null : nextDailyLoss.limitMinor,
        nextDailyLoss?.fromMs,
        coolDownUntilMs,
        nextCoolDown?.untilMs,
        nextCoolDown?.fromMs,
        lost,
        risk,
      );
    }
  }

  #lostToday(customerId: number): bigint {
    return dayOf(this.#world.now) === this.#day ? (this.#lost.get(customerId) ?? 0n) : 0n;
  }

  /** Stakes of open options, and all that is frozen in contract accounts. */
  #risk(customerId: number): bigint {
    let sum = this.#atRisk.get(customerId) ?? 0n;
    for (const { id } of this.#world.currencies.values()) {
      const { books, perpetual } = this.#world;
      let frozen = books.frozen(customerId, 'contract', id);
      // Cross positions may lose all of the account.
      if (perpetual.carries(customerId, id)) frozen += books.available(customerId, 'contract', id);
      if (frozen !== 0n) sum += this.value(id, frozen) ?? 0n;
    }
    return sum;
  }

  /** Who begins to be followed has all coins at today's price. */
  #begin(customerId: number): void {
    for (const { id } of this.#world.currencies.values()) {
      if (id === COUNTING_CURRENCY) continue;
      const owned = this.#owned(customerId, id);
      const value = this.value(id, owned);
      if (value !== null) this.#addCost(customerId, id, owned, value);
    }
  }

  #owned(customerId: number, currencyId: number): bigint {
    const { books } = this.#world;
    return CUSTOMER_ACCOUNTS.reduce(
      (sum, account) =>
        sum +
        books.available(customerId, account, currencyId) +
        books.frozen(customerId, account, currencyId),
      0n,
    );
  }

  #addCost(customerId: number, currencyId: number, quantity: bigint, cost: bigint): void {
    if (quantity === 0n) return;
    const key = `${customerId}/${currencyId}`;
    const holding = this.#holdings.get(key);
    if (holding === undefined) {
      this.#holdings.set(key, { quantity, cost });
      return;
    }
    holding.quantity += quantity;
    holding.cost = bounded(holding.cost + cost);
  }

  /** Average cost: a part of the coins takes the same part of their cost, truncated. Returns how many were known. */
  #takeCost(
    customerId: number,
    currencyId: number,
    quantity: bigint,
  ): readonly [known: bigint, cost: bigint] {
    const key = `${customerId}/${currencyId}`;
    const holding = this.#holdings.get(key);
    if (holding === undefined) return [0n, 0n];
    if (quantity >= holding.quantity) {
      this.#holdings.delete(key);
      return [holding.quantity, holding.cost];
    }
    const cost = (holding.cost * quantity) / holding.quantity;
    holding.quantity -= quantity;
    holding.cost -= cost;
    return [quantity, cost];
  }
}

function bounded(value: bigint): bigint {
  if (value > MOST_VALUE) return MOST_VALUE;
  return value < -MOST_VALUE ? -MOST_VALUE : value;
}
