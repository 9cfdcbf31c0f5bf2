import { samplePicture } from '@tallystick/server/testing/sample-pictures';
import type { Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { App } from './harness/app.ts';
import { accessibilityFaults, cutTexts } from './harness/checks.ts';
import { Customer } from './harness/customer.ts';
import { OperatorAtDesk } from './harness/desk.ts';
import { holdAnswers } from './harness/held-answers.ts';
import { openPhone, type Phone } from './harness/phone.ts';
import { enterSharedApp } from './harness/prepared-app.ts';

const FUND_PASSWORD = '369258';
/** From the networks' own documentation. */
const TRON_ADDRESS = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8';
const ETHEREUM_ADDRESS = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const TRANSACTION = 'a1'.repeat(32);

let app: App;
let phone: Phone;
let page: Page;
let customer: Customer;
let accountant: OperatorAtDesk;

beforeAll(async () => {
  app = await enterSharedApp();
  phone = await openPhone(app.browser);
  page = phone.page;
  customer = new Customer(phone, app);
  accountant = await OperatorAtDesk.loggedIn(app, 'accountant');
  await customer.open('/pages/user/login/login');
  // The demo's ready customer: verified and funded, but without a fund password.
  await customer.logIn('demo@tallystick.example', 'tally-demo');
  await page.waitForURL(/#\/pages\/index\/index$/);
});
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await phone.picture('money-failed');
});
afterAll(() => app?.close());

const sheet = (name: string | RegExp): Locator => page.getByRole('dialog', { name });
const textbox = (name: string): Locator => page.getByRole('textbox', { name, exact: true });
const figureOf = (label: string): Locator => page.getByText(label, { exact: true }).locator('..');

async function expectWellMade(name: string): Promise<void> {
  await phone.picture(`money-${name}`);
  expect(await accessibilityFaults(page)).toEqual([]);
  expect(await cutTexts(page)).toEqual([]);
  // Browsers log every refused call, and these tests provoke some.
  expect(phone.complaints.filter(text => !/responded with a status of 4\d\d/.test(text))).toEqual([]);
}

/** The code that a demo shows beside the field. */
async function fillInCode(): Promise<void> {
  await customer.button('Send code').click();
  await customer.button('Fill in').click();
}

async function prove(): Promise<void> {
  await page.getByLabel('Fund password', { exact: true }).fill(FUND_PASSWORD);
  await fillInCode();
}

/** Sends the voucher of the payment, on the page that is open. */
async function sendVoucher(amount: string, seed: number): Promise<void> {
  await textbox('Amount sent').fill(amount);
  const file = { name: 'voucher.jpg', mimeType: 'image/jpeg', buffer: await samplePicture(seed) };
  const upload = page.getByRole('group', { name: 'Transfer voucher' });
  await upload.locator('input[type="file"]').setInputFiles(file);
  await upload.getByText('Uploaded').waitFor();
  await customer.button('Send for review').click();
}

/** Opens the oldest deposit by one payment method at the desk, fills in the fields of an action and takes it. */
async function decide(
  item: string,
  action: 'Approve' | 'Reject',
  fields: Readonly<Record<string, string>> = {},
): Promise<void> {
  await accountant.open('/queues/deposit', 'Deposits');
  await accountant.page.getByRole('link', { name: item, exact: true }).first().click();
  await accountant.heading(`Deposits · ${item}`).waitFor();
  await accountant.button(action).click();
  const form = accountant.page.getByRole('form', { name: action });
  for (const [label, value] of Object.entries(fields)) await form.getByLabel(label).fill(value);
  await form.getByRole('button', { name: action }).click();
  await form.waitFor({ state: 'hidden' });
}

/** One customer's money on its way in and out; each step builds on the one before. */
describe('money in and out', () => {
  it('shows the deposit address: as a picture, to copy and with its terms', async () => {
    await customer.open('/pages/assets/deposit/index');
    await page.getByRole('img', { name: 'QR code of the deposit address' }).waitFor();
    await page.getByText('Send only USDT over TRON to this address.', { exact: false }).waitFor();
    const address = await page.getByText(/^T[1-9A-Za-z]{33}$/).innerText();
    await customer.button('Copy: Deposit address').click();
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(address);
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      customer.button('Save picture').click(),
    ]);
    expect(saved.suggestedFilename()).toBe('USDT-TRC20.png');
    await expectWellMade('deposit');
    const answers = await holdAnswers(page, 'wallet/get_in_address');
    await page.getByRole('radio', { name: 'ERC20' }).check();
    await answers.left;
    // Neither the address before, nor nothing at all.
    await page.getByRole('status', { name: 'Loading' }).waitFor();
    expect(await page.getByText(address).count()).toBe(0);
    await answers.release();
    await page.getByText(/^0x[0-9a-fA-F]{40}$/).waitFor();
    await page.getByRole('status', { name: 'Loading' }).waitFor({ state: 'hidden' });
    await page.getByRole('group', { name: 'Currency' }).getByRole('button').click();
    await sheet('Currency').getByRole('button', { name: /^BTC/ }).click();
    await page.getByText(/^bc1/).waitFor();
  });

  it('leaves the address selected if copying is refused', async () => {
    await page.evaluate(() => {
      Object.defineProperty(navigator, 'clipboard', { value: undefined, configurable: true });
    });
    const address = await page.getByText(/^bc1/).innerText();
    await customer.button('Copy: Deposit address').click();
    await page.getByText('Copy failed, please copy manually').waitFor();
    await expect.poll(() => page.evaluate(() => getSelection()?.toString())).toBe(address);
    await page.reload();
  });

  it('announces a deposit with its voucher, and refuses the same transfer twice', async () => {
    await customer.open('/pages/assets/deposit/charge?currency=3&network=TRC20');
    await customer.button('Amount is required').click();
    await page.getByRole('alert').getByText('Amount is required').waitFor();
    await textbox('Amount sent').fill('9.99');
    await customer.button('At least 10 USDT').waitFor();
    await textbox('Amount sent').fill('250');
    await customer.button('Add a picture of the voucher').click();
    await page
      .getByRole('group', { name: 'Transfer voucher' })
      .getByText('Add a picture of the voucher')
      .waitFor();
    await expectWellMade('charge');
    await textbox('Transaction ID (optional)').fill(TRANSACTION);
    await sendVoucher('250', 1);
    await page.waitForURL(/record\?kind=deposits$/);
    await customer.button(/^TRC20 .*\+250\.00 USDT Under review$/).waitFor();
    await expectWellMade('deposit-records');

    await customer.open('/pages/assets/deposit/charge?currency=3&network=TRC20');
    await textbox('Transaction ID (optional)').fill(TRANSACTION);
    await sendVoucher('250', 2);
    await page.getByRole('alert').waitFor();
    expect(page.url()).toContain('/deposit/charge');
  });

  it('pays in by bank at the rate shown', async () => {
    await customer.open('/pages/assets/deposit/index?currency=9999');
    await page.getByText('TALLY-', { exact: false }).waitFor();
    await page.getByRole('link', { name: 'I have sent it' }).click();
    await textbox('Amount sent').fill('80');
    await expect.poll(() => figureOf('You receive').innerText()).toContain('80 USDT');
    await sendVoucher('80', 3);
    await customer.button(/^Bank .*\+80\.00 USDT Under review$/).waitFor();
  });

  it('notifies of the desk’s decision: the bell counts unread notices', async () => {
    await customer.open('/pages/index/index');
    const bell = page.getByRole('link', { name: /^Notices/ }).first();
    await decide('USDT · TRC20', 'Approve');
    await decide('USDT · USD', 'Reject', { Reason: 'The voucher is cut off.' });
    await expect.poll(() => bell.getAttribute('aria-label')).toMatch(/^Notices, unread: [2-9]$/);
    await bell.click();
    await page
      .getByRole('link', { name: /Unread/ })
      .first()
      .waitFor();
    await expectWellMade('notices-unread');
    await customer.button('Mark all as read').click();
    await customer.button('Mark all as read').waitFor({ state: 'detached' });
    await customer.open('/pages/index/index');
    await expect.poll(() => bell.getAttribute('aria-label')).toBe('Notices');
  });

  it('shows the desk’s decision with its reason, in two languages', async () => {
    await customer.open('/pages/assets/record?kind=deposits');
    await customer.button(/^TRC20 .*\+250\.00 USDT Credited$/).waitFor();
    await customer.button(/^Bank .*\+80\.00 USDT Rejected$/).click();
    await sheet(/^Deposit \d+$/)
      .getByText('Reason: The voucher is cut off.')
      .waitFor();
    await expectWellMade('deposit-rejected');
    await customer.chooseLanguage('th');
    await customer.open('/pages/assets/record?kind=deposits');
    await customer.button(/^TRC20 .*\+250\.00 USDT เข้าบัญชีแล้ว$/).click();
    await sheet(/^การฝาก \d+$/)
      .getByText('เข้าบัญชีสปอตของคุณ')
      .waitFor();
    await expectWellMade('deposit-thai');
    await customer.chooseLanguage('en');
  });

  it('names what a withdrawal needs first, and leads there', async () => {
    await customer.open('/pages/assets/withdraw/index');
    await expect.poll(() => figureOf('Available').innerText()).toContain('10,250 USDT');
    await customer.button('Set a fund password first').click();
    await page.waitForURL(/changePayPassword$/);
    await fillInCode();
    await page.getByLabel('New fund password').fill(FUND_PASSWORD);
    await page.getByLabel('Repeat the fund password').fill(FUND_PASSWORD);
    await customer.button('Set a fund password').click();
    await page.waitForURL(/withdraw\/index$/);
    await customer.button('Add an address first').waitFor();
    await expectWellMade('withdraw-empty');
  });

  it('saves addresses, and recognises those of another network', async () => {
    await customer.button('Add an address first').click();
    await page.waitForURL(/address\/create\?currency=3&network=TRC20$/);
    await textbox('Address').fill(ETHEREUM_ADDRESS);
    await page.getByRole('alert').getByText('This is an address of ERC20: choose that network').waitFor();
    await textbox('Address').fill(TRON_ADDRESS.slice(0, -1));
    await page.getByRole('alert').getByText('This is not an address of TRC20').waitFor();
    // One wrong letter: only the check digits reveal it, and only the server checks them.
    await textbox('Address').fill(TRON_ADDRESS.replace('Rab', 'Rba'));
    await textbox('Label (optional)').fill('My cold wallet');
    await prove();
    await customer.button('Save address').click();
    await page.getByRole('alert').waitFor();
    await textbox('Address').fill(TRON_ADDRESS);
    await expectWellMade('address-create');
    await customer.button('Save address').click();
    await page.waitForURL(/withdraw\/index$/);
    await customer.button(/^My cold wallet/).waitFor();
    await customer.open('/pages/user/address/index');
    await page.getByRole('link', { name: /^USDT · My cold wallet/ }).waitFor();
    await expectWellMade('addresses');
  });

  it('withdraws: fee and arrival beforehand, then frozen under review', async () => {
    await customer.open('/pages/assets/withdraw/index');
    await expect.poll(() => figureOf('Available').innerText()).toContain('10,250 USDT');
    // Elsewhere, while the form is open.
    await customer.post('wallet/change', { from: 'spot', to: 'option', currency_id: '3', amount: '250' });
    await expect.poll(() => figureOf('Available').innerText()).toContain('10,000 USDT');
    await customer.post('wallet/change', { from: 'option', to: 'spot', currency_id: '3', amount: '250' });
    await textbox('Amount').fill('6000');
    await expect.poll(() => figureOf('You receive').innerText()).toContain('5,999 USDT');
    await expectWellMade('withdraw');
    await customer.button('Continue').click();
    await sheet('Check your withdrawal').getByText(TRON_ADDRESS).waitFor();
    await prove();
    await expectWellMade('withdraw-confirm');
    await customer.button('Withdraw 6,000 USDT').click();
    await page.waitForURL(/withdraw\/detail\?id=\d+$/);
    await page.getByText('Under review', { exact: true }).waitFor();
    await expectWellMade('withdraw-detail');
    await customer.open('/pages/assets/withdraw/index');
    await expect.poll(() => figureOf('Available').innerText()).toContain('4,250 USDT');
    await expect.poll(() => figureOf('Applications left today').innerText()).toContain('2 / 3');
  });

  it('cancels it while it is under review, and returns the money; the record shows it in two languages', async () => {
    await customer.open('/pages/assets/record?kind=withdrawals');
    const record = (state: string) =>
      page.getByRole('link', { name: new RegExp(`^TRC20 .*−6[,.]000\\.00 USDT ${state}$`) });
    await record('Under review').click();
    await customer.button('Cancel withdrawal').click();
    await sheet('Cancel this withdrawal?').getByRole('button', { name: 'Cancel withdrawal' }).click();
    await page.getByText('Cancelled: the amount is available again').waitFor();
    await expect.poll(() => customer.button('Cancel withdrawal').count()).toBe(0);
    await expectWellMade('withdraw-cancelled');
    await customer.open('/pages/assets/withdraw/index');
    await expect.poll(() => figureOf('Available').innerText()).toContain('10,250 USDT');
    await customer.chooseLanguage('th');
    await customer.open('/pages/assets/record?kind=withdrawals');
    await record('ยกเลิกแล้ว').waitFor();
    await expectWellMade('withdrawal-thai');
    await customer.chooseLanguage('en');
  });

  it('keeps one bank card behind the fund password, masked', async () => {
    await customer.open('/pages/bankbind/addbank');
    await page.waitForURL(/checkPwd$/);
    await customer.open('/pages/bankbind/index');
    await page.getByRole('link', { name: 'Add a bank card' }).click();
    await page.getByLabel('Your fund password').fill(FUND_PASSWORD);
    await expectWellMade('bank-check');
    await customer.button('Continue').click();
    await page.waitForURL(/addbank$/);
    await customer.button('Enter the name of the holder').waitFor();
    await textbox('Name of the holder').fill('Demo Customer');
    await textbox('Card or account number').fill('4000 1234 5678 9010');
    await textbox('Bank').fill('First Bank');
    await fillInCode();
    await expectWellMade('bank-add');
    await customer.button('Save card').click();
    await page.waitForURL(/bankbind\/index$/);
    await page.getByText('•••• 9010').first().waitFor();
    expect(await page.locator('main').innerText()).not.toContain('5678');
    await expectWellMade('bank-card');
  });

  it('shows beforehand what arrives at the bank', async () => {
    await customer.open('/pages/assets/withdraw/bank/bank');
    await page.getByText('First Bank •••• 9010').waitFor();
    await textbox('Amount').fill('49.99');
    await customer.button('At least 50 USDT, and more than the fee').waitFor();
    await textbox('Amount').fill('102');
    await expect.poll(() => figureOf('You receive').innerText()).toContain('100 USD');
    await customer.button('Continue').waitFor();
    await expectWellMade('withdraw-bank');
  });

  it('removes an address after asking', async () => {
    await customer.open('/pages/user/address/index');
    await page.getByRole('link', { name: /^USDT · My cold wallet/ }).click();
    await customer.button('Remove').waitFor();
    await expectWellMade('address');
    await customer.button('Remove').click();
    await sheet('Remove “My cold wallet”?').getByRole('button', { name: 'Remove' }).click();
    await page.getByText('No addresses yet').waitFor();
  });
});
