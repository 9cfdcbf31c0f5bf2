import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { LAYOUTS } from '@tallystick/audit';
import { decodeGolden } from '@tallystick/core/testing/golden';
import { describe, expect, it } from 'vitest';
import { COMMAND_FIELDS } from '../engine/journal/command-codec.ts';
import { Comparison, compareHistory, type HistoryOptions } from './testing/compare-history.ts';
import { historyOf, shrink } from './testing/histories.ts';

/** Each commit tries other histories: see scripts/test-seed.mjs. */
const FIRST = (Number(process.env['TEST_SEED']) % 1_000_000) * 1_000;
const HISTORIES = 300;

/** Every verdict about a withdrawal of profit. */
const OF_PROFIT = [
  'accepted',
  'insufficient_balance',
  'invalid_amount',
  'invalid_order',
  'profit_bound',
  'profit_unproven',
  'profit_wait',
  'unknown_currency',
];

describe('the core and the independent checker', () => {
  it('post the same, refuse the same and have the same books, over random histories', () => {
    let accepted = 0;
    const ofProfit = new Set<string>();
    const options: HistoryOptions = {
      see: ({ type }) => {
        accepted++;
        if (type === 'withdrawProfit') ofProfit.add('accepted');
      },
      seeRefused: ({ type }, { code }) => {
        if (type === 'withdrawProfit') ofProfit.add(code);
      },
    };
    for (let seed = FIRST; seed < FIRST + HISTORIES; seed++) {
      const difference = compareHistory(historyOf(seed), options);
      expect({ seed, difference }).toEqual({ seed, difference: null });
    }
    expect(accepted).toBeGreaterThan(HISTORIES * 100);
    expect([...ofProfit].toSorted()).toEqual(OF_PROFIT);
  });

  it('agree on the recorded history, saved and loaded after each command', () => {
    const golden = import.meta
      .resolve('@tallystick/core/testing/golden')
      .replace('golden.ts', 'golden-journal.jsonl');
    const { commands } = decodeGolden(readFileSync(fileURLToPath(golden), 'utf8'));
    const comparison = new Comparison({ every: 10 });
    for (const [atMs, command] of commands) {
      expect(comparison.apply(command, atMs)).toBeNull();
      comparison.reload();
    }
    expect(comparison.compareLines()).toBeNull();
    expect(comparison.accepted).toBeGreaterThan(300);
  });

  it('read the same fields from the journal', () => {
    const fields = Object.entries(COMMAND_FIELDS).map(([type, kinds]) => [
      type,
      {
        names: Object.keys(kinds),
        isAmount: Object.values<string>(kinds).map(kind => kind === 'bigint'),
        required: Object.values<string>(kinds).filter(kind => kind !== 'optional').length,
      },
    ]);
    expect(fields.map(([type]) => [type, LAYOUTS.get(type as string)])).toEqual(fields);
  });
});

describe('a comparison', () => {
  const credit = {
    type: 'credit',
    customerId: 1,
    account: 'spot',
    currencyId: 3,
    amountMinor: 5n,
    from: 'faucet',
    reference: 'faucet:1',
  } as const;

  const begun = (): Comparison => {
    const comparison = new Comparison({ every: 1 });
    comparison.apply({ type: 'configureCurrency', currency: { id: 3, code: 'USDT', decimals: 6 } }, 1);
    comparison.apply({ type: 'openCustomer', customerId: 1 }, 1);
    return comparison;
  };

  it('names the first posting that differs', () => {
    const comparison = begun();
    const { books } = comparison.checker.world;
    const post = books.post.bind(books);
    books.post = (reason, _, entries) => post(reason, 'another', entries);
    expect(comparison.apply(credit, 2)).toMatchObject({
      what: 'posting',
      command: credit,
      core: '1 faucet faucet:1: 0/faucet/3/available -5, 1/spot/3/available 5',
      checker: '1 faucet another: 0/faucet/3/available -5, 1/spot/3/available 5',
    });
  });

  it('names the first line that differs', () => {
    const comparison = begun();
    comparison.checker.world.frozen.add(1);
    const credited = comparison.apply(credit, 2);
    expect(credited).toMatchObject({ what: 'line', checker: 'frozen 1' });
  });

  it('names a command that only one of them refuses', () => {
    const comparison = begun();
    comparison.checker.world.customers.delete(1);
    expect(comparison.apply(credit, 2)).toMatchObject({
      what: 'verdict',
      core: 'accepted',
      checker: 'refused: unknown_customer',
    });
  });

  it('shrinks a history to the steps that matter', () => {
    const steps = historyOf(6);
    const needed = [steps[40]!, steps[90]!];
    const fewer = shrink(steps, some => needed.every(one => some.includes(one)));
    expect(fewer).toEqual(needed);
  });
});
