import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Browser } from 'playwright-core';
import { startApp, type App } from './harness/app.ts';
import { accessibilityFaults, cutTexts } from './harness/checks.ts';
import { launchBrowser } from './harness/browser.ts';
import { openPhone } from './harness/phone.ts';

/** Every route of docs/coverage.md, which a unit test keeps equal to what the app has. */
const page = readFileSync(path.join(import.meta.dirname, '../../docs/coverage.md'), 'utf8');
const routes = [...(page.split('## Routes')[1] ?? '').matchAll(/^\| `(.+?)` /gm)].map(([, name = '']) =>
  name.startsWith('/') ? name : `/pages/${name}`,
);

const LANGUAGES = ['en-GB', 'th-TH', 'vi-VN'];

let app: App;
let browser: Browser;

beforeAll(async () => {
  [app, browser] = await Promise.all([startApp(), launchBrowser()]);
});
afterAll(async () => {
  await browser.close();
  await app.close();
});

describe('the whole map can be walked', () => {
  it('knows all 54 routes', () => {
    expect(routes.length).toBe(54);
  });

  it.each(LANGUAGES)('every route opens for a visitor whose phone speaks %s', async locale => {
    const phone = await openPhone(browser, { locale });
    const faults: string[] = [];
    for (const route of routes) {
      await phone.page.goto(`${app.webUrl}#${route}`);
      const heading = phone.page.locator('h1').first();
      await heading.waitFor();
      const title = (await heading.textContent())?.trim();
      if (!title) faults.push(`${route}: no title`);
      if (/^pages\.|undefined|\{\{/.test((await phone.page.locator('body').textContent()) ?? '')) {
        faults.push(`${route}: an untranslated text`);
      }
      faults.push(...(await cutTexts(phone.page)).map(fault => `${route}: ${fault}`));
    }
    faults.push(...phone.complaints);
    await phone.close();
    expect(faults).toEqual([]);
  });

  it('an unknown address offers the way home', async () => {
    const phone = await openPhone(browser);
    await phone.page.goto(`${app.webUrl}#/pages/no/such/page`);
    await phone.page.getByRole('link', { name: /home/i }).first().waitFor();
    expect(await accessibilityFaults(phone.page)).toEqual([]);
    await phone.close();
  });
});
