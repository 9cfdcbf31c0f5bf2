import { FIAT_CODES } from '@tallystick/protocol/fiat';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { App } from './harness/app.ts';
import { accessibilityFaults, cutTexts } from './harness/checks.ts';
import { Customer } from './harness/customer.ts';
import { ungroupedFigures } from './harness/in-page.ts';
import { openPhone, type Phone } from './harness/phone.ts';
import { enterSharedApp } from './harness/prepared-app.ts';

const ASSETS = '/pages/assets/index';
const SETTINGS = '/pages/settings/index';
const ACCOUNT = '/pages/assets/tradeAccount';

let app: App;
let phone: Phone;
let page: Page;
let customer: Customer;

beforeAll(async () => {
  app = await enterSharedApp();
  phone = await openPhone(app.browser);
  page = phone.page;
  customer = new Customer(phone, app);
  await customer.signUp('own-money@example.org');
  await customer.fund();
});
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await phone.picture('own-money-failed');
});
afterAll(() => app?.close());

const age = (on: Page = page) => on.getByTestId('rate-age').first();
const totalOf = (on: Page = page) => on.getByRole('main').getByRole('region').first();

async function choose(code: string): Promise<void> {
  await customer.open(SETTINGS);
  await page.getByRole('button', { name: /^Valuation method/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Valuation method' });
  await dialog.getByRole('button', { name: new RegExp(`^${code}\\b`) }).click();
  await dialog.waitFor({ state: 'hidden' });
}

describe('totals in the money of one’s country', () => {
  it('every currency with a rate is offered, with the rate’s age and that it is made up', async () => {
    await customer.open(SETTINGS);
    await page.getByRole('button', { name: /^Valuation method/ }).click();
    const dialog = page.getByRole('dialog', { name: 'Valuation method' });
    for (const code of FIAT_CODES)
      await dialog.getByRole('button', { name: new RegExp(`^${code}\\b`) }).waitFor();
    // English suggests the dollar first, then the euro.
    const offered = await dialog
      .getByRole('list', { name: 'Other currencies' })
      .getByRole('button')
      .allInnerTexts();
    expect(offered.map(text => /[A-Z]{3}/.exec(text)?.[0]).slice(0, 2)).toEqual(['USD', 'EUR']);
    expect(await dialog.getByText(/^Demo rate: (now|\d+ seconds? ago)$/).count()).toBe(FIAT_CODES.length);
    await phone.picture('valuation-choices');
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
  });

  it.each([
    ['th', 'THB', /^[\d,]+\.\d\dTHB/, /^อัตราสาธิต: /],
    ['jp', 'JPY', /^[\d,]+JPY/, /^デモレート：/],
  ] as const)(
    'in %s totals are in %s, with its digits, and nothing is cut at 320 px',
    async (language, code, amount, demo) => {
      await choose(code);
      await customer.chooseLanguage(language);
      await page.setViewportSize({ width: 320, height: 844 });
      try {
        for (const route of [ASSETS, ACCOUNT, '/pages/index/index']) {
          await customer.open(route);
          await age().filter({ hasText: demo }).waitFor();
          await expect.poll(async () => (await totalOf().innerText()).replace(/\s+/g, '')).toContain(code);
          const lines = (await totalOf().innerText()).split('\n').map(line => line.trim());
          expect(
            lines.some(line => amount.test(line.replace(/\s+/g, ''))) ||
              amount.test(lines.slice(1, 4).join('').replace(/\s+/g, '')),
          ).toBe(true);
          await phone.picture(`valuation-${language}-${route.split('/').at(-1)}`);
          expect(await cutTexts(page)).toEqual([]);
          expect(await accessibilityFaults(page, { words: false })).toEqual([]);
        }
      } finally {
        await page.setViewportSize({ width: 390, height: 844 });
        await customer.chooseLanguage('en');
      }
    },
  );

  it('an old rate says that it is old, and how old; without one, amounts are in USDT and the page says so', async () => {
    await choose('KRW');
    await customer.open(ASSETS);
    await age().waitFor();
    // A tab that no news reaches.
    const tab = await page.context().newPage();
    await tab.route('**/api/socket.io/**', route => route.abort());
    await tab.routeWebSocket(/socket\.io/, socket => socket.close());
    await tab.goto(`${app.url}/healthz`);
    await tab.evaluate(() => {
      const rate = JSON.parse(localStorage.getItem('tallystick.rate')!) as object;
      const atMs = Date.now() - 3.5 * 3_600_000;
      const old = { ...rate, at_ms: atMs, fresh_until_ms: atMs + 120_000 };
      localStorage.setItem('tallystick.rate', JSON.stringify(old));
    });
    await page.goto('about:blank');
    await tab.goto(`${app.webUrl}#${ASSETS}`);
    await age(tab)
      .filter({ hasText: /^Old rate: 3 hours ago$/ })
      .waitFor();
    expect(await age(tab).getAttribute('data-old')).toBe('true');
    expect(await totalOf(tab).innerText()).toContain('KRW');
    await tab.evaluate(() => localStorage.removeItem('tallystick.rate'));
    await tab.reload();
    await tab.getByTestId('rate-missing').first().waitFor();
    expect(await totalOf(tab).innerText()).toContain('USDT');
    await customer.open(ASSETS);
    await tab.close();
  });
});

describe('one time zone for the whole app', () => {
  it('is searched for by city, and holds on every page, in charts and in other tabs', async () => {
    const other = await page.context().newPage();
    await other.goto(`${app.webUrl}#/pages/assets/transfer/record`);
    await customer.post('wallet/change', { from: 'spot', to: 'trust', currency_id: '3', amount: '5' });
    await customer.open('/pages/assets/transfer/record');
    const row = (on: Page) => on.getByRole('listitem').filter({ hasText: 'USDT' }).first();
    const time = async (on: Page) => /(\d\d):(\d\d):\d\d/.exec(await row(on).innerText())?.[0] ?? '';
    await row(page).waitFor();
    const bangkok = await time(page);
    await customer.open(SETTINGS);
    await customer.button(/^Time zone/).click();
    const dialog = page.getByRole('dialog', { name: 'Time zone' });
    await dialog.getByRole('searchbox').fill('kathm');
    await phone.picture('time-zone');
    expect(await accessibilityFaults(page)).toEqual([]);
    await dialog.getByRole('button', { name: /Kathmandu/ }).click();
    await customer.button(/^Time zone.*Kathmandu/).waitFor();
    await customer.open('/pages/assets/transfer/record');
    await row(page).waitFor();
    // Kathmandu is an hour and a quarter behind Bangkok.
    const minutes = (text: string) => Number(text.slice(0, 2)) * 60 + Number(text.slice(3, 5));
    expect((minutes(bangkok) - minutes(await time(page)) + 1440) % 1440).toBe(75);
    await other.reload();
    await row(other).waitFor();
    expect(await time(other)).toBe(await time(page));
    // The other tab chooses, this one follows where it is.
    await other.evaluate(() => {
      const settings = JSON.parse(localStorage.getItem('tallystick.settings')!) as object;
      localStorage.setItem('tallystick.settings', JSON.stringify({ ...settings, timeZone: 'UTC' }));
    });
    await expect.poll(async () => (minutes(bangkok) - minutes(await time(page)) + 1440) % 1440).toBe(420);
    await other.close();
    await customer.open('/pages/trade/kline?market=1');
    await customer.button('Time zone: UTC. Change').click();
    await page
      .getByRole('dialog', { name: 'Time zone' })
      .getByRole('button', { name: /^As this device/ })
      .click();
    await customer.button('Time zone: Local. Change').waitFor();
  });
});

describe('large figures', () => {
  it('are grouped, and the check for it finds one that is not', async () => {
    await customer.open('/pages/trade/index');
    await page.getByRole('list', { name: 'Bids' }).getByRole('button').first().waitFor();
    expect(await page.evaluate(ungroupedFigures)).toEqual([]);
    // Numbers of transfers stand beside amounts here.
    await customer.open('/pages/assets/transfer/record');
    expect(await page.evaluate(ungroupedFigures)).toEqual([]);
    const faultsWith = (text: string) =>
      page.evaluate(
        ([said, check]) => {
          const line = document.body.appendChild(document.createElement('p'));
          line.textContent = said ?? '';
          const faults = (new Function(`return (${check})()`) as () => string[])();
          line.remove();
          return faults;
        },
        [text, ungroupedFigures.toString()],
      );
    for (const text of ['≈ 12345.67 USDT', '+1234', 'US$12345', '1234,5', '98765 BTC']) {
      expect({ text, faults: await faultsWith(text) }).toMatchObject({ faults: [expect.any(String)] });
    }
    for (const text of ['tallystick.local+2345abcd+AYl3+2345/x', 'x/+12345==', 'Order 12345678']) {
      expect({ text, faults: await faultsWith(text) }).toMatchObject({ faults: [] });
    }
  });
});
