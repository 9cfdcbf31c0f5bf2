import type { Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { App } from './harness/app.ts';
import { expectFaultless } from './harness/checks.ts';
import { Customer } from './harness/customer.ts';
import { OperatorAtDesk } from './harness/desk.ts';
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
  await customer.signUp('orders@example.org');
  await customer.fund();
  await customer.open('/pages/trade/index');
});
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await phone.picture('orders-failed');
});
afterAll(() => app?.close());

const dialog = (name: string): Locator => page.getByRole('dialog', { name });
const edit = (): Locator => customer.button('Edit: Buy BTC/USDT');
/** A price this far from the best bid, in tens: a thousandth of it is whole cents, as balances are shown. */
const percentOfBid = async (percent: bigint): Promise<bigint> =>
  (((await customer.bestPrice('Bids')) * percent) / 1000n / UNIT) * 10n;

/** Cancels what is open, as another device would. */
async function cancelAll(): Promise<void> {
  await customer.post('coin/cancel_all');
  await customer.tab('Open orders 0').waitFor();
}

describe('amending an order', () => {
  it('less keeps its place and frees the money at once', async () => {
    const price = await percentOfBid(97n);
    await customer.buyLimit(price, '0.002');
    await customer.tab('Open orders 1').waitFor();
    const available = await customer.available();
    await edit().click();
    const sheet = dialog('Edit order');
    await sheet.getByRole('button', { name: 'Change something first' }).waitFor();
    await sheet.getByRole('textbox', { name: 'Amount' }).fill('0.001');
    await sheet.getByText('Keeps its place in the queue.').waitFor();
    await phone.picture('orders-amend');
    await expectFaultless(page);
    await sheet.getByRole('button', { name: 'Change the order' }).click();
    await sheet.waitFor({ state: 'hidden' });
    await page.getByText('/ 0.001 BTC').waitFor();
    await customer.waitForAvailable(available + (price * UNIT) / 1000n);
  });

  it('another price takes its turn again, from the order’s own sheet', async () => {
    const price = await percentOfBid(98n);
    await page.getByRole('button', { name: /^Buy BTC\/USDT Limit/ }).click();
    await dialog('Buy BTC/USDT').getByRole('button', { name: 'Edit' }).click();
    const sheet = dialog('Edit order');
    await sheet.getByRole('textbox', { name: 'Price (USDT)' }).fill(String(price));
    await sheet.getByText('Takes its turn again, behind the others at its price.').waitFor();
    await phone.picture('orders-amend-price');
    await sheet.getByRole('button', { name: 'Change the order' }).click();
    await sheet.waitFor({ state: 'hidden' });
    await page
      .getByText(`${price.toLocaleString('en-US')} USDT`)
      .first()
      .waitFor();
  });

  it('an order whose answers are all lost is changed once, under one key', async () => {
    const keys: string[] = [];
    await page.route('**/api/coin/amend', async route => {
      keys.push((await route.request().headerValue('idempotency-key')) ?? '');
      if (keys.length > 3) return route.continue();
      // It arrives, but nobody hears the answer.
      await route.fetch();
      return route.abort();
    });
    await edit().click();
    const sheet = dialog('Edit order');
    await sheet.getByRole('textbox', { name: 'Amount' }).fill('0.003');
    await sheet.getByRole('button', { name: 'Change the order' }).click();
    await sheet.getByText(/^The answer got lost/).waitFor();
    // The order has come by the socket: nothing is left to change, and the sheet can be closed.
    await sheet.getByRole('button', { name: 'Change something first' }).waitFor();
    await sheet.getByRole('button', { name: 'Back' }).click();
    await page.getByText('/ 0.003 BTC').waitFor();
    expect(new Set(keys).size).toBe(1);
    await page.unroute('**/api/coin/amend');
    phone.complaints.length = 0;
  });

  it('says so if the order ends while its sheet is open', async () => {
    await edit().click();
    const sheet = dialog('Edit order');
    await customer.post('coin/cancel_all');
    await sheet.getByRole('button', { name: 'This order has ended meanwhile' }).waitFor();
    await sheet.getByRole('button', { name: 'Back' }).click();
    await customer.tab('Open orders 0').waitFor();
  });
});

describe('a stop', () => {
  it('is not sent once the price has gone past the trigger that was typed', async () => {
    const other = new Customer(await openPhone(app.browser), app);
    await other.signUp('mover@example.org');
    await other.fund();
    const order = { market_id: '1', type: 'market' };
    // A purchase moves the last price to the best ask; the trigger lies between it and the best bid.
    await other.post('coin/trade', { ...order, side: 'buy', budget: '100' });
    await customer.chooseOrderType('Stop-limit');
    const [bid, ask] = [await customer.bestPrice('Bids'), await customer.bestPrice('Asks')];
    const trigger = (bid + ask) / 2n / (UNIT / 10n);
    const text = `${trigger / 10n}.${trigger % 10n}`;
    await customer.ticket.getByRole('textbox', { name: 'Trigger (USDT)' }).fill(text);
    await customer.field('Price (USDT)').fill(text);
    await customer.field('Amount').fill('0.001');
    await customer.ticket.getByRole('button', { name: 'Buy BTC', exact: true }).click();
    const sheet = dialog('Check your order');
    await sheet.getByText(/^When the price falls to [\d,.]+ USDT$/).waitFor();
    await phone.picture('orders-stop');
    await expectFaultless(page);
    await other.post('coin/trade', { ...order, side: 'sell', quantity: '0.001' });
    await sheet.getByRole('button', { name: /^The price is past it/ }).waitFor();
    await sheet.getByRole('button', { name: 'Back' }).click();
    await customer.tab('Open orders 0').waitFor();
    await customer.chooseOrderType('Limit');
  });
});

describe('an order until a date', () => {
  it('ends by itself, and says why', async () => {
    await customer.ticket.getByRole('button', { name: /^How long it lasts/ }).click();
    const sheet = dialog('How long it lasts');
    await sheet.getByRole('button', { name: /^Until a date \(GTD\)/ }).click();
    await sheet.getByRole('radio', { name: '1 hour' }).check();
    await expectFaultless(page);
    await sheet.getByRole('button', { name: 'Close' }).click();
    await customer.field('Price (USDT)').fill(String(await percentOfBid(97n)));
    await customer.field('Amount').fill('0.001');
    const said = await customer.send('Buy BTC');
    expect(said).toMatch(/Lasts until\s+1 hour/);
    await page.getByText(/\d+ minutes left$/).waitFor();

    const desk = await OperatorAtDesk.loggedIn(app, 'admin');
    await desk.open('/clock', 'Clock');
    await desk.button('1 hour').click();
    await desk.giveReason('browser test', 'Put forward');
    await customer.tab('Open orders 0').waitFor();
    await customer.tab('History').click();
    await page.getByText('Its time was over').first().waitFor();
    await phone.picture('orders-expired');
    await customer.tab(/^Open orders/).click();
  });
});

describe('the dead man’s switch', () => {
  it('outlives a restart of the exchange and a reload, and cancels what nobody guards any longer', async () => {
    await cancelAll();
    await customer.buyLimit(await percentOfBid(97n), '0.001');
    await customer.tab('Open orders 1').waitFor();
    await customer.button('Dead man’s switch').click();
    const sheet = dialog('Dead man’s switch');
    await sheet.getByLabel('Cancel after').selectOption('30000');
    await expectFaultless(page);
    await sheet.getByRole('button', { name: 'Switch on' }).click();
    await sheet.waitFor({ state: 'hidden' });
    const strip = page.getByRole('region', { name: 'Dead man’s switch' });
    await strip.getByText(/^All BTC\/USDT orders are cancelled in 0:\d\d$/).waitFor();
    await expectFaultless(page);
    await app.restart();
    await page.reload();
    await strip.waitFor();
    await customer.tab('Open orders 0').waitFor();
    await strip.waitFor({ state: 'hidden' });
    await customer.tab('History').click();
    await page.getByText('Your dead man’s switch ran out').first().waitFor();
    await phone.picture('orders-switch-ran-out');
    await customer.tab(/^Open orders/).click();
  });

  it('is extended while the app is open if the customer wishes so, until it is switched off', async () => {
    await customer.button('Dead man’s switch').click();
    const sheet = dialog('Dead man’s switch');
    await sheet.getByLabel('Cancel after').selectOption('30000');
    await sheet.getByRole('checkbox', { name: /^Extend it while this app is open/ }).check();
    await sheet.getByRole('button', { name: 'Switch on' }).click();
    await page.getByText('Extended while the app is open').waitFor();
    // A third of the time later; a reload of another page goes on with it.
    await page.waitForRequest(request => request.url().endsWith('/api/coin/cancel_timer'));
    await customer.open('/pages/assets/index');
    const extended = page.waitForRequest(request => request.url().endsWith('/api/coin/cancel_timer'));
    await page.reload();
    await extended;
    await customer.open('/pages/trade/index');
    await page
      .getByRole('region', { name: 'Dead man’s switch' })
      .getByRole('button', { name: 'Off' })
      .click();
    await customer.button('Dead man’s switch').waitFor();
  });
});

describe('in any language', () => {
  const TRADE = '/pages/trade/index';
  /** Found by their signs, whatever they are called. */
  const signed = (sign: string) => page.locator(`button:has(svg.lucide-${sign})`).first();

  it.each<[string, () => Promise<void>]>([
    ['an order until a date', () => page.locator('li dl').first().scrollIntoViewIfNeeded()],
    ['changing it', () => signed('pencil').click()],
    ['the dead man’s switch', () => signed('timer-reset').click()],
    ['the switch while it is on', () => page.locator('li dl').first().scrollIntoViewIfNeeded()],
    [
      'an own time',
      async () => {
        await page.locator('form button[aria-haspopup="dialog"]').nth(1).click();
        await page.locator('dialog li button').nth(1).click();
        await page.locator('dialog input[value="own"]').check();
        await page.locator('dialog select').first().waitFor();
      },
    ],
    [
      'what few orders need',
      async () => {
        await page.locator('form button[aria-haspopup="dialog"]').first().click();
        await page.locator('dialog summary').click();
      },
    ],
  ])('nothing of it is cut: %s', async (name, prepare) => {
    if (name === 'an order until a date') {
      await customer.post('coin/trade', {
        ...{ market_id: '1', side: 'buy', type: 'limit', time_in_force: 'GTD', quantity: '0.001' },
        ...{ price: String(await percentOfBid(97n)), expires_at_ms: String(Date.now() + 6 * 3_600_000) },
      });
    }
    if (name === 'the switch while it is on') {
      await customer.post('coin/cancel_timer', { market_id: '1', after_ms: '86400000' });
    }
    const cut = await cutInLanguages(page, `${app.webUrl}#${TRADE}`, {
      prepare,
      seen: (language, width) => phone.picture(`orders-${name.replaceAll(' ', '-')}-${language}-${width}`),
    });
    expect(cut).toEqual([]);
  });
});
