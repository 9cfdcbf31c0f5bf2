import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { DAY_MS } from '@tallystick/core/durations';
import { freshKey, TEST_PASSWORD, TestServer, type TestCustomer } from '../../testing/test-server.ts';
import { newestMessage, otherThan, proofCode } from './testing/proof-code.ts';

const ORDER = { market_id: 1, side: 'buy', price: '60000', quantity: '0.001' } as const;

let server: TestServer;
beforeAll(async () => {
  server = await TestServer.start();
  await server.tick(1, 60_000e8);
});
afterAll(() => server.close());

const as = (customer: TestCustomer) => ({ token: customer.token });

async function logInAgain(customer: TestCustomer): Promise<TestCustomer> {
  const { token } = await server.call('POST user/login', {
    kind: 'email',
    account: customer.email,
    password: TEST_PASSWORD,
  });
  return { ...customer, token };
}

const place = (customer: TestCustomer) =>
  server.try('POST coin/trade', ORDER, { ...as(customer), key: freshKey() });

describe('freezing one’s own account', () => {
  it('takes the password, ends every session and stops trading; orders stay unless asked', async () => {
    const customer = await server.customer('funded');
    expect((await place(customer)).body.type).toBe('ok');
    const wrong = await server.refused('POST user/freeze', { password: 'no' }, as(customer));
    expect(wrong.code).toBe('password_wrong');
    const frozen = await server.call('POST user/freeze', { password: TEST_PASSWORD }, as(customer));
    expect(frozen.unfreeze_from_ms).toBe(server.clock.nowMs + DAY_MS);
    expect((await server.refused('GET user/center', {}, as(customer))).code).toBe('session_invalid');
    expect(await newestMessage(server, customer.email)).toContain('is frozen');
    const again = await logInAgain(customer);
    expect(await server.call('GET user/center', {}, as(again))).toMatchObject({ frozen: true });
    expect((await place(again)).body.code).toBe('customer_frozen');
    const transfer = { from: 'spot', to: 'option', currency_id: 3, amount: '1' } as const;
    const refused = await server.refused('POST wallet/change', transfer, { ...as(again), key: freshKey() });
    expect(refused.code).toBe('customer_frozen');
    const open = await server.call('GET coin/list', { view: 'open' }, as(again));
    expect(open.items).toHaveLength(1);
    expect(await server.call('GET user/security', {}, as(again))).toMatchObject({
      frozen: { by: 'customer', unfreeze_from_ms: frozen.unfreeze_from_ms },
    });
    const twice = await server.refused('POST user/freeze', { password: TEST_PASSWORD }, as(again));
    expect(twice.code).toBe('already_frozen');
  });

  it('cancels the orders that wait, on request', async () => {
    const customer = await server.customer('funded');
    await place(customer);
    await place(customer);
    await server.call('POST user/freeze', { password: TEST_PASSWORD, cancel_orders: true }, as(customer));
    const open = await server.call('GET coin/list', { view: 'open' }, as(await logInAgain(customer)));
    expect(open.items).toEqual([]);
  });

  it('is lifted with a code, not before a day has gone', async () => {
    const customer = await server.customer('funded');
    await server.call('POST user/freeze', { password: TEST_PASSWORD }, as(customer));
    const again = await logInAgain(customer);
    const early = await proofCode(server, again, 'unfreeze');
    const refused = await server.refused('POST user/unfreeze', { code: early }, as(again));
    expect(refused).toMatchObject({ code: 'unfreeze_too_soon', data: { retry_after_s: 86_400 - 60 } });
    server.clock.nowMs += DAY_MS;
    const code = await proofCode(server, again, 'unfreeze');
    const wrong = await server.refused('POST user/unfreeze', { code: otherThan(code) }, as(again));
    expect(wrong.code).toBe('code_wrong');
    await server.call('POST user/unfreeze', { code }, as(again));
    expect(await server.call('GET user/center', {}, as(again))).toMatchObject({ frozen: false });
    expect((await place(again)).body.type).toBe('ok');
    expect((await server.refused('POST user/unfreeze', { code }, as(again))).code).toBe('not_frozen');
    // The account can be frozen again.
    await server.call('POST user/freeze', { password: TEST_PASSWORD }, as(again));
    expect((await place(await logInAgain(customer))).body.code).toBe('customer_frozen');
  });

  it('the desk’s freeze is for the desk to lift, also when it came over the customer’s own', async () => {
    const customer = await server.customer('funded');
    const { freezes } = server.services.security;
    await server.call('POST user/freeze', { password: TEST_PASSWORD }, as(customer));
    await freezes.freeze(customer.id, 'desk', false);
    server.clock.nowMs += DAY_MS;
    const again = await logInAgain(customer);
    const code = await proofCode(server, again, 'unfreeze');
    const refused = await server.refused('POST user/unfreeze', { code }, as(again));
    expect(refused.code).toBe('unfreeze_by_desk');
    expect((await place(again)).body.code).toBe('customer_frozen');
    await freezes.lift(customer.id);
    expect((await place(again)).body.type).toBe('ok');
  });

  it('happens once when asked for at the same moment', async () => {
    const customer = await server.customer();
    const answers = await Promise.all(
      [1, 2, 3].map(() => server.try('POST user/freeze', { password: TEST_PASSWORD }, as(customer))),
    );
    expect(answers.filter(({ body }) => body.type === 'ok')).toHaveLength(1);
  });

  it('is not done without the end of all sessions', async () => {
    const customer = await server.customer('funded');
    const { freezes, devices } = server.services.security;
    const forget = vi.spyOn(devices, 'forgetAllOf').mockRejectedValue(new Error('the database is gone'));
    await expect(freezes.freeze(customer.id, 'customer', false)).rejects.toThrow('gone');
    forget.mockRestore();
    expect(await freezes.current(customer.id)).toBe(null);
    await freezes.freeze(customer.id, 'customer', false);
    expect((await server.refused('GET user/center', {}, as(customer))).code).toBe('session_invalid');
  });

  it('reaches the core at the next start if the process ended in between', async () => {
    const [cut, lifted] = [await server.customer('funded'), await server.customer('funded')];
    await server.services.security.freezes.freeze(lifted.id, 'customer', false);
    await server.database.pool.query(
      `insert into account_freezes (customer_id, frozen_by, cancel_orders, frozen_at_ms) values ($1, 'customer', true, $2)`,
      [cut.id, server.clock.nowMs],
    );
    await server.database.pool.query('update account_freezes set lifted_at_ms = $2 where customer_id = $1', [
      lifted.id,
      server.clock.nowMs,
    ]);
    expect((await place(cut)).body.type).toBe('ok');
    await server.services.security.freezes.finish(0);
    expect((await place(cut)).body.code).toBe('customer_frozen');
    expect((await place(await logInAgain(lifted))).body.type).toBe('ok');
    const open = await server.call('GET coin/list', { view: 'open' }, as(cut));
    expect(open.items).toEqual([]);
    // Finishing twice has no further effect.
    const before = server.engine.sequence();
    await server.services.security.freezes.finish(0);
    expect(server.engine.sequence()).toBe(before);
  });
});
