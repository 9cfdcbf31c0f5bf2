import { Exchange, type Command, type Outcome } from '@tallystick/core';
import { BTC_USDT, configureCommands, fundedCustomerCommands } from '@tallystick/core/testing/demo-exchange';
import { mixedHistory, playMixed } from '@tallystick/core/testing/mixed-history';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HaltError } from './engine-error.ts';
import { Follower, type RowPlace } from './follower.ts';
import { decodeEntries, encodeEntry } from './journal/command-codec.ts';
import { JOURNAL_START, type JournalPosition } from './journal/journal-reader.ts';

const OPEN = { type: 'openCustomer', customerId: 1 } as const satisfies Command;

function hashOf(sequence: number): Buffer {
  const hash = Buffer.alloc(32);
  hash.writeUInt32BE(sequence);
  return hash;
}

function after({ sequence, hash }: JournalPosition, entries = 1): RowPlace {
  const lastSequence = sequence + entries;
  return { firstSequence: sequence + 1, lastSequence, previousHash: hash, hash: hashOf(lastSequence) };
}

function entry(sequence: number, command: Command, atMs = 0) {
  return { sequence, atMs, command, idempotency: null };
}

describe('a row', () => {
  const begun = (): Follower => {
    const follower = new Follower(new Exchange(), JOURNAL_START);
    follower.take(after(JOURNAL_START), [entry(1, OPEN)]);
    return follower;
  };

  it('moves the position, and the state by its commands', () => {
    const follower = begun();
    expect(follower.position).toEqual({ sequence: 1, hash: hashOf(1) });
    expect(follower.exchange.knowsCustomer(1)).toBe(true);
  });

  it('with a mark moves the position only', () => {
    const follower = begun();
    const state = follower.exchange.stateHash();
    const mark = { type: 'state', sequence: 1, stateHash: state } as const;
    follower.take(after(follower.position), [{ sequence: 2, atMs: 0, mark }]);
    expect(follower.position).toEqual({ sequence: 2, hash: hashOf(2) });
    expect(follower.exchange.stateHash()).toBe(state);
  });

  it.each<[string, (at: JournalPosition) => RowPlace, RegExp]>([
    [
      'that does not follow in the chain',
      at => ({ ...after(at), previousHash: hashOf(7) }),
      /breaks the chain/,
    ],
    ['after one that is missing', at => after({ ...at, sequence: 2 }), /has a gap: after 1 comes 3/],
    ['taken a second time', () => after(JOURNAL_START), /has a gap: after 1 comes 1/],
    ['with fewer entries than sequences', at => after(at, 2), /has 1 commands/],
  ])('%s is no row of this journal, and changes nothing', (_what, row, message) => {
    const follower = begun();
    const state = follower.exchange.stateHash();
    const take = (): void => follower.take(row(follower.position), [entry(2, { ...OPEN, customerId: 2 })]);
    expect(take).toThrow(HaltError);
    expect(take).toThrow(message);
    expect(follower.position).toEqual({ sequence: 1, hash: hashOf(1) });
    expect(follower.exchange.stateHash()).toBe(state);
  });

  it('with a refused command was not written by this core', () => {
    const follower = begun();
    expect(() => follower.take(after(follower.position), [entry(2, OPEN)])).toThrow(HaltError);
  });
});

describe('a command another exchange has applied', () => {
  const LOTS = 1_000;

  function exchangeWith(restingLots: number): Exchange {
    const exchange = new Exchange();
    const setup = [...configureCommands(), ...[1, 2].flatMap(id => fundedCustomerCommands(id, 10n ** 15n))];
    for (const command of [...setup, limitOrder(1, 'sell', restingLots)])
      expect(exchange.apply(command, 0).ok).toBe(true);
    return exchange;
  }

  function limitOrder(customerId: number, side: 'buy' | 'sell', quantityLots: number): Command {
    return {
      ...{ type: 'placeOrder', customerId, marketId: BTC_USDT, side, orderType: 'limit', timeInForce: 'GTC' },
      ...{ postOnly: false, priceTicks: 650_000, quantityLots, budgetMinor: null },
      ...{ triggerTicks: null, clientOrderId: null },
    };
  }

  /** A purchase of half of LOTS: as many events as with LOTS resting, with other amounts if `restingLots` differs. */
  function taken(restingLots: number): () => void {
    const live = exchangeWith(LOTS);
    const command = limitOrder(2, 'buy', LOTS / 2);
    expect(live.apply(command, 0).ok).toBe(true);
    const follower = new Follower(exchangeWith(restingLots), JOURNAL_START);
    return () => follower.takeApplied(after(JOURNAL_START), [{ ...entry(1, command), digest: live.digest }]);
  }

  it('has the same result from the same state', () => {
    expect(taken(LOTS)).not.toThrow();
  });

  it('stops everything when the number of events is equal but amounts differ', () => {
    expect(taken(LOTS + 1)).toThrow(HaltError);
    expect(taken(LOTS + 1)).toThrow(/came to something else with command 1 \(placeOrder\)/);
  });
});

/** Freezes commands and events: they are shared, so nobody may change them. */
class Strict extends Exchange {
  override apply(command: Command, atMs: number): Outcome {
    return frozen(super.apply(frozen(command), atMs));
  }
}

function frozen<T>(value: T): T {
  if (value instanceof Object) for (const field of Object.values(value)) frozen(field);
  return Object.freeze(value);
}

it('reaches the state and events of the exchange it follows, in memory and from the journal, from any start', () => {
  fc.assert(
    fc.property(mixedHistory, fc.nat(250), (steps, begin) => {
      const live = new Strict();
      const followers: Follower[] = [];
      let sequence = 0;
      playMixed(live, steps, (command, atMs, outcome) => {
        if (!outcome.ok) return;
        sequence++;
        const [inMemory, fromJournal] = followers;
        if (inMemory === undefined || fromJournal === undefined) {
          if (sequence < begin) return;
          const at = { sequence, hash: hashOf(sequence) };
          for (let i = 0; i < 2; i++) followers.push(new Follower(Exchange.restore(live.snapshot()), at));
          return;
        }
        const given = entry(sequence, command, atMs);
        const read = decodeEntries(`[${encodeEntry(given)}]`, sequence);
        const applied = (_entry: unknown, events: unknown): void => expect(events).toEqual(outcome.events);
        inMemory.takeApplied(after(inMemory.position), [{ ...given, digest: live.digest }]);
        fromJournal.take(after(fromJournal.position), read, { applied });
      });
      for (const { exchange } of followers) expect(exchange.stateHash()).toBe(live.stateHash());
    }),
    { numRuns: 25, endOnFailure: true },
  );
}, 60_000);
