import { pushMessage, type PushMessage } from '@tallystick/protocol';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { inTransaction } from '../../../database/transaction.ts';
import { DESK_PASSWORD, TestDesk } from '../../../testing/test-desk.ts';
import { TestServer } from '../../../testing/test-server.ts';
import { TestBrowser } from '../../push/testing/test-browser.ts';
import { TestPushService, vapidOf } from '../../push/testing/test-push-service.ts';
import type { Reading } from './judge.ts';
import { raiseAlert, resolveAlert } from './store.ts';

const READING: Reading = {
  kind: 'stale_index',
  subject: 'BTC/USDT',
  state: 'bad',
  figure: '95 s',
  limit: '60 s',
};

let service: TestPushService;
let server: TestServer;
let proposer: TestDesk;
let checker: TestDesk;
beforeAll(async () => {
  service = await TestPushService.start();
  server = await TestServer.start({ push: service.settings() });
  proposer = await TestDesk.open(server, 'administrator', 'proposer');
  checker = await TestDesk.open(server, 'administrator', 'checker');
});
afterAll(async () => {
  await server.close();
  await service.stop();
});

let operators = 0;
let desk: TestDesk;
let browser: TestBrowser;
let name: string;
beforeEach(async () => {
  operators++;
  name = `accountant-${operators}`;
  desk = await TestDesk.open(server, 'accountant', name);
  browser = new TestBrowser(service.endpoint(`desk-${operators}`));
  service.reset();
});

/** Writes what the watch would write, but prevents the sending, which every write would start. */
async function write(change: typeof raiseAlert | typeof resolveAlert): Promise<void> {
  const wake = vi.spyOn(server.services.push.outbox, 'wake').mockReturnValue();
  await inTransaction(server.database.pool, client => change(client, READING, server.clock.nowMs));
  await server.services.feed.catchUp();
  wake.mockRestore();
}

async function send(): Promise<void> {
  server.services.push.outbox.wake();
  await server.services.push.outbox.idle();
}

/** Raises and resolves an alert: returns both messages. */
async function alarm(): Promise<PushMessage[]> {
  await write(raiseAlert);
  await send();
  await write(resolveAlert);
  await send();
  return shown();
}

const shown = (of: TestBrowser = browser): PushMessage[] =>
  service.pushes
    .filter(({ path }) => of.endpoint.endsWith(path))
    .map(({ body }) => pushMessage.parse(of.decrypt(body)));

const turnOn = (of: TestBrowser = browser, by: TestDesk = desk) =>
  by.call('POST desk/push_subscribe', of.subscription);

describe('an alert by push', () => {
  it('reaches the browser that enabled it, encrypted and signed, and again when it is resolved', async () => {
    await turnOn();
    const messages = await alarm();
    const alert = 'Stale index: BTC/USDT';
    expect(messages).toMatchObject([
      { title: `Alert: ${alert}`, body: `${alert}. Found: 95 s. Limit: 60 s.`, topic: 'alerts' },
      { title: `Over: ${alert}`, body: `What was wrong is good again: ${alert}.`, topic: 'alerts' },
    ]);
    // The second replaces the first, and tapping it opens the desk's alerts.
    expect(new Set(messages.map(({ tag, route }) => `${tag} ${route}`))).toEqual(
      new Set(['stale_index:BTC/USDT /alerts']),
    );
    const { key } = await desk.call('GET desk/push_key', {});
    const [first] = service.pushes;
    expect(vapidOf(first!)).toMatchObject({ key, claims: { sub: 'mailto:ops@test.example' } });
    expect(first!.headers['urgency']).toBe('high');
    const { items, most } = await desk.call('GET desk/push_devices', {});
    expect(items).toMatchObject([{ service: 'a.push.test', delivered_at_ms: server.clock.nowMs }]);
    expect(most).toBe(10);
  });

  it('follows the role and the kind’s choice, separately from mail', async () => {
    await turnOn();
    const choiceOf = async () =>
      (await desk.call('GET desk/alert_choices', {})).items.find(({ kind }) => kind === READING.kind);
    expect(await choiceOf()).toMatchObject({ mail: true, push: true, by_role: true });
    const off = { kind: READING.kind, push: false };
    expect(await desk.call('POST desk/alert_choose', off)).toMatchObject({ mail: true, push: false });
    expect(await alarm()).toEqual([]);
    // Changing the choice for mail leaves that for push.
    await desk.call('POST desk/alert_choose', { kind: READING.kind, mail: false });
    expect(await choiceOf()).toMatchObject({ mail: false, push: false, by_role: false });
    await desk.call('POST desk/alert_choose', { kind: READING.kind, push: true });
    expect(await alarm()).toHaveLength(2);
  });

  it('ends when it is turned off, by its owner alone', async () => {
    const { device_id: id } = await turnOn();
    const wish = { device_id: id };
    expect(await checker.refused('POST desk/push_unsubscribe', wish)).toBe('not_found');
    expect(await alarm()).toHaveLength(2);
    service.reset();
    await desk.call('POST desk/push_unsubscribe', wish);
    expect(await alarm()).toEqual([]);
  });

  it('outlives the session, but is not sent to a removed operator, even if written before', async () => {
    await turnOn();
    await desk.call('POST desk/logout', {});
    await write(raiseAlert);
    await server.database.pool.query('update operators set active = false where id = $1', [desk.id]);
    await send();
    await write(resolveAlert);
    await send();
    expect(shown()).toEqual([]);
  });

  it('ends for an operator whose account colleagues have changed', async () => {
    await turnOn();
    const change = {
      ...{ operator_id: desk.id, name, role: 'support', active: true },
      ...{ reset_totp: false, reset_password: false, email: null },
    };
    const { body } = await proposer.send('POST desk/propose', { kind: 'operator', change, note: 'moves' });
    if (body.type !== 'ok') throw new Error(JSON.stringify(body));
    const { id } = body.data as { id: number };
    await checker.call('POST desk/proposal_decide', { id, decision: 'confirm' });
    expect(await alarm()).toEqual([]);
    const { rows } = await server.database.pool.query(
      'select 1 from operator_push_devices where operator_id = $1',
      [desk.id],
    );
    expect(rows).toEqual([]);
  });

  it('ends with a new password: somebody with the old one may have enabled it', async () => {
    await turnOn();
    const password = 'another horse battery';
    await desk.call('POST desk/password', {
      old_password: DESK_PASSWORD,
      password,
      re_password: password,
    });
    expect(await alarm()).toEqual([]);
  });

  it('goes only to push services, to at most ten browsers, each once', async () => {
    const elsewhere = new TestBrowser('https://desk.evil.example/x');
    expect(await desk.refused('POST desk/push_subscribe', elsewhere.subscription)).toBe(
      'push_endpoint_refused',
    );
    const keys = { ...browser.subscription, p256dh: 'A'.repeat(87) };
    expect(await desk.refused('POST desk/push_subscribe', keys)).toBe('push_keys_invalid');
    for (let count = 0; count < 10; count++) {
      await turnOn(new TestBrowser(service.endpoint(`many-${operators}-${count}`)));
    }
    expect(await desk.refused('POST desk/push_subscribe', browser.subscription)).toBe(
      'too_many_push_devices',
    );
    // A browser that another operator uses now belongs to that operator.
    await turnOn(new TestBrowser(service.endpoint(`many-${operators}-0`)), checker);
    await turnOn();
    expect((await desk.call('GET desk/push_devices', {})).items).toHaveLength(10);
  });

  it('is deleted when the push service has ended it', async () => {
    await turnOn();
    service.answer = response => void response.writeHead(410).end();
    await alarm();
    expect((await desk.call('GET desk/push_devices', {})).items).toEqual([]);
  });
});
