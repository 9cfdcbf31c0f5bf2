import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { App } from './harness/app.ts';
import { HOME } from './harness/walk/routes.ts';
import { openPhone, type Phone } from './harness/phone.ts';
import { enterSharedApp } from './harness/prepared-app.ts';
import { settled } from './harness/walk.ts';

let app: App;
let phone: Phone;

beforeAll(async () => {
  app = await enterSharedApp();
  phone = await openPhone(app.browser);
});
afterAll(() => app?.close());

/** That it is kept on every page, walk-back.e2e.ts, walk.e2e.ts and desk-widths.e2e.ts see: a breach is a complaint. */
describe('the content policy', () => {
  it.each([
    ['an inline style', /policy: style-src/, () => document.body.setAttribute('style', 'color: red')],
    [
      'a style of somebody else',
      /policy: style-src/,
      () => document.head.append(Object.assign(document.createElement('style'), { textContent: 'p {}' })),
    ],
    [
      'a script in the page',
      /policy: (script-src|require-trusted-types)/,
      () => {
        const script = document.createElement('script');
        script.append('globalThis.ran = true');
        document.head.append(script);
      },
    ],
    [
      'text that becomes elements',
      /policy: require-trusted-types-for/,
      () => {
        try {
          document.body.innerHTML = '<p>owned</p>';
        } catch (error) {
          if (!(error instanceof TypeError)) throw error;
        }
      },
    ],
    [
      'a socket to somebody else',
      /policy: connect-src/,
      () => {
        try {
          const socket = new WebSocket('ws://192.0.2.1:9/');
          socket.close();
        } catch (error) {
          if (!(error instanceof DOMException)) throw error;
        }
      },
    ],
  ])('refuses %s, and the tests notice', async (_what, complaint, attempt) => {
    const { page, complaints } = phone;
    await page.goto(`${app.webUrl}#${HOME}`);
    await settled(page);
    complaints.length = 0;
    await page.evaluate(attempt);
    await expect.poll(() => complaints.some(told => complaint.test(told))).toBe(true);
    expect(await page.evaluate(() => 'ran' in globalThis)).toBe(false);
    complaints.length = 0;
  });

  it('is kept by the documentation of the API, which opens and unfolds', async () => {
    const { page, complaints } = phone;
    await page.goto(`${app.url}/api/docs`);
    await page
      .getByRole('button', { name: /expand tag|expand operation/i })
      .first()
      .click();
    await page.locator('.opblock-summary').first().click();
    await page.locator('.opblock-body').first().getByText('Responses').first().waitFor();
    expect(complaints).toEqual([]);
  });
});
