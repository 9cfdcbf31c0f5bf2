/**
 * Takes the pictures of README.md from the running app: `npm run screenshots`. A customer registers, takes demo funds,
 * trades a little, and each page is photographed as it then looks on a phone. `-- light` photographs the light theme, beside
 * the other pictures: home-light.webp.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setOptionTerms } from '@tallystick/server/testing/option-terms';
import type { Page } from 'playwright-core';
import { startApp } from './harness/app.ts';
import { CONTRACTS, ContractTrader } from './harness/contract-trader.ts';
import { Customer } from './harness/customer.ts';
import { openPhone, type Phone } from './harness/phone.ts';
import { walkTo } from './harness/walk.ts';

const FOLDER = path.join(import.meta.dirname, '../../docs/images');
/** README shows them side by side, each a third of its width. */
const LARGEST_BYTES = 150_000;
const OPTION_SECONDS = 15;

const theme = process.argv.includes('light') ? 'light' : 'dark';
mkdirSync(FOLDER, { recursive: true });
const app = await startApp({ FEED_SPEED: '20', FEED_INTERVAL_MS: '500', PRICE_LOG_CHECKPOINT_MS: '1000' });
try {
  const phone = await openThemedPhone();
  const { page } = phone;
  const customer = new Customer(phone, app);

  await customer.register('ada@example.org');
  await customer.button('Get demo funds').click();
  await customer.button('Get demo funds').waitFor({ state: 'hidden' });

  await customer.open('/pages/trade/index');
  await customer.chooseOrderType('Market');
  await customer.field('Budget').fill('1500');
  await customer.send('Buy BTC');
  await customer.chooseOrderType('Limit');
  for (const perMille of [998n, 996n]) {
    const best = (await customer.bestPrice('Bids')) / 100_000_000n;
    await customer.buyLimit((best * perMille) / 1000n, '0.0125');
  }
  await customer.tab('Open orders 2').waitFor();
  const best = (await customer.bestPrice('Asks')) / 100_000_000n;
  await customer.field('Price (USDT)').fill(String(best));
  await customer.field('Amount').fill('0.01');
  await picture(page, 'trade');

  await walkTo(page, '/pages/trade/kline?market=1');
  await customer.button('My orders').waitFor();
  await picture(page, 'chart');

  await walkTo(page, '/pages/index/index');
  await picture(page, 'home');

  await walkTo(page, '/pages/assets/index');
  await picture(page, 'assets');

  await walkTo(page, '/pages/assets/record');
  await picture(page, 'records');

  await customer.chooseLanguage('th');
  await walkTo(page, '/pages/trade/index');
  await picture(page, 'trade-thai');
  await phone.close();

  await takeTradingPictures();
} finally {
  await app.close();
}

async function openThemedPhone(): Promise<Phone> {
  const phone = await openPhone(app.browser);
  await phone.page.addInitScript(
    kept => localStorage.setItem('tallystick.settings', kept),
    JSON.stringify({ theme }),
  );
  return phone;
}

/** Pictures of positions, an option and its proof, of the demo's customer, who is verified already. */
async function takeTradingPictures(): Promise<void> {
  await setOptionTerms(app.url, { marketId: 1, staleMs: 2_400, times: [[OPTION_SECONDS, '80']] });
  const phone = await openThemedPhone();
  const { page } = phone;
  const customer = new Customer(phone, app);
  await customer.open('/pages/user/login/login');
  await customer.logIn('demo@tallystick.example', 'tally-demo');
  await page.waitForURL(/#\/pages\/index\/index$/);
  for (const [to, amount] of [
    ['contract', '2000'],
    ['option', '300'],
  ] as const) {
    await customer.post('wallet/change', { from: 'spot', to, currency_id: '3', amount });
  }

  await customer.open(CONTRACTS);
  const trader = new ContractTrader(customer);
  await trader.chooseMultiple(20);
  await trader.open('Long', 40);
  await trader.open('Short', 15);
  await page
    .getByRole('tab', { name: 'Positions 2' })
    .evaluate(tab => tab.scrollIntoView({ block: 'center' }));
  await picture(page, 'contract');

  await customer.open('/pages/option/detail?market=1');
  const form = page.getByRole('form', { name: 'Buy an option' });
  await form.getByRole('textbox', { name: 'Amount' }).fill('50');
  await form.getByRole('button', { name: /^Rise / }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Buy rise', exact: true }).click();
  const running = page.locator('li[data-option]').first();
  const optionId = await running.getAttribute('data-option');
  await picture(page, 'option');
  await customer.open(`/pages/option/order?id=${optionId}`);
  await page.getByRole('link', { name: 'Check the proof' }).click({ timeout: 60_000 });
  await page.getByRole('heading', { level: 2, name: 'The result is right' }).waitFor();
  await picture(page, 'proof');
  await phone.close();
}

/** Waits until everything has loaded and passing messages are gone. */
async function picture(page: Page, name: string): Promise<void> {
  await page.waitForLoadState('networkidle');
  await page.waitForFunction(() => !document.querySelector('.toast:popover-open'));
  const file = path.join(FOLDER, `${name}${theme === 'light' ? '-light' : ''}.webp`);
  const webp = await toWebp(await page.screenshot());
  if (webp.length > LARGEST_BYTES) throw new Error(`${file} would have ${webp.length} bytes`);
  writeFileSync(file, webp);
  process.stdout.write(`docs/images/${path.basename(file)}, ${Math.round(webp.length / 1000)} kB\n`);
}

/** A third of the size of a PNG; the browser that took the picture encodes it. */
async function toWebp(png: Buffer): Promise<Buffer> {
  const encoder = await app.browser.newPage();
  const dataUrl = await encoder.evaluate(
    async source => {
      const image = new Image();
      image.src = source;
      await image.decode();
      const canvas = document.createElement('canvas');
      canvas.width = image.naturalWidth;
      canvas.height = image.naturalHeight;
      canvas.getContext('2d')!.drawImage(image, 0, 0);
      return canvas.toDataURL('image/webp', 0.88);
    },
    `data:image/png;base64,${png.toString('base64')}`,
  );
  await encoder.close();
  return Buffer.from(dataUrl.split(',')[1] ?? '', 'base64');
}
