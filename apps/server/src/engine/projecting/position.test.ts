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

it('names statements so that PostgreSQL tells them apart, however many tables they write', async () => {
  const sent: QueryConfig[] = [];
  const client = { query: (one: QueryConfig) => sent.push(one) } as unknown as ClientBase;
  const most = Array.from({ length: 38 }, (_, i) => i);
  const stretch = { epoch: 1, from: 0, to: 1 };
  for (const last of [38, 39, 38]) await writeProjections(client, tables([...most, last]), stretch);
  await writeProjections(client, tables([...most, 38]), stretch, 'ab'.repeat(32));
  const [first, second, again, ofCore] = sent.map(({ name = '' }) => name.slice(0, KEPT_CHARACTERS));
  expect(again).toBe(first);
  expect(new Set([first, second, ofCore]).size).toBe(3);
  expect(sent[0]!.text).not.toBe(sent[1]!.text);
});
