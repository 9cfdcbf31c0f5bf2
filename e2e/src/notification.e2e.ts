import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { App } from './harness/app.ts';
import { expectFaultless } from './harness/checks.ts';
import { Customer } from './harness/customer.ts';
import { openPhone, type Phone } from './harness/phone.ts';
import { startPreparedApp } from './harness/prepared-app.ts';
import { settled } from './harness/walk.ts';

const SETTINGS = '/pages/settings/notices';
const ALERTS = '/pages/notice/alerts';
const CHART = '/pages/trade/kline?market=1';
const BELL = 'Price alert for BTC/USDT';

let app: App;
let phone: Phone;
let customer: Customer;

beforeAll(async () => {
  // An hour of recorded prices a minute: an alert's price comes while the test waits.
  app = await startPreparedApp({ FEED_SPEED: '60' });
  phone = await openPhone(app.browser);
  customer = new Customer(phone, app);
  await customer.signUp('told@example.org');
});
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await phone.picture('tell-failed');
});
afterAll(() => app?.close());

const dialog = (name: string | RegExp) => phone.page.getByRole('dialog', { name });
const toggle = (name: string) => phone.page.getByRole('switch', { name, exact: true });

describe('notifications', () => {
  it('are chosen event by event, and stay chosen', async () => {
    await customer.open(SETTINGS);
    await toggle('An order was filled: Mail').waitFor();
    expect(await toggle('Security of your account: Mail').count()).toBe(0);
    await phone.page.getByText('Always by mail').waitFor();
    const answered = phone.page.waitForResponse(reply => reply.url().endsWith('/api/tell/choose'));
    await toggle('An order was filled: Mail').click();
    await answered;
    await phone.page.reload();
    await expect.poll(() => toggle('An order was filled: Mail').isChecked()).toBe(true);
    expect(await toggle('An order was filled: Push').isChecked()).toBe(true);
  });

  it('wait during quiet hours of the customer’s own clock', async () => {
    const zone = await phone.page.evaluate(() => new Intl.DateTimeFormat().resolvedOptions().timeZone);
    await toggle('Quiet hours').click();
    await phone.page.getByText(`Time zone: ${zone}`).waitFor();
    const answered = phone.page.waitForResponse(reply => reply.url().endsWith('/api/tell/quiet'));
    await phone.page.getByLabel('From', { exact: true }).fill('23:30');
    await answered;
    await phone.page.reload();
    await expect.poll(() => phone.page.getByLabel('From', { exact: true }).inputValue()).toBe('23:30');
    await phone.picture('tell-settings');
    await expectFaultless(phone.page);
    await toggle('Quiet hours').click();
    await phone.page.getByText(`Time zone: ${zone}`).waitFor({ state: 'hidden' });
  });
});

describe('a price alert', () => {
  it('is set from the chart', async () => {
    await customer.open(CHART);
    await customer.button(BELL).click();
    const sheet = dialog('Price alert: BTC/USDT');
    await sheet.getByText(/^Now: /).waitFor();
    await customer.button('Enter a value').click();
    await sheet.getByRole('textbox', { name: 'Price' }).fill('999999');
    await phone.picture('tell-alert');
    await expectFaultless(phone.page);
    await customer.button('Set alert').click();
    await sheet.waitFor({ state: 'hidden' });
  });

  it('is listed, changed and deleted', async () => {
    await customer.open(ALERTS);
    await phone.page.getByText('Rises to 999,999').waitFor();
    await phone.picture('tell-alerts');
    await expectFaultless(phone.page);
    await customer.button(/^Change price alert: BTC\/USDT/).click();
    const sheet = dialog('Change price alert');
    await sheet.getByRole('textbox', { name: 'Price' }).fill('1000');
    await sheet.getByRole('checkbox').check();
    await customer.button('Save changes').click();
    await phone.page.getByText('Falls to 1,000').waitFor();
    await phone.page.getByText('Watching · Every time').waitFor();
    await customer.button(/^Delete: BTC\/USDT/).click();
    await phone.page.getByText('No price alerts yet').waitFor();
  });

  it('is set from the list of markets by a long press', async () => {
    await customer.open('/pages/index/index');
    const row = phone.page.getByRole('link', { name: /BTC\s*\/USDT/ }).last();
    await row.scrollIntoViewIfNeeded();
    await row.dispatchEvent('pointerdown', { pointerType: 'touch', clientX: 5, clientY: 5, bubbles: true });
    const sheet = dialog('Price alert: BTC/USDT');
    await sheet.waitFor();
    for (const direction of ['Rises', 'Falls']) {
      if (direction === 'Falls') await customer.button(BELL).last().dispatchEvent('click');
      await sheet.getByRole('radio', { name: 'Change from now' }).check();
      await sheet.getByRole('radio', { name: direction, exact: true }).check();
      // Within a candle the price moves that far, up or down.
      await sheet.getByRole('textbox', { name: 'Percent' }).fill('0.01');
      await customer.button('Set alert').click();
      await sheet.waitFor({ state: 'hidden' });
    }
  });

  it('is announced when reached, among the notices of its category', async () => {
    await customer.open('/pages/notice/index');
    const tab = phone.page.getByRole('tab', { name: /^Price alerts \d/ });
    await tab.waitFor();
    await tab.click();
    const notice = phone.page
      .getByRole('link', { name: /BTC\/USDT: [+-]0\.01 % since you set the alert/ })
      .first();
    await notice.waitFor();
    await phone.picture('tell-notices');
    await expectFaultless(phone.page);
    await notice.click();
    await phone.page.getByRole('link', { name: 'Show', exact: true }).click();
    await phone.page.waitForURL(/#\/pages\/trade\/kline\?market=1$/);
    await settled(phone.page);
    await customer.open('/pages/notice/index');
    await phone.page.getByRole('tab', { name: 'Support', exact: true }).click();
    await phone.page.getByText('No notices yet').waitFor();
  });
});

describe('the sheet that sets one', () => {
  it.each([
    ['th', 320],
    ['esp', 320],
    ['jp', 1440],
  ] as const)('nothing is cut: %s at %i', async (language, width) => {
    await phone.page.setViewportSize({ width, height: 844 });
    await customer.chooseLanguage(language);
    await customer.open(CHART);
    await phone.page.locator('header button:has(svg.lucide-bell-plus)').click();
    await phone.page.getByRole('dialog').getByRole('textbox').waitFor();
    await phone.picture(`tell-alert-${language}-${width}`);
    await expectFaultless(phone.page);
    await phone.page.keyboard.press('Escape');
  });
});
