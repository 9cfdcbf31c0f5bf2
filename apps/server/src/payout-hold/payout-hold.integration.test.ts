import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { TestDesk } from '../testing/test-desk.ts';
import { TestServer, type TestCustomer } from '../testing/test-server.ts';
import { spotBalance, sumsToZero } from '../modules/testing/ledger.ts';
import {
  decideWithdrawal,
  freshTransaction,
  saveAddress,
  TRON_ADDRESS,
  withdraw,
  withdrawer,
} from '../modules/testing/withdrawing.ts';

let server: TestServer;
let desk: TestDesk;
let customer: TestCustomer;
let ids: number[];

/** Three withdrawals of 100 of 1,000 USDT: one requested, one approved, one marked as sent but not booked yet. */
beforeEach(async () => {
  server = await TestServer.start();
  desk = await TestDesk.open(server, 'administrator', 'ann');
  customer = await withdrawer(server, 1_000);
  await server.tick(1, 10_000_000_000_000);
  const { address_id } = await saveAddress(server, customer);
  ids = [];
  for (let i = 0; i < 3; i++) ids.push((await withdraw(server, customer, { address_id })).withdrawal_id);
  for (const id of ids.slice(1)) await decideWithdrawal(desk, id, 'approve');
  // As a kill between the two steps would leave it.
  await server.database.pool.query(
    `update withdrawals set state = 'settling', transaction_id = $2, sent_at_ms = $3 where id = $1`,
    [ids[2], freshTransaction(), server.clock.nowMs],
  );
});
afterEach(async () => {
  await sumsToZero(server);
  await server.close();
});

const rows = async () => {
  const { rows: found } = await server.database.pool.query<{ state: string; attempt: number }>(
    'select state, attempt from withdrawals order by id',
  );
  return found.map(({ state, attempt }) => `${state} ${attempt}`);
};
const money = () => spotBalance(server, customer);
/** Whether the customer's withdrawals wait, newest first. */
const waits = async () => {
  const { items } = await server.call('GET charge_mention/log3', {}, { token: customer.token });
  return items.map(item => item.payouts_wait);
};
const ready = async () => (await server.app.inject('/readyz')).json<Record<string, string>>();
const detail = (id: number) => desk.call('GET desk/queue_item', { queue: 'withdrawal', id });
const sql = (text: string) =>
  server.database.pool.query(`alter table desk_audit disable trigger all; ${text};
    alter table desk_audit enable trigger all`);
/** What the server's loop does every few seconds. */
const goOn = async () => {
  await server.services.money.finish();
  await server.services.money.followPayouts();
};

const WAITING = ['processing 1', 'approved 1', 'settling 1'];

describe.each([
  [
    'price',
    'update price_ticks set price_e8 = price_e8 + 1 where number = 1',
    'update price_ticks set price_e8 = price_e8 - 1 where number = 1',
  ],
  [
    'journal',
    `update journal set commands = commands || ' ' where first_sequence = 1`,
    'update journal set commands = left(commands, -1) where first_sequence = 1',
  ],
  [
    'audit',
    `update desk_audit set subject = subject || ' ' where id = 1`,
    'update desk_audit set subject = left(subject, -1) where id = 1',
  ],
])('while the %s log differs from what was signed', (log, change, undo) => {
  it('payouts wait without loss, and all continue once the tables are right', async () => {
    expect((await ready())['payouts']).toBe('open');
    await sql(change);
    // The payout notices it by itself, before the next signature.
    expect(await decideWithdrawal(desk, ids[0]!, 'approve')).toBe('payouts_held');
    expect(await decideWithdrawal(desk, ids[1]!, 'send', freshTransaction())).toBe('payouts_held');
    await goOn();
    expect([await rows(), await money()]).toEqual([WAITING, ['700', '300']]);

    expect(await ready()).toMatchObject({ status: 'ready', [`${log}_log`]: 'stopped', payouts: 'held' });
    expect(await server.registry.getSingleMetricAsString('tallystick_payouts_held')).toMatch(/held 1$/);
    expect((await desk.call('GET desk/integrity', {})).payouts_wait_for).toEqual([log]);
    // Customers see that their withdrawals wait, except the one already sent.
    expect(await waits()).toEqual([false, true, true]);
    for (const id of [ids[0]!, ids[1]!]) {
      const { fields, actions } = await detail(id);
      expect(JSON.stringify(fields)).not.toContain(TRON_ADDRESS);
      expect(fields).toContainEqual({ key: 'payouts_wait_for', value: log, format: 'text' });
      expect(actions.map(one => `${one.name} ${one.blocked}`)).toEqual([
        expect.stringMatching(/^(approve|send) payouts_held$/),
        'reject null',
      ]);
    }

    await sql(undo);
    const before = server;
    await before.stop();
    server = await TestServer.start({ after: before });
    desk = await TestDesk.open(server, 'administrator', 'eve');
    await goOn();
    expect(await waits()).toEqual([false, false, false]);
    expect(await rows()).toEqual(['processing 1', 'approved 1', 'passed 1']);
    expect((await detail(ids[1]!)).fields).toContainEqual({
      key: 'address',
      value: TRON_ADDRESS,
      format: 'address',
    });
    expect(await decideWithdrawal(desk, ids[0]!, 'approve')).toBe(1);
    for (const id of [ids[0]!, ids[1]!])
      expect(await decideWithdrawal(desk, id, 'send', freshTransaction())).toBe(1);
    expect([await rows(), await money()]).toEqual([Array.from(ids, () => 'passed 1'), ['700', '0']]);
    expect((await ready())['payouts']).toBe('open');
  });
});

it('a forged newest journal row with a matching hash, not signed yet, holds payouts', async () => {
  await server.tick(1, 10_000_000_000_001);
  await sql(`update journal set commands = commands || ' ', hash = sha256(previous_hash
      || convert_to(first_sequence || ',' || last_sequence || ',' || epoch || ',' || logic_version
        || ',' || encode(core, 'hex') || chr(10) || commands || ' ', 'UTF8'))
    where first_sequence = (select max(first_sequence) from journal)`);
  expect(await decideWithdrawal(desk, ids[0]!, 'approve')).toBe('payouts_held');
  expect(await ready()).toMatchObject({ journal_log: 'stopped', payouts: 'held' });
});

describe('while payouts are held', () => {
  beforeEach(() => sql(`update desk_audit set subject = subject || ' ' where id = 1`));

  it('customers may request and cancel, and operators may reject', async () => {
    const other = await withdrawer(server);
    const to = await saveAddress(server, other);
    const { withdrawal_id: id } = await withdraw(server, other, { address_id: to.address_id });
    await server.call('POST wallet/out/cancel', { withdrawal_id: id }, { token: other.token });
    expect(await decideWithdrawal(desk, ids[0]!, 'reject')).toBe(1);
    expect(await decideWithdrawal(desk, ids[1]!, 'reject')).toBe(1);
    expect([await rows(), await money()]).toEqual([
      ['rejected 1', 'rejected 1', 'settling 1', 'cancelled 1'],
      ['900', '100'],
    ]);
  });
});
