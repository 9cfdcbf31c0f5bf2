import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { App } from './harness/app.ts';
import { accessibilityFaults, cutTexts } from './harness/checks.ts';
import { openPhone, type Phone } from './harness/phone.ts';
import { startPreparedApp } from './harness/prepared-app.ts';
import { becomeCustomer } from './harness/session.ts';
import { ACCOUNT_PAGES, GUARDED, HOME, LOGIN, ROUTES } from './harness/walk/routes.ts';
import { walkTo } from './harness/walk.ts';

const TABS = [
  HOME,
  '/pages/trade/index',
  '/pages/lever/index',
  '/pages/template/index',
  '/pages/assets/index',
];

let app: App;
let phone: Phone;

beforeAll(async () => {
  app = await startPreparedApp();
  phone = await openPhone(app.browser);
  await phone.page.goto(`${app.webUrl}#${HOME}`);
});
afterAll(() => app?.close());

const standsAt = (route: string) =>
  phone.page.waitForURL(url => url.hash === `#${route}` || url.hash.startsWith(`#${route}?`));

describe('the whole map can be walked', () => {
  it('by a visitor, whom pages that need an account send to the log-in', async () => {
    for (const route of GUARDED) {
      await walkTo(phone.page, HOME);
      await phone.page.evaluate(next => void (location.hash = next), `#${route}`);
      await standsAt(LOGIN);
    }
    expect(phone.complaints).toEqual([]);
  });

  it('by a new customer, who has nothing yet, and back again from every page', async () => {
    const { page } = phone;
    await becomeCustomer(app, page, 'back@example.org');
    const faults: string[] = [];
    for (const route of ROUTES.filter(name => !TABS.includes(name) && !ACCOUNT_PAGES.includes(name))) {
      await walkTo(page, HOME);
      await walkTo(page, route);
      const found = [...(await cutTexts(page)), ...(await accessibilityFaults(page, { colours: false }))];
      faults.push(...found.map(fault => `${route}: ${fault}`));
      await page.getByRole('banner').getByRole('button', { name: 'Back' }).click();
      await page.waitForURL(url => url.hash === `#${HOME}`);
    }
    expect([...faults, ...phone.complaints]).toEqual([]);
  });

  it('but for the log-in and its like, from where who is logged in is sent home', async () => {
    for (const route of ACCOUNT_PAGES) {
      await walkTo(phone.page, '/pages/settings/index');
      await phone.page.evaluate(next => void (location.hash = next), `#${route}`);
      await standsAt(HOME);
    }
    expect(phone.complaints).toEqual([]);
  });
});
