import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { App } from './harness/app.ts';
import { cutTexts } from './harness/checks.ts';
import { Customer } from './harness/customer.ts';
import { openPhone } from './harness/phone.ts';
import { enterSharedApp } from './harness/prepared-app.ts';
import { HOME } from './harness/walk/routes.ts';
import { walkTo } from './harness/walk.ts';

const BEFORE = '/pages/help-center/center';

let app: App;
let visitor: Customer;
beforeAll(async () => {
  app = await enterSharedApp();
});
afterAll(() => app?.close());
/** Opens the home page from another page, so that there is a page to go back to. */
beforeEach(async () => {
  visitor = new Customer(await openPhone(app.browser), app);
  await visitor.open(BEFORE);
  await walkTo(visitor.page, HOME);
});

const menu = () => visitor.page.getByRole('dialog', { name: 'Menu' });
const openMenu = async (): Promise<void> => {
  await visitor.button('Menu').click();
  await menu().waitFor();
};
const back = () => visitor.page.evaluate(() => history.back());
const isAt = (route: string) => visitor.page.waitForURL(url => url.hash === `#${route}`);
/** Number of history entries made by sheets between the page and the current position. */
const entries = () => visitor.page.evaluate(() => history.state?.sheets ?? 0);
const length = () => visitor.page.evaluate(() => history.length);

describe('the way back, with a sheet open', () => {
  it('closes the sheet and stays; once more leaves the page', async () => {
    await openMenu();
    await back();
    await menu().waitFor({ state: 'detached' });
    expect(new URL(visitor.page.url()).hash).toBe(`#${HOME}`);
    await back();
    await isAt(BEFORE);
  });

  it('closes stacked sheets one at a time', async () => {
    await openMenu();
    await menu()
      .getByRole('button', { name: /^Valuation method/ })
      .click();
    const choice = visitor.page.getByRole('dialog', { name: 'Valuation method' });
    await choice.waitFor();
    expect(await cutTexts(visitor.page)).toEqual([]);
    await back();
    await choice.waitFor({ state: 'detached' });
    expect(await menu().isVisible()).toBe(true);
    await back();
    await menu().waitFor({ state: 'detached' });
    await isAt(HOME);
  });

  it.each([
    ['its own button', () => menu().getByRole('button', { name: 'Close' }).click()],
    ['Escape', () => visitor.page.keyboard.press('Escape')],
    ['a tap beside it', () => visitor.page.mouse.click(380, 400)],
  ])('goes to the page before at once when %s has closed it', async (_how, close) => {
    const before = await length();
    for (let times = 0; times < 3; times++) {
      await openMenu();
      await expect.poll(entries).toBe(1);
      await close();
      await menu().waitFor({ state: 'detached' });
      await expect.poll(entries).toBe(0);
    }
    // The entry that was left by going back: the next page replaces it.
    expect(await length()).toBe(before + 1);
    await back();
    await isAt(BEFORE);
  });

  it('returns to the page, not to its sheet, from a page that was chosen on the sheet', async () => {
    await openMenu();
    await menu().getByRole('link', { name: 'Settings' }).click();
    await isAt('/pages/settings/index');
    await visitor.heading.filter({ hasText: 'Settings' }).waitFor();
    await back();
    await isAt(HOME);
    expect(await menu().count()).toBe(0);
    await back();
    await isAt(BEFORE);
  });

  it('needs one step back from a page that was opened by its address while a sheet was open', async () => {
    await openMenu();
    await visitor.page.evaluate(() => (location.hash = '#/pages/settings/index'));
    await menu().waitFor({ state: 'detached' });
    await back();
    await isAt(HOME);
    await expect.poll(entries).toBe(0);
    await back();
    await isAt(BEFORE);
  });

  it('finds no sheet again when going forward, nor after a reload', async () => {
    await openMenu();
    await back();
    await expect.poll(entries).toBe(0);
    await visitor.page.evaluate(
      () =>
        new Promise(resolve => {
          window.addEventListener('popstate', resolve, { once: true });
          history.forward();
        }),
    );
    await expect.poll(entries).toBe(0);
    await openMenu();
    await expect.poll(entries).toBe(1);
    await visitor.page.reload();
    await visitor.heading.waitFor();
    await expect.poll(entries).toBe(0);
    expect(await menu().count()).toBe(0);
    await back();
    await isAt(BEFORE);
  });
});
