import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type App } from './harness/app.ts';
import { accessibilityFaults, cutTexts } from './harness/checks.ts';
import { Customer } from './harness/customer.ts';
import { openPhone, type Phone } from './harness/phone.ts';
import { settled, walkTo } from './harness/walk.ts';

/** Every route of docs/coverage.md, which a unit test keeps equal to what the app has. */
const coverage = readFileSync(path.join(import.meta.dirname, '../../docs/coverage.md'), 'utf8');
const routes = [...(coverage.split('## Routes')[1] ?? '').matchAll(/^\| `(.+?)` /gm)].map(([, name = '']) =>
  name.startsWith('/') ? name : `/pages/${name}`,
);
const HOME = '/pages/index/index';
const TABS = [
  HOME,
  '/pages/trade/index',
  '/pages/lever/index',
  '/pages/template/index',
  '/pages/assets/index',
];

/** Customers who are logged in are sent home from these. */
const ACCOUNT_PAGES = routes.filter(route => route.startsWith('/pages/user/login/'));

let app: App;

beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app?.close());

/** A new customer's session; registering is written in English, on a phone of its own. */
async function sessionOf(email: string): Promise<Readonly<Record<string, string>>> {
  const phone = await openPhone(app.browser);
  await new Customer(phone, app).register(email);
  const session = await phone.page.evaluate(() => ({
    'tallystick.token': localStorage.getItem('tallystick.token') ?? '',
    'tallystick.user': localStorage.getItem('tallystick.user') ?? '',
  }));
  await phone.close();
  return session;
}

async function useSession(page: Page, session: Readonly<Record<string, string>>): Promise<void> {
  await page.evaluate(entries => {
    for (const [key, value] of Object.entries(entries)) localStorage.setItem(key, value);
    location.hash = '#/pages/index/index';
  }, session);
  await page.reload();
  await settled(page);
}

/** What a customer would object to on the page that is open. */
async function faultsOf(page: Page, language: string): Promise<string[]> {
  const faults: string[] = [];
  if ((await page.locator('h1').count()) !== 1) faults.push('not exactly one heading');
  if (!(await page.locator('h1').innerText()).trim()) faults.push('no heading');
  if (!/^.+ · Tallystick$/.test(await page.title())) faults.push(`title is “${await page.title()}”`);
  const text = await page.locator('body').innerText();
  const raw = /undefined|NaN|\{\{|\[object|\b[a-z]+\.[a-z]+[A-Z]\w*\b/.exec(text);
  if (raw) faults.push(`unfinished text “${raw[0]}”`);
  return [
    ...faults,
    ...(await cutTexts(page)),
    ...(await accessibilityFaults(page, { colours: language === 'en' })),
  ];
}

describe('the whole map can be walked', () => {
  it('knows all 58 routes', () => {
    expect(routes.length).toBe(58);
  });

  describe.each([
    ['en', 'en-GB'],
    ['th', 'th-TH'],
    ['yn', 'vi-VN'],
  ])('by a customer who reads %s', (language, locale) => {
    let phone: Phone;
    beforeAll(async () => {
      phone = await openPhone(app.browser, { locale });
      await phone.page.goto(`${app.webUrl}#${HOME}`);
      await settled(phone.page);
    });
    afterAll(() => phone?.close());

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
      await useSession(phone.page, await sessionOf(`${language}@example.org`));
      expect(await walk(routes.filter(route => !ACCOUNT_PAGES.includes(route)))).toEqual([]);
    });
  });

  it('and back again from every page', async () => {
    const phone = await openPhone(app.browser);
    await phone.page.goto(`${app.webUrl}#${HOME}`);
    await useSession(phone.page, await sessionOf('back@example.org'));
    for (const route of routes.filter(name => !TABS.includes(name) && !ACCOUNT_PAGES.includes(name))) {
      await walkTo(phone.page, HOME);
      await walkTo(phone.page, route);
      await phone.page.getByRole('banner').getByRole('button', { name: 'Back' }).click();
      await phone.page.waitForURL(url => url.hash === `#${HOME}`);
    }
    await phone.close();
  });
});
