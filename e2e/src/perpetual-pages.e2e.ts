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
