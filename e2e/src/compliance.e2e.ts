import { readFile } from 'node:fs/promises';
import { samplePicture } from '@tallystick/server/testing/sample-pictures';
import type { Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { App } from './harness/app.ts';
import { accessibilityFaults, cutTexts } from './harness/checks.ts';
import { Customer, PASSWORD } from './harness/customer.ts';
import { OperatorAtDesk } from './harness/desk.ts';
import { openPhone, type Phone } from './harness/phone.ts';
import { startPreparedApp } from './harness/prepared-app.ts';

const WIDTHS = [320, 390, 768, 1440];

let app: App;
let phone: Phone;
let customer: Customer;
let compliance: OperatorAtDesk;
let admin: OperatorAtDesk;

beforeAll(async () => {
  app = await startPreparedApp();
  phone = await openPhone(app.browser);
  customer = new Customer(phone, app);
  compliance = await OperatorAtDesk.loggedIn(app, 'compliance');
  admin = await OperatorAtDesk.loggedIn(app, 'admin');
});
afterEach(async ({ task }) => {
  if (task.result?.state !== 'fail') return;
  await phone.picture('compliance-failed');
  await compliance.picture('compliance-desk-failed');
});
afterAll(() => app?.close());

const field = (name: string): Locator => customer.page.getByRole('textbox', { name, exact: true });

/** Nothing is cut, overflows or is hard to reach, at any width. */
async function expectSound(page: Page, name: string, picture: (name: string) => Promise<void>) {
  const before = page.viewportSize();
  expect(await accessibilityFaults(page)).toEqual([]);
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 860 });
    expect(await cutTexts(page), `${name} at ${width}`).toEqual([]);
    const tooWide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
    expect(tooWide, `${name} at ${width}`).toBe(false);
    await picture(`${name}-${width}`);
  }
  if (before !== null) await page.setViewportSize(before);
}

const atDesk = (name: string) => expectSound(compliance.page, name, one => compliance.picture(one));
const onPhone = (name: string) => expectSound(customer.page, name, one => customer.picture(one));

async function openCase(by: OperatorAtDesk): Promise<void> {
  await by.open('/queues/compliance', 'Compliance');
  await by.page.getByRole('link', { name: 'Name on a list' }).click();
  await by.heading('Compliance · Name on a list').waitFor();
}

async function decide(by: OperatorAtDesk, action: string, words: string): Promise<void> {
  await by.button(action).click();
  const form = by.page.getByRole('form', { name: action });
  await form.getByLabel('Reason').fill(words);
  await form.getByRole('button', { name: action }).click();
}

/** One customer who is called like somebody on a list, from the application to the end of the case. */
describe('compliance', () => {
  it('keeps a listed name from being verified', async () => {
    await customer.signUp('listed@example.org');
    await customer.open('/pages/verification/basic');
    await customer.button(/^Country of the document/).click();
    const sheet = customer.page.getByRole('dialog', { name: 'Choose a country' });
    await sheet.getByLabel('Search').fill('viet');
    await sheet.getByRole('button', { name: /^Vietnam/ }).click();
    await field('Full name').fill('Zoltan Fictivus');
    await field('Document number').fill('079 203 005555');
    await field('Contact address').fill('12 Le Loi, District 1');
    await customer.button('Enter your date of birth').waitFor();
    await field('Date of birth').fill('1961-05-01');
    await onPhone('compliance-apply');
    await customer.button('Send for review').click();
    await customer.page.waitForURL(/verification\/index/);

    await compliance.open('/queues/identity', 'Identity');
    await compliance.page.getByRole('link', { name: 'Basic', exact: true }).click();
    await compliance.button('Approve').click();
    const form = compliance.page.getByRole('form', { name: 'Approve' });
    await form.getByRole('button', { name: 'Approve' }).click();
    await compliance.page.getByText('A compliance case holds').waitFor();
  });

  it('shows the case beside what the list says, and asks the customer', async () => {
    await compliance.open('/queues/compliance', 'Compliance');
    await compliance.page.getByText('demo-names.csv').waitFor();
    await atDesk('compliance-queue');
    await openCase(compliance);
    await compliance.page.getByText('invented', { exact: true }).waitFor();
    await atDesk('compliance-case');
    await decide(compliance, 'Ask back', 'Please tell us what you will pay in from.');
    await compliance.page.getByText('Waiting for the customer', { exact: true }).first().waitFor();
  });

  it('takes the customer’s answer with a document', async () => {
    await customer.open('/pages/verification/index');
    await customer.page.getByText('Please tell us where your money comes from').waitFor();
    await onPhone('compliance-levels');
    await customer.page.getByRole('link', { name: 'Source of funds' }).click();
    await customer.page.getByText('Please tell us what you will pay in from.').waitFor();
    // What a message links to.
    await customer.open('/pages/verification/funds');
    await customer.button('Say in a few words where it comes from').click();
    await customer.page.getByRole('alert').getByText('Say in a few words').waitFor();
    await customer.page.getByLabel('It comes mainly from').selectOption('savings');
    await field('In your own words').fill('Saved from my wages of ten years');
    const picture = { name: 'slip.jpg', mimeType: 'image/jpeg', buffer: await samplePicture(7_300) };
    const upload = customer.page.getByRole('group', { name: 'Document 1 (optional)' });
    await upload.locator('input[type="file"]').setInputFiles(picture);
    await upload.getByText('Uploaded').waitFor();
    await onPhone('compliance-funds');
    await customer.button('Send for review').click();
    await customer.page.getByText('is being checked').waitFor();
  });

  it('ends with a report and two people', async () => {
    await compliance.open('/queues/compliance', 'Compliance');
    await compliance.page.getByText('Answered', { exact: true }).click();
    await compliance.page.getByRole('link', { name: 'Name on a list' }).click();
    await compliance.page.getByText('Saved from my wages of ten years').waitFor();
    const download = compliance.page.waitForEvent('download');
    await compliance.button('PDF').click();
    const file = await readFile(await (await download).path());
    expect(file.subarray(0, 5).toString()).toBe('%PDF-');
    const { hash } = new URL(compliance.page.url());
    await decide(compliance, 'Clear', 'Another place of birth');
    await compliance.page.getByText('Cleared by the first of two').waitFor();
    await atDesk('compliance-cleared-once');
    await admin.open(hash.slice(1), 'Compliance · Name on a list');
    await decide(admin, 'Clear', 'The same');
    await admin.page.getByText('Cleared', { exact: true }).first().waitFor();

    await compliance.open('/queues/identity', 'Identity');
    await compliance.page.getByRole('link', { name: 'Basic', exact: true }).click();
    await compliance.button('Approve').click();
    const form = compliance.page.getByRole('form', { name: 'Approve' });
    await form.getByRole('button', { name: 'Approve' }).click();
    await compliance.page.getByText('Verified', { exact: true }).first().waitFor();
  });
});

describe('own data', () => {
  it('is taken by the desk with what the customer is not shown, and it stands in the log', async () => {
    await compliance.open('/queues/compliance', 'Compliance');
    await compliance.page.getByText('Cleared', { exact: true }).first().click();
    await compliance.page.locator('a[href*="/customers/"]').first().click();
    await compliance.button('Take all data').waitFor();
    await atDesk('customer-data');
    const download = compliance.page.waitForEvent('download');
    await compliance.button('Take all data').click();
    await compliance.page.getByText('The file is saved.').waitFor();
    expect((await download).suggestedFilename()).toMatch(/^customer-\d+\.json$/);
    const { tables } = JSON.parse(await readFile(await (await download).path(), 'utf8')) as {
      tables: Record<string, Record<string, unknown>[]>;
    };
    expect(JSON.stringify(tables['compliance_cases'])).toContain('Zoltan Fictivus');
    expect(tables['pictures']?.[0]?.['base64']).toMatch(/^\/9j\//);
    await compliance.open('/audit', 'Audit log');
    await compliance.page.getByText('customer.data').first().waitFor();
  });

  it('is taken along as a file, and the account is closed for good', async () => {
    await customer.open('/pages/settings/account/index');
    await customer.page.getByRole('link', { name: /^Your data/ }).click();
    await customer.button('Download my data').waitFor();
    await customer.open('/pages/settings/data');
    await onPhone('own-data');
    const download = customer.page.waitForEvent('download');
    await customer.button('Download my data').click();
    const file = await readFile(await (await download).path(), 'utf8');
    const { tables } = JSON.parse(file) as { tables: Record<string, Record<string, unknown>[]> };
    expect(JSON.stringify(tables['identity_applications'])).toContain('Zoltan Fictivus');
    await customer.button('Close account').click();
    const form = customer.page.getByRole('form', { name: 'Close account' });
    await form.getByLabel('Your password', { exact: true }).fill(PASSWORD);
    await form.getByRole('button', { name: 'Close it for good' }).click();
    await customer.page.getByText('Your account is closed').waitFor();
    expect(await customer.page.evaluate(() => localStorage.getItem('tallystick.token'))).toBeNull();
  });
});
