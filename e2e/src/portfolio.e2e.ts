import type { WirePortfolio } from '@tallystick/protocol';
import { formatFixed } from '@tallystick/core/money/decimal';
import { BTC, ETH } from '@tallystick/protocol/currency-ids';
import { portfolioOf, stressOf } from '@tallystick/protocol/portfolio/portfolio';
import { readPortfolio } from '@tallystick/protocol/portfolio/read-portfolio';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { accessibilityFaults, contrastFaults, expectFaultless } from './harness/checks.ts';
import { figure, type Customer } from './harness/customer.ts';
import { brokenWords, overlappingTexts, ungroupedFigures } from './harness/in-page.ts';
import { cutInLanguages, OtherTab } from './harness/other-tab.ts';
import { startPortfolioExchange, type PortfolioExchange } from './harness/portfolio-exchange.ts';

const ROUTE = '/pages/assets/portfolio';
const WIDTHS = [320, 768, 1440, 390];

let exchange: PortfolioExchange;
let customer: Customer;

beforeAll(async () => {
  exchange = await startPortfolioExchange();
  ({ customer } = exchange);
});
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await exchange.phone.picture('portfolio-failed');
});
afterAll(() => exchange?.close());

const part = (name: string) => customer.page.locator(`[data-part="${name}"]`);
const big = async (name: string, of: string) =>
  figure(await part(of).locator(`[data-figure="${name}"]`).innerText());
const line = async (of: string, name: string) =>
  figure(negated(await part(of).locator(`[data-line="${name}"] dd`).first().innerText()));
const negated = (text: string) => text.replace('−', '-');

async function facts() {
  const { app, account } = exchange;
  const answer: WirePortfolio = await app.server.call('GET wallet/portfolio', {}, { token: account.token });
  return readPortfolio(answer);
}

/** In hundred-millionths, as `figure` reads. */
const shown = (minor: bigint) => minor * 100n;

/** Adds up the lines of a list, all but the one that is their sum. */
async function sumOfLines(list: string): Promise<[sum: bigint, lines: bigint]> {
  const texts = await customer.page
    .locator(list)
    .evaluateAll(all =>
      all.map(one =>
        [...one.querySelectorAll<HTMLElement>('dd')].map(value => value.innerText.replace('−', '-')),
      ),
    );
  const [[first = '', ...rest] = []] = texts;
  return [figure(first), rest.reduce((sum, text) => sum + figure(text), 0n)];
}

describe('the portfolio', () => {
  it('opens from the assets, and shows what the model computes from the exchange’s own parts', async () => {
    const { page } = customer;
    await customer.open('/pages/assets/index');
    await page.getByRole('link', { name: 'Portfolio and risk' }).click();
    await part('equity').waitFor();
    const { equityMinor, losses, account, exposure } = portfolioOf(await facts());
    expect(await big('equity', 'equity')).toBe(shown(equityMinor));
    expect(await big('worst', 'worst')).toBe(shown(losses.worstMinor));
    expect(await line('worst', 'safe')).toBe(shown(losses.safeMinor));
    expect(await line('worst', 'penalty')).toBe(shown(losses.penaltyMinor));
    expect(await line('account', 'equity')).toBe(shown(account.equityMinor));
    expect(await line('account', 'maintenance')).toBe(shown(account.maintenanceMinor));
    expect(await part('account').locator('[data-line="rate"] dd').innerText()).toBe(
      `${formatFixed(account.rateBps!, 2, 2)}%`,
    );
    expect(await line('exposure', 'net')).toBe(shown(exposure.netMinor));
    expect(await line('exposure', 'gross')).toBe(shown(exposure.grossMinor));
    expect(await part('account').locator('[data-position]').count()).toBe(3);
    await expectFaultless(page);
    await customer.picture('portfolio');
  });

  it('adds up on the screen, digit by digit', async () => {
    const products = ['spot', 'contract', 'option', 'trust'];
    let equity = 0n;
    for (const product of products) {
      const [sum, lines] = await sumOfLines(`[data-product="${product}"]`);
      expect(lines).toBe(sum);
      equity += sum;
    }
    expect(equity).toBe(await big('equity', 'equity'));
    const [account, parts] = await sumOfLines('[data-part="account"] dl:first-of-type');
    expect(parts).toBe(account);
    const worst = await part('worst').locator('dl').first().locator('dd').allInnerTexts();
    const losses = worst.slice(0, -1).reduce((sum, text) => sum + figure(text), 0n);
    expect(losses).toBe(await big('worst', 'worst'));
    expect(losses + figure(worst.at(-1)!)).toBe(equity);
    await part('equity').getByRole('radio', { name: 'By coin' }).check();
    const coins = await part('equity').locator('dd').allInnerTexts();
    expect(coins.reduce((sum, text) => sum + figure(text), 0n)).toBe(equity);
    await part('equity').getByRole('radio', { name: 'By product' }).check();
  });

  it('says what a fall of a tenth does, and moves without asking the exchange', async () => {
    const { page } = customer;
    const now = await facts();
    const expectStress = async (shocks: ReadonlyMap<number, number>) => {
      const { equityMinor, changeMinor, liquidated } = stressOf(now, shocks);
      await expect.poll(() => big('after', 'stress')).toBe(shown(equityMinor));
      expect(await line('stress', 'change')).toBe(shown(changeMinor));
      expect(await part('stress').locator('[data-line="liquidated"]').count()).toBe(liquidated.length);
      const [sum, lines] = await sumOfLines('[data-part="stress"] dl');
      expect(lines).toBe(sum);
      return liquidated.length;
    };
    const all = (percent: number) => new Map([BTC, ETH].map(id => [id, percent]));
    // Both longs go: 20 times and 100 times.
    expect(await expectStress(all(-10))).toBe(2);
    await customer.picture('portfolio-stress');
    const asked: string[] = [];
    const listen = (request: { url(): string }) => asked.push(new URL(request.url()).pathname);
    page.on('request', listen);
    const slider = part('stress').getByRole('slider', { name: 'All coins' });
    await slider.fill('49');
    expect(await expectStress(all(-1))).toBe(1);
    await part('stress').getByRole('radio', { name: '+50%', exact: true }).check();
    expect(await expectStress(all(50))).toBe(1);
    await part('stress').getByRole('radio', { name: '0%', exact: true }).check();
    expect(await expectStress(all(0))).toBe(0);
    expect(await big('after', 'stress')).toBe(await big('equity', 'equity'));
    await part('stress').getByText('Choose a move for each coin').click();
    await part('stress').getByRole('combobox', { name: 'Move of ETH' }).selectOption('-50');
    expect(
      await expectStress(
        new Map([
          [BTC, 0],
          [ETH, -50],
        ]),
      ),
    ).toBe(0);
    page.off('request', listen);
    // The page looks again every ten seconds; nothing else is asked.
    expect(asked.filter(path => path !== '/api/wallet/portfolio' && path.startsWith('/api/'))).toEqual([]);
    await expectFaultless(page);
  });

  it('opens a coin’s exposure: what is held where, and contracts', async () => {
    const row = part('exposure').locator('[data-coin="BTC"]');
    await row.locator('summary').click();
    const values = await row.locator('dd').allInnerTexts();
    const net = values.slice(0, -1).reduce((sum, text) => sum + figure(negated(text)), 0n);
    const btc = portfolioOf(await facts()).exposure.coins.find(one => one.currencyId === BTC)!;
    expect(net).toBe(shown(btc.netMinor));
    expect(figure(values.at(-1)!)).toBe(shown(btc.grossMinor));
    await customer.picture('portfolio-exposure');
  });

  it('hides amounts with all others', async () => {
    const { page } = customer;
    const equity = await part('equity').locator('[data-figure="equity"]').innerText();
    await customer.open('/pages/assets/index');
    await page.getByRole('button', { name: 'Hide amounts' }).first().click();
    await customer.open(ROUTE);
    await part('equity').getByText('••••').first().waitFor();
    expect(await page.locator('main').textContent()).not.toContain(equity.split(' ')[0]);
    await customer.open('/pages/assets/index');
    await page.getByRole('button', { name: 'Show amounts' }).first().click();
  });

  it('says to somebody without anything what to do', async () => {
    const { app, phone } = exchange;
    const token = await customer.page.evaluate(() => localStorage.getItem('tallystick.token'));
    const empty = await app.server.customer();
    await customer.page.evaluate(now => localStorage.setItem('tallystick.token', now), empty.token);
    await customer.open(ROUTE);
    await customer.page.reload();
    await customer.page.getByText('Nothing here yet').waitFor();
    await expectFaultless(customer.page);
    await phone.picture('portfolio-empty');
    await customer.page.evaluate(now => localStorage.setItem('tallystick.token', now ?? ''), token);
    await customer.page.reload();
    await part('equity').waitFor();
  });

  it('fits every width in every language, and both themes', async () => {
    const { page } = customer;
    const faults: string[] = [];
    const cut = await cutInLanguages(page, `${exchange.app.webUrl}#${ROUTE}`, {
      widths: WIDTHS,
      prepare: async () => {
        await part('equity').waitFor();
        await page.locator('details').evaluateAll(all => all.forEach(one => one.setAttribute('open', '')));
      },
      seen: async (language, width) => {
        await customer.picture(`portfolio-${language}-${width}`);
        for (const look of [brokenWords, overlappingTexts, ungroupedFigures]) {
          faults.push(...(await page.evaluate(look)).map(fault => `${language} ${width}: ${fault}`));
        }
        if (language !== 'th' || width !== 390) return;
        faults.push(...(await accessibilityFaults(page, { words: false })));
      },
    });
    expect(cut).toEqual([]);
    expect(faults).toEqual([]);
    const tab = await OtherTab.open(page, exchange.app.webUrl);
    await page.reload();
    for (const theme of ['light', 'dark'] as const) {
      await tab.chooseLook({ theme });
      await tab.themeFollowed(theme);
      await part('equity').waitFor();
      expect(await contrastFaults(page)).toEqual([]);
      await customer.picture(`portfolio-${theme}`);
    }
    await tab.close();
    expect(exchange.phone.complaints).toEqual([]);
  });
});
