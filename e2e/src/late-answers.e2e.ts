import type { WirePosition } from '@tallystick/protocol/wire';
import type { WebSocketRoute } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { App } from './harness/app.ts';
import { CONTRACTS, ContractTrader } from './harness/contract-trader.ts';
import { holdAnswers } from './harness/held-answers.ts';
import { SHORT, startOptionApp } from './harness/option-exchange.ts';
import { OptionTrader } from './harness/option-trader.ts';
import { openPhone, type Phone } from './harness/phone.ts';
import { walkTo } from './harness/walk.ts';

/** Its price never moves. */
const FLAT = '/pages/option/detail?market=5';
const LIMITS = '/pages/settings/limits';
const OFFERS = '/pages/publication/index';
const WEEK_MS = 7 * 86_400_000;

let app: App;
let phone: Phone;
let trader: OptionTrader;

beforeAll(async () => {
  app = await startOptionApp();
  phone = await openPhone(app.browser);
  trader = new OptionTrader(phone, app);
  await trader.arrive();
  for (const to of ['option', 'contract']) {
    await trader.post('wallet/change', { from: 'spot', to, currency_id: '3', amount: '1000' });
  }
});
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await phone.picture('late-answers-failed');
  await phone.page.unrouteAll({ behavior: 'ignoreErrors' });
});
afterAll(() => app?.close());

describe('positions', () => {
  let contracts: ContractTrader;
  let one: WirePosition;
  let other: WirePosition;

  beforeAll(async () => {
    contracts = new ContractTrader(trader);
    const order = { market_id: '1', direction: 'long', type: 'market', multiple: '10', lots: '10' };
    for (const direction of ['long', 'short']) await trader.post('lever/submit', { ...order, direction });
    [one, other] = (await contracts.positions()) as [WirePosition, WirePosition];
    await trader.open(CONTRACTS);
  });

  it('the late answer of a sheet that was left does not close the next one', async () => {
    const { page } = phone;
    const answers = await holdAnswers(page, 'lever/add_margin');
    await contracts.act(one, 'Margin');
    const margin = contracts.dialog('Margin and leverage');
    await margin.getByRole('textbox', { name: 'Amount' }).fill('25');
    await margin.getByRole('button', { name: 'Add 25.00 USDT' }).click();
    await answers.left;
    await margin.getByRole('button', { name: 'Close' }).click();
    await contracts.act(other, 'Close');
    const closing = contracts.dialog(/^Close /);
    await closing.getByRole('textbox', { name: 'Lots to close' }).fill('3');
    await answers.release();
    await page.getByText('Margin added', { exact: true }).waitFor();
    await closing.getByRole('button', { name: 'Close 3 lots' }).click();
    await contracts.card(other).getByText('Open 7 of 10 lots').waitFor();
  });

  it('what is typed while an order is on its way stays', async () => {
    const { page } = phone;
    const stops = contracts.form.getByRole('checkbox', { name: 'Take-profit / stop-loss' });
    const answers = await holdAnswers(page, 'lever/submit');
    await contracts.fill('Long', 2);
    await contracts.form.getByRole('button', { name: 'Open long', exact: true }).click();
    const sheet = contracts.dialog('Check your order');
    await sheet.getByRole('button', { name: 'Open long', exact: true }).click();
    await answers.left;
    await sheet.getByRole('button', { name: 'Back' }).click();
    await stops.check();
    await contracts.form.getByRole('textbox', { name: 'Take-profit' }).fill('200000');
    await answers.release();
    await page.getByText(/^Opened: 2 lots at /).waitFor();
    await contracts.form.getByRole('button', { name: 'Open long', exact: true }).waitFor();
    expect(await contracts.form.getByRole('textbox', { name: 'Take-profit' }).inputValue()).toBe('200000');
    await stops.uncheck();
  });

  it('an event stays on the screen while newer ones are being loaded', async () => {
    const { page } = phone;
    await trader
      .button(/^Details of Long BTCUSDT/)
      .first()
      .click();
    const details = contracts.dialog();
    await details.getByRole('listitem').first().waitFor();
    const answers = await holdAnswers(page, 'lever/fills');
    for (const { position_id: id } of await contracts.positions()) {
      await trader.post('lever/add_margin', { position_id: String(id), amount: '3' });
    }
    await answers.left;
    await details.getByText('Margin added').waitFor();
    expect(await details.getByRole('listitem').count()).toBeGreaterThan(0);
    await answers.release();
    await details.getByRole('button', { name: 'Close' }).click();
  });
});

describe('options', () => {
  it('a history requested before an option ended still shows it', async () => {
    await trader.open(FLAT);
    await trader.choose(SHORT);
    await trader.typeStake('5');
    const answers = await holdAnswers(phone.page, 'microtrade/lists');
    const option = await trader.buy('Rise');
    await trader.tab('History').click();
    await answers.left;
    await trader.resultOf(option);
    await answers.release();
    await phone.page.locator(`a[href$="/pages/option/order?id=${option}"]`).first().waitFor();
  });
});

describe('limits customers set themselves', () => {
  it('show the latest values whatever arrives late; input typed meanwhile stays', async () => {
    const { page } = phone;
    await walkTo(page, LIMITS);
    const asked = await holdAnswers(page, 'limits/self');
    // The page refetches when the customer returns to it.
    await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
    await asked.left;
    const daily = page.getByRole('form', { name: 'Daily loss limit' });
    const field = daily.getByRole('textbox', { name: 'Limit per day' });
    const set = await holdAnswers(page, 'limits/self');
    await field.fill('700');
    await daily.getByRole('button', { name: 'Set limit' }).click();
    await set.left;
    await field.fill('600');
    await set.release();
    const shown = page.getByRole('main').getByText('700.00 USDT', { exact: true }).first();
    await shown.waitFor();
    expect(await field.inputValue()).toBe('600');
    await asked.release();
    // If the page had used the old answer, it would be on the screen a frame later.
    await page.evaluate(() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))));
    expect(await shown.isVisible()).toBe(true);
  });
});

describe('before anything has loaded', () => {
  it('nothing unknown is shown as zero', async () => {
    const theirs = await openPhone(app.browser);
    const second = new OptionTrader(theirs, app);
    await second.arrive();
    const lines: WebSocketRoute[] = [];
    await theirs.page.routeWebSocket(/socket\.io/, line => void lines.push(line));
    await second.goTo(CONTRACTS);
    await theirs.page.reload();
    await second.tab('Positions —').waitFor();
    await second.tab('Orders —').waitFor();
    await second.goTo(FLAT);
    await second.tab('Running —').waitFor();
    await theirs.close();
  });

  it('a countdown follows the exchange’s clock as soon as it is known', async () => {
    const theirs = await openPhone(app.browser);
    await theirs.page.addInitScript(ahead => {
      const real = Date.now.bind(Date);
      Date.now = () => real() + ahead;
    }, WEEK_MS);
    await theirs.page.routeWebSocket(/socket\.io/, () => undefined);
    const visitor = new OptionTrader(theirs, app);
    const answers = await holdAnswers(theirs.page, 'app/config');
    await visitor.goTo(OFFERS);
    const open = theirs.page.getByRole('region', { name: 'Open now' });
    await open.getByText('0:00', { exact: true }).waitFor();
    await answers.release();
    await open.getByText(/^2d \d+:\d\d:\d\d$/).waitFor();
    await theirs.close();
  });

  it('a form waits for the content above it, if this device has never loaded it', async () => {
    const theirs = await openPhone(app.browser);
    const { page } = theirs;
    const second = new OptionTrader(theirs, app);
    await second.arrive();
    await second.post('limits/self', { cool_down_hours: '1' });
    const answers = await holdAnswers(page, 'limits/self');
    await second.goTo(CONTRACTS);
    await page.getByRole('heading', { level: 1, name: /BTCUSDT/ }).waitFor();
    await answers.left;
    const form = page.getByRole('form', { name: 'Open a position' });
    expect(await form.count()).toBe(0);
    await answers.release();
    await form.waitFor();
    await page.getByRole('link', { name: /^You are taking a break/ }).waitFor();
    await theirs.close();
  });
});
