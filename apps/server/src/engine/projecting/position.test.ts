import type { ClientBase, QueryConfig } from 'pg';
import { expect, it } from 'vitest';
import { IntegerColumn } from '../projections/columns.ts';
import type { ProjectionTable } from '../projections/table.ts';
import { writeProjections } from './position.ts';

/** What PostgreSQL keeps of a statement's name. */
const KEPT_CHARACTERS = 63;

function tables(filled: readonly number[]): ProjectionTable[] {
  return Array.from({ length: 40 }, (_, i) => {
    const column = new IntegerColumn();
    if (filled.includes(i)) column.push(1);
    return { name: `table_${i}`, columns: [column], statement: ([one]) => `insert into t select ${one}` };
  });
}

const STRETCH = { epoch: 1, from: 0, to: 1 };

/** A connection, and what it was sent. */
function connection() {
  const sent: QueryConfig[] = [];
  return { client: { query: (one: QueryConfig) => sent.push(one) } as unknown as ClientBase, sent };
}

/** For each table that a query writes, whether it has rows: an array without any has no dimension. */
const filledIn = ({ values }: QueryConfig): boolean[] =>
  values!.slice(3).map(value => (value as Buffer).readInt32BE(0) > 0);

const upTo = (count: number): number[] => Array.from({ length: count }, (_, i) => i);

it('names statements so that PostgreSQL tells them apart, however many tables they write', async () => {
  const { client, sent } = connection();
  for (const last of [38, 39, 38]) await writeProjections(client, tables([...upTo(38), last]), STRETCH);
  await writeProjections(client, tables([...upTo(38), 38]), STRETCH, 'ab'.repeat(32));
  const [first, second, again, ofCore] = sent.map(({ name = '' }) => name.slice(0, KEPT_CHARACTERS));
  expect(again).toBe(first);
  expect(new Set([first, second, ofCore]).size).toBe(3);
  expect(sent[0]!.text).not.toBe(sent[1]!.text);
});

it('prepares no other statement for rows that one with few more tables can write', async () => {
  const { client, sent } = connection();
  for (const filled of [[0, 1, 2, 3], [1], [0], [2, 3], [5]])
    await writeProjections(client, tables(filled), STRETCH);
  expect(sent.map(({ name }) => name)).toEqual([
    'project 0',
    'project 0',
    'project 0',
    'project 0',
    'project 1',
  ]);
  // Those without rows are written as such.
  expect(filledIn(sent[1]!)).toEqual([false, true, false, false]);
  const { client: other, sent: ofOther } = connection();
  await writeProjections(other, tables([1]), STRETCH);
  expect(filledIn(ofOther[0]!)).toEqual([true]);
});

it('prepares a bounded number of statements, whatever combinations of tables come', async () => {
  const { client, sent } = connection();
  // Pairs far apart, none of which another has.
  for (let i = 0; i < 40; i++)
    for (let j = i + 1; j < 40; j++) await writeProjections(client, tables([i, j]), STRETCH);
  const names = new Set(sent.map(({ name }) => name));
  expect(names.size).toBe(101);
  expect(filledIn(sent.at(-1)!).filter(is => is)).toHaveLength(2);
});
