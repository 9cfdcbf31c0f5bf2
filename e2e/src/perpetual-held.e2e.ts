import type { WirePosition } from '@tallystick/protocol/wire';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { accessibilityFaults, cutTexts } from './harness/checks.ts';
import { apart, expectAccountAddsUp, expectCardTrue, ONE } from './harness/contract-checks.ts';
import { fundContracts, startContractExchange, type ContractExchange } from './harness/contract-exchange.ts';
import { CONTRACTS, signed, type ContractTrader } from './harness/contract-trader.ts';
import { figure, type Customer } from './harness/customer.ts';
import { OperatorAtDesk } from './harness/desk.ts';
import { verifySaved } from './harness/verifier.ts';
import { walkTo } from './harness/walk.ts';

/** Total moved to the contract account. */
const MOVED = 1_000n * ONE;

let exchange: ContractExchange;
let customer: Customer;
let trader: ContractTrader;
let long: WirePosition;
let short: WirePosition;
/** The minute in which these tests began; at its end the premium is sampled. */
let firstMinute: number;

beforeAll(async () => {
  exchange = await startContractExchange({ feedSpeed: 60 });
  ({ customer, trader } = exchange);
  firstMinute = await minute();
  await fundContracts(exchange, MOVED / ONE);
  await customer.open(CONTRACTS);
  long = (await trader.open('Long', 20)).position;
  short = (await trader.open('Short', 12)).position;
});
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await exchange.phone.picture('perpetual-held-failed');
});
afterAll(() => exchange?.close());

/** The server's time in whole minutes. */
async function minute(): Promise<number> {
  const atMs = await customer.page.evaluate(async () => {
    const reply = await fetch('/api/lever/contracts');
    const answer = (await reply.json()) as { data: { items: { ticker: { at_ms: number } }[] } };
    return answer.data.items[0]!.ticker.at_ms;
  });
  return Math.floor(atMs / 60_000);
}

it('shows in the account what holds its frozen part', async () => {
  const { frozen } = await trader.account();
  await walkTo(customer.page, '/pages/assets/tradeAccount?account=contract&currency=3');
  const sheet = trader.dialog();
  const shown = sheet.locator('dt', { hasText: 'Frozen' }).locator('..').locator('dd');
  await expect.poll(async () => figure(await shown.innerText())).toBe(frozen);
  for (const { position_id: id, margin } of await trader.positions()) {
    const held = sheet.getByRole('listitem').filter({ hasText: `#${id} ` });
    expect(figure(await held.locator('span').last().innerText())).toBe(figure(margin));
  }
  await sheet.getByRole('link', { name: 'Go to your positions' }).click();
  await customer.page.waitForURL(/#\/pages\/lever\/index/);
});

it('closes a part: result and returned margin as announced', async () => {
  const before = await trader.now(long);
  await trader.act(long, 'Close');
  const sheet = trader.dialog(/^Close Long/);
  await sheet.getByRole('textbox', { name: 'Lots to close' }).fill('5');
  const returned = sheet.locator('dt', { hasText: 'Comes back to you' }).locator('..').locator('dd');
  const closing = sheet.getByRole('button', { name: 'Close 5 lots' });
  await closing.waitFor();
  const announced = figure(await returned.filter({ hasText: /\d/ }).innerText());
  const account = await trader.account();
  await closing.click();
  await sheet.waitFor({ state: 'hidden' });
  await trader.card(long).getByText('Open 15 of 20 lots').waitFor();
  const after = await trader.now(long);
  expect(after).toMatchObject({ status: 'holding', holding_lots: 15, closed_lots: 5 });
  const received = (await trader.account()).available - account.available;
  const paid = signed(after.realised_profit) - (figure(after.fee) - figure(before.fee));
  expect(received).toBe(figure(before.margin) - figure(after.margin) + paid);
  // Prices have moved since the announcement, by 1 % at most.
  expect(apart(received, announced) * 100n).toBeLessThanOrEqual(figure(before.open_value));
  expect(figure(before.margin) - figure(after.margin)).toBe(figure(before.margin) / 4n);
  await expectCardTrue(trader, after);
  await expectAccountAddsUp(trader, MOVED);
});

it('adds margin, and liquidation goes where it was said to go', async () => {
  await trader.act(short, 'Margin');
  const sheet = trader.dialog('Margin and leverage');
  await sheet.getByRole('textbox', { name: 'Amount' }).fill('25');
  const moving = sheet.locator('dt', { hasText: 'Liquidation' }).locator('..').locator('dd');
  const adding = sheet.getByRole('button', { name: 'Add 25.00 USDT' });
  await adding.waitFor();
  const announced = figure((await moving.innerText()).split('\n').findLast(part => /\d/.test(part)) ?? '');
  await adding.click();
  await sheet.waitFor({ state: 'hidden' });
  const after = await trader.now(short);
  expect(figure(after.margin) - figure(short.margin)).toBe(25n * ONE);
  expect((figure(after.liquidation_price ?? '') * 10n) / ONE).toBe((announced * 10n) / ONE);
  await expectCardTrue(trader, after);
  await expectAccountAddsUp(trader, MOVED);
});

it('is paid funding, and works the payment out again', async () => {
  const operator = await OperatorAtDesk.loggedIn(exchange.app, 'admin');
  const rates = async () =>
    (await customer.page.evaluate(async () => {
      const reply = await fetch('/api/lever/funding_history?market_id=1');
      return ((await reply.json()) as { data: { items: unknown[] } }).data.items.length;
    })) as number;
  // A rate is the mean of one sample per minute, so it needs at least one.
  let sampled = firstMinute;
  for (let tries = 0; tries < 3 && (await rates()) === 0; tries++) {
    await expect.poll(minute, { timeout: 70_000, interval: 500 }).toBeGreaterThan(sampled);
    await operator.open('/clock', 'Clock');
    await operator.button('8 hours').click();
    await operator.giveReason('browser test', 'Put forward');
    sampled = await minute();
  }
  expect(await rates()).toBeGreaterThan(0);
  await expectAccountAddsUp(trader, MOVED);
  const [one, other] = [await trader.now(long), await trader.now(short)];
  const receiver = signed(one.funding) > 0n ? one : other;
  expect(signed(receiver.funding)).toBeGreaterThan(0n);
  const direction = receiver.direction === 'long' ? 'Long' : 'Short';
  await customer.button(new RegExp(`^Details of ${direction} BTCUSDT`)).click();
  const sheet = trader.dialog().first();
  const line = sheet.getByRole('listitem').filter({ hasText: 'Funding received' });
  expect(figure(await line.locator('span').last().innerText())).toBe(signed(receiver.funding));
  await line.getByRole('button').click();
  const proof = trader.dialog('Funding received');
  await proof.getByText('The figures are right').waitFor();
  const funding = await verifySaved(customer.page, proof);
  expect(funding.kind).toBe('funding');
  for (const check of ['mark', 'premium', 'rate', 'amount']) expect(funding.passed).toContain(check);
  await customer.picture('perpetual-funding');
  await proof.getByRole('button', { name: 'Close' }).click();
  await sheet.getByRole('button', { name: 'Close' }).click();
  // The rate is in the contract's public history.
  await walkTo(customer.page, '/pages/lever/details?market=1');
  await customer.page.getByRole('table').nth(1).getByRole('row').nth(1).waitFor();
});

it('draws a stop on the chart: nothing changes before it is saved', async () => {
  await walkTo(customer.page, '/pages/trade/kline?market=1&product=contract');
  const { page } = customer;
  await page.locator(`[data-line="${long.position_id}:entry"]`).hover();
  await page.mouse.down();
  await page.mouse.move(60, 300, { steps: 4 });
  await page.mouse.move(60, 340, { steps: 4 });
  await page.mouse.up();
  const sheet = trader.dialog('Take-profit and stop-loss');
  const filled = await Promise.all(
    ['Take-profit', 'Stop-loss'].map(name => sheet.getByRole('textbox', { name }).inputValue()),
  );
  expect(filled.filter(text => /^\d+\.\d$/.test(text))).toHaveLength(1);
  await sheet.getByRole('button', { name: 'Close' }).click();
  expect(await trader.now(long)).toMatchObject({ take_profit_price: null, stop_loss_price: null });
  await walkTo(page, CONTRACTS);
});

it('closes at a price that is not there yet: the order waits with its position', async () => {
  await trader.act(long, 'Close');
  const sheet = trader.dialog(/^Close Long/);
  await sheet.getByRole('radio', { name: 'Limit' }).check();
  const far = String((figure((await trader.now(long)).mark_price ?? '') * 105n) / 100n / ONE);
  await sheet.getByRole('textbox', { name: 'Price (USDT)' }).fill(far);
  await sheet.getByRole('textbox', { name: 'Lots to close' }).fill('4');
  await sheet.getByRole('button', { name: 'Place closing order' }).click();
  await sheet.waitFor({ state: 'hidden' });
  await trader.card(long).getByText('A closing order waits: 4 lots at').waitFor();
  await expect.poll(() => trader.now(long)).toMatchObject({ closing: { lots: 4 } });
  await customer.tab('Orders 1').waitFor();
});

it('closes long and short against each other, without book and fee', async () => {
  const [one, other] = [await trader.now(long), await trader.now(short)];
  await trader.act(short, 'Close');
  const sheet = trader.dialog(/^Close Short/);
  await sheet.getByRole('radio', { name: 'Offset' }).check();
  await sheet.getByRole('textbox', { name: 'Lots to close' }).fill('3');
  await sheet.getByRole('button', { name: 'Offset 3 lots' }).click();
  await sheet.waitFor({ state: 'hidden' });
  await trader
    .card(short)
    .getByText(`Open ${other.holding_lots - 3} of ${other.lots} lots`)
    .first()
    .waitFor();
  for (const [before, position] of [
    [one, long],
    [other, short],
  ] as const) {
    const after = await trader.now(position);
    expect(after).toMatchObject({ holding_lots: before.holding_lots - 3, fee: before.fee });
  }
  await expectAccountAddsUp(trader, MOVED);
  await customer.button(/^Details of Short BTCUSDT/).click();
  const details = trader.dialog().first();
  await details.getByRole('button', { name: `Offset against #${long.position_id}` }).click();
  const proof = trader.dialog(`Offset against #${long.position_id}`);
  await proof.getByText('The figures are right').waitFor();
  expect((await verifySaved(customer.page, proof)).kind).toBe('offset');
  expect(await cutTexts(customer.page)).toEqual([]);
  expect(await accessibilityFaults(customer.page)).toEqual([]);
  await customer.picture('perpetual-offset');
  await proof.getByRole('button', { name: 'Close' }).click();
  await details.getByRole('button', { name: 'Close' }).click();
});

it('closes all, after saying what that reaches', async () => {
  // One more waiting order to open, far below the price.
  const far = { market_id: '1', direction: 'long', type: 'limit', multiple: '10', lots: '1' };
  const price = String((figure((await trader.now(long)).mark_price ?? '') * 95n) / 100n / ONE);
  await customer.post('lever/submit', { ...far, price });
  await customer.tab('Orders 2').waitFor();
  await customer.button('Close all').click();
  const question = trader.dialog('Close all positions in all contracts (2)?');
  await question.getByText('all waiting orders are cancelled').waitFor();
  await question.getByRole('button', { name: 'Close them' }).click();
  await question.waitFor({ state: 'hidden' });
  await customer.tab('Positions 0').waitFor();
  await customer.tab('Orders 0').waitFor();
  for (const position of [long, short]) {
    expect(await trader.now(position)).toMatchObject({ status: 'closed', close_reason: 'customer' });
  }
  await expectAccountAddsUp(trader, MOVED);
  expect((await trader.account()).frozen).toBe(0n);
});
