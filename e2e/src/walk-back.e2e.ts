import { afterAll, beforeAll, describe, it } from 'vitest';
import type { App } from './harness/app.ts';
import { openPhone } from './harness/phone.ts';
import { startPreparedApp } from './harness/prepared-app.ts';
import { ACCOUNT_PAGES, becomeCustomer, HOME, ROUTES } from './harness/walk-map.ts';
import { walkTo } from './harness/walk.ts';

const TABS = [
  HOME,
  '/pages/trade/index',
  '/pages/lever/index',
  '/pages/template/index',
  '/pages/assets/index',
];

let app: App;

beforeAll(async () => {
  app = await startPreparedApp();
});
afterAll(() => app?.close());

describe('the whole map can be walked', () => {
  it('and back again from every page', async () => {
    const { page } = await openPhone(app.browser);
    await page.goto(`${app.webUrl}#${HOME}`);
    await becomeCustomer(app, page, 'back@example.org');
    for (const route of ROUTES.filter(name => !TABS.includes(name) && !ACCOUNT_PAGES.includes(name))) {
      await walkTo(page, HOME);
      await walkTo(page, route);
      await page.getByRole('banner').getByRole('button', { name: 'Back' }).click();
      await page.waitForURL(url => url.hash === `#${HOME}`);
    }
  });
});
