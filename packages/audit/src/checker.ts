import { createHash } from 'node:crypto';
import { deserialize, serialize } from 'node:v8';
import { check, CheckFailed } from './check-failed.ts';
import { isWhole } from './numbers.ts';
import type { Command, Part, Refusal } from './part.ts';
import { PARTS, type PartName } from './parts.ts';
import { World } from './world.ts';

/** Who hears of index prices and acts when its time has come, in this order. */
const TIMED: readonly PartName[] = ['spot', 'perpetual', 'option', 'trust', 'launch', 'referral', 'terms'];
const HEAR_PRICES: readonly PartName[] = ['spot', 'perpetual', 'option', 'trust', 'launch'];

export interface CheckerOptions {
  /**
   * Whether client order ids need not be unique or short: they once needed not, and a journal does not say when that
   * began. No money depends on them.
   */
  readonly anyNames: boolean;
}

/** The exchange by the rules alone: plays the journal's commands and has the same books. */
export class Checker {
  readonly world = new World();
  readonly #parts = new Map<PartName, Part>();
  readonly #owners = new Map<string, Part>();

  constructor({ anyNames }: CheckerOptions = { anyNames: false }) {
    this.world.anyNames = anyNames;
    for (const [name, make] of PARTS) {
      const part = make(this.world);
      this.#parts.set(name, part);
      for (const type of part.commands) {
        check(!this.#owners.has(type), `two parts apply ${type}`);
        this.#owners.set(type, part);
      }
    }
  }

  /**
   * Applies a command at the time the journal stamped. A refusal has changed nothing: in a journal, which holds only what
   * was accepted, it is a finding. Throws CheckFailed if the books would be wrong; it must not be used afterwards.
   */
  apply(command: Command, atMs: number): Refusal {
    const { world } = this;
    if (!isWhole(atMs, world.now, Number.MAX_SAFE_INTEGER)) return 'time_went_backwards';
    const before = world.now;
    world.now = atMs;
    const refusal = command.type === 'passTime' ? this.#passTime() : this.#dispatch(command);
    if (refusal !== null) {
      world.now = before;
      return refusal;
    }
    for (const { customerId, stopsBuying } of world.limits.takeStopped()) {
      if (stopsBuying) world.spot.cancelBuys(customerId);
      world.perpetual.cancelOpenings(customerId);
    }
    world.perpetual.settleAccounts();
    return null;
  }

  /** All of it as bytes, for `load` of the same version of this program. */
  save(): Buffer {
    const parts = new Map([...this.#parts].map(([name, part]) => [name, part.state]));
    return serialize({ world: this.world.state, parts });
  }

  static load(bytes: Uint8Array, options?: CheckerOptions): Checker {
    const { world, parts } = deserialize(bytes) as { world: unknown; parts: Map<PartName, unknown> };
    const checker = new Checker(options);
    checker.world.state = world;
    for (const [name, part] of checker.#parts) if (part.state !== undefined) part.state = parts.get(name);
    return checker;
  }

  /** When `passTime` has something to do next; Infinity: never. */
  dueAtMs(): number {
    return Math.min(...this.#timed().map(part => part.dueAtMs?.() ?? Infinity));
  }

  /** Whether work has begun for which other commands need not wait. */
  hasBacklog(): boolean {
    return this.#timed().some(part => part.hasBacklog?.() === true);
  }

  /** All lines of the books, sorted: see docs/auditing.md. */
  lines(): string[] {
    const { world } = this;
    const lines = [...world.books.lines(), ...world.limits.lines()];
    for (const part of this.#parts.values()) if (part.lines !== undefined) lines.push(...part.lines());
    return lines.toSorted();
  }

  /** SHA-256 over the lines with a line feed between, lower-case hex. */
  booksHash(): string {
    const hash = createHash('sha256');
    for (const [i, one] of this.lines().entries()) hash.update(i === 0 ? one : `\n${one}`);
    return hash.digest('hex');
  }

  #timed(): Part[] {
    return TIMED.map(name => this.#parts.get(name)).filter(part => part !== undefined);
  }

  #passTime(): Refusal {
    const { now } = this.world;
    const waiting = this.#timed().filter(
      part => (part.dueAtMs?.() ?? Infinity) <= now || part.hasBacklog?.() === true,
    );
    if (waiting.length === 0) return 'nothing_due';
    for (const part of waiting) part.passTime!();
    return null;
  }

  #dispatch(command: Command): Refusal {
    const owner = this.#owners.get(command.type);
    if (owner === undefined) throw new CheckFailed(`unknown command ${command.type}`);
    const refusal = this.#refuseForOthers(command as Promised) ?? owner.apply(command);
    if (refusal === null) this.#tellOthers(command as Told);
    return refusal;
  }

  /** What another part has promised forbids a command. */
  #refuseForOthers(command: Promised): Refusal {
    const { launch, terms } = this.world;
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

  #tellOthers(command: Told): void {
    if (command.type === 'setCustomerFrozen' && !command.frozen)
      this.world.referral.unfrozen(command.customerId);
    if (command.type !== 'recordIndexTick') return;
    for (const name of HEAR_PRICES) this.#parts.get(name)?.indexTicked?.(command.marketId);
  }
}

type Promised =
  | { readonly type: 'configureCurrency'; readonly currency: { readonly id: number; readonly code: string } }
  | { readonly type: 'configureMarket'; readonly market: { readonly id: number } }
  | { readonly type: 'setMarketStatus' | 'setPerpetualStatus'; readonly marketId: number };

type Told =
  | { readonly type: 'setCustomerFrozen'; readonly customerId: number; readonly frozen: boolean }
  | { readonly type: 'recordIndexTick'; readonly marketId: number };
