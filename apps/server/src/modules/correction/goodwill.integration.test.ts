import { DAY_MS } from '@tallystick/core/durations';
import { formatMinor } from '@tallystick/core/money/decimal';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { TestDesk, DESK_PASSWORD } from '../../testing/test-desk.ts';
import { TEST_PASSWORD, TestServer, type TestCustomer } from '../../testing/test-server.ts';
import { FailingBus } from '../testing/failing-bus.ts';
import { sumsToZero } from '../testing/ledger.ts';
import { agree, fillTreasury, goodwillOf } from './testing/mistakes.ts';

let server: TestServer;
let bus: FailingBus;
let ann: TestDesk;
let bob: TestDesk;
beforeAll(async () => {
  await begin();
});
afterAll(() => server.close());
async function begin(): Promise<void> {
  server = await TestServer.start({ bus: inner => (bus = new FailingBus(inner)) });
  await fillTreasury(server, 100_000);
}

beforeEach(() => later(DAY_MS));
afterEach(() => sumsToZero(server));

/** Each test has a new day for the daily limit; desk sessions last half a day. */
let shift = 0;
async function later(ms: number): Promise<void> {
  server.clock.nowMs += ms;
  shift++;
  ann = await TestDesk.open(server, 'support', `ann${shift}`);
  bob = await TestDesk.open(server, 'accountant', `bob${shift}`);
}

const pay = (customer: TestCustomer, amount: string, change: object = {}) =>
  agree([ann, bob], 'goodwill', goodwillOf(customer, amount, change));
const balance = ({ id }: TestCustomer) => {
  const spot = { ownerId: id, account: 'spot', currencyId: 3 } as const;
  return formatMinor(server.engine.exchange.balance(spot).availableMinor, 6);
};
const today = () => new Date(server.clock.nowMs).toISOString().slice(0, 10);

describe('goodwill', () => {
  it('is paid when a second person agrees, announced to the customer, and counted in public', async () => {
    const customer = await server.customer();
    expect(await pay(customer, '250')).toBe(1);
    expect(balance(customer)).toBe('250');
    const { items } = await server.call('POST wallet/legal_log', {}, { token: customer.token });
    expect(items).toMatchObject([
      {
        reason: 'goodwill',
        amount: '250',
        goodwill: { reason: 'late_payout', text: 'Your withdrawal took two days.' },
      },
    ]);
    const told = await server.call('POST news/list', {}, { token: customer.token, lang: 'esp' });
    expect(told.items[0]?.title).toBe('Te hemos abonado 250 USDT');
    const totals = await server.call('GET goodwill/totals', {});
    expect(totals).toEqual({
      totals: [{ currency: 'USDT', amount: '250', payments: 1 }],
      days: [{ day: today(), currency: 'USDT', amount: '250', payments: 1 }],
    });
    const { items: paid, ceilings } = await bob.call('GET desk/goodwill', {});
    expect(paid).toMatchObject([
      { customer_id: customer.id, state: 'paid', made_by: `ann${shift}`, confirmed_by: `bob${shift}` },
    ]);
    expect(ceilings[0]).toMatchObject({ currency: 'BTC' });
    expect(ceilings.find(one => one.currency === 'USDT')).toMatchObject({
      daily: '5000',
      left_today: '4750',
    });
  });

  it('is not confirmed by its proposer', async () => {
    const customer = await server.customer();
    expect(await agree([bob, bob], 'goodwill', goodwillOf(customer, '1'))).toBe('same_operator');
    expect(balance(customer)).toBe('0');
  });

  it('is limited for each customer within 30 days', async () => {
    const customer = await server.customer();
    expect(await pay(customer, '1000.000001')).toBe('goodwill_ceiling');
    expect(await pay(customer, '600')).toBe(1);
    await later(29 * DAY_MS);
    expect(await pay(customer, '400.000001')).toBe('goodwill_ceiling');
    await later(DAY_MS + 1);
    expect(await pay(customer, '1000')).toBe(1);
    expect(balance(customer)).toBe('1600');
  });

  it('is limited for each day, even when many confirm at the same moment', async () => {
    const customers = await Promise.all(Array.from({ length: 7 }, () => server.customer()));
    const ids = [];
    for (const customer of customers) {
      const { id } = await ann.call('POST desk/propose', {
        kind: 'goodwill',
        change: goodwillOf(customer, '900'),
        note: 'All at once',
      });
      ids.push(id);
    }
    const answers = await Promise.all(
      ids.map(id => bob.try('POST desk/proposal_decide', { id, decision: 'confirm' })),
    );
    const codes = answers.map(({ body }) => body.code);
    expect(codes.filter(code => code === 1)).toHaveLength(5);
    expect(codes.filter(code => code === 'goodwill_ceiling')).toHaveLength(2);
    const paid = customers.map(balance);
    expect(paid.filter(amount => amount === '900')).toHaveLength(5);
  });

  it('never exceeds the fixed maxima, whatever the setting says', async () => {
    const set = (daily: string, per_customer: string) =>
      bob.try('POST desk/propose', {
        kind: 'setting',
        change: {
          name: 'corrections',
          value: { items: [{ currency_id: 3, daily, per_customer }], objection_hours: 72 },
        },
        note: 'More',
      });
    expect((await set('50000.1', '1')).body.code).toBe('invalid_input');
    expect((await set('50000', '5000.1')).body.code).toBe('invalid_input');
    expect((await set('50000', '5000')).body.code).toBe(1);
  });

  it('is refused when the treasury is short, at proposal and at confirmation', async () => {
    const customer = await server.customer();
    const short = goodwillOf(customer, '0.01', { currency_id: 1 });
    expect(await agree([ann, bob], 'goodwill', short)).toBe('insufficient_balance');
    const { id } = await ann.call('POST desk/propose', {
      kind: 'goodwill',
      change: goodwillOf(customer, '500'),
      note: 'While there is some',
    });
    const { availableMinor } = server.engine.exchange.balance({
      ownerId: 0,
      account: 'treasury',
      currencyId: 3,
    });
    const move = (from: 'treasury' | 'insurance', to: 'treasury' | 'insurance') =>
      server.submit({
        type: 'fundHouse',
        from,
        to,
        currencyId: 3,
        amountMinor: availableMinor - 1_000_000n,
        reference: 'test',
      });
    await move('treasury', 'insurance');
    expect(await bob.refused('POST desk/proposal_decide', { id, decision: 'confirm' })).toBe(
      'insufficient_balance',
    );
    await move('insurance', 'treasury');
    expect(balance(customer)).toBe('0');
  });

  it('is refused for unknown customers, other currencies and negative amounts', async () => {
    const customer = await server.customer();
    expect(await pay(customer, '1', { customer_id: 999_999 })).toBe('unknown_customer');
    expect(await pay(customer, '1', { currency_id: 4 })).toBe('goodwill_ceiling');
    expect(await pay(customer, '1', { currency_id: 99 })).toBe('unknown_currency');
    expect(await pay(customer, '0')).toBe('invalid_amount');
    expect(await pay(customer, '-1')).toBe('invalid_amount');
  });
});

describe('an account linked to an operator', () => {
  it('gets none once the link is declared, by the operator or by another, and stays declared', async () => {
    const [own, other] = [await server.customer(), await server.customer()];
    await ann.call('POST desk/account_link', { customer_id: own.id, reason: 'Mine' });
    expect(await pay(own, '1')).toBe('account_linked');
    const forAnn = { operator_id: ann.id, customer_id: other.id, reason: 'Hers, too' };
    expect(await bob.refused('POST desk/account_link', forAnn)).toBe('operator_forbidden');
    const admin = await TestDesk.open(server, 'administrator', 'carol');
    await admin.call('POST desk/account_link', forAnn);
    expect(await pay(other, '1')).toBe('account_linked');
    expect(await ann.refused('POST desk/account_link', { customer_id: own.id, reason: 'x' })).toBe(
      'nothing_changed',
    );
    expect(await ann.refused('POST desk/account_link', { customer_id: 999_999, reason: 'x' })).toBe(
      'unknown_customer',
    );
    const { items } = await bob.call('GET desk/account_links', {});
    expect(items.map(one => [one.customer_id, one.operator, one.declared_by]).toSorted()).toEqual(
      [
        [own.id, `ann${shift}`, `ann${shift}`],
        [other.id, `ann${shift}`, 'carol'],
      ].toSorted(),
    );
    await expect(server.database.pool.query('delete from operator_accounts')).rejects.toThrow('append-only');
  });

  it('gets none after logins to both accounts in one browser, in either order', async () => {
    const customer = await server.customer();
    const { id } = await ann.call('POST desk/propose', {
      kind: 'goodwill',
      change: goodwillOf(customer, '5'),
      note: 'Before it shows',
    });
    const login = (url: string, payload: object, cookie?: string) =>
      server.app.inject({
        method: 'POST',
        url: `/api/${url}`,
        payload,
        headers: cookie === undefined ? {} : { cookie },
      });
    const desk = await login('desk/login', { name: `bob${shift}`, password: DESK_PASSWORD });
    const [cookie = ''] = String(desk.headers['set-cookie']).split(';');
    const account = { kind: 'email', account: customer.email, password: TEST_PASSWORD };
    expect((await login('user/login', account, cookie)).statusCode).toBe(200);
    expect(await bob.refused('POST desk/proposal_decide', { id, decision: 'confirm' })).toBe(
      'account_linked',
    );
    expect(await pay(customer, '1')).toBe('account_linked');
    expect(balance(customer)).toBe('0');
  });
});

describe.each(['before', 'after'] as const)('a crash %s the exchange has it', moment => {
  it('neither loses nor doubles the payment', async () => {
    const customer = await server.customer();
    bus.failAt('payGoodwill', moment);
    expect(await pay(customer, '75')).toBe(1);
    expect(bus.isDead).toBe(true);
    await server.stop();
    // As after a long time, when the exchange has forgotten its keys and only the ledger knows.
    await server.database.pool.query('delete from idempotency');
    server = await TestServer.start({ after: server, bus: inner => (bus = new FailingBus(inner)) });
    await Promise.all([server.services.money.finish(), server.services.money.finish()]);
    expect(balance(customer)).toBe('75');
    const { items } = await server.call('POST news/list', {}, { token: customer.token, lang: 'en' });
    expect(items.filter(({ title }) => title === 'Credited to you: 75 USDT')).toHaveLength(1);
    // Each server numbers its customers from the start.
    await sumsToZero(server);
    await server.close();
    await begin();
  });
});
