import type { WirePerpetualOrder } from '@tallystick/protocol/wire';
import type { Locator } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { expectFaultless } from './harness/checks.ts';
import { expectAccountAddsUp, expectCardTrue, ONE } from './harness/contract-checks.ts';
import { fundContracts, startContractExchange, type ContractExchange } from './harness/contract-exchange.ts';
import { CONTRACTS, type ContractTrader } from './harness/contract-trader.ts';
import { figure, type Customer } from './harness/customer.ts';
import { cutInLanguages } from './harness/other-tab.ts';
import { settled } from './harness/walk.ts';

/** Total moved to the contract account. */
const MOVED = 1_000n * ONE;

let exchange: ContractExchange;
let customer: Customer;
let trader: ContractTrader;

beforeAll(async () => {
  exchange = await startContractExchange({ feedSpeed: 60 });
  ({ customer, trader } = exchange);
  await fundContracts(exchange, MOVED / ONE);
  await customer.open(CONTRACTS);
});
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await exchange.phone.picture('modes-failed');
});
afterAll(() => exchange?.close());

const modeButton = (): Locator => trader.form.getByRole('button', { name: /^Positions: / });
const modeSheet = (): Locator => trader.dialog('BTCUSDT: your positions');
const toast = (text: string | RegExp): Locator => customer.page.getByText(text).first();
const effect = (text: string | RegExp): Locator => trader.form.getByText(text);

async function chooseMode(mode: 'Separate' | 'Hedge' | 'Net'): Promise<void> {
  await modeButton().click();
  await modeSheet()
    .getByRole('button', { name: new RegExp(`^${mode} `) })
    .click();
  await modeSheet()
    .getByRole('button', { name: `Use “${mode}”` })
    .click();
  await modeSheet().waitFor({ state: 'hidden' });
  await trader.form.getByRole('button', { name: `Positions: ${mode}` }).waitFor();
}

async function chooseType(name: 'Market' | 'Limit' | 'Post-only'): Promise<void> {
  await trader.form.getByRole('button', { name: /^Order type/ }).click();
  const sheet = trader.dialog('Order type');
  await sheet.getByRole('button', { name: new RegExp(`^${name} `) }).click();
  await sheet.waitFor({ state: 'hidden' });
}

/** Fills in an order at a price, or at market. */
async function fill(side: string, lots: number, price?: bigint): Promise<void> {
  await trader.form.getByRole('radio', { name: side, exact: true }).check();
  await chooseType(price === undefined ? 'Market' : 'Limit');
  if (price !== undefined) {
    await trader.form.getByRole('textbox', { name: 'Price (USDT)' }).fill(String(price));
  }
  await trader.form.getByRole('textbox', { name: 'Lots' }).fill(String(lots));
}

/** Sends what is filled in. Returns what the confirmation said. */
async function send(button: string): Promise<string> {
  await trader.form.getByRole('button', { name: button, exact: true }).click();
  const sheet = trader.dialog('Check your order');
  await sheet.locator('dd').first().waitFor();
  const said = await sheet.innerText();
  await sheet.getByRole('button', { name: button, exact: true }).click();
  await sheet.waitFor({ state: 'hidden' });
  return said;
}

async function orders(view: 'open' | 'history'): Promise<readonly WirePerpetualOrder[]> {
  const { items } = (await customer.post('lever/orders', { view, limit: '100' })) as {
    readonly items: readonly WirePerpetualOrder[];
  };
  return items;
}

/** Whole USDT, this many thousandths of the best price. */
const near = async (side: 'Bids' | 'Asks', thousandths: bigint): Promise<bigint> =>
  ((await customer.bestPrice(side)) * thousandths) / 1000n / ONE;

describe('positions of a contract', () => {
  it('each order is a position of its own, until the customer chooses otherwise', async () => {
    await trader.chooseMultiple(10);
    await trader.open('Long', 4);
    await trader.open('Long', 6);
    await customer.tab('Positions 2').waitFor();
    await modeButton().click();
    await modeSheet()
      .getByRole('button', { name: /^Hedge / })
      .click();
    await modeSheet()
      .getByText(/^Your 2 long positions become one\./)
      .waitFor();
    await customer.picture('modes-sheet');
    await expectFaultless(customer.page);
    await modeSheet().getByRole('button', { name: 'Back' }).click();
  });

  it('the change is refused while an order waits, with the reason', async () => {
    await fill('Long', 1, await near('Bids', 990n));
    await trader.form.getByRole('button', { name: 'Open long', exact: true }).click();
    const check = trader.dialog('Check your order');
    await check.getByRole('button', { name: 'Open long', exact: true }).click();
    await customer.tab('Orders 1').waitFor();
    await modeButton().click();
    await modeSheet().getByRole('button', { name: /^Net / }).click();
    await modeSheet().getByText('Cancel your waiting orders of this contract first.').waitFor();
    expect(await modeSheet().getByRole('button', { name: 'Use “Net”' }).isDisabled()).toBe(true);
    await customer.picture('modes-refused');
    await modeSheet().getByRole('button', { name: 'Back' }).click();
    await customer.post('lever/cancel_all');
    await customer.tab('Orders 0').waitFor();
  });
});

describe('hedge', () => {
  it('makes the positions of one side one, without losing or gaining anything', async () => {
    const before = await trader.positions();
    await chooseMode('Hedge');
    await customer.tab('Positions 1').waitFor();
    const [one] = await trader.positions();
    const sum = (field: 'open_value' | 'margin') =>
      before.reduce((total, position) => total + figure(position[field]), 0n);
    expect(one).toMatchObject({ holding_lots: 10, direction: 'long' });
    expect(figure(one!.open_value)).toBe(sum('open_value'));
    expect(figure(one!.margin)).toBe(sum('margin'));
    await expectCardTrue(trader, one!);
  });

  it('holds one long and one short', async () => {
    await fill('Short', 3);
    await send('Sell (short)');
    await toast(/^Filled: 3 lots at/).waitFor();
    await customer.tab('Positions 2').waitFor();
    await fill('Short', 2);
    await send('Sell (short)');
    await expect
      .poll(async () => (await trader.positions()).map(one => one.holding_lots).toSorted())
      .toEqual([10, 5]);
    await customer.tab('Positions 2').waitFor();
    await expectAccountAddsUp(trader, MOVED);
    await settled(customer.page);
    await customer.picture('modes-hedge');
    await expectFaultless(customer.page);
  });

  it('refuses one position while both sides are held', async () => {
    await modeButton().click();
    await modeSheet().getByRole('button', { name: /^Net / }).click();
    await modeSheet()
      .getByText(/^Close either your longs or your shorts first/)
      .waitFor();
    await modeSheet().getByRole('button', { name: 'Back' }).click();
    await trader.form.getByRole('checkbox', { name: 'Reduce only' }).check();
    await fill('Close short', 5);
    await effect('Closes at most 5 lots of your short; opens nothing.').waitFor();
    await customer.picture('modes-reduce');
    await expectFaultless(customer.page);
    await send('Close short');
    await customer.tab('Positions 1').waitFor();
  });
});

describe('net', () => {
  it('a ladder of orders that only reduce: all are listed, and never more than is held', async () => {
    await chooseMode('Net');
    for (const [at, lots] of [
      [1010n, 3],
      [1015n, 4],
    ] as const) {
      await fill('Close long', lots, await near('Asks', at));
      await send('Close long');
    }
    await customer.tab('Orders 2').waitFor();
    await fill('Close long', 4, await near('Asks', 1020n));
    await trader.form.getByRole('button', { name: 'At most 3: other orders close the rest' }).waitFor();
    await fill('Close long', 3, await near('Asks', 1020n));
    await send('Close long');
    await customer.tab('Orders 3').click();
    const cancel = customer.page.getByRole('button', { name: /^Cancel: Close Long BTCUSDT/ });
    await expect.poll(() => cancel.count()).toBe(3);
    await cancel.first().scrollIntoViewIfNeeded();
    await customer.picture('modes-ladder');
    await expectFaultless(customer.page);
    // The position's own sheet knows them, too.
    await customer.tab('Positions 1').click();
    const [position] = await trader.positions();
    await trader.card(position!).getByText('3 orders wait to close 10 lots.').waitFor();
    await trader.act(position!, 'Close');
    const sheet = trader.dialog(/^Close Long/);
    await sheet.getByRole('radio', { name: 'Limit' }).check();
    await sheet.getByText(/^10 lots of it already wait to be closed/).waitFor();
    await sheet.getByRole('button', { name: 'Close', exact: true }).click();
    await customer.tab('Orders 3').click();
    await cancel.first().click();
    await customer.tab('Orders 2').waitFor();
    expect(await orders('open')).toHaveLength(2);
  });

  it('says what an order the other way closes before it opens, and does just that', async () => {
    await customer.tab(/^Positions/).click();
    await trader.form.getByRole('checkbox', { name: 'Reduce only' }).uncheck();
    await fill('Short', 14);
    await effect('First closes 10 lots of your long, then opens 4 lots short.').waitFor();
    await customer.picture('modes-turns');
    await expectFaultless(customer.page);
    const said = await send('Sell (short)');
    expect(said).toContain('First closes 10 lots of your long, then opens 4 lots short.');
    await toast(/^Filled: 14 lots at/).waitFor();
    await customer.tab('Orders 0').waitFor();
    const [position] = await trader.positions();
    expect(position).toMatchObject({ direction: 'short', holding_lots: 4 });
    await expectCardTrue(trader, position!);
    await expectAccountAddsUp(trader, MOVED);
  });

  it('every order is in the history, with why it ended', async () => {
    await customer.tab('History').click();
    await customer.page.getByRole('radio', { name: 'Orders' }).check();
    await customer.page.getByText('Nothing was left to close').first().waitFor();
    await customer.page.getByText('Filled completely').first().waitFor();
    await customer.page.getByText('You cancelled it').first().waitFor();
    await customer.picture('modes-history');
    await expectFaultless(customer.page);
    const [newest] = await orders('history');
    await customer.page.getByText(`#${newest!.order_id}`, { exact: true }).waitFor();
    await customer.tab(/^Positions/).click();
  });
});

it.each([320, 768, 1440])('fits at %i pixels', async width => {
  const { page } = customer;
  await page.setViewportSize({ width, height: width === 320 ? 693 : 1000 });
  await fill('Long', 6);
  await effect('First closes 4 lots of your short, then opens 2 lots long.').waitFor();
  await customer.picture(`modes-${String(width)}`);
  await expectFaultless(page);
  await page.setViewportSize({ width: 390, height: 844 });
});

describe('in any language', () => {
  it.each<[string, () => Promise<void>]>([
    [
      'the form',
      async () => {
        await customer.page.locator('form input[type="checkbox"]').first().check();
      },
    ],
    ['the modes', () => customer.page.locator('form button[aria-haspopup="dialog"]').first().click()],
    ['waiting orders', () => customer.page.getByRole('tab').nth(1).click()],
  ])('nothing of it is cut: %s', async (name, prepare) => {
    if (name === 'waiting orders') {
      const order = { market_id: '1', side: 'buy', reduce_only: 'true', type: 'limit', multiple: '10' };
      await customer.post('lever/order', { ...order, lots: '2', price: String(await near('Bids', 990n)) });
    }
    const cut = await cutInLanguages(customer.page, `${exchange.app.webUrl}#${CONTRACTS}`, {
      prepare,
      seen: (language, width) =>
        customer.picture(`modes-${name.replaceAll(' ', '-')}-${language}-${String(width)}`),
    });
    expect(cut).toEqual([]);
  });
});
