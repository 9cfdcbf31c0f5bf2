import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { DAY_MS } from '@tallystick/core/durations';
import { USDT } from '@tallystick/protocol/currency-ids';
import { samplePicture, uploadPicture } from '../../testing/sample-pictures.ts';
import { TestDesk } from '../../testing/test-desk.ts';
import { freshKey, TestServer, type TestCustomer } from '../../testing/test-server.ts';
import { spotBalance, sumsToZero } from '../testing/ledger.ts';
import { changeSetting } from '../testing/setting.ts';

const BANK = 9999;

let server: TestServer;
let ann: TestDesk;
let bob: TestDesk;
beforeAll(async () => {
  server = await TestServer.start();
  ann = await TestDesk.open(server, 'accountant', 'ann');
  bob = await TestDesk.open(server, 'administrator', 'bob');
});
afterAll(() => server.close());
afterEach(async () => {
  await sumsToZero(server);
});

let seed = 900_000;
const transaction = (): string => (++seed).toString(16).padStart(64, '0');

interface Announced {
  readonly id: number;
  readonly transaction: string;
}

async function announce(customer: TestCustomer, amount: string, atBank = false): Promise<Announced> {
  const picture = await uploadPicture(server, customer.token, 'voucher', await samplePicture(++seed));
  const named = transaction();
  const way = atBank
    ? { currency_id: BANK }
    : { currency_id: USDT, network: 'TRC20' as const, transaction_id: named };
  const { deposit } = await server.call(
    'POST wallet/charge_req',
    { ...way, amount, picture_id: picture.picture_id },
    { token: customer.token, key: freshKey() },
  );
  return { id: deposit.deposit_id, transaction: named };
}

const decide = async (who: TestDesk, id: number, action: 'approve' | 'reject', named?: string) =>
  (
    await who.try('POST desk/queue_decide', {
      queue: 'deposit',
      id,
      action,
      ...(action === 'reject' ? { reason: 'Not on the statement' } : {}),
      ...(named === undefined ? {} : { inputs: { transaction_id: named } }),
    })
  ).body.code;
const seen = (who: TestDesk, id: number) => who.call('GET desk/queue_item', { queue: 'deposit', id });
const approvals = async (id: number) =>
  (await seen(ann, id)).fields.find(field => field.key === 'approvals')?.value;
/** What the next person is shown: the transaction named last, and nothing of its sender. */
const asked = (named: string) => [{ value: named }, { name: 'sender_address', value: '' }];

const balance = async (customer: TestCustomer) => (await spotBalance(server, customer))[0];

describe('a deposit at or above the limit', () => {
  it('is credited by two people, never by one approving twice', async () => {
    const customer = await server.customer();
    const { id, transaction: named } = await announce(customer, '5000');
    expect((await seen(ann, id)).item.flags).toEqual(['two_people']);
    expect(await decide(ann, id, 'approve', named)).toBe(1);
    expect(await balance(customer)).toBe('0');
    expect(await approvals(id)).toBe('1 / 2');
    // Another session of the same person is the same person.
    expect(await decide(ann, id, 'approve', named)).toBe('same_operator');
    expect((await seen(ann, id)).actions).toMatchObject([
      { name: 'approve', blocked: 'same_operator' },
      { name: 'reject', blocked: null },
    ]);
    expect((await seen(bob, id)).actions[0]).toMatchObject({ blocked: null, inputs: asked(named) });
    expect(await decide(bob, id, 'approve', named)).toBe(1);
    expect(await balance(customer)).toBe('5000');
    const { item, history } = await seen(ann, id);
    expect(item).toMatchObject({ state: 'passed', flags: [] });
    expect(history.map(({ who, what, note }) => [who, what, note])).toEqual([
      ['', 'created', ''],
      ['ann', 'approved', named],
      ['bob', 'approved', named],
    ]);
    const { items } = await bob.call('GET desk/audit', { subject: `deposit:${id}` });
    expect(items.map(entry => [entry.operator, entry.after])).toEqual([
      ['bob', { state: 'passed', transaction_id: named, approvals: 2, needed: 2 }],
      ['ann', { state: 'processing', transaction_id: named, approvals: 1, needed: 2 }],
    ]);
  });

  it('is credited once when two approve at the same moment; below the limit one approval is enough', async () => {
    const customer = await server.customer();
    const small = await announce(customer, '4999.999999');
    const large = await announce(customer, '5000');
    const both = ({ id, transaction: named }: Announced) =>
      Promise.all([ann, bob].map(who => decide(who, id, 'approve', named)));
    expect(await both(large)).toEqual([1, 1]);
    expect(await balance(customer)).toBe('5000');
    expect((await both(small)).toSorted()).toEqual([1, 'already_decided']);
    expect(await balance(customer)).toBe('9999.999999');
  });

  it('is not credited by one person who sends many approvals at once', async () => {
    const customer = await server.customer();
    const { id, transaction: named } = await announce(customer, '60000');
    const answers = await Promise.all([1, 2, 3, 4].map(() => decide(ann, id, 'approve', named)));
    expect(answers.filter(code => code === 1)).toHaveLength(1);
    expect(answers.filter(code => code === 'same_operator')).toHaveLength(3);
    expect(await balance(customer)).toBe('0');
  });

  it('is rejected by one person, even after an approval', async () => {
    const customer = await server.customer();
    const { id, transaction: named } = await announce(customer, '7000');
    await decide(ann, id, 'approve', named);
    expect(await decide(bob, id, 'reject')).toBe(1);
    expect(await decide(bob, id, 'approve', named)).toBe('already_decided');
    expect(await balance(customer)).toBe('0');
    expect((await seen(ann, id)).history.map(entry => `${entry.who} ${entry.what}`)).toEqual([
      ' created',
      'ann approved',
      'bob rejected',
    ]);
  });

  it('is credited only when both approvals name the same transaction', async () => {
    const customer = await server.customer();
    const { id } = await announce(customer, '5000');
    const [wrong, right] = [transaction(), transaction()];
    await decide(ann, id, 'approve', wrong);
    expect(await decide(bob, id, 'approve', right)).toBe(1);
    expect(await approvals(id)).toBe('1 / 2');
    expect(await balance(customer)).toBe('0');
    // Somebody who named another transaction may change to this one, but counts only once.
    expect(await decide(bob, id, 'approve', right)).toBe('same_operator');
    expect((await seen(ann, id)).actions[0]).toMatchObject({ blocked: null, inputs: asked(right) });
    expect(await decide(ann, id, 'approve', right)).toBe(1);
    expect(await balance(customer)).toBe('5000');
  });
});

describe('the amount compared with the limit', () => {
  it('is everything a customer announces within a day, by any method', async () => {
    const [customer, neighbour] = [await server.customer(), await server.customer()];
    const needed = async ({ id }: Announced) => (await approvals(id))?.split(' / ')[1];
    expect(await needed(await announce(customer, '2000'))).toBe('1');
    expect(await needed(await announce(customer, '2000', true))).toBe('1');
    const rejected = await announce(neighbour, '4000');
    await decide(ann, rejected.id, 'reject');
    expect(await needed(await announce(neighbour, '4000'))).toBe('1');
    expect(await needed(await announce(customer, '1000'))).toBe('2');
    await server.database.pool.query(
      'update deposits set created_at_ms = created_at_ms - $2 where customer_id = $1',
      [customer.id, DAY_MS],
    );
    expect(await needed(await announce(customer, '2000', true))).toBe('1');
    expect(await needed(await announce(customer, '3000', true))).toBe('2');
  });

  it('has a limit set by operators, which applies to later announcements', async () => {
    const customer = await server.customer();
    const before = await announce(customer, '100');
    const limits = server.services.settings.get('deposit_limits');
    const items = limits.items.map(one => ({ ...one, two_person_limit: '50' }));
    await changeSetting(server, 'deposit_limits', { items });
    const after = await announce(customer, '100');
    await changeSetting(server, 'deposit_limits', limits);
    expect([await approvals(before.id), await approvals(after.id)]).toEqual(['0 / 1', '0 / 2']);
  });
});

describe('a deposit that the exchange refuses to book', () => {
  it('is under review again, without approvals', async () => {
    const customer = await server.customer();
    const approved = async () => {
      const { id, transaction: named } = await announce(customer, '2000000000000');
      const codes = [await decide(ann, id, 'approve', named), await decide(bob, id, 'approve', named)];
      return { id, named, codes };
    };
    // Together more than the ledger's 64 bits can hold.
    let last = await approved();
    for (let i = 0; i < 4 && last.codes[1] === 1; i++) last = await approved();
    expect(last.codes).toEqual([1, 'amount_too_large']);
    expect((await seen(ann, last.id)).item).toMatchObject({
      state: 'processing',
      flags: ['booking_refused', 'two_people'],
    });
    expect(await approvals(last.id)).toBe('0 / 2');
    expect(await decide(ann, last.id, 'approve', last.named)).toBe(1);
    expect(await approvals(last.id)).toBe('1 / 2');
  });
});
