import type { Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { App } from './harness/app.ts';
import { expectFaultless } from './harness/checks.ts';
import { Customer } from './harness/customer.ts';
import { openPhone, type Phone } from './harness/phone.ts';
import { enterSharedApp } from './harness/prepared-app.ts';
import { HOME } from './harness/walk/routes.ts';

let app: App;
let phone: Phone;
let page: Page;
let customer: Customer;

beforeAll(async () => {
  app = await enterSharedApp();
  phone = await openPhone(app.browser);
  page = phone.page;
  customer = new Customer(phone, app);
  await customer.signUp('searches@example.org');
});
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await phone.picture('search-failed');
});
afterAll(() => app?.close());

const box = (): Locator => page.getByRole('combobox', { name: 'Search' });
const result = (name: string | RegExp): Locator => page.getByRole('option', { name });
const isAt = (hash: RegExp) => page.waitForURL(url => hash.test(url.hash));

async function searchFor(text: string): Promise<void> {
  await customer.open(HOME);
  await customer.button('Coin, order or page').click();
  await box().fill(text);
}

describe('the search on the home page', () => {
  it('has the focus when it opens, and offers pages before anything is typed', async () => {
    await customer.open(HOME);
    await customer.button('Coin, order or page').click();
    await result('Deposit').waitFor();
    expect(await box().evaluate(input => input === document.activeElement)).toBe(true);
    expect(await box().getAttribute('aria-expanded')).toBe('true');
    await phone.picture('search-empty');
    await expectFaultless(page);
    await page.keyboard.press('Escape');
    await box().waitFor({ state: 'hidden' });
  });

  it.each([
    ['bitc', /^BTC\/USDT/, /^#\/pages\/trade\/kline\?market=1$/],
    ['text size', 'Settings', /^#\/pages\/settings\/index$/],
    ['invite', 'Referral', /^#\/pages\/promotion\/index$/],
    ['cash out', /^Withdraw$/, /^#\/pages\/assets\/withdraw\/index$/],
    ['liquidation', /liquidat/i, /^#\/pages\/help-center\/detail\?slug=/],
    ['usdt', /^USDT/, /^#\/pages\/assets\/tradeAccount\?account=spot&currency=3$/],
  ] as const)('%s finds %s and leads there', async (text, name, hash) => {
    await searchFor(text);
    await result(name).first().click();
    await isAt(hash);
  });

  it('keeps its field where it is while results come and go', async () => {
    await searchFor('deposit');
    await result(/^Deposit$/).waitFor();
    // The sheet slides in: where it is before it stands says nothing.
    const place = async () => {
      await page.evaluate(async () => {
        const moving = document
          .getAnimations()
          .filter(one => one.effect?.getTiming().iterations !== Infinity);
        await Promise.allSettled(moving.map(one => one.finished));
      });
      return (await box().boundingBox())?.y;
    };
    const before = await place();
    await box().fill('bank');
    await result('Bank cards').waitFor();
    expect(await place()).toBe(before);
    await box().fill('zzzzqq');
    await page.getByText('Nothing found').waitFor();
    expect(await place()).toBe(before);
  });

  it('finds an order by its number, and nobody else’s', async () => {
    await customer.fund();
    const price = await page.evaluate(async () => {
      const reply = (await (await fetch('/api/currency/quotation_new')).json()) as {
        data: { items: { ticker: { index_price: string } }[] };
      };
      // Within the price band, and too low to be filled.
      return String(Math.floor(parseFloat(reply.data.items[0]!.ticker.index_price) * 0.95));
    });
    const placed = (await customer.post('coin/trade', {
      ...{ market_id: '1', side: 'buy', type: 'limit', price, quantity: '0.001' },
    })) as { order: { order_id: number } };
    const number = String(placed.order.order_id);
    await searchFor(`#${number}`);
    await result(`Order ${number}`).click();
    await isAt(new RegExp(`^#/pages/trade/index\\?market=1&order=${number}$`));
    await searchFor('1');
    await page
      .getByText('No results')
      .or(page.getByText(/found$/))
      .first()
      .waitFor({ state: 'attached' });
    expect(await result('Order 1').count()).toBe(0);
  });

  it('says when there is nothing', async () => {
    await searchFor('qqqqqq');
    await page.getByText('Nothing found').waitFor();
    await expectFaultless(page);
  });

  it('is used by keyboard alone: / opens it, arrows choose, Enter goes', async () => {
    await customer.open(HOME);
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.locator('h1').click();
    await page.keyboard.press('/');
    await box().waitFor();
    expect(await box().inputValue()).toBe('');
    await page.keyboard.type('with');
    await result(/^Withdraw$/).waitFor();
    const chosen = () => page.locator('[role="option"][aria-selected="true"]');
    await expect.poll(() => chosen().innerText()).toBe('Withdraw');
    expect(await box().getAttribute('aria-activedescendant')).toBe(await chosen().getAttribute('id'));
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => chosen().innerText()).toBe('Withdrawal addresses');
    await page.keyboard.press('ArrowUp');
    await expect.poll(() => chosen().innerText()).toBe('Withdraw');
    await phone.picture('search-desktop');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await isAt(/^#\/pages\/user\/address\/index$/);
    await page.setViewportSize({ width: 390, height: 844 });
  });

  it('works in the customer’s language, and without accents', async () => {
    await customer.chooseLanguage('yn');
    await customer.open(HOME);
    await page.setViewportSize({ width: 320, height: 700 });
    await customer.button('Coin, lệnh hoặc trang').click();
    await page.getByRole('combobox').fill('nap');
    await page.getByRole('option').first().waitFor();
    await expect.poll(() => page.getByRole('option').first().innerText()).toMatch(/^Nạp/);
    await phone.picture('search-yn');
    await expectFaultless(page);
    await page.keyboard.press('Escape');
    await page.setViewportSize({ width: 390, height: 844 });
  });
});
