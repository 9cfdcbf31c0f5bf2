import { encode } from 'uqr';
import type { Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { App } from './harness/app.ts';
import { expectFaultless } from './harness/checks.ts';
import { Customer } from './harness/customer.ts';
import { openPhone, type Phone } from './harness/phone.ts';
import { enterSharedApp } from './harness/prepared-app.ts';

const CREATE = '/pages/user/address/create';
const BITCOIN = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq';
const TRON = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8';
const RIPPLE = 'rN7n7otQDd6FczFgLdSqtcsAUxDkw6fzRH';
const OTHER_RIPPLE = 'rGWrZyQqhTp9Xu7G5Pkayo7bXjH4k4QYpf';
const ETHEREUM = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';

let app: App;
let phone: Phone;
let page: Page;
let customer: Customer;

beforeAll(async () => {
  app = await enterSharedApp();
  phone = await openPhone(app.browser);
  page = phone.page;
  // A camera whose picture is the page's variable `shown`: the rest is the browser's own.
  await page.addInitScript(() => {
    const canvas = document.createElement('canvas');
    Object.assign(canvas, { width: 640, height: 480 });
    navigator.mediaDevices.getUserMedia = async () => {
      const { shown, refused } = globalThis as { shown?: HTMLCanvasElement; refused?: string };
      if (refused) throw new DOMException('no', refused);
      const context = canvas.getContext('2d')!;
      const draw = (): void => {
        context.fillStyle = '#888';
        context.fillRect(0, 0, canvas.width, canvas.height);
        if (shown) context.drawImage(shown, 170, 90, 300, 300);
      };
      draw();
      const timer = setInterval(draw, 100);
      const stream = canvas.captureStream();
      const [track] = stream.getTracks();
      const stop = track!.stop.bind(track);
      track!.stop = () => {
        clearInterval(timer);
        stop();
        Object.assign(globalThis, { stopped: true });
      };
      return stream;
    };
  });
  customer = new Customer(phone, app);
  await customer.signUp('scans@example.org');
  const sent = (await customer.post('set/sms_other_mail', { purpose: 'fund_password' })) as {
    demo_code: string;
  };
  const password = '369258';
  await customer.post('user/e_pwd', { password, re_password: password, code: sent.demo_code });
});
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await phone.picture('scan-failed');
});
afterAll(() => app?.close());

const field = (): Locator => page.getByRole('textbox', { name: 'Address', exact: true });
const dialog = (): Locator => page.getByRole('dialog', { name: 'Scan an address' });

/** A QR code's picture as a PNG, drawn by the browser; `tilt`: turned by so many degrees, as a photo is. */
async function picture(text: string, tilt = 0): Promise<{ name: string; mimeType: string; buffer: Buffer }> {
  const modules = encode(text, { ecc: 'M', border: 4 }).data;
  const data = await page.evaluate(
    ([rows, degrees]) => {
      const scale = 8;
      const size = rows.length * scale;
      const canvas = document.createElement('canvas');
      Object.assign(canvas, { width: size * 1.6, height: size * 1.6 });
      const context = canvas.getContext('2d')!;
      context.fillStyle = '#ddd';
      context.fillRect(0, 0, canvas.width, canvas.height);
      context.translate(canvas.width / 2, canvas.height / 2);
      context.rotate((degrees * Math.PI) / 180);
      context.translate(-size / 2, -size / 2);
      context.fillStyle = '#fff';
      context.fillRect(0, 0, size, size);
      context.fillStyle = '#000';
      rows.forEach((row, y) =>
        row.forEach((dark, x) => dark && context.fillRect(x * scale, y * scale, scale, scale)),
      );
      Object.assign(globalThis, { shown: canvas });
      return canvas.toDataURL('image/png').split(',')[1]!;
    },
    [modules, tilt] as const,
  );
  return { name: 'code.png', mimeType: 'image/png', buffer: Buffer.from(data, 'base64') };
}

/** The form, empty: the same page with another query keeps what was typed. */
async function openForm(query: string): Promise<void> {
  await customer.open('/pages/assets/index');
  await customer.open(CREATE + query);
}

async function scanFile(text: string, tilt = 0): Promise<void> {
  await page.evaluate(() => Object.assign(globalThis, { shown: undefined }));
  const file = await picture(text, tilt);
  await page.evaluate(() => Object.assign(globalThis, { shown: undefined }));
  await customer.button('Scan a code').click();
  await dialog().locator('input[type="file"]').setInputFiles(file);
}

describe('a withdrawal address', () => {
  it('is pasted, also from a wallet’s link, whose amount is told and not taken', async () => {
    await openForm('?currency=1');
    await page.evaluate(text => navigator.clipboard.writeText(text), `bitcoin:${BITCOIN}?amount=0.5`);
    await customer.button('Paste').click();
    await page.getByText(/^Address taken over\..*also names an amount\. It is not used/).waitFor();
    expect(await field().inputValue()).toBe(BITCOIN);
    await field().fill('typed before');
    await page.keyboard.press('Control+V');
    await expect.poll(() => field().inputValue()).toBe(BITCOIN);
    await expectFaultless(page);
  });

  it('of another network is told, with the network to choose', async () => {
    await openForm('?currency=3&network=TRC20');
    await page.evaluate(text => navigator.clipboard.writeText(text), ETHEREUM);
    await customer.button('Paste').click();
    await page.getByText('This is an address of ERC20; TRC20 is chosen.').waitFor();
    await customer.button('Choose ERC20').click();
    await page.getByText(/^Address taken over\./).waitFor();
    expect(await page.getByRole('radio', { name: 'ERC20' }).isChecked()).toBe(true);
  });

  it('has the tag that its link names, and never that of another address', async () => {
    await openForm('?currency=6');
    const tag = page.getByRole('textbox', { name: 'Destination tag (memo)' });
    const noTag = page.getByRole('checkbox', { name: 'The recipient needs no tag' });
    await noTag.check();
    await page.evaluate(text => navigator.clipboard.writeText(text), `xrpl:${RIPPLE}?dt=7`);
    await customer.button('Paste').click();
    await expect.poll(() => tag.inputValue()).toBe('7');
    expect(await noTag.isChecked()).toBe(false);
    await page.evaluate(text => navigator.clipboard.writeText(text), OTHER_RIPPLE);
    await customer.button('Paste').click();
    await expect.poll(() => field().inputValue()).toBe(OTHER_RIPPLE);
    expect(await tag.inputValue()).toBe('');
    // A coin of one network only: there is none to choose.
    await page.evaluate(text => navigator.clipboard.writeText(text), BITCOIN);
    await customer.button('Paste').click();
    await page.getByText('This is an address of OMNI: XRP cannot be sent there').first().waitFor();
    await expectFaultless(page);
  });

  it('is not taken from a text that has none, and a refused clipboard is said clearly', async () => {
    await openForm('?currency=3');
    await page.evaluate(() =>
      navigator.clipboard.writeText('ethereum:0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed@137'),
    );
    await customer.button('Paste').click();
    await page.getByText('This code is for another chain (ethereum @137).').waitFor();
    expect(await field().inputValue()).toBe('');
    await page.evaluate(() => {
      navigator.clipboard.readText = () => Promise.reject(new DOMException('no', 'NotAllowedError'));
    });
    await customer.button('Paste').click();
    await page.getByText(/^The browser does not give access\./).waitFor();
    await page.reload();
  });

  it.each([0, 17])('is read from a picture file of its code, turned by %i degrees', async tilt => {
    await openForm('?currency=3&network=TRC20');
    await scanFile(`tron:${TRON}`, tilt);
    await page.getByText(/^Address taken over\./).waitFor();
    expect(await field().inputValue()).toBe(TRON);
    await page.reload();
  });

  it('a picture without a code is said to have none', async () => {
    await openForm('?currency=3&network=TRC20');
    await picture(TRON);
    const blank = await page.evaluate(() => {
      const canvas = document.createElement('canvas');
      canvas.getContext('2d')!.fillRect(0, 0, 50, 50);
      Object.assign(globalThis, { shown: undefined });
      return canvas.toDataURL('image/png').split(',')[1]!;
    });
    await customer.button('Scan a code').click();
    const input = dialog().locator('input[type="file"]');
    await input.setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: Buffer.from(blank, 'base64') });
    await dialog().getByText('No QR code was found in this picture.').waitFor();
    await input.setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: Buffer.from('no picture') });
    await dialog().getByText('No QR code was found in this picture.').waitFor();
    await expectFaultless(page);
  });

  it('is read by the camera, which is off afterwards', async () => {
    await openForm('?currency=2');
    await picture(ETHEREUM);
    await customer.button('Scan a code').click();
    await page.getByText(/^Address taken over\./).waitFor();
    expect(await field().inputValue()).toBe(ETHEREUM);
    expect(await page.evaluate(() => (globalThis as { stopped?: boolean }).stopped)).toBe(true);
    await dialog().waitFor({ state: 'hidden' });
  });

  it('without a camera, or without leave to use it, the sheet says what else to do', async () => {
    for (const [refused, said] of [
      ['NotAllowedError', /^The browser does not give access\./],
      ['NotFoundError', /^No camera can be used here\./],
    ] as const) {
      await page.evaluate(name => Object.assign(globalThis, { refused: name }), refused);
      await customer.button('Scan a code').click();
      await dialog().getByRole('alert').filter({ hasText: said }).waitFor();
      await phone.picture(`scan-${refused}`);
      await page.keyboard.press('Escape');
      await dialog().waitFor({ state: 'hidden' });
    }
    // The server lets the page ask for the camera, and no other site within it.
    const reply = await page.request.get(app.webUrl);
    expect(reply.headers()['permissions-policy']).toContain('camera=(self)');
  });
});
