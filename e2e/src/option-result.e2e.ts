import { readFile } from 'node:fs/promises';
import type { CallOutput } from '@tallystick/protocol';
import type { Locator, WebSocketRoute } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { App } from './harness/app.ts';
import { expectFaultless } from './harness/checks.ts';
import { SHORT, startOptionApp } from './harness/option-exchange.ts';
import { cutInLanguages } from './harness/other-tab.ts';
import { OptionTrader } from './harness/option-trader.ts';
import { openPhone, type Phone } from './harness/phone.ts';

const BITCOIN = '/pages/option/detail?market=1';
/** Its price never moves. */
const FLAT = '/pages/option/detail?market=5';
const ONE = 100_000_000n;

let app: App;
let phone: Phone;
let trader: OptionTrader;

beforeAll(async () => {
  app = await startOptionApp();
  phone = await openPhone(app.browser);
  trader = new OptionTrader(phone, app);
  await trader.arrive();
  await trader.open(BITCOIN);
  await trader.typeStake('500');
  await trader.button('Move 500.00 USDT from spot').click();
  await trader.waitForStakeable(500n);
});
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await phone.picture('option-result-failed');
});
afterAll(() => app?.close());

describe('results', () => {
  it('of rise and fall on real prices: one wins and one loses, and the balance says so', async () => {
    const outcomes = new Map<string, string>();
    await trader.choose(SHORT);
    await trader.typeStake('10');
    // Both end at unpredictable prices, so this repeats until one of each kind has been seen.
    for (let round = 0; round < 6 && !(outcomes.has('Won') && outcomes.has('Lost')); round++) {
      const before = await trader.stakeable();
      const rise = await trader.buy('Rise');
      const fall = await trader.buy('Fall');
      let gained = 0n;
      for (const id of [rise, fall]) {
        const said = await trader.resultOf(id);
        const word = /Won|Lost|Even/.exec(said)?.[0] ?? '';
        outcomes.set(word, id);
        gained += word === 'Won' ? 8n : word === 'Lost' ? -10n : 0n;
        expect(said).toMatch(
          word === 'Won'
            ? /You receive 18\.00 USDT/
            : word === 'Lost'
              ? /You lose your stake of 10\.00 USDT/
              : /you get 10\.00 USDT back/,
        );
      }
      await expect.poll(() => trader.stakeable()).toBe(before + gained * ONE);
    }
    expect([...outcomes.keys()]).toEqual(expect.arrayContaining(['Won', 'Lost']));
  });

  it('at the entry price return the stake, to the cent', async () => {
    await trader.open(FLAT);
    await trader.form.waitFor();
    await trader.choose(SHORT);
    await trader.typeStake('12.34');
    const before = await trader.stakeable();
    const option = await trader.buy('Rise');
    const card = trader.result(option);
    await card.getByText('Even', { exact: true }).waitFor();
    await phone.picture('option-even');
    await expectFaultless(phone.page);
    expect(await trader.resultOf(option)).toMatch(/Exit equals entry, you get 12\.34 USDT back/);
    await expect.poll(() => trader.stakeable()).toBe(before);
  });

  it('are shown once: not again after a reload, but once if the app was closed', async () => {
    await trader.typeStake('5');
    const option = await trader.buy('Fall');
    await phone.page.goto('about:blank');
    await expect.poll(() => trader.stateOf(option)).toBe('settled');
    await trader.open(FLAT);
    await trader.resultOf(option);
    await phone.page.reload();
    await trader.tab('History').click();
    await row(option).waitFor();
    expect(await trader.result(option).count()).toBe(0);
  });

  it('that came while another option’s page was open are shown afterwards', async () => {
    await trader.choose(SHORT);
    await trader.typeStake('5');
    const one = await trader.buy('Rise');
    await trader.open(`/pages/option/order?id=${one}`);
    const other = await trader.buyElsewhere(5);
    for (const option of [one, other]) await expect.poll(() => trader.stateOf(option)).toBe('settled');
    await phone.page
      .getByText(/Exit equals entry/)
      .first()
      .waitFor();
    await trader.open(FLAT);
    await trader.result(other).waitFor();
    await trader.resultOf(other);
    expect(await trader.results.count()).toBe(0);
  });

  it('are shown once on a phone that was offline meanwhile', async () => {
    await trader.open(FLAT);
    const lines = new Set<WebSocketRoute>();
    let isCut = false;
    await phone.page.routeWebSocket(/socket\.io/, line => {
      if (isCut) return void line.close();
      line.connectToServer();
      lines.add(line);
    });
    await phone.page.reload();
    await trader.waitForStakeable((await trader.stakeable()) / ONE);
    await trader.choose(SHORT);
    await trader.typeStake('5');
    const option = await trader.buy('Fall');
    isCut = true;
    await phone.page.route('**/api/**', route => route.abort());
    await phone.page.context().setOffline(true);
    for (const line of lines) await line.close();
    await phone.page.getByText('You are offline.').waitFor();
    await expect.poll(() => trader.stateOf(option)).toBe('settled');
    expect(await trader.result(option).count()).toBe(0);
    isCut = false;
    await phone.page.unroute('**/api/**');
    await phone.page.context().setOffline(false);
    expect(await trader.resultOf(option)).toMatch(/Exit equals entry/);
    await expect.poll(() => trader.numbers()).not.toContain(option);
    await phone.page.reload();
    await trader.tab('History').click();
    await row(option).waitFor();
    expect(await trader.result(option).count()).toBe(0);
  });

  it('are animated once, and not at all with reduced motion', async () => {
    const animatedPhone = await openPhone(app.browser, { reducedMotion: false });
    const second = new OptionTrader(animatedPhone, app);
    await second.arrive();
    await Promise.all([trader.open(FLAT), second.open(FLAT)]);
    await Promise.all([trader, second].map(one => one.on.evaluate(countAnimationsOfResults)));
    await trader.typeStake('5');
    const option = await trader.buy('Rise');
    const animations = async (one: OptionTrader) => {
      await one.result(option).waitFor();
      // Animations begin within a frame after the card appears.
      await one.on.evaluate(
        () => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))),
      );
      return one.on.evaluate(() => Number(document.body.dataset['animations']));
    };
    await expect.poll(() => animations(second)).toBeGreaterThan(0);
    expect(await animations(trader)).toBe(0);
    await trader.resultOf(option);
    await animatedPhone.close();
  });
});

/** Runs in the page: counts the animations started by results, in a data attribute of the body. */
function countAnimationsOfResults(): void {
  document.body.dataset['animations'] = '0';
  document.addEventListener('animationstart', ({ target }) => {
    if (!(target as Element).closest('section[data-option]')) return;
    document.body.dataset['animations'] = String(Number(document.body.dataset['animations']) + 1);
  });
}

/** A row of the history. */
function row(optionId: string): Locator {
  return phone.page.locator(`a[href$="/pages/option/order?id=${optionId}"]`).first();
}

describe('history', () => {
  it('filters by direction, result, market and day', async () => {
    await trader.open(BITCOIN);
    await trader.tab('History').click();
    const rows = phone.page.getByRole('tabpanel').getByRole('listitem');
    const filter = (name: string) => phone.page.getByRole('combobox', { name });
    await filter('Market').selectOption('XRP/USDT');
    await rows.filter({ hasText: 'XRP/USDT' }).first().waitFor();
    await expect.poll(() => rows.filter({ hasText: 'BTC/USDT' }).count()).toBe(0);
    await filter('Direction').selectOption('Rise');
    await expect.poll(() => rows.filter({ hasText: 'Fall' }).count()).toBe(0);
    await rows.filter({ hasText: 'Even' }).first().waitFor();
    await filter('Market').selectOption('All markets');
    await filter('Direction').selectOption('Rise and fall');
    await filter('Result').selectOption('Won');
    await expect.poll(() => rows.filter({ hasText: /Lost|Even/ }).count()).toBe(0);
    await rows.filter({ hasText: 'Won' }).first().waitFor();
    await filter('Result').selectOption('All results');
    const until = phone.page.getByRole('button', { name: /^To: / });
    await until.click();
    await phone.page.getByRole('button', { name: 'Previous month' }).click();
    await phone.page.getByRole('table').getByRole('button', { name: / 15/ }).click();
    await phone.page.getByText('No finished options').waitFor();
    await until.click();
    await phone.page.getByRole('dialog').getByRole('button', { name: 'Any day' }).click();
    await rows.first().waitFor();
    await phone.picture('option-history');
    await expectFaultless(phone.page);
  });

  it('is saved with every tick and price', async () => {
    const [file] = await Promise.all([
      phone.page.waitForEvent('download'),
      trader.button('Save as CSV').click(),
    ]);
    expect(file.suggestedFilename()).toMatch(/^tallystick-options-\d{4}-\d\d-\d\d\.csv$/);
    const lines = (await readFile(await file.path(), 'utf8')).trim().split('\r\n');
    expect(lines[0]).toContain('option_id,bought_at,delivery_at');
    expect(lines.some(line => line.endsWith(',even,refunded,12.34,0'))).toBe(true);
    expect(lines.some(line => line.endsWith(',won,18,8'))).toBe(true);
  });

  it('opens an option: terms, both ticks, and the result recomputed from the published prices', async () => {
    await phone.page.getByRole('tabpanel').getByRole('link', { name: /Won/ }).first().click();
    await phone.page.waitForURL(/#\/pages\/option\/order\?id=\d+$/);
    await phone.page.getByText('You receive 18.00 USDT').waitFor();
    expect(await phone.page.getByText(/^Tick #\d+ · /).count()).toBe(2);
    await trader.button('Work it out').click();
    await phone.page.getByRole('heading', { name: 'The result is right' }).waitFor();
    await phone.page.getByText(/^(Rise|Fall) would have been paid 0\.00 USDT\.$/).waitFor();
    await phone.picture('option-detail');
    await expectFaultless(phone.page);
    const [file] = await Promise.all([
      phone.page.waitForEvent('download'),
      trader.button('Save the receipt').click(),
    ]);
    const receipt = JSON.parse(await readFile(await file.path(), 'utf8')) as { kind: string };
    expect(receipt.kind).toBe('tallystick option receipt 1');
  });

  it('shows an option that found no fresh price at its end: the stake was returned', async () => {
    const calls = '**/api/microtrade/detail*';
    await phone.page.route(calls, async route => {
      const answer = (await (await route.fetch()).json()) as {
        data: CallOutput<'GET microtrade/detail'>;
      };
      const { option } = answer.data;
      const stale = { result: 'stale_exit', outcome: 'refunded', exit: null, payout: option.stake };
      const data = { ...answer.data, option: { ...option, ...stale, profit_loss: '0' } };
      await route.fulfill({ json: { ...answer, data } });
    });
    await phone.page.reload();
    await phone.page.getByText('No fresh price, you get 10.00 USDT back').waitFor();
    await phone.page.getByText('No fresh tick').waitFor();
    await phone.picture('option-stale');
    await expectFaultless(phone.page);
    await phone.page.unroute(calls);
    await phone.page.reload();
    await phone.page.getByText('You receive 18.00 USDT').waitFor();
  });

  it('leads to the proof', async () => {
    const id = /id=(\d+)$/.exec(phone.page.url())?.[1];
    await phone.page.getByRole('link', { name: 'Check the proof' }).click();
    await phone.page.waitForURL(url => url.hash === `#/pages/proof/index?option=${id}`);
    await trader.heading.getByText('Check this result').waitFor();
    await phone.page.goBack();
  });

  it("shows nobody else's options", async () => {
    await trader.open('/pages/option/order?id=999999');
    await phone.page.getByText('This option is not one of yours').waitFor();
  });
});

describe('in every language', () => {
  it('nothing is cut, on the smallest phone either', async () => {
    const { page } = phone;
    const form = `${app.webUrl}#${BITCOIN}`;
    const buying = await cutInLanguages(page, form, {
      prepare: () => page.locator('form[aria-label] input[inputmode]').fill('1234.56'),
    });
    const order = page.locator('a[href*="option/order?id="]').first();
    const list = await cutInLanguages(page, form, {
      prepare: async () => {
        await trader.closeResults();
        await page.getByRole('tab').last().click();
        await order.waitFor();
      },
    });
    await page.getByRole('tab').last().click();
    const receipt = (await order.getAttribute('href')) ?? '';
    const detail = await cutInLanguages(page, `${app.webUrl}${receipt}`);
    expect([...buying, ...list, ...detail]).toEqual([]);
  });
});
