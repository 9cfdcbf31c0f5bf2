import { pushMessage, type PushMessage } from '@tallystick/protocol/push-message';
import { TestBrowser } from '@tallystick/server/modules/push/testing/test-browser';
import { TestPushService } from '@tallystick/server/modules/push/testing/test-push-service';
import { DESK_PASSWORD, TestDesk } from '@tallystick/server/testing/test-desk';
import type { TestServer } from '@tallystick/server/testing/test-server';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { OperatorAtDesk } from './harness/desk.ts';
import { Gateway } from './harness/gateway.ts';
import { startInProcess, type InProcess } from './harness/in-process.ts';
import { subscribesWith } from './harness/push-subscription.ts';
import { settled } from './harness/walk.ts';
import { WorkerOfApp } from './harness/worker-of-app.ts';

const BTC_USDT = 1;

let service: TestPushService;
let app: InProcess;
let server: TestServer;
let gateway: Gateway;
let operator: OperatorAtDesk;
let keys: TestBrowser;

beforeAll(async () => {
  service = await TestPushService.start();
  app = await startInProcess({ push: service.settings() });
  server = app.server;
  gateway = await Gateway.open(app.url);
  await TestDesk.open(server, 'accountant', 'ada');
  operator = await OperatorAtDesk.arrive({ ...app, url: gateway.url, webUrl: gateway.webUrl });
  await operator.page.context().grantPermissions(['notifications']);
  keys = new TestBrowser(service.endpoint('of-the-desk'));
  await subscribesWith(operator.page, keys);
  await operator.page.reload();
  await operator.logIn('ada', DESK_PASSWORD);
  await operator.heading('Overview').waitFor();
});
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await operator.picture('desk-push-failed');
});
afterAll(async () => {
  await operator?.page.context().close();
  await gateway?.cut();
  await app?.close();
  await service?.stop();
});

/** Records a new price of all markets, or of all but one. */
async function tickAll(except?: number): Promise<void> {
  for (const { id } of server.engine.exchange.markets()) {
    if (id !== except) await server.tick(id, 60_000e8);
  }
}

/** Runs the alert check, notification and push. One check alone does not raise an alert. */
async function checkAlerts(): Promise<void> {
  await server.services.desk.alerts.look();
  await server.services.desk.alerts.look();
  await server.services.feed.catchUp();
  server.services.push.outbox.wake();
  await server.services.push.outbox.idle();
}

/** Records no price of one market until its index counts as stale. */
async function letIndexGoStale(): Promise<void> {
  await tickAll();
  await checkAlerts();
  service.reset();
  server.clock.nowMs += 61_000;
  await tickAll(BTC_USDT);
  await checkAlerts();
}

/** Passes on what the push service received: decrypted, as the browser would. */
async function deliverTo(worker: WorkerOfApp): Promise<PushMessage> {
  expect(service.pushes).toHaveLength(1);
  const message = pushMessage.parse(keys.decrypt(service.pushes[0]!.body));
  service.reset();
  await worker.deliver(JSON.stringify(message));
  return message;
}

/** Number of the desk's workers in this browser. */
const workers = () =>
  operator.page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length);

/** Each step builds on the one before. */
describe('an alert, from the server to the operator’s screen', () => {
  let worker: WorkerOfApp;

  it('is pushed once the operator has turned it on, with the server’s own key', async () => {
    expect(await workers()).toBe(0);
    await operator.open('/alerts', 'Alerts');
    await operator.button('Turn on in this browser').click();
    await operator.page.getByText('Alerts are pushed to this browser').waitFor();
    await operator.button('Turn off').waitFor();
    await operator.picture('desk-push-on');
    worker = await WorkerOfApp.found(operator.page, `${gateway.url}/desk/`);
    await letIndexGoStale();
    const { title, body, tag, route } = await deliverTo(worker);
    expect([title, route]).toEqual(['Alert: Stale index: BTC/USDT', '/alerts']);
    await expect.poll(() => worker.shown()).toEqual([{ title, body, tag, route }]);
  });

  it('opens the desk’s alerts, which list it', async () => {
    await operator.open('/', 'Overview');
    await worker.press('/alerts');
    await operator.heading('Alerts').waitFor();
    await operator.row('BTC/USDT').filter({ hasText: 'Stale index' }).first().waitFor();
  });

  it('is not pushed for a kind that the operator has turned off', async () => {
    const choice = operator.row('Stale index').getByRole('checkbox', { name: 'Push' });
    expect(await choice.isChecked()).toBe(true);
    await choice.click();
    await expect.poll(() => choice.isChecked()).toBe(false);
    await settled(operator.page);
    await letIndexGoStale();
    expect(service.pushes).toEqual([]);
    await choice.click();
    await expect.poll(() => choice.isChecked()).toBe(true);
    await settled(operator.page);
    await letIndexGoStale();
    expect(service.pushes).toHaveLength(1);
  });

  it('is not pushed once push is turned off in this browser', async () => {
    await operator.button('Turn off').click();
    await operator.button('Turn on in this browser').waitFor();
    await letIndexGoStale();
    expect(service.pushes).toEqual([]);
    expect(operator.complaints).toEqual([]);
  });

  it('needs a worker: if it is switched off, it is removed at the next visit, and the desk says so', async () => {
    gateway.worker = 'farewell';
    expect(await workers()).toBe(1);
    await operator.page.reload();
    await expect.poll(workers).toBe(0);
    const off = { type: 'ok', code: 1, message: '', data: { key: null } };
    await operator.page.route('**/api/desk/push_key', route => route.fulfill({ json: off }));
    await operator.button('Turn on in this browser').click();
    await operator.page.getByText('has switched off what pushes need').waitFor();
    expect(await workers()).toBe(0);
    await operator.button('Turn on in this browser').waitFor();
  });
});
