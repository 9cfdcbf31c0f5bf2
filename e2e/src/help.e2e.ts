import { administer } from '@tallystick/server/testing/administer';
import { samplePicture } from '@tallystick/server/testing/sample-pictures';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { App } from './harness/app.ts';
import { cutTexts, expectFaultless } from './harness/checks.ts';
import { Customer } from './harness/customer.ts';
import { OperatorAtDesk } from './harness/desk.ts';
import { openPhone, type Phone } from './harness/phone.ts';
import { startReadableApp } from './harness/prepared-app.ts';

const FUND_PASSWORD = '258147';
const TRON_ADDRESS = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8';
const HOSTILE = 'It has not come. <img src=x onerror="document.title=\'broken\'">';
const WIDTHS = [320, 390, 768, 1440];

let app: App;
let databaseUrl: string;
let visitorPhone: Phone;
let phone: Phone;
let visitor: Customer;
let customer: Customer;
let support: OperatorAtDesk;

beforeAll(async () => {
  ({ app, databaseUrl } = await startReadableApp({ RATE_LIMITS: 'off' }));
  [visitorPhone, phone, support] = await Promise.all([
    openPhone(app.browser),
    openPhone(app.browser),
    OperatorAtDesk.loggedIn(app, 'support'),
  ]);
  visitor = new Customer(visitorPhone, app);
  customer = new Customer(phone, app);
});
afterEach(async ({ task }) => {
  if (task.result?.state !== 'fail') return;
  await Promise.all([
    visitorPhone.picture('help-failed-visitor'),
    phone.picture('help-failed'),
    support.picture('help-failed-desk'),
  ]);
});
afterAll(() => app?.close());

/** A verification code, as a demo shows it. */
async function proof(purpose: string): Promise<string> {
  const { demo_code: code } = (await customer.post('set/sms_other_mail', { purpose })) as {
    demo_code: string;
  };
  return code;
}

/** A withdrawal of 100 USDT that waits for review. */
async function withdraw(): Promise<number> {
  const password = FUND_PASSWORD;
  const set = { password, re_password: password, code: await proof('fund_password') };
  await customer.post('user/e_pwd', set);
  await administer(
    databaseUrl,
    `update customers set verification = 'verified' where email = 'demo@tallystick.example'`,
  );
  const place = { currency_id: '3', network: 'TRC20', address: TRON_ADDRESS, label: 'Cold wallet' };
  const { address } = (await customer.post('wallet/addaddress', {
    ...place,
    password,
    code: await proof('address'),
  })) as { address: { address_id: number } };
  const asked = { currency_id: '3', amount: '100', address_id: String(address.address_id), password };
  const { withdrawal } = (await customer.post('wallet/out', { ...asked, code: await proof('withdraw') })) as {
    withdrawal: { withdrawal_id: number };
  };
  return withdrawal.withdrawal_id;
}

/** Nothing is cut off or overflows, on any screen. */
async function fitsEverywhere(who: Customer | OperatorAtDesk, name: string): Promise<void> {
  const before = who.page.viewportSize() ?? { width: 390, height: 844 };
  for (const width of WIDTHS) {
    await who.page.setViewportSize({ width, height: 860 });
    expect(await cutTexts(who.page), `${name} at ${width} px`).toEqual([]);
    const overflow = await who.page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow, `${name} at ${width} px`).toBe(0);
    await who.picture(`help-${name}-${width}`);
  }
  await who.page.setViewportSize(before);
}

describe('help', () => {
  it('a visitor finds it by an error’s code, reads it and rates it', async () => {
    const { page } = visitor;
    await visitor.open('/pages/help-center/center');
    await fitsEverywhere(visitor, 'center');
    await page.getByRole('searchbox', { name: 'Search help' }).fill('withdrawal_on_hold');
    const hit = page.getByRole('link', { name: /^Why a withdrawal has to wait/ });
    await hit.waitFor();
    await fitsEverywhere(visitor, 'search');
    await hit.click();
    await page.getByRole('heading', { level: 2, name: 'Why a withdrawal has to wait' }).waitFor();
    await expectFaultless(page);
    await fitsEverywhere(visitor, 'article');
    await visitor.button('Yes').click();
    await page.getByText('Thank you.', { exact: true }).waitFor();
    await page.reload();
    await page.getByText('Thank you.', { exact: true }).waitFor();
    expect(await visitor.button('Yes').getAttribute('aria-pressed')).toBe('true');
    await page.goBack();
    await hit.waitFor();
    await page.getByRole('searchbox', { name: 'Search help' }).fill('');
    await page.waitForURL(/help-center\/center$/);
    expect(visitorPhone.complaints).toEqual([]);
  });

  it('explains a refusal where it is shown', async () => {
    const { page } = customer;
    await customer.open('/pages/user/login/login');
    await customer.logIn('demo@tallystick.example', 'not-the-password');
    const why = page.getByRole('link', { name: 'Why?' });
    await why.waitFor();
    await customer.picture('help-why');
    await why.click();
    await page.waitForURL(/help-center\/detail\?code=/);
    await page.getByRole('heading', { level: 2 }).first().waitFor();
    await expectFaultless(page);
    // The browser logs each refusal.
    phone.complaints.length = 0;
  });

  it('answers a ticket about a withdrawal, with a picture: at the desk, and read on the phone', async () => {
    const { page } = customer;
    await customer.open('/pages/user/login/login');
    await customer.logIn('demo@tallystick.example', 'tally-demo');
    await page.waitForURL(/#\/pages\/index\/index$/);
    const id = await withdraw();
    await customer.open(`/pages/assets/withdraw/detail?id=${id}`);
    await page.getByRole('link', { name: 'Get help with this' }).click();
    await page.getByLabel('What is it about?').waitFor();
    expect(await page.getByLabel('What is it about?').inputValue()).toBe(`withdrawal:${id}`);
    await page.getByLabel('In a few words').fill('Where is my withdrawal?');
    await page.getByLabel('What happened?').fill(HOSTILE);
    await customer.button('Add another picture').click();
    const picture = { name: 'shot.jpg', mimeType: 'image/jpeg', buffer: await samplePicture(11) };
    await page.locator('input[type="file"]').setInputFiles(picture);
    await page.getByText('Uploaded', { exact: true }).waitFor();
    await expectFaultless(page);
    await fitsEverywhere(customer, 'ticket-form');
    await customer.button('Send ticket').click();
    await page.getByText(HOSTILE).waitFor();
    await page.getByText('Waiting for us', { exact: true }).waitFor();

    await support.open('/queues/ticket', 'Tickets');
    await support
      .row('Where is my withdrawal?')
      .getByRole('link', { name: 'Where is my withdrawal?' })
      .click();
    await support.page.getByText(HOSTILE).waitFor();
    await fitsEverywhere(support, 'desk-ticket');
    await support.button('Answer').click();
    const form = support.page.getByRole('form', { name: 'Answer' });
    await form.getByRole('textbox').fill('A colleague checks it.\nIt leaves today.');
    await form.getByRole('button', { name: 'Answer', exact: true }).click();
    await support.page.getByText('We answered').waitFor();
    expect(support.complaints).toEqual([]);

    await page.getByText('It leaves today.').waitFor();
    await page.getByText('Answered', { exact: true }).waitFor();
    await expectFaultless(page);
    await fitsEverywhere(customer, 'ticket');
    await page.getByLabel('Your reply').fill('Thank you!');
    await customer.button('Send reply').click();
    await page.getByText('Thank you!').waitFor();
    await page.getByText('Waiting for us', { exact: true }).waitFor();
    await customer.open('/pages/help-center/tickets');
    await page.getByRole('link', { name: /Where is my withdrawal/ }).waitFor();
    await fitsEverywhere(customer, 'tickets');
    await customer.open('/pages/help-center/feedback');
    await fitsEverywhere(customer, 'feedback');
    expect(await page.title()).not.toBe('broken');
    expect(phone.complaints).toEqual([]);
  });

  it('reads differently once two people at the desk have agreed', async () => {
    const admin = await OperatorAtDesk.loggedIn(app, 'admin');
    await support.open('/articles', 'Help articles');
    await support.row('Funding of contracts').getByRole('link').click();
    const title = support.page.getByLabel('English: Title');
    await title.waitFor();
    await fitsEverywhere(support, 'desk-article');
    await title.fill('Funding, explained anew');
    await support.button('Propose').click();
    await support.giveReason('Clearer', 'Propose');
    await admin.confirm('Help article · funding');
    await visitor.open('/pages/help-center/detail?slug=funding');
    await visitor.page.getByRole('heading', { level: 2, name: 'Funding, explained anew' }).waitFor();
  });
});
