import { PerpetualTraders } from '@tallystick/server/testing/perpetual-traders';
import type { TestCustomer } from '@tallystick/server/testing/test-server';
import { BTC_USDT, ETH_USDT } from '@tallystick/server/testing/traders';
import type { Locator } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { expectFaultless } from './harness/checks.ts';
import { CONTRACTS, ContractTrader } from './harness/contract-trader.ts';
import { Customer, figure } from './harness/customer.ts';
import { startInProcess, type InProcess } from './harness/in-process.ts';
import { cutInLanguages } from './harness/other-tab.ts';
import { openPhone, type Phone } from './harness/phone.ts';
import { verifySaved } from './harness/verifier.ts';
import { walkTo } from './harness/walk.ts';

/** In whose words the screens are photographed: the longest. */
const SEEN: readonly string[] = ['en', 'esp', 'th'];
const ETH_CONTRACTS = '/pages/lever/index?market=2';

let app: InProcess;
let phone: Phone;
let customer: Customer;
let account: TestCustomer;
let maker: TestCustomer;
let traders: PerpetualTraders;
let trader: ContractTrader;

/** Prices stand still but where the test moves them. */
beforeAll(async () => {
  app = await startInProcess();
  traders = new PerpetualTraders(app.server);
  await traders.begin();
  phone = await openPhone(app.browser);
  customer = new Customer(phone, app);
  await customer.signUp('cross@example.org');
  account = await customer.page.evaluate(() => {
    const { id } = JSON.parse(localStorage.getItem('tallystick.user') ?? '{}') as { id: number };
    return { id, email: 'cross@example.org', token: localStorage.getItem('tallystick.token') ?? '' };
  });
  await traders.welcome(account, 1_000);
  maker = await traders.join(10_000_000);
  await app.server.tick(ETH_USDT, 3_000e8);
  await traders.quote(maker, '59990', '60000');
  await quoteEth('2999.5', '3000');
  trader = new ContractTrader(customer);
  await customer.open(CONTRACTS);
});
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await phone.picture('cross-failed');
});
afterAll(() => app?.close());

async function quoteEth(bid: string, ask: string): Promise<void> {
  const order = { market_id: ETH_USDT, type: 'limit', lots: 1_000, multiple: 10 } as const;
  await traders.open(maker, { ...order, direction: 'long', price: bid });
  await traders.open(maker, { ...order, direction: 'short', price: ask });
}

const typeButton = (): Locator => trader.form.getByRole('button', { name: /^Margin: / });

/** Chooses in the sheet. Leaves it open if it is refused. */
async function chooseType(type: 'Cross' | 'Isolated'): Promise<Locator> {
  await typeButton().click();
  const sheet = trader.dialog(/what carries your positions$/);
  await sheet.getByRole('button', { name: new RegExp(`^${type} `) }).click();
  await sheet.getByRole('button', { name: `Use “${type}”` }).click();
  return sheet;
}

const rate = (): Locator => customer.page.locator('[data-figure="account-rate"]');

it('sets two contracts to cross', async () => {
  for (const address of [CONTRACTS, ETH_CONTRACTS]) {
    await walkTo(customer.page, address);
    const sheet = await chooseType('Cross');
    await sheet.waitFor({ state: 'hidden' });
    await trader.form.getByRole('button', { name: 'Margin: Cross' }).waitFor();
  }
  await rate().waitFor();
});

it('shows the account’s rate above the positions, and where only one price would end it', async () => {
  await walkTo(customer.page, CONTRACTS);
  await trader.chooseMultiple(50);
  const { position: btc } = await trader.open('Long', 400);
  expect(btc).toMatchObject({ margin_type: 'cross', margin: '0' });
  await walkTo(customer.page, ETH_CONTRACTS);
  await trader.chooseMultiple(50);
  const { position: eth } = await trader.open('Long', 400);
  await expect.poll(async () => figure(await rate().innerText())).toBeGreaterThan(0n);
  const carried = await app.server.call(
    'GET lever/cross_account',
    { market_id: BTC_USDT },
    { token: account.token },
  );
  expect(carried.account?.positions.map(one => one.position_id).toSorted()).toEqual(
    [btc.position_id, eth.position_id].toSorted(),
  );
  for (const position of carried.account!.positions) {
    expect(position.liquidation_price).not.toBeNull();
    const shown = trader.card(position).locator('dt', { hasText: 'Liq.' }).locator('..').locator('dd');
    const price = figure(position.liquidation_price!);
    const apart = async () => Number(price - figure(await shown.innerText())) / Number(price);
    await expect.poll(async () => Math.abs(await apart())).toBeLessThan(0.001);
  }
  // The balance line says what is free, not what is available.
  const free = figure(carried.account!.free);
  await expect
    .poll(async () => (await trader.form.innerText()).replaceAll(',', ''))
    .toContain(String(Number(free / 1_000_000n) / 100));
  await expectFaultless(customer.page);
  await customer.picture('cross-positions');
});

it('offers no margin of its own to a position, and no other type while it is open', async () => {
  const [position] = await trader.positions();
  await trader.act(position!, 'Margin');
  const margin = trader.dialog('Margin and leverage');
  await margin.getByText(/^Your contract account carries this position/).waitFor();
  expect(await margin.getByRole('radio', { name: 'Add', exact: true }).count()).toBe(0);
  await margin.getByRole('button', { name: 'Close' }).click();
  const sheet = await chooseType('Isolated');
  await sheet.getByRole('alert').waitFor();
  await sheet.getByRole('button', { name: 'Back' }).click();
});

it('looks right in every language and at every width', async () => {
  const faults = await cutInLanguages(customer.page, `${app.webUrl}#${CONTRACTS}`, {
    widths: [320, 390, 768, 1440],
    prepare: () => rate().waitFor(),
    seen: async (language, width) => {
      if (SEEN.includes(language) && (width === 320 || language === 'en')) {
        await customer.picture(`cross-${language}-${width}`);
      }
    },
  });
  expect(faults).toEqual([]);
});

it('has the account in the portfolio', async () => {
  await walkTo(customer.page, '/pages/assets/portfolio');
  const rows = customer.page.locator('[data-part="account"] [data-position]');
  await expect.poll(() => rows.count()).toBe(2);
  expect(await rows.first().innerText()).not.toContain('no price');
  await expectFaultless(customer.page);
  await customer.picture('cross-portfolio');
});

it('is liquidated in steps, the largest loss first, and shows and verifies each', async () => {
  await walkTo(customer.page, CONTRACTS);
  await rate().waitFor();
  // Nobody buys then but the insurance fund and those who are short: the first step leaves nothing for the second.
  await app.server.submit({ type: 'cancelAllPerpetualOrders', customerId: maker.id, marketId: null });
  await app.server.tick(ETH_USDT, 2_960e8);
  await traders.index(56_000);
  await expect.poll(async () => (await trader.positions()).length).toBe(0);
  const { items } = await app.server.call('GET lever/liquidations', {}, { token: account.token });
  expect(items.map(one => one.market_id)).toEqual([ETH_USDT, BTC_USDT]);
  await customer.tab('History').click();
  const card = customer.page.getByRole('listitem').filter({ hasText: 'Liquidation' }).first();
  await card.getByRole('button').first().click();
  await trader
    .dialog()
    .first()
    .getByRole('button', { name: /^Liquidated / })
    .first()
    .click();
  const proof = trader.dialog().last();
  const steps = proof.getByRole('region', { name: 'Liquidation in steps' }).getByRole('button');
  await expect.poll(() => steps.count()).toBe(2);
  for (const [index, record] of items.toReversed().entries()) {
    await steps.nth(index).click();
    await proof
      .locator('[aria-current="step"]')
      .getByText(`Step ${index + 1} of 2`)
      .waitFor();
    await proof.getByText('The figures are right').waitFor();
    const fallen = proof.locator('[data-liquidated="true"]');
    expect(await fallen.innerText()).toContain(record.symbol);
    // Of all in the account it has lost most.
    expect(await proof.locator('[data-liquidated]').first().getAttribute('data-liquidated')).toBe('true');
    const saved = await verifySaved(customer.page, proof);
    expect(saved.kind).toBe('liquidation');
    expect(saved.passed).toContain('reached');
    await customer.picture(`cross-step-${index + 1}`);
  }
  await expectFaultless(customer.page);
  expect(phone.complaints.filter(text => !/status of 409/.test(text))).toEqual([]);
});
