import { pushMessage, type PushMessage } from '@tallystick/protocol';
import type { noticeChange } from '@tallystick/protocol/desk/changes';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { inTransaction } from '../../database/transaction.ts';
import { TestDesk } from '../../testing/test-desk.ts';
import { TestServer, type TestCustomer } from '../../testing/test-server.ts';
import { PerpetualTraders } from '../../testing/perpetual-traders.ts';
import { auth, BTC_USDT, ETH_USDT, Traders } from '../../testing/traders.ts';
import { Figures } from '../price-alert/figures.ts';
import { PriceAlertService } from '../price-alert/service.ts';
import { AlertWatch } from '../price-alert/watch.ts';
import { SecurityTeller } from '../security/security-teller.ts';
import { TestBrowser } from '../push/testing/test-browser.ts';
import { TestPushService, vapidOf } from '../push/testing/test-push-service.ts';

const HOUR_MS = 3_600_000;
/** Without a contract. */
const ETH_BTC = 8;

let service: TestPushService;
let server: TestServer;
let traders: Traders;
beforeAll(async () => {
  service = await TestPushService.start();
  server = await TestServer.start({ push: service.settings() });
  traders = new Traders(server);
  // As at a start: subscribers of what comes begin with now.
  await server.services.feed.catchUp();
});
afterAll(async () => {
  await server.close();
  await service.stop();
});

let customer: TestCustomer;
let browser: TestBrowser;
beforeEach(async () => {
  customer = await server.customer();
  browser = new TestBrowser(service.endpoint(`of-${customer.id}`));
  service.reset();
});

/** What is due by now has been told and sent. */
async function told(ms = 0): Promise<void> {
  server.clock.nowMs += ms;
  await server.services.alertWatch.idle();
  await server.services.feed.catchUp();
  for (const outbox of [server.services.outbox, server.services.push.outbox]) {
    outbox.wake();
    await outbox.idle();
  }
}

const turnOn = (who: TestCustomer = customer, of: TestBrowser = browser) =>
  server.call('POST push/subscribe', of.subscription, auth(who));

const shown = (of: TestBrowser = browser): PushMessage[] =>
  service.pushes
    .filter(({ path }) => of.endpoint.endsWith(path))
    .map(({ body }) => pushMessage.parse(of.decrypt(body)));

const mails = (who: TestCustomer = customer) =>
  server.messages.filter(({ recipient, subject }) => recipient === who.email && !subject.includes('code'));

async function notices(who: TestCustomer = customer, topic?: PushMessage['topic']) {
  const input = topic === undefined ? {} : { topic };
  const { items } = await server.call('POST news/list', input, auth(who));
  return items.filter(({ kind }) => kind === 'message');
}

/** As the desk writes it when a deposit has passed. */
function depositPassed(who: TestCustomer = customer): Promise<void> {
  const values = { amount: '25', currency: 'USDT' };
  return inTransaction(server.database.pool, client =>
    server.services.news.write(client, who.id, 'depositPassed', values),
  );
}

function passwordChanged(who: TestCustomer = customer): Promise<void> {
  const { outbox } = server.services;
  return inTransaction(server.database.pool, client =>
    new SecurityTeller({ outbox, now: () => server.clock.nowMs }).write(client, who.id, 'passwordChanged'),
  );
}

describe('a push', () => {
  it('is encrypted for the browser, signed for its service, and says what the notice says', async () => {
    const { key } = await server.call('GET push/key', {}, auth(customer));
    await turnOn();
    await depositPassed();
    await told();
    expect(shown()).toEqual([
      {
        v: 1,
        topic: 'money',
        title: 'Deposit credited: 25 USDT',
        body: 'Your deposit of 25 USDT has been credited to your spot account.',
        route: '/pages/assets/record?kind=deposits',
        tag: expect.stringContaining('office-'),
        atMs: server.clock.nowMs,
      },
    ]);
    const [push] = service.pushes;
    expect(push?.headers).toMatchObject({
      'content-encoding': 'aes128gcm',
      ttl: String(24 * 3_600),
      urgency: 'normal',
      topic: expect.stringMatching(/^[\w-]{1,32}$/),
    });
    const vapid = vapidOf(push!);
    expect(vapid.key).toBe(key);
    expect(vapid.header).toMatchObject({ typ: 'JWT', alg: 'ES256' });
    expect(vapid.claims.aud).toBe(new URL(browser.endpoint).origin);
    expect(vapid.claims.sub).toBe('mailto:ops@test.example');
    const seconds = Date.now() / 1_000;
    expect(vapid.claims.exp).toBeGreaterThan(seconds);
    expect(vapid.claims.exp).toBeLessThanOrEqual(seconds + 24 * 3_600);
  });

  it('is in the language of the session', async () => {
    await turnOn();
    await server.call('POST set/lang', { lang: 'jp' }, auth(customer));
    await depositPassed();
    await told();
    expect(shown()[0]?.title).toContain('入金');
  });

  it('is sent once, whatever ends in between', async () => {
    await turnOn();
    await depositPassed();
    await told();
    // What a process that ended before it wrote its position down would do.
    await server.database.pool.query(`update feed_cursors set office = 0 where name = 'tell-news'`);
    await told();
    await told(HOUR_MS);
    expect(shown()).toHaveLength(1);
  });

  it('that was sent and not marked before the end takes the place of itself, on the screen and at the service', async () => {
    await turnOn();
    const { pool } = server.database;
    let unmarked: unknown[] = [];
    service.answer = response => {
      const queued = `select id, body from outbox where channel = 'push' and state = 'queued'`;
      const answer = async (): Promise<void> => {
        const { rows } = await pool.query<{ id: string; body: string }>(queued);
        unmarked = rows.flatMap(({ id, body }) => [id, body]);
        response.writeHead(201).end();
      };
      void answer();
    };
    await depositPassed();
    await told();
    expect(unmarked).toHaveLength(2);
    // As the one that ended left it.
    await pool.query(
      `update outbox set state = 'queued', sent_at_ms = null, body = $2 where id = $1`,
      unmarked,
    );
    await told(HOUR_MS);
    await told(HOUR_MS);
    const [first, again, ...more] = shown();
    expect(again).toEqual(first);
    expect(more).toEqual([]);
    const [topic, sameTopic] = service.pushes.map(({ headers }) => headers['topic']);
    expect([sameTopic, typeof topic]).toEqual([topic, 'string']);
  });

  it('that was written is sent by the next server', async () => {
    const own = await TestServer.start({ push: service.settings() });
    const who = await own.customer();
    await own.services.feed.catchUp();
    const its = new TestBrowser(service.endpoint(`restarted-${who.id}`));
    await own.call('POST push/subscribe', its.subscription, auth(who));
    service.answer = response => void response.writeHead(503).end();
    await inTransaction(own.database.pool, client =>
      own.services.news.write(client, who.id, 'depositPassed', { amount: '1', currency: 'BTC' }),
    );
    await own.services.feed.catchUp();
    own.services.push.outbox.wake();
    await own.services.push.outbox.idle();
    const { key } = await own.call('GET push/key', {}, auth(who));
    await own.stop();
    service.reset();

    const next = await TestServer.start({ push: service.settings(), after: own });
    next.clock.nowMs += HOUR_MS;
    await next.services.feed.catchUp();
    next.services.push.outbox.wake();
    await next.services.push.outbox.idle();
    expect(shown(its)).toMatchObject([{ title: 'Deposit credited: 1 BTC' }]);
    // A browser is subscribed with the key: another one would silence it.
    expect((await next.call('GET push/key', {}, auth(who))).key).toBe(key);
    await next.close();
  });

  it('comes of fills, in one message if they are many', async () => {
    await traders.begin();
    const [maker, taker] = [await traders.join(), await traders.join()];
    const its = new TestBrowser(service.endpoint(`maker-${maker.id}`));
    await turnOn(maker, its);
    await told();
    await traders.place(maker, { type: 'limit', price: '59000', quantity: '0.002' });
    await traders.place(taker, { side: 'sell', type: 'limit', price: '59000', quantity: '0.002' });
    await told();
    expect(shown(its)).toMatchObject([
      {
        topic: 'trades',
        title: 'BTC/USDT: bought 0.002 BTC',
        route: expect.stringContaining('/pages/trade/index?market=1&order='),
      },
    ]);
    expect(await notices(maker, 'trades')).toEqual([]);
    service.reset();
    for (const price of ['59001', '59002', '59003', '59004'])
      await traders.place(maker, { type: 'limit', price, quantity: '0.002' });
    await traders.place(taker, { side: 'sell', type: 'limit', price: '59001', quantity: '0.008' });
    await told();
    expect(shown(its)).toMatchObject([{ title: '4 orders were filled' }]);
  });

  it('to try it out comes at once, and once a minute', async () => {
    expect((await server.refused('POST push/test', {}, auth(customer))).code).toBe('push_off');
    await turnOn();
    server.clock.nowMs += 60_000;
    expect(await server.call('POST push/test', {}, auth(customer))).toEqual({ devices: 1 });
    await server.call('POST push/test', {}, auth(customer));
    await told();
    expect(shown()).toMatchObject([{ title: 'This device is told' }]);
    server.clock.nowMs += 60_000;
    await server.call('POST push/test', {}, auth(customer));
    await told();
    expect(shown()).toHaveLength(2);
  });
});

describe('a push service', () => {
  it.each([404, 410])('that answers %i has ended the subscription', async status => {
    await turnOn();
    service.answer = response => void response.writeHead(status).end();
    await depositPassed();
    await told();
    const { items } = await server.call('GET push/devices', {}, auth(customer));
    expect(items).toEqual([]);
    await told(HOUR_MS);
    expect(service.pushes).toHaveLength(1);
  });

  it.each([429, 500, 503])('that answers %i is asked again, later', async status => {
    await turnOn();
    service.answer = response => void response.writeHead(status, { 'retry-after': '600' }).end();
    await depositPassed();
    await told();
    await told(599_000);
    expect(service.pushes).toHaveLength(1);
    service.answer = response => void response.writeHead(201).end();
    await told(1_000);
    await told(HOUR_MS);
    expect(service.pushes).toHaveLength(2);
    const { items } = await server.call('GET push/devices', {}, auth(customer));
    expect(items[0]?.delivered_at_ms).not.toBeNull();
  });

  it.each([307, 400, 413])('that answers %i is not asked again', async status => {
    await turnOn();
    service.answer = response => void response.writeHead(status, { location: browser.endpoint }).end();
    await depositPassed();
    await told();
    await told(HOUR_MS);
    expect(service.pushes).toHaveLength(1);
    expect((await server.call('GET push/devices', {}, auth(customer))).items).toHaveLength(1);
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
    const refused = await server.refused(
      'POST push/subscribe',
      { ...browser.subscription, endpoint },
      auth(customer),
    );
    expect(refused.code).toBe('push_endpoint_refused');
  });

  it('are not subscribed with keys that are none', async () => {
    const p256dh = Buffer.alloc(65, 4).toString('base64url');
    const refused = await server.refused(
      'POST push/subscribe',
      { ...browser.subscription, p256dh },
      auth(customer),
    );
    expect(refused.code).toBe('push_keys_invalid');
  });

  it('are ten at most', async () => {
    const sessions = [customer.token];
    for (let index = 1; index <= 10; index++) {
      const input = { kind: 'email', account: customer.email, password: 'correct horse' } as const;
      sessions.push((await server.call('POST user/login', input)).token);
    }
    const turnOnAt = (token: string, index: number) =>
      server.try(
        'POST push/subscribe',
        new TestBrowser(service.endpoint(`${customer.id}-${index}`)).subscription,
        { token },
      );
    for (const [index, token] of sessions.slice(0, 10).entries())
      expect((await turnOnAt(token, index)).body.type).toBe('ok');
    expect((await turnOnAt(sessions[10]!, 10)).body).toMatchObject({
      type: 'error',
      code: 'too_many_push_devices',
    });
    // The same session again, with another subscription of its browser, is one of them.
    expect((await turnOnAt(sessions[3]!, 11)).body.type).toBe('ok');
    expect((await server.call('GET push/devices', {}, auth(customer))).items).toHaveLength(10);
  });

  it('are told no more once they are turned off, logged out, or another customer’s', async () => {
    const { device_id } = await turnOn();
    const other = await server.customer();
    const refused = await server.refused('POST push/unsubscribe', { device_id }, auth(other));
    expect(refused.code).toBe('not_found');
    await server.call('POST push/unsubscribe', { device_id }, auth(customer));
    await depositPassed();
    await told();
    expect(shown()).toEqual([]);

    await turnOn();
    await turnOn(other);
    await depositPassed();
    await told();
    expect(shown()).toEqual([]);
    await depositPassed(other);
    await told();
    expect(shown()).toHaveLength(1);

    // Written before the log-out, sent after it.
    service.answer = response => void response.writeHead(503).end();
    await depositPassed(other);
    await told();
    await server.call('POST user/logout', {}, auth(other));
    service.reset();
    await told(HOUR_MS);
    expect(shown()).toEqual([]);
  });

  it('are kept sealed', async () => {
    await turnOn();
    const { rows } = await server.database.pool.query<{ row: string }>(
      'select push_devices::text as row from push_devices where customer_id = $1',
      [customer.id],
    );
    const { p256dh, auth: secret } = browser.subscription;
    expect(rows).toHaveLength(1);
    for (const part of [`of-${customer.id}`, p256dh, secret]) {
      expect(rows[0]?.row).not.toContain(part);
      expect(rows[0]?.row).not.toContain(Buffer.from(part).toString('hex'));
    }
  });
});

describe('what is chosen', () => {
  it('decides for each event on mail and push; the notice always comes', async () => {
    await turnOn();
    const before = await server.call('GET tell/settings', {}, auth(customer));
    expect(before.events.find(({ event }) => event === 'deposit')).toEqual({
      event: 'deposit',
      topic: 'money',
      mail: true,
      push: true,
      mail_choice: 'free',
    });
    await server.call('POST tell/choose', { event: 'deposit', mail: false }, auth(customer));
    await depositPassed();
    await told();
    expect([mails().length, shown().length, (await notices()).length]).toEqual([0, 1, 1]);
    const after = await server.call(
      'POST tell/choose',
      { event: 'deposit', mail: true, push: false },
      auth(customer),
    );
    expect(after.events.find(({ event }) => event === 'deposit')).toMatchObject({ mail: true, push: false });
    await depositPassed();
    await told();
    expect([mails().length, shown().length, (await notices()).length]).toEqual([1, 1, 2]);
  });

  it('cannot silence mails of security, nor those that ask whether it was the owner', async () => {
    for (const event of ['security', 'withdrawal'] as const)
      await server.call('POST tell/choose', { event, mail: false, push: false }, auth(customer));
    await passwordChanged();
    const values = { amount: '5', currency: 'USDT', destination: 'x' };
    await inTransaction(server.database.pool, client =>
      server.services.news.write(client, customer.id, 'withdrawalAsked', values),
    );
    await told();
    const subjects = mails().map(({ subject }) => subject);
    expect(subjects.toSorted()).toEqual([
      'Withdrawal requested: 5 USDT',
      'Your Tallystick password was changed',
    ]);
    expect((await notices(customer, 'security')).map(({ title }) => title)).toEqual([
      'Your Tallystick password was changed',
    ]);
  });
});

describe('quiet hours', () => {
  const quiet = { on: true, from: '22:00', to: '07:00', zone: 'Asia/Bangkok' } as const;

  it('hold mails and pushes back until they end; notices and security do not wait', async () => {
    await turnOn();
    const { quiet: set } = await server.call('POST tell/quiet', quiet, auth(customer));
    expect(set).toEqual({ from: '22:00', to: '07:00', zone: 'Asia/Bangkok' });
    // 22:30 in Bangkok.
    const day = Math.ceil(server.clock.nowMs / (24 * HOUR_MS)) * 24 * HOUR_MS;
    server.clock.nowMs = day + 15.5 * HOUR_MS;
    await depositPassed();
    await told();
    expect([mails().length, shown().length, (await notices()).length]).toEqual([0, 0, 1]);
    await passwordChanged();
    await told();
    expect(shown().map(({ topic }) => topic)).toEqual(['security']);
    expect(mails()).toHaveLength(1);

    await told(8.5 * HOUR_MS - 1_000);
    expect([mails().length, shown().length]).toEqual([1, 1]);
    await told(1_000);
    expect([mails().length, shown().length]).toEqual([2, 2]);
    await told(HOUR_MS);
    expect([mails().length, shown().length]).toEqual([2, 2]);
  });

  it('end when they are turned off, and need a time zone that there is', async () => {
    await server.call('POST tell/quiet', quiet, auth(customer));
    const { quiet: off } = await server.call('POST tell/quiet', { on: false }, auth(customer));
    expect(off).toBeNull();
    const refused = await server.refused(
      'POST tell/quiet',
      { ...quiet, zone: 'Mars/Olympus' },
      auth(customer),
    );
    expect(refused.code).toBe('time_zone_unknown');
    const same = await server.refused('POST tell/quiet', { ...quiet, to: quiet.from }, auth(customer));
    expect(same.code).toBe('invalid_input');
  });
});

describe('notices', () => {
  it('stand in categories, with what is unread of each, and lead to what they are about', async () => {
    await depositPassed();
    await depositPassed();
    await passwordChanged();
    await told();
    const all = await server.call('POST news/list', {}, auth(customer));
    expect([all.unread, all.unread_by_topic]).toEqual([3, { money: 2, security: 1 }]);
    const [notice] = await notices(customer, 'money');
    expect(notice).toMatchObject({
      topic: 'money',
      route: '/pages/assets/record?kind=deposits',
      listing: null,
    });
    expect(await notices(customer, 'chat')).toEqual([]);
    expect(await server.call('POST news/read', { topic: 'money' }, auth(customer))).toEqual({ unread: 1 });
    expect((await notices(customer, 'money')).map(({ unread }) => unread)).toEqual([false, false]);
  });
});

describe('announcements', () => {
  const texts = {
    en: { title: 'A market opens', summary: 'Trading begins today.', paragraphs: ['Come and see.'] },
    th: { title: 'เปิดตลาดใหม่', summary: 'เริ่มซื้อขายวันนี้', paragraphs: ['เชิญชม'] },
  };
  let publish: (change: Partial<z.input<typeof noticeChange>>) => Promise<void>;
  const newest = async () =>
    (await server.call('POST news/list', { topic: 'news', limit: 1 }, auth(customer))).items[0]!;
  let chosen: [TestCustomer, TestBrowser];

  beforeAll(async () => {
    const [writer, checker] = [
      await TestDesk.open(server, 'support', 'writer'),
      await TestDesk.open(server, 'compliance', 'checker'),
    ];
    publish = async change => {
      // The clock is moved by days here, and sessions of the desk end.
      await TestDesk.wait(server, 0);
      const whole = { notice_id: null, published_at_ms: null, texts, ...change };
      const { id } = await writer.call('POST desk/propose', { kind: 'notice', change: whole, note: 'news' });
      await checker.call('POST desk/proposal_decide', { id, decision: 'confirm' });
      await told();
    };
  });
  beforeEach(async () => {
    const who = await server.customer();
    chosen = [who, new TestBrowser(service.endpoint(`chose-${who.id}`))];
    await turnOn(...chosen);
    await server.call('POST tell/choose', { event: 'news', push: true }, auth(who));
    // Who has a device and does not want them is not told.
    await turnOn();
    await server.call('POST tell/choose', { event: 'news', push: false }, auth(customer));
  });

  it('of a listing are pushed once to those who chose them, say what is listed, and lead to its market', async () => {
    const [who, its] = chosen;
    await server.call('POST set/lang', { lang: 'th' }, auth(who));
    const listing = {
      market_id: ETH_USDT,
      issued_on: '2015-07-30',
      listed_at_ms: server.clock.nowMs + HOUR_MS,
    };
    await publish({ listing });
    const route = `/pages/trade/index?market=${ETH_USDT}`;
    const notice = await newest();
    expect(notice).toMatchObject({
      title: 'A market opens',
      route,
      listing: { ...listing, currency: 'ETH', symbol: 'ETH/USDT' },
    });
    const push = {
      topic: 'news',
      title: 'เปิดตลาดใหม่',
      body: 'เริ่มซื้อขายวันนี้',
      route,
      tag: `notice-${notice.id}`,
    };
    expect(shown(its)).toMatchObject([push]);
    expect(shown()).toEqual([]);
    // What a process that ended before it wrote its position down would do.
    await server.database.pool.query(`update feed_cursors set office = 0 where name = 'tell-announcements'`);
    await told();
    // A correction of what was told is there to be read.
    await publish({ notice_id: notice.id, published_at_ms: notice.published_at_ms, texts: { en: texts.en } });
    await told(HOUR_MS);
    expect(shown(its)).toHaveLength(1);
  });

  it('come at their time, as they read then; those removed before it do not come', async () => {
    const [, its] = chosen;
    const atMs = server.clock.nowMs + 20 * 60_000;
    const scheduled = async (): Promise<number> => {
      const desk = await TestDesk.open(server, 'support', `reader-${atMs}`);
      return (await desk.call('GET desk/notices', { limit: 1 })).items[0]!.id;
    };
    await publish({ published_at_ms: atMs });
    const id = await scheduled();
    const later = { ...texts.en, title: 'A market opens tomorrow' };
    await publish({ notice_id: id, published_at_ms: atMs + 10 * 60_000, texts: { en: later } });
    await told(20 * 60_000);
    expect(shown(its)).toEqual([]);
    await told(10 * 60_000);
    expect(shown(its)).toMatchObject([
      { title: later.title, route: `/pages/index/notice/notice?id=${id}`, tag: `notice-${id}` },
    ]);
    await publish({ published_at_ms: server.clock.nowMs + 60_000 });
    await publish({ notice_id: id + 1, remove: true });
    await told(HOUR_MS);
    expect(shown(its)).toHaveLength(1);
  });

  it('wait for the end of quiet hours', async () => {
    const [who, its] = chosen;
    const day = Math.ceil(server.clock.nowMs / (24 * HOUR_MS)) * 24 * HOUR_MS;
    server.clock.nowMs = day + HOUR_MS;
    await server.call('POST tell/quiet', { on: true, from: '00:30', to: '02:00', zone: 'UTC' }, auth(who));
    await publish({});
    expect(shown(its)).toEqual([]);
    await told(HOUR_MS);
    expect(shown(its)).toHaveLength(1);
  });
});

describe('price alerts', () => {
  const add = (
    value: string,
    more: { kind?: 'level' | 'change' | 'day_change' | 'funding'; repeating?: boolean } = {},
  ) => server.call('POST alert/add', { market_id: BTC_USDT, kind: 'level', value, ...more }, auth(customer));
  const list = async () => (await server.call('GET alert/list', {}, auth(customer))).items;
  const index = async (price: number): Promise<void> => {
    server.clock.nowMs += 1_000;
    await server.tick(BTC_USDT, price * 1e8);
    await told();
  };

  beforeEach(() => traders.begin());

  it('fire when the price gets there, once, as notice, push and, if chosen, mail', async () => {
    await turnOn();
    await server.call('POST tell/choose', { event: 'price_alert', mail: true }, auth(customer));
    expect(await add('60500')).toMatchObject({
      direction: 'up',
      state: 'armed',
      level: '60500',
      symbol: 'BTC/USDT',
    });
    expect(await add('59500')).toMatchObject({ direction: 'down' });
    await index(60_499);
    expect(shown()).toEqual([]);
    await index(60_500);
    await index(60_400);
    await index(60_600);
    expect(shown()).toMatchObject([
      {
        topic: 'alerts',
        title: 'BTC/USDT has risen to 60500.0',
        route: '/pages/trade/kline?market=1',
      },
    ]);
    expect(service.pushes[0]?.headers['urgency']).toBe('high');
    expect(await notices(customer, 'alerts')).toHaveLength(1);
    expect(mails()).toHaveLength(1);
    expect((await list()).map(({ state }) => state)).toEqual(['armed', 'fired']);
    await index(59_400);
    expect(shown().at(-1)?.title).toBe('BTC/USDT has fallen to 59400.0');
  });

  it('that repeat fire again once the price has been back', async () => {
    await turnOn();
    await add('60500', { repeating: true });
    await index(60_501);
    await index(60_499);
    await index(60_502);
    expect(shown()).toHaveLength(1);
    expect((await list())[0]?.state).toBe('waiting');
    await index(60_439);
    expect((await list())[0]?.state).toBe('armed');
    await index(60_503);
    expect(shown()).toHaveLength(2);
  });

  it('on a change count from the price at the time', async () => {
    await turnOn();
    expect(await add('-1.5', { kind: 'change' })).toMatchObject({ direction: 'down', level: '59100' });
    await index(59_101);
    expect(shown()).toEqual([]);
    await index(59_100);
    expect(shown()[0]?.title).toBe('BTC/USDT: -1.5 % since you set the alert');
  });

  it('on the day’s change fire once, up and down, with the change of the moment', async () => {
    await turnOn();
    const [maker, taker] = [await traders.join(), await traders.join()];
    /** The last price is what has traded; it is looked at with the next tick of the index. */
    const tradeAt = async (price: string): Promise<void> => {
      await traders.place(maker, { type: 'limit', price, quantity: '0.001' });
      await traders.place(taker, { side: 'sell', type: 'limit', price, quantity: '0.001' });
      await index(60_000);
    };
    // Nothing of the days before counts.
    server.clock.nowMs += 3 * 24 * HOUR_MS;
    await traders.begin();
    await tradeAt('60000');
    server.clock.nowMs += 25 * HOUR_MS;
    await index(60_000);
    const rise = await add('2', { kind: 'day_change' });
    expect(rise).toMatchObject({ direction: 'up', level: null });
    expect(await add('-1.5', { kind: 'day_change' })).toMatchObject({ direction: 'down' });
    const mine = () => shown().map(({ topic, title }) => `${topic}: ${title}`);
    await tradeAt('61199.9');
    expect(mine()).toEqual([]);
    await tradeAt('61200');
    expect(mine()).toEqual(['alerts: BTC/USDT: +2 % in 24 hours']);
    await tradeAt('61500');
    await tradeAt('59100.1');
    expect(mine()).toHaveLength(1);
    await tradeAt('59100');
    expect(mine()[1]).toBe('alerts: BTC/USDT: -1.5 % in 24 hours');
    await tradeAt('61300');
    await tradeAt('59000');
    expect(mine()).toHaveLength(2);
    expect((await notices(customer, 'alerts')).map(({ title }) => title)).toEqual(
      mine()
        .map(one => one.slice('alerts: '.length))
        .toReversed(),
    );
    expect((await list()).map(({ state }) => state)).toEqual(['fired', 'fired']);
  });

  it('on the funding rate fire once, up and down, with the rate of the moment', async () => {
    await turnOn();
    const contracts = new PerpetualTraders(server);
    await contracts.begin();
    const maker = await contracts.join(1_000_000);
    /** A minute's sample of a book around the given middle. */
    const minuteAround = async (middle: number): Promise<number> => {
      await server.submit({ type: 'cancelAllPerpetualOrders', customerId: maker.id, marketId: null });
      await contracts.quote(maker, `${middle - 6}`, `${middle + 6}`);
      // A sample needs a price of the last seconds.
      server.clock.nowMs = (Math.floor(server.clock.nowMs / 60_000) + 2) * 60_000 - 2_000;
      await index(60_000);
      await index(60_000);
      return server.engine.marketData.perpetual.ticker(BTC_USDT)?.rateE8 ?? NaN;
    };
    // An interval of its own: no sample of before counts.
    server.clock.nowMs = (Math.floor(server.clock.nowMs / (8 * HOUR_MS)) + 1) * 8 * HOUR_MS;
    await index(60_000);
    // 0.01 % without a premium; 0.05 % less than the premium with a high one.
    expect(await minuteAround(60_000)).toBe(10_000);
    expect(await add('0.05', { kind: 'funding' })).toMatchObject({ direction: 'up', level: null });
    expect(await add('-0.02', { kind: 'funding' })).toMatchObject({ direction: 'down' });
    // The mean of 0 and 0.2 %.
    expect(await minuteAround(60_120)).toBe(50_000);
    const rose = 'BTC/USDT: the funding rate is +0.05 %';
    expect(shown()).toMatchObject([
      { topic: 'alerts', title: rose, route: expect.stringContaining('market=1') },
    ]);
    // Back through the level, and over it once more.
    expect(await minuteAround(59_940)).toBeLessThan(50_000);
    expect(await minuteAround(60_240)).toBeGreaterThan(50_000);
    expect(shown()).toHaveLength(1);
    let rate = 0;
    while (rate > -20_000) {
      expect(shown()).toHaveLength(1);
      rate = await minuteAround(59_880);
    }
    const percent = Number((rate / 1e6).toFixed(6));
    const fell = `BTC/USDT: the funding rate is ${percent} %`;
    expect(shown().map(({ title }) => title)).toEqual([rose, fell]);
    await minuteAround(59_880);
    expect((await notices(customer, 'alerts')).map(({ title }) => title)).toEqual([fell, rose]);
    expect(shown()).toHaveLength(2);
    await server.submit({ type: 'cancelAllPerpetualOrders', customerId: maker.id, marketId: null });
  });

  it('set, changed and deleted by another process are known to this one, and fire once for both', async () => {
    await turnOn();
    const { units, feed } = server.services;
    const { exchange, marketData } = server.engine;
    const { pool } = server.database;
    const now = () => server.clock.nowMs;
    const figures = new Figures(marketData, units);
    const watch = new AlertWatch({ pool, figures, feed, now, log: server.app.log });
    await watch.start();
    const elsewhere = new PriceAlertService({ pool, exchange, units, figures, watch, feed, now });
    const wish = { market_id: BTC_USDT, kind: 'level', repeating: false } as const;
    await elsewhere.add(customer.id, { ...wish, value: '60500' });
    const edited = await elsewhere.add(customer.id, { ...wish, value: '60600' });
    const deleted = await elsewhere.add(customer.id, { ...wish, value: '60700' });
    await told();
    await elsewhere.edit(customer.id, { alert_id: edited.id, value: '60800', repeating: false });
    await elsewhere.delete(customer.id, deleted.id);
    await told();
    const both = async (price: number): Promise<void> => {
      await index(price);
      watch.look(BTC_USDT);
      await watch.idle();
      await told();
    };
    await both(60_500);
    expect(shown().map(({ title }) => title)).toEqual(['BTC/USDT has risen to 60500.0']);
    await both(60_799);
    expect(shown()).toHaveLength(1);
    await both(60_800);
    expect(shown()).toHaveLength(2);
    expect(await notices(customer, 'alerts')).toHaveLength(2);
    // What the price did before this process heard of it fires, too.
    await elsewhere.add(customer.id, { ...wish, value: '61000' });
    await server.tick(BTC_USDT, 61_000e8);
    await told();
    await told();
    expect(shown().at(-1)?.title).toBe('BTC/USDT has risen to 61000.0');
    await watch.stop();
  });

  it('are refused where they make no sense, and beyond fifty', async () => {
    const refused = async (
      input: Partial<{
        value: string;
        kind: 'level' | 'change' | 'day_change' | 'funding';
        market_id: number;
      }>,
    ) =>
      (
        await server.refused(
          'POST alert/add',
          { market_id: BTC_USDT, kind: 'level', value: '60500', ...input },
          auth(customer),
        )
      ).code;
    expect(await refused({ value: '60000' })).toBe('alert_reached');
    expect(await refused({ value: '0' })).toBe('alert_value_invalid');
    expect(await refused({ value: '-5' })).toBe('alert_value_invalid');
    expect(await refused({ kind: 'change', value: '0' })).toBe('alert_value_invalid');
    expect(await refused({ kind: 'change', value: '-100' })).toBe('alert_value_invalid');
    expect(await refused({ kind: 'change', value: '1.123' })).toBe('alert_value_invalid');
    expect(await refused({ kind: 'day_change', value: '5', market_id: ETH_USDT })).toBe('price_unknown');
    expect(await refused({ kind: 'funding', value: '0.01', market_id: ETH_BTC })).toBe('unknown_perpetual');
    expect(await refused({ market_id: 999 })).toBe('unknown_market');
    for (let more = 1; more <= 50; more++) await add(String(61_000 + more));
    expect(await refused({})).toBe('too_many_alerts');
  });

  it('are changed and deleted by their owner alone', async () => {
    const other = await server.customer();
    const { id } = await add('60500');
    const edit = { alert_id: id, value: '59000', repeating: true };
    expect((await server.refused('POST alert/edit', edit, auth(other))).code).toBe('not_found');
    expect((await server.refused('POST alert/delete', { alert_id: id }, auth(other))).code).toBe('not_found');
    expect(await server.call('POST alert/edit', edit, auth(customer))).toMatchObject({
      direction: 'down',
      repeating: true,
    });
    await turnOn();
    await index(60_600);
    expect(shown()).toEqual([]);
    await server.call('POST alert/delete', { alert_id: id }, auth(customer));
    await index(58_000);
    expect(shown()).toEqual([]);
    expect(await list()).toEqual([]);
  });

  it('survive a restart, and what the price did meanwhile fires once', async () => {
    const own = await TestServer.start();
    const who = await own.customer();
    await own.tick(BTC_USDT, 60_000e8);
    const input = { market_id: BTC_USDT, kind: 'level', value: '60500' } as const;
    await own.call('POST alert/add', input, auth(who));
    await own.call('POST alert/add', { ...input, value: '70000' }, auth(who));
    await own.stop();
    // Between the two servers.
    const between = await TestServer.start({ after: own });
    between.clock.nowMs += 1_000;
    await between.tick(BTC_USDT, 60_600e8);
    await between.stop();

    const next = await TestServer.start({ after: between });
    await next.services.alertWatch.start();
    await next.services.alertWatch.idle();
    await next.services.feed.catchUp();
    const again = await TestServer.start({ after: (await next.stop(), next) });
    await again.services.alertWatch.start();
    await again.services.alertWatch.idle();
    await again.services.feed.catchUp();
    const { items } = await again.call('GET alert/list', {}, auth(who));
    expect(items.map(({ state }) => state)).toEqual(['armed', 'fired']);
    const { items: told } = await again.call('POST news/list', { topic: 'alerts' }, auth(who));
    expect(told).toHaveLength(1);
    await again.close();
  });
});
