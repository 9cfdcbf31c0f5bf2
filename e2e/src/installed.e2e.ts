import { LANGUAGES } from '@tallystick/protocol/languages';
import type { PushMessage } from '@tallystick/protocol/push-message';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { App } from './harness/app.ts';
import { accessibilityFaults, cutTexts } from './harness/checks.ts';
import { Customer } from './harness/customer.ts';
import { Gateway } from './harness/gateway.ts';
import { openPhone, type Phone } from './harness/phone.ts';
import { startPreparedApp } from './harness/prepared-app.ts';
import { HOME } from './harness/walk/routes.ts';
import { WorkerOfApp } from './harness/worker-of-app.ts';
import { settled, walkTo } from './harness/walk.ts';

const TRADE = '/pages/trade/index';
const ASSETS = '/pages/assets/index';

let app: App;
let gateway: Gateway;
let phone: Phone;
let visitor: Customer;

beforeAll(async () => {
  app = await startPreparedApp();
});
afterAll(() => app?.close());
beforeEach(async () => {
  gateway = await Gateway.open(app.url);
  phone = await openPhone(app.browser, { worker: true });
  visitor = new Customer(phone, { ...app, url: gateway.url, webUrl: gateway.webUrl });
});
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await phone.picture('installed-failed');
  await phone.close();
  await gateway.cut();
});

/** Waits until the worker has stored everything that this visit has loaded. */
async function keptOnDevice(): Promise<void> {
  // The app registers its worker at the first key or touch.
  await visitor.page.keyboard.press('Shift');
  await visitor.page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  const missing = () =>
    visitor.page.evaluate(async () => {
      // When the page is hidden, it tells the worker which files it has loaded since; some may still be on their way.
      window.dispatchEvent(new PageTransitionEvent('pagehide'));
      const parts = performance
        .getEntriesByType('resource')
        .map(({ name }) => name)
        .filter(name => new URL(name).pathname.startsWith('/web/assets/'));
      const kept = await Promise.all(parts.map(part => caches.match(part)));
      return parts.filter((_, index) => !kept[index]);
    });
  await expect.poll(missing).toEqual([]);
}

async function loseNetwork(): Promise<void> {
  await gateway.cut();
  await visitor.page.context().setOffline(true);
}

async function findNetwork(): Promise<void> {
  await gateway.connect();
  await visitor.page.context().setOffline(false);
}

const age = () => visitor.page.getByText(/What you see is as of \d\d:\d\d\./);
const total = () => visitor.page.getByRole('region', { name: 'Total, all accounts' });
const send = () => visitor.page.locator('button[type="submit"]').first();
const rows = () => visitor.page.getByRole('tabpanel').getByRole('link');

describe('without a network', () => {
  it('shows the first screen as it was, with its age; and new data when the network is back', async () => {
    await visitor.register('offline@example.org');
    await visitor.button('Get demo funds').click();
    await visitor.button('Get demo funds').waitFor({ state: 'hidden' });
    await walkTo(visitor.page, ASSETS);
    const row = visitor.page.getByRole('listitem').filter({ hasText: 'Tether USD' }).first();
    await expect.poll(() => row.innerText()).toMatch(/10,000[^]*≈ 10,000/);
    const heldOf = (text: string) => text.split('\n').slice(0, 4);
    const held = heldOf(await row.innerText());
    await walkTo(visitor.page, TRADE);
    await send().waitFor();
    await walkTo(visitor.page, HOME);
    const funds = total()
      .getByText(/[\d,]{4,}\.\d\d/)
      .first();
    await funds.waitFor();
    await keptOnDevice();

    await loseNetwork();
    await visitor.page.reload();
    await age().waitFor();
    await visitor.page.getByText('You are offline.').waitFor();
    await expect.poll(() => rows().count()).toBeGreaterThan(3);
    await funds.waitFor();
    expect(await cutTexts(visitor.page)).toEqual([]);
    expect(await accessibilityFaults(visitor.page)).toEqual([]);
    await phone.picture('installed-offline-home');

    await walkTo(visitor.page, ASSETS);
    expect(heldOf(await row.innerText())).toEqual(held);
    await visitor.button('Hide amounts').first().click();
    await visitor.page.reload();
    await age().waitFor();
    await total().getByText('••••••').waitFor();
    expect(await row.innerText()).not.toContain(held[3]);

    // Without a book to show, that page never settles.
    await visitor.goTo(TRADE);
    await send().filter({ hasText: 'You are offline' }).waitFor();
    expect(await send().isDisabled()).toBe(true);
    await phone.picture('installed-offline-trade');

    await findNetwork();
    await age().waitFor({ state: 'detached' });
    await expect.poll(() => send().isDisabled()).toBe(false);
  });

  it('leaves nothing of a customer after they have logged out', async () => {
    await visitor.register('leaves@example.org');
    await walkTo(visitor.page, ASSETS);
    await visitor.page.evaluate(() => window.dispatchEvent(new PageTransitionEvent('pagehide')));
    const kept = () => visitor.page.evaluate(() => localStorage.getItem('tallystick.ownSeen'));
    expect(await kept()).toContain('wallet/list');
    await walkTo(visitor.page, '/pages/settings/index');
    await visitor.button('Log out').click();
    await visitor.page.getByRole('dialog').getByRole('button', { name: 'Log out' }).click();
    await visitor.page.waitForURL(url => url.hash === `#${HOME}`);
    await expect.poll(kept).toBe(null);
    await keptOnDevice();
    await loseNetwork();
    await visitor.page.reload();
    await age().waitFor();
    await visitor.page.getByRole('link', { name: 'Log in' }).first().waitFor();
    await expect.poll(() => rows().count()).toBeGreaterThan(3);
    expect(await kept()).toBe(null);
  });

  it('shows the first screen also when the server does not answer', async () => {
    await visitor.open(HOME);
    await rows().first().waitFor();
    await keptOnDevice();
    await gateway.cut();
    await visitor.page.reload();
    await visitor.page.getByText('The server does not answer.').waitFor();
    await age().waitFor();
    await expect.poll(() => rows().count()).toBeGreaterThan(3);
    await gateway.connect();
    await age().waitFor({ state: 'detached' });
  });
});

describe('a new version', () => {
  const offer = () => visitor.page.getByRole('complementary', { name: 'A new version is ready' });
  const look = () =>
    visitor.page.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready;
      await registration.update();
    });
  const versions = () =>
    visitor.page.evaluate(async () =>
      (await caches.keys()).filter(name => name.startsWith('tallystick-app-')),
    );

  it('is offered, waits for pending work, and is installed when the customer agrees', async () => {
    await visitor.register('newer@example.org');
    await keptOnDevice();
    // From here on the worker answers for the page.
    await visitor.page.reload();
    await settled(visitor.page);
    const before = await versions();
    expect(before).toHaveLength(1);
    const letGo = gateway.hold('/api/wallet/faucet');
    await visitor.button('Get demo funds').click();
    gateway.worker = 'next';
    await look();
    await offer().waitFor();
    const load = offer().getByRole('button', { name: 'Load it now' });
    expect(await load.isDisabled()).toBe(true);
    await offer().getByText('still waiting for its answer').waitFor();
    expect(await cutTexts(visitor.page)).toEqual([]);
    expect(await accessibilityFaults(visitor.page)).toEqual([]);
    await phone.picture('installed-new-version');
    // The offer must not cover the form for orders.
    await walkTo(visitor.page, TRADE);
    expect(await offer().count()).toBe(0);
    await walkTo(visitor.page, HOME);
    letGo();
    await expect.poll(() => load.isDisabled()).toBe(false);
    await visitor.page.evaluate(() => void Object.assign(globalThis, { isOld: true }));
    await load.click();
    await visitor.page.waitForFunction(() => !('isOld' in globalThis));
    await settled(visitor.page);
    expect(await versions()).toEqual([...before, 'tallystick-app-ffffffffffffffff']);
    expect(await offer().count()).toBe(0);
  });

  it('that removes the worker leaves nothing behind, and the app works', async () => {
    await visitor.open(HOME);
    await keptOnDevice();
    gateway.worker = 'farewell';
    await look();
    const left = () =>
      visitor.page.evaluate(async () => ({
        workers: (await navigator.serviceWorker.getRegistrations()).length,
        caches: await caches.keys(),
      }));
    await expect.poll(left).toEqual({ workers: 0, caches: [] });
    await visitor.page.reload();
    await rows().first().waitFor();
  });
});

describe('on the home screen', () => {
  it('has a manifest in every language, whose pictures are there', async () => {
    const { page } = visitor;
    await visitor.open(HOME);
    const link = () => page.evaluate(() => document.querySelector<HTMLLinkElement>('[rel=manifest]')?.href);
    await visitor.chooseLanguage('th');
    await expect.poll(link).toMatch(/\/manifest\.th\.webmanifest$/);
    const ids = new Set<string>();
    for (const language of LANGUAGES) {
      const response = await page.request.get(`${gateway.webUrl}manifest.${language}.webmanifest`);
      expect(response.headers()['content-type']).toMatch(/^application\/manifest\+json/);
      const manifest = (await response.json()) as {
        id: string;
        icons: { src: string; sizes: string; purpose: string }[];
      };
      ids.add(manifest.id);
      for (const { src, sizes } of manifest.icons) {
        const side = await page.evaluate(async address => {
          const picture = Object.assign(new Image(), { src: address });
          await picture.decode();
          return picture.naturalWidth;
        }, src);
        expect(`${side}x${side}`).toBe(sizes);
      }
      expect(manifest.icons.map(({ sizes, purpose }) => `${purpose} ${sizes}`)).toEqual(
        expect.arrayContaining(['any 192x192', 'any 512x512', 'maskable 192x192', 'maskable 512x512']),
      );
    }
    expect([...ids]).toEqual(['/web/']);
    const devtools = await page.context().newCDPSession(page);
    const { errors } = await devtools.send('Page.getAppManifest');
    expect(errors).toEqual([]);
  });

  it('is offered once, from the second visit on, and in the settings always', async () => {
    const { page } = visitor;
    const mayInstall = () =>
      page.evaluate(() => {
        const event = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
          prompt: () => Promise.resolve({ outcome: 'dismissed' }),
        });
        window.dispatchEvent(event);
        return event.defaultPrevented;
      });
    const offer = () => page.getByRole('complementary', { name: 'Install the app' });
    await visitor.open(HOME);
    // This browser never offers installation itself.
    expect(await mayInstall()).toBe(true);
    await rows().first().waitFor();
    expect(await offer().count()).toBe(0);
    await page.evaluate(() => {
      const visited = { visits: 1, lastVisitMs: Date.now() - 3_600_001, isAnswered: false };
      localStorage.setItem('tallystick.install', JSON.stringify(visited));
    });
    await page.reload();
    await settled(page);
    await mayInstall();
    await offer().waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    for (const width of [320, 390, 768, 1440]) {
      await page.setViewportSize({ width, height: 844 });
      expect(await cutTexts(page)).toEqual([]);
      await phone.picture(`installed-offer-${width}`);
    }
    await offer().getByRole('button', { name: 'Later' }).click();
    await offer().waitFor({ state: 'detached' });
    await page.reload();
    await settled(page);
    await mayInstall();
    await walkTo(page, '/pages/settings/index');
    await visitor.button('Install the app').waitFor();
    await walkTo(page, HOME);
    expect(await offer().count()).toBe(0);
  });

  it.each(['th', 'esp', 'yn'] as const)('is offered in %s, and says how old things are', async language => {
    const { page } = visitor;
    await page.setViewportSize({ width: 320, height: 700 });
    await visitor.chooseLanguage(language);
    await page.evaluate(() => {
      const visited = { visits: 5, lastVisitMs: Date.now(), isAnswered: false };
      localStorage.setItem('tallystick.install', JSON.stringify(visited));
    });
    await visitor.open(HOME);
    await page.reload();
    await settled(page);
    await keptOnDevice();
    await page.evaluate(() => {
      const event = Object.assign(new Event('beforeinstallprompt'), { prompt: () => Promise.resolve({}) });
      window.dispatchEvent(event);
    });
    await page.getByRole('complementary').waitFor();
    expect(await cutTexts(page)).toEqual([]);
    await phone.picture(`installed-offer-${language}`);
    await loseNetwork();
    await page.reload();
    await page
      .getByText(/\d\d:\d\d/)
      .first()
      .waitFor();
    await expect.poll(() => rows().count()).toBeGreaterThan(3);
    expect(await cutTexts(page)).toEqual([]);
    await phone.picture(`installed-offline-${language}`);
  });

  it('runs the whole app, and the way back closes the topmost sheet', async () => {
    const { page } = visitor;
    // Simulates a start from the home screen, which browsers without a screen do not have.
    await page.addInitScript(() => {
      const ask = window.matchMedia.bind(window);
      window.matchMedia = query => ask(query === '(display-mode: standalone)' ? 'all' : query);
    });
    await visitor.open('/pages/settings/index');
    await keptOnDevice();
    const missing = () =>
      page.evaluate(async () => {
        const parts = await caches.match('/web/parts.json');
        const all = Object.entries((await parts?.json()) as Record<string, string[]>);
        const english = all.filter(([source]) => !/^src\/i18n\/(?!en\/)\w+\//.test(source));
        const files = [...new Set(english.flatMap(([, names]) => names))];
        const kept = await Promise.all(files.map(file => caches.match(`/web/${file}`)));
        return files.filter((_, index) => !kept[index]);
      });
    await expect.poll(missing).toEqual([]);
    await walkTo(page, HOME);
    await visitor.button('Menu').click();
    const menu = page.getByRole('dialog', { name: 'Menu' });
    await menu.getByRole('button', { name: /^Valuation method/ }).click();
    const choice = page.getByRole('dialog', { name: 'Valuation method' });
    await choice.waitFor();
    await page.evaluate(() => history.back());
    await choice.waitFor({ state: 'detached' });
    await page.evaluate(() => history.back());
    await menu.waitFor({ state: 'detached' });
    expect(new URL(page.url()).hash).toBe(`#${HOME}`);
    await page.evaluate(() => history.back());
    await page.waitForURL(url => url.hash === '#/pages/settings/index');
  });

  it('leaves the desk and API calls to the server', async () => {
    await visitor.open(HOME);
    await keptOnDevice();
    await visitor.page.goto(`${gateway.url}/desk/`);
    await visitor.page.getByText(/desk/i).first().waitFor();
    expect(await visitor.page.evaluate(() => navigator.serviceWorker.controller)).toBe(null);
    await visitor.page.goto(gateway.webUrl);
    await settled(visitor.page);
    expect(await visitor.page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
    const kept = await visitor.page.evaluate(async () => {
      const all = await Promise.all(
        (await caches.keys()).map(async name => (await caches.open(name)).keys()),
      );
      return all.flat().map(({ url }) => new URL(url).pathname);
    });
    expect(kept.length).toBeGreaterThan(20);
    expect(kept.filter(path => !/^\/web\/(assets\/.*|parts\.json|language)?$/.test(path))).toEqual([]);
    expect(phone.complaints).toEqual([]);
  });

  it.each([
    [
      'an invitation',
      'Join me: {app}?code=ABC234#/pages/user/login/register',
      '/pages/user/login/register?invite=ABC234',
    ],
    ['a page of the app', 'look {app}#/pages/trade/kline?market=2', '/pages/trade/kline?market=2'],
    [
      'an address',
      'ethereum:0x52908400098527886E0F7030069857D2E4169EE7?value=1',
      '/pages/user/login/login?backpage=%2Fpages%2Fuser%2Faddress%2Fcreate%3Fcurrency%3D2%26network%3DERC20&backtype=1',
    ],
    ['something else', 'have a nice day', HOME],
  ])('opens the page for %s that was shared', async (_what, text, route) => {
    const query = new URLSearchParams({ share_text: text.replace('{app}', gateway.webUrl) });
    await visitor.page.goto(`${gateway.webUrl}?${query.toString()}`);
    await visitor.page.waitForURL(url => url.hash === `#${route}` && url.search === '');
    await settled(visitor.page);
    if (route === HOME) await visitor.page.getByText('Nothing of what you shared').waitFor();
  });
});

describe('a push', () => {
  const MESSAGE: PushMessage = {
    v: 1,
    topic: 'money',
    title: 'Deposit credited',
    body: '250 USDT have arrived.',
    route: '/pages/assets/record?kind=deposits',
    tag: 'deposit-17',
    atMs: 1_770_000_000_000,
  };

  let worker: WorkerOfApp;
  beforeEach(async () => {
    await visitor.open(HOME);
    await keptOnDevice();
    worker = await WorkerOfApp.found(visitor.page, gateway.webUrl);
  });

  it('is shown while the app is closed; unknown messages get a neutral text', async () => {
    await visitor.page.goto('about:blank');
    await worker.deliver(JSON.stringify(MESSAGE));
    const { title, body, tag, route } = MESSAGE;
    await expect.poll(() => worker.shown()).toEqual([{ title, body, tag, route }]);
    await worker.deliver(JSON.stringify({ ...MESSAGE, route: '//evil.example', title: 'Your account' }));
    await expect
      .poll(() => worker.shown())
      .toContainEqual(expect.objectContaining({ title: 'Tallystick', route: '/pages/notice/index' }));
    expect(JSON.stringify(await worker.shown())).not.toContain('evil');
  });

  it('opens its page in the window that is open', async () => {
    const chart = '/pages/trade/kline?market=2';
    await worker.press(chart);
    await visitor.page.waitForURL(url => url.hash === `#${chart}`);
  });
});
