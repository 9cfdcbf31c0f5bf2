import { samplePicture } from '@tallystick/server/testing/sample-pictures';
import type { Locator } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { App } from './harness/app.ts';
import { accessibilityFaults, cutTexts, expectFaultless } from './harness/checks.ts';
import { Customer } from './harness/customer.ts';
import { OPERATOR_PASSWORD, OperatorAtDesk } from './harness/desk.ts';
import { openPhone, type Phone } from './harness/phone.ts';
import { startPreparedApp } from './harness/prepared-app.ts';

const TRANSACTION = 'c0'.repeat(32);
const WIDTHS = [320, 390, 768, 1440];

let app: App;
let phone: Phone;
let customer: Customer;
let support: OperatorAtDesk;
let accountant: OperatorAtDesk;
let customerId: number;
let depositId: number;

beforeAll(async () => {
  app = await startPreparedApp();
  phone = await openPhone(app.browser);
  customer = new Customer(phone, app);
  await customer.open('/pages/user/login/login');
  await customer.logIn('demo@tallystick.example', 'tally-demo');
  await phone.page.waitForURL(/#\/pages\/index\/index$/);
  [support, accountant] = await Promise.all([
    OperatorAtDesk.loggedIn(app, 'support'),
    OperatorAtDesk.loggedIn(app, 'accountant'),
  ]);
  depositId = await credit();
});
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await phone.picture('corrections-failed');
});
afterAll(() => app?.close());

/** A call as an app would send it; the answer's data. */
async function call(name: string, token: string, body: object | FormData): Promise<Record<string, unknown>> {
  const isForm = body instanceof FormData;
  const response = await fetch(`${app.url}/api/${name}`, {
    method: 'POST',
    headers: {
      ...(token === '' ? {} : { authorization: token }),
      ...(isForm ? {} : { 'content-type': 'application/json' }),
      'idempotency-key': `corrections-${name.replaceAll('/', '-')}`,
    },
    body: isForm ? body : JSON.stringify(body),
  });
  const answer = (await response.json()) as { type: string; data: Record<string, unknown> };
  expect({ name, answer }).toMatchObject({ answer: { type: 'ok' } });
  return answer.data;
}

/** A deposit of 50 USDT by voucher, approved by the accountant. */
async function credit(): Promise<number> {
  const token = await phone.page.evaluate(() => localStorage.getItem('tallystick.token') ?? '');
  const form = new FormData();
  form.append('kind', 'voucher');
  form.append(
    'file',
    new Blob([new Uint8Array(await samplePicture(43))], { type: 'image/jpeg' }),
    'voucher.jpg',
  );
  const { picture_id } = await call('upload', token, form);
  const way = { currency_id: 3, network: 'TRC20', amount: '50', transaction_id: TRANSACTION };
  const { deposit } = await call('wallet/charge_req', token, { ...way, picture_id });
  const { deposit_id: id } = deposit as { deposit_id: number };
  const { token: desk } = await call('desk/login', '', { name: 'accountant', password: OPERATOR_PASSWORD });
  const decision = { queue: 'deposit', id, action: 'approve', inputs: { transaction_id: TRANSACTION } };
  const decided = await call('desk/queue_decide', String(desk), decision);
  customerId = (decided['item'] as { customer_id: number }).customer_id;
  return id;
}

const dialog = (operator: OperatorAtDesk): Locator => operator.page.getByRole('dialog');

/** Fills in a form of the desk and proposes the change it then shows. */
async function propose(operator: OperatorAtDesk, fields: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, value] of Object.entries(fields)) {
    await dialog(operator).getByLabel(label, { exact: true }).fill(value);
  }
  await dialog(operator).getByRole('button', { name: 'Propose', exact: true }).click();
  await dialog(operator).getByRole('heading', { name: 'Propose this change?' }).waitFor();
  await operator.giveReason('A mistake of ours', 'Propose');
}

/** Nothing is cut at any width. */
async function fitsEverywhere(operator: OperatorAtDesk, name: string): Promise<void> {
  for (const width of WIDTHS) {
    await operator.page.setViewportSize({ width, height: 860 });
    expect(await cutTexts(operator.page), `${name} at ${width} px`).toEqual([]);
    const overflow = await operator.page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow, `${name} at ${width} px`).toBe(0);
    await operator.picture(`corrections-${name}-${width}`);
  }
  await operator.page.setViewportSize({ width: 1280, height: 860 });
}

describe('a mistake', () => {
  it('is corrected by a goodwill payment: proposed, confirmed by another, shown to the customer and in the totals', async () => {
    await support.open('/corrections', 'Corrections');
    await support.button('Pay goodwill').click();
    await propose(support, {
      'Customer number': String(customerId),
      Amount: '25',
      'What the customer reads': 'Your withdrawal took two days.',
    });
    await accountant.confirm(`Goodwill · ${customerId}`);
    await accountant.open('/corrections', 'Corrections');
    await accountant.row('Your withdrawal took two days.').getByText('Paid', { exact: true }).waitFor();
    expect(await accessibilityFaults(accountant.page)).toEqual([]);
    await fitsEverywhere(accountant, 'desk');

    await customer.open('/pages/assets/record');
    await customer
      .button(/Goodwill/)
      .first()
      .click();
    const sheet = phone.page.getByRole('dialog', { name: 'Change of balance' });
    await sheet.getByText('Your withdrawal took two days.').waitFor();
    await sheet.getByText('Something went wrong on our side').waitFor();
    await phone.picture('corrections-entry');
    await expectFaultless(phone.page);
    await customer.open('/pages/proof/index');
    const totals = phone.page.getByRole('list', { name: 'In all' });
    await totals.getByText('25 USDT').waitFor();
    await totals.scrollIntoViewIfNeeded();
    await phone.picture('corrections-public');
    await expectFaultless(phone.page);
  });

  it('is reversed only after notice, and the customer can object', async () => {
    await accountant.open('/corrections', 'Corrections');
    await accountant.button('Take a deposit back').click();
    await propose(accountant, {
      'Deposit number': String(depositId),
      Amount: '50',
      'What the customer reads': 'It names another account.',
    });
    const admin = await OperatorAtDesk.loggedIn(app, 'admin');
    await admin.confirm(`Deposit taken back · ${depositId}`);

    await customer.open('/pages/assets/record?kind=deposits');
    await customer.button(/To be taken back/).click();
    const sheet = phone.page.getByRole('dialog', { name: `Deposit ${depositId}` });
    await sheet.getByText('It names another account.').waitFor();
    await phone.picture('corrections-announced');
    await expectFaultless(phone.page);
    await sheet.getByLabel('Why this is wrong').fill('I sent it from my own wallet.');
    await customer.button('Object').click();
    await sheet.getByText(/^You have objected/).waitFor();
    await phone.picture('corrections-objected');

    await admin.open('/corrections', 'Corrections');
    const row = admin.row('I sent it from my own wallet.');
    await row.getByText('Somebody else looks at it again.').waitFor();
    const compliance = await OperatorAtDesk.loggedIn(app, 'compliance');
    await compliance.open('/corrections', 'Corrections');
    await compliance.row('I sent it from my own wallet.').getByRole('button', { name: 'Drop it' }).waitFor();
    await fitsEverywhere(compliance, 'objected');
  });

  it.each(['th', 'esp'] as const)('reads well on the narrowest phone in %s', async language => {
    await customer.chooseLanguage(language);
    await phone.page.setViewportSize({ width: 320, height: 700 });
    await customer.open('/pages/assets/record?kind=deposits');
    await phone.page.getByRole('button').filter({ hasText: 'TRC20' }).first().click();
    await phone.page.getByText('I sent it from my own wallet.').waitFor();
    await phone.picture(`corrections-${language}-320`);
    expect(await cutTexts(phone.page)).toEqual([]);
    await customer.open('/pages/proof/index');
    expect(await cutTexts(phone.page)).toEqual([]);
    await phone.page.setViewportSize({ width: 390, height: 844 });
  });
});
