import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DAY_MS } from '@tallystick/core/durations';
import { TestDesk } from '../../../testing/test-desk.ts';
import { TestServer } from '../../../testing/test-server.ts';

const MIGRATION = path.join(import.meta.dirname, '../../../database/migrations/0940-second-person.sql');
const DECIDED_MS = Date.UTC(2026, 6, 10);

let server: TestServer;
beforeAll(async () => {
  server = await TestServer.start();
});
afterAll(() => server.close());

const query = (sql: string, values: unknown[] = []) => server.database.pool.query(sql, values);

/** Restores the desk's tables as they were before second persons were recorded. */
async function goBack(): Promise<void> {
  await query('drop table operator_ties, operator_invitations');
  await query('alter table operators drop column email, drop column second_from_ms');
  await query('alter table desk_proposals disable trigger user');
}

async function proposed(change: object, before: object | null, state: 'applied' | 'pending'): Promise<void> {
  const [decidedBy, decidedAtMs] = state === 'applied' ? [2, DECIDED_MS] : [null, null];
  await query(
    `insert into desk_proposals (kind, subject, change, before, after, note, state, made_by, made_at_ms,
                                 decided_by, decided_at_ms)
     values ('operator', 'operator:x', $1, $2, $1, 'x', $3, 1, $4, $5, $6)`,
    [JSON.stringify(change), JSON.stringify(before), state, DECIDED_MS, decidedBy, decidedAtMs],
  );
}

it('operators of before count on, and are tied to those who made or lately changed them', async () => {
  await goBack();
  for (const name of ['maker', 'checker', 'made.once', 'changed', 'free']) {
    await query(
      `insert into operators (name, role, password_hash, created_at_ms) values ($1, 'administrator', 'x', 0)`,
      [name],
    );
  }
  const shape = { role: 'administrator', active: true };
  await proposed({ operator_id: null, name: 'made.first', ...shape }, null, 'applied');
  // Renamed since, but the same person.
  await proposed(
    { operator_id: 3, name: 'made.once', ...shape, active: false },
    { name: 'made.first' },
    'applied',
  );
  await proposed({ operator_id: 4, name: 'changed', ...shape }, { name: 'changed' }, 'applied');
  await proposed({ operator_id: null, name: 'to.come', ...shape }, null, 'pending');
  await query(await readFile(MIGRATION, 'utf8'));
  await query('alter table desk_proposals enable trigger user');

  const admin = await TestDesk.open(server, 'administrator', 'admin');
  const { items } = await admin.call('GET desk/operators', {});
  const untilMs = DECIDED_MS + 30 * DAY_MS;
  const ties = (untilOrEver: number | null) => [
    { id: 1, name: 'maker', until_ms: untilOrEver },
    { id: 2, name: 'checker', until_ms: untilOrEver },
  ];
  expect(items.map(one => one.second_from_ms)).toEqual([0, 0, 0, 0, 0, 0]);
  expect(items.find(one => one.name === 'made.once')?.not_with).toEqual(ties(null));
  expect(items.find(one => one.name === 'changed')?.not_with).toEqual(ties(untilMs));
  expect(items.find(one => one.name === 'free')?.not_with).toEqual([]);

  // A proposal made without an address can no longer be confirmed.
  const open = await admin.call('GET desk/proposals', {});
  const decision = { id: open.items[0]?.id ?? 0, decision: 'confirm' } as const;
  expect(await admin.refused('POST desk/proposal_decide', decision)).toBe('proposal_outdated');
});
