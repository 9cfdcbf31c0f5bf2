import type { Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { App } from './harness/app.ts';
import { expectFaultless } from './harness/checks.ts';
import { Customer } from './harness/customer.ts';
import { cutInLanguages } from './harness/other-tab.ts';
import { openPhone, type Phone } from './harness/phone.ts';
import { startPreparedApp } from './harness/prepared-app.ts';

const UNIT = 100_000_000n;

let app: App;
let phone: Phone;
let customer: Customer;
let page: Page;

beforeAll(async () => {
  app = await startPreparedApp();
  phone = await openPhone(app.browser);
  customer = new Customer(phone, app);
  page = phone.page;
  await customer.signUp('brackets@example.org');
  await customer.fund();
  await customer.open('/pages/trade/index');
});
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await phone.picture('brackets-failed');
});
afterAll(() => app?.close());

const ticketField = (name: string): Locator => customer.ticket.getByRole('textbox', { name, exact: true });
const ordersTab = (count: number): Locator => customer.tab(`Open orders ${count}`);
const attach = (): Locator => customer.ticket.getByRole('checkbox', { name: 'Take profit / stop loss' });
/** The best price of a side, in whole dollars. */
const dollars = async (side: 'Bids' | 'Asks'): Promise<bigint> => (await customer.bestPrice(side)) / UNIT;
const written = (price: bigint): string => price.toLocaleString('en-US');

async function cancelAll(): Promise<void> {
  await customer.post('coin/cancel_all');
  await ordersTab(0).waitFor();
}

async function fillBracket(profit: bigint, loss: bigint): Promise<void> {
  await customer.ticket.getByRole('radio', { name: 'Buy' }).check();
  await customer.chooseOrderType('Market');
  await attach().check();
  await ticketField('Take profit').fill(String(profit));
  await ticketField('Stop loss').fill(String(loss));
  // An amount that was typed before is still counted in coins.
  if ((await ticketField('Budget').count()) === 0)
    await customer.ticket.getByRole('button', { name: /count in the other currency$/ }).click();
  await ticketField('Budget').fill('200');
}

describe('a bracket', () => {
  it('says before it is sent what will be sold where, and its exits wait as two linked orders', async () => {
    const ask = await dollars('Asks');
    const [profit, loss] = [(ask * 105n) / 100n, (ask * 95n) / 100n];
    await fillBracket(loss, profit);
    await customer.ticket.getByRole('button', { name: /^Stop loss below/ }).waitFor();
    await fillBracket(profit, loss);
    await phone.picture('brackets-ticket');
    await expectFaultless(page);
    const said = await customer.send('Buy BTC');
    expect(said).toMatch(
      new RegExp(`Take profit\\s+Sells about 0\\.00\\d+ BTC at ${written(profit)}, for [\\d,.]+ USDT`),
    );
    expect(said).toMatch(
      new RegExp(`Stop loss\\s+Sells about 0\\.00\\d+ BTC at ${written(loss)}, for [\\d,.]+ USDT`),
    );
    await ordersTab(2).waitFor();
    await page.getByRole('button', { name: /^Sell BTC\/USDT OCO · Limit · exit of #\d+/ }).waitFor();
    await page.getByRole('button', { name: /^Sell BTC\/USDT OCO · Stop-market · exit of #\d+/ }).click();
    const sheet = page.getByRole('dialog', { name: 'Sell BTC/USDT' });
    await sheet.getByText('Linked with').waitFor();
    await sheet.getByText('Exit of').waitFor();
    await phone.picture('brackets-exit');
    await expectFaultless(page);
    await sheet.getByRole('button', { name: 'Close' }).click();
  });

  it('sells once, at its profit, when the price comes there, and the other exit ends', async () => {
    await cancelAll();
    const bid = await dollars('Bids');
    // The replayed price moves by more than this within the minutes of a test, either way.
    const ask = await dollars('Asks');
    await fillBracket(ask + 1n, bid - 1n);
    await customer.send('Buy BTC');
    await page
      .getByText(/^Sold 0\.00\d+ BTC at [\d,.]+ · BTC\/USDT order completed$/)
      .waitFor({ timeout: 120_000 });
    await ordersTab(0).waitFor();
    await customer.tab('History').click();
    const ended = page.getByRole('button', {
      name: /^Sell BTC\/USDT (OCO · )?(Limit|Stop-market) · exit of/,
    });
    await ended.first().waitFor();
    await customer.tab(/^Open orders/).click();
  });
});

describe('two linked orders', () => {
  it('are one order in the form, hold the money once, and end together', async () => {
    await cancelAll();
    const bid = await dollars('Bids');
    await customer.ticket.getByRole('radio', { name: 'Sell' }).check();
    await customer.chooseOrderType('OCO');
    await customer.field('Price (USDT)').fill(String((bid * 104n) / 100n));
    await ticketField('Trigger (USDT)').fill(String((bid * 96n) / 100n));
    await customer.field('Amount').fill('0.002');
    await phone.picture('brackets-oco');
    await expectFaultless(page);
    const said = await customer.send('Sell BTC');
    expect(said).toContain(`When the price falls to ${written((bid * 96n) / 100n)} USDT`);
    expect(said).toMatch(/Stop’s limit\s+Best market price/);
    await ordersTab(2).waitFor();
    await phone.picture('brackets-linked');
    await expectFaultless(page);
    const sale = page.getByRole('listitem').filter({ hasText: 'OCO' });
    expect(await sale.getByRole('button', { name: /^Edit/ }).count()).toBe(0);
    await sale.first().getByRole('button', { name: 'Cancel: Sell BTC/USDT' }).click();
    await ordersTab(0).waitFor();
    await customer.tab('History').click();
    await page
      .getByRole('button', { name: /^Sell BTC\/USDT OCO/ })
      .nth(1)
      .waitFor();
    await customer.tab(/^Open orders/).click();
  });
});

describe('an iceberg', () => {
  it('is chosen among the rarer things, and says what is shown', async () => {
    const bid = await dollars('Bids');
    await customer.ticket.getByRole('radio', { name: 'Buy' }).check();
    await customer.chooseOrderType('Limit');
    if (await attach().isChecked()) await attach().uncheck();
    await customer.field('Price (USDT)').fill(String((bid * 97n) / 100n));
    await customer.field('Amount').fill('0.004');
    await customer.ticket.getByRole('button', { name: /^Order type/ }).click();
    const sheet = page.getByRole('dialog', { name: 'Order type' });
    await sheet.getByText('More', { exact: true }).click();
    await sheet.getByRole('textbox', { name: 'Shown in the book (optional)' }).fill('0.001');
    await phone.picture('brackets-iceberg');
    await expectFaultless(page);
    await sheet.getByRole('button', { name: /^Limit / }).click();
    await sheet.waitFor({ state: 'hidden' });
    expect(await customer.send('Buy BTC')).toMatch(/Shown in the book \(optional\)\s+0\.001 BTC/);
    await ordersTab(1).waitFor();
    await page.getByRole('button', { name: /^Buy BTC\/USDT Limit/ }).click();
    await page
      .getByRole('dialog', { name: 'Buy BTC/USDT' })
      .getByText('0.001 BTC', { exact: true })
      .waitFor();
    await page.getByRole('dialog', { name: 'Buy BTC/USDT' }).getByRole('button', { name: 'Close' }).click();
    await cancelAll();
  });
});

it.each([320, 768, 1440])('fits at %i pixels', async width => {
  await page.setViewportSize({ width, height: width === 320 ? 693 : 1000 });
  const ask = await dollars('Asks');
  await fillBracket((ask * 105n) / 100n, (ask * 95n) / 100n);
  await phone.picture(`brackets-${String(width)}`);
  await expectFaultless(page);
  await page.setViewportSize({ width: 390, height: 844 });
});

it.each([
  ['a bracket', () => page.locator('form').getByRole('checkbox').first().check()],
  [
    'two linked orders',
    async () => {
      await page.locator('form button[aria-haspopup="dialog"]').first().click();
      await page.locator('dialog li button').nth(5).click();
    },
  ],
  [
    'an iceberg',
    async () => {
      await page.locator('form button[aria-haspopup="dialog"]').first().click();
      await page.locator('dialog[open] summary').click();
      await page.locator('dialog[open] details input').last().scrollIntoViewIfNeeded();
    },
  ],
])('nothing of the form is cut in any language: %s', async (name, prepare) => {
  const cut = await cutInLanguages(page, `${app.webUrl}#/pages/trade/index`, {
    prepare,
    seen: (language, width) => phone.picture(`brackets-${name.replaceAll(' ', '-')}-${language}-${width}`),
  });
  expect(cut).toEqual([]);
});
