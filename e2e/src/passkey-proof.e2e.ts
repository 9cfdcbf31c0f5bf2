import { realTimeApp } from '@tallystick/server/modules/security/testing/totp-code';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { App } from './harness/app.ts';
import { expectFaultless } from './harness/checks.ts';
import { Customer, PASSWORD } from './harness/customer.ts';
import { OperatorAtDesk } from './harness/desk.ts';
import { openPhone, type Phone } from './harness/phone.ts';
import { startPreparedApp } from './harness/prepared-app.ts';

const FUND_PASSWORD = '369258';
const CREATE = '/pages/user/address/create?currency=3&network=TRC20';

let app: App;
let phone: Phone;
let page: Page;
let customer: Customer;

beforeAll(async () => {
  const started = await startPreparedApp();
  // Browsers create passkeys for localhost, but not for IP addresses.
  const named = (url: string): string => url.replace('127.0.0.1', 'localhost');
  app = { ...started, webUrl: named(started.webUrl), url: named(started.url) };
  phone = await openPhone(app.browser);
  page = phone.page;
  customer = new Customer(phone, app);
  await customer.signUp('passkey-proof@example.org');
});
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await phone.picture('passkey-proof-failed');
});
afterAll(() => app?.close());

async function turnEverythingOn(): Promise<void> {
  const sent = (await customer.post('set/sms_other_mail', { purpose: 'fund_password' })) as {
    demo_code: string;
  };
  const password = FUND_PASSWORD;
  await customer.post('user/e_pwd', { password, re_password: password, code: sent.demo_code });
  const { secret } = (await customer.post('user/two_factor_setup', { password: PASSWORD })) as {
    secret: string;
  };
  await customer.post('user/two_factor_confirm', { two_factor_code: await realTimeApp(secret).next() });
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...{ protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true },
      ...{ isUserVerified: true, automaticPresenceSimulation: true },
    },
  });
  await customer.open('/pages/settings/security/index');
  await customer.button(/^Passkeys/).click();
  await customer.button('Add a passkey').click();
  await page.getByLabel('Name').fill('My test phone');
  await page.getByLabel('Your login password').fill(PASSWORD);
  await customer.button('Add a passkey').click();
  await page.getByText('My test phone').waitFor();
}

it('a passkey confirms instead of the authenticator’s code, once it has waited a day', async () => {
  await turnEverythingOn();
  await customer.open(CREATE);
  await page.getByLabel('Code of the app, or a recovery code').waitFor();
  expect(await customer.button('Confirm with a passkey').count()).toBe(0);

  const desk = await OperatorAtDesk.loggedIn(app, 'admin');
  await desk.open('/clock', 'Clock');
  await desk.button('1 day').click();
  await desk.giveReason('browser test', 'Put forward');
  await customer.open('/pages/assets/index');
  await customer.open(CREATE);
  await page
    .getByRole('textbox', { name: 'Address', exact: true })
    .fill('TJRabPrwbZy45sbavfcjinPJC18kjpRTv8');
  await page.getByLabel('Fund password', { exact: true }).fill(FUND_PASSWORD);
  await customer.button('Send code').click();
  await customer.button('Fill in').click();
  await customer.button('Confirm with a passkey').waitFor();
  await expectFaultless(page);
  await customer.button('Confirm with a passkey').click();
  await page.getByText('Confirmed with a passkey.').waitFor();
  expect(await page.getByLabel('Code of the app, or a recovery code').count()).toBe(0);
  await expectFaultless(page);
  await customer.button('Save address').click();
  await page.getByText('Address saved').waitFor();
});
