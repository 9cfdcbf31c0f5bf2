import { bytesToHex } from '@noble/hashes/utils.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { OWNERS, type Command } from './command.ts';
import { ExchangeReader } from './exchange-reader.ts';
import { InvariantBroken, invariant, type InvariantLevel } from './invariant.ts';
import { isIntegerWithin } from './money/integer.ts';
import type { Outcome } from './outcome.ts';
import { Parts } from './parts.ts';
import type { Refusal } from './refusal.ts';
import { refuse } from './refuse.ts';
import type { CommandOwner, Timed } from './product.ts';
import type { CheckedContractCommand } from './perpetual/customer-commands.ts';
import type { CheckedCommand } from './spot/spot.ts';
import { SnapshotReader, SnapshotUnreadable } from './snapshot/reader.ts';
import { SnapshotWriter } from './snapshot/writer.ts';

/**
 * Part of every snapshot and journal row. A journal is replayed only by the version that wrote it; a snapshot may be
 * continued by a later one.
 */
export const LOGIC_VERSION = 3;
/** Oldest version whose snapshots can be read; parts that a version did not have start empty. */
const OLDEST_READABLE_VERSION = 2;
const SNAPSHOT_MAGIC = 'tallystick snapshot';

/**
 * The exchange: a deterministic state machine. The same commands at the same times give the same events and the same
 * state, on any machine. It does no I/O and knows no clock; a refused command changes nothing. When an invariant fails
 * it throws InvariantBroken and never applies another command.
 */
export class Exchange extends ExchangeReader {
  readonly #parts: Parts;
  /** By command type. */
  readonly #owners: ReadonlyMap<string, CommandOwner<never>>;
  #lastAtMs = 0;
  #broken = false;

  constructor() {
    const parts = new Parts();
    super(parts);
    this.#parts = parts;
    this.#owners = new Map([...OWNERS].map(([type, owner]) => [type, parts.owners[owner]]));
  }

  /** `atMs` is the time the sequencer stamped: milliseconds since 1970, never less than that of the command before. */
  apply(command: Command, atMs: number): Outcome {
    const refusal = this.#apply(command, atMs, false);
    return refusal === null ? { ok: true, events: this.#parts.log.events } : { ok: false, refusal };
  }

  /** As `apply`, for whoever has the events from another exchange already: `digest` is that of the other. */
  follow(command: Command, atMs: number): Refusal | null {
    return this.#apply(command, atMs, true);
  }

  #apply(command: Command, atMs: number, silent: boolean): Refusal | null {
    if (this.#broken) throw new InvariantBroken('the exchange has stopped');
    if (!isIntegerWithin(atMs, this.#lastAtMs, Number.MAX_SAFE_INTEGER)) return refuse('time_went_backwards');
    const { log, spot, perpetual } = this.#parts;
    log.begin(silent);
    try {
      const refusal = this.#dispatch(command, atMs);
      if (refusal !== null) {
        invariant(log.events.length === 0, `a refused ${command.type} changed something`);
        return refusal;
      }
      this.#stopBuying(atMs);
      spot.report();
      perpetual.report();
    } catch (cause) {
      // Whatever was thrown, the command may be half done.
      this.#broken = true;
      throw cause;
    }
    this.#lastAtMs = atMs;
    return null;
  }

  /**
   * Why the command would be refused at `atMs`, by every rule that `apply` has; null: it would be accepted. Nothing
   * changes.
   */
  check(command: CheckedCommand | CheckedContractCommand, atMs: number): Refusal | null {
    if (this.#broken) throw new InvariantBroken('the exchange has stopped');
    if (!isIntegerWithin(atMs, this.#lastAtMs, Number.MAX_SAFE_INTEGER)) return refuse('time_went_backwards');
    const { limits, spot, perpetual } = this.#parts;
    limits.begin(atMs);
    return command.type === 'placeOrder' || command.type === 'amendOrder'
      ? spot.check(command, atMs)
      : perpetual.check(command, atMs);
  }

  /** Of the events of the newest command, by their number, order and amounts: of 32 bits, for comparing exchanges. */
  get digest(): number {
    return this.#parts.log.digest;
  }

  /** Each command belongs to one part of the exchange; the two methods below do what other parts add to it. */
  #dispatch(command: Command, atMs: number): Refusal | null {
    const { limits, referral } = this.#parts;
    limits.begin(atMs);
    referral.begin(atMs);
    if (command.type === 'passTime') return this.#passTime(atMs);
    const owner = this.#owners.get(command.type);
    if (owner === undefined) throw new InvariantBroken(`unknown command ${String(command.type)}`);
    const refusal = this.#refuseForOthers(command) ?? owner.apply(command as never, atMs);
    if (refusal === null) this.#tellOthers(command, atMs);
    return refusal;
  }

  /** Refuses a command that another part has to forbid, because of something it has promised. */
  #refuseForOthers(command: Command): Refusal | null {
    const { launch, terms } = this.#parts;
    switch (command.type) {
      case 'configureCurrency':
        return launch.refuseCurrency(command.currency.id, command.currency.code);
      case 'configureMarket':
        return launch.refuseMarket(command.market.id);
      case 'setMarketStatus':
        return terms.refuseStatus('spot', command.marketId);
      case 'setPerpetualStatus':
        return terms.refuseStatus('perpetual', command.marketId);
      default:
        return null;
    }
  }

  /** Lets other parts react to a command that its owner has applied. */
  #tellOthers(command: Command, atMs: number): void {
    const { referral } = this.#parts;
    if (command.type === 'recordIndexTick') this.#indexTicked(command.marketId, atMs);
    else if (command.type === 'setCustomerFrozen' && !command.frozen) referral.unfrozen(command.customerId);
  }

  /** Orders that wait to buy or open are taken off: they would trade during a cool-down or beyond a loss limit. */
  #stopBuying(atMs: number): void {
    const { limits, spot, perpetual } = this.#parts;
    for (const { customerId, stopsBuying } of limits.takeStopped()) {
      if (stopsBuying) spot.cancelBuys(customerId, atMs);
      perpetual.cancelOpenings(customerId, atMs);
    }
  }

  #indexTicked(marketId: number, atMs: number): void {
    const { markets, spot, products } = this.#parts;
    spot.indexTicked(marketId, atMs);
    const tick = markets.market(marketId)!.indexTick!;
    for (const product of products) product.indexTicked(tick, atMs);
  }

  #passTime(atMs: number): Refusal | null {
    const { spot, products, referral, terms } = this.#parts;
    // Terms come last: whatever ends at the same moment still ends under the old terms.
    const waiting = [spot, ...products, referral, terms].filter(
      (one: Timed) => one.dueAtMs() <= atMs || one.hasBacklog?.() === true,
    );
    if (waiting.length === 0) return refuse('nothing_due');
    for (const product of waiting) product.passTime(atMs);
    return null;
  }

  /**
   * Whether `passTime` has work left which other commands need not wait for, such as paying out an offer with many
   * orders. The sequencer calls `passTime` for it between other commands.
   */
  hasBacklog(): boolean {
    const { products, referral } = this.#parts;
    return referral.hasBacklog() || products.some(product => product.hasBacklog?.() === true);
  }

  /**
   * When `passTime` next has something to do, Infinity if never. The sequencer calls `passTime` before any command at
   * or after this moment, until nothing is due: so what is due happens before later commands.
   */
  dueAtMs(): number {
    const { spot, terms, referral, products } = this.#parts;
    let due = Math.min(spot.dueAtMs(), terms.dueAtMs(), referral.dueAtMs());
    for (const product of products) due = Math.min(due, product.dueAtMs());
    return due;
  }

  /** Time of the newest command that was applied, 0 before the first. */
  get lastAtMs(): number {
    return this.#lastAtMs;
  }

  /**
   * Throws InvariantBroken naming what fails. `cheap` checks running sums and best prices of all markets, which every
   * command already checks for what it touched; `all` adds everything up again, in linear time.
   */
  checkInvariants(level: InvariantLevel): void {
    this.#parts.checkInvariants(level);
  }

  /** Canonical bytes: equal states give equal bytes, whatever way led to them. Not from a stopped exchange. */
  snapshot(): Uint8Array {
    if (this.#broken) throw new InvariantBroken('the exchange has stopped');
    const writer = new SnapshotWriter();
    writer.text(SNAPSHOT_MAGIC);
    writer.int(LOGIC_VERSION);
    writer.int(this.#lastAtMs);
    this.#parts.write(writer);
    return writer.finish();
  }

  /**
   * The exchange as it was, all invariants checked. Throws SnapshotUnreadable for damaged bytes, for a logic version
   * that is too old or newer than this one, and for a state that breaks an invariant.
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
      exchange.#parts.read(reader, version);
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

/** The read-only face of an exchange, for callers that may not change it. */
export type ReadonlyExchange = Omit<Exchange, 'apply' | 'follow'>;
