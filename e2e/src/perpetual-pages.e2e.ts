import type { CallOutput } from '@tallystick/protocol';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { accessibilityFaults, cutTexts } from './harness/checks.ts';
import { startContractExchange, type ContractExchange } from './harness/contract-exchange.ts';
import { cents, CONTRACTS, type ContractTrader } from './harness/contract-trader.ts';
import { figure, type Customer } from './harness/customer.ts';
import { cutInLanguages } from './harness/other-tab.ts';
import { settled, walkTo } from './harness/walk.ts';

let exchange: ContractExchange;
let customer: Customer;
let trader: ContractTrader;

beforeAll(async () => {
  exchange = await startContractExchange({ feedSpeed: 60 });
  ({ customer, trader } = exchange);
});
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await exchange.phone.picture('perpetual-pages-failed');
});
afterAll(() => exchange?.close());

it('explains the contract: tiers, fees, funding history, insurance fund', async () => {
  await walkTo(customer.page, '/pages/lever/details?market=1');
  const { page } = customer;
  await page.getByText('≤ 50,000').waitFor();
  const listed = page.waitForResponse(reply => reply.url().endsWith('/api/lever/contracts'));
  await page.reload();
  const { data } = (await (await listed).json()) as { data: CallOutput<'GET lever/contracts'> };
  await settled(page);
  const insurance = figure(await page.locator('[data-figure="insurance"]').innerText());
  expect(insurance).toBe(cents(data.insurance.balance));
  await page.getByRole('switch', { name: 'Funding received or paid' }).check();
  await page.getByText('Saved').waitFor();
  await page.reload();
  await settled(page);
  expect(await page.getByRole('switch', { name: 'Funding received or paid' }).isChecked()).toBe(true);
  expect(await accessibilityFaults(page)).toEqual([]);
});

it('puts the chart beside form and book where there is room for it', async () => {
  const { page } = customer;
  const chart = page.getByRole('figure', { name: /BTC\/USDT/ });
  for (const route of [CONTRACTS, '/pages/trade/index?market=1']) {
    await walkTo(page, route);
    await page.locator('form').first().waitFor();
    expect(await chart.count()).toBe(0);
    for (const width of [900, 1000, 1100, 1440]) {
      await page.setViewportSize({ width, height: 844 });
      await chart.waitFor();
      await page.getByRole('radiogroup', { name: 'Interval' }).waitFor();
      expect(await accessibilityFaults(page)).toEqual([]);
      expect(await cutTexts(page)).toEqual([]);
    }
    await page.setViewportSize({ width: 390, height: 844 });
    await chart.waitFor({ state: 'detached' });
  }
  expect(exchange.phone.complaints).toEqual([]);
});

it('draws a contract by its trades, its mark or its index, at short and long intervals, and remembers which', async () => {
  const { page } = customer;
  const radio = (name: string) => page.getByRole('radio', { name, exact: true });
  const more = page.getByRole('combobox', { name: 'More intervals' });
  /** What the chart asks for when something is chosen. */
  const asked = async (choose: () => Promise<unknown>, kind: string, interval: string) => {
    const answered = page.waitForResponse(reply => {
      const query = new URL(reply.url()).searchParams;
      return query.get('kind') === kind && query.get('interval') === interval;
    });
    await choose();
    const { data } = (await (await answered).json()) as { data: CallOutput<'GET currency/new_timeshar'> };
    return data.items;
  };
  await asked(() => walkTo(page, '/pages/trade/kline?market=1&product=contract'), 'contract', '15m');
  await page.getByRole('radio', { name: 'Contract', checked: true }).waitFor();
  for (const [name, kind] of [
    ['Index', 'index'],
    ['Mark', 'mark'],
  ] as const) {
    const items = await asked(() => radio(name).check(), kind, '15m');
    expect(items.length).toBeGreaterThan(10);
    expect(items.at(-1)).toMatchObject({ volume: '0', trades: null });
  }
  await asked(() => radio('5m').check(), 'mark', '5m');
  await asked(() => radio('15m').check(), 'mark', '15m');
  await asked(() => more.selectOption('8h'), 'mark', '8h');
  await asked(() => page.reload(), 'mark', '8h');
  await page.getByRole('radio', { name: 'Mark', checked: true }).waitFor();
  expect(await more.inputValue()).toBe('8h');
  await page.locator('canvas').first().waitFor();
  await exchange.phone.picture('perpetual-pages-mark-chart');
  expect(await accessibilityFaults(page)).toEqual([]);
  await asked(() => radio('Contract').check(), 'contract', '8h');
  await asked(() => radio('15m').check(), 'contract', '15m');
});

it('draws the funding rates of a range with what they add up to', async () => {
  const { page } = customer;
  // Funding is due every eight hours.
  const rates = Array.from({ length: 90 }, (_, i) => ({
    funding_id: 90 - i,
    at_ms: Date.now() - i * 8 * 3_600_000,
    rate_percent: i % 4 === 0 ? '-0.005' : '0.01',
  }));
  await page.route('**/api/lever/funding_history?*', route => {
    const fromMs = Number(new URL(route.request().url()).searchParams.get('from_ms'));
    const items = rates.filter(one => one.at_ms >= fromMs);
    return route.fulfill({ json: { type: 'ok', data: { items, next_cursor: null } } });
  });
  await walkTo(page, '/pages/trade/kline?market=1&product=contract');
  await page.getByRole('tab', { name: 'Funding' }).click();
  const chart = page.getByRole('region', { name: 'Funding rates' });
  await chart.getByText('+0.5550%').waitFor();
  const pick = chart.getByRole('slider');
  await pick.press('ArrowLeft');
  await chart.getByText('Cumulative +0.5600%').waitFor();
  await chart.getByRole('radio', { name: '7 days' }).check();
  await chart.getByText('+0.1200%').first().waitFor();
  await exchange.phone.picture('perpetual-pages-funding');
  expect(await accessibilityFaults(page)).toEqual([]);
  for (const width of [320, 768, 1440]) {
    await page.setViewportSize({ width, height: 844 });
    expect(await cutTexts(page)).toEqual([]);
  }
  await page.setViewportSize({ width: 390, height: 844 });
  await page.unroute('**/api/lever/funding_history?*');
});

it('finds another contract by a part of its name', async () => {
  const { page } = customer;
  await walkTo(page, CONTRACTS);
  await customer.button(/^BTCUSDT/).click();
  const sheet = trader.dialog('Contracts');
  await sheet.getByRole('searchbox').fill('eth');
  await expect.poll(() => sheet.getByRole('listitem').count()).toBe(1);
  await sheet.getByRole('button', { name: /^ETHUSDT/ }).click();
  await customer.button(/^ETHUSDT/).waitFor();
  await walkTo(page, CONTRACTS);
});

it('gives the chart the whole screen, and the page back on the way back or Escape', async () => {
  const { page } = customer;
  await walkTo(page, '/pages/trade/kline?market=1&product=contract');
  const chart = page.getByRole('figure', { name: /BTC\/USDT/ });
  const height = async () => (await chart.boundingBox())?.height ?? 0;
  // Only then does the chart have its final height.
  await chart.locator('canvas').first().waitFor();
  await customer.button('Full screen').waitFor();
  const usual = await height();
  for (const leave of [() => page.goBack(), () => page.keyboard.press('Escape')]) {
    await customer.button('Full screen').click();
    await customer.button('Leave full screen').waitFor();
    await expect.poll(height).toBeGreaterThan(700);
    expect(await cutTexts(page)).toEqual([]);
    await leave();
    await customer.button('Full screen').waitFor();
    await expect.poll(height).toBe(usual);
  }
});

it.each([CONTRACTS, '/pages/lever/details?market=1', '/pages/trade/kline?market=1&product=contract'])(
  'nothing is cut in any language, on a usual phone and on a small one: %s',
  async route => {
    const { page } = customer;
    const faults = await cutInLanguages(page, `${exchange.app.webUrl}#${route}`, {
      prepare: async () => {
        if (route === CONTRACTS) await page.locator('form').getByRole('checkbox').check();
      },
    });
    expect(faults).toEqual([]);
  },
);
