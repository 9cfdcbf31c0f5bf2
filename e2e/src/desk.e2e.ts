import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { App } from './harness/app.ts';
import { accessibilityFaults, cutTexts } from './harness/checks.ts';
import { OPERATOR_PASSWORD, OperatorAtDesk } from './harness/desk.ts';
import { startPreparedApp } from './harness/prepared-app.ts';
import { totpAt } from './harness/totp.ts';

const DEMO_CUSTOMER = 'demo@tallystick.example';

let app: App;
let support: OperatorAtDesk;
let compliance: OperatorAtDesk;
let accountant: OperatorAtDesk;
let admin: OperatorAtDesk;

beforeAll(async () => {
  app = await startPreparedApp();
});
afterAll(() => app.close());

/** What customers' apps receive. */
async function ask(path: string, lang = 'en'): Promise<Record<string, never>> {
  const [method = '', name = ''] = path.split(' ');
  const response = await fetch(`${app.url}/api/${name}`, { method, headers: { lang } });
  return (await response.json()) as Record<string, never>;
}

/** Gives the demo customer a holding of each product, by the calls a phone would send. */
async function holdEachProduct(): Promise<void> {
  let token = '';
  const call = async (name: string, body: object): Promise<Record<string, unknown>> => {
    const response = await fetch(`${app.url}/api/${name}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: token,
        'idempotency-key': `desk-${name.replaceAll('/', '-')}-${JSON.stringify(body).length}`,
      },
      body: JSON.stringify(body),
    });
    const { type, data } = (await response.json()) as { type: string; data: Record<string, unknown> };
    expect({ name, type, data }).toMatchObject({ type: 'ok' });
    return data;
  };
  const login = await call('user/login', { kind: 'email', account: DEMO_CUSTOMER, password: 'tally-demo' });
  token = String(login['token']);
  for (const to of ['contract', 'option', 'trust']) {
    await call('wallet/change', { from: 'spot', to, currency_id: 3, amount: '500' });
  }
  await call('lever/submit', { market_id: 1, direction: 'long', lots: 5, multiple: 10 });
  await call('lh/deposit', { product_id: 1, amount: '100', terms_version: 1, agreement: true });
  const terms = await ask('GET microtrade/seconds?market_id=1');
  const { terms_version } = terms['data'] as unknown as { terms_version: number };
  await call('microtrade/submit', {
    market_id: 1,
    direction: 'rise',
    seconds: 600,
    currency_id: 3,
    amount: '20',
    terms_version,
  });
  await call('limits/self', { daily_loss_limit: '1234.5', cool_down_hours: 1 });
}

interface Quotation {
  readonly market: {
    readonly symbol: string;
    readonly taker_fee_percent: string;
    readonly status: string;
    readonly announced: { readonly taker_fee_percent: string } | null;
  };
}

async function marketOf(symbol: string): Promise<Quotation['market'] | undefined> {
  const { data } = (await ask('GET currency/quotation_new')) as unknown as { data: { items: Quotation[] } };
  return data.items.find(({ market }) => market.symbol === symbol)?.market;
}

/** What a customer on a phone reads there. */
async function stripOnTheTradePage(strip: 'announced' | 'halt', marketId: number): Promise<string> {
  const page = await admin.page.context().newPage();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${app.url}/web/#/pages/trade/index?market=${marketId}`);
  const text = await page.locator(`[data-strip="${strip}"]`).innerText();
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
  await page.close();
  return text;
}

async function expectFaultless(operator: OperatorAtDesk): Promise<void> {
  expect(await accessibilityFaults(operator.page)).toEqual([]);
  expect(await cutTexts(operator.page)).toEqual([]);
}

describe('the operators’ desk', () => {
  it('lets nobody in without the right password, and says so', async () => {
    const stranger = await OperatorAtDesk.arrive(app);
    await stranger.logIn('admin', 'not the password');
    await stranger.page.getByRole('alert').getByText('Account or password is wrong.').waitFor();
    await stranger.picture('desk-login');
    await expectFaultless(stranger);
    await stranger.page.context().close();
  });

  it('shows each role what it may do', async () => {
    const loggedIn = (name: string) => OperatorAtDesk.loggedIn(app, name);
    [support, compliance, accountant, admin] = await Promise.all([
      loggedIn('support'),
      loggedIn('compliance'),
      loggedIn('accountant'),
      loggedIn('admin'),
    ]);
    const links = async (operator: OperatorAtDesk) =>
      (await operator.page.getByRole('navigation').getByRole('link').allTextContents()).map(text =>
        text.trim(),
      );
    await expect.poll(() => links(admin)).toContain('Audit log');
    await expect.poll(() => links(accountant)).toContain('Solvency');
    await expect.poll(() => links(support)).toContain('Customers');
    expect(await links(support)).not.toContain('Audit log');
    expect(await links(support)).not.toContain('Solvency');
    await admin.picture('desk-overview');
    await expectFaultless(admin);

    // A shared link: it shows whose page it is, but nothing that can be filled in or pressed.
    await support.open('/audit', 'Audit log');
    await support.page.getByText('It is for: Compliance, Administrator.').waitFor();
    expect(await support.page.getByRole('main').locator('input, select, button').count()).toBe(0);
    await support.picture('desk-forbidden');
    await expectFaultless(support);
  });

  it('waits while the server cannot be reached, and continues by itself', async () => {
    const operator = await OperatorAtDesk.loggedIn(app, 'compliance');
    const customers = '**/api/desk/customers?*';
    const list = '**/api/desk/customers';
    let asked = 0;
    for (const url of [customers, list]) {
      await operator.page.route(url, route => {
        asked++;
        return route.abort();
      });
    }
    await operator.page.goto(`${app.url}/desk/#/customers`);
    await operator.page.getByText('The server cannot be reached.').waitFor();
    await operator.page.evaluate(() => {
      const seen = document.documentElement;
      new MutationObserver(() => {
        if (document.querySelector('main .skeleton')) seen.dataset['flickered'] = 'yes';
      }).observe(document.body, { childList: true, subtree: true });
    });
    const before = asked;
    await expect.poll(() => asked, { timeout: 30_000 }).toBeGreaterThan(before);
    await operator.page.unroute(customers);
    await operator.page.unroute(list);
    await operator.row('@tallystick.example').waitFor();
    expect(await operator.page.evaluate(() => document.documentElement.dataset['flickered'])).toBeUndefined();
    await operator.page.context().close();
  });

  it('changes a fee by four eyes: one proposes, another confirms, customers see it', async () => {
    await accountant.open('/markets', 'Markets');
    await accountant.row('BTC/USDT').getByRole('button', { name: 'Terms' }).click();
    await accountant.page.getByLabel('Taker fee %').fill('0.15');
    await accountant.button('Propose').click();
    await accountant.giveReason('As decided on Monday.', 'Propose');
    await accountant.open('/approvals', 'Approvals');
    const own = accountant.page.getByRole('region', { name: 'Market terms · BTC/USDT' });
    await own.getByText('Your own proposal: somebody else has to confirm it.').waitFor();
    expect(await own.getByRole('button', { name: 'Confirm' }).count()).toBe(0);
    expect((await marketOf('BTC/USDT'))?.taker_fee_percent).toBe('0.1');

    await admin.open('/approvals', 'Approvals');
    await admin.page.getByText('As decided on Monday.').waitFor();
    await admin.picture('desk-approvals');
    await expectFaultless(admin);
    await admin.confirm('Market terms · BTC/USDT');
    // The change is worse for customers: it is announced and shown where they trade, but not yet in force.
    await expect.poll(async () => (await marketOf('BTC/USDT'))?.announced?.taker_fee_percent).toBe('0.15');
    expect((await marketOf('BTC/USDT'))?.taker_fee_percent).toBe('0.1');
    expect(await stripOnTheTradePage('announced', 1)).toContain('0.1% → 0.15%');
  });

  it('halts a market at once, and resumes with two operators', async () => {
    await compliance.open('/markets', 'Markets');
    await compliance.row('ETH/USDT').getByRole('button', { name: 'Halt', exact: true }).click();
    await compliance.giveReason('Odd prices at a source.', 'Halt');
    await compliance.row('ETH/USDT').getByText('Halted').waitFor();
    await expect.poll(async () => (await marketOf('ETH/USDT'))?.status).toBe('halted');
    await compliance.picture('desk-markets');
    await expectFaultless(compliance);
    await compliance.row('ETH/USDT').getByRole('button', { name: 'Go on' }).click();
    await compliance.giveReason('Prices are fine again.', 'Propose');
    await admin.confirm('Market goes on · ETH/USDT');
    // For ten minutes orders can only be cancelled.
    await expect.poll(async () => (await marketOf('ETH/USDT'))?.status).toBe('cancel_only');
    expect(await stripOnTheTradePage('halt', 2)).toContain('A technical fault.');
  });

  it('sets how many withdrawals a customer may request', async () => {
    await accountant.open('/settings', 'Settings');
    await accountant.button('Withdrawals').click();
    await accountant.page.getByLabel('Withdrawals per day').fill('5');
    // Looking at another setting keeps the draft of this one.
    await accountant.button('Bank card').click();
    await accountant.page.getByLabel('Account holder').waitFor();
    await accountant.button('Withdrawals').click();
    await expect.poll(() => accountant.page.getByLabel('Withdrawals per day').inputValue()).toBe('5');
    await accountant.picture('desk-settings');
    await expectFaultless(accountant);
    await accountant.button('Propose').click();
    await accountant.giveReason('Customers asked for it.', 'Propose');
    await admin.confirm('Setting · Withdrawals');
    await expect.poll(() => accountant.page.getByLabel('Withdrawals per day').inputValue()).toBe('5');
    await accountant.page.getByText(/^Version \d+, admin/).waitFor();
  });

  it('publishes a notice in the languages it was written in', async () => {
    await support.open('/notices', 'Notices');
    await support.button('New notice').click();
    await support.page.getByLabel('Title').fill('Holiday hours');
    await support.page.getByLabel('Summary').fill('Support answers a little later.');
    await support.page.getByLabel('Text').fill('Until Monday.\n\nTrading goes on.');
    await support.button(/ไทย/).click();
    await support.page.getByLabel('Title').fill('เวลาทำการช่วงวันหยุด');
    await expect.poll(() => support.button('Propose').isDisabled()).toBe(true);
    await support.page.getByLabel('Summary').fill('ฝ่ายสนับสนุนจะตอบช้ากว่าปกติเล็กน้อย');
    await support.picture('desk-notice');
    await expectFaultless(support);
    await support.button('Propose').click();
    await support.giveReason('Holidays.', 'Propose');
    await compliance.confirm('Notice · Holiday hours');
    const newest = async (lang: string) => {
      const { data } = (await ask('POST news/list', lang)) as unknown as {
        data: { items: { title: string }[] };
      };
      return data.items[0]?.title;
    };
    await expect.poll(() => newest('th')).toBe('เวลาทำการช่วงวันหยุด');
    await expect.poll(() => newest('kr')).toBe('Holiday hours');
  });

  it("shows what a customer holds in each product, and the house's risk from it", async () => {
    await holdEachProduct();
    await support.open('/customers', 'Customers');
    await support.row('@tallystick.example').getByRole('link').first().click();
    await support.heading(/^Demo/).waitFor();
    // The tabs fit on one line.
    const tabs = support.page.getByRole('group', { name: 'Nickname' }).getByRole('button');
    const tops = await tabs.evaluateAll(all => all.map(one => one.getBoundingClientRect().top));
    expect(new Set(tops).size).toBe(1);
    for (const [part, table, shown] of [
      ['Positions', 'Positions', 'BTC/USDT long 10×'],
      ['Options', 'Options', 'BTC/USDT Rise'],
      ['Trust', 'Trust', 'Hosting'],
    ] as const) {
      await support.button(part).click();
      const row = support.page.getByRole('table', { name: table, exact: true }).getByRole('row');
      await row.filter({ hasText: shown }).first().waitFor();
      await support.picture(`desk-customer-${part.toLowerCase()}`);
      await expectFaultless(support);
    }
    await support.button('Ledger').click();
    await support.row('Option bought').waitFor();
    for (const part of ['New coins', 'Deposits', 'Withdrawals']) {
      await support.button(part).click();
      await support.page.getByText('Nothing here.').waitFor();
    }

    await support.button('Own limits').click();
    await support.page.getByText('1,234.5 USDT').first().waitFor();
    await support.page.getByText(/^Stopped by their own limit until /).waitFor();
    await support.page.getByRole('table', { name: 'Practice account' }).waitFor();
    // Read only: nothing in it can be pressed or typed into.
    expect(await support.page.getByRole('main').locator('form, input, textarea').count()).toBe(0);
    await support.picture('desk-customer-limits');
    await expectFaultless(support);

    await accountant.open('/', 'Overview');
    const card = (name: string) => accountant.page.getByRole('region', { name, exact: true });
    await card('Contracts').getByText('BTC/USDT: open interest of its limit').waitFor();
    await card('Contracts')
      .getByText(/^5\d{2},\d{3}(\.\d+)? USDT$/)
      .waitFor();
    await card('Second options').getByText('BTC/USDT Rise, 18 USDT').waitFor();
    await card('Trust products')
      .getByText(/ free, 6 promised and set aside$/)
      .waitFor();
    await card('New coins')
      .getByText(/% committed/)
      .first()
      .waitFor();
    await accountant.picture('desk-risk');
    await expectFaultless(accountant);
  });

  it('looks a customer up, masked for support, and freezes the account', async () => {
    await support.open('/customers', 'Customers');
    await support.page.getByLabel('Customer id, phone number or e-mail address in full').fill(DEMO_CUSTOMER);
    await support.button('Search').click();
    const row = support.row('Demo').filter({ hasText: '@tallystick.example' });
    await row.waitFor();
    expect(await row.textContent()).not.toContain(DEMO_CUSTOMER);
    await row.getByRole('link').first().click();
    await support.heading(/^Demo/).waitFor();
    await support.row('USDT').first().waitFor();
    await support.button('Notes').click();
    await support.page.getByLabel('New note').fill('Lost the phone, called from another.');
    await support.button('Sessions').click();
    await support.page.getByRole('table', { name: 'Sessions' }).waitFor();
    await support.button('Notes').click();
    await support.button('Add note').click();
    await support.page.getByRole('listitem').getByText('Lost the phone, called from another.').waitFor();
    await support.button('Freeze account').click();
    await support.giveReason('Phone lost.', 'Freeze account');
    await support.page.getByText('Frozen', { exact: true }).first().waitFor();
    await support.picture('desk-customer');
    await expectFaultless(support);
    expect(await support.button('Unfreeze account').count()).toBe(0);

    await compliance.page.goto(support.page.url());
    await compliance.page.getByText(DEMO_CUSTOMER).first().waitFor();
    await compliance.button('Unfreeze account').click();
    await compliance.giveReason('Phone found, identity checked.', 'Unfreeze account');
    await compliance.button('Freeze account').waitFor();
  });

  it('shows that every currency adds up to zero', async () => {
    await accountant.open('/solvency', 'Solvency');
    await accountant.row('USDT').waitFor();
    const [, ...rows] = await accountant.page.getByRole('row').allTextContents();
    // A coin of the demo that was launched meanwhile adds a row.
    expect(rows.length).toBeGreaterThanOrEqual(8);
    expect(rows.filter(text => !text.endsWith('Zero'))).toEqual([]);
    await accountant.picture('desk-solvency');
    await expectFaultless(accountant);
  });

  it('has recorded all of it in an unbroken chain', async () => {
    await compliance.open('/audit', 'Audit log');
    await compliance.row('Account unfrozen').waitFor();
    for (const action of [
      'customer.freeze',
      'notice.confirm',
      'setting.confirm',
      'market.stop',
      'market.propose',
    ]) {
      await compliance.page.getByLabel('Action', { exact: true }).fill(action);
      const others = compliance.page.locator('tbody tr').filter({ hasNotText: action });
      await expect.poll(() => others.count()).toBe(0);
      await compliance.row(action).first().waitFor();
    }
    await compliance.button('View').first().click();
    await compliance.page.getByRole('dialog').getByText('0.15').waitFor();
    await compliance.button('Close').click();
    await compliance.button('Check the chain').click();
    await compliance.page.getByText(/^\d+ entries fit together/).waitFor();
    await compliance.picture('desk-audit');
    await expectFaultless(compliance);
    const download = compliance.page.waitForEvent('download');
    await compliance.button('Save as CSV').click();
    const csv = await readFile(await (await download).path(), 'utf8');
    expect(csv).toContain('"market.propose","market:1"');
    expect(csv).not.toContain('"customer.freeze"');
  });

  it('sets up a second factor, and asks for it from then on', async () => {
    await support.open('/account', 'My account');
    await support.page.getByRole('textbox', { name: 'Password', exact: true }).fill(OPERATOR_PASSWORD);
    await support.button('Set up').click();
    await support.page.getByAltText('QR code for your authenticator app').waitFor();
    const secret = (await support.page.locator('.mono').first().textContent()) ?? '';
    await support.picture('desk-second-factor');
    await expectFaultless(support);
    await support.page.getByLabel('Then enter the code it shows').fill(totpAt(secret, Date.now()));
    await support.button('Confirm').click();
    await support.page.getByText('Your second factor is on.').waitFor();
    await support.button('Log out').click();
    await support.logIn('support');
    const code = support.page.getByLabel('Code of your authenticator app');
    await code.waitFor();
    // The code used for the set-up is used up; the next one already works.
    await code.fill(totpAt(secret, Date.now() + 30_000));
    await support.button('Log in').click();
    // Back at the page where the session ended.
    await support.heading('My account').waitFor();
  });

  it('works on a phone', async () => {
    const phone = await OperatorAtDesk.arrive(app, 'phone');
    await phone.logIn('compliance');
    await phone.heading('Overview').waitFor();
    await phone.page
      .getByRole('region', { name: 'New coins', exact: true })
      .getByText(/% committed/)
      .first()
      .waitFor();
    await phone.picture('desk-phone-overview');
    await expectFaultless(phone);
    for (const [link, heading] of [
      ['Approvals', 'Approvals'],
      ['Customers', 'Customers'],
      ['Markets', 'Markets'],
      ['Settings', 'Settings'],
      ['Audit log', 'Audit log'],
    ] as const) {
      await phone.button('Menu').click();
      await phone.page.getByRole('navigation').getByRole('link', { name: link }).click();
      await phone.heading(heading).waitFor();
      await expectFaultless(phone);
    }
    await phone.picture('desk-phone');
    expect(phone.complaints).toEqual([]);
  });

  it('has logged no unexpected errors', () => {
    const complaints = [support, compliance, accountant, admin].flatMap(operator => operator.complaints);
    // The refusal is part of every login with a second factor.
    expect(complaints).toEqual([expect.stringContaining('401 (Unauthorized)')]);
  });
});
