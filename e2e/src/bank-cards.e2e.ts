import { administer } from '@tallystick/server/testing/administer';
import type { Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { App } from './harness/app.ts';
import { expectFaultless } from './harness/checks.ts';
import { Customer } from './harness/customer.ts';
import { openPhone, type Phone } from './harness/phone.ts';
import { startReadableApp } from './harness/prepared-app.ts';

const CARDS = '/pages/bankbind/index';
const FUND_PASSWORD = '369258';

let app: App;
let databaseUrl: string;
let phone: Phone;
let page: Page;
let customer: Customer;

beforeAll(async () => {
  ({ app, databaseUrl } = await startReadableApp({}));
  phone = await openPhone(app.browser);
  page = phone.page;
  customer = new Customer(phone, app);
  await customer.signUp('several-cards@example.org');
  const password = FUND_PASSWORD;
  await customer.post('user/e_pwd', { password, re_password: password, code: await code('fund_password') });
  await save('4000 1234 5678 9010', 'Salary');
  await anHourLater();
  await save('4000 1234 5678 9028', '');
});
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await phone.picture('bank-cards-failed');
});
afterAll(() => app?.close());

async function code(purpose: string): Promise<string> {
  const sent = (await customer.post('set/sms_other_mail', { purpose })) as { demo_code: string };
  return sent.demo_code;
}

/** Another code is sent after a minute at the earliest: those that were sent become older. */
async function anHourLater(): Promise<void> {
  await administer(databaseUrl, 'update verification_codes set created_at_ms = created_at_ms - 3600000');
}

async function save(number: string, label: string): Promise<void> {
  await customer.post('user/cash_save', {
    ...{ holder: 'Demo Customer', card_number: number, bank_name: 'First Bank', label },
    ...{ password: FUND_PASSWORD, code: await code('bank_card') },
  });
}

const card = (name: string): Locator => page.getByRole('region', { name });

describe('several bank cards', () => {
  it('are shown masked by their names; another becomes the default', async () => {
    await customer.open(CARDS);
    await card('Salary •••• 9010').getByText('Default', { exact: true }).waitFor();
    expect(await card('First Bank •••• 9028').getByText('Default', { exact: true }).count()).toBe(0);
    await phone.picture('bank-cards');
    await expectFaultless(page);
    await card('First Bank •••• 9028').getByRole('button', { name: 'Make it the default' }).click();
    await card('First Bank •••• 9028').getByText('Default', { exact: true }).waitFor();
    expect(await card('Salary •••• 9010').getByText('Default', { exact: true }).count()).toBe(0);
  });

  it('are chosen among on the way to the bank, the default first', async () => {
    await customer.open('/pages/assets/withdraw/bank/bank');
    const chosen = page.getByRole('button', { name: /•••• \d{4}/ });
    await chosen.filter({ hasText: '9028' }).click();
    const sheet = page.getByRole('dialog', { name: 'Choose a bank card' });
    await expectFaultless(page);
    await sheet.getByRole('button', { name: /^Salary/ }).click();
    await chosen.filter({ hasText: 'Salary · First Bank •••• 9010' }).waitFor();
  });

  it('are removed after asking, and the last one is the default again', async () => {
    await customer.open(CARDS);
    await card('First Bank •••• 9028').getByRole('button', { name: 'Remove' }).click();
    const sheet = page.getByRole('dialog', { name: 'Remove “First Bank •••• 9028”?' });
    await sheet.getByRole('button', { name: 'Remove' }).click();
    await card('First Bank •••• 9028').waitFor({ state: 'hidden' });
    await card('Salary •••• 9010').waitFor();
    await page.getByRole('link', { name: 'Add a bank card' }).waitFor();
  });
});
