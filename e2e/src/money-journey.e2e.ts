import { samplePicture } from '@tallystick/server/testing/sample-pictures';
import type { Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { ETH, USDT } from '@tallystick/protocol/currency-ids';
import { accessibilityFaults, cutTexts } from './harness/checks.ts';
import { Customer } from './harness/customer.ts';
import { DatabaseReader } from './harness/database-reader.ts';
import { OperatorAtDesk } from './harness/desk.ts';
import { CONFIRMATIONS, ExchangeOnAChain } from './harness/exchange-on-a-chain.ts';
import { openPhone, type Phone } from './harness/phone.ts';

const EMAIL = 'money@example.org';
const FUND_PASSWORD = '083614';
const NAME = 'Nguyễn Thị Minh Khai';
const DOCUMENT = '079303004321';
const HOME = '27 Nguyen Hue, District 1';
const REGION = 'Hồ Chí Minh';
const POSITION = { latitude: 10.776889, longitude: 106.700806, accuracy: 15 };
const LABEL = 'My cold wallet';
const REMARK = 'For the house';
const VOUCHER_TRANSACTION = 'ab'.repeat(32);
/** Six thousand less the fee. */
const PAID_USDT = 5_995n;

/** In English and in Thai. */
const DEPOSIT = {
  review: ['Under review', 'กำลังตรวจสอบ'],
  confirming: ['Confirming', 'รอการยืนยัน'],
  tooSmall: ['Below minimum', 'ต่ำกว่าขั้นต่ำ'],
  credited: ['Credited', 'เข้าบัญชีแล้ว'],
  rejected: ['Rejected', 'ถูกปฏิเสธ'],
  reversed: ['Reversed', 'ถูกเรียกคืน'],
} as const;
const WITHDRAWAL = {
  review: ['Under review', 'กำลังตรวจสอบ'],
  approved: ['Approved', 'อนุมัติแล้ว'],
  sending: ['Being sent', 'กำลังส่ง'],
  completed: ['Completed', 'เสร็จสิ้น'],
  rejected: ['Rejected', 'ถูกปฏิเสธ'],
  cancelled: ['Cancelled', 'ยกเลิกแล้ว'],
} as const;
type State = readonly [english: string, thai: string];

let world: ExchangeOnAChain;
let reader: DatabaseReader;
let phone: Phone;
let thaiPhone: Phone;
let page: Page;
let customer: Customer;
/** The same customer's other phone, which speaks Thai. */
let thai: Customer;
let compliance: OperatorAtDesk;
let accountant: OperatorAtDesk;
let customerId: number;
let payout: string;
/** Secrets known so far, which must not be readable in the database. */
const secrets: (string | Buffer)[] = [];

beforeAll(async () => {
  world = await ExchangeOnAChain.start();
  reader = new DatabaseReader(world.database);
  const { app } = world;
  [phone, thaiPhone, compliance, accountant] = await Promise.all([
    openPhone(app.browser),
    openPhone(app.browser),
    OperatorAtDesk.loggedIn(app, 'compliance'),
    OperatorAtDesk.loggedIn(app, 'accountant'),
  ]);
  page = phone.page;
  customer = new Customer(phone, app);
  thai = new Customer(thaiPhone, app);
});
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') {
    await Promise.all([
      phone.picture('money-journey-failed'),
      thaiPhone.picture('money-journey-failed-thai'),
      compliance.picture('money-journey-failed-compliance'),
      accountant.picture('money-journey-failed-accountant'),
    ]);
    return;
  }
  await expectSoundDatabase();
});
afterAll(() => world?.close());

const field = (name: string): Locator => page.getByRole('textbox', { name, exact: true });

/** After every step: the books balance, frozen amounts are pending withdrawals, and no secret is readable. */
async function expectSoundDatabase(): Promise<void> {
  expect(await reader.sumsOtherThanZero()).toEqual([]);
  for (const currencyId of [USDT, ETH]) {
    const { frozen, pending } = await reader.spot(customerId, currencyId);
    expect(frozen).toBe(pending);
  }
  expect(await reader.readable(secrets)).toEqual([]);
}

async function expectWellMade(one: Page): Promise<void> {
  expect(await accessibilityFaults(one)).toEqual([]);
  expect(await cutTexts(one)).toEqual([]);
}

async function uploadPicture(label: string, seed: number): Promise<void> {
  const upload = page.getByRole('group', { name: label });
  const file = { name: 'photo.jpg', mimeType: 'image/jpeg', buffer: await samplePicture(seed) };
  await upload.locator('input[type="file"]').setInputFiles(file);
  await upload.getByText('Uploaded', { exact: true }).waitFor();
}

async function copied(label: string): Promise<string> {
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
  await page.evaluate(() => navigator.clipboard.writeText(''));
  await customer.button(`Copy: ${label}`).click();
  await expect.poll(clipboard).not.toBe('');
  return clipboard();
}

/** Fills in the fund password and the code that a demo shows. */
async function prove(within: Locator): Promise<void> {
  await within.getByLabel('Fund password', { exact: true }).fill(FUND_PASSWORD);
  await within.getByRole('button', { name: 'Send code' }).click();
  await within.getByRole('button', { name: 'Fill in' }).click();
}

/** The record with that amount in that state. */
function record(one: Page, amount: string, state: string): Locator {
  return one
    .getByRole('tabpanel')
    .locator('a, button')
    .filter({ hasText: amount })
    .filter({ has: one.getByText(state, { exact: true }) });
}

/** Both phones show the record in that state, each in its language. */
async function expectRecord(kind: 'deposits' | 'withdrawals', amount: string, state: State): Promise<void> {
  await Promise.all(
    [customer, thai].map(async (one, language) => {
      await one.open(`/pages/assets/record?kind=${kind}`);
      await vi.waitFor(
        async () => {
          await one.page.reload();
          await one.page.getByRole('tabpanel').locator('a, button').first().waitFor();
          await record(one.page, amount, state[language]!).waitFor({ timeout: 1_000 });
        },
        { timeout: 60_000, interval: 100 },
      );
    }),
  );
}

/** The available balance on the withdrawal page. */
async function expectAvailable(currency: 'USDT' | 'ETH', amount: string): Promise<void> {
  await customer.open(`/pages/assets/withdraw/index?currency=${currency === 'USDT' ? USDT : ETH}`);
  await page.reload();
  const line = page.locator('dl > div', { has: page.getByText('Available', { exact: true }) });
  await line.getByText(`${amount} ${currency}`, { exact: true }).waitFor();
}

async function openItem(
  operator: OperatorAtDesk,
  queue: 'identity' | 'deposit' | 'withdrawal',
  heading: string,
  title: string,
  amount = '',
): Promise<void> {
  await operator.open(`/queues/${queue}`, heading);
  await operator.row(amount).getByRole('link', { name: title, exact: true }).click();
  await operator.heading(`${heading} · ${title}`).waitFor();
}

/** Presses an action of the open item, fills in what it asks for and sends it. */
async function decide(
  operator: OperatorAtDesk,
  action: string,
  typed: Readonly<Record<string, string>> = {},
) {
  await operator.button(action).click();
  const form = operator.page.getByRole('form', { name: action });
  for (const [label, text] of Object.entries(typed)) await form.getByLabel(label).fill(text);
  await form.getByRole('button', { name: action }).click();
  await form.waitFor({ state: 'hidden' });
}

/** The picture of the open item as the desk shows it: the database must not contain these bytes. */
async function pictureBytes(operator: OperatorAtDesk): Promise<Buffer> {
  await operator
    .button(/^Show picture/)
    .first()
    .click();
  const source = await operator.page.getByRole('figure').getByRole('img').first().getAttribute('src');
  const bytes = Buffer.from(source?.split(',')[1] ?? '', 'base64');
  const middle = Math.floor(bytes.length / 2);
  expect(bytes.length).toBeGreaterThan(200);
  return bytes.subarray(middle, middle + 24);
}

/** Sends a deposit's voucher from its page. */
async function deposit(network: string, amount: string, seed: number, transactionId = ''): Promise<void> {
  await customer.open(`/pages/assets/deposit/index?currency=${USDT}&network=${network}`);
  await page.getByRole('link', { name: 'I have sent it' }).click();
  await field('Amount sent').fill(amount);
  await uploadPicture('Transfer voucher', seed);
  await field('Transaction ID (optional)').fill(transactionId);
  await customer.button('Send for review').click();
  await page.waitForURL(/record\?kind=deposits/);
}

/** Asks for a withdrawal to the saved address. */
async function withdraw(amount: string, shown: string): Promise<void> {
  await customer.open(`/pages/assets/withdraw/index?currency=${USDT}`);
  await field('Amount').fill(amount);
  await field('Remark (optional)').fill(REMARK);
  await customer.button('Continue').click();
  const sheet = page.getByRole('dialog', { name: 'Check your withdrawal' });
  await sheet.getByText(world.stranger).waitFor();
  await prove(sheet);
  await sheet.getByRole('button', { name: `Withdraw ${shown} USDT` }).click();
  await page.waitForURL(/withdraw\/detail\?id=/);
}

/** One customer's money from the first deposit to a payout; each step builds on the one before. */
describe('money in and out', () => {
  it('registers, and speaks English on one phone and Thai on another', async () => {
    await customer.register(EMAIL);
    customerId = await reader.customerId(EMAIL);
    await thai.open('/pages/user/login/login');
    await thai.logIn(EMAIL);
    await thai.page.waitForURL(/pages\/index\/index/);
    await thai.chooseLanguage('th');
    // Public data is found, which shows that a secret would be.
    expect(await reader.readable([EMAIL, Buffer.from(EMAIL)])).toContain(`customers: ${EMAIL}`);
    expect(await reader.readable(['money'])).toContain('customers: money');
  });

  it('verifies both levels, approved at the desk', async () => {
    secrets.push(NAME, DOCUMENT, HOME, REGION, String(POSITION.latitude), String(POSITION.longitude));
    await page.context().grantPermissions(['geolocation']);
    await page.context().setGeolocation(POSITION);
    await customer.open('/pages/verification/basic');
    await customer.button(/^Country of the document/).click();
    const sheet = page.getByRole('dialog', { name: 'Choose a country' });
    await sheet.getByLabel('Search').fill('viet');
    await sheet.getByRole('button', { name: /^Vietnam/ }).click();
    await field('Full name').fill(NAME);
    await field('Date of birth').fill('1990-12-31');
    await field('Document number').fill(DOCUMENT);
    await field('Contact address').fill(HOME);
    await customer.button(/^Region/).click();
    await page.getByRole('searchbox').fill('ho chi');
    await customer.button(REGION).click();
    await customer.button('Add my position').click();
    await page.getByText(`${POSITION.latitude}, ${POSITION.longitude}`).waitFor();
    await customer.button('Use this place').click();
    await customer.button('Send for review').click();
    await page.getByText('Under review', { exact: true }).waitFor();
    await openItem(compliance, 'identity', 'Identity', 'Basic');
    await compliance.page.getByText(NAME, { exact: true }).waitFor();
    await decide(compliance, 'Approve');

    await customer.open('/pages/verification/advanced');
    await page.reload();
    await uploadPicture('Front of the document', 1);
    await uploadPicture('Back of the document', 2);
    await uploadPicture('You, holding the document', 3);
    await customer.button('Send for review').click();
    await page.getByText('Under review', { exact: true }).waitFor();
    await openItem(compliance, 'identity', 'Identity', 'Advanced');
    secrets.push(await pictureBytes(compliance));
    await decide(compliance, 'Approve');
    await page.reload();
    await expect.poll(() => page.getByText('Verified', { exact: true }).count()).toBe(2);
  });

  it('sets a fund password', async () => {
    secrets.push(FUND_PASSWORD);
    await customer.open('/pages/settings/security/changePayPassword');
    await customer.button('Send code').click();
    await customer.button('Fill in').click();
    await page.getByLabel('New fund password').fill(FUND_PASSWORD);
    await page.getByLabel('Repeat the fund password').fill(FUND_PASSWORD);
    await customer.button('Set a fund password').click();
    await page.getByText('Fund password saved').waitFor();
  });

  it('deposits by voucher: reviewed at the desk, credited or rejected', async () => {
    await deposit('TRC20', '8000', 11, VOUCHER_TRANSACTION);
    await expectRecord('deposits', '+8,000', DEPOSIT.review);
    await openItem(accountant, 'deposit', 'Deposits', 'USDT · TRC20', '8,000 USDT');
    secrets.push(await pictureBytes(accountant));
    await accountant.picture('money-journey-deposit');
    await accountant.page.getByText('Takes two people').waitFor();
    await decide(accountant, 'Approve');
    await accountant.page.getByText('You have decided it once: somebody else has to.').waitFor();
    expect((await reader.spot(customerId, USDT)).free).toBe('0');
    await expectRecord('deposits', '+8,000', DEPOSIT.review);
    const second = await OperatorAtDesk.loggedIn(world.app, 'admin');
    await openItem(second, 'deposit', 'Deposits', 'USDT · TRC20', '8,000 USDT');
    await second.page.getByText('1 / 2', { exact: true }).waitFor();
    await decide(second, 'Approve');
    await second.page.getByText('2 / 2', { exact: true }).waitFor();
    await second.page.context().close();
    await expectRecord('deposits', '+8,000', DEPOSIT.credited);
    await expectAvailable('USDT', '8,000');

    await deposit('TRC20', '120', 12);
    await openItem(accountant, 'deposit', 'Deposits', 'USDT · TRC20', '120 USDT');
    await decide(accountant, 'Reject', { Reason: 'Nothing arrived.' });
    await expectRecord('deposits', '+120', DEPOSIT.rejected);
    await record(page, '+120', 'Rejected').click();
    await page.getByText('Reason: Nothing arrived.').waitFor();
    expect((await reader.spot(customerId, USDT)).free).toBe('8000000000');
  });

  it('deposits by transfers on the chain, each to the own address', async () => {
    await customer.open(`/pages/assets/deposit/index?currency=${USDT}&network=ERC20`);
    await page.getByRole('img', { name: 'QR code of the deposit address' }).waitFor();
    const address = await copied('Deposit address');
    await expectWellMade(page);
    await world.sendUsdt(address, 250n);
    await world.sendUsdt(address, 5n);
    await world.mine(1);
    await expectRecord('deposits', '+250', DEPOSIT.confirming);
    await expectRecord('deposits', '+5', DEPOSIT.tooSmall);
    await page.getByText(`1 of ${CONFIRMATIONS} confirmations`).first().waitFor();
    await page.getByRole('tabpanel').getByText('Confirming').waitFor();
    expect((await reader.spot(customerId, USDT)).free).toBe('8000000000');
    await world.mine(CONFIRMATIONS - 1);
    await expectRecord('deposits', '+250', DEPOSIT.credited);
    await expectAvailable('USDT', '8,250');
  });

  it('reverses a deposit when the chain loses its blocks', async () => {
    await customer.open(`/pages/assets/deposit/index?currency=${ETH}&network=ERC20`);
    await world.sendMilliEther(await copied('Deposit address'), 1_500n);
    await world.mine(CONFIRMATIONS);
    await expectRecord('deposits', '+1.5', DEPOSIT.credited);
    await expectAvailable('ETH', '1.5');
    await world.loseNewestBlocks(CONFIRMATIONS);
    await expectRecord('deposits', '+1.5', DEPOSIT.reversed);
    await expectAvailable('ETH', '0');
  });

  it('adds an address', async () => {
    secrets.push(world.stranger, LABEL);
    await customer.open(`/pages/assets/withdraw/index?currency=${USDT}`);
    await page.getByRole('link', { name: 'Add an address' }).click();
    await page.getByRole('radio', { name: 'ERC20' }).check();
    await field('Address').fill('TJRabPrwbZy45sbavfcjinPJC18kjpRTv8');
    await page
      .getByRole('alert')
      .getByText(/address of TRC20/)
      .waitFor();
    await field('Address').fill(world.stranger);
    await field('Label (optional)').fill(LABEL);
    await prove(page.getByRole('form', { name: 'Add an address' }));
    await expectWellMade(page);
    await customer.button('Save address').click();
    await customer.button(new RegExp(`^${LABEL}`)).waitFor();
  });

  it('withdraws, and cancels', async () => {
    secrets.push(REMARK);
    await withdraw('300', '300');
    await page.getByText('Under review', { exact: true }).waitFor();
    expect(await reader.spot(customerId, USDT)).toEqual({
      free: '7950000000',
      frozen: '300000000',
      pending: '300000000',
    });
    await customer.button('Cancel withdrawal').click();
    const sheet = page.getByRole('dialog', { name: 'Cancel this withdrawal?' });
    await sheet.getByRole('button', { name: 'Cancel withdrawal' }).click();
    await page.getByText('Cancelled', { exact: true }).waitFor();
    await expectRecord('withdrawals', '−300', WITHDRAWAL.cancelled);
    await expectAvailable('USDT', '8,250');
  });

  it('withdraws, and one operator rejects it', async () => {
    await world.letCodesAge();
    await withdraw('400', '400');
    await openItem(accountant, 'withdrawal', 'Withdrawals', 'USDT · ERC20', '400 USDT');
    await decide(accountant, 'Reject', { Reason: 'Please call us first.' });
    await expectRecord('withdrawals', '−400', WITHDRAWAL.rejected);
    await record(page, '−400', 'Rejected').click();
    await page.getByText('Reason: Please call us first.').waitFor();
    await expectAvailable('USDT', '8,250');
  });

  it('withdraws more than one operator may approve: two approve', async () => {
    await world.letCodesAge();
    await withdraw('6000', '6,000');
    await expectRecord('withdrawals', '−6,000', WITHDRAWAL.review);
    await openItem(accountant, 'withdrawal', 'Withdrawals', 'USDT · ERC20', '6,000 USDT');
    await accountant.page.getByText('0 / 2', { exact: true }).waitFor();
    await decide(accountant, 'Approve');
    await accountant.page.getByText('You have decided it once: somebody else has to.').waitFor();
    await expect.poll(() => accountant.button('Approve').isDisabled()).toBe(true);
    await accountant.picture('money-journey-one-of-two');
    await expectRecord('withdrawals', '−6,000', WITHDRAWAL.review);

    await openItem(compliance, 'withdrawal', 'Withdrawals', 'USDT · ERC20', '6,000 USDT');
    await compliance.page.getByText('1 / 2', { exact: true }).waitFor();
    await compliance.page.getByText(world.stranger, { exact: true }).waitFor();
    await decide(compliance, 'Approve');
    await compliance.button('Mark as sent').waitFor();
    await expectRecord('withdrawals', '−6,000', WITHDRAWAL.approved);
    expect((await reader.spot(customerId, USDT)).frozen).toBe('6000000000');
  });

  it('is paid on the chain: only a transaction that pays exactly this is accepted', async () => {
    const wrong = await world.sendUsdt(world.stranger, PAID_USDT - 1n);
    payout = await world.sendUsdt(world.stranger, PAID_USDT);
    await world.mine(1);
    await compliance.button('Mark as sent').click();
    const form = compliance.page.getByRole('form', { name: 'Mark as sent' });
    await form.getByLabel('Transaction ID').fill(wrong);
    await form.getByRole('button', { name: 'Mark as sent' }).click();
    await form.getByRole('alert').getByText('does not pay this amount to this address').waitFor();
    await compliance.picture('money-journey-wrong-payout');
    await form.getByLabel('Transaction ID').fill(payout);
    await form.getByRole('button', { name: 'Mark as sent' }).click();
    await form.waitFor({ state: 'hidden' });
    await expectRecord('withdrawals', '−6,000', WITHDRAWAL.sending);
    expect((await reader.spot(customerId, USDT)).frozen).toBe('6000000000');
    await world.mine(CONFIRMATIONS - 1);
  });

  it('shows the ways in and out in Thai, whole and readable', async () => {
    await thai.open(`/pages/assets/deposit/index?currency=${USDT}&network=ERC20`);
    await thai.page.getByRole('img', { name: 'QR ของที่อยู่สำหรับฝาก' }).waitFor();
    await thaiPhone.picture('money-journey-deposit-thai');
    await expectWellMade(thai.page);
    await thai.open(`/pages/assets/withdraw/index?currency=${USDT}`);
    await thai.page.getByText('2,250 USDT', { exact: true }).waitFor();
    await thaiPhone.picture('money-journey-withdraw-thai');
    await expectWellMade(thai.page);
  });

  it('is completed once the chain has confirmed it', async () => {
    await expectRecord('withdrawals', '−6,000', WITHDRAWAL.completed);
    await record(page, '−6,000', 'Completed').click();
    await page.getByText(payout, { exact: true }).waitFor();
    expect(await world.heldUsdt(world.stranger)).toBe((2n * PAID_USDT - 1n) * 1_000_000n);
    expect(await reader.spot(customerId, USDT)).toEqual({ free: '2250000000', frozen: '0', pending: '0' });
  });

  it('keeps every state in the records, also in Thai', async () => {
    for (const [kind, states] of [
      ['deposits', [DEPOSIT.credited, DEPOSIT.rejected, DEPOSIT.reversed, DEPOSIT.tooSmall]],
      ['withdrawals', [WITHDRAWAL.completed, WITHDRAWAL.rejected, WITHDRAWAL.cancelled]],
    ] as const) {
      await thai.open(`/pages/assets/record?kind=${kind}`);
      for (const [, state] of states) {
        await thai.page.getByRole('tabpanel').getByText(state, { exact: true }).first().waitFor();
      }
      await thaiPhone.picture(`money-journey-${kind}-thai`);
      await expectWellMade(thai.page);
    }
    await record(thai.page, '−6,000', WITHDRAWAL.completed[1]).click();
    await thai.page.getByText('ยืนยันบนเชน').waitFor();
    await thaiPhone.picture('money-journey-withdrawal-thai');
    await expectWellMade(thai.page);
  });

  it('has logged no unexpected errors', () => {
    expect([...phone.complaints, ...thaiPhone.complaints, ...accountant.complaints]).toEqual([]);
    // Expected: the refused transaction that pays another amount.
    expect(compliance.complaints).toEqual([expect.stringMatching(/status of 4\d\d/)]);
  });
});
