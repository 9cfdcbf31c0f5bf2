import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../database/database.ts';
import { createTestDatabase } from '../../testing/database.ts';
import {
  BigintColumn,
  BooleanColumn,
  HexColumn,
  IntegerColumn,
  JsonbColumn,
  TextColumn,
  WordColumn,
  type Column,
} from './columns.ts';

let database: Database;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

/** What PostgreSQL reads, as text. */
async function read(column: Column): Promise<(string | null)[]> {
  const { rows } = await database.pool.query<{ value: string | null }>(
    `select value::text from unnest($1::${column.type}[]) with ordinality as t (value, n) order by n`,
    [column.take()],
  );
  return rows.map(row => row.value);
}

describe('binary arrays', () => {
  it('carry integers of 64 bits, numbers and bigints alike', async () => {
    const values = fc.array(
      fc.oneof(
        fc.constant(null),
        fc.maxSafeInteger(),
        fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
        fc.constantFrom(0, -1, 2 ** 32, -(2 ** 32), 2 ** 53 - 1, 2n ** 63n - 1n, -(2n ** 63n)),
      ),
      { maxLength: 300 },
    );
    const column = new BigintColumn();
    await fc.assert(
      fc.asyncProperty(values, async list => {
        column.clear();
        for (const value of list) {
          if (value === null) column.pushNull();
          else if (typeof value === 'bigint') column.pushBigint(value);
          else column.pushNumber(value);
        }
        expect(await read(column)).toEqual(list.map(value => value?.toString() ?? null));
      }),
      { numRuns: 40 },
    );
  });

  it('carry texts of any length', async () => {
    const column = new TextColumn();
    const text = fc.string({ unit: 'grapheme', maxLength: 400 }).filter(value => !value.includes('\0'));
    await fc.assert(
      fc.asyncProperty(fc.array(fc.option(text, { nil: null }), { maxLength: 50 }), async list => {
        column.clear();
        for (const value of list) {
          if (value === null) column.pushNull();
          else column.push(value);
        }
        expect(await read(column)).toEqual(list.map(value => value?.toWellFormed() ?? null));
      }),
      { numRuns: 40 },
    );
  });

  it('carry integers of 32 bits, booleans, words, JSON and bytes', async () => {
    const integers = new IntegerColumn();
    for (const value of [0, -1, 2 ** 31 - 1, -(2 ** 31)]) integers.push(value);
    expect(await read(integers)).toEqual(['0', '-1', '2147483647', '-2147483648']);
    const booleans = new BooleanColumn();
    for (const value of [true, false]) booleans.push(value);
    expect(await read(booleans)).toEqual(['true', 'false']);
    const words = new WordColumn(['buy', 'sell']);
    for (const value of ['sell', 'buy', 'sell'] as const) words.push(value);
    expect(await read(words)).toEqual(['sell', 'buy', 'sell']);
    const json = new JsonbColumn();
    for (const value of ['[{"name": "ü", "priceE8": 1}]', '[]']) json.push(value);
    json.pushNull();
    expect(await read(json)).toEqual(['[{"name": "ü", "priceE8": 1}]', '[]', null]);
    const bytes = new HexColumn();
    for (const value of ['00ff', '', 'ab'.repeat(32)]) bytes.push(value);
    expect(await read(bytes)).toEqual(['\\x00ff', '\\x', `\\x${'ab'.repeat(32)}`]);
  });

  it('refuse values out of range instead of wrapping around', () => {
    const column = new BigintColumn();
    expect(() => column.pushBigint(2n ** 63n)).toThrow(RangeError);
    expect(() => column.pushBigint(-(2n ** 63n) - 1n)).toThrow(RangeError);
    expect(() => column.pushNumber(2 ** 53)).toThrow(RangeError);
    expect(() => column.pushNumber(1.5)).toThrow(RangeError);
    expect(() => new IntegerColumn().push(2 ** 31)).toThrow(RangeError);
    expect(() => new IntegerColumn().push(0.5)).toThrow(RangeError);
    expect(() => new WordColumn(['buy']).push('sell' as 'buy')).toThrow(RangeError);
    expect(() => new HexColumn().push('xyz0')).toThrow(RangeError);
    expect(column.length).toBe(0);
  });
});
