import type { WebSocketRoute } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { App } from './harness/app.ts';
import { Customer, figure, PASSWORD } from './harness/customer.ts';
import { holdAnswers } from './harness/held-answers.ts';
import { openPhone, type Phone } from './harness/phone.ts';
import { enterSharedApp } from './harness/prepared-app.ts';
import { walkTo } from './harness/walk.ts';

const LOGIN = '/pages/user/login/login';
const HELP = '/pages/help-center/center';

let app: App;
let phone: Phone;
let customer: Customer;

beforeAll(async () => {
  app = await enterSharedApp();
});
afterAll(() => app?.close());
beforeEach(async () => {
  phone = await openPhone(app.browser);
  customer = new Customer(phone, app);
});
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await phone.picture('left-behind-failed');
  await phone.close();
});

const token = (): Promise<string | null> =>
  phone.page.evaluate(() => localStorage.getItem('tallystick.token'));
const hash = (): string => new URL(phone.page.url()).hash;

describe('an answer that comes after its page was left', () => {
  it('leaves the customer on the present page', async () => {
    const { page } = phone;
    await customer.signUp('elsewhere@example.org');
    await logOut();
    await customer.open(LOGIN);
    const answers = await holdAnswers(page, 'user/login');
    await customer.logIn('elsewhere@example.org');
    await answers.left;
    await walkTo(page, HELP);
    const hashBefore = hash();
    await answers.release();
    await expect.poll(token).not.toBeNull();
    // If the late answer had changed the page, the address would be different a frame later.
    await frames();
    expect(hash()).toBe(hashBefore);
    await walkTo(page, '/pages/assets/index');
    expect(hash()).toBe('#/pages/assets/index');
  });

  it('does not end a newer session, and is no error of it', async () => {
    const { page } = phone;
    await customer.signUp('one@example.org');
    await walkTo(page, '/pages/settings/index');
    const asked = Promise.withResolvers<void>();
    const answered = Promise.withResolvers<void>();
    const release = Promise.withResolvers<void>();
    // The request is held back: when it arrives, its session has ended.
    await page.route('**/api/user/security', async route => {
      asked.resolve();
      await release.promise;
      await route.continue();
      answered.resolve();
    });
    await page.evaluate(() => void (location.hash = '#/pages/settings/security/index'));
    await asked.promise;
    await logOut();
    await customer.signUp('other@example.org');
    const session = await token();
    release.resolve();
    await answered.promise;
    // The page's own answer comes after that of the held call.
    await walkTo(page, '/pages/settings/account/index');
    expect(await token()).toBe(session);
    expect(phone.complaints).toEqual([]);
  });
});

describe('an action that ends every session', () => {
  it('is reported as done, even if the server announced the end before its answer', async () => {
    const { page } = phone;
    await customer.signUp('changed@example.org');
    await customer.open('/pages/settings/security/changePassword');
    await page.getByLabel('Current password').fill(PASSWORD);
    await page.getByLabel('New password', { exact: true }).fill('another correct horse');
    await page.getByLabel('Repeat the password').fill('another correct horse');
    const answers = await holdAnswers(page, 'safe/update_password');
    await page.locator('form button[type="submit"]').click();
    await answers.left;
    await page.getByText('Your session has ended').waitFor();
    await answers.release();
    await page.getByText('Password changed').waitFor();
  });
});

describe('an answer that is lost', () => {
  it('is retried under the same key after a change and a reload, and the money moves once', async () => {
    const { page } = phone;
    await customer.signUp('unsure@example.org');
    await customer.fund();
    await customer.open('/pages/trade/index');
    const before = await customer.available();
    await customer.open('/pages/assets/transfer/index?currency=3');
    const amount = page.getByRole('textbox', { name: 'Amount' });
    const keys: (string | undefined)[] = [];
    page.on('request', request => {
      if (request.url().endsWith('/api/wallet/change')) keys.push(request.headers()['idempotency-key']);
    });
    // The request reaches the exchange, but every answer is lost.
    const change = '**/api/wallet/change';
    await page.route(change, async route => {
      await route.fetch();
      await route.abort();
    });
    await amount.fill('5');
    await customer.button('Transfer 5 USDT').click();
    await page.getByRole('alert').filter({ hasText: 'it will not be moved twice' }).waitFor();
    await page.unroute(change);
    await amount.fill('7');
    await amount.fill('5');
    await page.reload();
    await amount.fill('5');
    await customer.button('Transfer 5 USDT').click();
    await page.getByRole('dialog', { name: 'Transfer complete' }).waitFor();
    expect(keys).toHaveLength(4);
    expect(new Set(keys).size).toBe(1);
    await customer.open('/pages/trade/index');
    await customer.waitForAvailable(before - 5n * 100_000_000n);
    expect(phone.complaints.splice(0).filter(one => !one.includes('ERR_FAILED'))).toEqual([]);
  });
});

describe('what is typed while an answer is on its way', () => {
  it('stays for the next transfer', async () => {
    const { page } = phone;
    await customer.signUp('mover@example.org');
    await customer.fund();
    await customer.open('/pages/assets/transfer/index?currency=3');
    const amount = page.getByRole('textbox', { name: 'Amount' });
    await amount.fill('5');
    const answers = await holdAnswers(page, 'wallet/change');
    await customer.button('Transfer 5 USDT').click();
    await answers.left;
    await amount.fill('7');
    await answers.release();
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
    await customer.button('Transfer 7 USDT').waitFor();
    expect(await amount.inputValue()).toBe('7');
  });

  it('stays for the next order', async () => {
    const { page } = phone;
    await customer.signUp('typist@example.org');
    await customer.fund();
    await customer.open('/pages/trade/index');
    const best = (await customer.bestPrice('Bids')) / 100_000_000n;
    // Above half of the balance, so a second order would not fit and the amount would be emptied.
    await customer.field('Price (USDT)').fill(String((best * 97n) / 100n));
    await page.getByRole('slider').first().fill('80');
    const answers = await holdAnswers(page, 'coin/trade');
    await customer.ticket.getByRole('button', { name: 'Buy BTC', exact: true }).click();
    const sheet = page.getByRole('dialog', { name: 'Check your order' });
    await sheet.getByRole('button', { name: 'Buy BTC', exact: true }).click();
    await answers.left;
    await sheet.getByRole('button', { name: 'Back' }).click();
    await customer.field('Amount').fill('0.002');
    await answers.release();
    await customer.tab('Open orders 1').waitFor();
    await customer.ticket.getByRole('button', { name: 'Buy BTC', exact: true }).waitFor();
    expect(figure(await customer.field('Amount').inputValue())).toBe(figure('0.002'));
  });
});

describe('before everything has loaded', () => {
  it('a history requested before an order ended still shows it', async () => {
    const { page } = phone;
    await customer.signUp('history@example.org');
    await customer.fund();
    await customer.open('/pages/trade/index');
    const before = await customer.available();
    const answers = await holdAnswers(page, 'coin/list');
    await customer.tab('History').click();
    await answers.left;
    await customer.post('coin/trade', { market_id: '1', side: 'buy', type: 'market', budget: '100' });
    await expect.poll(() => customer.available()).not.toBe(before);
    await answers.release();
    await customer.button(/^Buy BTC\/USDT/).waitFor();
  });

  it('an unknown list of orders is not shown as empty', async () => {
    const { page } = phone;
    await customer.signUp('waiting@example.org');
    const lines: WebSocketRoute[] = [];
    await page.routeWebSocket(/socket\.io/, line => void lines.push(line));
    await customer.open('/pages/trade/index');
    await page.reload();
    await customer.tab('Open orders —').waitFor();
  });
});

async function logOut(): Promise<void> {
  const { page } = phone;
  await walkTo(page, '/pages/settings/index');
  await customer.button('Log out').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Log out' }).click();
  await page.waitForURL(/#\/pages\/index\/index$/);
  await expect.poll(token).toBeNull();
}

/** Waits until the page has handled an answer that has arrived. */
async function frames(): Promise<void> {
  await phone.page.evaluate(
    () => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))),
  );
}
