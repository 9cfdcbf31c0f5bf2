import type { Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { App } from './harness/app.ts';
import { expectFaultless } from './harness/checks.ts';
import { Customer, figure } from './harness/customer.ts';
import { cutInLanguages } from './harness/other-tab.ts';
import { openPhone, type Phone } from './harness/phone.ts';
import { startPreparedApp } from './harness/prepared-app.ts';

const UNIT = 100_000_000n;

let app: App;
let phone: Phone;
let customer: Customer;
let other: Customer;
let page: Page;

beforeAll(async () => {
  app = await startPreparedApp();
  phone = await openPhone(app.browser);
  customer = new Customer(phone, app);
  page = phone.page;
  await customer.signUp('trailing@example.org');
  await customer.fund();
  other = new Customer(await openPhone(app.browser), app);
  await other.signUp('trailing-mover@example.org');
  await other.fund();
  await customer.open('/pages/trade/index');
});
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await phone.picture('trailing-failed');
});
afterAll(() => app?.close());

const ticketField = (name: string): Locator => customer.ticket.getByRole('textbox', { name, exact: true });
const card = (): Locator => page.getByRole('listitem').filter({ hasText: 'Trailing stop' }).first();
const ordersTab = (count: number): Locator => customer.tab(`Open orders ${count}`);
/** Where the first card says that it fires, in hundred-millionths. */
const firesAt = async (): Promise<bigint> =>
  figure(
    (
      await card()
        .getByText(/^[≤≥] [\d,.]+$/)
        .innerText()
    ).replace(/^. /, ''),
  );

/** Makes the last price the best bid, or the best ask. */
async function tradeAt(side: 'bid' | 'ask'): Promise<void> {
  const order = { market_id: '1', type: 'market' };
  await other.post(
    'coin/trade',
    side === 'ask' ? { ...order, side: 'buy', budget: '100' } : { ...order, side: 'sell', quantity: '0.001' },
  );
}

async function fillTrailingSale(distance: string, unit: '%' | 'USDT'): Promise<void> {
  await customer.ticket.getByRole('radio', { name: 'Sell' }).check();
  await customer.chooseOrderType('Trailing stop');
  const change = customer.ticket.getByRole('button', { name: /give the distance in the other way$/ });
  if (!(await change.innerText()).startsWith(unit)) await change.click();
  await ticketField('Distance').fill(distance);
  await customer.field('Amount').fill('0.001');
}

describe('a trailing stop', () => {
  it('says before it is sent where it would fire, and from which price it is measured', async () => {
    await fillTrailingSale('0.05', '%');
    await customer.ticket.getByRole('button', { name: 'From 0.1% to 50%' }).waitFor();
    await ticketField('Distance').fill('1');
    await customer.ticket.getByRole('button', { name: /^Watched price/ }).click();
    const sources = page.getByRole('dialog', { name: 'Watched price' });
    await phone.picture('trailing-source');
    await expectFaultless(page);
    await sources.getByRole('button', { name: /^Index price/ }).click();
    await sources.waitFor({ state: 'hidden' });
    await customer.ticket.getByText(/^≤ [\d,.]+$/).waitFor();
    await phone.picture('trailing-ticket');
    await expectFaultless(page);
    const said = await customer.send('Sell BTC');
    expect(said).toMatch(/Trail\s+1% below the highest price/);
    expect(said).toMatch(/Watched price\s+Index price/);
    await ordersTab(1).waitFor();
    await card().getByText('1%', { exact: true }).waitFor();
    await card()
      .getByText(/Index price/)
      .waitFor();
    await phone.picture('trailing-card');
    await expectFaultless(page);
  });

  it('with a start begins there, and says so until then', async () => {
    await customer.post('coin/cancel_all');
    await ordersTab(0).waitFor();
    const bid = (await customer.bestPrice('Bids')) / UNIT;
    const start = (bid * 105n) / 100n;
    await fillTrailingSale('100', 'USDT');
    await ticketField('Start at (optional)').fill(String(start));
    const said = await customer.send('Sell BTC');
    expect(said).toMatch(/Trail\s+100 USDT below the highest price/);
    expect(said).toContain(`When the price rises to ${start.toLocaleString('en-US')} USDT`);
    await card()
      .getByText(`≥ ${start.toLocaleString('en-US')}`)
      .waitFor();
    await page.getByRole('button', { name: /^Sell BTC\/USDT Trailing stop/ }).click();
    const sheet = page.getByRole('dialog', { name: 'Sell BTC/USDT' });
    await sheet.getByText('100 USDT below the highest price').waitFor();
    await phone.picture('trailing-sheet');
    await expectFaultless(page);
    await sheet.getByRole('button', { name: 'Close' }).click();
  });

  it('follows a rising price up, never down, and sells once it has turned back by the distance', async () => {
    await customer.post('coin/cancel_all');
    await ordersTab(0).waitFor();
    await tradeAt('bid');
    await fillTrailingSale('1', '%');
    await ticketField('Start at (optional)').fill('');
    await customer.ticket.getByRole('button', { name: /^Watched price/ }).click();
    await page
      .getByRole('dialog', { name: 'Watched price' })
      .getByRole('button', { name: /^Last price/ })
      .click();
    await customer.send('Sell BTC');
    await ordersTab(1).waitFor();
    const first = await firesAt();
    await tradeAt('ask');
    await expect.poll(firesAt).toBeGreaterThan(first);
    const top = await firesAt();
    await tradeAt('bid');
    // Asked again, the exchange says the same as the prices that were seen.
    await page.waitForResponse(reply => reply.url().includes('/api/coin/list'));
    expect(await firesAt()).toBeGreaterThanOrEqual(top);
    await customer.post('coin/cancel_all');

    await tradeAt('ask');
    await fillTrailingSale('0.1', 'USDT');
    await customer.send('Sell BTC');
    await tradeAt('bid');
    await page.getByText(/^Sold 0\.001 BTC at [\d,.]+ · BTC\/USDT order completed$/).waitFor();
    await ordersTab(0).waitFor();
    await customer.tab('History').click();
    await page
      .getByRole('button', { name: /^Sell BTC\/USDT Trailing stop/ })
      .first()
      .click();
    const sheet = page.getByRole('dialog', { name: 'Sell BTC/USDT' });
    await sheet.getByText('Trigger reached').waitFor();
    await sheet.getByText('0.1 USDT below the highest price').waitFor();
    await sheet.getByRole('button', { name: 'Close' }).click();
    await customer.tab(/^Open orders/).click();
  });
});

it.each([320, 768, 1440])('fits at %i pixels', async width => {
  await page.setViewportSize({ width, height: width === 320 ? 693 : 1000 });
  await fillTrailingSale('2', '%');
  await customer.ticket.getByText(/^≤ [\d,.]+$/).waitFor();
  await phone.picture(`trailing-${String(width)}`);
  await expectFaultless(page);
  await page.setViewportSize({ width: 390, height: 844 });
});

describe('in any language', () => {
  it.each<[string, () => Promise<void>]>([
    ['the form', () => Promise.resolve()],
    ['the types', () => page.locator('form button[aria-haspopup="dialog"]').first().click()],
    ['a waiting one', () => page.locator('li dl').first().scrollIntoViewIfNeeded()],
  ])('nothing of it is cut: %s', async (name, prepare) => {
    if (name === 'a waiting one') {
      const trailing = { market_id: '1', side: 'sell', type: 'trailing_stop', quantity: '0.001' };
      await customer.post('coin/trade', { ...trailing, trail_percent: '2.5', trigger_source: 'index' });
    }
    const cut = await cutInLanguages(page, `${app.webUrl}#/pages/trade/index`, {
      prepare: async () => {
        if (name === 'the form') {
          await page.locator('form button[aria-haspopup="dialog"]').first().click();
          await page.locator('dialog li button').nth(4).click();
        }
        await prepare();
      },
      seen: (language, width) => phone.picture(`trailing-${name.replaceAll(' ', '-')}-${language}-${width}`),
    });
    expect(cut).toEqual([]);
  });
});
