import { readFile } from 'node:fs/promises';
import { figuresIn } from '@tallystick/protocol/figures';
import { Poppler } from '@tallystick/server/testing/poppler';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { App } from './harness/app.ts';
import { accessibilityFaults, expectFaultless } from './harness/checks.ts';
import { Customer, figure } from './harness/customer.ts';
import { cutInLanguages } from './harness/other-tab.ts';
import { openPhone, type Phone } from './harness/phone.ts';
import { enterSharedApp } from './harness/prepared-app.ts';

const ROUTE = '/pages/assets/statement';
const WIDTHS = [320, 768, 1440, 390];

let app: App;
let phone: Phone;
let customer: Customer;
/** Month of the last trade, so that the end of a month during the test makes no difference. */
let month: string;

beforeAll(async () => {
  app = await enterSharedApp();
  phone = await openPhone(app.browser);
  customer = new Customer(phone, app);
  await customer.signUp('statement@example.org');
  await customer.fund();
  for (const [side, amount] of [
    ['buy', { budget: '1500' }],
    ['sell', { quantity: '0.01' }],
  ] as const) {
    await customer.post('coin/trade', { market_id: '1', side, type: 'market', ...amount });
  }
  await customer.post('wallet/change', { currency_id: '3', from: 'spot', to: 'contract', amount: '100' });
  const { items } = (await customer.post('wallet/legal_log', { limit: '1' })) as {
    items: { at_ms: number }[];
  };
  month = new Date(items[0]?.at_ms ?? 0).toISOString().slice(0, 7);
});
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await phone.picture('statement-failed');
});
afterAll(async () => {
  await phone?.close();
  await app?.close();
});

const tab = (name: string) => customer.page.getByRole('tab', { name, exact: true });

async function saved(
  format: 'PDF' | 'CSV' | 'JSON',
  title: string | RegExp,
): Promise<{ name: string; bytes: Buffer }> {
  const label = typeof title === 'string' ? `Save as ${format}: ${title}` : title;
  const [download] = await Promise.all([
    customer.page.waitForEvent('download'),
    customer.button(label).click(),
  ]);
  const name = download.suggestedFilename();
  await customer.page.getByText(`Saved: ${name}`).waitFor();
  return { name, bytes: await readFile(await download.path()) };
}

describe('the account statement', () => {
  it('opens from the records, and says what each account began and ended with', async () => {
    await customer.open('/pages/assets/record');
    await customer.button('Statement and profit').click();
    await customer.page.waitForURL(url => url.hash.startsWith(`#${ROUTE}`));
    await customer.open(`${ROUTE}?period=${month}`);
    const spot = customer.page.getByRole('list', { name: 'Balances of the period' }).getByRole('listitem');
    await spot
      .filter({ hasText: 'SpotUSDT' })
      .or(spot.filter({ hasText: 'Spot USDT' }))
      .first()
      .waitFor();
    await expectFaultless(customer.page);
    await customer.picture('statement');
  });

  it('is saved as CSV, JSON and PDF, with the same totals in each and on the page', async () => {
    const csv = (await saved('CSV', 'Account statement')).bytes.toString();
    const rows = csv
      .trim()
      .split('\r\n')
      .map(line => line.split(','));
    const closing = rows
      .filter(cells => cells[3] === 'closing_balance')
      .map(cells => [cells[1] ?? '', cells[2] ?? '', cells[5] ?? ''] as const);
    expect(closing.map(([account, currency]) => `${account} ${currency}`)).toContain('contract USDT');
    const json = JSON.parse((await saved('JSON', 'Account statement')).bytes.toString()) as {
      accounts: { account: string; currency: string; closing: string }[];
      entries: object[];
    };
    expect(json.accounts.map(one => [one.account, one.currency, one.closing])).toEqual(closing);
    const pdf = await saved('PDF', 'Account statement');
    expect(pdf.name).toBe(`tallystick-entries-${month}.pdf`);
    expect(pdf.bytes.subarray(0, 5).toString()).toBe('%PDF-');
    const onPage = customer.page.getByRole('list', { name: 'Balances of the period' }).getByRole('listitem');
    const texts = await onPage.allInnerTexts();
    for (const [, currency, amount] of closing) {
      const same = texts.some(
        text =>
          text.includes(currency) &&
          figure(/Closing balance\s*(\S+)/.exec(text)?.[1] ?? '') === figure(amount),
      );
      expect(same, `${currency} ${amount}`).toBe(true);
    }
    const poppler = await Poppler.find();
    if (!(poppler instanceof Poppler)) {
      process.stdout.write(`without poppler: ${poppler.missing}\n`);
      return;
    }
    const written = (decimal = '') => figuresIn('en', decimal);
    const lines = (await poppler.lines(pdf.bytes)).map(line => line.trim().split(/\s+/));
    for (const [, currency, amount] of closing) {
      expect(
        lines.some(words => words.includes(currency) && words.at(-2) === written(amount)),
        `${currency} ${amount}`,
      ).toBe(true);
    }
    const entries = rows.filter(cells => /^\d+$/.test(cells[7] ?? ''));
    expect(entries.length).toBe(json.entries.length);
    for (const cells of entries) {
      const [amount, balance, reference = ''] = [written(cells[4]), written(cells[5]), cells[6]];
      expect(lines.some(words => words.slice(-3).join(' ') === `${amount} ${balance} ${reference}`)).toBe(
        true,
      );
    }
  });

  it('has the trades of the period', async () => {
    await customer.page.getByRole('radio', { name: 'Trades' }).check();
    const csv = (await saved('CSV', 'Trades')).bytes.toString();
    expect(csv).toMatch(/spot,BTC\/USDT,buy,taker,/);
    expect(csv).toMatch(/spot,BTC\/USDT,sell,taker,/);
  });

  it('shows profit and loss by coin and day, by either method', async () => {
    await tab('Profit and loss').click();
    const btc = customer.page
      .getByRole('list', { name: 'Coin by coin' })
      .getByRole('listitem')
      .filter({ hasText: 'BTC' });
    await btc.getByText('Sold').waitFor();
    expect(await btc.innerText()).toMatch(/Sold\s*0\.01/);
    await customer.page.getByRole('radio', { name: 'First in, first out' }).check();
    await btc.getByText('Sold').waitFor();
    const days = customer.page.getByRole('table', { name: /^Day by day/ }).getByRole('button');
    await days.last().click();
    await customer.page.getByRole('term').filter({ hasText: 'Realised' }).first().waitFor();
    await expectFaultless(customer.page);
    await customer.picture('statement-profit');
  });

  it('sums up the year for taxes', async () => {
    await tab('Yearly summary').click();
    const spot = customer.page.getByRole('list', { name: 'Result by product' }).getByRole('listitem').first();
    await spot.getByText('Proceeds of sales').waitFor();
    const year = month.slice(0, 4);
    const csv = (await saved('CSV', `Yearly summary ${year}`)).bytes.toString();
    expect(csv).toMatch(/^result,spot,USDT,/m);
    expect(csv).toMatch(/^fees,spot,BTC,/m);
    await expectFaultless(customer.page);
    await customer.picture('statement-taxes');
  });

  it('fits every width, in the languages with the longest words and the tallest letters', async () => {
    const { page } = customer;
    for (const view of ['statement', 'profit', 'taxes']) {
      const faults: string[] = [];
      const cut = await cutInLanguages(page, `${app.webUrl}#${ROUTE}?period=${month}&view=${view}`, {
        languages: ['th', 'esp', 'jp'],
        widths: WIDTHS,
        prepare: async () => {
          await page.getByRole('tabpanel').locator('li, table').first().waitFor();
          faults.push(...(await accessibilityFaults(page, { colours: false })));
        },
        seen: (language, width) => customer.picture(`statement-${view}-${language}-${width}`),
      });
      expect([view, ...cut, ...faults]).toEqual([view]);
    }
    expect(phone.complaints).toEqual([]);
  });
});
