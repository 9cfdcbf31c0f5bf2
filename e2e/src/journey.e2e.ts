import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type App } from './harness/app.ts';
import { accessibilityFaults } from './harness/checks.ts';
import { launchBrowser, openPhone, type Phone } from './harness/phone.ts';

const EMAIL = 'newcomer@example.org';
const PASSWORD = 'correct horse battery';

let app: App;
let browser: Browser;
let phone: Phone;
let page: Page;

beforeAll(async () => {
  [app, browser] = await Promise.all([startApp({ FEED_SPEED: '20' }), launchBrowser()]);
  phone = await openPhone(browser);
  page = phone.page;
});
afterAll(async () => {
  await browser.close();
  await app.close();
});

const open = (path: string): Promise<unknown> => page.goto(`${app.webUrl}#${path}`);
const ticket = () => page.getByRole('form', { name: 'Place an order' });

/** The customer's spendable amount beside the order form, as shown. */
async function availableShown(): Promise<string> {
  const line = ticket().getByRole('button', { name: /^Available/ });
  await expect.poll(() => line.textContent(), { timeout: 15_000 }).toMatch(/\d/);
  return ((await line.textContent()) ?? '').replaceAll(/[^\d.]/g, '');
}

/** Sends the form and confirms the order on the sheet. */
async function send(button: string): Promise<void> {
  await ticket().getByRole('button', { name: button, exact: true }).click();
  const sheet = page.getByRole('dialog', { name: 'Check your order' });
  await sheet.getByRole('button', { name: button, exact: true }).click();
  await sheet.waitFor({ state: 'hidden' });
}

async function chooseType(name: string): Promise<void> {
  await ticket()
    .getByRole('button', { name: /^Order type/ })
    .click();
  await page.getByRole('dialog').getByText(name, { exact: true }).click();
}

/** One customer's first hour, on one phone, each step standing on the one before. */
describe('from newcomer to trader', () => {
  it('registers with an e-mail address and the code shown on the page', async () => {
    await open('/pages/user/login/register');
    await page.getByRole('radio', { name: 'E-mail' }).click();
    await page.getByLabel('E-mail address').fill(EMAIL);
    await page.getByRole('button', { name: 'Send code' }).click();
    await page.getByRole('button', { name: 'Fill in' }).click();
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByLabel('Repeat the password').fill(`${PASSWORD}!`);
    await page.getByRole('checkbox').check();
    await page.getByText('Passwords do not match').waitFor();
    await page.getByLabel('Repeat the password').fill(PASSWORD);
    await phone.picture('register');
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.waitForURL(/pages\/index\/index/);
  });

  it('takes demo funds on the home page', async () => {
    await page
      .getByRole('button', { name: /demo funds/i })
      .first()
      .click();
    await page
      .getByText(/10,000/)
      .first()
      .waitFor();
    await phone.picture('home');
    expect(await accessibilityFaults(page)).toEqual([]);
  });

  it('buys at market price and sees the fill in the history', async () => {
    await open('/pages/trade/index');
    const before = await availableShown();
    await chooseType('Market');
    await ticket()
      .getByLabel(/^Budget/)
      .fill('250');
    await phone.picture('trade-market-order');
    await send('Buy BTC');
    await page.getByRole('button', { name: /^History/ }).click();
    await page.getByText('Completed').first().waitFor();
    expect(await availableShown()).not.toBe(before);
  });

  it('places a limit order that waits in the book and freezes exactly its value', async () => {
    await open('/pages/trade/index');
    const before = await availableShown();
    await chooseType('Limit');
    const price = ticket().getByLabel(/^Price/);
    await expect.poll(() => price.inputValue(), { timeout: 10_000 }).toMatch(/\d/);
    const belowMarket = Math.floor(Number((await price.inputValue()).replaceAll(/[^\d.]/g, '')) * 0.97);
    await price.fill(String(belowMarket));
    await ticket()
      .getByLabel(/^Amount/)
      .fill('0.001');
    await send('Buy BTC');
    await page.getByText('Open orders 1').waitFor();
    const after = await availableShown();
    expect(Number(before) - Number(after)).toBeCloseTo(belowMarket / 1000, 2);
    await phone.picture('trade');
    expect(await accessibilityFaults(page)).toEqual([]);
  });

  it('draws the chart with candles and live figures', async () => {
    await open('/pages/trade/kline?market_id=1');
    await page.locator('canvas').first().waitFor();
    await page.getByText('24h high').waitFor();
    await phone.picture('chart');
    expect(await accessibilityFaults(page)).toEqual([]);
  });

  it('transfers to the contract account and finds it on record', async () => {
    await open('/pages/assets/transfer/index');
    await page.getByLabel(/^Amount/).fill('100');
    await page
      .getByRole('button', { name: /^Transfer/ })
      .last()
      .click();
    await page.getByText(/100/).first().waitFor();
    await open('/pages/assets/transfer/record');
    await page.getByText(/100/).first().waitFor();
    await open('/pages/assets/index');
    await page.getByText('Contract').first().waitFor();
    await phone.picture('assets');
    expect(await accessibilityFaults(page)).toEqual([]);
  });

  it('changes the language and keeps it', async () => {
    await open('/pages/settings/language/language');
    await page.getByText('ไทย', { exact: true }).click();
    await page.locator('html[lang="th"]').waitFor();
    await page.reload();
    await page.locator('html[lang="th"]').waitFor();
    await open('/pages/trade/index');
    await page.locator('h1').first().waitFor();
    await phone.picture('trade-thai');
    await open('/pages/settings/language/language');
    await page.getByText('English', { exact: true }).click();
    await page.locator('html[lang="en"]').waitFor();
  });

  it('finds everything as it was after the exchange was restarted', async () => {
    await open('/pages/trade/index');
    await page.getByText('Open orders 1').waitFor();
    const before = await availableShown();
    await page.goto('about:blank');
    app = await app.restart();
    await page.goto(app.webUrl);
    // The restarted server listens elsewhere, so the phone has to log in again; its data does not.
    await open('/pages/user/login/login');
    await page.getByRole('radio', { name: 'E-mail' }).click();
    await page.getByLabel('E-mail address').fill(EMAIL);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.waitForURL(/pages\/(index\/index|trade)/);
    await open('/pages/trade/index');
    await page.getByText('Open orders 1').waitFor();
    expect(await availableShown()).toBe(before);
  });

  it('cancels the order and has its money back', async () => {
    const before = Number(await availableShown());
    await page.getByRole('button', { name: /^Cancel: / }).click();
    await page.getByText('Open orders 0').waitFor();
    expect(Number(await availableShown())).toBeGreaterThan(before);
  });

  it('met no hidden error on the whole way', () => {
    expect(phone.complaints).toEqual([]);
  });
});
