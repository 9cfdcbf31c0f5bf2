import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { App } from './harness/app.ts';
import { Customer } from './harness/customer.ts';
import { openPhone, type Phone } from './harness/phone.ts';
import { startPreparedApp } from './harness/prepared-app.ts';

const ONE = 100_000_000n;

let app: App;
let phone: Phone;
let customer: Customer;

beforeAll(async () => {
  app = await startPreparedApp();
  phone = await openPhone(app.browser);
  customer = new Customer(phone, app);
});
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await phone.picture('newcomer-failed');
});
afterAll(() => app?.close());

/** Puts a text where the cursor is, as pasting does. */
async function paste(text: string): Promise<void> {
  await customer.page.evaluate(copied => navigator.clipboard.writeText(copied), text);
  await customer.page.keyboard.press('Control+V');
}

/** What a newcomer stumbles over in the first hour, on one phone that speaks British English. */
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

  it('tell a wrong number at the number', async () => {
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

  it('take no number for another: what is pasted and is none changes nothing', async () => {
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

  it('lead from a pair without orders to those that wait in others', async () => {
    const { page } = customer;
    // Whole tens, well below the market: it waits.
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
