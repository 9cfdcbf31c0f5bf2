import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { App } from './harness/app.ts';
import { accessibilityFaults } from './harness/checks.ts';
import { Customer, PASSWORD } from './harness/customer.ts';
import { openPhone, type Phone } from './harness/phone.ts';
import { enterSharedApp } from './harness/prepared-app.ts';
import { settled } from './harness/walk.ts';

const EMAIL = 'shell@example.org';
/** Compressed scripts and styles, counted as in `npm run bench:web`. */
const FIRST_LOAD_BYTES = 150_000;

let app: App;
let phone: Phone;
let visitor: Customer;

beforeAll(async () => {
  app = await enterSharedApp();
  const first = await openPhone(app.browser);
  await new Customer(first, app).signUp(EMAIL);
  await first.close();
});
afterAll(() => app?.close());
beforeEach(async () => {
  phone = await openPhone(app.browser);
  visitor = new Customer(phone, app);
});
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await phone.picture('shell-failed');
  await phone.close();
});

it('brings the first page, live, in a first load that a phone can afford', async () => {
  const { page } = visitor;
  const parts = new Map<string, Promise<number>>();
  page.on('response', response => {
    const { pathname } = new URL(response.url());
    if (!/\.(js|css)$/.test(pathname)) return;
    parts.set(
      pathname,
      response.body().then(body => gzipSync(body, { level: 9 }).length),
    );
  });
  const socketOpened = page.waitForEvent('websocket');
  await page.goto(app.webUrl);
  await socketOpened;
  await settled(page);
  const sizes = await Promise.all(parts.values());
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(FIRST_LOAD_BYTES);
});

describe('pages that need a session', () => {
  it.each([
    ['/pages/assets/transfer/index?currency=3', '1'],
    ['/pages/assets/index', '2'],
  ])('%s asks a visitor to log in and comes back, backtype %s', async (route, backtype) => {
    await visitor.goTo(route);
    await visitor.page.waitForURL(/user\/login\/login\?/);
    const query = new URLSearchParams(new URL(visitor.page.url()).hash.split('?')[1]);
    expect(Object.fromEntries(query)).toEqual({ backpage: route, backtype });
    await visitor.logIn(EMAIL);
    await visitor.page.waitForURL(url => url.hash === `#${route}`);
  });

  it('refuses a wrong password on the spot, and lets the customer try again', async () => {
    await visitor.open('/pages/user/login/login');
    await visitor.logIn(EMAIL, 'not my password');
    await visitor.page.getByRole('alert').waitFor();
    await visitor.logIn(EMAIL, PASSWORD);
    await visitor.page.waitForURL(/#\/pages\/index\/index$/);
  });

  it('tells a refused code at its field, which has the focus, until another is typed', async () => {
    const { page } = visitor;
    await visitor.open('/pages/user/login/register');
    await page.getByRole('radio', { name: 'E-mail' }).check();
    await page.getByLabel('E-mail address').fill('slip@example.org');
    await visitor.button('Send code').click();
    const shown = page.getByText(/^Your code is/).locator('b');
    const code = await shown.innerText();
    const field = page.getByLabel('Verification code');
    await field.fill(code === '000000' ? '111111' : '000000');
    await visitor.button('Continue').click();
    await expect.poll(() => field.getAttribute('aria-invalid')).toBe('true');
    const note = await field.getAttribute('aria-describedby');
    const said = page.locator(`[id="${note}"]`);
    await said.getByText('The verification code is wrong.').waitFor();
    await said.getByRole('link', { name: 'Why?' }).waitFor();
    expect(await page.getByRole('alert').count()).toBe(1);
    await expect.poll(() => field.evaluate(element => element === document.activeElement)).toBe(true);
    await field.fill(code);
    await page.getByRole('alert').waitFor({ state: 'detached' });
    await visitor.button('Continue').click();
    await page.getByLabel('Repeat the password').waitFor();
  });

  it('keeps whose account it is through a reload, and with what one logs in for the next time', async () => {
    const { page } = visitor;
    await visitor.open('/pages/user/login/register');
    await page.getByRole('radio', { name: 'E-mail' }).check();
    await page.getByLabel('E-mail address').fill('halfway@example.org');
    await page.reload();
    await expect.poll(() => page.getByLabel('E-mail address').inputValue()).toBe('halfway@example.org');
    const later = await page.context().newPage();
    await later.goto(`${app.webUrl}#/pages/user/login/login`);
    expect(await later.getByLabel('E-mail address').inputValue()).toBe('');
    await later.close();
  });

  it('redirects once a second at most', async () => {
    await visitor.page.clock.install();
    await visitor.goTo('/pages/settings/account/index');
    await visitor.page.waitForURL(/user\/login\/login\?/);
    await visitor.page.clock.pauseAt(Date.now() + 60_000);
    await visitor.goTo('/pages/settings/security/index');
    await visitor.page.waitForURL(/user\/login\/login\?/);
    // Less than a second after that redirect, the next one waits.
    await visitor.goTo('/pages/assets/record');
    await visitor.page.clock.runFor(900);
    expect(new URL(visitor.page.url()).hash).toBe('#/pages/assets/record');
    await visitor.page.clock.runFor(200);
    await visitor.page.waitForURL(/user\/login\/login\?backpage=%2Fpages%2Fassets%2Frecord/);
  });

  it('hears at once that its session was ended elsewhere, forgets it, says why and keeps the way back', async () => {
    await visitor.open('/pages/user/login/login?backpage=%2Fpages%2Fsettings%2Findex');
    await visitor.logIn(EMAIL);
    await visitor.page.waitForURL(/#\/pages\/settings\/index$/);
    await visitor.post('user/logout');
    await visitor.page.waitForURL(/user\/login\/login\?backpage=%2Fpages%2Fsettings%2Findex/);
    await visitor.page.getByText('Your session has ended').waitFor();
    await expect.poll(storedSession).toEqual([]);
  });

  it('finds out with its next call where no socket tells it: a reply of type 999', async () => {
    await visitor.page.routeWebSocket(/socket\.io/, socket => socket.close());
    await visitor.page.route('**/api/socket.io/**', route => route.abort());
    await visitor.open('/pages/user/login/login?backpage=%2Fpages%2Fsettings%2Findex');
    await visitor.logIn(EMAIL);
    await visitor.page.waitForURL(/#\/pages\/settings\/index$/);
    const { page } = visitor;
    const token = await page.evaluate(() => localStorage.getItem('tallystick.token'));
    // The app must not run while the session ends: otherwise a call of the previous page could notice it first.
    await page.goto('about:blank');
    const headers = { Authorization: String(token) };
    const ended = await page.request.post(new URL('/api/user/logout', app.webUrl).href, { headers });
    expect(ended.ok()).toBe(true);
    const reply = page.waitForResponse(response => response.status() === 401);
    await visitor.goTo('/pages/assets/record');
    expect(((await (await reply).json()) as { type: string }).type).toBe('999');
    await visitor.page.waitForURL(/user\/login\/login\?backpage=%2Fpages%2Fassets%2Frecord/);
    await visitor.page.getByRole('alert').waitFor();
    await expect.poll(storedSession).toEqual([]);
  });

  const storedSession = (): Promise<string[]> =>
    visitor.page.evaluate(() => Object.keys(localStorage).filter(key => /\.(token|user)$/.test(key)));
});

it('says on every page that the account is frozen, also when the desk did it after the log-in', async () => {
  await visitor.signUp('frozen@example.org');
  await visitor.open('/pages/trade/index');
  const strip = visitor.page.getByRole('link', { name: 'This account is frozen' });
  expect(await strip.count()).toBe(0);
  await visitor.post('user/freeze', { password: PASSWORD });
  await visitor.page.waitForURL(/user\/login\/login\?/);
  await visitor.logIn('frozen@example.org');
  await visitor.page.waitForURL(/#\/pages\/trade\/index$/);
  // Like a session that began before: the stored customer is not frozen.
  await visitor.page.evaluate(() => {
    const user = JSON.parse(localStorage.getItem('tallystick.user') ?? '{}') as object;
    localStorage.setItem('tallystick.user', JSON.stringify({ ...user, frozen: false }));
  });
  await visitor.page.reload();
  await strip.click();
  await visitor.page.getByText('Nothing can be traded').waitFor();
  await strip.waitFor({ state: 'detached' });
});

it('marks home at the bare address, and returns the focus when a sheet closes', async () => {
  const { page } = visitor;
  await page.goto(app.webUrl);
  await settled(page);
  await expect.poll(() => page.locator('nav a[aria-current="page"]').allInnerTexts()).toEqual(['Home']);
  const menu = visitor.button('Menu');
  await menu.press('Enter');
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await expect.poll(() => menu.evaluate(element => element === document.activeElement)).toBe(true);
});

it('follows the language that is chosen in another tab, with what the server says in it', async () => {
  const { page } = visitor;
  await visitor.open('/pages/notice/index');
  await page.getByText('This is a demo').waitFor();
  const told: string[] = [];
  page.on('request', request => {
    if (request.url().endsWith('/api/set/lang')) told.push(request.url());
  });
  const other = await page.context().newPage();
  await new Customer({ ...phone, page: other }, app).chooseLanguage('th');
  await page.getByText('นี่คือระบบทดลอง').waitFor();
  expect(await page.locator('html').getAttribute('lang')).toBe('th');
  expect(await visitor.heading.innerText()).toMatch(/\p{Script=Thai}/u);
  expect(told).toEqual([]);
});

describe('when something is not there', () => {
  it('says that the phone is offline, and that it is not any more', async () => {
    await visitor.open('/pages/index/index');
    await settled(visitor.page);
    // The code that shows messages must be loaded before the phone goes offline.
    const messages = visitor.page.waitForResponse(/\/toast-view-[^/]*\.js$/);
    await visitor.heading.click();
    await messages;
    const banner = visitor.page.getByText('You are offline.');
    await visitor.page.context().setOffline(true);
    await banner.waitFor();
    await visitor.page.context().setOffline(false);
    await banner.waitFor({ state: 'hidden' });
  });

  it('offers to reload an app whose texts did not arrive', async () => {
    const texts = '**/assets/en-*.js';
    await visitor.page.route(texts, route => route.abort());
    await visitor.page.goto(app.webUrl);
    await visitor.page.getByRole('alert').getByText('The app could not be loaded').waitFor();
    expect(await accessibilityFaults(visitor.page)).toEqual([]);
    await visitor.page.unroute(texts);
    await visitor.button('Reload').click();
    await settled(visitor.page);
  });

  it('offers to reload a page whose code did not arrive', async () => {
    const chunk = '**/assets/kline-*.js';
    await visitor.page.route(chunk, route => route.abort());
    await visitor.open('/pages/trade/kline?market=1');
    await visitor.page.getByRole('alert').getByText('Something went wrong on this page').waitFor();
    expect(await accessibilityFaults(visitor.page)).toEqual([]);
    await visitor.page.unroute(chunk);
    await visitor.button('Reload').click();
    await visitor.page.locator('canvas').first().waitFor();
  });

  it('shows the shape of a page after 200 ms and an error after a minute', async () => {
    await visitor.open('/pages/index/index');
    await settled(visitor.page);
    await visitor.page.clock.install();
    await visitor.page.route('**/assets/{login,account}-*.js', () => undefined);
    await visitor.page.reload();
    await visitor.goTo('/pages/user/login/login');
    await visitor.page.locator('[class*="skeleton"]').first().waitFor();
    await visitor.page.clock.fastForward(61_000);
    await visitor.page.getByText('This is taking too long').waitFor();
    await visitor.button('Try again').waitFor();
  });

  it('does not call a server silent that has answered before the first touch', async () => {
    const { page } = visitor;
    const kept = (key: string) => page.evaluate(name => localStorage.getItem(`tallystick.${name}`), key);
    const touch = async (): Promise<void> => {
      // The app removes another customer's data first, which shows that the touch was handled.
      await page.evaluate(() => localStorage.setItem('tallystick.ownSeen', '{"owner":0,"answers":{}}'));
      await page.keyboard.press('Shift');
      await expect.poll(() => kept('ownSeen')).toBe(null);
    };
    await visitor.open('/pages/index/index');
    await settled(page);
    await touch();
    await page.reload();
    expect(await kept('seen')).toContain('BTC');
    await page.clock.install();
    // A page that requests none of the stored data.
    await visitor.goTo('/pages/settings/law');
    // Listened to from its first byte: the greeting may come together with the connection.
    const greeted = new Promise<void>(resolve => {
      page.on('websocket', line =>
        line.on('framereceived', ({ payload }) => payload.toString().startsWith('40') && resolve()),
      );
    });
    await page.reload();
    await settled(page);
    await greeted;
    await touch();
    await page.clock.fastForward(9_000);
    await page.evaluate(() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))));
    expect(await page.getByText('The server does not answer.').count()).toBe(0);
  });

  it('offers the way home from an unknown address', async () => {
    await visitor.open('/pages/no/such/page');
    await visitor.page.getByRole('heading', { name: 'This page does not exist' }).waitFor();
    expect(await accessibilityFaults(visitor.page)).toEqual([]);
    await visitor.page.getByRole('link', { name: 'Go to home' }).click();
    await visitor.page.waitForURL(url => url.hash === '#/pages/index/index');
  });

  it('leads back to home from a page that was opened by its address', async () => {
    await visitor.open('/pages/settings/index');
    await visitor.button('Back').click();
    await visitor.page.waitForURL(url => url.hash === '#/pages/index/index');
  });
});

describe('the side menu', () => {
  it('names every place of the specification and leads there', async () => {
    await visitor.open('/pages/index/index');
    await settled(visitor.page);
    await visitor.button('Menu').click();
    for (const place of ['Deposit', 'Withdraw', 'Referral', 'Identity verification', 'Security centre']) {
      await visitor.page.getByRole('dialog').getByText(place, { exact: true }).waitFor();
    }
    await visitor.page.getByRole('dialog').getByText('Settings', { exact: true }).click();
    await visitor.page.waitForURL(/settings\/index$/);
  });
});
