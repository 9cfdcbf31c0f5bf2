import { DAY_MS, HOUR_MS } from '@tallystick/core/durations';
import { USDT } from '@tallystick/protocol/currency-ids';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { TestDesk } from '../../testing/test-desk.ts';
import { TestServer } from '../../testing/test-server.ts';
import { bankAssets } from './bank-assets.ts';
import { bankStatement, fundFromBank } from './testing/company.ts';

let server: TestServer;
let ann: TestDesk;
let bob: TestDesk;
beforeAll(async () => {
  server = await TestServer.start();
  ann = await TestDesk.open(server, 'accountant', 'ann');
  bob = await TestDesk.open(server, 'compliance', 'bob');
  await fundFromBank(server, 'treasury', 1_000);
});
afterAll(() => server.close());

const turn = () => server.services.books.turn();
const open = async () => (await bob.call('GET desk/queue', { queue: 'reconciliation', state: 'open' })).items;
const compared = async () => {
  const { items } = await bob.call('GET desk/books_reconciliation', {});
  return items.find(({ channel, currency }) => channel === 'bank' && currency === 'USDT');
};
async function later(units: number, account?: string): Promise<void> {
  server.clock.nowMs += HOUR_MS / 60;
  await bankStatement(server, units, account === undefined ? {} : { account });
  await turn();
}
const explain = (desk: TestDesk, id: number, reason = 'Fees of the bank') =>
  desk.try('POST desk/queue_decide', { queue: 'reconciliation', id, action: 'explain', reason });

it('without a statement it says that nobody has looked', async () => {
  await turn();
  expect(await compared()).toMatchObject({ ledger: '1000', found: null, unexplained: null, case: null });
  expect(await open()).toEqual([]);
});

it('a difference is one case, changes with its amount, and is gone when statement and ledger agree', async () => {
  await later(1_000);
  expect(await compared()).toMatchObject({ found: '1000', unexplained: '0', case: null });
  await later(990);
  const [found, ...others] = await open();
  expect(others).toEqual([]);
  expect(found).toMatchObject({ amount: '-10', currency: 'USDT', flags: ['less_at_bank'] });
  await explain(ann, found!.id);
  await later(980);
  const [changed] = await open();
  expect(changed).toMatchObject({ id: found!.id, amount: '-20' });
  // What was agreed about another amount no longer counts.
  const detail = await bob.call('GET desk/queue_item', { queue: 'reconciliation', id: changed!.id });
  expect(detail.history.map(({ what }) => what)).toEqual(['created']);
  expect(await compared()).toMatchObject({ case: `reconciliation/${found!.id}` });
  await later(1_000);
  expect(await open()).toEqual([]);
});

it('what two people explain counts from then on; one is not two', async () => {
  await later(990);
  const [found] = await open();
  expect((await explain(ann, found!.id)).body.code).toBe(1);
  expect((await explain(ann, found!.id)).body.code).toBe('same_operator');
  expect(await open()).toHaveLength(1);
  expect((await explain(bob, found!.id)).body.code).toBe(1);
  expect(await open()).toEqual([]);
  await later(990);
  expect(await open()).toEqual([]);
  expect(await compared()).toMatchObject({ unexplained: '0' });
  const closing = server.database.pool.query(
    `insert into company_differences (channel, currency_id, amount, assets_minor, ledger_minor, explained_minor,
       as_of_ms, state, opened_at_ms, changed_at_ms) values ('bank', 1, 1, 1, 0, 0, 0, 'resolved', 0, 0)`,
  );
  await expect(closing).rejects.toThrow('takes two people');
});

it('several accounts are added up at a moment for which each has a statement', async () => {
  const both = server.clock.nowMs + 1_000;
  server.clock.nowMs = both;
  await bankStatement(server, 690);
  await bankStatement(server, 300, { account: 'Reserve' });
  await turn();
  expect(await compared()).toMatchObject({ found: '990', unexplained: '0', as_of_ms: both });
  await server.submit({
    type: 'fundHouse',
    from: 'bank',
    to: 'treasury',
    currencyId: USDT,
    amountMinor: 5_000_000n,
    reference: 'test:later',
  });
  // The other account’s statement of that moment is not there yet.
  await later(695);
  expect(await compared()).toMatchObject({ found: '990', as_of_ms: both });
  await later(300, 'Reserve');
  expect(await compared()).toMatchObject({ found: '995', unexplained: '0' });
  expect(await open()).toEqual([]);
});

it('an account that was emptied, or has no statement any more, holds no comparison back', async () => {
  // The account of the test before is empty; 995 lie at the other.
  const emptyMs = server.clock.nowMs + HOUR_MS;
  await bankStatement(server, 0, { account: 'Reserve', atMs: emptyMs });
  await bankStatement(server, 995, { atMs: emptyMs + HOUR_MS });
  const newest = await bankAssets(server.database.pool, emptyMs + HOUR_MS);
  expect(newest).toMatchObject([{ assetsMinor: 995_000_000n, asOfMs: emptyMs + HOUR_MS }]);
  await bankStatement(server, 5, { account: 'Reserve', atMs: emptyMs + HOUR_MS });
  const { pool } = server.database;
  const atMs = emptyMs + 66 * DAY_MS;
  await bankStatement(server, 995, { atMs });
  const found = { assetsMinor: 995_000_000n, ledgerMinor: 1_005_000_000n, asOfMs: atMs };
  expect(await bankAssets(pool, atMs + 1)).toMatchObject([found]);
  // When all are empty, that is what was found.
  await bankStatement(server, 0, { atMs: atMs + 1 });
  expect(await bankAssets(pool, atMs + 2)).toMatchObject([{ assetsMinor: 0n, ledgerMinor: 1_005_000_000n }]);
});
