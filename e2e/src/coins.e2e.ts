import { readFile } from 'node:fs/promises';
import { findLitecoind, Litecoind } from '@tallystick/server/chains/testing/litecoind';
import { XrpTestLedger } from '@tallystick/server/chains/testing/xrp-ledger';
import { XrpSigner } from '@tallystick/server/chains/testing/xrp-signer';
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
/** Sixteen times the byte 9 as a seed: what the operator's signer holds, and the server does not. */
const signer = new XrpSigner('spFbtYoPd7Hg7AD9XZn7CBwUKC5Qe');
const DROPS = 1_000_000n;
/** The server compares chain and ledger every quarter of a minute. */
const TURN_MS = 40_000;

const litecoind = await findLitecoind();

let app: App;
let node: Litecoind | null = null;
let ledger: XrpTestLedger;
let phone: Phone;
let page: Page;
let customer: Customer;
let accountant: OperatorAtDesk;

beforeAll(async () => {
  node = 'missing' in litecoind ? null : await Litecoind.start();
  ledger = await XrpTestLedger.start();
  app = await startPreparedApp({
    // The recorded prices have no XRP.
    FEED: 'simulated',
    DEPOSIT_RPC_XRP: ledger.url,
    DEPOSIT_ADDRESS_XRP: signer.address,
    DEPOSIT_POLL_MS: '200',
    ...(node === null ? {} : chainOf(node)),
  });
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
  if (task.result?.state !== 'fail') return;
  await Promise.all([phone.picture('coins-failed'), accountant.picture('coins-failed-desk')]);
});
afterAll(async () => {
  await app?.close();
  await Promise.all([node?.stop(), ledger?.stop()]);
});

function chainOf({ url }: Litecoind): Record<string, string> {
  return {
    DEPOSIT_RPC_BTC: url,
    DEPOSIT_NETWORK_BTC: 'litecoin-regtest',
    DEPOSIT_CONFIRMATIONS_BTC: String(CONFIRMATIONS),
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
    ledger.pay(signer.address, 150n * DROPS, Number(text));
    ledger.close(2);
    await customer.open('/pages/assets/record?kind=deposits');
    await customer.button(/^XRP .*\+150(\.00)? XRP Credited$/).waitFor();
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

  it('is taken out with that tag, by a batch that was signed elsewhere', async () => {
    await textbox('Amount').fill('100');
    await customer.button('Continue').click();
    const confirm = sheet('Check your withdrawal');
    await confirm.getByText(RIPPLE_ADDRESS).waitFor();
    await confirm.getByText(TAG, { exact: true }).waitFor();
    await page.getByLabel('Fund password', { exact: true }).fill(FUND_PASSWORD);
    await fillInCode();
    await customer.button('Withdraw 100 XRP').click();
    await page.waitForURL(/withdraw\/detail\?id=\d+$/);

    const { page: desk } = accountant;
    await accountant.open('/queues/withdrawal', 'Withdrawals');
    await desk.getByRole('link', { name: 'XRP · XRP', exact: true }).first().click();
    await desk.getByText(TAG, { exact: true }).waitFor();
    await accountant.button('Approve').click();
    const approve = desk.getByRole('form', { name: 'Approve' });
    await approve.getByRole('button', { name: 'Approve' }).click();
    await approve.waitFor({ state: 'hidden' });

    await accountant.open('/custody', 'Custody');
    await accountant.button('Draft payouts').click();
    await accountant.heading(/Batch \d+ · Payouts/).waitFor();
    await desk.getByText(`Tag ${TAG}`).waitFor();
    const saved = desk.waitForEvent('download');
    await accountant.button('Download for the signer').click();
    const content = await readFile(await (await saved).path(), 'utf8');
    await desk.getByText('With the signer', { exact: true }).waitFor();
    const upload = async (signed: readonly string[]) => {
      const buffer = Buffer.from(JSON.stringify({ signed }));
      const file = { name: 'signed.json', mimeType: 'application/json', buffer };
      await desk.getByLabel('Upload the signed file').setInputFiles(file);
    };
    await upload(signer.sign(content, fields => ({ ...fields, DestinationTag: 7 })));
    await desk.getByText('What was not asked for').waitFor();
    await accountant.picture('coins-desk');
    await upload(signer.sign(content));
    await desk.getByText('Signed', { exact: true }).first().waitFor();
    await accountant.button('Send').click();
    const dialog = desk.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Send', exact: true }).click();
    await dialog.waitFor({ state: 'hidden' });
    await desk.getByText('Waits for a block').waitFor();
    ledger.close(2);
    await desk.getByText('Confirmed', { exact: true }).waitFor({ timeout: TURN_MS });
    expect(ledger.balanceOf(RIPPLE_ADDRESS)).toBe((9_975n * DROPS) / 100n);

    await page.getByText('Completed', { exact: true }).first().waitFor();
    await page.getByText(TAG, { exact: true }).waitFor();
    await expectWellMade('withdrawn');
  });

  it('leaves nothing that chain and ledger disagree about', async () => {
    await accountant.open('/custody', 'Custody');
    const balances = accountant.page.getByRole('table', { name: 'XRP', exact: true });
    const row = balances.getByRole('row').filter({ hasText: 'XRP' });
    await expect.poll(() => row.last().innerText(), { timeout: TURN_MS }).toMatch(/50\.2[\s\S]*Nothing/);
    await accountant.open('/queues/custody', 'Chain and ledger');
    await accountant.page.getByText('Nothing is waiting here.').waitFor();
  });
});
