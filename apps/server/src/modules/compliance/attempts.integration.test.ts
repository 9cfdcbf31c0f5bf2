import { USDT } from '@tallystick/protocol/currency-ids';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TestDesk } from '../../testing/test-desk.ts';
import { TestServer, type TestCustomer } from '../../testing/test-server.ts';
import { arrivedTransfer } from '../testing/arrived-transfer.ts';
import { changeSetting } from '../testing/setting.ts';
import { MOST } from './monitor/movements.ts';

let server: TestServer;
let desk: TestDesk;
let other: TestDesk;
beforeAll(async () => {
  server = await TestServer.start();
  desk = await TestDesk.open(server, 'compliance', 'ann');
  other = await TestDesk.open(server, 'administrator', 'bob');
});
afterAll(() => server.close());

async function casesOf(who: TestCustomer, state = 'open') {
  const { items } = await desk.call('GET desk/queue', { queue: 'compliance', state, customer_id: who.id });
  return items;
}

const applied = (who: TestCustomer, birthDate: string, idNumber: string) =>
  server.call(
    'POST user/real_name',
    {
      country: 'VN',
      full_name: 'Zoltan Fictivus',
      birth_date: birthDate,
      id_number: idNumber,
      contact_address: '7 Hàng Bạc',
    },
    { token: who.token },
  );

describe('what was cleared', () => {
  it('is not cleared for another date of birth, and what it is about is no clear text', async () => {
    const who = await server.customer();
    await applied(who, '1961-05-01', '079207770001');
    await server.services.screenCustomers();
    const [found] = await casesOf(who);
    for (const by of [desk, other]) {
      const clear = {
        queue: 'compliance',
        id: found?.id ?? 0,
        action: 'clear',
        reason: 'Another one',
      } as const;
      await by.call('POST desk/queue_decide', clear);
    }
    expect(await casesOf(who)).toEqual([]);
    const { items } = await desk.call('GET desk/queue', { queue: 'identity', customer_id: who.id });
    await desk.call('POST desk/queue_decide', {
      queue: 'identity',
      id: items[0]?.id ?? 0,
      action: 'reject',
      reason: 'Please write it as in the passport',
      inputs: { reason_code: 'does_not_match' },
      choices: ['birth_date'],
    });
    await applied(who, '1962-05-01', '079207770001');
    await server.services.screenCustomers();
    const [again] = await casesOf(who);
    expect(again).toMatchObject({ title: 'Name on a list', flags: ['money_held'] });
    const { rows } = await server.database.pool.query<{ subject: string }>(
      `select subject from compliance_cases where customer_id = $1`,
      [who.id],
    );
    expect(rows).toHaveLength(2);
    for (const { subject } of rows) expect(subject).toMatch(/^[0-9a-f]{64}$/);
  });
});

it('a question that is open goes before one that was answered', async () => {
  const who = await server.customer();
  for (const state of ['answered', 'asked']) {
    await server.database.pool.query(
      `insert into compliance_cases (customer_id, kind, subject, state, holds, evidence, opened_at_ms)
       values ($1, 'funds', $2, $2, true, '{"figures": {}, "movements": []}', $3)`,
      [who.id, state, server.clock.nowMs],
    );
  }
  const as = { token: who.token };
  expect(await server.call('GET user/source_of_funds', {}, as)).toMatchObject({ state: 'asked' });
});

describe('many small movements', () => {
  /** Credited ones, as rows alone: the rules read nothing else. Oldest first, a second apart. */
  async function came(who: TestCustomer, amounts: string, count: number, endMs: number): Promise<void> {
    await server.database.pool.query(
      `insert into deposits (customer_id, channel, currency_id, amount_minor, approvals_needed, state, created_at_ms)
       select $1, 'chain', $2, ${amounts}, 1, 'passed', $4::bigint - n * 1000 from generate_series($3::integer, 1, -1) as n`,
      [who.id, USDT, count, endMs],
    );
  }

  it('hide no large ones from the question where they come from, and hold money until somebody has looked', async () => {
    const before = server.services.settings.get('compliance');
    const set = { ...before, velocity_count: 0, structuring_percent: 99, funds_from: '50000' };
    await changeSetting(server, 'compliance', set);
    const who = await server.customer();
    const { nowMs } = server.clock;
    await came(who, '30000000000', 2, nowMs - 10 * 86_400_000);
    await came(who, '1000000', MOST + 20, nowMs - 1_000);
    // From its first turn on it looks at what happens.
    await server.services.feed.catchUp();
    await server.services.money.sink.onConfirmed(arrivedTransfer(who, 1_000_000n, { named: '77' }));
    await server.services.feed.catchUp();
    await changeSetting(server, 'compliance', before);
    expect(await casesOf(who, 'asked')).toMatchObject([
      { title: 'Source of funds', amount: String(60_000 + MOST + 21), flags: ['money_held'] },
    ]);
    expect(await casesOf(who)).toMatchObject([
      { title: 'Much or often within a day', flags: ['money_held'] },
    ]);
  });
});
