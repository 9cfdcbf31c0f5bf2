import { setOptionTerms } from '@tallystick/server/testing/option-terms';
import type { CallOutput } from '@tallystick/protocol';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { App } from './harness/app.ts';
import { expectFaultless } from './harness/checks.ts';
import { LONG, SHORT, STALE_MS, startOptionApp } from './harness/option-exchange.ts';
import { OptionTrader } from './harness/option-trader.ts';
import { openPhone, type Phone } from './harness/phone.ts';

type Terms = CallOutput<'GET microtrade/seconds'>;

const BITCOIN = '/pages/option/detail?market=1';

let app: App;
let phone: Phone;
let trader: OptionTrader;

beforeAll(async () => {
  app = await startOptionApp();
  phone = await openPhone(app.browser);
  trader = new OptionTrader(phone, app);
  await trader.arrive();
});
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await phone.picture('option-failed');
});
afterAll(() => app?.close());

/** Calls `look` on the option screen with changed terms from the exchange. */
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
      // 1 ÷ 1.825 = 0.54794…, rounded up.
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
    // The request reaches the exchange, but the answer is lost.
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
    await setOptionTerms(app.url, {
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
    // Prices arrive again.
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
    // The timers are not read at the same moment, but the phones' clocks differ by an hour.
    expect(Math.abs(seconds(mine ?? '') - seconds(theirs ?? ''))).toBeLessThan(60);
    await other.close();
  });
});

describe('fair questions', () => {
  it('what they should ask is answered in plain words, and the device says what it has found', async () => {
    const { page } = phone;
    await trader.open(BITCOIN);
    const questions = page.getByRole('region', { name: 'Fair questions' });
    for (const [question, answer] of [
      ['Who decides the result?', 'Nobody chooses them.'],
      ['Could you change a price afterwards?', 'raises the alarm if the log ever differs'],
      ['Do you earn when I lose?', 'Yes. Lost stakes go to our pool'],
      ['Will a win be paid?', 'set aside the moment you buy'],
      ['What if prices stop coming?', 'your stake comes back'],
      ['What must I still believe?', 'does not prove that the index equals every market'],
    ] as const) {
      await questions.getByText(question).click();
      await questions.getByText(answer).waitFor();
    }
    await questions.getByRole('link', { name: /^(This device watches|Price log verified)/ }).waitFor();
    await phone.picture('option-doubts');
    await expectFaultless(page);
  });

  it('the price on the screen is one tap from the log, where it is worked out again', async () => {
    const { page } = phone;
    const price = page.getByRole('link', { name: /^Tick #\d+$/ });
    const number = /\d+$/.exec(await price.innerText())?.[0];
    await price.click();
    await page.waitForURL(/#\/pages\/proof\/index\?tick=\d+$/);
    const shown = /\d+$/.exec(page.url())?.[0] ?? '';
    expect(Number(shown)).toBeGreaterThanOrEqual(Number(number));
    const tick = page.getByRole('region', { name: /^Tick [\d,]+$/ });
    await tick.getByText('BTC/USDT').waitFor();
    await tick.getByText('Hash computed again: it fits, and follows from the tick before.').waitFor();
    await tick.getByText('Source replay').waitFor();
  });

  it('a log that is another than before is told above the buttons, before anything is bought', async () => {
    const { page } = phone;
    const known = 'tallystick.priceLog';
    const elsewhere = `${app.url}/healthz`;
    await trader.open(BITCOIN);
    await expect.poll(() => page.evaluate(key => localStorage.getItem(key), known)).not.toBeNull();
    // A page of the same origin that does not use the log.
    await page.goto(elsewhere);
    await page.evaluate(key => {
      const trust = JSON.parse(localStorage.getItem(key) ?? '') as { size: number };
      localStorage.setItem(key, JSON.stringify({ ...trust, size: trust.size + 1_000_000 }));
    }, known);
    await trader.open(BITCOIN);
    const warning = trader.form.getByRole('link', { name: /^This device sees a different price log/ });
    await warning.waitFor();
    await expectFaultless(page);
    await warning.click();
    await page.waitForURL(/#\/pages\/proof\/index$/);
    await page.getByRole('alert').getByText('The log is shorter than it was.').waitFor();
    await page.goto(elsewhere);
    await page.evaluate(key => localStorage.removeItem(key), known);
    await trader.open(BITCOIN);
    await page.getByRole('link', { name: /^(This device watches|Price log verified)/ }).waitFor();
    expect(await warning.count()).toBe(0);
  });

  it('nothing below the form moves when its terms arrive', async () => {
    const { page } = phone;
    let release = () => {};
    const held = new Promise<void>(resolve => (release = resolve));
    const terms = '**/api/microtrade/seconds*';
    await page.route(terms, async route => {
      await held;
      await route.continue();
    });
    await trader.open(BITCOIN);
    await page.reload();
    // Measured from the chart above the form, because a connection banner may come and go at the top of the page.
    const room = () =>
      trader.tab('History').evaluate(tab => {
        const above = document.querySelector('main figure')!;
        return tab.getBoundingClientRect().top - above.getBoundingClientRect().bottom;
      });
    await page.locator('main figure').waitFor();
    await trader.tab('History').waitFor();
    expect(await trader.form.count()).toBe(0);
    const before = await room();
    release();
    await trader.form.waitFor();
    expect(Math.abs((await room()) - before)).toBeLessThan(2);
    await page.unroute(terms);
  });
});
