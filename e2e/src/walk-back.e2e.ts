import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { App } from './harness/app.ts';
import { cutTexts } from './harness/checks.ts';
import { Customer } from './harness/customer.ts';
import { openPhone, type Phone } from './harness/phone.ts';
import { enterSharedApp } from './harness/prepared-app.ts';
import { ACCOUNT_PAGES, HOME, ROUTES } from './harness/walk/routes.ts';
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
  app = await enterSharedApp();
  phone = await openPhone(app.browser);
});
afterAll(() => app?.close());

describe('the whole map can be walked', () => {
  it('by a new customer, who has nothing yet, and back again from every page', async () => {
    const { page } = phone;
    await new Customer(phone, app).signUp('back@example.org');
    const faults: string[] = [];
    for (const route of ROUTES.filter(name => !TABS.includes(name) && !ACCOUNT_PAGES.includes(name))) {
      await walkTo(page, HOME);
      await walkTo(page, route);
      const found = await cutTexts(page);
      faults.push(...found.map(fault => `${route}: ${fault}`));
      await page.getByRole('banner').getByRole('button', { name: 'Back' }).click();
      await page.waitForURL(url => url.hash === `#${HOME}`);
    }
    expect([...faults, ...phone.complaints]).toEqual([]);
  });
});
