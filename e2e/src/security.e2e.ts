import type { Page } from 'playwright-core';
import { realTimeApp } from '@tallystick/server/modules/security/testing/totp-code';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { App } from './harness/app.ts';
import { accessibilityFaults, cutTexts } from './harness/checks.ts';
import { Customer, PASSWORD } from './harness/customer.ts';
import { cutInLanguages } from './harness/other-tab.ts';
import { openPhone, type Phone } from './harness/phone.ts';
import { enterSharedApp } from './harness/prepared-app.ts';

const EMAIL = 'careful@example.org';
const FUND_PASSWORD = '369258';
const NEW_PASSWORD = 'another correct horse';

let app: App;
let phone: Phone;
let page: Page;
let customer: Customer;
let authenticator: ReturnType<typeof realTimeApp>;
let recoveryCodes: string[];

beforeAll(async () => {
  const started = await enterSharedApp();
  // Browsers create passkeys for localhost, but not for IP addresses.
  app = { ...started, webUrl: started.webUrl.replace('127.0.0.1', 'localhost') };
  phone = await openPhone(app.browser);
  page = phone.page;
  customer = new Customer(phone, app);
});
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await phone.picture('security-failed');
});
afterAll(() => app?.close());

const dialog = () => page.getByRole('dialog');
const openSecurity = async (): Promise<void> => {
  await customer.open('/pages/settings/security/index');
  await page.getByText(/of 5 steps/).waitFor();
};

/** The open screen is accessible and no text on it is cut off. */
async function expectWellMade(): Promise<void> {
  expect(await accessibilityFaults(page)).toEqual([]);
  expect(await cutTexts(page)).toEqual([]);
}

/** Adds a virtual authenticator that always confirms. */
async function addAuthenticator(): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

/** One customer; each step depends on the one before. */
describe('the security centre', () => {
  it('shows a newcomer what to do first', async () => {
    await customer.register(EMAIL);
    await openSecurity();
    await page.getByText('Basic protection').waitFor();
    await page.getByText(/next: a fund password/).waitFor();
    await expectWellMade();
    await phone.picture('security-new');
  });

  it('sets a fund password with a code; what everybody tries first is refused while typing', async () => {
    await page.getByRole('link', { name: /^Fund password/ }).click();
    await page.waitForURL(`${app.webUrl}#/pages/settings/security/changePayPassword`);
    await customer.button('Send code').click();
    await customer.button('Fill in').click();
    await page.getByLabel('New fund password').fill('123456');
    await page.getByRole('alert').getByText('Too easy to guess').waitFor();
    await page.getByLabel('New fund password').fill(FUND_PASSWORD);
    await page.getByLabel('Repeat the fund password').fill(FUND_PASSWORD);
    await expectWellMade();
    await customer.button('Set a fund password').click();
    await page.getByText('Fund password saved').waitFor();
    await page.getByText(/next: two-factor/).waitFor();
    expect(await customer.post('user/valid_paypass', { password: FUND_PASSWORD })).toEqual({ valid: true });
  });

  it('turns two-factor on: QR code, key to type, recovery codes shown once', async () => {
    await customer.button(/^Two-factor/).click();
    await page.getByLabel('Your login password').fill(PASSWORD);
    await customer.button('Continue').click();
    const picture = page.getByRole('img', { name: 'QR code for your authenticator app' });
    await picture.waitFor();
    expect(await picture.getAttribute('src')).toMatch(/^data:image\/svg\+xml/);
    const secret = ((await dialog().locator('code').textContent()) ?? '').replaceAll(' ', '');
    authenticator = realTimeApp(secret);
    await phone.picture('security-two-factor');
    await page.getByLabel('Code of the app').fill(await authenticator.next());
    await expectWellMade();
    await customer.button('Turn on').click();
    await page.getByRole('list', { name: 'Recovery codes' }).waitFor();
    recoveryCodes = await page
      .getByRole('list', { name: 'Recovery codes' })
      .getByRole('listitem')
      .allTextContents();
    expect(recoveryCodes).toHaveLength(10);
    await phone.picture('security-recovery-codes');
    await customer.button('I have kept them').click();
    await page.getByText('Strong protection').waitFor();
  });

  it('asks for the code after the password: a wrong one is refused, a recovery code lets in once', async () => {
    const other = await openPhone(app.browser);
    const visitor = new Customer(other, app);
    await visitor.open('/pages/user/login/login');
    await visitor.logIn(EMAIL);
    await other.page.waitForURL(`${app.webUrl}#/pages/user/login/login1`);
    await other.page.getByText('Enter the code your authenticator app shows.').waitFor();
    expect(await accessibilityFaults(other.page)).toEqual([]);
    // Phones may reload a page after a switch to the authenticator app.
    await other.page.reload();
    await other.page.getByLabel('Code of the app').fill('000000');
    await other.page
      .getByRole('alert')
      .getByText(/not right/)
      .waitFor();
    await visitor.button(/recovery code$/).click();
    await other.page.getByLabel('Recovery code').fill(recoveryCodes[0] ?? '');
    await visitor.button('Log in').click();
    await other.page.waitForURL(/pages\/index\/index/);

    // The first phone logs the second one out, which notices it without a reload.
    await customer.open('/pages/settings/account/index');
    await page.getByText('This device').waitFor();
    await page
      .getByText(/Recovery code/)
      .first()
      .waitFor();
    await page
      .getByText(/failed/)
      .first()
      .waitFor();
    await expectWellMade();
    await phone.picture('security-devices');
    await other.page.goto(`${app.webUrl}#/pages/assets/index`);
    await customer.button('Log out').click();
    await dialog().getByRole('button', { name: 'Log out' }).click();
    await other.page.waitForURL(/user\/login\/login\?/);
    await other.close();
  });

  it('adds a passkey, logs out and comes back with nothing but the passkey', async () => {
    await addAuthenticator();
    await openSecurity();
    await customer.button(/^Passkeys/).click();
    await customer.button('Add a passkey').click();
    await page.getByLabel('Name').fill('My test phone');
    await page.getByLabel('Your login password').fill(PASSWORD);
    await customer.button('Add a passkey').click();
    await page.getByText('My test phone').waitFor();
    await expectWellMade();
    await customer.open('/pages/settings/index');
    await customer.button('Log out').click();
    await dialog().getByRole('button', { name: 'Log out' }).click();
    // Until the token is removed, the login page would redirect home.
    await page.waitForFunction(() => localStorage.getItem('tallystick.token') === null);
    await customer.open('/pages/user/login/login');
    await customer.button('Log in with a passkey').click();
    await page.waitForURL(/pages\/index\/index/);
  });

  it('changes the login password: logged out with the reason, and withdrawals on hold with a countdown', async () => {
    await customer.open('/pages/settings/security/changePassword');
    await page.getByLabel('Current password').fill(PASSWORD);
    await page.getByLabel('New password', { exact: true }).fill(NEW_PASSWORD);
    await page.getByLabel('Repeat the password').fill(NEW_PASSWORD);
    await page.getByLabel('Code of the app').fill(await authenticator.next());
    // The 24 hours are a setting of the operators.
    await page.getByText('Withdrawals then wait 24 hours.').waitFor();
    await expectWellMade();
    await customer.button('Change password').click();
    await page.getByText('Password changed. Please log in with the new one.').waitFor();
    await customer.logIn(EMAIL, NEW_PASSWORD);
    await page.getByLabel('Code of the app').fill(await authenticator.next());
    await page.waitForURL(/pages\/index\/index/);
    await openSecurity();
    await page.getByText('Withdrawals are on hold').waitFor();
    await page.getByText(/open again in 23:\d\d:\d\d/).waitFor();
  });

  it('keeps an anti-phishing phrase', async () => {
    await customer.button(/^Anti-phishing phrase/).click();
    await page.getByRole('textbox', { name: 'Phrase' }).fill('blue heron');
    await page.getByLabel('Your login password').fill(NEW_PASSWORD);
    await customer.button('Save').click();
    await page.getByText('blue heron').waitFor();
    await phone.picture('security-strong');
    await expectWellMade();
  });

  it.each(['security/index', 'security/changePassword', 'security/changePayPassword', 'account/index'])(
    'fits in every language: %s',
    async route => {
      const address = `${app.webUrl}#/pages/settings/${route}`;
      expect(await cutInLanguages(page, address, { widths: [390] })).toEqual([]);
    },
  );

  it('freezes the account: logged out, told so, and nothing trades', async () => {
    await customer.open('/pages/settings/account/index');
    await customer.button('Freeze account').click();
    await page.getByLabel('Your login password').fill(NEW_PASSWORD);
    await customer.button('Freeze now').click();
    await page.getByText(/Your account is frozen/).waitFor();
    await customer.button('Log in with a passkey').click();
    await page.waitForURL(/pages\/index\/index/);
    await openSecurity();
    await page.getByText('This account is frozen').waitFor();
    await page.getByText(/lift the freeze in 23:\d\d:\d\d/).waitFor();
    await expectWellMade();
    await phone.picture('security-frozen');
    await expect(
      customer.post('wallet/change', { from: 'spot', to: 'option', currency_id: '3', amount: '1' }),
    ).rejects.toThrow(/frozen/);
  });

  it('left nothing unsaid', () => {
    // The browser itself logs the refusals that these tests provoke.
    expect(phone.complaints.filter(complaint => !/status of 4\d\d/.test(complaint))).toEqual([]);
  });
});
