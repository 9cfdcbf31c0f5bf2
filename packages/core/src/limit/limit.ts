import type { EventLog } from '../event-log.ts';
import { invariant } from '../invariant.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { Markets } from '../market/market.ts';
import { formatMinor } from '../money/decimal.ts';
import { isIntegerWithin } from '../money/integer.ts';
import type { CommandOwner } from '../product.ts';
import type { Refusal } from '../refusal.ts';
import { refuse } from '../refuse.ts';
import type { SnapshotReader } from '../snapshot/reader.ts';
import type { SnapshotWriter } from '../snapshot/writer.ts';
import { DAY_MS, dayOf } from '../durations.ts';
import type { Customers } from '../customer/customer.ts';
import type { CustomerLimits, LimitStanding } from './standing.ts';
import type { SetCoolDown, SetDailyLossLimit, LimitCommand } from './command.ts';
import { readLimits, writeLimits } from './snapshot.ts';
import { Results } from './results.ts';
import { isUsedUp, limitsAt, refuseCoolingDown } from './standing.ts';
import { COUNTING_CURRENCY_ID, valueOf } from './valuation.ts';

/** Waiting time before a looser limit takes effect. */
const LOOSENING_MS = DAY_MS;
const MAX_COOL_DOWN_MS = 366 * DAY_MS;
const MAX_LIMIT_MINOR = 2n ** 53n;
const NOBODY: readonly Stopped[] = [];

/** A customer whose waiting orders may open nothing. They may still buy if only their open risk is too high. */
export interface Stopped {
  readonly customerId: number;
  readonly stopsBuying: boolean;
}

/**
 * Limits customers set themselves. Products ask here before they take on new exposure for a customer, and report losses
 * and wins to `results`. Days are UTC.
 */
export class Limits implements CommandOwner<LimitCommand> {
  readonly #log: EventLog;
  readonly #ledger: Ledger;
  readonly #markets: Markets;
  readonly #customers: Customers;
  /** Losses and wins so far. */
  readonly results: Results;
  /** Time of the command being applied. */
  #nowMs = 0;
  readonly #limits = new Map<number, CustomerLimits>();
  /** Stakes of open options; the option product keeps them and adds them again after a snapshot. */
  readonly #atRisk = new Map<number, bigint>();
  /** Customers who lost something, or changed their limits, in this command. */
  readonly #changed = new Set<number>();

  readonly #carryingMinor: (customerId: number, currencyId: number) => bigint;

  /** `carryingMinor`: available balance of a contract account that carries cross positions. */
  constructor(
    log: EventLog,
    ledger: Ledger,
    markets: Markets,
    customers: Customers,
    carryingMinor: (customerId: number, currencyId: number) => bigint = () => 0n,
  ) {
    this.#carryingMinor = carryingMinor;
    this.#log = log;
    this.#ledger = ledger;
    this.#markets = markets;
    this.#customers = customers;
    this.results = new Results(ledger, markets, customers, {
      follows: customerId => this.follows(customerId),
      changed: customerId => this.#changed.add(customerId),
    });
  }

  /** Called before a command with this time is applied. */
  begin(atMs: number): void {
    this.#nowMs = atMs;
    this.results.nowMs = atMs;
  }

  /**
   * Why the customer may not take on exposure that could lose `worstLossMinor` of the currency: a cool-down, or today's
   * losses, open risk and this together exceed their daily limit. `freedMinor`: open risk that would be released by it.
   */
  refuseNewExposure(
    customerId: number,
    currencyId: number,
    worstLossMinor: bigint,
    freedMinor = 0n,
  ): Refusal | null {
    if (!this.follows(customerId)) return null;
    const standing = this.standing(customerId, this.#nowMs);
    const coolingDown = refuseCoolingDown(standing, this.#nowMs);
    if (coolingDown !== null || standing.dailyLossMinor === null) return coolingDown;
    const riskMinor = standing.atRiskMinor - (this.valueMinor(currencyId, freedMinor) ?? 0n);
    const leftMinor = standing.dailyLossMinor - standing.lostTodayMinor - riskMinor;
    const worstMinor = this.valueMinor(currencyId, worstLossMinor) ?? 0n;
    return worstMinor <= leftMinor ? null : this.#refuseLoss(standing, leftMinor);
  }

  /**
   * Why the customer may not buy something held without an end: a cool-down, or a daily limit that is used up. Nothing
   * is reserved for it, because its loss cannot be known beforehand; a loss counts when it is sold.
   */
  refuseBuying(customerId: number): Refusal | null {
    if (!this.follows(customerId)) return null;
    const standing = this.standing(customerId, this.#nowMs);
    return (
      refuseCoolingDown(standing, this.#nowMs) ?? (isUsedUp(standing) ? this.#refuseLoss(standing, 0n) : null)
    );
  }

  /** Customers whose limits stop their waiting orders since this command, by id. Called once, after the command. */
  takeStopped(): readonly Stopped[] {
    if (this.#changed.size === 0) return NOBODY;
    const stopped: Stopped[] = [];
    for (const customerId of [...this.#changed].toSorted((a, b) => a - b)) {
      const { dailyLossMinor, lostTodayMinor, atRiskMinor } = this.standing(customerId, this.#nowMs);
      const stopsBuying = this.refuseBuying(customerId) !== null;
      const exceeds = dailyLossMinor !== null && lostTodayMinor + atRiskMinor > dailyLossMinor;
      if (stopsBuying || exceeds) stopped.push({ customerId, stopsBuying });
    }
    this.#changed.clear();
    return stopped;
  }

  #refuseLoss(standing: LimitStanding, leftMinor: bigint): Refusal {
    const counting = this.#markets.currency(COUNTING_CURRENCY_ID);
    return refuse('daily_loss_limit', undefined, {
      remaining: formatMinor(leftMinor > 0n ? leftMinor : 0n, counting?.decimals ?? 0),
      currency: counting?.code ?? '',
      until_ms: standing.dayEndsAtMs,
    });
  }

  /** Whether the customer ever set a limit: only then are their purchases and sales tracked. */
  follows(customerId: number): boolean {
    return this.#limits.has(customerId);
  }

  /** Adds to what the customer's open exposure may lose; negative amounts subtract. */
  changeRisk(customerId: number, amountMinor: bigint): void {
    if (amountMinor === 0n) return;
    const atRisk = (this.#atRisk.get(customerId) ?? 0n) + amountMinor;
    invariant(atRisk >= 0n, `customer ${customerId} risks less than nothing`);
    if (atRisk === 0n) this.#atRisk.delete(customerId);
    else this.#atRisk.set(customerId, atRisk);
  }

  /** The amount in the counting currency at the newest index price, truncated; null if there is none. */
  valueMinor(currencyId: number, amountMinor: bigint): bigint | null {
    return valueOf(this.#markets, currencyId, amountMinor);
  }

  standing(customerId: number, atMs: number): LimitStanding {
    return {
      ...limitsAt(this.#limits.get(customerId), customerId, atMs),
      lostTodayMinor: this.results.lostOnDayOf(customerId, atMs),
      atRiskMinor: (this.#atRisk.get(customerId) ?? 0n) + this.#marginMinor(customerId),
      dayEndsAtMs: (dayOf(atMs) + 1) * DAY_MS,
    };
  }

  apply(command: LimitCommand, atMs: number): Refusal | null {
    return command.type === 'setCoolDown'
      ? this.#setCoolDown(command, atMs)
      : this.#setDailyLossLimit(command, atMs);
  }

  #setDailyLossLimit(command: SetDailyLossLimit, atMs: number): Refusal | null {
    const { customerId, limitMinor } = command;
    const refusal = this.#refuseSetting(customerId);
    if (refusal !== null) return refusal;
    const isAmount = typeof limitMinor === 'bigint' && limitMinor >= 0n && limitMinor <= MAX_LIMIT_MINOR;
    if (limitMinor !== null && !isAmount) return refuse('invalid_limit', 'daily_loss_limit');
    const current = limitsAt(this.#limits.get(customerId), customerId, atMs);
    const { dailyLossMinor: now, nextDailyLoss: next } = current;
    const isLooser = now !== null && (limitMinor === null || limitMinor > now);
    if (!isLooser) this.#set({ ...current, dailyLossMinor: limitMinor, nextDailyLoss: null });
    // Repeating the request does not restart the waiting time.
    else if (next === null || next.limitMinor !== limitMinor) {
      this.#set({ ...current, nextDailyLoss: { limitMinor, fromMs: atMs + LOOSENING_MS } });
    }
    return null;
  }

  #setCoolDown(command: SetCoolDown, atMs: number): Refusal | null {
    const { customerId, untilMs } = command;
    const refusal = this.#refuseSetting(customerId);
    if (refusal !== null) return refusal;
    if (!isIntegerWithin(untilMs, 0, atMs + MAX_COOL_DOWN_MS)) return refuse('invalid_limit', 'cool_down');
    const current = limitsAt(this.#limits.get(customerId), customerId, atMs);
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
    writeLimits(writer, this.#limits);
    this.results.write(writer);
  }

  read(reader: SnapshotReader): void {
    readLimits(reader, this.#limits, customerId => this.#customers.has(customerId));
    this.results.read(reader);
  }

  /** Frozen customers may still limit themselves. */
  #refuseSetting(customerId: number): Refusal | null {
    return this.#customers.has(customerId) ? null : refuse('unknown_customer', 'customer_id');
  }

  /**
   * Open positions and waiting orders of contracts may lose everything that is frozen for them, and no more; cross positions
   * all that is available beside it.
   */
  #marginMinor(customerId: number): bigint {
    let sum = 0n;
    for (const { id } of this.#markets.currencies()) {
      const account = this.#ledger.find({ ownerId: customerId, account: 'contract', currencyId: id });
      if (account === null) continue;
      const atRisk = this.#ledger.frozenMinor(account) + this.#carryingMinor(customerId, id);
      sum += this.valueMinor(id, atRisk) ?? 0n;
    }
    return sum;
  }

  #set(limits: CustomerLimits): void {
    if (!this.follows(limits.customerId)) this.results.begin(limits.customerId);
    this.#limits.set(limits.customerId, limits);
    this.#changed.add(limits.customerId);
    this.#log.push({ type: 'limitsChanged', limits });
  }
}
