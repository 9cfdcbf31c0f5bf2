import { pushMessage, type PushMessage } from '@tallystick/protocol/push-message';
import { TestBrowser } from '@tallystick/server/modules/push/testing/test-browser';
import { TestPushService } from '@tallystick/server/modules/push/testing/test-push-service';
import { TestDesk } from '@tallystick/server/testing/test-desk';
import { freshKey, type TestCustomer, type TestServer } from '@tallystick/server/testing/test-server';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { Customer } from './harness/customer.ts';
import { startInProcess, type InProcess } from './harness/in-process.ts';
import { openPhone, type Phone } from './harness/phone.ts';
import { subscribesWith } from './harness/push-subscription.ts';
import { WorkerOfApp } from './harness/worker-of-app.ts';

const BTC_USDT = 1;

/** Replaces the browser's push service; the tests pass what it received to the app's worker. */
let service: TestPushService;
let app: InProcess;
let server: TestServer;
let phone: Phone;
let person: TestCustomer;
let customer: Customer;
let desk: TestDesk;
let keys: TestBrowser;

beforeAll(async () => {
  service = await TestPushService.start();
  app = await startInProcess({ push: service.settings() });
  server = app.server;
  await server.tick(BTC_USDT, 60_000e8);
  await server.services.feed.catchUp();
  person = await server.customer();
  desk = await TestDesk.open(server, 'support', 'ann');
  phone = await openPhone(app.browser, { worker: true });
  keys = new TestBrowser(service.endpoint('of-the-phone'));
  await subscribesWith(phone.page, keys);
  customer = new Customer(phone, app);
});
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await phone.picture('push-failed');
});
afterAll(async () => {
  await app?.close();
  await service?.stop();
});

/** Waits until all notices of past events are sent. */
async function sendNotices(): Promise<void> {
  await server.services.alertWatch.idle();
  await server.services.feed.catchUp();
  server.clock.nowMs += 2_000;
  await server.services.feed.catchUp();
  server.services.push.outbox.wake();
  await server.services.push.outbox.idle();
}

/** Delivers the received push to the worker, decrypted as a browser would. */
async function deliverTo(worker: WorkerOfApp): Promise<PushMessage> {
  expect(service.pushes).toHaveLength(1);
  const message = pushMessage.parse(keys.decrypt(service.pushes[0]!.body));
  service.reset();
  await worker.deliver(JSON.stringify(message));
  return message;
}

/** Each step depends on the one before. */
describe('a push, from the server to the phone', () => {
  let worker: WorkerOfApp;
  let asked: number;

  it('is turned on in the settings, with the server’s own key', async () => {
    await customer.open('/pages/user/login/login');
    await customer.logIn(person.email, 'correct horse');
    await phone.page.waitForURL(/#\/pages\/index\/index$/);
    await customer.open('/pages/settings/notices');
    const device = phone.page.getByRole('switch', { name: 'Push on this device' });
    await device.click();
    await expect.poll(() => device.isChecked()).toBe(true);
    const { key } = await server.call('GET push/key', {}, { token: person.token });
    expect(await phone.page.evaluate(() => (window as { askedWith?: unknown }).askedWith)).toBe(key);
    worker = await WorkerOfApp.found(phone.page, `${server.url}/web/`);
    // The log-in from a new device sends a notice, too.
    await sendNotices();
    service.reset();
  });

  it('tells of an answer in the chat while the app is closed', async () => {
    await customer.open('/pages/help-center/chat');
    await phone.page.getByRole('textbox', { name: 'Your message' }).fill('Where is my deposit?');
    await customer.button('Send').click();
    await phone.page.getByText('· Sent').waitFor();
    await phone.page.goto('about:blank');
    const [waiting] = (await desk.call('GET desk/chats', {})).items;
    asked = waiting!.case_id;
    await desk.call('POST desk/chat_send', { case_id: asked, client_id: freshKey(), text: 'It is here.' });
    await sendNotices();
    const message = await deliverTo(worker);
    expect(message).toMatchObject({ topic: 'chat', title: 'Support has answered', tag: `chat-${asked}` });
    const { title, body, tag, route } = message;
    await expect.poll(() => worker.shown()).toEqual([{ title, body, tag, route }]);
  });

  it('tells of a price alert that fires while the app is closed', async () => {
    const alert = { market_id: BTC_USDT, kind: 'level', value: '60500' } as const;
    await server.call('POST alert/add', alert, { token: person.token });
    server.clock.nowMs += 1_000;
    await server.tick(BTC_USDT, 60_500e8);
    await sendNotices();
    const { title, body, tag, route } = await deliverTo(worker);
    expect(title).toBe('BTC/USDT has risen to 60,500.0');
    await expect.poll(() => worker.shown()).toContainEqual({ title, body, tag, route });
  });

  it('leads to the chat, with the answer', async () => {
    await customer.open('/pages/index/index');
    await worker.press('/pages/help-center/chat');
    await phone.page.getByText('It is here.').waitFor();
  });
});
