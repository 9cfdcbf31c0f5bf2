import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { App } from './app.ts';
import { accessibilityFaults, cutTexts } from './checks.ts';
import { Customer } from './customer.ts';
import { unfinishedParts } from './in-page.ts';
import { openPhone, type Phone } from './phone.ts';
import { startPreparedApp } from './prepared-app.ts';
import { settled, walkTo } from './walk.ts';

/** Every route of docs/coverage.md, which a unit test keeps equal to what the app has. */
const coverage = readFileSync(path.join(import.meta.dirname, '../../../docs/coverage.md'), 'utf8');
export const ROUTES = [...(coverage.split('## Routes')[1] ?? '').matchAll(/^\| `(.+?)` /gm)].map(
  ([, name = '']) => (name.startsWith('/') ? name : `/pages/${name}`),
);
export const HOME = '/pages/index/index';

/** Customers who are logged in are sent home from these. */
export const ACCOUNT_PAGES = ROUTES.filter(route => route.startsWith('/pages/user/login/'));

/** A new customer's session; registering is written in English, on a phone of its own. */
async function sessionOf(app: App, email: string): Promise<Readonly<Record<string, string>>> {
  const phone = await openPhone(app.browser);
  await new Customer(phone, app).register(email);
  const session = await phone.page.evaluate(() => ({
    'tallystick.token': localStorage.getItem('tallystick.token') ?? '',
    'tallystick.user': localStorage.getItem('tallystick.user') ?? '',
  }));
  await phone.close();
  return session;
}

/** Logs a page's phone in as a new customer. */
export async function becomeCustomer(app: App, page: Page, email: string): Promise<void> {
  const session = await sessionOf(app, email);
  await page.evaluate(entries => {
    for (const [key, value] of Object.entries(entries)) localStorage.setItem(key, value);
    location.hash = '#/pages/index/index';
  }, session);
  await page.reload();
  await settled(page);
}

/** What a customer would object to on the page that is open. */
async function faultsOf(page: Page, language: string): Promise<string[]> {
  return [
    ...(await page.evaluate(unfinishedParts)),
    ...(await cutTexts(page)),
    ...(await accessibilityFaults(page, { colours: language === 'en' })),
  ];
}

/** The tests of every page in one language: no fault that a customer would object to. */
export function describeWalk(language: string, locale: string): void {
  describe(`the whole map can be walked by a customer who reads ${language}`, () => {
    let app: App;
    let phone: Phone;
    beforeAll(async () => {
      app = await startPreparedApp();
      phone = await openPhone(app.browser, { locale });
      await phone.page.goto(`${app.webUrl}#${HOME}`);
      await settled(phone.page);
    });
    afterAll(() => app?.close());

    const walk = async (chosen: readonly string[]): Promise<string[]> => {
      const faults: string[] = [];
      for (const route of chosen) {
        await walkTo(phone.page, route);
        const found = await faultsOf(phone.page, language);
        faults.push(...[...phone.complaints.splice(0), ...found].map(fault => `${route}: ${fault}`));
      }
      return faults;
    };

    it('as a visitor, on every page that needs no account', async () => {
      expect(await walk([HOME, ...ACCOUNT_PAGES])).toEqual([]);
    });

    it('as a customer, on all others', async () => {
      await becomeCustomer(app, phone.page, `${language}@example.org`);
      expect(await walk(ROUTES.filter(route => !ACCOUNT_PAGES.includes(route)))).toEqual([]);
    });
  });
}
