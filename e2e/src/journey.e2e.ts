import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { App } from './harness/app.ts';
import { accessibilityFaults } from './harness/checks.ts';
import { Customer, figure } from './harness/customer.ts';
import { openPhone, type Phone } from './harness/phone.ts';
import { startNewApp } from './harness/prepared-app.ts';

const ONE = 100_000_000n;

let app: App;
let phone: Phone;
let customer: Customer;

beforeAll(async () => {
  app = await startNewApp({ FEED_SPEED: '20' });
  phone = await openPhone(app.browser);
  customer = new Customer(phone, app);
});
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await phone.picture('journey-failed');
});
afterAll(() => app?.close());

/** This percentage of the best bid, rounded down to tens: a thousandth of it is then whole cents, as balances are shown. */
async function marketPrice(percent: bigint): Promise<bigint> {
  return (((await customer.bestPrice('Bids')) * percent) / 100n / ONE / 10n) * 10n;
}

/** An order that rests in the book for the rest of the journey: a thousandth of a bitcoin, well below the market. */
let restingValue: bigint;

/** One customer's first hour on one phone; each step builds on the one before. */
describe('from newcomer to trader', () => {
  it('registers with an e-mail address and the code shown on the page', async () => {
    await customer.register('newcomer@example.org');
    expect(phone.complaints).toEqual([]);
  });

  it('takes demo funds, once', async () => {
    await customer.button('Get demo funds').click();
    await customer.page.getByText(/^Received: /).waitFor();
    await customer.button('Get demo funds').waitFor({ state: 'hidden' });
    await customer.open('/pages/trade/index');
    await expect.poll(() => customer.available()).toBeGreaterThanOrEqual(10_000n * ONE);
  });

  it('buys at market price with a budget and spends no more than that', async () => {
    const before = await customer.available();
    await customer.chooseOrderType('Market');
    await customer.field('Budget').fill('250');
    const said = await customer.send('Buy BTC');
    for (const promise of ['Fee', 'You receive', 'Worst price']) expect(said).toContain(promise);
    await customer.page.getByText(/^Filled: /).waitFor();
    await expect.poll(() => customer.available()).toBeLessThan(before);
    const spent = before - (await customer.available());
    expect(spent).toBeLessThanOrEqual(250n * ONE);
    expect(spent).toBeGreaterThan(245n * ONE);
  });

  it('finds the order with its fills in the history', async () => {
    await customer.tab('History').click();
    await customer.page.getByText('Completed').waitFor();
    await customer.button(/^Buy BTC\/USDT/).click();
    const sheet = customer.page.getByRole('dialog');
    await sheet.getByText('Taker').first().waitFor();
    await sheet.getByRole('button', { name: 'Close' }).click();
  });

  it('places a limit order that waits in the book and freezes exactly its value', async () => {
    await customer.chooseOrderType('Limit');
    await customer.tab(/^Open orders/).click();
    const before = await customer.available();
    const price = await marketPrice(97n);
    restingValue = (price * ONE) / 1000n;
    await customer.buyLimit(price, '0.001');
    await customer.tab('Open orders 1').waitFor();
    await customer.waitForAvailable(before - restingValue);
    await customer.button(/^Buy BTC\/USDT/).click();
    const held = customer.page.getByRole('dialog').getByText('Frozen for it').locator('..');
    const frozen = async () => figure((await held.innerText()).split('\n').at(-1) ?? '');
    await expect.poll(frozen).toBe(restingValue);
    await customer.page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
    await customer.picture('journey-trade');
    expect(await accessibilityFaults(customer.page)).toEqual([]);
  });

  it('fills a limit order that crosses the book at once, at the better price', async () => {
    const price = await marketPrice(101n);
    const before = await customer.available();
    await customer.buyLimit(price, '0.001');
    await expect.poll(() => customer.available()).toBeLessThan(before);
    const spent = before - (await customer.available());
    expect(spent).toBeLessThan((price * ONE) / 1000n);
    await customer.tab('Open orders 1').waitFor();
  });

  it('moves money between its accounts, which both records show', async () => {
    const { page } = customer;
    const before = await customer.available();
    await customer.open('/pages/assets/transfer/index?currency=3');
    await page.getByRole('textbox', { name: 'Amount' }).fill('100');
    await customer.button('Transfer 100 USDT').click();
    await page.getByRole('dialog', { name: 'Transfer complete' }).getByText('Transfer records').click();
    await page.waitForURL(/transfer\/record$/);
    await page
      .getByRole('listitem')
      .filter({ hasText: /100(\.00)? USDT/ })
      .waitFor();
    await customer.open('/pages/assets/record');
    await page.getByRole('listitem').filter({ hasText: 'Transfer' }).first().waitFor();
    await customer.open('/pages/trade/index');
    await customer.waitForAvailable(before - 100n * ONE);
  });

  it('draws the chart: candles, every interval, and the waiting order as a line', async () => {
    await customer.open('/pages/trade/kline?market=1');
    await customer.page.locator('canvas').first().waitFor();
    await customer.button('My orders').waitFor();
    for (const interval of ['Line', '1m', '5m', '15m', '1h', '4h', '1D']) {
      await customer.page.getByRole('radio', { name: interval, exact: true }).check();
    }
    for (const interval of ['3m', '30m', '2h', '6h', '8h', '12h', '3D', '1W', '1M']) {
      await customer.page.getByRole('combobox', { name: 'More intervals' }).selectOption(interval);
    }
    await customer.page.getByRole('radio', { name: '5m', exact: true }).check();
    await customer.picture('journey-chart');
    expect(await accessibilityFaults(customer.page)).toEqual([]);
  });

  it('cancels all orders of a pair, after saying which ones', async () => {
    await customer.open('/pages/trade/index');
    const price = await marketPrice(95n);
    const before = await customer.available();
    for (const waiting of ['Open orders 2', 'Open orders 3']) {
      await customer.buyLimit(price, '0.0002');
      await customer.tab(waiting).waitFor();
    }
    await customer.button('Cancel all BTC/USDT').click();
    const question = customer.page.getByRole('dialog', { name: 'Cancel 3 BTC/USDT orders?' });
    await question.getByText('Orders in other pairs stay.').waitFor();
    await question.getByRole('button', { name: 'Cancel them' }).click();
    await customer.tab('Open orders 0').waitFor();
    await customer.waitForAvailable(before + restingValue);
  });

  it('changes the language; the pages, the title and the server follow', async () => {
    const price = await marketPrice(97n);
    restingValue = (price * ONE) / 1000n;
    await customer.buyLimit(price, '0.001');
    await customer.tab('Open orders 1').waitFor();
    await customer.chooseLanguage('th');
    await customer.open('/pages/trade/index');
    await customer.page.getByRole('form', { name: 'ส่งคำสั่ง' }).waitFor();
    await customer.picture('journey-thai');
    expect(phone.complaints).toEqual([]);
  });

  it('reports when the exchange is away, and finds everything as it was when it is back', async () => {
    const { page } = customer;
    const away = page.getByText('เซิร์ฟเวอร์ไม่ตอบ');
    await app.restart(() => away.waitFor());
    await away.waitFor({ state: 'hidden' });
    await page.reload();
    await page.locator('html[lang="th"]').waitFor();
    await customer.chooseLanguage('en');
    await customer.open('/pages/trade/index');
    await customer.tab('Open orders 1').waitFor();
    await customer.tab('History').click();
    await page.getByText('Completed').nth(1).waitFor();
    await customer.open('/pages/trade/kline?market=1');
    await page.getByRole('radio', { name: '5m', exact: true, checked: true }).waitFor();
  });

  it('cancels the order and gets its money back', async () => {
    await customer.open('/pages/trade/index');
    const before = await customer.available();
    await customer.tab(/^Open orders/).click();
    await customer.button('Cancel: Buy BTC/USDT').click();
    await customer.tab('Open orders 0').waitFor();
    await customer.waitForAvailable(before + restingValue);
  });

  it('sells its whole balance: no rounding prevents it', async () => {
    await customer.ticket.getByRole('radio', { name: 'Sell' }).check();
    await customer.chooseOrderType('Market');
    await customer.ticket.getByRole('button', { name: /^Available/ }).click();
    await customer.send('Sell BTC');
    await customer.page.getByText(/^Filled: /).waitFor();
    await expect.poll(() => customer.available()).toBeLessThan(ONE / 100_000n);
  });
});
