import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ClientBase } from 'pg';
import { expect, it } from 'vitest';
import { GENESIS_HASH, journalHash } from './chain.ts';
import { JOURNAL_START, journalRows } from './journal-reader.ts';

/** So many rows of one command each. */
function chain(count: number) {
  let previous = GENESIS_HASH;
  return Array.from({ length: count }, (_, i) => {
    const sequence = i + 1;
    const row = {
      firstSequence: sequence,
      lastSequence: sequence,
      epoch: 1,
      logicVersion: 1,
      core: null,
      commands: '[]',
    };
    const hash = journalHash(previous, row);
    const stored = {
      first_sequence: `${sequence}`,
      last_sequence: `${sequence}`,
      epoch: '1',
      logic_version: 1,
      previous_hash: previous,
      hash,
      commands: '[]',
    };
    previous = hash;
    return stored;
  });
}

it('the journal is read page by page, and the database sends nothing while rows are applied', async () => {
  const rows = chain(5);
  let underWay = 0;
  const query = async ({ values }: { readonly values: readonly number[] }) => {
    underWay++;
    await nextTurn();
    underWay--;
    const [after = 0] = values;
    return { rows: rows.slice(after, after + 2) };
  };
  const seen: number[] = [];
  for await (const { lastSequence } of journalRows({ query } as unknown as ClientBase, JOURNAL_START)) {
    seen.push(lastSequence);
    expect(underWay).toBe(0);
  }
  expect(seen).toEqual([1, 2, 3, 4, 5]);
});
