import { bytesToHex } from '@noble/hashes/utils.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { ASK, BID } from './book/side.ts';
import type { Command } from './command.ts';
import { EventLog } from './event-log.ts';
import { InvariantBroken, invariant, type InvariantLevel } from './invariant.ts';
import { CUSTOMER_ACCOUNTS, type AccountKey } from './ledger/account.ts';
import { Ledger, type AccountIndex } from './ledger/ledger.ts';
import { Limits } from './limits/limits.ts';
import type { Market, MarketStatus } from './market/market.ts';
import { Markets } from './market/markets.ts';
import type { IndexTick } from './market/price-log.ts';
import { Launch, type LaunchView } from './launch/launch.ts';
import type { Currency } from './money/currency.ts';
import { isWhole } from './money/whole.ts';
import { Options, type OptionReader } from './option/options.ts';
import type { Outcome } from './outcome.ts';
import { Perpetual } from './perpetual/perpetual.ts';
import type { PerpetualReader } from './perpetual/reader.ts';
import type { Refusal } from './refusal.ts';
import type { Product } from './product.ts';
import { refuse } from './refuse.ts';
import { SnapshotReader, SnapshotUnreadable } from './snapshot/reader.ts';
import { SnapshotWriter } from './snapshot/writer.ts';
import type { OrderView } from './spot/order.ts';
import { Spot } from './spot/spot.ts';
import type { TrustView } from './trust/terms.ts';
import { Trust } from './trust/trust.ts';
import { Customers } from './wallet/customers.ts';
import type { Debt } from './wallet/debts.ts';
import { Wallet } from './wallet/wallet.ts';
import type { Withdrawal } from './wallet/withdrawal.ts';
import { Withdrawals } from './wallet/withdrawals.ts';

/**
 * Part of every snapshot and journal row. A journal is replayed only by the version that wrote it; a snapshot may be
 * continued by a later one.
 */
export const LOGIC_VERSION = 3;
/** Snapshots from this version on can be read; what a version did not know yet starts empty. */
const OLDEST_READABLE_VERSION = 2;
const SNAPSHOT_MAGIC = 'tallystick snapshot';

export interface Balance {
  readonly availableMinor: bigint;
  readonly frozenMinor: bigint;
}

export type AccountBalance = AccountKey & Balance;

/** `[priceTicks, quantityLots]`, best price first on both sides. */
export interface Depth {
  readonly bids: readonly (readonly [priceTicks: number, quantityLots: number])[];
  readonly asks: readonly (readonly [priceTicks: number, quantityLots: number])[];
}

/**
 * The exchange: a deterministic state machine. The same commands at the same times give the same events and the same
 * state, on any machine. It does no I/O and knows no clock; a refused command changes nothing; and when its books
 * stop adding up it throws InvariantBroken and never applies another command.
 */
export class Exchange {
  readonly #log = new EventLog();
  readonly #ledger = new Ledger(this.#log);
  readonly #markets = new Markets(this.#log);
  readonly #customers = new Customers(this.#log);
  readonly #limits = new Limits(this.#log, this.#ledger, this.#markets, this.#customers);
  readonly #wallet = new Wallet(this.#log, this.#ledger, this.#markets, this.#customers, this.#limits);
  readonly #withdrawals = new Withdrawals(
    this.#log,
    this.#ledger,
    this.#markets,
    this.#customers,
    this.#limits,
  );
  readonly #spot = new Spot(this.#log, this.#ledger, this.#markets, this.#customers, this.#limits);
  readonly #perpetual = new Perpetual(this.#log, this.#ledger, this.#markets, this.#customers, this.#limits);
  readonly #trust = new Trust(this.#log, this.#ledger, this.#markets, this.#customers, this.#limits);
  readonly #launch = new Launch(this.#log, this.#ledger, this.#markets, this.#customers, this.#limits);
  readonly #options = new Options(this.#log, this.#ledger, this.#markets, this.#customers, this.#limits);
  /** In the order of snapshots, of index ticks and of passing time: may only grow at the end. */
  readonly #products: readonly Product[] = [this.#perpetual, this.#options, this.#trust, this.#launch];
  #lastAtMs = 0;
  #broken = false;

  /** `atMs` is the time the sequencer stamped: milliseconds since 1970, never less than the command before. */
  apply(command: Command, atMs: number): Outcome {
    if (this.#broken) throw new InvariantBroken('the exchange has stopped');
    if (!isWhole(atMs, this.#lastAtMs, Number.MAX_SAFE_INTEGER)) {
      return { ok: false, refusal: refuse('time_went_backwards') };
    }
    this.#log.begin();
    try {
      const refusal = this.#dispatch(command, atMs);
      if (refusal !== null) {
        invariant(this.#log.events.length === 0, `a refused ${command.type} changed something`);
        return { ok: false, refusal };
      }
      this.#stopBuying(atMs);
      this.#spot.report();
      this.#perpetual.report();
    } catch (cause) {
      // Whatever was thrown, the command may be half done.
      this.#broken = true;
      throw cause;
    }
    this.#lastAtMs = atMs;
    return { ok: true, events: this.#log.events };
  }

  #dispatch(command: Command, atMs: number): Refusal | null {
    this.#limits.begin(atMs);
    switch (command.type) {
      case 'placeOrder':
        return this.#spot.placeOrder(command, atMs);
      case 'cancelOrder':
        return this.#spot.cancelOrder(command, atMs);
      case 'cancelAllOrders':
        return this.#spot.cancelAllOrders(command, atMs);
      case 'openCustomer':
        return this.#customers.open(command);
      case 'setCustomerFrozen':
        return this.#customers.setFrozen(command);
      case 'credit':
        return this.#wallet.credit(command);
      case 'reverseCredit':
        return this.#wallet.reverseCredit(command);
      case 'fundHouse':
        return this.#wallet.fundHouse(command);
      case 'requestWithdrawal':
        return this.#withdrawals.request(command);
      case 'releaseWithdrawal':
        return this.#withdrawals.release(command);
      case 'settleWithdrawal':
        return this.#withdrawals.settle(command);
      case 'transfer':
        return this.#wallet.transfer(command);
      case 'recordIndexTick': {
        const refusal = this.#markets.recordIndexTick(command, atMs);
        if (refusal === null) this.#indexTicked(command.marketId, atMs);
        return refusal;
      }
      case 'configureTrustProduct':
        return this.#trust.configure(command);
      case 'setTrustOpen':
        return this.#trust.setOpen(command);
      case 'buyTrust':
        return this.#trust.buy(command, atMs);
      case 'setTrustRenewal':
        return this.#trust.setRenewal(command, atMs);
      case 'redeemTrust':
        return this.#trust.redeem(command, atMs);
      case 'passTime':
        return this.#passTime(atMs);
      case 'configurePerpetual':
      case 'setPerpetualStatus':
      case 'placePerpetualOrder':
      case 'cancelPerpetualOrder':
      case 'cancelAllPerpetualOrders':
      case 'closePosition':
      case 'closeAllPositions':
      case 'reversePosition':
      case 'offsetPositions':
      case 'setStops':
      case 'addMargin':
        return this.#perpetual.apply(command, atMs);
      case 'configureOptions':
        return this.#options.configure(command);
      case 'buyOption':
        return this.#options.buy(command, atMs);
      case 'resetPractice':
        return this.#options.resetPractice(command);
      case 'setDailyLossLimit':
        return this.#limits.setDailyLossLimit(command, atMs);
      case 'setCoolDown':
        return this.#limits.setCoolDown(command, atMs);
      case 'setMarketStatus':
        return this.#markets.setMarketStatus(command);
      case 'configureMarket':
        return this.#launch.refuseMarket(command.market.id) ?? this.#markets.configureMarket(command);
      case 'configureCurrency': {
        const { id, code } = command.currency;
        return this.#launch.refuseCurrency(id, code) ?? this.#markets.configureCurrency(command);
      }
      case 'configureLaunchOffer':
        return this.#launch.configure(command, atMs);
      case 'cancelLaunchOffer':
        return this.#launch.cancel(command, atMs);
      case 'commitToLaunch':
        return this.#launch.commit(command, atMs);
      default:
        throw new InvariantBroken(`unknown command ${String((command satisfies never as Command).type)}`);
    }
  }

  /** What waits to buy or to open would do so in the middle of a break, or beyond a limit: it is taken off. */
  #stopBuying(atMs: number): void {
    for (const { customerId, stopsBuying } of this.#limits.takeStopped()) {
      if (stopsBuying) this.#spot.cancelBuys(customerId, atMs);
      this.#perpetual.cancelOpenings(customerId, atMs);
    }
  }

  #indexTicked(marketId: number, atMs: number): void {
    this.#spot.indexTicked(marketId, atMs);
    const tick = this.#markets.market(marketId)!.indexTick!;
    for (const product of this.#products) product.indexTicked(tick, atMs);
  }

  #passTime(atMs: number): Refusal | null {
    const waiting = this.#products.filter(one => one.dueAtMs() <= atMs || one.hasBacklog?.() === true);
    if (waiting.length === 0) return refuse('nothing_due');
    for (const product of waiting) product.passTime(atMs);
    return null;
  }

  /**
   * Whether `passTime` has work left that other commands need not wait for, such as paying out an offer with many
   * orders: whoever stamps the commands passes time for it in between.
   */
  hasBacklog(): boolean {
    return this.#products.some(product => product.hasBacklog?.() === true);
  }

  /**
   * When `passTime` next has something to do, Infinity if never. Whoever stamps the commands passes time before
   * any command at or after this moment, until it is over: so what is due happens before what comes later.
   */
  dueAtMs(): number {
    let due = Infinity;
    for (const product of this.#products) due = Math.min(due, product.dueAtMs());
    return due;
  }

  get trust(): TrustView {
    return this.#trust;
  }

  /** Time of the newest command that was applied, 0 before the first. */
  get lastAtMs(): number {
    return this.#lastAtMs;
  }

  /** Perpetual contracts and their positions. */
  get perpetual(): PerpetualReader {
    return this.#perpetual;
  }

  get launch(): LaunchView {
    return this.#launch;
  }

  currency(id: number): Currency | null {
    return this.#markets.currency(id) ?? null;
  }

  /** By id. */
  currencies(): readonly Currency[] {
    return this.#markets.currencies();
  }

  market(id: number): Market | null {
    return this.#markets.market(id)?.config ?? null;
  }

  /** By id. */
  markets(): readonly Market[] {
    return this.#markets.all().map(market => market.config);
  }

  marketStatus(id: number): MarketStatus | null {
    return this.#markets.market(id)?.status ?? null;
  }

  knowsCustomer(id: number): boolean {
    return this.#customers.has(id);
  }

  /** Ids, ascending. */
  frozenCustomers(): readonly number[] {
    return this.#customers.frozen();
  }

  isFrozen(customerId: number): boolean {
    return this.#customers.isFrozen(customerId);
  }

  /** Those that hold money frozen, by id; released and settled ones are forgotten (projections keep those). */
  openWithdrawals(): readonly Withdrawal[] {
    return this.#withdrawals.open();
  }

  /** What customers owe after reversed deposits, by customer and currency. */
  debts(): readonly Debt[] {
    return this.#wallet.debts.all();
  }

  /** What the customer owes in the currency, mostly 0. */
  owedMinor(customerId: number, currencyId: number): bigint {
    return this.#wallet.debts.owedMinor(customerId, currencyId);
  }

  /** Zero for an account never used. */
  balance(key: AccountKey): Balance {
    const account = this.#ledger.find(key);
    if (account === null) return { availableMinor: 0n, frozenMinor: 0n };
    return {
      availableMinor: this.#ledger.availableMinor(account),
      frozenMinor: this.#ledger.frozenMinor(account),
    };
  }

  /** Every account of the customer that holds something, by account then currency id. */
  balancesOf(customerId: number): readonly AccountBalance[] {
    const balances: AccountBalance[] = [];
    for (const account of CUSTOMER_ACCOUNTS) {
      for (const { id } of this.#markets.currencies()) {
        const key = { ownerId: customerId, account, currencyId: id };
        const balance = this.balance(key);
        if (balance.availableMinor !== 0n || balance.frozenMinor !== 0n)
          balances.push({ ...key, ...balance });
      }
    }
    return balances;
  }

  /** A waiting order; null once it is completed or cancelled (projections keep those). */
  order(orderId: number): OrderView | null {
    return this.#spot.order(orderId)?.view() ?? null;
  }

  /** Of the newest spot order; they count from 1 without gaps. 0 before the first. */
  get lastOrderId(): number {
    return this.#spot.lastOrderId;
  }

  /** Waiting orders, oldest first. */
  openOrders(customerId: number, marketId?: number): readonly OrderView[] {
    return this.#spot.openOrders(customerId, marketId).map(order => order.view());
  }

  /** The best `levels` prices of each side; empty for an unknown market. */
  depth(marketId: number, levels: number): Depth {
    const book = this.#spot.market(marketId)?.book;
    if (book === undefined) return { bids: [], asks: [] };
    return {
      bids: book.depth(BID, levels).map(level => [level.priceTicks, level.quantityLots]),
      asks: book.depth(ASK, levels).map(level => [level.priceTicks, level.quantityLots]),
    };
  }

  /** Null before the first trade. */
  lastPriceTicks(marketId: number): number | null {
    return this.#markets.market(marketId)?.lastPriceTicks || null;
  }

  /** What the price band is measured from: the latest index tick, else the last trade. Truncated to ticks. */
  referencePriceTicks(marketId: number): number | null {
    return this.#markets.market(marketId)?.referencePriceTicks() ?? null;
  }

  /** The newest index tick of the market. */
  indexTick(marketId: number): IndexTick | null {
    return this.#markets.market(marketId)?.indexTick ?? null;
  }

  get option(): OptionReader {
    return this.#options;
  }

  /** What customers limited themselves to. */
  get limits(): Pick<Limits, 'standing'> {
    return this.#limits;
  }

  /** Number and hash of the newest tick of the price log; 0 and 64 zeros before the first. */
  priceLogHead(): { readonly number: number; readonly hash: string } {
    return this.#markets.head();
  }

  /**
   * Throws InvariantBroken naming what does not add up. `cheap` looks at running sums and best prices of all markets,
   * which every command already checks for what it touched; `all` adds everything up again, in linear time.
   */
  checkInvariants(level: InvariantLevel): void {
    this.#spot.checkCheap();
    for (const product of this.#products) product.checkCheap();
    this.#ledger.checkSums();
    if (level === 'cheap') return;
    const frozen = new Map<AccountIndex, bigint>();
    this.#spot.checkAll(frozen);
    this.#withdrawals.addFrozen(frozen);
    for (const product of this.#products) product.checkAll(frozen);
    this.#ledger.checkAll(frozen);
    this.#wallet.checkAll();
    this.#markets.checkAll();
  }

  /** Canonical bytes: equal states give equal bytes, whatever way led to them. Not from a stopped exchange. */
  snapshot(): Uint8Array {
    if (this.#broken) throw new InvariantBroken('the exchange has stopped');
    const writer = new SnapshotWriter();
    writer.text(SNAPSHOT_MAGIC);
    writer.int(LOGIC_VERSION);
    writer.int(this.#lastAtMs);
    this.#markets.write(writer);
    this.#customers.write(writer);
    this.#wallet.write(writer);
    this.#withdrawals.write(writer);
    this.#ledger.write(writer);
    this.#spot.write(writer);
    this.#limits.write(writer);
    for (const product of this.#products) product.write(writer);
    return writer.finish();
  }

  /**
   * The exchange as it was, all invariants checked. Throws SnapshotUnreadable for bytes that are damaged, of a logic
   * version too old or newer than this, or describe books that do not add up.
   */
  static restore(snapshot: Uint8Array): Exchange {
    const reader = new SnapshotReader(snapshot);
    if (reader.text() !== SNAPSHOT_MAGIC) throw new SnapshotUnreadable('not a snapshot');
    const version = reader.int();
    if (version < OLDEST_READABLE_VERSION || version > LOGIC_VERSION) {
      throw new SnapshotUnreadable(`logic version ${version}, this is version ${LOGIC_VERSION}`);
    }
    const exchange = new Exchange();
    exchange.#lastAtMs = reader.int();
    try {
      exchange.#markets.read(reader);
      exchange.#customers.read(reader);
      exchange.#wallet.read(reader);
      exchange.#withdrawals.read(reader);
      exchange.#ledger.read(reader);
      exchange.#spot.read(reader);
      if (version >= 3) {
        exchange.#limits.read(reader);
        for (const product of exchange.#products) product.read(reader);
      }
      reader.end();
      exchange.checkInvariants('all');
    } catch (cause) {
      if (cause instanceof SnapshotUnreadable) throw cause;
      throw new SnapshotUnreadable(`impossible state: ${String(cause)}`, { cause });
    }
    return exchange;
  }

  /** SHA-256 of the snapshot, lower-case hex. */
  stateHash(): string {
    return bytesToHex(sha256(this.snapshot()));
  }
}
