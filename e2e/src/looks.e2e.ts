import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { App } from './harness/app.ts';
import { Customer } from './harness/customer.ts';
import { openPhone, type Phone } from './harness/phone.ts';
import { enterSharedApp } from './harness/prepared-app.ts';

const SETTINGS = '/pages/settings/index';
/** `--bg` and `--green` of tokens.css. */
const THEMES = {
  dark: { ground: '#202020', green: [43, 211, 160] },
  light: { ground: '#f7f9f9', green: [0, 111, 79] },
} as const;

let app: App;
let phone: Phone;
let visitor: Customer;

beforeAll(async () => {
  app = await enterSharedApp();
});
afterAll(() => app?.close());
beforeEach(async () => {
  phone = await openPhone(app.browser);
  visitor = new Customer(phone, app);
});
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await phone.picture('looks-failed');
  await phone.close();
});

const shown = (page: Page) =>
  page.evaluate(() => ({
    theme: document.documentElement.dataset['theme'],
    ground: getComputedStyle(document.body).backgroundColor,
    scheme: getComputedStyle(document.documentElement).colorScheme,
    bar: document.querySelector<HTMLMetaElement>('meta[name="theme-color"]')?.content,
  }));
const looks = (theme: 'dark' | 'light') => {
  const { ground } = THEMES[theme];
  const parts = ground.match(/[\da-f]{2}/g)?.map(part => parseInt(part, 16)) ?? [];
  return { theme, ground: `rgb(${parts.join(', ')})`, scheme: theme, bar: ground };
};
const choose = (name: string) => visitor.page.getByRole('radio', { name, exact: true }).check();

describe('the theme', () => {
  it('is dark, and as chosen in every open tab', async () => {
    const { page } = visitor;
    await visitor.open(SETTINGS);
    expect(await shown(page)).toEqual(looks('dark'));
    const other = await page.context().newPage();
    await other.goto(app.webUrl);
    await choose('Light');
    expect(await shown(page)).toEqual(looks('light'));
    await expect.poll(() => shown(other)).toEqual(looks('light'));
  });

  it.each([
    ['light', '{"theme":"light"}'],
    ['dark', '{"theme":"dark"}'],
    ['dark', '{"theme":"purple","textSize":7}'],
    ['dark', 'no JSON'],
  ] as const)('is %s before the app’s own script arrives, kept as %s', async (theme, kept) => {
    const { page } = visitor;
    await page.addInitScript(value => localStorage.setItem('tallystick.settings', value), kept);
    await page.route('**/assets/index-*.js', () => undefined);
    await page.goto(app.webUrl, { waitUntil: 'commit' });
    await page.locator('.boot svg').waitFor();
    await expect.poll(() => shown(page)).toEqual(looks(theme));
    await page.unroute('**/assets/index-*.js');
    await page.reload();
    await visitor.heading.waitFor();
    expect(await shown(page)).toEqual(looks(theme));
  });

  it('follows the device, also while the app is open', async () => {
    const { page } = visitor;
    await page.emulateMedia({ colorScheme: 'light' });
    await visitor.open(SETTINGS);
    expect(await shown(page)).toEqual(looks('dark'));
    await choose('As the device');
    expect(await shown(page)).toEqual(looks('light'));
    await page.emulateMedia({ colorScheme: 'dark' });
    await expect.poll(() => shown(page)).toEqual(looks('dark'));
  });

  it('is also the chart’s, which a canvas draws', async () => {
    const { page } = visitor;
    await visitor.open('/pages/trade/kline?market=1');
    const hasPixels = (colour: readonly number[]) =>
      page.evaluate(
        wanted =>
          [...document.querySelectorAll('canvas')].some(canvas => {
            const context = canvas.getContext('2d');
            if (!context || canvas.width === 0) return false;
            const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
            for (let at = 0; at < data.length; at += 4) {
              if (wanted.every((value, part) => data[at + part] === value) && data[at + 3] === 255)
                return true;
            }
            return false;
          }),
        colour,
      );
    await expect.poll(() => hasPixels(THEMES.dark.green)).toBe(true);
    const other = new Customer({ ...phone, page: await page.context().newPage() }, app);
    await other.open(SETTINGS);
    await other.page.getByRole('radio', { name: 'Light', exact: true }).check();
    await expect.poll(() => hasPixels(THEMES.light.green)).toBe(true);
    expect(await hasPixels(THEMES.dark.green)).toBe(false);
  });
});

describe('the marks of coins', () => {
  it('come after the page itself, from us, and move nothing', async () => {
    const { page } = visitor;
    const strangers: string[] = [];
    page.on('request', request => {
      const { origin, protocol } = new URL(request.url());
      if (protocol.startsWith('http') && origin !== new URL(app.url).origin) strangers.push(request.url());
    });
    let send = () => {};
    const held = new Promise<void>(resolve => (send = resolve));
    await page.route('**/assets/coin-marks-*.svg', async route => {
      await held;
      await route.continue();
    });
    await visitor.open('/pages/index/index');
    const bitcoin = page.getByRole('link', { name: /^BTC/ }).first();
    /** Of the mark and the name beside it, within their row. */
    const places = () =>
      bitcoin.evaluate(row => {
        const { left, top } = row.getBoundingClientRect();
        const [mark, name] = [...row.children].map(child => child.getBoundingClientRect());
        return [mark?.left, mark?.right, name?.left].map(x => (x ?? 0) - left).concat((mark?.top ?? 0) - top);
      });
    const drawn = () => bitcoin.locator('img').evaluate((mark: HTMLImageElement) => mark.naturalWidth > 0);
    expect(await drawn()).toBe(false);
    const before = await places();
    send();
    await expect.poll(drawn).toBe(true);
    expect(await places()).toEqual(before);
    expect(strangers).toEqual([]);
  });
});

describe('the size of texts', () => {
  it('is as chosen in every open tab, and grows with what the browser is set to', async () => {
    const { page } = visitor;
    const sizes = () =>
      page.evaluate(() => {
        const { fontSize, lineHeight } = getComputedStyle(document.body);
        return [fontSize, lineHeight].map(parseFloat);
      });
    await visitor.open(SETTINGS);
    expect(await sizes()).toEqual([14, 20]);
    for (const [name, scale] of [
      ['Small', 0.9],
      ['Very large', 1.3],
    ] as const) {
      await choose(name);
      const [size, line] = await sizes();
      expect(size).toBeCloseTo(14 * scale);
      expect(line).toBeCloseTo(20 * scale);
    }
    await page.reload();
    await visitor.heading.waitFor();
    expect((await sizes())[0]).toBeCloseTo(18.2);
    await page.evaluate(() => (document.documentElement.style.fontSize = '20px'));
    expect((await sizes())[0]).toBeCloseTo(22.75);
  });
});
