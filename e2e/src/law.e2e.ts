import { samplePicture } from '@tallystick/server/testing/sample-pictures';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { App } from './harness/app.ts';
import { accessibilityFaults, cutTexts } from './harness/checks.ts';
import { Customer, PASSWORD } from './harness/customer.ts';
import { OPERATOR_PASSWORD, OperatorAtDesk } from './harness/desk.ts';
import { openPhone, type Phone } from './harness/phone.ts';
import { startPreparedApp } from './harness/prepared-app.ts';
import { totpAt } from './harness/totp.ts';

const EMAIL = 'lost@example.org';
const PAPERS = { country: 'VN', full_name: 'Nguyen Van A', id_number: '079203001234' } as const;
const WAIT_HOURS = 72;

let app: App;
let phone: Phone;
let page: Page;
let customer: Customer;
let compliance: OperatorAtDesk;
let admin: OperatorAtDesk;
let secret: string;

beforeAll(async () => {
  app = await startPreparedApp();
  phone = await openPhone(app.browser);
  page = phone.page;
  customer = new Customer(phone, app);
  compliance = await OperatorAtDesk.loggedIn(app, 'compliance');
  admin = await OperatorAtDesk.loggedIn(app, 'admin');
});
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await phone.picture('law-failed');
});
afterAll(() => app?.close());

/** A call with that token; returns its data. */
async function call(path: string, body: FormData | object, token = ''): Promise<Record<string, unknown>> {
  const isForm = body instanceof FormData;
  const response = await fetch(`${app.url}/api/${path}`, {
    method: 'POST',
    headers: {
      ...(isForm ? {} : { 'content-type': 'application/json' }),
      ...(token === '' ? {} : { authorization: token }),
    },
    body: isForm ? body : JSON.stringify(body),
  });
  const reply = (await response.json()) as { type: string; data: Record<string, unknown> };
  if (reply.type !== 'ok') throw new Error(`${path}: ${JSON.stringify(reply)}`);
  return reply.data;
}

const tokenOf = (): Promise<string> => page.evaluate(() => localStorage.getItem('tallystick.token') ?? '');
const deskToken = async (name: string): Promise<string> =>
  String((await call('desk/login', { name, password: OPERATOR_PASSWORD }))['token']);

async function approveIdentity(desk: string): Promise<void> {
  const response = await fetch(`${app.url}/api/desk/queue?queue=identity`, {
    headers: { authorization: desk },
  });
  const { data } = (await response.json()) as { data: { items: { id: number }[] } };
  for (const { id } of data.items) {
    await call('desk/queue_decide', { queue: 'identity', id, action: 'approve' }, desk);
  }
}

/** Registers a customer, verified and with two-factor on. */
async function prepare(): Promise<void> {
  await customer.signUp(EMAIL);
  const token = JSON.parse(
    await tokenOf().then(text => (text.startsWith('"') ? text : `"${text}"`)),
  ) as string;
  const desk = await deskToken('compliance');
  await call(
    'user/real_name',
    { ...PAPERS, birth_date: '1990-12-31', contact_address: '12 Le Loi, District 1' },
    token,
  );
  await approveIdentity(desk);
  const ids: Record<string, unknown> = {};
  for (const [at, side] of ['front', 'back', 'holding'].entries()) {
    const form = new FormData();
    form.set('kind', `identity_${side}`);
    form.set('file', new Blob([new Uint8Array(await samplePicture(900 + at))]), 'photo.jpg');
    ids[side] = (await call('upload', form, token))['picture_id'];
  }
  await call('user/real_name2', ids, token);
  await approveIdentity(desk);
  secret = String((await call('user/two_factor_setup', { password: PASSWORD }, token))['secret']);
  await call('user/two_factor_confirm', { two_factor_code: totpAt(secret, Date.now()) }, token);
  await call('user/logout', {}, token);
}

async function expectWellMade(): Promise<void> {
  expect(await accessibilityFaults(page)).toEqual([]);
  expect(await cutTexts(page)).toEqual([]);
}

/** Nothing overflows sideways at any width. */
async function atEveryWidth(name: string): Promise<void> {
  for (const width of [320, 390, 768, 1440]) {
    await page.setViewportSize({ width, height: 844 });
    await phone.picture(`${name}-${width}`);
    const tooWide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
    expect(tooWide, `${name} at ${width} px`).toBe(false);
  }
  await page.setViewportSize({ width: 390, height: 844 });
}

/** Goes from the log-in page to the filled request for recovery. */
async function ask(seed: number): Promise<void> {
  await page.evaluate(() => localStorage.clear());
  await page.goto(`${app.webUrl}#/pages/user/login/login`);
  await page.reload();
  await customer.logIn(EMAIL);
  await page.waitForURL(/login1/);
  await customer.button(/recovery code$/).click();
  await page.getByRole('link', { name: 'Lost the codes, too?' }).click();
  await page.waitForURL(`${app.webUrl}#/pages/user/login/recovery`);
  await customer.button('Begin').click();
  await page.getByLabel('Country of the document').selectOption(PAPERS.country);
  await page.getByLabel('Full name').fill(PAPERS.full_name);
  await page.getByLabel('Document number').fill(PAPERS.id_number);
  await page.locator('input[type="file"]').setInputFiles({
    name: 'live.jpg',
    mimeType: 'image/jpeg',
    buffer: await samplePicture(seed),
  });
  await page.getByRole('img', { name: 'Your picture' }).waitFor();
}

async function approveAtDesk(operator: OperatorAtDesk): Promise<void> {
  await operator.open('/queues/recovery', 'Lost second factors');
  await operator.page.getByRole('link', { name: 'Second factor', exact: true }).first().click();
  await operator.heading('Lost second factors · Second factor').waitFor();
  await operator.picture('law-desk-recovery');
  await operator.button('Approve').click();
  await operator.page.getByRole('form', { name: 'Approve' }).getByRole('button', { name: 'Approve' }).click();
}

describe('a lost second factor', () => {
  it('is requested with documents and a fresh picture, and the owner stops it by the link', async () => {
    await prepare();
    await ask(950);
    await expectWellMade();
    await atEveryWidth('law-recovery');
    await customer.button('Send').click();
    await page.getByText('0 of 2 have agreed').waitFor();
    await atEveryWidth('law-recovery-sent');
    const response = await fetch(`${app.url}/api/desk/outbox?limit=50`, {
      headers: { authorization: await deskToken('admin') },
    });
    const { data } = (await response.json()) as { data: { items: { body: string }[] } };
    const token = data.items
      .map(({ body }) => /recoveryStop\?token=([\w-]{43})/.exec(body)?.[1])
      .find(Boolean);
    await page.goto(`${app.webUrl}#/pages/user/login/recoveryStop?token=${token}`);
    await customer.button('Stop it').waitFor();
    await expectWellMade();
    await atEveryWidth('law-recovery-stop');
    await customer.button('Stop it').click();
    await page.getByText('It is stopped.').waitFor();
  });

  it('is removed after two operators agreed and 72 hours have passed', async () => {
    // After a stop nobody can begin another for a week.
    const admins = await deskToken('admin');
    await call('desk/clock_advance', { by: 7 * 24 * 3_600_000, reason: 'a week' }, admins);
    await ask(951);
    await customer.button('Send').click();
    await page.getByText('0 of 2 have agreed').waitFor();
    await approveAtDesk(compliance);
    await compliance.page.getByText('1 / 2').waitFor();
    await approveAtDesk(admin);
    await admin.page.getByText('2 / 2').waitFor();
    await call('desk/clock_advance', { by: WAIT_HOURS * 3_600_000, reason: 'the wait' }, admins);
    await expect
      .poll(
        async () => {
          const reply = await fetch(`${app.url}/api/user/login`, {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify({ kind: 'email', account: EMAIL, password: PASSWORD }),
          });
          return ((await reply.json()) as { code: unknown }).code;
        },
        // Fewer than may log in from one address in a minute: what is due is done by another process in its own time.
        { timeout: 60_000, interval: 3_000 },
      )
      .toBe(1);
    await page.goto(`${app.webUrl}#/pages/user/login/login`);
    await page.reload();
    await customer.logIn(EMAIL);
    await page.waitForURL(/index\/index/);
    await customer.open('/pages/settings/security/index');
    await page.getByText('A lost second factor is being removed, or was a short while ago.').waitFor();
  });
});

describe('public pages', () => {
  it('the status page: now, the last 90 days, and incidents', async () => {
    await customer.open('/pages/status/index');
    await page.getByRole('heading', { name: 'Trading', exact: true }).waitFor();
    await page.getByRole('heading', { name: 'The last 90 days' }).waitFor();
    await page
      .getByText(/BTC\/USDT/)
      .first()
      .waitFor();
    await expectWellMade();
    await atEveryWidth('law-status');
  });

  it('agreement, privacy and risks, with what was accepted by registering and every version', async () => {
    await customer.open('/pages/settings/law');
    await page.getByRole('radio', { name: 'Risks' }).check();
    await page.getByRole('heading', { name: 'Second options' }).waitFor();
    await page.getByText(/You accepted the version of/).waitFor();
    await page.getByText('First version').waitFor();
    await expectWellMade();
    await atEveryWidth('law-risks');
  });
});

it('a server failure shows an id that can be copied', async () => {
  await page.route('**/api/status/now', route =>
    route.fulfill({
      status: 500,
      json: {
        type: 'error',
        code: 'internal_error',
        message: 'Something went wrong on our side.',
        data: { error_id: 'K7M2P9XWQ4' },
      },
    }),
  );
  await customer.open('/pages/settings/index');
  await page.evaluate(() => localStorage.removeItem('tallystick.cache'));
  await page.goto(`${app.webUrl}#/pages/status/index`);
  await page.reload();
  await page.getByRole('button', { name: 'Copy the error id K7M2P9XWQ4' }).waitFor();
  await atEveryWidth('law-error-id');
});
