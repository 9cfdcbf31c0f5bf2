import { readFile } from 'node:fs/promises';
import { LANGUAGES } from '@tallystick/protocol/languages';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { App } from './harness/app.ts';
import { cutTexts, expectFaultless } from './harness/checks.ts';
import { Customer, PASSWORD } from './harness/customer.ts';
import { OperatorAtDesk } from './harness/desk.ts';
import { openPhone, type Phone } from './harness/phone.ts';
import { startPreparedApp } from './harness/prepared-app.ts';

const REFERRAL = '/pages/promotion/index';

let app: App;
let phone: Phone;
let anna: Customer;
let friendsPhone: Phone;
let friend: Customer;
let desk: OperatorAtDesk;
let code = '';

beforeAll(async () => {
  app = await startPreparedApp();
  phone = await openPhone(app.browser);
  friendsPhone = await openPhone(app.browser);
  anna = new Customer(phone, app);
  friend = new Customer(friendsPhone, app);
  desk = await OperatorAtDesk.loggedIn(app, 'admin');
});
afterEach(async ({ task }) => {
  if (task.result?.state !== 'fail') return;
  await phone.picture('friends-failed');
  await friendsPhone.picture('friends-failed-friend');
  await desk.picture('friends-failed-desk');
});
afterAll(async () => {
  await phone?.close();
  await friendsPhone?.close();
  await app?.close();
});

/** What can be copied under that label. */
const copyableText = (label: string): Promise<string> =>
  anna.page
    .getByRole('main')
    .locator('span', { hasText: new RegExp(`^${label}$`) })
    .first()
    .locator('xpath=following-sibling::span[1]')
    .innerText();
/** A figure of the summary. */
const figureOf = (label: string): Promise<string> =>
  anna.page
    .locator('dl > div')
    .filter({ has: anna.page.locator('dt', { hasText: new RegExp(`^${label}$`) }) })
    .locator('dd')
    .first()
    .innerText();

describe('somebody who invites', () => {
  it('as a visitor reads how it works, and registers from there', async () => {
    await anna.open(REFERRAL);
    await anna.page.getByText('How it works').waitFor();
    await expectFaultless(anna.page);
    await phone.picture('friends-visitor');
    await anna.register('anna@friends.example');
  });

  it('has a code and a link on the page', async () => {
    await anna.open(REFERRAL);
    await anna.page.getByText('Total earnings, equivalent').waitFor();
    code = await copyableText('Invitation code');
    expect(code).toMatch(/^[A-Z\d]{6,}$/);
    const link = await copyableText('Invitation link');
    expect(link).toContain(`${app.url}/web/?code=${code}#/pages/user/login/register`);
    await anna.page.getByText('Nobody invited yet').waitFor();
    await expectFaultless(anna.page);
    await phone.picture('friends-empty');
  });

  it('saves a poster in each design', async () => {
    await anna.button('Poster').click();
    const sheet = anna.page.getByRole('dialog', { name: 'Invitation poster' });
    for (const [name, design] of [
      ['Dark', 'stick'],
      ['Ledger', 'ledger'],
      ['Night sky', 'night'],
    ] as const) {
      await sheet.getByRole('radio', { name }).check();
      await sheet.locator(`canvas[data-drawn=${design}]`).waitFor();
      await phone.picture(`friends-poster-${design}`);
    }
    const [download] = await Promise.all([
      anna.page.waitForEvent('download'),
      sheet.getByRole('button', { name: 'Save picture' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe(`tallystick-${code}.png`);
    const png = await readFile(await download.path());
    expect(png.subarray(1, 4).toString()).toBe('PNG');
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1080, 1620]);
    await expectFaultless(anna.page);
    await sheet.getByRole('button', { name: 'Close' }).click();
  });
});

describe('a friend', () => {
  it('finds the code filled in, by either link and after visiting the log-in page', async () => {
    // The bare address, as people type it.
    await friend.page.goto(`${app.url}/?code=${code}`);
    await friend.page.waitForURL(/\/web\/(#|$)/);
    await friend.open('/pages/user/login/login');
    await friend.page.getByRole('link', { name: 'Create an account' }).click();
    await friend.page.waitForURL(/login\/register/);
    await friend.page.getByRole('radio', { name: 'E-mail' }).check();
    await friend.page.getByLabel('E-mail address').fill('ben@friends.example');
    await friend.button('Send code').click();
    await friend.button('Fill in').click();
    await friend.button('Continue').click();
    const field = friend.page.locator('[name=invitation]');
    await field.waitFor();
    expect(await field.inputValue()).toBe(code);

    const another = await openPhone(app.browser);
    await another.page.goto(`${app.webUrl}#/register?code=${code}`);
    await another.page.waitForURL(/#\/pages\/user\/login\/register$/);
    const held = await another.page.evaluate(() => sessionStorage.getItem('tallystick.invitation'));
    const drafted = await another.page.evaluate(() => sessionStorage.getItem('tallystick.account'));
    expect(`${held} ${drafted}`).toContain(code);
    await another.close();
  });

  it('registers with it and trades', async () => {
    await friend.page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await friend.page.getByLabel('Repeat the password').fill(PASSWORD);
    await friend.page.getByRole('checkbox').check();
    await friend.button('Create account').click();
    await friend.page.waitForURL(/#\/pages\/index\/index$/);
    await friend.fund();
    await friend.open('/pages/trade/index?market=1');
    await friend.chooseOrderType('Market');
    await friend.field('Budget').fill('2000');
    await friend.send('Buy BTC');
    await friend.tab('History').click();
    await friend.page.getByRole('tabpanel').getByText('100%', { exact: true }).first().waitFor();
  });
});

describe('the reward', () => {
  it('is visible at once: the friend, their progress, and a share of each fee', async () => {
    await anna.open('/pages/index/index');
    await anna.open(REFERRAL);
    await expect.poll(() => figureOf('People invited')).toBe('1');
    const row = anna.page.getByRole('list', { name: 'Friends' }).getByRole('listitem');
    await row.getByText('b***@friends.example').waitFor();
    await row.getByText('Verified: not yet').waitFor({ state: 'attached' });
    await row.getByText('Traded: not yet').waitFor({ state: 'detached' });
    // Paid already if a full hour ends just now.
    const earned = () => Promise.all([figureOf('Pending'), figureOf('Paid')]);
    await expect.poll(async () => (await earned()).every(figure => /^0(\.00)? /.test(figure))).toBe(false);
    await phone.picture('friends-pending');
    await anna.tab('Rebates').click();
    await anna.page.getByRole('list', { name: 'By fill' }).getByRole('button').first().click();
    const sheet = anna.page.getByRole('dialog', { name: 'A rebate and its fee' });
    await sheet.getByText('Fee it comes from').waitFor();
    await sheet.getByText('20%').waitFor();
    await expectFaultless(anna.page);
    await phone.picture('friends-fill');
    await sheet.getByRole('button', { name: 'Close' }).click();
  });

  it('is paid when the hour is over, with a notice', async () => {
    await desk.open('/clock', 'Clock');
    await desk.button('1 hour').click();
    await desk.giveReason('browser test', 'Put forward');
    await anna.open('/pages/index/index');
    await anna.open(`${REFERRAL}?tab=rebates`);
    await expect.poll(() => figureOf('Pending')).toMatch(/^0(\.00)? /);
    expect(await figureOf('Paid')).not.toMatch(/^0(\.00)? /);
    await anna.page.getByRole('radio', { name: 'Paid out' }).check({ force: true });
    const paid = anna.page.getByRole('list', { name: 'Paid out' }).getByRole('listitem');
    await paid.getByText(/BTC$/).waitFor();
    await phone.picture('friends-paid');
    for (const view of ['By day', 'By person']) {
      await anna.page.getByRole('radio', { name: view }).check({ force: true });
      await anna.page.getByRole('list', { name: view }).getByRole('listitem').first().waitFor();
    }
    await phone.picture('friends-people');
    await anna.tab('Top 10').click();
    await anna.page
      .getByRole('list', { name: 'Top 10' })
      .getByText(/\(You\)$/)
      .waitFor();
    await phone.picture('friends-top');
    await anna.open('/pages/assets/record?account=spot');
    await anna.page
      .getByRole('button', { name: /^Referral rebate/ })
      .first()
      .waitFor();
    await anna.open('/pages/notice/index');
    await anna.page.getByText(/^Rebates received: /).waitFor();
  });

  it('appears in the desk’s report', async () => {
    await desk.open('/referral', 'Referral');
    const promoters = desk.page.getByRole('table', { name: 'Promoters' });
    await promoters.getByText('Earns').first().waitFor();
    const days = desk.page.getByRole('table', { name: 'Rebates by period' });
    await days.getByText(/BTC$/).first().waitFor();
    await desk.picture('friends-desk');
    const [download] = await Promise.all([desk.page.waitForEvent('download'), desk.button('CSV').click()]);
    const csv = await readFile(await download.path(), 'utf8');
    expect(csv).toMatch(/^day,promoter,customer,level,fills,amount,currency\r\n\d{4}-/);
    await desk.open('/alerts', 'Alerts');
    await desk.page
      .getByText(/looked at/i)
      .first()
      .waitFor();
    await desk.picture('friends-desk-alerts');
    expect(desk.complaints).toEqual([]);
  });
});

describe('the poster', () => {
  it('is drawn in every language', async () => {
    const found: string[] = [];
    for (const language of LANGUAGES) {
      await anna.chooseLanguage(language);
      await anna.open(REFERRAL);
      await anna.page.getByTestId('referral-earned').waitFor();
      await anna.page.locator('main button:has(svg.lucide-image)').click();
      await anna.page.locator('canvas[data-drawn=stick]').waitFor();
      found.push(...(await cutTexts(anna.page)).map(fault => `${language} poster: ${fault}`));
      await phone.picture(`friends-poster-${language}`);
      await anna.page.keyboard.press('Escape');
    }
    expect(found).toEqual([]);
    expect(
      [...phone.complaints, ...friendsPhone.complaints].filter(text => !/status of 4\d\d/.test(text)),
    ).toEqual([]);
  });
});
