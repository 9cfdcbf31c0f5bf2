import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { App } from './harness/app.ts';
import { cutTexts, expectFaultless } from './harness/checks.ts';
import { Customer, figure, PASSWORD } from './harness/customer.ts';
import { openPhone, type Phone } from './harness/phone.ts';
import { enterSharedApp } from './harness/prepared-app.ts';

const ONE = 100_000_000n;

let app: App;
let phone: Phone;
let customer: Customer;

beforeAll(async () => {
  app = await enterSharedApp();
  phone = await openPhone(app.browser);
  customer = new Customer(phone, app);
});
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await phone.picture('newcomer-failed');
});
afterAll(() => app?.close());

/** Inserts a text at the cursor, as pasting does. */
async function paste(text: string): Promise<void> {
  await customer.page.evaluate(copied => navigator.clipboard.writeText(copied), text);
  await customer.page.keyboard.press('Control+V');
}

/** Obstacles of a newcomer's first hour, on one phone that speaks British English. */
describe('the first forms', () => {
  it('know the calling code of the phone’s country, and tick that country alone', async () => {
    await customer.open('/pages/user/login/register');
    await customer.button('Country calling code: +44').click();
    const ticked = customer.page.locator('button[aria-pressed="true"]');
    await ticked.first().waitFor();
    expect(await ticked.allInnerTexts()).toEqual([expect.stringContaining('United Kingdom')]);
    // Twenty-five countries share +1.
    await customer.page.getByPlaceholder('Search country or code').fill('Canada');
    await customer.button(/Canada/).click();
    await customer.button('Country calling code: +1').click();
    await expect.poll(() => ticked.allInnerTexts()).toEqual([expect.stringContaining('Canada')]);
    await phone.picture('newcomer-countries');
    await ticked.click();
  });

  it("show a wrong number's problem at its field", async () => {
    const { page } = customer;
    await page.getByLabel('Phone number').fill('1234567');
    await customer.button('Send code').click();
    await page.locator('[name=phone][aria-invalid=true]').waitFor();
    expect(await page.locator('[name=code]').getAttribute('aria-invalid')).not.toBe('true');
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('phone');
    await phone.picture('newcomer-wrong-number');
  });

  it('send a code to a corrected address at once, and wait where one was sent', async () => {
    const { page } = customer;
    await page.getByRole('radio', { name: 'E-mail' }).check();
    const address = page.getByLabel('E-mail address');
    await address.fill('newcomr@example.org');
    await customer.button('Send code').click();
    await customer.button('Fill in').waitFor();
    expect(await customer.button(/^Again in/).isDisabled()).toBe(true);
    await address.fill('newcomer@example.org');
    await customer.button('Send code').click();
    await customer.button('Fill in').waitFor();
    await address.fill('newcomr@example.org');
    expect(await customer.button(/^Again in/).isDisabled()).toBe(true);
  });

  it('reject text that is no number: pasting it changes nothing', async () => {
    await customer.register('first-hour@example.org');
    await customer.button('Get demo funds').click();
    await customer.page.getByText(/^Received: /).waitFor();
    await customer.open('/pages/trade/index');
    const amount = customer.field('Amount');
    await amount.fill('2');
    for (const text of ['1e5', '-1', '0x10']) {
      await amount.selectText();
      await paste(text);
      expect(await amount.inputValue()).toBe('2');
    }
    await amount.selectText();
    await paste('0.001 BTC');
    expect(await amount.inputValue()).toBe('0.001');
  });

  it('lead from a pair without orders to open orders of other pairs', async () => {
    const { page } = customer;
    // Whole tens, well below the market, so it rests.
    const price = (((await customer.bestPrice('Bids')) * 97n) / 100n / ONE / 10n) * 10n;
    await customer.buyLimit(price, '0.001');
    await customer.tab('Open orders 1').waitFor();
    // The pair is the page's heading and its picker.
    await customer.heading.getByRole('button').click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^ETH ?\/USDT/ })
      .click();
    await page.getByText('No open orders in ETH/USDT').waitFor();
    await phone.picture('newcomer-elsewhere');
    await customer.button('In other pairs: 1 · show all').click();
    await customer.button(/^Buy BTC\/USDT/).waitFor();
    expect(phone.complaints.filter(text => !/status of 4\d\d/.test(text))).toEqual([]);
  });
});

/** The figures of an order before, while and after it is sent; in the form of the customer above. */
describe('an order’s figures', () => {
  it('show the cost of whole lots, not of what was typed', async () => {
    await customer.open('/pages/trade/index?market=1');
    await customer.field('Price (USDT)').fill('50000');
    await customer.field('Total').fill('123.45');
    await customer.field('Price (USDT)').focus();
    const [amount, total] = await Promise.all([
      customer.field('Amount').inputValue(),
      customer.field('Total').inputValue(),
    ]);
    expect(figure(total)).toBe((figure(amount) * 50_000n * ONE) / ONE);
    expect(figure(total)).not.toBe(figure('123.45'));
    expect(figure(amount)).toBeGreaterThan(0n);
  });

  it('a market order whose budget is spent counts as filled, and its record leads to it', async () => {
    const { page } = customer;
    await customer.chooseOrderType('Market');
    await customer.field('Budget').fill('99.99');
    await customer.send('Buy BTC');
    await customer.tab('History').click();
    await page.getByRole('tabpanel').getByText('100%', { exact: true }).first().waitFor();
    await customer.open('/pages/assets/record?account=spot');
    await page
      .getByRole('button', { name: /^Trade · BTC\/USDT/ })
      .first()
      .click();
    const entry = page.getByRole('dialog', { name: 'Change of balance' });
    await entry.getByText(/USDT$/).nth(1).waitFor();
    await expectFaultless(page);
    await phone.picture('newcomer-entry');
    await entry.getByRole('link', { name: 'Open the order' }).click();
    const order = page.getByRole('dialog', { name: 'Buy BTC/USDT' });
    await order.getByText('Completed').waitFor();
    await phone.picture('newcomer-order');
    await page.goBack();
    await order.waitFor({ state: 'hidden' });
  });
});

describe('navigation', () => {
  it('a day is chosen in a calendar, by touch or keys', async () => {
    const { page } = customer;
    await customer.open('/pages/trade/index?market=1');
    await customer.tab('History').click();
    await page.getByRole('button', { name: 'From: Any day' }).click();
    await expectFaultless(page);
    await phone.picture('newcomer-calendar');
    await customer.button('Previous month').click();
    await page.getByRole('table').getByRole('button', { name: / 15 / }).press('ArrowRight');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: /^From: 16\// }).waitFor();
  });

  it('the chart’s heading chooses the market, and a contract’s chart says what it is of', async () => {
    const { page } = customer;
    await customer.open('/pages/trade/kline?market=1');
    await customer.heading.getByRole('button').click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^ETH ?\/USDT/ })
      .click();
    await customer.heading.getByText('ETH').waitFor();
    await customer.open('/pages/trade/kline?market=1&product=contract');
    await page.getByRole('radio', { name: 'Contract', checked: true }).waitFor();
    await phone.picture('newcomer-contract-chart');
  });

  it.each(['en', 'esp'] as const)('nothing is cut or hidden on the smallest phone: %s', async language => {
    const { page } = customer;
    await customer.chooseLanguage(language);
    await page.setViewportSize({ width: 320, height: 640 });
    await customer.open('/pages/trade/index?market=1');
    const inputs = page.locator('form input[inputmode=decimal]');
    await inputs.nth(1).fill('0.1');
    await page.locator('[data-line=worst] dd', { hasText: /\d/ }).waitFor();
    expect(await cutTexts(page)).toEqual([]);
    // A total of twelve digits is fully visible.
    await inputs.nth(0).fill('61234.56');
    await inputs.nth(1).fill('98765.5');
    await inputs.nth(1).blur();
    expect((await inputs.nth(2).inputValue()).replaceAll(/\D/g, '').length).toBeGreaterThanOrEqual(12);
    expect(await cutTexts(page)).toEqual([]);
    await phone.picture(`newcomer-smallest-${language}`);
    await customer.open('/pages/assets/record');
    const tabs = await page.getByRole('tab').all();
    for (const tab of tabs) {
      const box = await tab.boundingBox();
      expect((box?.x ?? 999) + (box?.width ?? 0)).toBeLessThanOrEqual(320);
    }
    await phone.picture(`newcomer-records-${language}`);
    await page.setViewportSize({ width: 390, height: 844 });
  });
});

describe('a frozen account', () => {
  it('cannot be frozen again and gets no demo funds', async () => {
    const other = await openPhone(app.browser);
    const owner = new Customer(other, app);
    await owner.register('freezes@example.org');
    await owner.button('Get demo funds').waitFor();
    await owner.open('/pages/settings/account/index');
    await owner.button('Freeze account').click();
    await other.page.getByLabel('Your login password').fill(PASSWORD);
    await owner.button('Freeze now').click();
    await owner.open('/pages/user/login/login');
    await owner.logIn('freezes@example.org');
    await other.page.waitForURL(/#\/pages\/index\/index$/);
    await other.page
      .getByText(/account is frozen/i)
      .first()
      .waitFor();
    expect(await owner.button('Get demo funds').count()).toBe(0);
    await owner.open('/pages/settings/account/index');
    await other.page.getByText('This device').waitFor();
    expect(await owner.button('Freeze account').count()).toBe(0);
    await other.close();
  });
});
