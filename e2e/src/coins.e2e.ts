import { findLitecoind, Litecoind } from '@tallystick/server/chains/testing/litecoind';
import { BTC } from '@tallystick/protocol/currency-ids';
import type { Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { App } from './harness/app.ts';
import { accessibilityFaults, cutTexts } from './harness/checks.ts';
import { Customer, figure } from './harness/customer.ts';
import { OperatorAtDesk } from './harness/desk.ts';
import { cutInLanguages } from './harness/other-tab.ts';
import { openPhone, type Phone } from './harness/phone.ts';
import { startPreparedApp } from './harness/prepared-app.ts';

const FUND_PASSWORD = '741963';
const CONFIRMATIONS = 3;
const WIDTHS = [320, 390, 768, 1440];
/** Of the XRP Ledger's documentation. */
const RIPPLE_ADDRESS = 'rN7n7otQDd6FczFgLdSqtcsAUxDkw6fzRH';
const TAG = '2026';
const TRANSACTION = 'AB'.repeat(32);

const litecoind = await findLitecoind();

let app: App;
let node: Litecoind | null = null;
let phone: Phone;
let page: Page;
let customer: Customer;
let accountant: OperatorAtDesk;

beforeAll(async () => {
  node = 'missing' in litecoind ? null : await Litecoind.start();
  // The recorded prices have no XRP.
  app = await startPreparedApp({ FEED: 'simulated', ...(node === null ? {} : chainOf(node)) });
  phone = await openPhone(app.browser);
  page = phone.page;
  customer = new Customer(phone, app);
  accountant = await OperatorAtDesk.loggedIn(app, 'accountant');
  await customer.open('/pages/user/login/login');
  // The demo's ready customer: verified and funded.
  await customer.logIn('demo@tallystick.example', 'tally-demo');
  await page.waitForURL(/#\/pages\/index\/index$/);
});
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await phone.picture('coins-failed');
});
afterAll(async () => {
  await app?.close();
  await node?.stop();
});

function chainOf({ url }: Litecoind): Record<string, string> {
  return {
    DEPOSIT_RPC_BTC: url,
    DEPOSIT_NETWORK_BTC: 'litecoin-regtest',
    DEPOSIT_CONFIRMATIONS_BTC: String(CONFIRMATIONS),
    DEPOSIT_POLL_MS: '200',
  };
}

const sheet = (name: string): Locator => page.getByRole('dialog', { name, exact: true });
const textbox = (name: string): Locator => page.getByRole('textbox', { name, exact: true });

async function chooseCoin(code: string): Promise<void> {
  const chosen = page.getByRole('group', { name: 'Currency' }).getByRole('button');
  await chosen.click();
  await sheet('Currency').getByRole('searchbox').fill(code.toLowerCase());
  await sheet('Currency')
    .getByRole('button', { name: new RegExp(`^${code}`) })
    .click();
  await chosen.getByText(code, { exact: true }).first().waitFor();
}

async function fillInCode(): Promise<void> {
  await customer.button('Send code').click();
  await customer.button('Fill in').click();
}

async function expectWellMade(name: string): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 844 });
    await phone.picture(`coins-${name}-${width}`);
    expect([width, await cutTexts(page)]).toEqual([width, []]);
  }
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await accessibilityFaults(page)).toEqual([]);
}

async function availableOf(currencyId: number): Promise<bigint> {
  await customer.open(`/pages/assets/withdraw/index?currency=${currencyId}`);
  return figure(await page.getByText('Available', { exact: true }).locator('..').innerText());
}

describe.skipIf('missing' in litecoind)('bitcoin, against a node', () => {
  it('is credited by itself: once, whatever becomes of its block', async () => {
    await customer.open('/pages/assets/deposit/index');
    await chooseCoin('BTC');
    const address = await page.getByText(/^rltc1/).innerText();
    await page.getByText('Automatically').waitFor();
    await node!.pay({ [address]: '0.25' });
    await node!.mine(1);
    await customer.open('/pages/assets/record?kind=deposits');
    await page.getByText(`1 of ${CONFIRMATIONS} confirmations`).waitFor();
    await phone.picture('coins-confirming');
    await node!.mine(1);
    await page.getByText(`2 of ${CONFIRMATIONS} confirmations`).waitFor();
    await node!.mine(1);
    await customer.button(/^OMNI .*\+0\.25 BTC Credited$/).waitFor();
    const credited = await availableOf(BTC);

    // Its blocks are replaced by longer ones that have it again.
    await node!.leave(CONFIRMATIONS);
    await node!.mine(CONFIRMATIONS + 1);
    await customer.open('/pages/assets/record?kind=deposits');
    await customer.button(/^OMNI .*\+0\.25 BTC Reversed$/).waitFor();
    await customer.button(/^OMNI .*\+0\.25 BTC Credited$/).waitFor();
    expect(await availableOf(BTC)).toBe(credited);
    await phone.picture('coins-reorganised');
  });
});

describe('a coin with a memo', () => {
  it('is paid in with a tag of the customer’s own', async () => {
    await customer.open('/pages/assets/deposit/index');
    await chooseCoin('XRP');
    await page.getByText('Always give this tag as well.', { exact: false }).waitFor();
    const tag = page.getByText(/^\d{3,10}$/);
    await tag.waitFor();
    const text = await tag.innerText();
    await customer.button('Copy: Destination tag (memo)').click();
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(text);
    await expectWellMade('deposit');
    expect(await cutInLanguages(page, page.url())).toEqual([]);
  });

  it('is bought, and its address saved with the recipient’s tag', async () => {
    await customer.open('/pages/assets/convert?from=3&to=6');
    await textbox('Amount').fill('500');
    await page.getByRole('button', { name: /^Convert .* to / }).click();
    await page.getByRole('dialog', { name: 'Converted' }).waitFor();
    await customer.open('/pages/settings/security/changePayPassword');
    await fillInCode();
    await page.getByLabel('New fund password').fill(FUND_PASSWORD);
    await page.getByLabel('Repeat the fund password').fill(FUND_PASSWORD);
    await customer.button('Set a fund password').click();
    await page.getByText('Fund password saved').waitFor();

    await customer.open('/pages/assets/withdraw/index?currency=6');
    await page.getByRole('link', { name: 'Add an address' }).click();
    await textbox('Address').fill(RIPPLE_ADDRESS);
    await textbox('Label (optional)').fill('Elsewhere');
    await textbox('Destination tag (memo)').fill('4294967296');
    await page.getByRole('alert').getByText('A tag is a whole number up to 4294967295').waitFor();
    await expectWellMade('address');
    await textbox('Destination tag (memo)').fill('');
    await page.getByLabel('Fund password', { exact: true }).fill(FUND_PASSWORD);
    await fillInCode();
    await customer.button('Enter the tag, or confirm that none is needed').click();
    await textbox('Destination tag (memo)').fill(TAG);
    await customer.button('Save address').click();
    await customer.button(/^Elsewhere/).waitFor();
  });

  it('is taken out with that tag, which the operator sees', async () => {
    await textbox('Amount').fill('100');
    await customer.button('Continue').click();
    const confirm = sheet('Check your withdrawal');
    await confirm.getByText(RIPPLE_ADDRESS).waitFor();
    await confirm.getByText(TAG, { exact: true }).waitFor();
    await page.getByLabel('Fund password', { exact: true }).fill(FUND_PASSWORD);
    await fillInCode();
    await customer.button('Withdraw 100 XRP').click();
    await page.waitForURL(/withdraw\/detail\?id=\d+$/);

    await accountant.open('/queues/withdrawal', 'Withdrawals');
    await accountant.page.getByRole('link', { name: 'XRP · XRP', exact: true }).first().click();
    await accountant.page.getByText(TAG, { exact: true }).waitFor();
    await accountant.picture('coins-desk');
    await accountant.button('Approve').click();
    const approve = accountant.page.getByRole('form', { name: 'Approve' });
    await approve.getByRole('button', { name: 'Approve' }).click();
    await approve.waitFor({ state: 'hidden' });
    await accountant.button('Mark as sent').click();
    const send = accountant.page.getByRole('form', { name: 'Mark as sent' });
    await send.getByLabel('Transaction ID').fill(TRANSACTION);
    await send.getByRole('button', { name: 'Mark as sent' }).click();
    await send.waitFor({ state: 'hidden' });

    await page.getByText('Completed', { exact: true }).first().waitFor();
    await page.getByText(TAG, { exact: true }).waitFor();
    await page.getByText(TRANSACTION).waitFor();
    await expectWellMade('withdrawn');
  });
});
