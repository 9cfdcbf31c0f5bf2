import type pg from 'pg';
import { describe, expect, it } from 'vitest';
import { HOUR_MS } from '@tallystick/core/durations';
import { inTransaction } from '../../database/transaction.ts';
import { TestServer } from '../../testing/test-server.ts';
import { auth } from '../../testing/traders.ts';
import { TestBrowser } from './testing/test-browser.ts';
import { vapidOf } from './testing/test-push-service.ts';
import { NotifiedCustomer } from '../testing/notified-customer.ts';

const notified = NotifiedCustomer.forThisFile();

describe('a push', () => {
  it('is encrypted for the browser, signed for its service, and shows the notice’s text', async () => {
    const { key } = await notified.server.call('GET push/key', {}, auth(notified.customer));
    await notified.turnOn();
    await notified.depositPassed();
    await notified.all();
    expect(notified.shown()).toEqual([
      {
        v: 1,
        topic: 'money',
        title: 'Deposit credited: 25 USDT',
        body: 'Your deposit of 25 USDT has been credited to your spot account.',
        route: '/pages/assets/record?kind=deposits',
        tag: expect.stringContaining('office-'),
        atMs: notified.server.clock.nowMs,
      },
    ]);
    const [push] = notified.service.pushes;
    expect(push?.headers).toMatchObject({
      'content-encoding': 'aes128gcm',
      ttl: String(24 * 3_600),
      urgency: 'normal',
      topic: expect.stringMatching(/^[\w-]{1,32}$/),
    });
    const vapid = vapidOf(push!);
    expect(vapid.key).toBe(key);
    expect(vapid.header).toMatchObject({ typ: 'JWT', alg: 'ES256' });
    expect(vapid.claims.aud).toBe(new URL(notified.browser.endpoint).origin);
    expect(vapid.claims.sub).toBe('mailto:ops@test.example');
    const seconds = Date.now() / 1_000;
    expect(vapid.claims.exp).toBeGreaterThan(seconds);
    expect(vapid.claims.exp).toBeLessThanOrEqual(seconds + 24 * 3_600);
  });

  it('uses the session’s language', async () => {
    await notified.turnOn();
    await notified.server.call('POST set/lang', { lang: 'jp' }, auth(notified.customer));
    await notified.depositPassed();
    await notified.all();
    expect(notified.shown()[0]?.title).toContain('入金');
  });

  it('is sent once, whichever process ends in between', async () => {
    await notified.turnOn();
    await notified.depositPassed();
    await notified.all();
    // As after a process that ended before it stored its position.
    await notified.server.database.pool.query(`update feed_cursors set office = 0 where name = 'tell-news'`);
    await notified.all();
    await notified.all(HOUR_MS);
    expect(notified.shown()).toHaveLength(1);
  });

  it('sent but not marked before a crash is sent again and replaces itself, on the screen and at the service', async () => {
    await notified.turnOn();
    const { pool } = notified.server.database;
    let unmarked: unknown[] = [];
    notified.service.answer = response => {
      const queued = `select id, body from outbox where channel = 'push' and state = 'queued'`;
      const answer = async (): Promise<void> => {
        const { rows } = await pool.query<{ id: string; body: string }>(queued);
        unmarked = rows.flatMap(({ id, body }) => [id, body]);
        response.writeHead(201).end();
      };
      void answer();
    };
    await notified.depositPassed();
    await notified.all();
    expect(unmarked).toHaveLength(2);
    // As the crashed process left it.
    await pool.query(
      `update outbox set state = 'queued', sent_at_ms = null, body = $2 where id = $1`,
      unmarked,
    );
    await notified.all(HOUR_MS);
    await notified.all(HOUR_MS);
    const [first, again, ...more] = notified.shown();
    expect(again).toEqual(first);
    expect(more).toEqual([]);
    const [topic, sameTopic] = notified.service.pushes.map(({ headers }) => headers['topic']);
    expect([sameTopic, typeof topic]).toEqual([topic, 'string']);
  });

  it('still waiting is sent by the next server', async () => {
    const own = await TestServer.start({ push: notified.service.settings() });
    const who = await own.customer();
    await own.services.feed.catchUp();
    const its = new TestBrowser(notified.service.endpoint(`restarted-${who.id}`));
    await own.call('POST push/subscribe', its.subscription, auth(who));
    notified.service.answer = response => void response.writeHead(503).end();
    await inTransaction(own.database.pool, client =>
      own.services.news.write(client, who.id, 'depositPassed', { amount: '1', currency: 'BTC' }),
    );
    await own.services.feed.catchUp();
    own.services.push.outbox.wake();
    await own.services.push.outbox.idle();
    const { key } = await own.call('GET push/key', {}, auth(who));
    await own.stop();
    notified.service.reset();

    const next = await TestServer.start({ push: notified.service.settings(), after: own });
    next.clock.nowMs += HOUR_MS;
    await next.services.feed.catchUp();
    next.services.push.outbox.wake();
    await next.services.push.outbox.idle();
    expect(notified.shown(its)).toMatchObject([{ title: 'Deposit credited: 1 BTC' }]);
    // A browser subscribes with the server's key: another key would end its pushes.
    expect((await next.call('GET push/key', {}, auth(who))).key).toBe(key);
    await next.close();
  });

  it('announces fills, in one message if there are many', async () => {
    await notified.traders.begin();
    const [maker, taker] = [await notified.traders.join(), await notified.traders.join()];
    const its = new TestBrowser(notified.service.endpoint(`maker-${maker.id}`));
    // Earlier fills are not notified.
    await notified.traders.place(maker, { type: 'limit', price: '59000', quantity: '0.001' });
    await notified.traders.place(taker, { side: 'sell', type: 'limit', price: '59000', quantity: '0.001' });
    await notified.all();
    await notified.turnOn(maker, its);
    await notified.all();
    expect(notified.shown(its)).toEqual([]);
    await notified.traders.place(maker, { type: 'limit', price: '59000', quantity: '0.002' });
    await notified.traders.place(taker, { side: 'sell', type: 'limit', price: '59000', quantity: '0.002' });
    await notified.all();
    expect(notified.shown(its)).toMatchObject([
      {
        topic: 'trades',
        title: 'BTC/USDT: bought 0.002 BTC',
        route: expect.stringContaining('/pages/trade/index?market=1&order='),
      },
    ]);
    expect(await notified.notices(maker, 'trades')).toEqual([]);
    notified.service.reset();
    for (const price of ['59001', '59002', '59003', '59004'])
      await notified.traders.place(maker, { type: 'limit', price, quantity: '0.002' });
    await notified.traders.place(taker, { side: 'sell', type: 'limit', price: '59001', quantity: '0.008' });
    await notified.all();
    expect(notified.shown(its)).toMatchObject([{ title: '4 orders were filled' }]);
    notified.service.reset();
    await notified.server.call('POST tell/choose', { event: 'order_filled', push: false }, auth(maker));
    await notified.traders.place(maker, { type: 'limit', price: '59000', quantity: '0.002' });
    await notified.traders.place(taker, { side: 'sell', type: 'limit', price: '59000', quantity: '0.002' });
    await notified.all();
    expect(notified.shown(its)).toEqual([]);
  });

  it('for trying it out is sent at once, and once a minute', async () => {
    expect((await notified.server.refused('POST push/test', {}, auth(notified.customer))).code).toBe(
      'push_off',
    );
    await notified.turnOn();
    notified.server.clock.nowMs += 60_000;
    expect(await notified.server.call('POST push/test', {}, auth(notified.customer))).toEqual({ devices: 1 });
    await notified.server.call('POST push/test', {}, auth(notified.customer));
    await notified.all();
    expect(notified.shown()).toMatchObject([{ title: 'This device is told' }]);
    notified.server.clock.nowMs += 60_000;
    await notified.server.call('POST push/test', {}, auth(notified.customer));
    await notified.all();
    expect(notified.shown()).toHaveLength(2);
  });
});

describe('a push service', () => {
  it.each([404, 410])('that answers %i ends the subscription', async status => {
    await notified.turnOn();
    notified.service.answer = response => void response.writeHead(status).end();
    await notified.depositPassed();
    await notified.all();
    const { items } = await notified.server.call('GET push/devices', {}, auth(notified.customer));
    expect(items).toEqual([]);
    await notified.all(HOUR_MS);
    expect(notified.service.pushes).toHaveLength(1);
  });

  it.each([429, 500, 503])('that answers %i is asked again, later', async status => {
    await notified.turnOn();
    notified.service.answer = response => void response.writeHead(status, { 'retry-after': '600' }).end();
    await notified.depositPassed();
    await notified.all();
    await notified.all(599_000);
    expect(notified.service.pushes).toHaveLength(1);
    notified.service.answer = response => void response.writeHead(201).end();
    await notified.all(1_000);
    await notified.all(HOUR_MS);
    expect(notified.service.pushes).toHaveLength(2);
    const { items } = await notified.server.call('GET push/devices', {}, auth(notified.customer));
    expect(items[0]?.delivered_at_ms).not.toBeNull();
  });

  it.each([307, 400, 413])('that answers %i is not asked again', async status => {
    await notified.turnOn();
    notified.service.answer = response =>
      void response.writeHead(status, { location: notified.browser.endpoint }).end();
    await notified.depositPassed();
    await notified.all();
    await notified.all(HOUR_MS);
    expect(notified.service.pushes).toHaveLength(1);
    expect((await notified.server.call('GET push/devices', {}, auth(notified.customer))).items).toHaveLength(
      1,
    );
  });
});

describe('devices', () => {
  it.each([
    ['http', 'http://a.push.test/x'],
    ['another host', 'https://push.evil.example/x'],
    ['this machine', 'https://127.0.0.1/x'],
    ['a private network', 'https://192.168.0.1/x'],
    ['another port', 'https://a.push.test:1/x'],
  ])('are not subscribed with %s', async (_, endpoint) => {
    const refused = await notified.server.refused(
      'POST push/subscribe',
      { ...notified.browser.subscription, endpoint },
      auth(notified.customer),
    );
    expect(refused.code).toBe('push_endpoint_refused');
  });

  it('cannot be subscribed with invalid keys', async () => {
    const p256dh = Buffer.alloc(65, 4).toString('base64url');
    const refused = await notified.server.refused(
      'POST push/subscribe',
      { ...notified.browser.subscription, p256dh },
      auth(notified.customer),
    );
    expect(refused.code).toBe('push_keys_invalid');
  });

  it('are ten at most', async () => {
    const sessions = [notified.customer.token];
    for (let index = 1; index <= 10; index++) {
      const input = { kind: 'email', account: notified.customer.email, password: 'correct horse' } as const;
      sessions.push((await notified.server.call('POST user/login', input)).token);
    }
    const turnOnAt = (token: string, index: number) =>
      notified.server.try(
        'POST push/subscribe',
        new TestBrowser(notified.service.endpoint(`${notified.customer.id}-${index}`)).subscription,
        { token },
      );
    for (const [index, token] of sessions.slice(0, 10).entries())
      expect((await turnOnAt(token, index)).body.type).toBe('ok');
    expect((await turnOnAt(sessions[10]!, 10)).body).toMatchObject({
      type: 'error',
      code: 'too_many_push_devices',
    });
    // A session that subscribes its browser again is counted once.
    expect((await turnOnAt(sessions[3]!, 11)).body.type).toBe('ok');
    expect((await notified.server.call('GET push/devices', {}, auth(notified.customer))).items).toHaveLength(
      10,
    );
  });

  it('get nothing after they are turned off, logged out, or moved to another customer', async () => {
    const { device_id } = await notified.turnOn();
    const other = await notified.server.customer();
    const refused = await notified.server.refused('POST push/unsubscribe', { device_id }, auth(other));
    expect(refused.code).toBe('not_found');
    await notified.server.call('POST push/unsubscribe', { device_id }, auth(notified.customer));
    await notified.depositPassed();
    await notified.all();
    expect(notified.shown()).toEqual([]);

    await notified.turnOn();
    await notified.turnOn(other);
    await notified.depositPassed();
    await notified.all();
    expect(notified.shown()).toEqual([]);
    await notified.depositPassed(other);
    await notified.all();
    expect(notified.shown()).toHaveLength(1);

    // Written before the logout, due after it.
    notified.service.answer = response => void response.writeHead(503).end();
    await notified.depositPassed(other);
    await notified.all();
    await notified.server.call('POST user/logout', {}, auth(other));
    notified.service.reset();
    await notified.all(HOUR_MS);
    expect(notified.shown()).toEqual([]);
  });

  it('belong to the last customer, if two enable the same browser at the same moment', async () => {
    const { pool } = notified.server.database;
    const both = [notified.customer, await notified.server.customer()];
    // The lock holds both inserts back until we release it.
    await pool.query(`create function wait_for_us() returns trigger language plpgsql as
      'begin perform pg_advisory_xact_lock(1); return new; end'`);
    await pool.query(
      'create trigger waits before insert on push_devices for each row execute function wait_for_us()',
    );
    const held = await pool.connect();
    await held.query('begin; select pg_advisory_xact_lock(1)');
    const answers = both.map(one =>
      notified.server.try('POST push/subscribe', notified.browser.subscription, auth(one)),
    );
    // Each waits for our lock, or for the other's.
    await expect.poll(() => waiting(pool)).toBe(2);
    await held.query('commit');
    held.release();
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 200]);
    await pool.query('drop function wait_for_us() cascade');
    const { rows } = await pool.query('select 1 from push_devices where customer_id = any ($1)', [
      both.map(({ id }) => id),
    ]);
    expect(rows).toHaveLength(1);
  });

  it('are stored sealed', async () => {
    await notified.turnOn();
    const { rows } = await notified.server.database.pool.query<{ row: string }>(
      'select push_devices::text as row from push_devices where customer_id = $1',
      [notified.customer.id],
    );
    const { p256dh, auth: secret } = notified.browser.subscription;
    expect(rows).toHaveLength(1);
    for (const part of [`of-${notified.customer.id}`, p256dh, secret]) {
      expect(rows[0]?.row).not.toContain(part);
      expect(rows[0]?.row).not.toContain(Buffer.from(part).toString('hex'));
    }
  });
});

/** Number of statements waiting for locks. */
async function waiting(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    `select count(*)::integer as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rows[0]?.count ?? 0;
}
