import type { Browser } from 'playwright-core';
import { LANGUAGE_NAMES, type Language } from '@tallystick/protocol/languages';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { App } from './app.ts';
import { launchBrowser } from './browser.ts';
import { cutTexts } from './checks.ts';
import { figure } from './customer.ts';
import { OptionTrader } from './option-trader.ts';
import { openPhone, PATIENCE_MS, type Phone } from './phone.ts';
import { startPreparedApp } from './prepared-app.ts';
import { ACCOUNT_PAGES, HOME, ROUTES } from './walk-map.ts';
import { settled, walkTo } from './walk.ts';

/** Of pages that show something of their own by what stands behind the question mark. */
const QUERIES = [
  '/pages/lever/index?market=1',
  '/pages/lever/details?market=1',
  '/pages/trade/kline?market=1&product=contract',
  '/pages/option/detail?market=1',
  '/pages/finance/buyPage?product=1',
  '/pages/finance/ordersPage?state=calendar',
  '/pages/publication/details?id=1',
  '/pages/publication/details?id=2',
  '/pages/publication/details?id=3',
  '/pages/publication/purchase?id=2',
  '/pages/publication/index?tab=orders',
  '/pages/assets/record?account=trust',
];

/** Something of everything, so that no list is empty: the demo's ready customer, who is verified. */
async function holdSomething(trader: OptionTrader): Promise<void> {
  await trader.arrive();
  for (const to of ['contract', 'option', 'trust']) {
    await trader.post('wallet/change', { from: 'spot', to, currency_id: '3', amount: '1500' });
  }
  const bought = { market_id: '1', side: 'buy', type: 'market', budget: '1500' };
  const { fills } = (await trader.post('coin/trade', bought)) as { fills: { price: string }[] };
  const price = String((figure(fills[0]?.price ?? '') * 998n) / 100_000_000_000n);
  await trader.post('coin/trade', { market_id: '1', side: 'buy', price, quantity: '0.0125' });
  await trader.post('lever/submit', { market_id: '1', direction: 'long', lots: '30', multiple: '20' });
  await trader.post('lever/submit', { market_id: '1', direction: 'short', lots: '15', multiple: '10' });
  await trader.buyOption(1, 600);
  await trader.post('lh/deposit', {
    product_id: '1',
    amount: '1000',
    terms_version: '1',
    agreement: '1',
  });
  // The offer starts some seconds after the first price of bitcoin.
  const commitment = { offer_id: '2', currency_id: '3', amount: '250', agreement: '1' };
  await vi.waitFor(() => trader.post('lh/send/order', commitment), { timeout: PATIENCE_MS, interval: 500 });
}

/**
 * The tests of every page where the app's own typeface does not arrive and letters are as wide as they get: on a usual
 * and on a small phone nothing is cut, and no page scrolls sideways.
 */
export function describeWideLetters(languages: readonly Language[]): void {
  describe('with the widest of the usual fonts in place of our own', () => {
    let app: App;
    let wide: Browser;
    let phone: Phone;
    beforeAll(async () => {
      app = await startPreparedApp();
      wide = await launchBrowser('dejavu');
      phone = await openPhone(wide);
      await holdSomething(new OptionTrader(phone, app));
    });
    afterAll(async () => {
      await wide?.close();
      await app?.close();
    });

    const speak = async (language: Language): Promise<void> => {
      await phone.page.evaluate(code => localStorage.setItem('tallystick.lang', code), language);
      await phone.page.reload();
      await phone.page.locator(`html[lang="${LANGUAGE_NAMES[language].tag}"]`).waitFor();
      await settled(phone.page);
    };
    const faultsOn = async (routes: readonly string[], language: Language): Promise<string[]> => {
      const { page } = phone;
      const faults: string[] = [];
      for (const route of routes) {
        // By way of another page: some of these differ by their query alone, and keep their heading.
        if (route.includes('?')) await walkTo(page, '/pages/settings/index');
        await walkTo(page, route);
        for (const width of [390, 320]) {
          await page.setViewportSize({ width, height: 844 });
          faults.push(...(await cutTexts(page)).map(fault => `${width} ${route}: ${fault}`));
          await phone.picture(`wide-${language}-${width}${route.replaceAll(/\W+/g, '-')}`);
        }
      }
      return faults;
    };

    it('is drawn in that font', async () => {
      await speak('en');
      expect(await phone.page.evaluate(() => document.fonts.check('14px Inter'))).toBe(false);
    });

    it.each(languages)('nothing is cut in %s', async language => {
      await speak(language);
      expect(
        await faultsOn([HOME, ...ROUTES.filter(one => !ACCOUNT_PAGES.includes(one)), ...QUERIES], language),
      ).toEqual([]);
    });

    it.each(languages)('nothing is cut for a visitor in %s', async language => {
      const session = await phone.page.evaluate(() => ({ ...localStorage }));
      await phone.page.evaluate(() => localStorage.removeItem('tallystick.token'));
      await speak(language);
      const faults = await faultsOn(ACCOUNT_PAGES, language);
      await phone.page.evaluate(entries => {
        for (const [key, value] of Object.entries(entries)) localStorage.setItem(key, value);
      }, session);
      expect(faults).toEqual([]);
    });
  });
}
