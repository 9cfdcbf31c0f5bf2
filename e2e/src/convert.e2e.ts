import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Locator, Page } from 'playwright-core';
import type { App } from './harness/app.ts';
import { accessibilityFaults, cutTexts } from './harness/checks.ts';
import { Customer, figure } from './harness/customer.ts';
import { openPhone, type Phone } from './harness/phone.ts';
import { enterSharedApp } from './harness/prepared-app.ts';

const CONVERT = '/pages/assets/convert';
/** Bitcoin worth about 3 USDT: too little for an order. */
const DUST = '0.00002';
const WIDTHS = [320, 390, 768, 1440];

let app: App;
let phone: Phone;
let page: Page;
let customer: Customer;

beforeAll(async () => {
  app = await enterSharedApp();
  phone = await openPhone(app.browser);
  page = phone.page;
  customer = new Customer(phone, app);
  await customer.open('/pages/index/index');
  await customer.signUp('convert@example.org');
  await customer.fund();
});
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await phone.picture('convert-failed');
});
afterAll(async () => {
  await phone?.close();
  await app?.close();
});

const sheet = (name: string): Locator => page.getByRole('dialog', { name, exact: true });
const amount = (): Locator => page.getByRole('textbox', { name: 'Amount', exact: true });
const quote = (): Locator => page.getByRole('region', { name: 'Quote' });

/** Quotes are renewed, so any quote on the screen can be accepted. */
async function accept(): Promise<void> {
  await page.getByRole('button', { name: /^Convert .* to / }).click();
}

async function expectWellMade(name: string): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 844 });
    await phone.picture(`convert-${name}-${width}`);
    expect([width, await cutTexts(page)]).toEqual([width, []]);
  }
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await accessibilityFaults(page)).toEqual([]);
  expect(phone.complaints).toEqual([]);
}

describe('converting', () => {
  it('is a shortcut of home, quotes from the live book, and brings at least the quoted amount', async () => {
    await customer.open('/pages/index/index');
    await page.getByRole('link', { name: 'Convert', exact: true }).click();
    await amount().fill('100');
    await quote().getByText('You get at least').waitFor();
    await quote().getByText('Spread to the index').waitFor();
    await page.getByRole('timer').waitFor();
    await expectWellMade('quote');
    await accept();
    const result = sheet('Converted');
    await result.waitFor();
    const received = figure(await result.getByText(/^\+ /).innerText());
    const least = result.getByText('You get at least').locator('..').getByRole('definition');
    expect(received).toBeGreaterThanOrEqual(figure(await least.innerText()));
    await expectWellMade('result');
    await result.getByRole('link', { name: /^#\d+$/ }).click();
    await sheet('Buy BTC/USDT').getByText('Placed by a conversion').waitFor();
  });

  it('goes through two markets, and says so', async () => {
    await customer.open(`${CONVERT}?from=1&to=2`);
    await page.getByRole('button', { name: 'Max' }).click();
    await quote().getByText('BTC/USDT → ETH/USDT').or(quote().getByText('ETH/BTC')).waitFor();
    await accept();
    const result = sheet('Converted');
    await result.waitFor();
    const received = figure(await result.getByText(/^\+ /).innerText());
    const least = result.getByText('You get at least').locator('..').getByRole('definition');
    expect(received).toBeGreaterThanOrEqual(figure(await least.innerText()));
    const orders = result.getByRole('link', { name: /^#\d+$/ });
    const ids = (await orders.allInnerTexts()).map(text => text.slice(1));
    expect(ids.length).toBeGreaterThan(0);
    const [newest] = await conversions();
    expect(newest?.order_ids.map(String)).toEqual(ids);
    // Each leg is a filled order and appears in the statement.
    const statement = await tradesOfTheYear();
    for (const id of ids) expect(statement.filter(line => line.includes(id)).length).toBeGreaterThan(0);
    await result.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('heading', { name: 'Your conversions' }).waitFor();
  });

  it('says why there is no quote', async () => {
    await customer.open(`${CONVERT}?from=3&to=1`);
    await amount().fill('1');
    await page
      .getByRole('alert')
      .getByText(/too small/)
      .waitFor();
    phone.complaints.length = 0;
  });
});

describe('small balances', () => {
  it('are listed, chosen and sold in one go', async () => {
    await customer.post('convert/accept', {
      quote: await quoteText({ from_id: '3', to_id: '1', amount: '50' }),
    });
    const held = await available(1);
    await customer.post('wallet/change', {
      currency_id: '1',
      from: 'spot',
      to: 'trust',
      amount: difference(held, DUST),
    });
    await customer.open(CONVERT);
    await page.getByRole('button', { name: /^Small balances/ }).click();
    const list = sheet('Small balances');
    await list.getByText(DUST).waitFor();
    await expectWellMade('dust');
    await list.getByRole('checkbox', { name: 'Select all' }).uncheck();
    expect(await list.getByRole('button', { name: 'Convert to USDT' }).isDisabled()).toBe(true);
    await list.getByRole('checkbox', { name: 'BTC' }).check();
    await list.getByRole('button', { name: 'Convert to USDT' }).click();
    const result = sheet('Small balances converted');
    await result.getByText(`${DUST} BTC`).first().waitFor();
    await expectWellMade('dust-result');
    expect(await available(1)).toBe('0');
  });
});

it('fits every width in long and tall letters', async () => {
  for (const language of ['th', 'esp'] as const) {
    await customer.chooseLanguage(language);
    await customer.open(`${CONVERT}?from=3&to=1`);
    await page.locator('input[inputmode="decimal"]').fill('100');
    await page.getByRole('timer').waitFor();
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 844 });
      await phone.picture(`convert-${language}-${width}`);
      expect([language, width, await cutTexts(page)]).toEqual([language, width, []]);
    }
    await page.setViewportSize({ width: 390, height: 844 });
  }
});

async function quoteText(fields: Readonly<Record<string, string>>): Promise<string> {
  return ((await customer.post('convert/quote', fields)) as { quote: string }).quote;
}

async function conversions(): Promise<{ readonly order_ids: readonly number[] }[]> {
  return ((await get('convert/list')) as { data: { items: { order_ids: number[] }[] } }).data.items;
}

async function tradesOfTheYear(): Promise<string[]> {
  const period = new Date().getUTCFullYear();
  const text = await get(`statement/file?period=${period}&contents=trades&format=csv`);
  return String(text).trim().split('\r\n').slice(1);
}

/** Answer of a call as this customer: its JSON, or its text if it has none. */
async function get(path: string): Promise<unknown> {
  return page.evaluate(async name => {
    const headers = { Authorization: localStorage.getItem('tallystick.token') ?? '' };
    const reply = await fetch(`/api/${name}`, { headers });
    return reply.headers.get('content-type')?.includes('json') ? reply.json() : reply.text();
  }, path);
}

async function available(currencyId: number): Promise<string> {
  const fields = { account: 'spot', currency_id: String(currencyId) };
  const { balance } = (await customer.post('wallet/detail', fields)) as { balance: { available: string } };
  return balance.available;
}

/** The difference of two amounts of eight decimals. */
function difference(a: string, b: string): string {
  const minor = (figure(a) - figure(b)).toString().padStart(9, '0');
  return `${minor.slice(0, -8)}.${minor.slice(-8)}`;
}
