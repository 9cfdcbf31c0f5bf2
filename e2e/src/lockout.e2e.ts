import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { App } from './harness/app.ts';
import { expectFaultless } from './harness/checks.ts';
import { Customer, PASSWORD } from './harness/customer.ts';
import { openPhone, type Phone } from './harness/phone.ts';
import { startPreparedApp } from './harness/prepared-app.ts';
import { settled } from './harness/walk.ts';

const EMAIL = 'besieged@example.org';
const STRANGERS = 10;
const LOGIN = '/pages/user/login/login';
const WIDTHS = [320, 768, 1440, 390];

let app: App;
let home: Phone;
let owner: Customer;

beforeAll(async () => {
  app = await startPreparedApp({ TRUST_PROXY: '1' });
  home = await openPhone(app.browser);
  owner = new Customer(home, app);
  await owner.register(EMAIL);
  await strangersGuess('user/login', { kind: 'email', account: EMAIL });
});
afterAll(() => app?.close());

/** Wrong log-ins, each from another address, until the account is limited. */
async function strangersGuess(path: string, account: Readonly<Record<string, string>>): Promise<void> {
  const codes: unknown[] = [];
  for (let i = 0; i <= STRANGERS; i++) {
    const response = await fetch(`${app.url}/api/${path}`, {
      method: 'POST',
      headers: { 'x-forwarded-for': `198.51.100.${i}` },
      body: new URLSearchParams({ ...account, password: `guess ${i}` }),
    });
    codes.push(((await response.json()) as { code: unknown }).code);
  }
  expect(codes.slice(-2)).toEqual(['login_failed', 'login_limited']);
}

/** The screen has no faults at any width, from the smallest phone to a desktop. */
async function expectFits(phone: Phone, name: string): Promise<void> {
  for (const width of WIDTHS) {
    await phone.page.setViewportSize({ width, height: 844 });
    await settled(phone.page);
    await expectFaultless(phone.page);
    await phone.picture(`${name}-${width}`);
  }
}

/** The login form in any language. */
async function sendLogin(page: Page): Promise<void> {
  await page.locator('input[type="radio"][value="email"]').check({ force: true });
  await page.locator('input[name="email"]').fill(EMAIL);
  await page.locator('input[name="password"]').fill(PASSWORD);
  await page.locator('form button[type="submit"]').click();
}

describe('an account strangers have guessed at', () => {
  it('lets the owner log in on a new device by a mailed link', async () => {
    const phone = await openPhone(app.browser);
    const { page } = phone;
    const customer = new Customer(phone, app);
    await customer.open(LOGIN);
    await customer.logIn(EMAIL);
    await page.getByRole('alert').getByText('a password alone is not enough').waitFor();
    await page.getByLabel(/^Code of your app/).waitFor();
    await expectFits(phone, 'lockout-limited');
    await customer.button('Send me a link').click();
    await page.getByText('Open it on this device within 30 minutes', { exact: false }).waitFor();
    await expectFits(phone, 'lockout-sent');
    await page.getByRole('link', { name: 'Open the link' }).click();
    await page.waitForURL(/#\/pages\/user\/login\/link\?token=/);
    await expectFits(phone, 'lockout-link');
    const used = page.url();
    await customer.button('Continue on this device').click();
    await page.getByText('This device is known now').waitFor();
    await page.waitForURL(`${app.webUrl}#${LOGIN}`);
    await customer.logIn(EMAIL);
    await page.waitForURL(/#\/pages\/index\/index$/);
    expect(phone.complaints.filter(text => !text.includes('423'))).toEqual([]);
    await phone.close();

    const late = await openPhone(app.browser);
    await late.page.goto(used);
    await new Customer(late, app).button('Continue on this device').click();
    await late.page.getByRole('alert').getByText('was used already').waitFor();
    await late.close();
  });

  it('lets the owner’s own phone log in as usual', async () => {
    await owner.post('user/logout');
    await home.page.evaluate(() => localStorage.removeItem('tallystick.token'));
    await home.page.reload();
    await owner.open(LOGIN);
    await owner.logIn(EMAIL);
    await home.page.waitForURL(/#\/pages\/index\/index$/);
  });

  it('shows it in Thai, too', async () => {
    const phone = await openPhone(app.browser, { locale: 'th-TH' });
    await new Customer(phone, app).open(LOGIN);
    await sendLogin(phone.page);
    await phone.page.getByText('นี่คือบัญชีของคุณหรือไม่').waitFor();
    await expectFits(phone, 'lockout-limited-thai');
    await phone.page.goto(`${app.webUrl}#/pages/user/login/link?token=some`);
    await phone.page.getByRole('button', { name: 'ดำเนินการต่อบนอุปกรณ์นี้' }).waitFor();
    await expectFits(phone, 'lockout-link-thai');
    await phone.close();
  });
});

describe('an operator strangers have guessed at', () => {
  it('is asked for password and code together, and told who can create a link', async () => {
    await strangersGuess('desk/login', { name: 'support' });
    const phone = await openPhone(app.browser);
    const { page } = phone;
    await page.setViewportSize({ width: 1440, height: 844 });
    await page.goto(`${app.url}/desk/`);
    await page.getByLabel('Name').fill('support');
    await page.getByLabel('Password').fill('tally-desk');
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.getByText('ask whoever runs the host for a link').waitFor();
    await page.getByLabel('Code of your authenticator app').waitFor();
    await expectFits(phone, 'lockout-desk');
    await page.goto('about:blank');
    await page.goto(`${app.url}/desk/#link=made-up`);
    await page.getByRole('button', { name: 'Continue in this browser' }).click();
    await page.getByRole('alert').getByText('was used already').waitFor();
    await expectFits(phone, 'lockout-desk-link');
    await page.getByRole('button', { name: 'Log in without it' }).click();
    await page.getByLabel('Name').waitFor();
    await phone.close();
  });
});
