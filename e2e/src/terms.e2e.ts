import { HOUR_MS } from '@tallystick/core/durations';
import { loadCatalogue } from '@tallystick/server/modules/document/catalogue';
import { withLaterRisk } from '@tallystick/server/modules/document/testing/later-risk';
import type { TestCustomer } from '@tallystick/server/testing/test-server';
import { Traders } from '@tallystick/server/testing/traders';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { expectFaultless } from './harness/checks.ts';
import { Customer } from './harness/customer.ts';
import { startInProcess, type InProcess } from './harness/in-process.ts';
import { openPhone, type Phone } from './harness/phone.ts';

const LATER = '2030-01-01';
const PRICE = 59_000n;

let app: InProcess;
let phone: Phone;
let traders: Traders;
let person: TestCustomer;
let customer: Customer;

beforeAll(async () => {
  app = await startInProcess({ documents: withLaterRisk(await loadCatalogue(), LATER) });
  // Sets the clock before the log-in, because a session would expire until then.
  app.server.clock.nowMs = Date.parse(LATER) - HOUR_MS;
  traders = new Traders(app.server);
  await traders.begin();
  const maker = await traders.join();
  await traders.place(maker, { type: 'limit', price: '59900', quantity: '0.1' });
  await traders.place(maker, { side: 'sell', type: 'limit', price: '60100', quantity: '0.1' });
  person = await traders.join();
  phone = await openPhone(app.browser);
  customer = new Customer(phone, app);
  await customer.open('/pages/user/login/login');
  await customer.logIn(person.email, 'correct horse');
  await phone.page.waitForURL(/#\/pages\/index\/index$/);
});
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await phone.picture('terms-failed');
});
afterAll(() => app?.close());

const strip = (words = /^Our terms have changed/) => phone.page.getByRole('link', { name: words });
const newest = (language: string) =>
  phone.page.getByRole('heading', { name: `New ${language}`, exact: true });
const openOrders = async (): Promise<number> => (await traders.orders(person, 'open')).length;

/** Each step depends on the one before. */
it('are not asked for before their day', async () => {
  await customer.open('/pages/trade/index?market=1');
  await customer.buyLimit(PRICE, '0.001');
  await expect.poll(openOrders).toBe(1);
  expect(await strip().count()).toBe(0);
  await customer.field('Amount').fill('0.001');
});

it('are asked for from then on: nothing is bought without them', async () => {
  app.server.clock.nowMs += 2 * HOUR_MS;
  await traders.begin();
  // An open page learns of the new terms by its next call; the order's input is kept.
  await customer.ticket.getByRole('button', { name: 'Buy BTC', exact: true }).click();
  const sheet = phone.page.getByRole('dialog', { name: 'Check your order' });
  await sheet.getByRole('button', { name: 'Buy BTC', exact: true }).click();
  await phone.page.getByText('before you open anything new').waitFor();
  await strip().waitFor();
  expect(await openOrders()).toBe(0);
  await sheet.getByRole('button', { name: 'Back', exact: true }).click();
  await sheet.waitFor({ state: 'hidden' });
});

it('are read in the language of the app, with what has changed', async () => {
  await customer.chooseLanguage('th');
  await strip(/^ข้อกำหนดเปลี่ยนแปลง/).click();
  await newest('th').waitFor();
  await phone.page.getByText('Changed th').waitFor();
  for (const width of [320, 390, 768, 1440]) {
    await phone.page.setViewportSize({ width, height: 844 });
    await phone.picture(`terms-${width}`);
    await expectFaultless(phone.page);
  }
  await phone.page.setViewportSize({ width: 390, height: 844 });
  await customer.chooseLanguage('en');
});

it('are accepted once, and all goes on', async () => {
  await strip().click();
  await newest('en').waitFor();
  await phone.page.getByText('This version is new.').waitFor();
  await customer.button('I have read it and accept it').click();
  await phone.page.getByText(`You accepted the version of ${LATER}`).waitFor();
  expect(await customer.button('I have read it and accept it').count()).toBe(0);
  await customer.open('/pages/trade/index?market=1');
  await customer.buyLimit(PRICE, '0.001');
  await expect.poll(openOrders).toBe(1);
  // Not asked again: neither now, nor after a reload, nor in another language.
  expect(await strip().count()).toBe(0);
  await phone.page.reload();
  await customer.open('/pages/assets/index');
  expect(await strip().count()).toBe(0);
  const { items } = await app.server.call('GET document/list', {}, { token: person.token, lang: 'th' });
  expect(items.filter(({ asked }) => asked)).toEqual([]);
});
