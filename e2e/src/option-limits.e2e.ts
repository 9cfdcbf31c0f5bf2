import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { App } from './harness/app.ts';
import { accessibilityFaults, cutTexts } from './harness/checks.ts';
import { holdAnswers } from './harness/held-answers.ts';
import { LONG, SHORT, startOptionApp } from './harness/option-exchange.ts';
import { cutInLanguages } from './harness/other-tab.ts';
import { OptionTrader } from './harness/option-trader.ts';
import { openPhone, type Phone } from './harness/phone.ts';
import { settled } from './harness/walk.ts';

const BITCOIN = '/pages/option/detail?market=1';
/** Label of the buy and open buttons at the start of a three-day break. */
const STOPPED = /^You are taking a break: 71:5\d:\d\d$/;
/** Its price never moves. */
const FLAT = '/pages/option/detail?market=5';
const LIMITS = '/pages/settings/limits';
/** Spot trading where the price never moves: an order a tenth below it rests. */
const FLAT_COIN = '/pages/trade/index?market=5';

let app: App;

beforeAll(async () => {
  app = await startOptionApp();
});
afterAll(() => app?.close());

async function expectFaultless(page: Page): Promise<void> {
  expect(await cutTexts(page)).toEqual([]);
  expect(await accessibilityFaults(page)).toEqual([]);
}

describe('customers who are not verified', () => {
  let newcomer: OptionTrader;
  let theirs: Phone;
  beforeAll(async () => {
    theirs = await openPhone(app.browser);
    newcomer = new OptionTrader(theirs, app);
    await newcomer.signUp('newcomer@example.org');
    await newcomer.fund();
  });
  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') await theirs.picture('option-newcomer-failed');
  });

  it('are offered to verify, and can practise meanwhile', async () => {
    await newcomer.open(FLAT);
    await newcomer.button('Move 100.00 USDT from spot').click();
    await newcomer.waitForStakeable(100n);
    await newcomer.choose(SHORT);
    await newcomer.typeStake('10');
    // The buttons are disabled while the app checks whether they may buy.
    const answers = await holdAnswers(theirs.page, 'user/identity');
    await newcomer.press('Rise');
    await answers.left;
    for (const direction of ['Rise', 'Fall']) {
      const button = newcomer.form.getByRole('button', { name: new RegExp(`^${direction} `) });
      await expect.poll(() => button.isDisabled()).toBe(true);
    }
    await answers.release();
    const gate = theirs.page.getByRole('dialog', { name: 'Verify your identity first' });
    await gate
      .getByText('Your account has not been authenticated. Do you want to go to the authentication?')
      .waitFor();
    await theirs.picture('option-gate');
    await expectFaultless(theirs.page);
    await gate.getByRole('link', { name: 'Go there' }).click();
    await theirs.page.waitForURL(/#\/pages\/verification\/index$/);
    await newcomer.open(FLAT);
    await newcomer.waitForStakeable(100n);
    await newcomer.choose(SHORT);
    await newcomer.typeStake('10');
    await newcomer.press('Fall');
    await gate.getByRole('button', { name: 'Practise meanwhile' }).click();
    await theirs.page.getByRole('radio', { name: 'Practice', checked: true }).waitFor();
  });

  it('practise on the same ticks, marked as practice, without real money', async () => {
    await newcomer.button('Take 10,000.00 USDT').click();
    await newcomer.waitForStakeable(10_000n);
    await newcomer.choose(SHORT);
    await newcomer.typeStake('1000');
    const option = await newcomer.buy('Rise');
    const card = newcomer.result(option);
    await card.getByText('Practice', { exact: true }).waitFor();
    await theirs.picture('option-practice');
    await expectFaultless(theirs.page);
    await newcomer.resultOf(option);
    await newcomer.waitForStakeable(10_000n);
    await newcomer.tab('History').click();
    await theirs.page.getByRole('link', { name: /Even/ }).first().waitFor();
    await theirs.page.getByRole('radio', { name: 'Real money' }).check();
    await theirs.page.getByText('No finished options').waitFor();
    await newcomer.waitForStakeable(100n);
  });

  it('start practice over once some of it is gone', async () => {
    await theirs.page.getByRole('radio', { name: 'Practice' }).check();
    await newcomer.choose(LONG);
    await newcomer.typeStake('2000');
    await newcomer.tab(/^Running/).click();
    await newcomer.buy('Rise');
    await newcomer.waitForStakeable(8_000n);
    await newcomer.button('Start over').click();
    const question = theirs.page.getByRole('dialog', { name: 'Start practice over?' });
    await question.getByRole('button', { name: 'Start over' }).click();
    await newcomer.waitForStakeable(10_000n);
    expect(theirs.complaints.filter(text => !text.includes('403'))).toEqual([]);
    await theirs.close();
  });
});

describe('limits customers set themselves', () => {
  let phone: Phone;
  let trader: OptionTrader;
  beforeAll(async () => {
    phone = await openPhone(app.browser);
    trader = new OptionTrader(phone, app);
    await trader.arrive();
    await trader.post('wallet/change', { from: 'spot', to: 'option', currency_id: '3', amount: '500' });
  });
  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') await phone.picture('option-limits-failed');
  });

  it('are reached from the option screen, the contract screen and the security settings', async () => {
    for (const route of [BITCOIN, '/pages/lever/index', '/pages/settings/security/index']) {
      await trader.open(route);
      await phone.page
        .getByRole('link', { name: /^Your limits/ })
        .first()
        .click();
      await trader.heading.getByText('Your limits').waitFor();
    }
  });

  it('take effect at once where they are stricter', async () => {
    const daily = phone.page.getByRole('form', { name: 'Daily loss limit' });
    await daily.getByRole('textbox', { name: 'Limit per day' }).fill('150');
    await daily.getByText('Stricter: holds at once').waitFor();
    await daily.getByRole('button', { name: 'Set limit' }).click();
    await phone.page.getByText('150.00 USDT', { exact: true }).first().waitFor();
    await trader.open(FLAT);
    await phone.page.getByRole('link', { name: /^You may still risk [\d.,]+ USDT today$/ }).waitFor();
    await trader.choose(SHORT);
    await trader.typeStake('200');
    await trader.form.getByText('Your own limit leaves 150 USDT for today').waitFor();
    await trader.press('Rise');
    expect(await phone.page.getByRole('dialog').count()).toBe(0);
    await phone.picture('option-over-limit');
    await expectFaultless(phone.page);
    await trader.typeStake('150');
    await trader.form.getByText('Your own limit leaves').waitFor({ state: 'detached' });
  });

  it('are checked by the exchange: orders beyond limits unknown to the page are refused, with a link to the limits', async () => {
    await phone.page.route('**/api/limits/self', async route => {
      const answer = (await (await route.fetch()).json()) as { data: object };
      await route.fulfill({ json: { ...answer, data: { ...answer.data, remaining: null } } });
    });
    await phone.page.reload();
    await trader.waitForStakeable(500n);
    await trader.choose(SHORT);
    await trader.typeStake('200');
    await trader.press('Rise');
    const sheet = phone.page.getByRole('dialog', { name: 'Check your option' });
    await sheet.getByRole('button', { name: 'Buy rise', exact: true }).click();
    const refusal = trader.form.getByRole('alert').filter({ hasText: 'Your limits' });
    await refusal.waitFor();
    await phone.picture('option-limit-reached');
    await expectFaultless(phone.page);
    expect(await trader.running.count()).toBe(0);
    await phone.page.unroute('**/api/limits/self');
    await refusal.getByRole('link', { name: 'Your limits' }).click();
    await trader.heading.getByText('Your limits').waitFor();
  });

  it('are loosened only after a day, with the remaining time shown', async () => {
    const daily = phone.page.getByRole('form', { name: 'Daily loss limit' });
    await daily.getByRole('textbox', { name: 'Limit per day' }).fill('1000');
    await daily.getByText('Looser: holds after 24 hours').waitFor();
    await daily.getByRole('button', { name: 'Change limit' }).click();
    await phone.page.getByText('Your limit becomes 1,000.00 USDT').waitFor();
    await phone.page.getByText(/^in 23:5\d:\d\d$/).waitFor();
    await phone.picture('option-limits');
    await expectFaultless(phone.page);
    await trader.button('Keep the stricter limit').click();
    await phone.page.getByText('Your limit becomes').waitFor({ state: 'detached' });
  });

  it('a break stops new options at once, and ends early only after a day', async () => {
    // A resting order to buy a coin must not fill during a break either.
    const order = { market_id: '5', side: 'buy', type: 'limit', price: '1.85', quantity: '10' };
    await trader.post('coin/trade', order);
    await phone.page.getByRole('radio', { name: '3 d' }).check();
    await trader.button('Start the break').click();
    const question = phone.page.getByRole('dialog', { name: 'A break of 3 d?' });
    await question.getByText('you can always sell, close and withdraw').waitFor();
    await question.getByRole('button', { name: 'Start the break' }).click();
    await phone.page.getByText(/^71:5\d:\d\d$/).waitFor();
    await trader.button('End it early').click();
    await phone.page.getByText(/^Your break ends on /).waitFor();
    await trader.button('Go on with the break').click();
    await phone.page.getByText(/^Your break ends on /).waitFor({ state: 'detached' });
    await trader.open(FLAT);
    await phone.page.getByRole('link', { name: /^You are taking a break: 71:5\d:\d\d/ }).waitFor();
    await trader.typeStake('5');
    for (const direction of ['Rise', 'Fall']) {
      const button = trader.form.getByRole('button', {
        name: new RegExp(`^${direction} again in 71:5\\d:\\d\\d$`),
      });
      await button.waitFor();
      expect(await button.isDisabled()).toBe(true);
    }
    await phone.picture('option-break');
    await expectFaultless(phone.page);
    await phone.page.getByRole('radio', { name: 'Practice' }).check();
    await trader.form.getByRole('button', { name: 'Rise wins above entry' }).waitFor();
    await phone.page.getByRole('radio', { name: 'Real money' }).check();
    expect(await trader.running.count()).toBe(0);
    await trader.open('/pages/lever/index?market=5');
    await phone.page.getByRole('link', { name: /^You are taking a break/ }).waitFor();
    const contract = phone.page.getByRole('form', { name: 'Open a position' });
    await contract.getByRole('textbox', { name: 'Lots' }).fill('1');
    for (const direction of ['Long', 'Short']) {
      await contract.getByRole('radio', { name: direction }).check();
      await expect.poll(() => contract.locator('[type=submit]').innerText()).toMatch(STOPPED);
      expect(await contract.locator('[type=submit]').isDisabled()).toBe(true);
    }
  });

  it('a break stops buying coins, too: resting buy orders are cancelled, and selling still works', async () => {
    const { page } = phone;
    await trader.open(FLAT_COIN);
    await page.getByRole('link', { name: /^You are taking a break: 71:5\d:\d\d/ }).waitFor();
    await trader.tab('History').click();
    const cancelled = page.getByRole('listitem').filter({ hasText: 'Cancelled' });
    await cancelled.getByRole('button', { name: /^Buy XRP\/USDT/ }).click();
    const details = page.getByRole('dialog');
    await details.getByText('Your own limit or break began to hold').waitFor();
    await phone.picture('order-own-limit');
    await page.keyboard.press('Escape');
    await details.waitFor({ state: 'hidden' });
    await trader.field('Price (USDT)').fill('1.9');
    await trader.field('Amount').fill('10');
    const buy = trader.ticket.getByRole('button', { name: STOPPED });
    await buy.waitFor();
    expect(await buy.isDisabled()).toBe(true);
    await trader.field('Amount').press('Enter');
    expect(await page.getByRole('dialog').count()).toBe(0);
    await phone.picture('trade-break');
    await trader.ticket.getByRole('radio', { name: 'Sell' }).check();
    await buy.waitFor({ state: 'detached' });
    expect(await trader.ticket.locator('[type=submit]').isDisabled()).toBe(false);
    await trader.post('coin/trade', { market_id: '1', side: 'sell', type: 'market', quantity: '0.001' });
    await trader.open(FLAT_COIN);
    await page.reload();
    await settled(page);
    await expectFaultless(page);
  });

  it.each([LIMITS, FLAT, FLAT_COIN])(
    'nothing is cut in any language, on the smallest phone either: %s',
    async route => {
      expect(await cutInLanguages(phone.page, `${app.webUrl}#${route}`)).toEqual([]);
    },
  );
});
