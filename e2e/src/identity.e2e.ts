import { samplePicture } from '@tallystick/server/testing/sample-pictures';
import type { Locator } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { App } from './harness/app.ts';
import { accessibilityFaults, cutTexts } from './harness/checks.ts';
import { Customer } from './harness/customer.ts';
import { OperatorAtDesk } from './harness/desk.ts';
import { openPhone, type Phone } from './harness/phone.ts';
import { enterSharedApp } from './harness/prepared-app.ts';

const EMAIL = 'identity@example.org';

let app: App;
let phone: Phone;
let customer: Customer;
let operator: OperatorAtDesk;

beforeAll(async () => {
  app = await enterSharedApp();
  phone = await openPhone(app.browser);
  customer = new Customer(phone, app);
  operator = await OperatorAtDesk.loggedIn(app, 'compliance');
});
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await phone.picture('identity-failed');
});
afterAll(() => app?.close());

const field = (name: string): Locator => customer.page.getByRole('textbox', { name, exact: true });
const upload = (name: string): Locator => customer.page.getByRole('group', { name });
const levels = '/pages/verification/index';

async function expectFaultless(): Promise<void> {
  expect(await accessibilityFaults(customer.page)).toEqual([]);
  expect(await cutTexts(customer.page)).toEqual([]);
}

/** Gives a file to an upload, as the phone's picker would. */
async function pick(label: string, file: { name: string; mimeType: string; buffer: Buffer }): Promise<void> {
  await upload(label).locator('input[type="file"]').setInputFiles(file);
}

async function photo(seed: number): Promise<{ name: string; mimeType: string; buffer: Buffer }> {
  return { name: 'photo.jpg', mimeType: 'image/jpeg', buffer: await samplePicture(seed) };
}

async function openApplication(title: 'Basic' | 'Advanced'): Promise<void> {
  await operator.open('/queues/identity', 'Identity');
  await operator.page.getByRole('link', { name: title, exact: true }).click();
  await operator.heading(`Identity · ${title}`).waitFor();
}

async function approve(): Promise<void> {
  await operator.button('Approve').click();
  await operator.page.getByRole('form', { name: 'Approve' }).getByRole('button', { name: 'Approve' }).click();
  await operator.page.getByText('Verified', { exact: true }).first().waitFor();
}

/** One customer from newcomer to verified; each step builds on the one before. */
describe('identity verification', () => {
  it('shows both levels, and opens the second only after the first', async () => {
    await customer.register(EMAIL);
    await customer.open(levels);
    await customer.page.getByRole('link', { name: 'Start basic verification' }).waitFor();
    await expect.poll(() => customer.page.getByText('Not verified', { exact: true }).count()).toBe(2);
    await customer.picture('identity-levels');
    await expectFaultless();
    await customer.open('/pages/verification/advanced');
    await customer.page.getByText('Basic verification comes first').waitFor();
  });

  it('names on the button what is missing, and leads there', async () => {
    await customer.open(levels);
    await customer.page.getByRole('link', { name: 'Start basic verification' }).click();
    await customer.page.getByRole('form', { name: 'Basic verification' }).waitFor();
    await customer.button('Choose the country').click();
    await customer.page.getByRole('alert').getByText('Enter your full name').waitFor();
    await customer.page.locator('[name="country"]:focus').waitFor();
    await customer.button(/^Country of the document/).click();
    const sheet = customer.page.getByRole('dialog', { name: 'Choose a country' });
    await sheet.getByLabel('Search').fill('viet');
    await sheet.getByRole('button', { name: /^Vietnam/ }).click();
    await customer.button('Enter your full name').waitFor();
    await field('Full name').fill('Nguyen Van Quang');
    await field('Date of birth').fill('1990-12-31');
    await field('Document number').fill('079 203 001234');
    await field('Contact address').fill('12 Le Loi, District 1');
    await expectFaultless();
  });

  it('adds a region and the device’s position, and keeps what was typed meanwhile', async () => {
    await customer.page.context().grantPermissions(['geolocation']);
    await customer.page
      .context()
      .setGeolocation({ latitude: 10.776889, longitude: 106.700806, accuracy: 15 });
    await customer.button(/^Region/).click();
    await customer.page.waitForURL(/#\/choose-location\?country=VN$/);
    await customer.page.getByRole('searchbox').fill('ho chi');
    await customer.button('Hồ Chí Minh').click();
    await customer.button('Add my position').click();
    await customer.page.getByText('10.776889, 106.700806').waitFor();
    await customer.picture('identity-region');
    await expectFaultless();
    await customer.button('Use this place').click();
    await customer.button(/^Region.*Hồ Chí Minh · 10\.776889, 106\.700806$/).waitFor();
    await expect.poll(() => field('Full name').inputValue()).toBe('Nguyen Van Quang');
  });

  it('opens a place without asking any map service', async () => {
    const asked: string[] = [];
    customer.page.on('request', request => asked.push(new URL(request.url()).host));
    await customer.open('/open-location?latitude=10.776889&longitude=106.700806&name=Home');
    const map = customer.page.getByRole('link', { name: 'Open in a map' });
    expect(await map.getAttribute('href')).toMatch(/^https:\/\/www\.openstreetmap\.org\/\?mlat=10\.776889&/);
    await customer.picture('identity-place');
    await expectFaultless();
    expect(new Set(asked)).toEqual(new Set([new URL(app.url).host]));
    await customer.open('/open-location?latitude=javascript:1&longitude=0');
    await customer.page.getByText('The link names no valid coordinates.').waitFor();
  });

  it('is sent once for review', async () => {
    await customer.open('/pages/verification/basic');
    await customer.button('Send for review').click();
    await customer.page.waitForURL(/verification\/index$/);
    await customer.page.getByText('Under review', { exact: true }).waitFor();
    await customer.open('/pages/verification/basic');
    await customer.page.getByText(/^Sent .*You will get a notice/).waitFor();
    expect(await customer.page.getByRole('form').count()).toBe(0);
  });

  it('is rejected at the desk with a reason and what to do again', async () => {
    await customer.open(levels);
    await openApplication('Basic');
    for (const fact of ['Nguyen Van Quang', '079203001234', '12 Le Loi, District 1', 'Hồ Chí Minh']) {
      await operator.page.getByText(fact, { exact: true }).waitFor();
    }
    await operator.picture('identity-desk');
    await operator.button('Reject').click();
    const form = operator.page.getByRole('form', { name: 'Reject' });
    await form.getByRole('combobox').selectOption('does_not_match');
    await form.getByRole('checkbox', { name: 'Full name' }).check();
    await form.getByRole('textbox').fill('The name ends with an accent.');
    await form.getByRole('button', { name: 'Reject' }).click();
    await operator.page.getByText('Rejected', { exact: true }).first().waitFor();
    expect(operator.complaints).toEqual([]);
  });

  it('asks the customer only for that, keeps the rest, and updates the page that was open', async () => {
    await customer.page.getByText('Something does not match your document.').waitFor();
    await customer.page.getByText('From the reviewer: The name ends with an accent.').waitFor();
    await customer.picture('identity-rejected');
    await expectFaultless();
    await customer.page.getByRole('link', { name: 'Do it again' }).click();
    await customer.page.getByText('********1234').waitFor();
    expect(await field('Document number').count()).toBe(0);
    await field('Full name').fill('Nguyễn Văn Quảng');
    await customer.button('Send for review').click();
    await customer.page.getByText('Under review', { exact: true }).waitFor();
    await openApplication('Basic');
    await operator.page.getByText('Nguyễn Văn Quảng', { exact: true }).waitFor();
    await approve();
  });

  it('takes pictures: a wrong file is refused, a lost connection is tried again, a removal is confirmed', async () => {
    await customer.open(levels);
    await customer.page.reload();
    await customer.page.getByRole('link', { name: 'Start advanced verification' }).click();
    await customer.button('Add: Front of the document').click();
    await customer.picture('identity-pictures-empty');
    await expectFaultless();

    const front = 'Front of the document';
    await pick(front, { name: 'photo.jpg', mimeType: 'text/plain', buffer: Buffer.from('no picture') });
    await upload(front).getByText('This file is not a picture we can read').waitFor();

    await customer.page.route('**/api/upload', route => route.abort(), { times: 1 });
    await pick(front, await photo(1));
    await upload(front).getByText('Upload failed, please try again').waitFor();
    await upload(front).getByRole('button', { name: 'Try again' }).click();
    await upload(front).getByText('Uploaded', { exact: true }).waitFor();

    await pick('Back of the document', await photo(2));
    await upload('Back of the document').getByText('Uploaded', { exact: true }).waitFor();
    await upload('Back of the document')
      .getByRole('button', { name: /^Remove/ })
      .click();
    await customer.page
      .getByRole('dialog', { name: 'Remove this picture?' })
      .getByRole('button', { name: 'Remove picture' })
      .click();
    await customer.button('Add: Back of the document').waitFor();
    await pick('Back of the document', await photo(3));
    await pick('You, holding the document', await photo(4));
    await customer.button('Send for review').waitFor();
    await upload(front).getByRole('button', { name: /^View/ }).click();
    await customer.page.getByRole('dialog', { name: front }).getByRole('img').waitFor();
    await customer.page.getByRole('dialog', { name: front }).getByRole('button', { name: 'Close' }).click();
    await customer.picture('identity-pictures');
    await expectFaultless();
    await customer.button('Send for review').click();
    await customer.page.getByText('Under review', { exact: true }).waitFor();
  });

  it('is approved with the pictures on the screen, and the customer is notified', async () => {
    await customer.open(levels);
    await openApplication('Advanced');
    const pictures = operator.button(/^Show picture/);
    await expect.poll(() => pictures.count()).toBe(3);
    await pictures.first().click();
    await operator.page.getByRole('figure').getByRole('img').waitFor();
    await approve();
    await expect.poll(() => customer.page.getByText('Verified', { exact: true }).count()).toBe(2);
    await customer.picture('identity-verified');
    await customer.open('/pages/notice/index');
    await customer.page.getByText('Your identity is verified').waitFor();
  });
});

describe('the service agreement', () => {
  it('is read, signed by hand, and shows the signature', async () => {
    await customer.open('/pages/settings/signcontract');
    await customer.page.getByRole('heading', { name: 'Prices and results' }).waitFor();
    await customer.button('Draw your signature first').waitFor();
    const pad = customer.page.getByLabel('Draw your signature');
    await pad.scrollIntoViewIfNeeded();
    const box = await pad.boundingBox();
    if (box === null) throw new Error('there is no pad');
    const { mouse } = customer.page;
    await mouse.move(box.x + 40, box.y + 100);
    await mouse.down();
    for (const [x, y] of [
      [90, 30],
      [130, 110],
      [190, 40],
      [240, 100],
      [310, 60],
    ] as const) {
      await mouse.move(box.x + x, box.y + y, { steps: 6 });
    }
    await mouse.up();
    await customer.button('Tick that you agree').waitFor();
    await customer.page.getByRole('checkbox').check();
    await customer.picture('identity-sign');
    await expectFaultless();
    await customer.button('Sign the agreement').click();
    await customer.page.getByText('Signed', { exact: true }).waitFor();
    await customer.page.getByRole('img', { name: 'Your signature' }).waitFor();
    await customer.page.reload();
    await customer.page.getByRole('img', { name: 'Your signature' }).waitFor();
    expect(await customer.page.getByRole('form').count()).toBe(0);
    await customer.page.evaluate(() => window.scrollTo(0, 0));
    await customer.picture('identity-signed');
    await expectFaultless();
  });

  it('and the levels fit in other languages, too', async () => {
    for (const [language, heading, agreement] of [
      ['jp', '本人確認', 'サービス規約'],
      ['yn', 'Xác minh danh tính', 'Thỏa thuận dịch vụ'],
    ] as const) {
      await customer.chooseLanguage(language);
      await customer.open(levels);
      await customer.page.getByRole('heading', { level: 1, name: heading }).waitFor();
      await expectFaultless();
      await customer.open('/pages/settings/signcontract');
      await customer.page.getByRole('heading', { level: 2, name: agreement }).waitFor();
      await expectFaultless();
    }
    // One is expected: the upload that was cut off. The browser reports it by itself.
    expect(phone.complaints.filter(complaint => !complaint.includes('ERR_FAILED'))).toEqual([]);
  });
});
