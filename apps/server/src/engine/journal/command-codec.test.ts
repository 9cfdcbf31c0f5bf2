import type { Command } from '@tallystick/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyCharacter } from '../../testing/any-character.ts';
import type { Idempotency } from '../command-bus.ts';
import { EVERY_COMMAND } from '../testing/every-command.ts';
import { decodeEntries, encodeEntry, type JournalEntry } from './command-codec.ts';

const whole = fc.maxSafeNat();
const text = fc.string({ unit: anyCharacter, maxLength: 40 });
const command: fc.Arbitrary<Command> = fc.oneof(...Object.values(EVERY_COMMAND));
const idempotency: fc.Arbitrary<Idempotency | null> = fc.option(
  fc.record({ scope: text, key: text, inputHash: text }),
);

describe('journal entries', () => {
  it('read back as they were written', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ atMs: whole, command, idempotency }), { minLength: 1, maxLength: 20 }),
        fc.integer({ min: 1, max: 1_000_000 }),
        (rows, firstSequence) => {
          const entries: JournalEntry[] = rows.map((row, i) => ({ ...row, sequence: firstSequence + i }));
          const written = `[${entries.map(encodeEntry).join(',\n')}]`;
          expect(decodeEntries(written, firstSequence)).toEqual(entries);
        },
      ),
      { numRuns: 300 },
    );
  });

  it('never change: journals contain this text', () => {
    const entry: JournalEntry = {
      sequence: 5,
      atMs: 1_700_000_000_000,
      command: {
        type: 'placeOrder',
        customerId: 17,
        marketId: 1,
        side: 'buy',
        orderType: 'market',
        timeInForce: 'IOC',
        postOnly: false,
        priceTicks: null,
        quantityLots: null,
        budgetMinor: 9_007_199_254_740_993n,
        triggerTicks: null,
        clientOrderId: 'a"b',
      },
      idempotency: { scope: 'customer:17', key: 'k', inputHash: 'h' },
    };
    const text =
      '[1700000000000,"placeOrder",17,1,"buy","market","IOC",false,null,null,"9007199254740993",null,"a\\"b",' +
      '["customer:17","k","h"]]';
    expect(encodeEntry(entry)).toBe(text);
    expect(decodeEntries(`[${text}]`, 5)).toEqual([entry]);
  });

  it.each([
    ['an unknown command', '[[1,"bendResult",1]]', 'unknown command in the journal: bendResult'],
    ['too few fields', '[[1,"cancelOrder",1]]', 'has 3 fields'],
    ['too many fields', '[[1,"cancelOrder",1,2,["s","k","h"],3]]', 'has 6 fields'],
    ['no time', '[["x","cancelOrder",1,2]]', 'unreadable'],
    ['cut text', '[[1,"cancelOrder",1', 'JSON'],
  ])('are refused with %s', (_name, text, message) => {
    expect(() => decodeEntries(text, 1)).toThrow(message);
  });
});

describe('a field that was added later', () => {
  const before = {
    type: 'commitToLaunch',
    customerId: 1,
    offerId: 2,
    currencyId: 3,
    amountMinor: 4n,
  } as const;
  const key = { scope: 's', key: 'k', inputHash: 'h' };

  it.each([null, key])('is missing in rows of before, as it was, with key %o', idempotency => {
    const row = JSON.stringify([
      9,
      'commitToLaunch',
      1,
      2,
      3,
      '4',
      ...(idempotency === null ? [] : [Object.values(idempotency)]),
    ]);
    const [entry] = decodeEntries(`[${row}]`, 1);
    expect(entry).toEqual({ sequence: 1, atMs: 9, command: before, idempotency });
    expect(encodeEntry(entry as JournalEntry)).toBe(row);
  });

  it.each([null, key])('is kept from now on, with key %o', idempotency => {
    const command = { ...before, rateGuard: { bandPpm: 100_000, staleMs: 5_000 } };
    const entry = { sequence: 1, atMs: 9, command, idempotency };
    expect(decodeEntries(`[${encodeEntry(entry)}]`, 1)).toEqual([entry]);
  });
});
