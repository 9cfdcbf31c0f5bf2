import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { HOUR_MS } from '@tallystick/core/durations';
import {
  believedDeposit,
  agree,
  fillTreasury,
  goodwillOf,
  reversalOf,
} from '../modules/correction/testing/mistakes.ts';
import { withdraw, withdrawer, saveAddress } from '../modules/testing/withdrawing.ts';
import { tampered } from '../testing/tampering.ts';
import { TestDesk } from '../testing/test-desk.ts';
import { freshKey, TestServer } from '../testing/test-server.ts';
import { auditJournal } from './audit-journal.ts';
import { decidedMoney } from './decided-money.ts';

let server: TestServer;
let answers: readonly (string | number)[];
let owedMinor: bigint;

/** One of each decision about money. */
beforeAll(async () => {
  server = await TestServer.start();
  await fillTreasury(server, 1_000);
  const people = (await Promise.all(
    ['ann', 'bob'].map(name => TestDesk.open(server, 'accountant', name)),
  )) as [TestDesk, TestDesk];
  const customer = await server.customer();
  const taken = await believedDeposit(server, people[1], customer, '100');
  const owed = await believedDeposit(server, people[1], customer, '50');
  answers = [
    await agree(people, 'goodwill', goodwillOf(customer, '25')),
    await agree(people, 'deposit_reversal', reversalOf(taken, '100')),
    await agree(people, 'deposit_reversal', reversalOf(owed, '40')),
  ];
  const spent = { from: 'spot', to: 'trust', currency_id: 3, amount: '150' } as const;
  await server.call('POST wallet/change', spent, { token: customer.token, key: freshKey() });
  server.clock.nowMs += 72 * HOUR_MS;
  await server.services.money.finish();
  owedMinor = server.engine.exchange.owedMinor(customer.id, 3);
  const later = await TestDesk.open(server, 'accountant', 'carol');
  // Part of it repays the debt.
  await believedDeposit(server, later, customer, '200');
  const other = await withdrawer(server);
  const { address_id } = await saveAddress(server, other);
  server.clock.nowMs += 72 * HOUR_MS;
  await withdraw(server, other, { address_id });
  await server.customer('funded');
}, 60_000);
afterAll(() => server.close());

it('reports nothing while all is as it was decided', async () => {
  expect({ answers, owedMinor }).toEqual({ answers: [1, 1, 1], owedMinor: 115_000_000n });
  const { url } = server.database;
  const now = (): number => server.clock.nowMs;
  const { firstDifference, rows } = await auditJournal({ databaseUrl: url, unreleased: true, now });
  expect(firstDifference).toBe(null);
  expect(rows).toMatchObject({ customer_debts: 1, withdrawal_states: 1 });
});

const FIRST = (table: string): string => `id = (select min(id) from ${table})`;

it.each([
  ['deposits', `update deposits set amount_minor = amount_minor + 1 where ${FIRST('deposits')}`],
  ['deposits', `update deposits set state = 'rejected' where state = 'passed'`],
  ['deposits', `update deposits set state = 'passed' where state = 'reversed'`],
  ['deposits', `update deposits set state = 'reversed' where state = 'passed'`],
  ['deposits', `update deposits set customer_id = customer_id + 1 where state = 'passed'`],
  ['deposits', `delete from deposits where state = 'passed'`],
  ['deposit_reversals', 'update deposit_reversals set amount_minor = amount_minor - 1'],
  ['deposit_reversals', `update deposit_reversals set state = 'dropped'`],
  ['deposit_reversals', 'update deposit_reversals set customer_id = customer_id + 1'],
  ['deposit_reversals', `delete from deposit_reversals where ${FIRST('deposit_reversals')}`],
  ['goodwill', 'update goodwill set amount_minor = amount_minor + 1'],
  ['goodwill', 'update goodwill set customer_id = customer_id + 1'],
  ['goodwill', `update goodwill set state = 'failed', failure = 'insufficient_balance'`],
  ['goodwill', 'delete from goodwill'],
  [
    'goodwill',
    `insert into goodwill overriding system value
       select (jsonb_populate_record(g, '{"id": 9, "proposal_id": 999}')).* from goodwill g`,
  ],
  ['withdrawals', 'update withdrawals set amount_minor = amount_minor - 1'],
  ['withdrawals', `update withdrawals set state = 'passed'`],
  ['withdrawals', 'delete from withdrawals'],
  ['faucet_claims', 'update faucet_claims set customer_id = customer_id - 1'],
])('%s, and %s: it is named', async (table, statement) => {
  const client = new pg.Client({ connectionString: server.database.url });
  await client.connect();
  try {
    const undo = await tampered(statement, table, statement).carryOut(client);
    try {
      expect(await decidedMoney({ stored: client })).toMatchObject({
        table,
        key: expect.stringMatching(/^id=./) as string,
      });
    } finally {
      await undo(client);
    }
  } finally {
    await client.end();
  }
});
