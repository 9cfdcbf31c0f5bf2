import type { EventLog } from '../event-log.ts';
import { invariant } from '../invariant.ts';
import { PRICE_DECIMALS } from '../market/derive-market.ts';
import type { Markets } from '../market/markets.ts';
import { formatMinor } from '../money/decimal.ts';
import { isWhole } from '../money/whole.ts';
import type { Refusal } from '../refusal.ts';
import { refuse } from '../refuse.ts';
import { SnapshotUnreadable, type SnapshotReader } from '../snapshot/reader.ts';
import type { SnapshotWriter } from '../snapshot/writer.ts';
import type { Customers } from '../wallet/customers.ts';
import type { CustomerLimits, LimitStanding, SetCoolDown, SetDailyLossLimit } from './limit.ts';

/** USDT: what limits count in. Perpetual contracts settle in it; options in other currencies are valued at purchase. */
export const COUNTING_CURRENCY_ID = 3;

const DAY_MS = 86_400_000;
/** How long a looser limit is thought over. */
const LOOSENING_MS = DAY_MS;
const MAX_COOL_DOWN_MS = 366 * DAY_MS;
const MAX_LIMIT_MINOR = 2n ** 53n;

/**
 * What customers forbid themselves. Products ask before they take on new exposure for a customer and report what was
 * lost and won. Days are UTC; a win of the same day makes up for a loss.
 */
export class Limits {
  readonly #log: EventLog;
  readonly #markets: Markets;
  readonly #customers: Customers;
  /** Of the command that is being applied. */
  nowMs = 0;
  readonly #limits = new Map<number, CustomerLimits>();
  /** The day `#lost` is of, counted from 1970. */
  #day = 0;
  /** Lost minus won on that day, by customer. */
  readonly #lost = new Map<number, bigint>();
  /** What open options may still lose; kept by the products, who add it again from a snapshot. */
  readonly #atRisk = new Map<number, bigint>();

  constructor(log: EventLog, markets: Markets, customers: Customers) {
    this.#log = log;
    this.#markets = markets;
    this.#customers = customers;
  }

  /**
   * Why the customer may not take on exposure that could lose `worstLossMinor` of the currency: a cool-down, or what
   * was lost today, what is at risk and this together are more than their daily limit. `heldMinor`: what the product
   * that asks holds of the customer already and may lose, so that many small exposures are no way around the limit.
   */
  refuseNewExposure(
    customerId: number,
    currencyId: number,
    worstLossMinor: bigint,
    heldMinor = 0n,
  ): Refusal | null {
    if (!this.#limits.has(customerId)) return null;
    const standing = this.standing(customerId, this.nowMs);
    if (standing.coolDownUntilMs > this.nowMs) {
      return refuse('cooling_down', undefined, { until_ms: standing.coolDownUntilMs });
    }
    const withoutHeld = remainingOf(standing);
    if (withoutHeld === null) return null;
    const left = withoutHeld - (this.valueMinor(currencyId, heldMinor) ?? 0n);
    if ((this.valueMinor(currencyId, worstLossMinor) ?? 0n) <= left) return null;
    const remaining = left > 0n ? left : 0n;
    const counting = this.#markets.currency(COUNTING_CURRENCY_ID);
    return refuse('daily_loss_limit', undefined, {
      remaining: formatMinor(remaining, counting?.decimals ?? 0),
      currency: counting?.code ?? '',
      until_ms: standing.dayEndsAtMs,
    });
  }

  /** Something was closed or settled: what it lost of the currency, below 0 if it won. */
  lost(customerId: number, currencyId: number, amountMinor: bigint): void {
    const lostMinor = this.valueMinor(currencyId, amountMinor) ?? 0n;
    const day = Math.floor(this.nowMs / DAY_MS);
    if (day !== this.#day) {
      this.#day = day;
      this.#lost.clear();
    }
    if (lostMinor !== 0n) this.#lost.set(customerId, (this.#lost.get(customerId) ?? 0n) + lostMinor);
  }

  /** Adds to what open exposure of the customer may lose, or takes from it. */
  changeRisk(customerId: number, amountMinor: bigint): void {
    if (amountMinor === 0n) return;
    const atRisk = (this.#atRisk.get(customerId) ?? 0n) + amountMinor;
    invariant(atRisk >= 0n, `customer ${customerId} risks less than nothing`);
    if (atRisk === 0n) this.#atRisk.delete(customerId);
    else this.#atRisk.set(customerId, atRisk);
  }

  /** The amount in the counting currency at the newest index price, truncated; null if there is none. */
  valueMinor(currencyId: number, amountMinor: bigint): bigint | null {
    if (currencyId === COUNTING_CURRENCY_ID) return amountMinor;
    for (const { config, base, quote, indexTick } of this.#markets.all()) {
      if (config.baseCurrencyId !== currencyId || quote.id !== COUNTING_CURRENCY_ID || indexTick === null) {
        continue;
      }
      const product = amountMinor * BigInt(indexTick.priceE8) * 10n ** BigInt(quote.decimals);
      return product / 10n ** BigInt(base.decimals + PRICE_DECIMALS);
    }
    return null;
  }

  standing(customerId: number, atMs: number): LimitStanding {
    const day = Math.floor(atMs / DAY_MS);
    return {
      ...this.#current(customerId, atMs),
      lostTodayMinor: day === this.#day ? (this.#lost.get(customerId) ?? 0n) : 0n,
      atRiskMinor: this.#atRisk.get(customerId) ?? 0n,
      dayEndsAtMs: (day + 1) * DAY_MS,
    };
  }

  setDailyLossLimit(command: SetDailyLossLimit, atMs: number): Refusal | null {
    const { customerId, limitMinor } = command;
    const refusal = this.#refuseSetting(customerId);
    if (refusal !== null) return refusal;
    const isAmount = typeof limitMinor === 'bigint' && limitMinor >= 0n && limitMinor <= MAX_LIMIT_MINOR;
    if (limitMinor !== null && !isAmount) return refuse('invalid_limit', 'daily_loss_limit');
    const current = this.#current(customerId, atMs);
    const { dailyLossMinor: now, nextDailyLoss: next } = current;
    const isLooser = now !== null && (limitMinor === null || limitMinor > now);
    if (!isLooser) this.#set({ ...current, dailyLossMinor: limitMinor, nextDailyLoss: null });
    // Asking for the same again does not begin the wait anew.
    else if (next === null || next.limitMinor !== limitMinor) {
      this.#set({ ...current, nextDailyLoss: { limitMinor, fromMs: atMs + LOOSENING_MS } });
    }
    return null;
  }

  setCoolDown(command: SetCoolDown, atMs: number): Refusal | null {
    const { customerId, untilMs } = command;
    const refusal = this.#refuseSetting(customerId);
    if (refusal !== null) return refusal;
    if (!isWhole(untilMs, 0, atMs + MAX_COOL_DOWN_MS)) return refuse('invalid_limit', 'cool_down');
    const current = this.#current(customerId, atMs);
    const { coolDownUntilMs: now, nextCoolDown: next } = current;
    if (untilMs >= now) this.#set({ ...current, coolDownUntilMs: untilMs, nextCoolDown: null });
    else if (next === null || next.untilMs !== untilMs) {
      this.#set({ ...current, nextCoolDown: { untilMs, fromMs: atMs + LOOSENING_MS } });
    }
    return null;
  }

  /** `expectedRisk`: what the products' open exposure may lose, by customer. */
  checkAll(expectedRisk: ReadonlyMap<number, bigint>): void {
    invariant(expectedRisk.size === this.#atRisk.size, 'customers at risk');
    for (const [customerId, amountMinor] of expectedRisk) {
      invariant(this.#atRisk.get(customerId) === amountMinor, `customer ${customerId} is at risk otherwise`);
    }
  }

  write(writer: SnapshotWriter): void {
    const limits = [...this.#limits.values()].toSorted((a, b) => a.customerId - b.customerId);
    writer.int(limits.length);
    for (const { customerId, dailyLossMinor, nextDailyLoss, coolDownUntilMs, nextCoolDown } of limits) {
      writer.int(customerId);
      writeAmount(writer, dailyLossMinor);
      writer.bool(nextDailyLoss !== null);
      if (nextDailyLoss !== null) {
        writeAmount(writer, nextDailyLoss.limitMinor);
        writer.int(nextDailyLoss.fromMs);
      }
      writer.int(coolDownUntilMs);
      writer.bool(nextCoolDown !== null);
      if (nextCoolDown !== null) {
        writer.int(nextCoolDown.untilMs);
        writer.int(nextCoolDown.fromMs);
      }
    }
    writer.int(this.#day);
    const lost = [...this.#lost].toSorted(([a], [b]) => a - b);
    writer.int(lost.length);
    for (const [customerId, lostMinor] of lost) {
      writer.int(customerId);
      writer.int64(lostMinor);
    }
  }

  read(reader: SnapshotReader): void {
    for (let left = reader.int(); left > 0; left--) {
      const customerId = this.#readCustomer(reader, this.#limits);
      const dailyLossMinor = readAmount(reader);
      const nextDailyLoss = reader.bool() ? { limitMinor: readAmount(reader), fromMs: reader.int() } : null;
      const coolDownUntilMs = reader.int();
      const nextCoolDown = reader.bool() ? { untilMs: reader.int(), fromMs: reader.int() } : null;
      this.#limits.set(customerId, {
        customerId,
        dailyLossMinor,
        nextDailyLoss,
        coolDownUntilMs,
        nextCoolDown,
      });
    }
    this.#day = reader.int();
    for (let left = reader.int(); left > 0; left--) {
      this.#lost.set(this.#readCustomer(reader, this.#lost), reader.int64());
    }
  }

  #readCustomer(reader: SnapshotReader, known: ReadonlyMap<number, unknown>): number {
    const customerId = reader.int();
    if (!this.#customers.has(customerId) || known.has(customerId)) {
      throw new SnapshotUnreadable(`limits of customer ${customerId}`);
    }
    return customerId;
  }

  /** A frozen customer may still limit themselves. */
  #refuseSetting(customerId: number): Refusal | null {
    return this.#customers.has(customerId) ? null : refuse('unknown_customer', 'customer_id');
  }

  /** The customer's limits with what has come to hold by now. */
  #current(customerId: number, atMs: number): CustomerLimits {
    const limits = this.#limits.get(customerId) ?? noLimits(customerId);
    const { nextDailyLoss, nextCoolDown } = limits;
    return {
      ...limits,
      ...(nextDailyLoss !== null && nextDailyLoss.fromMs <= atMs
        ? { dailyLossMinor: nextDailyLoss.limitMinor, nextDailyLoss: null }
        : {}),
      ...(nextCoolDown !== null && nextCoolDown.fromMs <= atMs
        ? { coolDownUntilMs: nextCoolDown.untilMs, nextCoolDown: null }
        : {}),
    };
  }

  #set(limits: CustomerLimits): void {
    this.#limits.set(limits.customerId, limits);
    this.#log.push({ type: 'limitsChanged', limits });
  }
}

/** What may still be put at risk today, never below 0; null without a limit. */
export function remainingOf(standing: LimitStanding): bigint | null {
  if (standing.dailyLossMinor === null) return null;
  const remaining = standing.dailyLossMinor - standing.lostTodayMinor - standing.atRiskMinor;
  return remaining > 0n ? remaining : 0n;
}

function noLimits(customerId: number): CustomerLimits {
  return { customerId, dailyLossMinor: null, nextDailyLoss: null, coolDownUntilMs: 0, nextCoolDown: null };
}

function writeAmount(writer: SnapshotWriter, amountMinor: bigint | null): void {
  writer.bool(amountMinor !== null);
  if (amountMinor !== null) writer.int64(amountMinor);
}

function readAmount(reader: SnapshotReader): bigint | null {
  return reader.bool() ? reader.int64() : null;
}
