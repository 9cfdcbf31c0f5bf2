import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { App } from './harness/app.ts';
import { launchBrowser } from './harness/browser.ts';
import { OperatorAtDesk } from './harness/desk.ts';
import { openPhone } from './harness/phone.ts';
import { enterSharedApp } from './harness/prepared-app.ts';
import { HOME } from './harness/walk/routes.ts';
import { settled, walkTo } from './harness/walk.ts';

let app: App;
let browser: Browser;
beforeAll(async () => {
  app = await enterSharedApp();
  browser = await launchBrowser('own');
});
afterAll(async () => {
  await browser?.close();
  await app?.close();
});

/** All digits have the same width, in each of the two weights. */
async function figuresAreTabular(page: Page): Promise<void> {
  const widths = await page.evaluate(async () => {
    await document.fonts.ready;
    const line = document.createElement('span');
    document.body.append(line);
    const measured = ['400', '650'].flatMap(weight =>
      [...'0123456789'].map(figure => {
        line.style.fontWeight = weight;
        line.textContent = figure.repeat(20);
        return `${weight} ${line.getBoundingClientRect().width}`;
      }),
    );
    line.remove();
    return [...new Set(measured)];
  });
  expect(widths.length).toBe(2);
}

/** The font files that a page has loaded. */
function watchFonts(page: Page): string[] {
  const asked: string[] = [];
  page.on('response', response => {
    const name = /inter-(\w+)-[\w-]+\.woff2$/.exec(response.url())?.[1];
    if (name) asked.push(`${name} ${response.status()} ${response.headers()['cache-control'] ?? ''}`);
  });
  return asked;
}

const LASTING = 'public, max-age=31536000, immutable';

it('comes from our own server, the Vietnamese part only to those who read it', async () => {
  const { page, complaints, close } = await openPhone(browser);
  const asked = watchFonts(page);
  await page.goto(`${app.webUrl}#${HOME}`);
  await settled(page);
  await page.evaluate(() => document.fonts.ready);
  expect(asked).toEqual([`latin 200 ${LASTING}`]);
  expect(await page.evaluate(() => document.fonts.check('650 14px Inter'))).toBe(true);
  await figuresAreTabular(page);
  await page.evaluate(() => localStorage.setItem('tallystick.lang', 'yn'));
  await page.reload();
  await settled(page);
  await walkTo(page, '/pages/user/login/login');
  await expect.poll(() => asked).toContain(`vietnamese 200 ${LASTING}`);
  expect(complaints).toEqual([]);
  await close();
});

it('is the desk’s as well', async () => {
  const admin = await OperatorAtDesk.loggedIn({ ...app, browser }, 'admin');
  await figuresAreTabular(admin.page);
  expect(await admin.page.evaluate(() => document.fonts.check('650 14px Inter'))).toBe(true);
});
