import { Exchange, type Command } from '@tallystick/core';
import { configureCommands, fundedCustomerCommands, USDT } from '@tallystick/core/testing/demo-exchange';
import { expect, it } from 'vitest';
import * as coreModule from '../cores/core-module.ts';
import type { Difference } from './compare-results.ts';
import { StateUnreadable, Twin } from './twin.ts';

const AT_MS = 1_800_000_000_000;
const credit = (amountMinor: bigint, customerId = 1): Command => ({
  type: 'credit',
  customerId,
  account: 'spot',
  currencyId: USDT,
  amountMinor,
  from: 'faucet',
  reference: 'test',
});

type Apply = (exchange: Exchange, command: Command, atMs: number) => ReturnType<Exchange['apply']>;
const apply: Apply = (exchange, command, atMs) => Exchange.prototype.apply.call(exchange, command, atMs);

/** The core, with another way to apply commands. */
function bent(other: Apply): typeof coreModule {
  class Bent extends Exchange {
    static override restore(snapshot: Uint8Array): Exchange {
      const exchange = Exchange.restore(snapshot);
      return Object.assign(exchange, {
        apply: (command: Command, atMs: number) => other(exchange, command, atMs),
      });
    }
  }
  return { ...coreModule, Exchange: Bent };
}

/** An old core, and beside it a new one that applies in another way. */
class Pair {
  readonly old = new Exchange();
  readonly twin: Twin;
  #sequence = 0;

  constructor(other: Apply) {
    for (const command of [...configureCommands(), ...fundedCustomerCommands(1, 1_000n)])
      this.old.apply(command, AT_MS);
    this.twin = new Twin(bent(other));
    this.twin.convert(this.old.snapshot());
  }

  applied(command: Command): Difference | null {
    const outcome = this.old.apply(command, AT_MS);
    if (!outcome.ok) throw new Error(outcome.refusal.code);
    const entry = { sequence: ++this.#sequence, atMs: AT_MS, command, idempotency: null };
    return this.twin.apply(entry, outcome.events, this.old);
  }

  converted(): readonly Difference[] {
    return this.twin.convert(this.old.snapshot(), { exchange: this.old, writeMs: 0 }).differences;
  }
}

it('the same core stays equal, command by command and state for state', () => {
  const pair = new Pair(apply);
  expect(pair.applied(credit(5n))).toBeNull();
  expect(pair.converted()).toEqual([]);
  expect(pair.twin.isEqual).toBe(true);
  expect(pair.twin.times.count).toBe(1);
});

it('a difference makes the states unequal, until the old one is converted', () => {
  const pair = new Pair((exchange, command, atMs) =>
    apply(
      exchange,
      command.type === 'credit' ? { ...command, amountMinor: command.amountMinor + 1n } : command,
      atMs,
    ),
  );
  expect(pair.applied(credit(5n))).toMatchObject({ kind: 'events', what: ['posted.entries[].amountMinor'] });
  expect(pair.twin.isEqual).toBe(false);
  // What is known to differ is not told again.
  expect(pair.converted()).toEqual([]);
  expect(pair.twin.isEqual).toBe(true);
  expect(pair.applied({ type: 'openCustomer', customerId: 7 })).toBeNull();
});

it('finds balances that differ although no event says so', () => {
  const pair = new Pair((exchange, command, atMs) => {
    const outcome = apply(exchange, command, atMs);
    apply(exchange, credit(3n), atMs);
    return outcome;
  });
  expect(pair.applied(credit(5n))).toMatchObject({
    kind: 'balances',
    what: ['faucet.availableMinor', 'spot.availableMinor'],
    after: expect.stringContaining('-'),
  });
});

it('finds in whole states what no command has touched', () => {
  const pair = new Pair((exchange, command, atMs) => {
    if (command.type !== 'openCustomer') return apply(exchange, command, atMs);
    apply(exchange, credit(3n), atMs);
    return apply(exchange, command, atMs);
  });
  expect(pair.applied({ type: 'openCustomer', customerId: 7 })).toBeNull();
  const found = pair.converted();
  expect(found).toMatchObject([
    { kind: 'totals', what: [`spot currency ${USDT}`], before: '1000, 0 frozen', after: '1003, 0 frozen' },
    { kind: 'totals', what: [`faucet currency ${USDT}`] },
    { kind: 'state', what: ['hash'] },
  ]);
});

it('a core that throws has no state until the next conversion', () => {
  const pair = new Pair((exchange, command, atMs) => {
    if (command.type === 'credit') throw new RangeError('no such thing: 5');
    return apply(exchange, command, atMs);
  });
  expect(pair.applied(credit(5n))).toMatchObject({
    kind: 'error',
    what: ['RangeError'],
    after: expect.stringContaining('no such thing: 5'),
  });
  expect([pair.twin.isAlive, pair.twin.isEqual]).toEqual([false, false]);
  expect(pair.converted()).toEqual([]);
  expect([pair.twin.isAlive, pair.twin.isEqual]).toEqual([true, true]);
});

it('a state that the new core cannot read ends the rehearsal', () => {
  const twin = new Twin(coreModule);
  expect(() => twin.convert(Buffer.from('no snapshot'))).toThrow(StateUnreadable);
});
