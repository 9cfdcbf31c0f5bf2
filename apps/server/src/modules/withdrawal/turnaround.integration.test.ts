import { afterAll, beforeAll, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS } from '@tallystick/core/durations';
import { TestDesk } from '../../testing/test-desk.ts';
import { TestServer, type TestCustomer } from '../../testing/test-server.ts';
import {
  decideWithdrawal,
  freshTransaction,
  saveAddress,
  withdraw,
  withdrawer,
} from '../testing/withdrawing.ts';

let server: TestServer;
let customer: TestCustomer;
let sent: number;
beforeAll(async () => {
  server = await TestServer.start();
  const desk = await TestDesk.open(server, 'accountant', 'ann');
  customer = await withdrawer(server);
  const { address_id } = await saveAddress(server, customer);
  ({ withdrawal_id: sent } = await withdraw(server, customer, { address_id, amount: '20' }));
  await decideWithdrawal(desk, sent, 'approve');
  await decideWithdrawal(desk, sent, 'send', freshTransaction());
});
afterAll(() => server.close());

/** Adds withdrawals of the same kind, each an hour slower than the one before. */
async function othersLikeIt(count: number): Promise<void> {
  await server.database.pool.query(
    `insert into withdrawals overriding system value
     select (jsonb_populate_record(w, jsonb_build_object(
              'id', w.id + 100 + n, 'idempotency_key', 'copy-' || n, 'transaction_id', 'copy-' || n,
              'sent_at_ms', w.created_at_ms + n * $2::bigint))).*
       from withdrawals w, generate_series(1, $3::integer) n where w.id = $1`,
    [sent, HOUR_MS, count],
  );
}

async function told(currencyId = 3): Promise<number | null> {
  const info = await server.call(
    'POST wallet/get_info',
    { currency_id: currencyId },
    { token: customer.token },
  );
  return info.sent_within_ms;
}

it('gives the time within which nine in ten of the same kind were sent, and nothing while they are few', async () => {
  expect(await told()).toBeNull();
  await othersLikeIt(9);
  expect(await told()).toBe(8 * HOUR_MS);
  expect(await told(1)).toBeNull();
  expect(await told(9999)).toBeNull();
  await server.database.pool.query('update withdrawals set sent_at_ms = sent_at_ms - $1', [31 * DAY_MS]);
  expect(await told()).toBeNull();
});
