import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { TestDesk } from '../../testing/test-desk.ts';
import { TestServer, type TestCustomer } from '../../testing/test-server.ts';
import { spotBalance, sumsToZero } from '../testing/ledger.ts';
import { sealParticulars } from '../bank/destination.ts';
import { RefusingBus } from '../testing/refusing-bus.ts';
import {
  decideWithdrawal,
  freshTransaction,
  saveAddress,
  withdraw,
  withdrawer,
} from '../testing/withdrawing.ts';
import { WithdrawalBooking } from './booking.ts';

let server: TestServer;
let bus: RefusingBus;
let desk: TestDesk;
let customer: TestCustomer;
let id: number;

/** A withdrawal of 100 of 1,000 USDT. */
beforeEach(async () => {
  server = await TestServer.start({ bus: inner => (bus = new RefusingBus(inner)) });
  desk = await TestDesk.open(server, 'accountant', 'ann');
  customer = await withdrawer(server, 1_000);
  const { address_id } = await saveAddress(server, customer);
  ({ withdrawal_id: id } = await withdraw(server, customer, { address_id }));
});
afterEach(async () => {
  await sumsToZero(server);
  await server.close();
});

const money = () => spotBalance(server, customer);
const state = async () =>
  (await server.call('GET charge_mention/log3', {}, { token: customer.token })).items[0]?.state;
const attempt = async () => {
  const { rows } = await server.database.pool.query<{ attempt: number }>(
    'select attempt from withdrawals where id = $1',
    [id],
  );
  return rows[0]?.attempt;
};
const told = async (title: string) =>
  (await server.call('POST news/list', {}, { token: customer.token, lang: 'en' })).items.filter(one =>
    one.title.startsWith(title),
  ).length;

it('a request that a start finds, and that is refused by now, has failed: its customer is told once, and it is no error', async () => {
  const { services } = server;
  const { pool } = server.database;
  const destination = { kind: 'bank', card: { card_number: '6222020200112233445' } } as const;
  const sealed = sealParticulars(services.vault, 999, { destination, remark: null });
  const change = { id: 999, state: 'requested', amount_minor: 5_000_000_000, idempotency_key: 'unheard' };
  await pool.query(
    `insert into withdrawals overriding system value
     select (jsonb_populate_record(w, $2)).* from withdrawals w where id = $1`,
    [id, { ...change, sealed: `\\x${sealed.toString('hex')}` }],
  );
  const errors: unknown[] = [];
  const log = { error: (...words: unknown[]) => errors.push(words) };
  const booking = new WithdrawalBooking({ ...services, pool, bus, log });
  await Promise.all([booking.finishAll(), booking.finishAll()]);
  const { rows } = await pool.query('select state, failure from withdrawals where id = 999');
  expect(rows).toEqual([{ state: 'failed', failure: 'insufficient_balance' }]);
  expect(await told('Withdrawal not carried out')).toBe(1);
  expect(errors).toEqual([]);
});

describe('a payout that the exchange refuses to book', () => {
  it('is tried again with a higher attempt number, and booked once', async () => {
    await decideWithdrawal(desk, id, 'approve');
    bus.refuseAt('settleWithdrawal');
    expect(await decideWithdrawal(desk, id, 'send', freshTransaction())).toBe('unknown_withdrawal');
    expect([await money(), await attempt(), await told('Withdrawal sent')]).toEqual([['900', '100'], 2, 0]);
    await Promise.all([server.services.money.finish(), server.services.money.finish()]);
    await server.services.money.finish();
    expect([await money(), await state(), await told('Withdrawal sent')]).toEqual([
      ['900', '0'],
      'passed',
      1,
    ]);
    expect(new Set(bus.keys)).toEqual(new Set([`${id}-settleWithdrawal-1`, `${id}-settleWithdrawal-2`]));
  });

  it('gets the same refusal again after a crash before it was recorded, and is booked once afterwards', async () => {
    await decideWithdrawal(desk, id, 'approve');
    bus.refuseAt('settleWithdrawal', true);
    expect(await decideWithdrawal(desk, id, 'send', freshTransaction())).toBe(1);
    expect(await attempt()).toBe(1);
    await server.stop();
    server = await TestServer.start({ after: server, bus: inner => (bus = new RefusingBus(inner)) });
    await server.services.money.finish();
    expect([await money(), await attempt()]).toEqual([['900', '100'], 2]);
    await server.services.money.finish();
    await server.services.money.finish();
    expect(bus.keys).toEqual([`${id}-settleWithdrawal-1`, `${id}-settleWithdrawal-2`]);
    expect([await money(), await state(), await told('Withdrawal sent')]).toEqual([
      ['900', '0'],
      'passed',
      1,
    ]);
  });

  it('returns the money of a rejected withdrawal once', async () => {
    bus.refuseAt('releaseWithdrawal');
    expect(await decideWithdrawal(desk, id, 'reject')).toBe('unknown_withdrawal');
    expect(await money()).toEqual(['900', '100']);
    await Promise.all([server.services.money.finish(), server.services.money.finish()]);
    expect([await money(), await state(), await told('Withdrawal rejected')]).toEqual([
      ['1000', '0'],
      'rejected',
      1,
    ]);
  });
});
