import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { App } from './harness/app.ts';
import { accessibilityFaults } from './harness/checks.ts';
import { Customer, figure } from './harness/customer.ts';
import { OperatorAtDesk } from './harness/desk.ts';
import { holdAnswers } from './harness/held-answers.ts';
import { cutInLanguages } from './harness/other-tab.ts';
import { openPhone, type Phone } from './harness/phone.ts';
import { startPreparedApp } from './harness/prepared-app.ts';
import { verifySaved } from './harness/verifier.ts';

const OFFERS = '/pages/publication/index';
const ORDERS = `${OFFERS}?tab=orders`;
const details = (id: number, query = '') => `/pages/publication/details?id=${id}${query}`;
const purchase = (id: number) => `/pages/publication/purchase?id=${id}`;
/** The demo's offers: one sold out and launched, one open and oversubscribed, one to come. */
const AURA = 2;
const AURA_MARKET = 102;
const ONE = 100_000_000n;

let app: App;
let phone: Phone;
let customer: Customer;
let desk: OperatorAtDesk;

beforeAll(async () => {
  app = await startPreparedApp();
  phone = await openPhone(app.browser);
  customer = new Customer(phone, app);
  await customer.open('/pages/index/index');
  await customer.signUp('launch@example.org');
  await customer.fund();
  desk = await OperatorAtDesk.loggedIn(app, 'admin');
});
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await phone.picture('launch-failed');
});
afterAll(async () => {
  await phone?.close();
  await app?.close();
});

/** The desk's solvency page shows that every currency sums to zero. */
async function ledgerSumsZero(): Promise<void> {
  await desk.open('/solvency', 'Solvency');
  await desk.page.getByText('Zero').first().waitFor();
  expect(await desk.page.getByText('Not zero').count()).toBe(0);
}

/** Uses the desk's own tool, as an operator of a demo does. */
async function advance(step: string, times = 1): Promise<void> {
  for (let i = 0; i < times; i++) {
    await desk.open('/clock', 'Clock');
    await desk.button(step).click();
    await desk.giveReason('browser test', 'Put forward');
  }
  await ledgerSumsZero();
}

/** Texts that do not fit in some language on a usual or a small phone. */
async function cutOn(screens: Readonly<Record<string, string>>): Promise<string[]> {
  const faults: string[] = [];
  // The browser logs errors while the server is away.
  phone.complaints.length = 0;
  for (const [name, route] of Object.entries(screens)) {
    const cut = await cutInLanguages(customer.page, `${app.webUrl}#${route}`, {
      seen: (language, width) => customer.picture(`launch-${language}-${width}-${name}`),
    });
    faults.push(...cut.map(fault => `${name} ${fault}`), ...phone.complaints.splice(0));
  }
  return faults;
}

const form = () => customer.page.getByRole('form', { name: 'Subscribe to AURA' });
const confirmation = () => customer.page.getByRole('dialog', { name: 'Your subscription' });
/** Sends the filled form, through its confirmation. */
async function commit(amount: string): Promise<void> {
  await form().getByRole('button', { name: 'Review', exact: true }).click();
  await confirmation()
    .getByRole('button', { name: `Subscribe with ${amount}` })
    .click();
}
const main = () => customer.page.getByRole('main');
/** The figure beside a label of the page that is open. */
const valueOf = async (label: string): Promise<string> =>
  customer.page
    .locator('dt', { hasText: new RegExp(`^${label}$`) })
    .locator('xpath=following-sibling::dd')
    .first()
    .innerText();

describe('an offer of a new coin', () => {
  it('is listed with its state, progress and countdown', async () => {
    await customer.open(OFFERS);
    const open = customer.page.getByRole('region', { name: 'Open now' });
    await open.getByText('AURA', { exact: true }).waitFor();
    await open.getByText(/^\d+\.\d\d% committed$|^\d+% committed$/).waitFor();
    await open.getByText('Closes in').waitFor();
    await open.getByText(/^2d \d+:\d\d:\d\d$/).waitFor();
    await customer.page
      .getByRole('region', { name: 'Coming next' })
      .getByText('NOVA', { exact: true })
      .waitFor();
    expect(await accessibilityFaults(customer.page)).toEqual([]);
    await customer.picture('launch-offers');
  });

  it('shows its terms and schedule before anything is committed', async () => {
    await customer.open(details(AURA));
    await main().getByText('0.25 USDT').first().waitFor();
    await expect.poll(() => valueOf('Cap per customer')).toBe('8,000 AURA');
    // The price of the day the demo began counts; the current one is shown beside it.
    await main()
      .getByText(/^1 BTC counts as [\d,.]+ USDT · market [\d,.]+ USDT$/)
      .waitFor();
    await main().getByText('40% released').waitFor();
    expect(await accessibilityFaults(customer.page)).toEqual([]);
    await customer.picture('launch-details');
    await customer.page.getByRole('link', { name: 'Subscribe' }).click();
    await form().waitFor();
  });

  it('names what prevents a commitment', async () => {
    const amount = form().getByRole('textbox', { name: 'Amount' });
    await form().getByRole('button', { name: 'Enter an amount' }).click();
    await amount.fill('49.99');
    await form().getByRole('button', { name: 'Amount can not be less than 50 USDT' }).waitFor();
    await amount.fill('99999999');
    await form()
      .getByRole('button', { name: /^Only .* available$/ })
      .waitFor();
    await amount.fill('3000');
    await form().getByRole('button', { name: 'Accept the service agreement' }).click();
    await form().getByRole('button', { name: 'service agreement', exact: true }).click();
    const sheet = customer.page.getByRole('dialog', { name: 'Service agreement' });
    await sheet.getByText('A new coin may lose all of its value.', { exact: false }).waitFor();
    await sheet.getByRole('button', { name: 'I accept' }).click();
    await form().getByRole('button', { name: 'Review', exact: true }).waitFor();
  });

  it('shows everything again before sending, and counts it once even if no answer comes', async () => {
    await form().getByRole('button', { name: 'Review', exact: true }).click();
    await confirmation().waitFor();
    expect(await confirmation().innerText()).toMatch(
      /3,000 USDT\s+AURA\s+Issue price\s+0\.25 USDT[^]+at least [\d,.]+ AURA[^]+up to [\d,.]+ USDT[^]+Lock-up period/,
    );
    expect(await accessibilityFaults(customer.page)).toEqual([]);
    await customer.picture('launch-last-look');
    await customer.page.route('**/api/lh/send/order', async route => {
      await route.fetch();
      await route.abort();
    });
    await confirmation().getByRole('button', { name: 'Subscribe with 3,000 USDT' }).click();
    await confirmation().getByText('it counts only once', { exact: false }).waitFor();
    await confirmation().getByRole('button', { name: 'Close' }).click();
    await confirmation().waitFor({ state: 'hidden' });
    await customer.page.unroute('**/api/lh/send/order');
    expect(phone.complaints.splice(0).filter(one => !one.includes('ERR_FAILED'))).toEqual([]);
  });

  it('accepts the commitment, with the allocation shown before', async () => {
    expect(await form().innerText()).toMatch(/If it closed now\s+at least [\d,.]+ AURA/);
    expect(await accessibilityFaults(customer.page)).toEqual([]);
    await customer.picture('launch-purchase');
    await commit('3,000 USDT');
    await customer.page.waitForURL(url => url.hash.startsWith(`#${details(AURA)}`));
    await main().getByText('Under review').waitFor();
    await expect.poll(() => valueOf('Committed')).toBe('3,000 USDT');
    await expect.poll(() => valueOf('If it closed now')).toMatch(/^at least [\d,.]+ AURA$/);
    await customer.open(purchase(AURA));
    await form().getByRole('textbox', { name: 'Amount' }).fill('500');
    await form().getByText('Committed so far').waitFor();
    await form().getByRole('checkbox').check();
    // A late answer with the offer's old state must not replace the new one.
    const answers = await holdAnswers(customer.page, 'lh/send/product_info');
    await commit('500 USDT');
    await customer.page.waitForURL(url => url.hash.startsWith(`#${details(AURA)}`));
    await main().locator('[class*="skeleton"]').first().waitFor();
    await answers.release();
    await expect.poll(() => valueOf('Committed')).toBe('3,500 USDT');
    await ledgerSumsZero();
  });

  it('fits in every language on phones 390 and 320 px wide', async () => {
    const screens = {
      offers: OFFERS,
      details: details(AURA),
      purchase: purchase(AURA),
      upcoming: details(3),
    };
    expect(await cutOn(screens)).toEqual([]);
  });

  it('is allocated at the close: as announced, and the rest is returned', async () => {
    await advance('3 days');
    await customer.open(ORDERS);
    const card = customer.page.getByRole('listitem', { name: /^Order \d+$/ });
    await card.getByText('Passed').waitFor();
    // Gains are unknown before the launch; the date of completion is known.
    await expect
      .poll(() => card.innerText())
      .toMatch(
        /Expected gross return\s+—\s+Accumulated return\s+—\s+Total return rate\s+—\s+Completion time\s+\d/,
      );
    await customer.button(/^AURA/).click();
    const sheet = customer.page.getByRole('dialog', { name: /^Order \d+$/ });
    await sheet.waitFor();
    const allocated = figure(await valueOf('Allocated'));
    const paid = figure(await valueOf('Paid'));
    const refunded = figure(await valueOf('Returned to you'));
    expect(allocated).toBeGreaterThan(0n);
    expect(
      figure(await card.locator('dt', { hasText: 'Allocated' }).locator('xpath=../dd').innerText()),
    ).toBe(allocated);
    expect(paid + refunded).toBe(3_500n * ONE);
    // At 0.25 USDT each, the payment is rounded up to the ledger's last digit.
    expect(paid - allocated / 4n).toBeLessThanOrEqual(100n);
    expect(paid).toBeGreaterThanOrEqual(allocated / 4n);
    expect(await accessibilityFaults(customer.page)).toEqual([]);
    await customer.picture('launch-order');
    await sheet.getByRole('link', { name: 'Check this allocation' }).click();
  });

  it('can be recomputed in the browser, down to the customer’s own line, from a list in pages', async () => {
    await customer.page.getByText('The figures are right').waitFor();
    // Pages of four lines instead of two thousand, so that this short list has several.
    const cursors: (string | null)[] = [];
    await customer.page.route('**/lh/send/allocation_list*', async route => {
      const url = new URL(route.request().url());
      cursors.push(url.searchParams.get('cursor'));
      url.searchParams.set('limit', '4');
      await route.continue({ url: url.href });
    });
    await customer.page.reload();
    await customer.page.getByText('The figures are right').waitFor();
    expect(cursors).toEqual([null, '4', '8']);
    await customer.page.unroute('**/lh/send/allocation_list*');
    await main().getByText('Your own line is in the list').waitFor();
    await customer.page.getByRole('row').filter({ hasText: 'You' }).waitFor();
    expect(await customer.page.getByRole('row').count()).toBeGreaterThanOrEqual(10);
    expect(await accessibilityFaults(customer.page)).toEqual([]);
    await customer.picture('launch-check');
    const { kind, passed } = await verifySaved(customer.page);
    expect(kind).toBe('allocation');
    expect(passed).toEqual(['format', 'root', 'shares', 'own']);
  });

  it('launches on time, and the released part is sold on the new market', async () => {
    await advance('1 day');
    await customer.open(details(AURA));
    await main().getByText('Launched', { exact: true }).first().waitFor();
    await main().getByText('Launch time', { exact: true }).waitFor();
    expect(await main().getByText('Estimated launch time').count()).toBe(0);
    const released = figure(await valueOf('Released'));
    const allocated = figure(await valueOf('Allocated'));
    expect(released - (allocated * 4n) / 10n).toBeLessThanOrEqual(100n);
    await customer.page.getByRole('link', { name: 'Trade AURA' }).click();
    await customer.page.waitForURL(url => url.hash.includes(`market=${AURA_MARKET}`));
    // The house quotes within a few seconds of the launch.
    await customer.page.getByRole('list', { name: 'Bids' }).getByRole('button').first().waitFor();
    await customer.page.getByRole('radio', { name: 'Sell' }).check({ force: true });
    await customer.chooseOrderType('Market');
    await customer.field('Amount').fill('200');
    await customer.send('Sell AURA');
    await customer.page.getByText(/^Filled: /).waitFor();
    await customer.picture('launch-trade');
    await ledgerSumsZero();
  });

  it('notifies the customer of every step, and shows it in the ledger', async () => {
    await customer.open('/pages/notice/index');
    await customer.page.getByText('AURA: you were allocated', { exact: false }).waitFor();
    await customer.page
      .getByText(/^AURA: [\d.,]+ released to you/)
      .first()
      .waitFor();
    await customer.open('/pages/assets/record');
    await customer
      .button(/^Payment for a subscription/)
      .first()
      .waitFor();
    await customer
      .button(/^Released from a subscription/)
      .first()
      .waitFor();
    expect(phone.complaints).toEqual([]);
  });

  it('is unchanged after a restart', async () => {
    await app.restart();
    await customer.open(details(AURA, '&check=1'));
    await customer.page.reload();
    await customer.page.getByText('The figures are right').waitFor();
    await customer.open(`/pages/trade/index?market=${AURA_MARKET}`);
    await customer.page.getByRole('list', { name: 'Bids' }).getByRole('button').first().waitFor();
  });
});

describe('an offer at the desk', () => {
  it('is announced by two people, and withdrawn by two', async () => {
    const maker = await OperatorAtDesk.loggedIn(app, 'accountant');
    const card = (code: string) => maker.page.getByRole('region', { name: new RegExp(`^${code} ·`) });
    await maker.open('/launches', 'New coins');
    await card('AURA').getByText('Launched').waitFor();
    await card('AURA').getByRole('button', { name: 'Commitments' }).click();
    const commitments = maker.page.getByRole('dialog', { name: 'Commitments to AURA' });
    await commitments.getByRole('row').nth(9).waitFor();
    await commitments.getByRole('button', { name: 'Close' }).click();

    await maker.button('New offer').click();
    const dialog = maker.page.getByRole('dialog', { name: 'Offer 4' });
    await dialog.getByLabel('Code').fill('terra');
    await dialog.getByLabel('Name').fill('Terra');
    const propose = dialog.getByRole('button', { name: 'Propose' });
    expect(await propose.isDisabled()).toBe(true);
    await dialog.getByLabel('About (English)').fill('Made in a browser test.');
    await dialog.getByRole('button', { name: /^ไทย/ }).click();
    await dialog.getByLabel('About (ไทย)').fill('สร้างในการทดสอบ');
    await dialog.getByLabel('Releases').fill('0 50\n24 50');
    expect(await accessibilityFaults(maker.page)).toEqual([]);
    await maker.picture('launch-desk-offer');
    await propose.click();
    await maker.giveReason('a new coin', 'Propose');
    await desk.confirm('New coin · TERRA');
    await customer.open(OFFERS);
    await customer.page.reload();
    await customer.page.getByRole('region', { name: 'Coming next' }).getByText('TERRA').first().waitFor();
    // Each customer reads it in their own language, or in English.
    const said = (language: string) =>
      customer.page.evaluate(async lang => {
        const reply = await fetch('/api/lh/send/product_info?offer_id=4', { headers: { lang } });
        return ((await reply.json()) as { data: { items: { about: string }[] } }).data.items[0]?.about;
      }, language);
    expect([await said('th'), await said('yn')]).toEqual(['สร้างในการทดสอบ', 'Made in a browser test.']);

    await maker.open('/launches', 'New coins');
    await card('TERRA').waitFor();
    expect(await accessibilityFaults(maker.page)).toEqual([]);
    await maker.picture('launch-desk');
    await card('TERRA').getByRole('button', { name: 'Cancel offer' }).click();
    await maker.giveReason('not after all', 'Propose');
    await desk.confirm('New coin cancelled · TERRA');
    await customer.open(details(4));
    await main().getByText('Cancelled').first().waitFor();
    // Cancelled plans are not shown as pending or done.
    const steps = main().getByRole('list', { name: 'Schedule' }).getByRole('listitem');
    expect(await steps.allInnerTexts()).toEqual([expect.stringContaining('Cancelled')]);
    expect(maker.complaints).toEqual([]);
  });
});

describe('what has launched', () => {
  it('fits in every language on phones 390 and 320 px wide', async () => {
    const screens = {
      orders: ORDERS,
      launched: details(AURA),
      check: details(AURA, '&check=1'),
      closed: purchase(AURA),
    };
    expect(await cutOn(screens)).toEqual([]);
  });
});
