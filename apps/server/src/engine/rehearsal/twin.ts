import {
  PLATFORM_ACCOUNTS,
  PLATFORM_OWNER,
  type Event,
  type Exchange,
  type ReadonlyExchange,
} from '@tallystick/core';
import type { CoreModule } from '../cores/core.ts';
import { EngineError } from '../engine-error.ts';
import type { JournalEntry } from '../journal/command-codec.ts';
import { compareResults, compareTouched, textOf, type Difference } from './compare-results.ts';
import { Times } from './times.ts';

/** One conversion of the state, as an upgrade would do it at this moment; milliseconds. */
export interface Conversion {
  readonly bytes: number;
  /** The old core writes its state down; 0 if a snapshot was there. */
  readonly writeMs: number;
  /** The new core reads it, and checks all invariants. */
  readonly restoreMs: number;
  /** The new core writes it down again, for the journal's seam and the next start. */
  readonly hashMs: number;
}

/** The new core cannot go on from the state that the old one has. */
export class StateUnreadable extends EngineError {}

/** The new core beside the old one, with a state of its own. */
export class Twin {
  readonly times = new Times();
  readonly #module: CoreModule;
  #exchange: Exchange | null = null;
  #isEqual = false;

  constructor(module: CoreModule) {
    this.#module = module;
  }

  /** Whether no difference was found since the state was last converted. */
  get isEqual(): boolean {
    return this.#isEqual;
  }

  /** False after an error: until the next conversion it applies nothing. */
  get isAlive(): boolean {
    return this.#exchange !== null;
  }

  /**
   * Goes on from the old core's state; null: from the beginning of a journal. If it should have come to the same state by
   * itself, it says in what it has not: `before` is the old core's. Throws StateUnreadable: then no upgrade is possible.
   */
  convert(
    snapshot: Uint8Array | null,
    before: { readonly exchange: ReadonlyExchange; readonly writeMs: number } | null = null,
  ): { readonly conversion: Conversion; readonly differences: readonly Difference[] } {
    const startedAt = performance.now();
    const exchange = this.#restore(snapshot);
    const restoredAt = performance.now();
    const hash = exchange.stateHash();
    const hashMs = performance.now() - restoredAt;
    const differences = before === null ? [] : this.#compareStates(before.exchange, hash);
    this.#exchange = exchange;
    this.#isEqual = true;
    const writeMs = before?.writeMs ?? 0;
    const conversion = { bytes: snapshot?.length ?? 0, writeMs, restoreMs: restoredAt - startedAt, hashMs };
    return { conversion, differences };
  }

  #restore(snapshot: Uint8Array | null): Exchange {
    try {
      return snapshot === null ? new this.#module.Exchange() : this.#module.Exchange.restore(snapshot);
    } catch (error) {
      throw new StateUnreadable(String(error), { cause: error });
    }
  }

  /** The old core came to its state by something that the new one has not applied. */
  differs(): void {
    this.#isEqual = false;
  }

  /**
   * Applies what the old core has applied with these events, and compares. Returns the first difference, null if there is
   * none.
   */
  apply(
    { command, atMs }: JournalEntry,
    events: readonly Event[],
    before: ReadonlyExchange,
  ): Difference | null {
    const exchange = this.#exchange;
    if (exchange === null) throw new Error('the new core has no state');
    const found = this.#tried(() => {
      const startedAt = performance.now();
      const outcome = exchange.apply(command, atMs);
      this.times.add(performance.now() - startedAt);
      return compareResults({ ok: true, events }, outcome);
    });
    const difference = found ?? this.#checked('cheap') ?? this.#touched(before, exchange, events);
    if (difference !== null) this.#isEqual = false;
    return difference;
  }

  /** `converted`: hash of the old core's state as the new one writes it. */
  #compareStates(before: ReadonlyExchange, converted: string): Difference[] {
    const exchange = this.#exchange;
    const unsound = this.#checked('all');
    if (unsound !== null) return [unsound];
    if (exchange === null || !this.#isEqual) return [];
    const found: Difference[] = [];
    const [old, own] = [totalsOf(before), totalsOf(exchange)];
    for (const name of new Set([...old.keys(), ...own.keys()])) {
      const [was, is] = [old.get(name) ?? NOTHING, own.get(name) ?? NOTHING];
      if (was !== is) found.push({ kind: 'totals', what: [name], before: was, after: is });
    }
    const hash = exchange.stateHash();
    if (hash !== converted) {
      const words = { before: `${converted} (converted)`, after: `${hash} (applied)` };
      found.push({ kind: 'state', what: ['hash'], ...words });
    }
    return found;
  }

  /** Whether the new core's books add up. */
  #checked(level: 'cheap' | 'all'): Difference | null {
    const exchange = this.#exchange;
    if (exchange === null) return null;
    return this.#tried(() => {
      exchange.checkInvariants(level);
      return null;
    }, 'invariant');
  }

  /** In states that differ already, what commands touch says nothing. */
  #touched(before: ReadonlyExchange, exchange: Exchange, events: readonly Event[]): Difference | null {
    return this.#isEqual ? compareTouched(before, exchange, events) : null;
  }

  #tried(work: () => Difference | null, kind: 'error' | 'invariant' = 'error'): Difference | null {
    try {
      return work();
    } catch (error) {
      this.#exchange = null;
      // Errors of a core in a context of its own are none of this program's classes.
      const words = String(error);
      return { kind, what: [words.split(':')[0]!], before: 'none', after: textOf(words) };
    }
  }
}

const NOTHING = '0, 0 frozen';

/** Sums of all accounts by kind and currency, in minor units, in words. */
function totalsOf(exchange: ReadonlyExchange): Map<string, string> {
  const sums = new Map<string, { availableMinor: bigint; frozenMinor: bigint }>();
  const add = (
    account: string,
    currencyId: number,
    held: { readonly availableMinor: bigint; readonly frozenMinor: bigint },
  ): void => {
    const name = `${account} currency ${currencyId}`;
    const sum = sums.get(name) ?? { availableMinor: 0n, frozenMinor: 0n };
    sum.availableMinor += held.availableMinor;
    sum.frozenMinor += held.frozenMinor;
    sums.set(name, sum);
  };
  for (const customerId of exchange.customerIds()) {
    for (const held of exchange.balancesOf(customerId)) add(held.account, held.currencyId, held);
  }
  for (const account of PLATFORM_ACCOUNTS) {
    for (const { id: currencyId } of exchange.currencies())
      add(account, currencyId, exchange.balance({ ownerId: PLATFORM_OWNER, account, currencyId }));
  }
  return new Map([...sums].map(([name, sum]) => [name, `${sum.availableMinor}, ${sum.frozenMinor} frozen`]));
}
