import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { App } from './harness/app.ts';
import { accessibilityFaults, cutTexts } from './harness/checks.ts';
import { Customer } from './harness/customer.ts';
import { OperatorAtDesk } from './harness/desk.ts';
import { holdAnswers } from './harness/held-answers.ts';
import { cutInLanguages } from './harness/other-tab.ts';
import { openPhone, type Phone } from './harness/phone.ts';
import { startPreparedApp } from './harness/prepared-app.ts';
import { verifySaved } from './harness/verifier.ts';

const OVERVIEW = '/pages/template/index';
const PRODUCTS = '/pages/finance/index';
const PURCHASE = '/pages/finance/buyPage';
const ORDERS = '/pages/finance/ordersPage';
const RULES = '/pages/finance/rulePage';

let app: App;
let phone: Phone;
let customer: Customer;
let desk: OperatorAtDesk;

beforeAll(async () => {
  app = await startPreparedApp();
  phone = await openPhone(app.browser);
  customer = new Customer(phone, app);
  await customer.open('/pages/index/index');
  await customer.signUp('trust@example.org');
  await customer.fund();
  await customer.post('wallet/change', { currency_id: '3', from: 'spot', to: 'trust', amount: '3000' });
  desk = await OperatorAtDesk.loggedIn(app, 'admin');
  // Starts just after midnight, so that no day ends between two steps.
  await advance('To the next UTC midnight');
});
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await phone.picture('trust-failed');
});
afterAll(async () => {
  await phone?.close();
  await app?.close();
});

/** The desk's solvency page shows that every currency sums to zero. */
async function ledgerSumsZero(): Promise<void> {
  await desk.open('/solvency', 'Solvency');
  const currencies = desk.page.getByRole('table', { name: 'Solvency' }).locator('tbody tr');
  await currencies.first().waitFor();
  // Read in one call, because a coin launched meanwhile adds a row.
  for (const row of await currencies.allInnerTexts()) expect(row).toContain('Zero');
}

/** Puts the clock forward at the desk, as an operator of a demo does. */
async function advance(step: string, times = 1): Promise<void> {
  for (let i = 0; i < times; i++) {
    await desk.open('/clock', 'Clock');
    await desk.button(step).click();
    await desk.giveReason('browser test', 'Put forward');
  }
  await ledgerSumsZero();
}

const deposit = (id: number) => customer.page.getByRole('listitem', { name: `Deposit ${id}`, exact: true });

/** Opens an empty form; opening another page first clears its input. */
async function openPurchase(): Promise<void> {
  await customer.open(PRODUCTS);
  await customer.page.getByRole('heading', { level: 1, name: 'Products' }).waitFor();
  await customer.open(`${PURCHASE}?product=1`);
}

async function buy(amount: string, renews = false): Promise<void> {
  await openPurchase();
  const form = customer.page.getByRole('form', { name: 'New deposit' });
  await form.getByRole('textbox', { name: 'Amount' }).fill(amount);
  await form.getByRole('checkbox', { name: /accept the service agreement/ }).check();
  if (renews) await form.getByRole('switch', { name: 'Renew automatically' }).click();
  await form.getByRole('button', { name: 'Review', exact: true }).click();
  const sheet = customer.page.getByRole('dialog', { name: 'Your deposit' });
  if (renews) await sheet.getByText('Renew automatically: Goes on under the same terms').waitFor();
  await sheet.getByRole('button', { name: /^Deposit / }).click();
  await sheet.waitFor({ state: 'hidden' });
  await customer.page.waitForURL(url => url.hash.startsWith(`#${ORDERS}`));
}

/** Recomputes the interest in the app, and from its saved file with the offline verifier. */
async function checkInterest(id: number, checks: readonly string[]): Promise<void> {
  await deposit(id).getByRole('button', { name: 'Check the interest' }).click();
  const sheet = customer.page.getByRole('dialog', { name: `Deposit ${id}` });
  await sheet.getByText('The figures are right').waitFor();
  const { name, kind, passed } = await verifySaved(customer.page, sheet);
  expect([name, kind]).toEqual([`tallystick-proof-trust-${id}.json`, 'trust']);
  expect(passed).toEqual(['format', 'dates', 'promised', ...checks]);
  expect(await cutTexts(customer.page)).toEqual([]);
  expect(await accessibilityFaults(customer.page)).toEqual([]);
  await phone.picture(`trust-check-${id}`);
  await sheet.getByRole('button', { name: 'Close' }).click();
  await sheet.waitFor({ state: 'hidden' });
}

describe('a deposit', () => {
  it('is offered with its figures, its reserve and what leaving on any day costs', async () => {
    await customer.open(OVERVIEW);
    const card = customer.page.getByRole('listitem', { name: 'USDT · 15 days' });
    await card.getByText('0.4%', { exact: true }).waitFor();
    await card.getByText('6% in 15 days').waitFor();
    await customer.page.getByRole('heading', { name: 'Where the interest comes from' }).waitFor();
    await card.getByRole('link', { name: /^Deposit/ }).click();
    const form = customer.page.getByRole('form', { name: 'New deposit' });
    await form.getByRole('textbox', { name: 'Amount' }).fill('1000');
    for (const line of [
      /Interest a day\s+4 USDT/,
      /Interest in all\s+60 USDT/,
      /You get back\s+1,060 USDT/,
    ]) {
      await expect.poll(() => form.innerText()).toMatch(line);
    }
    // Day 7 of 15: 28 of interest, and a penalty of 0.6 % for each of the 8 days left: 1000 + 28 − 48.
    await form.getByText('980 USDT', { exact: true }).waitFor();
    await form.getByRole('slider', { name: 'Day you leave' }).fill('15');
    await form.getByText('60 USDT more than you put in').waitFor();
    await form.getByRole('slider', { name: 'Day you leave' }).fill('0');
    await form.getByText('90 USDT less than you put in').waitFor();
  });

  it('says what keeps it from being bought', async () => {
    await openPurchase();
    const form = customer.page.getByRole('form', { name: 'New deposit' });
    const amount = form.getByRole('textbox', { name: 'Amount' });
    const transfer = await form.getByRole('link', { name: 'Transfer' }).boundingBox();
    expect(transfer?.height).toBeGreaterThanOrEqual(44);
    await form.getByRole('button', { name: 'Enter an amount' }).click();
    await amount.fill('99');
    await form.getByRole('button', { name: 'At least 100 USDT' }).waitFor();
    await amount.fill('4000');
    await form.getByRole('button', { name: 'Not enough in your trust account' }).waitFor();
    await amount.fill('1000');
    await form.getByRole('button', { name: 'Accept the service agreement' }).click();
    // The agreement opens above the form, which keeps its input.
    await form.getByRole('button', { name: 'Read the service agreement' }).click();
    const agreement = customer.page.getByRole('dialog', { name: 'Service agreement' });
    await agreement.getByRole('heading').nth(1).waitFor();
    await customer.page.keyboard.press('Escape');
    await agreement.waitFor({ state: 'hidden' });
    expect(await amount.inputValue()).toBe('1000');
    expect(await customer.page.getByRole('dialog').count()).toBe(0);
  });

  it('is bought, and all of its interest is set aside at once', async () => {
    await buy('1000');
    await deposit(1).getByText('0 / 60 USDT').waitFor();
    // The old list must not be shown as current while the new one loads.
    const list = await holdAnswers(customer.page, 'lh/deposit/order');
    await buy('500');
    await customer.page.getByRole('tabpanel').locator('[class*="skeleton"]').waitFor();
    await list.release();
    await deposit(2).waitFor();
    await ledgerSumsZero();
    await customer.open(RULES);
    await customer.page.getByRole('row', { name: /^USDT .* 90$/ }).waitFor();
  });

  it('pays its first day at the second midnight, and is shown everywhere', async () => {
    await customer.open(ORDERS);
    await advance('To the next UTC midnight', 2);
    await deposit(1).getByText('+4', { exact: true }).waitFor();
    await customer.page.getByText('Days paid: 1 of 15').first().waitFor();
    await checkInterest(1, ['days', 'earned', 'next']);
    // The demo mark shows that the clock is ahead.
    await expect.poll(() => customer.page.getByText(/^Demo \+\d+ [dh]$/i).count()).toBe(1);
    await customer.open(OVERVIEW);
    await customer.page.getByText('+6.00').first().waitFor();
    await customer.open(`${ORDERS}?state=calendar`);
    const first = customer.page.getByRole('list', { name: /^Coming payments, \w+ \d{4}$/ }).first();
    await first.getByText('+6 USDT').first().waitFor();
    await customer.page
      .getByRole('heading', { level: 2, name: /^\w+ \d{4}$/ })
      .first()
      .waitFor();
    await customer.open('/pages/assets/record?account=trust');
    await customer
      .button(/^Trust interest/)
      .first()
      .waitFor();
    await expect
      .poll(() => customer.post('news/list', {}))
      .toMatchObject({
        items: expect.arrayContaining([expect.objectContaining({ title: 'Interest received: 6 USDT' })]),
      });
  });

  it('is redeemed early for the penalty that was announced, asked for twice', async () => {
    await customer.open(ORDERS);
    await deposit(2).getByRole('button', { name: 'Redeem early' }).click();
    const first = customer.page.getByRole('dialog', { name: 'Redeem early' });
    // 500 × 0.6 % × 14 days.
    await first.getByText('−42 USDT').waitFor();
    await first.getByText('458 USDT').waitFor();
    await first.getByRole('button', { name: 'Redeem, penalty 42 USDT' }).click();
    const second = customer.page.getByRole('dialog', { name: 'Pay a penalty of 42 USDT?' });
    await second.getByText('458 of 500 USDT come back', { exact: false }).waitFor();
    expect(await accessibilityFaults(customer.page)).toEqual([]);
    const list = await holdAnswers(customer.page, 'lh/deposit/order');
    await second.getByRole('button', { name: 'Redeem now' }).click();
    await customer.page.getByText('458 USDT are in your trust account', { exact: false }).waitFor();
    // Hidden at once, so that it cannot be redeemed again while the list loads.
    await deposit(2).waitFor({ state: 'hidden' });
    await deposit(1).waitFor();
    await list.release();
    await customer.tab('Redeemed').click();
    await deposit(2).getByText('−42 USDT').waitFor();
    await checkInterest(2, ['days', 'earned', 'penalty']);
    await ledgerSumsZero();
    const { balance } = (await customer.post('wallet/detail', { account: 'trust', currency_id: '3' })) as {
      balance: { available: string; frozen: string };
    };
    // 1,500 of 3,000 not deposited, one day's interest of both deposits, and the repayment.
    expect(balance).toMatchObject({ available: '1964', frozen: '1000' });
  });

  it('completes: every day was paid once and the principal is back', async () => {
    await customer.open(ORDERS);
    await advance('7 days', 2);
    await deposit(1).waitFor({ state: 'hidden' });
    await customer.tab('Completed').click();
    await deposit(1).getByText('+60', { exact: true }).waitFor();
    await deposit(1).getByText('Days paid: 15 of 15').waitFor();
    await checkInterest(1, ['days', 'earned']);
    const { balance } = (await customer.post('wallet/detail', { account: 'trust', currency_id: '3' })) as {
      balance: { available: string; frozen: string };
    };
    expect(balance).toMatchObject({ available: '3020', frozen: '0' });
  });

  it('outlives a restart with the clock where it was', async () => {
    await app.restart();
    desk = await OperatorAtDesk.loggedIn(app, 'admin');
    await ledgerSumsZero();
    await customer.open(`${ORDERS}?state=completed`);
    await customer.page.reload();
    await deposit(1).getByText('+60', { exact: true }).waitFor();
    expect(phone.complaints.filter(one => !/Failed to load|ERR_CONNECTION|WebSocket/.test(one))).toEqual([]);
  });
});

describe('the desk', () => {
  it('moves the house’s funds and offers another product, each by two people', async () => {
    await desk.open('/house', 'House funds');
    await desk.button('Move funds').click();
    const move = desk.page.getByRole('dialog', { name: 'Move funds' });
    await move.getByLabel('Amount').fill('5000');
    await move.getByRole('button', { name: 'Propose' }).click();
    await desk.giveReason('a new product', 'Propose');
    await desk.open('/trust', 'Trust products');
    await desk.button('New product').click();
    const terms = desk.page.getByRole('dialog', { name: /^Trust product/ });
    await terms.getByLabel('Cycle, days').fill('3');
    await terms.getByLabel('Capacity').fill('10000');
    await terms.getByRole('button', { name: 'Propose' }).click();
    await desk.giveReason('for the weekend', 'Propose');
    const checker = await OperatorAtDesk.loggedIn(app, 'accountant');
    await checker.confirm('House funds · USDT');
    await checker.confirm('Trust product · 6: USDT, 3 days');
    await ledgerSumsZero();
    await customer.open(PRODUCTS);
    await customer.page
      .getByRole('listitem', { name: 'USDT · 3 days' })
      .getByText('1.2% in 3 days')
      .waitFor();
    expect([...desk.complaints, ...checker.complaints]).toEqual([]);
    expect(await accessibilityFaults(desk.page)).toEqual([]);
  });

  it('can only switch what somebody has bought', async () => {
    await desk.open('/trust', 'Trust products');
    await desk.row('USDT, 15 days').getByRole('button', { name: 'Edit' }).click();
    const terms = desk.page.getByRole('dialog', { name: 'Trust product 1' });
    await terms.getByText('its terms are frozen', { exact: false }).waitFor();
    expect(await terms.getByLabel('Capacity').isDisabled()).toBe(true);
    await desk.picture('desk-trust-frozen');
  });
});

describe('its pages', () => {
  // A running deposit, so that every state has one.
  beforeAll(() => buy('500', true));

  it.each([
    OVERVIEW,
    `${ORDERS}?state=completed`,
    PRODUCTS,
    `${ORDERS}?state=redeemed`,
    `${PURCHASE}?product=1`,
    `${ORDERS}?state=calendar`,
    RULES,
    ORDERS,
  ])('fit every phone in every language: %s', async route => {
    const { page } = phone;
    const faults: string[] = [];
    const cut = await cutInLanguages(page, `${app.webUrl}#${route}`, {
      seen: async (language, width) => {
        await phone.picture(`trust-${language}-${width}${route.replaceAll(/\W+/g, '-')}`);
        if (language === 'en') faults.push(...(await accessibilityFaults(page)));
      },
    });
    expect([...cut, ...faults]).toEqual([]);
  });
});
