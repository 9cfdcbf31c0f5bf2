import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Role } from '@tallystick/protocol/desk/roles';
import { TestDesk } from '../../../testing/test-desk.ts';
import { freshKey, TestServer, type TestCustomer } from '../../../testing/test-server.ts';

let server: TestServer;
let desks: Readonly<Record<Role, TestDesk>>;
let customer: TestCustomer;
beforeAll(async () => {
  server = await TestServer.start();
  desks = await TestDesk.openAll(server);
  await server.tick(1, 60_000e8);
  customer = await server.customer('funded');
});
afterAll(() => server.close());

const order = { market_id: 1, side: 'buy', price: '60000', quantity: '0.001' } as const;

describe('looking customers up', () => {
  it('finds them by id and by complete e-mail address, not by part of one', async () => {
    const ids = async (query: string) =>
      (await desks.support.call('GET desk/customers', { query })).items.map(({ id }) => id);
    expect(await ids(String(customer.id))).toEqual([customer.id]);
    expect(await ids(customer.email.toUpperCase())).toEqual([customer.id]);
    expect(await ids(customer.email.slice(0, -3))).toEqual([]);
    expect(await ids(`' or true --`)).toEqual([]);
  });

  it('finds a phone number in any spelling', async () => {
    const { rows } = await server.database.pool.query<{ id: number }>(
      `insert into customers (phone, nickname, invitation_code, created_at_ms, password_changed_at_ms)
       values ('+84912345678', 'Phone', 'PHONE1', 0, 0) returning id`,
    );
    const { items } = await desks.support.call('GET desk/customers', { query: '+84 912 345 678' });
    expect(items.map(({ id, phone }) => [id, phone])).toEqual([[rows[0]?.id, '+84******678']]);
  });

  it('lists people; the house’s makers, marked, only on request', async () => {
    await server.database.pool.query(
      `insert into customers (id, nickname, invitation_code, created_at_ms, password_changed_at_ms)
       overriding system value values (5, 'Maker', 'MAKER5', 0, 0)`,
    );
    const listed = async (input: { makers?: boolean; query?: string }) => {
      const { items } = await desks.support.call('GET desk/customers', input);
      return new Map(items.map(({ id, maker }) => [id, maker]));
    };
    const people = await listed({});
    expect(people.get(customer.id)).toBe(false);
    expect([...people.values()]).not.toContain(true);
    const all = await listed({ makers: true });
    expect(all.get(5)).toBe(true);
    expect(all.get(customer.id)).toBe(false);
    expect(await listed({ query: '5' })).toEqual(new Map([[5, true]]));
  });

  it('shows contacts only to the roles that need them', async () => {
    for (const role of ['support', 'accountant'] as const) {
      const { customer: shown } = await desks[role].call('GET desk/customer', { customer_id: customer.id });
      expect(shown.email).toMatch(/^c\w?\*\*\*@example\.com$/);
    }
    for (const role of ['compliance', 'administrator'] as const) {
      const { customer: shown } = await desks[role].call('GET desk/customer', { customer_id: customer.id });
      expect(shown.email).toBe(customer.email);
    }
  });

  it('shows the sessions’ full addresses only to those roles, too', async () => {
    const shown = async (role: Role) =>
      (await desks[role].call('GET desk/customer', { customer_id: customer.id })).sessions[0]?.address;
    const full = await shown('compliance');
    expect(full).toMatch(/^\d+(\.\d+){3}$/);
    for (const role of ['support', 'accountant'] as const) {
      expect(await shown(role)).toMatch(/^\d+\.\d+\.…$/);
    }
  });

  it('shows balances, ledger, orders and sessions as the customer sees them', async () => {
    const placed = await server.call('POST coin/trade', order, { token: customer.token, key: freshKey() });
    const id = { customer_id: customer.id };
    const profile = await desks.support.call('GET desk/customer', id);
    const own = await server.call('POST wallet/list', {}, { token: customer.token });
    expect(profile.total_usdt).toBe(own.total_usdt);
    expect(profile.balances.find(balance => balance.currency.code === 'USDT')?.frozen).toBe('60');
    expect(profile.sessions).toHaveLength(1);
    const ledger = await desks.support.call('GET desk/customer_ledger', id);
    const ownLedger = await server.call('POST wallet/legal_log', {}, { token: customer.token });
    expect(ledger).toEqual(ownLedger);
    const { items } = await desks.support.call('GET desk/customer_orders', id);
    expect(items.map(({ order_id }) => order_id)).toEqual([placed.order.order_id]);
  });

  it('says when there are none', async () => {
    for (const customerId of [999_999, 2 ** 31 - 1]) {
      const id = { customer_id: customerId };
      expect(await desks.support.refused('GET desk/customer', id)).toBe('not_found');
      expect(await desks.support.refused('POST desk/customer_note', { ...id, text: 'x' })).toBe('not_found');
    }
  });
});

describe('notes', () => {
  it('are stored with their writer, and never change', async () => {
    const text = 'Called about a lost phone.';
    await desks.support.call('POST desk/customer_note', { customer_id: customer.id, text });
    const { notes } = await desks.compliance.call('GET desk/customer', { customer_id: customer.id });
    expect(notes).toMatchObject([{ operator: 'support', text }]);
    await expect(server.database.pool.query(`update customer_notes set text = ''`)).rejects.toThrow(
      /never changed/,
    );
  });
});

describe('freezing', () => {
  it('stops the account at once; unfreezing takes compliance, and both need a reason', async () => {
    const frozen = await server.customer('funded');
    const id = { customer_id: frozen.id };
    expect(await desks.support.refused('POST desk/customer_freeze', { ...id, reason: ' ' })).toBe(
      'invalid_input',
    );
    const reason = 'asked on the phone';
    expect(await desks.support.call('POST desk/customer_freeze', { ...id, reason })).toMatchObject({
      frozen: true,
    });
    const { token } = await server.call('POST user/login', {
      kind: 'email',
      account: frozen.email,
      password: 'correct horse',
    });
    expect((await server.refused('POST coin/trade', order, { token, key: freshKey() })).code).toBe(
      'customer_frozen',
    );
    const again = { ...id, reason };
    expect(await desks.support.refused('POST desk/customer_unfreeze', again)).toBe('operator_forbidden');
    expect(await desks.compliance.call('POST desk/customer_unfreeze', again)).toMatchObject({
      frozen: false,
    });
    expect(await desks.compliance.refused('POST desk/customer_unfreeze', again)).toBe('nothing_changed');
    await server.call('POST coin/trade', order, { token, key: freshKey() });
    const { items } = await desks.compliance.call('GET desk/audit', { subject: `customer:${frozen.id}` });
    expect(items.map(entry => entry.action)).toEqual(['customer.unfreeze', 'customer.freeze']);
  });

  it('and logging out end the customer’s sessions', async () => {
    const other = await server.customer();
    const input = { customer_id: other.id, reason: 'stolen phone' };
    expect(await desks.support.call('POST desk/customer_end_sessions', input)).toEqual({ ended: 1 });
    expect((await server.refused('GET user/center', {}, { token: other.token })).code).toBe(
      'session_invalid',
    );
  });
});

describe('solvency', () => {
  it('sums to zero in every currency, and matches what customers hold', async () => {
    const { items, journal_sequence: sequence } = await desks.accountant.call('GET desk/solvency', {});
    expect(sequence).toBe(server.engine.sequence());
    expect(items.map(({ sum }) => sum)).toEqual(items.map(() => '0'));
    const { rows } = await server.database.pool.query<{ total: string }>(
      `select sum(available_minor + frozen_minor)::text as total from balances where owner_id > 0 and currency_id = 3`,
    );
    const usdt = items.find(({ currency }) => currency === 'USDT');
    expect(usdt?.customers.replace('.', '')).toBe(rows[0]?.total.replace(/0{6}$/, ''));
    expect(usdt?.outside).toBe(`-${usdt?.customers}`);
  });
});

describe('the outbox', () => {
  it('shows contacts only to roles that see them elsewhere', async () => {
    await server.customer();
    await server.services.outbox.idle();
    const newest = async (desk: TestDesk) => (await desk.call('GET desk/outbox', {})).items[0]?.recipient;
    expect(await newest(desks.compliance)).toMatch(/^customer.*@example\.com$/);
    expect(await newest(desks.support)).toBe('cu***@example.com');
  });

  it('shows messages with their text in demo only', async () => {
    await server.services.outbox.idle();
    const { items } = await desks.support.call('GET desk/outbox', {});
    expect(items[0]?.body).toMatch(/\d{6}/);
    expect(await desks.accountant.refused('GET desk/outbox', {})).toBe('operator_forbidden');
  });
});
