import type { CDPSession, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { App } from './harness/app.ts';
import { Customer, figure } from './harness/customer.ts';
import { cutInLanguages } from './harness/other-tab.ts';
import { openPhone, type Phone } from './harness/phone.ts';
import { enterSharedApp } from './harness/prepared-app.ts';
import { settled, walkTo } from './harness/walk.ts';

let app: App;
let phone: Phone;
let customer: Customer;
let page: Page;

beforeAll(async () => {
  app = await enterSharedApp();
  phone = await openPhone(app.browser);
  customer = new Customer(phone, app);
  page = phone.page;
  await customer.signUp('trader@example.org');
  await customer.fund();
});
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await phone.picture('trading-failed');
});
afterAll(() => app?.close());

/** Taps a figure of the book and returns it; taps again if it changed meanwhile. */
async function tap(level: Locator): Promise<bigint> {
  const label = async () => figure((await level.getAttribute('aria-label')) ?? '');
  for (;;) {
    const before = await label();
    await level.click();
    if ((await label()) === before) return before;
  }
}

describe('the order book and the order form', () => {
  it('a tapped price is the price, a tapped size the amount', async () => {
    await customer.open('/pages/trade/index');
    const row = page.getByRole('list', { name: 'Asks' }).getByRole('listitem').first();
    const price = await tap(row.getByRole('button', { name: /^Use price/ }));
    await expect.poll(async () => figure(await customer.field('Price (USDT)').inputValue())).toBe(price);
    const amount = await tap(row.getByRole('button', { name: /^Use amount/ }));
    await expect.poll(async () => figure(await customer.field('Amount').inputValue())).toBe(amount);
  });

  it('a tap on the balance uses all of it, to the cent', async () => {
    await customer.ticket.getByRole('button', { name: /^Available/ }).click();
    const total = figure(await customer.field('Total').inputValue());
    const available = await customer.available();
    expect(total).toBeLessThanOrEqual(available);
    // The rest is not enough for one more lot (0.00001 BTC).
    const price = figure(await customer.field('Price (USDT)').inputValue());
    expect(available - total).toBeLessThan(price / 100_000n);
  });

  it('says on the button what is missing, and does not send it', async () => {
    await customer.field('Amount').fill('5');
    await customer.ticket.getByRole('button', { name: /^Only .* USDT available$/ }).click();
    await customer.field('Amount').fill('0.00001');
    await customer.ticket.getByRole('button', { name: /^At least .* USDT$/ }).click();
    await customer.field('Amount').fill('');
    await customer.ticket.getByRole('button', { name: 'Enter an amount' }).click();
    expect(await page.getByRole('dialog').count()).toBe(0);
  });

  it('sends one order for a double tap', async () => {
    const best = (await customer.bestPrice('Bids')) / 100_000_000n;
    await customer.field('Price (USDT)').fill(String((best * 97n) / 100n));
    await customer.field('Amount').fill('0.001');
    await customer.ticket.getByRole('button', { name: 'Buy BTC', exact: true }).click();
    const sheet = page.getByRole('dialog', { name: 'Check your order' });
    await sheet.getByRole('button', { name: 'Buy BTC', exact: true }).dblclick();
    await sheet.waitFor({ state: 'hidden' });
    await customer.tab('Open orders 1').waitFor();
    // A second order would not be refused, so it would be listed here.
    await page.reload();
    await customer.tab('Open orders 1').waitFor();
  });

  it('sends an order that was refused for want of funds again when funds have come', async () => {
    const best = (await customer.bestPrice('Bids')) / 100_000_000n;
    const all = { currency_id: '3', amount: String((await customer.available()) / 100_000_000n) };
    // Another device moves the money just before the order arrives.
    await page.route(
      '**/api/coin/trade',
      async route => {
        await customer.post('wallet/change', { from: 'spot', to: 'trust', ...all });
        await route.continue();
      },
      { times: 1 },
    );
    await customer.field('Price (USDT)').fill(String((best * 97n) / 100n));
    await customer.field('Amount').fill('0.001');
    await customer.ticket.getByRole('button', { name: 'Buy BTC', exact: true }).click();
    const sheet = page.getByRole('dialog', { name: 'Check your order' });
    await sheet.getByRole('button', { name: 'Buy BTC', exact: true }).click();
    await page.getByText(/^Insufficient balance/).waitFor();
    // The balance arrives by itself. Were it to arrive during the second press, the button would be blocked just then.
    await sheet.getByRole('button', { name: /^Only [\d.,]+ USDT available$/ }).waitFor();
    await customer.post('wallet/change', { from: 'trust', to: 'spot', ...all });
    // The same button is pressed again on the unchanged page.
    await sheet.getByRole('button', { name: 'Buy BTC', exact: true }).click();
    await sheet.waitFor({ state: 'hidden' });
    await customer.tab('Open orders 2').waitFor();
    await page
      .getByRole('button', { name: /^Cancel: / })
      .first()
      .click();
    await customer.tab('Open orders 1').waitFor();
    // The browser itself logs the refusal.
    expect(phone.complaints.splice(0)).toEqual([expect.stringMatching(/status of 409/)]);
  });

  it('places a stop that waits for its trigger', async () => {
    await customer.chooseOrderType('Stop-market');
    const best = (await customer.bestPrice('Asks')) / 100_000_000n;
    await customer.ticket.getByRole('textbox', { name: 'Trigger (USDT)' }).fill(String((best * 103n) / 100n));
    await customer.field('Budget').fill('100');
    await customer.send('Buy BTC');
    await customer.tab('Open orders 2').waitFor();
    await page.getByText('Stop-market').last().waitFor();
  });
});

describe('the chart under fingers', () => {
  it('zooms out with two fingers and pans with one, into candles that were not loaded yet', async () => {
    await walkTo(page, '/pages/trade/kline?market=1');
    const canvas = page.getByRole('figure', { name: 'Price chart of BTC/USDT' });
    await canvas.locator('canvas').first().waitFor();
    const fingers = await page.context().newCDPSession(page);
    const box = (await canvas.boundingBox())!;
    const [middle, height] = [box.x + box.width / 2, box.y + box.height / 3];

    // Zooms out first, because the oldest candle is further away than the swipes reach.
    for (let pinch = 0; pinch < 8; pinch++) {
      await drag(
        fingers,
        [
          [middle - 150, height],
          [middle + 120, height],
        ],
        [
          [middle - 20, height],
          [middle + 20, height],
        ],
      );
    }
    const asked = page.waitForRequest(request => /new_timeshar\?.*to_ms=/.test(request.url()));
    for (let swipe = 0; swipe < 12; swipe++) {
      await drag(fingers, [[middle - 120, height]], [[middle + 150, height]]);
    }
    await asked;
    expect(phone.complaints).toEqual([]);
  });

  it('remembers the interval and the indicators', async () => {
    await page.getByRole('radio', { name: '1h' }).check();
    await customer.button('BOLL').click();
    await page.reload();
    await settled(page);
    await page.getByRole('radio', { name: '1h', checked: true }).waitFor();
    await expect.poll(() => customer.button('BOLL').getAttribute('aria-pressed')).toBe('true');
  });
});

type Point = readonly [x: number, y: number];

/** Touches, moves and lifts all fingers together. */
async function drag(fingers: CDPSession, from: readonly Point[], to: readonly Point[]): Promise<void> {
  const steps = 6;
  const at = (part: number) =>
    from.map(([x, y], i) => {
      const [toX, toY] = to[i]!;
      return { x: x + (toX - x) * part, y: y + (toY - y) * part, id: i };
    });
  await fingers.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(0) });
  for (let step = 1; step <= steps; step++) {
    await fingers.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(step / steps) });
  }
  await fingers.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
}

describe('with orders on the screen', () => {
  it('nothing is cut in any language', async () => {
    const trade = await cutInLanguages(page, `${app.webUrl}#/pages/trade/index`, {
      prepare: () => page.locator('form').getByRole('textbox').nth(1).fill('0.0123'),
    });
    const chart = await cutInLanguages(page, `${app.webUrl}#/pages/trade/kline?market=1`);
    expect([...trade, ...chart]).toEqual([]);
  });
});
