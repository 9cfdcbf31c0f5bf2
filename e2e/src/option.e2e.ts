import { readFile } from 'node:fs/promises';
import type { CallOutput } from '@tallystick/protocol';
import { LANGUAGES } from '@tallystick/protocol/languages';
import type { Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { App } from './harness/app.ts';
import { accessibilityFaults, cutTexts } from './harness/checks.ts';
import { LONG, SHORT, STALE_MS, startOptionApp } from './harness/option-exchange.ts';
import { setOptionTerms } from './harness/option-terms.ts';
import { OptionTrader } from './harness/option-trader.ts';
import { openPhone, type Phone } from './harness/phone.ts';
import { settled } from './harness/walk.ts';

type Terms = CallOutput<'GET microtrade/seconds'>;

const BITCOIN = '/pages/option/detail?market=1';
/** Its price never moves. */
const FLAT = '/pages/option/detail?market=5';
const ONE = 100_000_000n;

let app: App;
let phone: Phone;
let trader: OptionTrader;
/** The trader's session, for looks past the screen. */
let token: string;

beforeAll(async () => {
  app = await startOptionApp();
  phone = await openPhone(app.browser);
  trader = new OptionTrader(phone, app);
  await trader.arrive();
  token = await phone.page.evaluate(() => localStorage.getItem('tallystick.token') ?? '');
});
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await phone.picture('option-failed');
});
afterAll(() => app?.close());

async function expectFaultless(page: Page): Promise<void> {
  expect(await cutTexts(page)).toEqual([]);
  expect(await accessibilityFaults(page)).toEqual([]);
}

/** Opens the option screen with terms as the exchange might send them. */
async function withTerms(change: (terms: Terms) => object, look: () => Promise<void>): Promise<void> {
  const calls = '**/api/microtrade/seconds*';
  await phone.page.route(calls, async route => {
    const answer = (await (await route.fetch()).json()) as { data: Terms };
    await route.fulfill({ json: { ...answer, data: change(answer.data) } });
  });
  await phone.page.reload();
  try {
    await look();
  } finally {
    await phone.page.unroute(calls);
    await phone.page.reload();
    await trader.form.waitFor();
  }
}

describe('visitors', () => {
  it('see the prices and the terms, and a way to log in that leads back', async () => {
    const theirs = await openPhone(app.browser);
    const visitor = new OptionTrader(theirs, app);
    await visitor.open(BITCOIN);
    await theirs.page.getByText(/^Tick #\d+$/).waitFor();
    await visitor.typeStake('100');
    await visitor.form.getByText('180.00 USDT').waitFor();
    await expectFaultless(theirs.page);
    await visitor.form.getByRole('link', { name: 'Log in to buy options' }).click();
    await theirs.page.waitForURL(/login\?backpage=%2Fpages%2Foption%2Fdetail%3Fmarket%3D1&backtype=2$/);
    expect(theirs.complaints).toEqual([]);
    await theirs.close();
  });
});

describe('buying', () => {
  it.each([
    ['the home page', '/pages/index/index', 'Options'],
    ['the trade page', '/pages/trade/index', 'Options'],
    ['the contract page', '/pages/lever/index', 'Second options'],
  ])('%s leads to the option screen', async (_, route, link) => {
    await trader.open(route);
    await phone.page.getByRole('link', { name: link, exact: true }).first().click();
    await phone.page.waitForURL(/#\/pages\/option\/detail/);
    await trader.form.waitFor();
  });

  it('begins with a stake in the account for it, one tap from spot', async () => {
    await trader.open(BITCOIN);
    await trader.form.getByText('Your options account is empty.').waitFor();
    await trader.button('Move 100.00 USDT from spot').click();
    await trader.waitForStakeable(100n);
    await trader.typeStake('400');
    await trader.form.getByText('Insufficient balance: 100 USDT').waitFor();
    await trader.button('Move 400.00 USDT from spot').click();
    await trader.waitForStakeable(500n);
  });

  it('says before it is sent what comes of it: right, wrong, equal, and how often one must be right', async () => {
    await trader.choose(LONG);
    await trader.typeStake('20');
    const said = await trader.form.innerText();
    for (const line of [
      /If right, you receive\s+36\.50 USDT/,
      /If wrong, you lose\s+20\.00 USDT/,
      /If equal, you get back\s+20\.00 USDT/,
      // 1 ÷ 1.825 is 0.54794…: rounded up.
      /be right at least\s+54\.8% of the time/,
      /Exactly equal at the end: your stake comes back/,
      /Most quick traders lose money/,
    ]) {
      expect(said).toMatch(line);
    }
    await phone.picture('option-form');
    await expectFaultless(phone.page);
  });

  it('says what is wrong with an amount, and sends nothing', async () => {
    await trader.typeStake('');
    await trader.press('Rise');
    await trader.form.getByRole('alert').getByText('Amount is required').waitFor();
    await trader.typeStake('4.99');
    await trader.form.getByText('Amount can not be less than 5 USDT').waitFor();
    await trader.press('Fall');
    expect(await phone.page.getByRole('dialog').count()).toBe(0);
    expect(await trader.running.count()).toBe(0);
  });

  it('buys one option for a double tap', async () => {
    await trader.choose(LONG);
    await trader.typeStake('10');
    await trader.press('Rise');
    const sheet = phone.page.getByRole('dialog', { name: 'Check your option' });
    await sheet.getByRole('button', { name: 'Buy rise', exact: true }).dblclick();
    await sheet.waitFor({ state: 'hidden' });
    await trader.tab('Running 1').waitFor();
    await trader.waitForStakeable(490n);
    await phone.page.reload();
    await trader.tab('Running 1').waitFor();
  });

  it('buys once when the answer got lost on the way', async () => {
    await trader.choose(LONG);
    await trader.typeStake('10');
    // It reaches the exchange; what the exchange says does not come back.
    await phone.page.route(
      '**/api/microtrade/submit',
      async route => {
        await route.fetch();
        await route.abort();
      },
      { times: 1 },
    );
    await trader.buy('Fall');
    await trader.tab('Running 2').waitFor();
    await trader.waitForStakeable(480n);
  });

  it.each([
    ['price_stale', 'There is no fresh price, so nothing can be bought right now'],
    ['market_closed', 'This market is closed'],
    ['options_off', 'Options on this market are closed; you can go on practising'],
  ])('says why nothing can be bought: %s', async (closed, words) => {
    await withTerms(
      terms => ({ ...terms, closed }),
      async () => {
        await trader.form.getByText(words).waitFor();
        for (const direction of ['Rise', 'Fall']) {
          const button = trader.form.getByRole('button', { name: new RegExp(`^${direction} `) });
          expect(await button.isDisabled()).toBe(true);
        }
      },
    );
  });

  it('says how much the house can still cover, for each direction', async () => {
    await withTerms(
      terms => ({
        ...terms,
        times: terms.times.map(time => ({
          ...time,
          currencies: time.currencies.map(one => ({ ...one, capacity_rise: '0', capacity_fall: '7.5' })),
        })),
      }),
      async () => {
        await trader.typeStake('10');
        const rise = trader.form.getByRole('button', { name: 'Rise sold out for now' });
        const fall = trader.form.getByRole('button', { name: 'Fall only 7.50 USDT left' });
        expect([await rise.isDisabled(), await fall.isDisabled()]).toEqual([true, true]);
        await trader.typeStake('7.5');
        await trader.form.getByRole('button', { name: 'Fall wins below entry' }).waitFor();
        await expectFaultless(phone.page);
      },
    );
  });

  it('asks again when the terms changed since they were shown', async () => {
    await trader.waitForStakeable(480n);
    await trader.choose(LONG);
    await trader.typeStake('20');
    // The page must not hear of the new terms before the customer buys.
    const shown = await (await fetch(`${app.url}/api/microtrade/seconds?market_id=1`)).text();
    const terms = '**/api/microtrade/seconds*';
    await phone.page.route(terms, route => route.fulfill({ body: shown, contentType: 'application/json' }));
    await setOptionTerms(app, {
      marketId: 1,
      staleMs: STALE_MS,
      times: [
        [SHORT, '80'],
        [LONG, '75'],
      ],
    });
    await trader.press('Fall');
    const sheet = phone.page.getByRole('dialog', { name: 'Check your option' });
    const sent = phone.page.waitForRequest('**/api/microtrade/submit');
    await sheet.getByRole('button', { name: 'Buy fall', exact: true }).click();
    await sent;
    await phone.page.unroute(terms);
    const again = phone.page.getByRole('dialog', { name: 'The terms have changed' });
    await again.getByText(/35\.00 USDT \(was 36\.50 USDT\)/).waitFor();
    await phone.picture('option-requote');
    await expectFaultless(phone.page);
    await trader.waitForStakeable(480n);
    await again.getByRole('button', { name: 'Buy on these terms' }).click();
    await trader.tab('Running 3').waitFor();
    await trader.waitForStakeable(460n);
  });
});

describe('running', () => {
  it('is explained in the account that the stakes left', async () => {
    await trader.open('/pages/assets/tradeAccount?account=option');
    const note = phone.page.getByRole('region', { name: 'Set aside for running options' });
    await note.getByText('40 USDT of yours').waitFor();
    await expectFaultless(phone.page);
    await note.getByRole('link', { name: 'Show them' }).click();
    await trader.tab('Running 3').waitFor();
  });

  it('goes on through a reload, with its entry and its end', async () => {
    const card = trader.running.first();
    await card.getByText(/Entry [\d,.]+/).waitFor();
    const [number] = await trader.numbers();
    const entry = /Entry ([\d,.]+)/.exec(await card.innerText())?.[1];
    await phone.page.reload();
    await trader.running.first().getByText(`Entry ${entry}`).waitFor();
    await expect.poll(async () => (await trader.numbers())[0]).toBe(number);
    await phone.picture('option-running');
    await expectFaultless(phone.page);
  });

  it('goes on when the exchange was away, and the page finds back by itself', async () => {
    const before = await trader.numbers();
    const away = phone.page.getByText('The server does not answer.');
    await app.restart(() => away.waitFor());
    await away.waitFor({ state: 'hidden' });
    await expect.poll(() => trader.numbers()).toEqual(before);
    // Prices come again.
    const tick = phone.page.getByText(/^Tick #\d+$/);
    const seen = await tick.innerText();
    await expect.poll(() => tick.innerText()).not.toBe(seen);
  });

  it('counts down by the server’s clock, whatever the phone’s says', async () => {
    await trader.choose(LONG);
    await trader.typeStake('5');
    const option = await trader.buy('Rise');
    const other = await openPhone(app.browser);
    await other.page.addInitScript(() => {
      const real = Date.now.bind(Date);
      Date.now = () => real() + 3_600_000;
    });
    const second = new OptionTrader(other, app);
    await second.arrive();
    await second.open(BITCOIN);
    const timer = (one: OptionTrader) =>
      one.on
        .locator(`li[data-option="${option}"]`)
        .getByRole('timer')
        .filter({ hasText: /^\d:\d\d$/ });
    const [theirs, mine] = await Promise.all([second, trader].map(one => timer(one).innerText()));
    const seconds = (text: string) => {
      const [minutes = '0', rest = '0'] = text.split(':');
      return parseInt(minutes, 10) * 60 + parseInt(rest, 10);
    };
    // Read one after the other; the phones' own clocks are an hour apart.
    expect(Math.abs(seconds(mine ?? '') - seconds(theirs ?? ''))).toBeLessThan(60);
    await other.close();
  });
});

describe('results', () => {
  it('of rise and fall on real prices: one wins and one loses, and the balance says so', async () => {
    const outcomes = new Map<string, string>();
    await trader.choose(SHORT);
    await trader.typeStake('10');
    // Both end on prices nobody knows beforehand: until one of each kind has been seen.
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

  it('that are even give the stake back, to the cent', async () => {
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
    await expect.poll(() => stateOf(option)).toBe('settled');
    await trader.open(FLAT);
    await trader.resultOf(option);
    await phone.page.reload();
    await trader.tab('History').click();
    await row(option).waitFor();
    expect(await trader.result(option).count()).toBe(0);
  });

  it('move once, and not at all where that is asked for', async () => {
    const lively = await openPhone(app.browser, { reducedMotion: false });
    const second = new OptionTrader(lively, app);
    await second.arrive();
    await Promise.all([trader.open(FLAT), second.open(FLAT)]);
    await Promise.all([trader, second].map(one => one.on.evaluate(countAnimationsOfResults)));
    await trader.typeStake('5');
    const option = await trader.buy('Rise');
    const animations = async (one: OptionTrader) => {
      await one.result(option).waitFor();
      // A frame after the card is there, what was to begin has begun.
      await one.on.evaluate(
        () => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))),
      );
      return one.on.evaluate(() => Number(document.body.dataset['animations']));
    };
    await expect.poll(() => animations(second)).toBeGreaterThan(0);
    expect(await animations(trader)).toBe(0);
    await trader.resultOf(option);
    await lively.close();
  });
});

/** Runs in the page: keeps count, on its body, of the animations that results have begun from now on. */
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

async function stateOf(optionId: string): Promise<string> {
  const reply = await fetch(`${app.url}/api/microtrade/detail?option_id=${optionId}`, {
    headers: { Authorization: token },
  });
  const answer = (await reply.json()) as { data: CallOutput<'GET microtrade/detail'> };
  return answer.data.option.state;
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
    await phone.page.getByLabel('To', { exact: true }).fill('2020-01-01');
    await phone.page.getByText('No finished options').waitFor();
    await phone.page.getByLabel('To', { exact: true }).fill('');
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

  it('opens an option: terms, both ticks, and the result worked out again from the published prices', async () => {
    await phone.page.getByRole('tabpanel').getByRole('link', { name: /Won/ }).first().click();
    await phone.page.waitForURL(/#\/pages\/option\/order\?id=\d+$/);
    await phone.page.getByText('You receive 18.00 USDT').waitFor();
    expect(await phone.page.getByText(/^Tick #\d+ · /).count()).toBe(2);
    await trader.button('Work it out').click();
    await phone.page.getByText('The same as what we booked').waitFor();
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

  it('leads to the proof', async () => {
    const id = /id=(\d+)$/.exec(phone.page.url())?.[1];
    await phone.page.getByRole('link', { name: 'Check the proof' }).click();
    await phone.page.waitForURL(url => url.hash === `#/pages/proof/index?option=${id}`);
    await trader.heading.getByText('Check this result').waitFor();
    await phone.page.goBack();
  });

  it('shows nobody the options of others', async () => {
    await trader.open('/pages/option/order?id=999999');
    await phone.page.getByText('This option is not one of yours').waitFor();
  });
});

describe('in every language', () => {
  it.each(LANGUAGES)('nothing is cut in %s, on the smallest phone either', async language => {
    const { page } = phone;
    await page.evaluate(code => localStorage.setItem('tallystick.lang', code), language);
    const faults: string[] = [];
    for (const width of [390, 320]) {
      await page.setViewportSize({ width, height: 844 });
      await page.goto(`${app.webUrl}#${BITCOIN}`);
      await page.reload();
      await settled(page);
      await page.locator('form[aria-label] input[inputmode]').fill('1234.56');
      faults.push(...(await cutTexts(page)));
      await trader.closeResults();
      await page.getByRole('tab').last().click();
      await page.locator('a[href*="option/order?id="]').first().waitFor();
      faults.push(...(await cutTexts(page)));
      await page.getByRole('tabpanel').getByRole('link').first().click();
      await page.waitForURL(/option\/order/);
      await settled(page);
      faults.push(...(await cutTexts(page)));
    }
    expect(faults).toEqual([]);
  });
});
