import type { CallOutput } from '@tallystick/protocol';
import type { WirePosition } from '@tallystick/protocol/wire';
import type { Locator } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { expectFaultless } from './harness/checks.ts';
import { expectAccountAddsUp, ONE } from './harness/contract-checks.ts';
import { fundContracts, startContractExchange, type ContractExchange } from './harness/contract-exchange.ts';
import { CONTRACTS, type ContractTrader } from './harness/contract-trader.ts';
import { figure, type Customer } from './harness/customer.ts';
import { cutInLanguages } from './harness/other-tab.ts';

type Conditional = CallOutput<'POST lever/conditional_order'>['order'];

/** Two recorded minutes per second: a move of 0.2 % either way mostly takes less than half a minute. */
const FEED_SPEED = 120;
const A_WHILE_MS = 150_000;
/** Total moved to the contract account. */
const MOVED = 2_000n * ONE;

let exchange: ContractExchange;
let customer: Customer;
let trader: ContractTrader;

beforeAll(async () => {
  exchange = await startContractExchange({ feedSpeed: FEED_SPEED });
  ({ customer, trader } = exchange);
  await fundContracts(exchange, MOVED / ONE);
  await customer.open(CONTRACTS);
});
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await exchange.phone.picture('conditional-failed');
});
afterAll(() => exchange?.close());

const tab = (name: RegExp): Locator => customer.page.getByRole('tab', { name });
const cards = (): Locator => customer.page.locator('[data-conditional]');
const order = (): Locator => trader.dialog('Conditional order: BTCUSDT');
const exit = (): Locator => trader.dialog('Conditional exit: BTCUSDT');

const lots = (): Locator => exit().getByRole('textbox', { name: /^Lots / });
const trigger = (): Locator => exit().getByRole('textbox', { name: 'Trigger price (USDT)' });

async function openExit(position: WirePosition): Promise<void> {
  await trader.act(position, 'Stops');
  await trader
    .dialog('Take-profit and stop-loss')
    .getByRole('button', { name: /^By parts, or trailing/ })
    .click();
}

async function list(view: 'open' | 'history'): Promise<Conditional[]> {
  const page = (await customer.post('lever/conditional_orders', { view })) as {
    readonly items: Conditional[];
  };
  return page.items;
}

/** The watched price that a form shows, moved by some hundredths of a percent, to a whole dollar. */
async function priceAway(sheet: Locator, hundredths: bigint): Promise<string> {
  const text = await sheet.getByText(/^(Mark|Index|Last) now: [\d,.]+ USDT$/).innerText();
  return String(
    (figure(text.replace(/^.*: /, '').replace(' USDT', '')) * (10_000n + hundredths)) / 10_000n / ONE,
  );
}

async function send(sheet: Locator): Promise<void> {
  await sheet.getByRole('button', { name: 'Place conditional order' }).click();
  await customer.page.getByText('Placed. It waits for its price.').first().waitFor();
  await sheet.waitFor({ state: 'hidden' });
}

/** The form of a conditional order, from the ticket. */
async function openOrder(): Promise<Locator> {
  await trader.form.getByRole('button', { name: /^Order type/ }).click();
  await trader
    .dialog('Order type')
    .getByRole('button', { name: /^Conditional order/ })
    .click();
  return order();
}

describe('a position', () => {
  it('is left by parts, up and down, and the rest by a stop that follows the price', async () => {
    const { position } = await trader.open('Long', 10);
    await openExit(position);
    await lots().fill('4');
    await trigger().fill(await priceAway(exit(), -20n));
    await exit()
      .getByRole('button', { name: /^Trigger above / })
      .waitFor();
    await trigger().fill(await priceAway(exit(), 20n));
    await exchange.phone.picture('conditional-exit');
    await expectFaultless(customer.page);
    await send(exit());
    await openExit(position);
    await exit().getByRole('radio', { name: 'Stop', exact: true }).check();
    await lots().fill('4');
    await trigger().fill(await priceAway(exit(), -20n));
    await send(exit());
    await expect
      .poll(async () => (await trader.now(position)).closed_lots, { timeout: A_WHILE_MS })
      .toBeGreaterThanOrEqual(4);
    const fired = (await list('history')).find(({ status }) => status === 'fired');
    const isProfit = fired!.kind === 'take_profit';
    const ahead = figure(fired!.fired_price!) - figure(fired!.trigger_price!);
    expect(isProfit ? ahead : -ahead).toBeGreaterThanOrEqual(0n);

    await openExit(position);
    await exit().getByRole('radio', { name: 'Trailing' }).check();
    await exit().getByRole('textbox', { name: 'Distance' }).fill('0.1');
    await exit().getByRole('checkbox', { name: 'All that is held then' }).check();
    await exchange.phone.picture('conditional-trailing');
    await expectFaultless(customer.page);
    await send(exit());
    await expect
      .poll(async () => (await trader.now(position)).status, { timeout: A_WHILE_MS })
      .toBe('closed');
    const ended = await list('history');
    expect(ended.find(one => one.trail_percent !== null)).toMatchObject({ trail_percent: '0.1', lots: null });
    expect(await list('open')).toEqual([]);
    await expectAccountAddsUp(trader, MOVED);
  });
});

describe('an order that waits for its price', () => {
  it('is placed from the order form, is counted and listed, and freezes nothing', async () => {
    const sheet = await openOrder();
    await sheet.getByRole('radio', { name: 'Buy (long)' }).check();
    await sheet.getByRole('textbox', { name: 'Trigger price (USDT)' }).fill(await priceAway(sheet, 2_000n));
    await sheet.getByRole('radio', { name: 'Limit' }).check();
    await sheet
      .getByRole('textbox', { name: 'Price (USDT)', exact: true })
      .fill(await priceAway(sheet, 2_000n));
    await sheet.getByRole('textbox', { name: 'Lots' }).fill('3');
    await exchange.phone.picture('conditional-order');
    await expectFaultless(customer.page);
    await send(sheet);
    await tab(/^Orders 1$/).click();
    await cards()
      .getByText(/^Stop · Buy$/)
      .waitFor();
    await exchange.phone.picture('conditional-list');
    await expectFaultless(customer.page);
    expect((await trader.account()).frozen).toBe(0n);
  });

  it('survives a reload, and is cancelled', async () => {
    await customer.page.reload();
    await tab(/^Orders 1$/).click();
    await cards()
      .getByRole('button', { name: /^Cancel: Stop · Buy/ })
      .click();
    await cards().waitFor({ state: 'hidden' });
    await tab(/^Orders 0$/).waitFor();
  });

  it('stands in the history, with the price it fired at or why it ended', async () => {
    await tab(/^History/).click();
    await customer.page.getByRole('radio', { name: 'Conditional' }).check();
    await cards().getByText('Cancelled').waitFor();
    await cards()
      .getByText(/^Fired at [\d,.]+$/)
      .first()
      .waitFor();
    const fired = (await list('history')).find(({ status }) => status === 'fired');
    await cards()
      .getByText(`#${String(fired!.order_id)}`, { exact: true })
      .first()
      .waitFor();
    await exchange.phone.picture('conditional-history');
    await expectFaultless(customer.page);
  });
});

describe('in any language', () => {
  it('nothing of the form and of the list is cut', async () => {
    const away = { market_id: '1', side: 'buy', lots: '3', trigger_price: '900000' };
    await customer.post('lever/conditional_order', away);
    await customer.post('lever/conditional_order', {
      ...{ market_id: '1', side: 'sell', lots: '3' },
      ...{ trail_percent: '20', trigger_price: '900000', trigger_source: 'index' },
    });
    const cut = await cutInLanguages(customer.page, `${exchange.app.webUrl}#${CONTRACTS}`, {
      prepare: async () => {
        await customer.page.getByRole('tab').nth(1).click();
        await cards().first().waitFor();
      },
      seen: (language, width) => exchange.phone.picture(`conditional-list-${language}-${width}`),
    });
    expect(cut).toEqual([]);
    const cutForm = await cutInLanguages(customer.page, `${exchange.app.webUrl}#${CONTRACTS}`, {
      prepare: async () => {
        if ((await customer.page.getByRole('dialog').count()) > 0) return;
        await customer.page.locator('form button[aria-haspopup="dialog"]').nth(3).click();
        await customer.page.locator('dialog li button').nth(3).click();
        await customer.page.locator('dialog input[name="trigger"]').waitFor();
      },
      seen: (language, width) => exchange.phone.picture(`conditional-form-${language}-${width}`),
    });
    expect(cutForm).toEqual([]);
  });
});
