import { HOUR_MS } from '@tallystick/core/durations';
import { momentIn } from '@tallystick/protocol/figures';
import type { CallOutput } from '@tallystick/protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verifyProjections } from '../../engine/projections/verify.ts';
import { TestDesk } from '../../testing/test-desk.ts';
import { freshKey, TestServer, type TestCustomer } from '../../testing/test-server.ts';
import { auth, BTC_USDT } from '../../testing/traders.ts';
import { openHouse, openTraders } from '../../demo/population.ts';
import { seedDemoReferral } from '../../demo/referral.ts';
import { codeFor, registration } from '../account/testing/registering.ts';
import { Rankings } from './ranking.ts';
import { Worths } from './worths.ts';

let server: TestServer;
let anna: TestCustomer;
let ben: TestCustomer;
let cleo: TestCustomer;
let dan: TestCustomer;

/** Anna invited Ben, who invited Cleo; nobody invited Dan. Rates 20 % and 5 %, as in every demo. */
beforeAll(async () => {
  server = await TestServer.start({ publicUrl: 'https://tally.example/' });
  anna = await server.customer();
  ben = await invitedBy(anna, 'ben@friends.example');
  cleo = await invitedBy(ben, 'cleo@friends.example');
  dan = await server.customer('funded');
  for (const { token } of [ben, cleo]) {
    await server.call('POST wallet/faucet', {}, { token, key: freshKey() });
  }
  await seedDemoReferral(server.database.pool, server.engine.exchange, server.engine.bus);
  await server.tick(BTC_USDT, 60_000e8);
});
afterAll(() => server.close());

async function codeOf(customer: TestCustomer): Promise<string> {
  return (await server.call('GET user/my_share', {}, auth(customer))).code;
}

async function invitedBy(promoter: TestCustomer, email: string): Promise<TestCustomer> {
  const code = await codeFor(server, email, 'register');
  const { token, user } = await server.call('POST user/register', {
    ...registration(email, code),
    invitation_code: await codeOf(promoter),
  });
  return { id: user.id, email, token };
}

/** Dan sells 0.01 BTC at 60,000 to the buyer: both pay 0.1 %, 0.00001 BTC and 0.6 USDT. */
async function trade(buyer: TestCustomer): Promise<void> {
  const order = { market_id: BTC_USDT, price: '60000', quantity: '0.01' };
  await server.call('POST coin/trade', { ...order, side: 'sell' }, { ...auth(dan), key: freshKey() });
  await server.call('POST coin/trade', { ...order, side: 'buy' }, { ...auth(buyer), key: freshKey() });
}

/** Advances the clock to the end of the hour and does what the engine's timer does. */
async function nextHour(): Promise<number> {
  const endMs = (Math.floor(server.clock.nowMs / HOUR_MS) + 1) * HOUR_MS;
  server.clock.nowMs = endMs;
  await server.engine.wake();
  return endMs;
}

const overview = (customer: TestCustomer): Promise<CallOutput<'GET user/invite'>> =>
  server.call('GET user/invite', {}, auth(customer));

async function returns(customer: TestCustomer, view: 'fills' | 'days' | 'people' | 'settlements') {
  return (await server.call('POST user/my_account_return', { view }, auth(customer))).items;
}

describe('an invitation', () => {
  it('has a link with the code before the mark, and one within the route', async () => {
    const { code, link, hash_link, text } = await server.call('GET user/my_share', {}, auth(anna));
    // Only characters that cannot be mistaken for others.
    expect(code).toMatch(/^[A-HJ-NP-Z2-9]{8}$/);
    expect(link).toBe(`https://tally.example/web/?code=${code}#/pages/user/login/register`);
    expect(hash_link).toBe(`https://tally.example/web/#/pages/user/login/register?code=${code}`);
    expect(text).toContain(code);
  });

  it('has a poster with words in every language', async () => {
    const poster = await server.call('GET user/my_poster', {}, auth(anna));
    expect(poster.designs.length).toBeGreaterThan(1);
    const texts = Object.values(poster.texts);
    expect(texts).toHaveLength(8);
    for (const { text } of texts) expect(text).toContain(poster.code);
    expect(new Set(texts.map(({ title }) => title)).size).toBe(8);
    expect(poster.ratios).toEqual({ first_percent: '20', second_percent: '5' });
  });

  it('is known to the exchange, over a crash too', async () => {
    const { referral } = server.engine.exchange;
    expect([referral.promoterOf(ben.id), referral.promoterOf(cleo.id)]).toEqual([anna.id, ben.id]);
    const { rows } = await server.database.pool.query<{ id: number }>(
      `insert into customers (email, nickname, invitation_code, invited_by, created_at_ms, password_changed_at_ms)
       values ('cut-short@friends.example', 'x', 'CUTSHORT', $1, 0, 0) returning id`,
      [dan.id],
    );
    await server.services.account.openForgotten(0);
    expect(referral.promoterOf(rows[0]!.id)).toBe(dan.id);
    // Customers who registered with a code before rebates existed: the exchange does not know who invited them.
    await server.database.pool.query('update customers set opened = false where invited_by is not null');
    await server.services.account.openForgotten(0);
    const { rowCount } = await server.database.pool.query('select from customers where not opened');
    expect(rowCount).toBe(0);
  });

  it('is refused to oneself: by another spelling of the mailbox, or in the same browser', async () => {
    const again = 'ben+second@friends.example';
    const code = await codeFor(server, again, 'register');
    const wish = { ...registration(again, code), invitation_code: await codeOf(ben) };
    // Whose code it is, is told only after the right verification code.
    const guess = await server.refused('POST user/register', { ...wish, code: '000000' });
    expect(guess.code).toBe('code_wrong');
    expect((await server.refused('POST user/register', wish)).code).toBe('self_referral');

    const login = { kind: 'email', account: anna.email, password: 'correct horse' } as const;
    const { headers } = await server.try('POST user/login', login);
    const cookie = String(headers['set-cookie']).split(';', 1)[0]!;
    const other = 'other@friends.example';
    const fresh = registration(other, await codeFor(server, other, 'register'));
    const here = { ...fresh, invitation_code: await codeOf(anna) };
    const refused = await server.refused('POST user/register', here, { headers: { cookie } });
    expect(refused).toMatchObject({ code: 'self_referral', status: 409 });
    // Without the invitation code the same person may register; the verification code is still valid.
    await server.call('POST user/register', fresh, { headers: { cookie } });
  });

  it('of the house’s own accounts is unknown', async () => {
    await server.database.pool.query(
      `insert into customers (id, nickname, invitation_code, created_at_ms, password_changed_at_ms, demo)
       values (1, 'House', 'HOUSEHHH', 0, 0, true)`,
    );
    const email = 'guest@friends.example';
    const wish = {
      ...registration(email, await codeFor(server, email, 'register')),
      invitation_code: 'HOUSEHHH',
    };
    expect((await server.refused('POST user/register', wish)).code).toBe('invitation_unknown');
  });
});

describe('rebates', () => {
  it('are there with the fill, linked to the fee each comes from, and paid when the hour is over', async () => {
    await trade(cleo);
    const [fill] = await returns(ben, 'fills');
    // 20 % of 0.00001 BTC.
    expect(fill).toMatchObject({
      kind: 'fill',
      line: 'spot',
      role: 'taker',
      level: 1,
      person: 'cl***@friends.example',
      currency: 'BTC',
      fee: '0.00001',
      ratio_percent: '20',
      amount: '0.000002',
      settled: false,
    });
    if (fill?.kind !== 'fill') throw new Error('no fill');
    const { rows } = await server.database.pool.query(
      `select reason, reference, amount_minor from ledger_entries
        where posting_id = $1 and owner_id = 0 and account = 'referral'`,
      [fill.posting_id],
    );
    // Both levels come from the trade's posting: 200 and 50.
    expect(rows).toEqual([{ reason: 'trade', reference: `trade:${fill.trade_id}`, amount_minor: '250' }]);
    // Anna, at the second level, must not see who Cleo is.
    expect(await returns(anna, 'fills')).toMatchObject([{ level: 2, amount: '0.0000005' }]);
    expect(JSON.stringify(await returns(anna, 'fills'))).not.toContain('friends.example');
    expect(await overview(ben)).toMatchObject({
      promoted: 1,
      promoted_second: 0,
      pending: [{ currency: 'BTC', amount: '0.000002', value_usdt: '0.12' }],
      pending_usdt: '0.12',
      earned_usdt: '0.12',
      settled_usdt: '0',
      earning: true,
      frozen: false,
      account: 'b***@friends.example',
    });

    const { settles_at_ms: settlesAtMs } = await overview(ben);
    const untilMs = await nextHour();
    expect(settlesAtMs).toBe(untilMs);
    expect(await returns(ben, 'fills')).toMatchObject([{ settled: true }]);
    expect(await returns(ben, 'settlements')).toMatchObject([
      { currency: 'BTC', amount: '0.000002', until_ms: untilMs },
    ]);
    expect(await overview(ben)).toMatchObject({ pending: [], pending_usdt: '0', settled_usdt: '0.12' });
    await server.services.feed.catchUp();
    const until = momentIn('en', untilMs, 'minute');
    for (const promoter of [ben, anna]) {
      const told = await server.call('POST news/list', {}, auth(promoter));
      const paid = told.items.filter(({ title }) => title.startsWith('Rebates received'));
      expect(paid).toMatchObject([
        { title: `Rebates received: ${promoter === ben ? '0.000002' : '0.0000005'} BTC` },
      ]);
      expect(JSON.stringify(paid)).toContain(until);
    }
    const log = await server.call('POST wallet/legal_log', { account: 'spot', reason: 'rebate' }, auth(ben));
    expect(log.items).toMatchObject([{ reason: 'rebate', currency: 'BTC', amount: '0.000002' }]);
  });

  it('are the same sum by fill, by day, by person and as paid', async () => {
    await trade(ben);
    await trade(cleo);
    server.clock.nowMs += 24 * HOUR_MS;
    await server.engine.wake();
    await server.tick(BTC_USDT, 60_000e8);
    await trade(ben);
    await nextHour();
    const sum = (amounts: readonly string[]) =>
      amounts.reduce((total, one) => total + Math.round(Number(one) * 1e8), 0);
    const fills = await returns(anna, 'fills');
    const earned = (await overview(anna)).earned.map(one => one.amount);
    const total = sum(earned);
    expect(total).toBeGreaterThan(0);
    expect(sum(fills.map(one => (one.kind === 'fill' ? one.amount : '0')))).toBe(total);
    const days = await returns(anna, 'days');
    expect(days).toHaveLength(2);
    expect(days).toMatchObject([{ fills: 1, people: 1 }, { people: 2 }]);
    const inDays = days.flatMap(one => (one.kind === 'day' ? one.amounts.map(({ amount }) => amount) : []));
    expect(sum(inDays)).toBe(total);
    const people = await returns(anna, 'people');
    expect(people).toMatchObject([{ level: 2 }, { level: 1, person: 'b***@friends.example' }]);
    const inPeople = people.flatMap(one =>
      one.kind === 'person' ? one.amounts.map(({ amount }) => amount) : [],
    );
    expect(sum(inPeople)).toBe(total);
    const paid = await returns(anna, 'settlements');
    expect(sum(paid.map(one => (one.kind === 'settlement' ? one.amount : '0')))).toBe(total);
    expect(await verifyProjections(server.database.pool, server.engine.exchange)).toEqual([]);
  });

  it('come page by page, each once', async () => {
    for (const view of ['fills', 'settlements'] as const) {
      const all = await returns(anna, view);
      const paged: unknown[] = [];
      let cursor: string | undefined;
      do {
        const page = await server.call(
          'POST user/my_account_return',
          { view, limit: 1, ...(cursor === undefined ? {} : { cursor }) },
          auth(anna),
        );
        paged.push(...page.items);
        cursor = page.next_cursor ?? undefined;
      } while (cursor !== undefined);
      expect(paged).toEqual(all);
    }
    // A cursor larger than the columns can hold is after every row.
    for (const view of ['days', 'people', 'settlements'] as const) {
      const far = { view, cursor: '999999999999999' };
      const page = await server.call('POST user/my_account_return', far, auth(anna));
      expect(page.items).toEqual(await returns(anna, view));
    }
    const bad = { view: 'fills', cursor: '1.7.1' } as const;
    expect((await server.refused('POST user/my_account_return', bad, auth(anna))).code).toBe('invalid_input');
  });

  it('are in the promoter’s total as soon as they are earned, and stand with customers in solvency', async () => {
    const wallet = async (): Promise<string> =>
      (await server.call('POST wallet/list', { account: 'spot' }, auth(anna))).total_usdt;
    const before = Number(await wallet());
    await trade(ben);
    const after = await wallet();
    expect(Number(after)).toBeCloseTo(before + 0.12, 6);
    const { balance, holds } = await server.call(
      'POST wallet/detail',
      { account: 'spot', currency_id: 1 },
      auth(anna),
    );
    expect(balance.escrow).toBe('0.000002');
    expect(holds).toMatchObject([{ kind: 'rebate', amount: '0.000002', at_ms: server.clock.nowMs }]);
    const desk = await TestDesk.open(server, 'accountant', 'sums');
    const btc = (await desk.call('GET desk/solvency', {})).items.find(one => one.currency === 'BTC');
    expect(btc?.sum).toBe('0');
    expect(btc?.customer_accounts).toContainEqual({ account: 'pending_rebates', total: '0.000002' });
    expect(btc?.platform_accounts).toContainEqual({ account: 'referral', total: '0' });
    await nextHour();
    expect(await wallet()).toBe(after);
    const paid = await server.call('POST wallet/detail', { account: 'spot', currency_id: 1 }, auth(anna));
    expect(paid).toMatchObject({ balance: { total: balance.total, escrow: '0' }, holds: [] });
  });

  it('wait while the promoter is frozen', async () => {
    await server.submit({ type: 'setCustomerFrozen', customerId: ben.id, frozen: true });
    await trade(cleo);
    await nextHour();
    expect(await overview(ben)).toMatchObject({ frozen: true, pending: [{ amount: '0.000002' }] });
    await server.submit({ type: 'setCustomerFrozen', customerId: ben.id, frozen: false });
    await nextHour();
    expect(await overview(ben)).toMatchObject({ frozen: false, pending: [] });
  });
});

describe('a restart', () => {
  const restart = async (): Promise<void> => {
    await server.stop();
    server = await TestServer.start({ publicUrl: 'https://tally.example/', after: server });
    // Starts the work that is due.
    await server.engine.wake();
  };
  const paid = async () => (await returns(ben, 'settlements')).length;
  const told = async (): Promise<number> => {
    await server.services.feed.catchUp();
    const { items } = await server.call('POST news/list', {}, auth(ben));
    return items.filter(({ title }) => title.startsWith('Rebates received')).length;
  };

  it('between fill, midnight and payment loses nothing and pays nothing twice', async () => {
    const before = { paid: await paid(), told: await told() };
    const midnightMs = (Math.floor(server.clock.nowMs / (24 * HOUR_MS)) + 1) * 24 * HOUR_MS;
    server.clock.nowMs = midnightMs - 10 * 60_000;
    await server.engine.wake();
    await server.tick(BTC_USDT, 60_000e8);
    await trade(cleo);
    await restart();
    expect(await overview(ben)).toMatchObject({ pending: [{ amount: '0.000002' }] });
    expect(await paid()).toBe(before.paid);

    // The server is stopped over the end of the hour, which is also the end of the day.
    await server.stop();
    server.clock.nowMs = midnightMs + 5 * 60_000;
    server = await TestServer.start({ publicUrl: 'https://tally.example/', after: server });
    await server.engine.wake();
    await server.tick(BTC_USDT, 60_000e8);
    // A fill of the new day, in an hour that has not ended.
    await trade(cleo);
    await restart();
    const [settled] = await returns(ben, 'settlements');
    expect(settled).toMatchObject({ currency: 'BTC', amount: '0.000002', until_ms: midnightMs });
    expect(await paid()).toBe(before.paid + 1);
    expect(await overview(ben)).toMatchObject({ pending: [{ amount: '0.000002' }] });
    const [today, yesterday] = await returns(ben, 'days');
    expect(today).toMatchObject({ day_ms: midnightMs, fills: 1 });
    expect(yesterday).toMatchObject({ day_ms: midnightMs - 24 * HOUR_MS });
    expect(await told()).toBe(before.told + 1);

    await nextHour();
    await restart();
    await nextHour();
    expect(await paid()).toBe(before.paid + 2);
    expect(await told()).toBe(before.told + 2);
    expect(await overview(ben)).toMatchObject({ pending: [] });
    const { rows } = await server.database.pool.query<{ earned: string; paid: string; left: string }>(
      `select (select sum(amount_minor) from referral_rebates) as earned,
              (select sum(amount_minor) from referral_settlements) as paid,
              (select coalesce(sum(available_minor), 0) from balances where owner_id = 0 and account = 'referral') as left`,
    );
    expect(rows[0]).toEqual({ earned: rows[0]?.paid, paid: rows[0]?.paid, left: '0' });
    expect(await verifyProjections(server.database.pool, server.engine.exchange)).toEqual([]);
  });
});

describe('people invited', () => {
  it('are listed masked, with how far they have come', async () => {
    const { items } = await server.call('POST user/my_invite_list', {}, auth(anna));
    expect(items).toMatchObject([
      { person: 'b***@friends.example', level: 1, verified: false, traded: true },
    ]);
    await server.database.pool.query(`update customers set verification = 'verified' where id = $1`, [
      ben.id,
    ]);
    const later = await invitedBy(anna, 'late@friends.example');
    const page = await server.call('POST user/my_invite_list', { limit: 1 }, auth(anna));
    expect(page.items).toMatchObject([{ verified: false, traded: false, amounts: [], value_usdt: '0' }]);
    expect(page.next_cursor).toBe(String(later.id));
    const rest = await server.call(
      'POST user/my_invite_list',
      { limit: 1, cursor: page.next_cursor ?? '' },
      auth(anna),
    );
    expect(rest).toMatchObject({ items: [{ verified: true }], next_cursor: null });
    const second = await server.call('POST user/my_invite_list', { level: 2 }, auth(anna));
    expect(second.items).toMatchObject([{ level: 2, traded: true }]);
    expect(JSON.stringify(second)).not.toContain('friends.example');
    expect((await server.call('POST user/my_invite_list', {}, auth(cleo))).items).toEqual([]);
  });
});

describe('the ten best', () => {
  it('are masked, with the own place; who earned nothing or was stopped has none', async () => {
    server.clock.nowMs += 61_000;
    const list = await server.call('POST user/invite_list', {}, auth(ben));
    expect(list.items.map(({ rank }) => rank)).toEqual(list.items.map((_, i) => i + 1));
    expect(list.items.length).toBeGreaterThanOrEqual(2);
    for (const { name } of list.items) expect(name).toMatch(/^ta\*\*\*.$/);
    expect(list.own).toMatchObject({ own: true, rank: (await overview(ben)).rank });
    const values = list.items.map(one => Number(one.value_usdt));
    expect(values).toEqual(values.toSorted((a, b) => b - a));
    expect((await server.call('POST user/invite_list', {}, auth(cleo))).own).toBeNull();

    await server.submit({ type: 'setReferralStanding', customerId: anna.id, standing: 'stopped' });
    server.clock.nowMs += 61_000;
    expect((await server.call('POST user/invite_list', {}, auth(anna))).own).toBeNull();
    expect(await overview(anna)).toMatchObject({ earning: false, rank: null });
    await server.submit({ type: 'setReferralStanding', customerId: anna.id, standing: 'open' });
  });
});

describe('accounts that are not people', () => {
  it('of a demo rank in the demo only, the house’s own nowhere', async () => {
    const { pool } = server.database;
    await pool.query('update customers set demo = true where id = $1', [anna.id]);
    await pool.query(
      `insert into referral_days (promoter_id, utc_day, customer_id, level, currency_id, amount_minor, fills)
       values (1, 0, $1, 1, 3, 1000000000, 1)`,
      [ben.id],
    );
    const ranked = async (withDemo: boolean) => {
      const rankings = new Rankings({
        pool,
        worths: () => new Worths(server.services.valuation),
        withDemo,
        takesPart: () => true,
        now: () => server.clock.nowMs,
      });
      return [...(await rankings.current()).of.keys()].toSorted((a, b) => a - b);
    };
    expect(await ranked(true)).toEqual([anna.id, ben.id]);
    expect(await ranked(false)).toEqual([ben.id]);
    await pool.query('delete from referral_days where promoter_id = 1');
  });

  it('of the house neither earn nor give; a demo begins with terms, once', async () => {
    const { engine, services, database, clock } = server;
    const { bus, exchange } = engine;
    const population = {
      pool: database.pool,
      bus,
      exchange,
      account: services.account,
      now: () => clock.nowMs,
    };
    for (let start = 0; start < 2; start++) {
      await openHouse(population, false);
      await openTraders(population, 1);
      await seedDemoReferral(database.pool, exchange, bus);
    }
    expect([1, 101].map(id => exchange.referral.standing(id))).toEqual(['house', 'house']);
    // Terms that were set explicitly stay.
    expect(exchange.referral.terms).toEqual({ firstPpm: 200_000, secondPpm: 50_000 });
    await trade(ben);
    const earned = (await overview(anna)).pending.length;
    expect(earned).toBe(1);
    await server.submit({ type: 'setReferralStanding', customerId: ben.id, standing: 'house' });
    await nextHour();
    await trade(ben);
    expect((await overview(anna)).pending).toEqual([]);
  });
});
