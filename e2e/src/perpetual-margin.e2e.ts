import type { WirePosition } from '@tallystick/protocol/wire';
import type { Locator } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { expectAccountAddsUp, ONE } from './harness/contract-checks.ts';
import { fundContracts, startContractExchange, type ContractExchange } from './harness/contract-exchange.ts';
import { CONTRACTS, slideTo, type ContractTrader } from './harness/contract-trader.ts';
import { figure, type Customer } from './harness/customer.ts';
import { toastShown } from './harness/in-page.ts';
import { verifySaved } from './harness/verifier.ts';

/** Ten recorded minutes per second: a move of 0.5 %, which reaches ×100, mostly takes less than a minute. */
const FEED_SPEED = 600;
const A_WHILE_MS = 150_000;
/** Total moved to the contract account. */
const MOVED = 1_000n * ONE;

let exchange: ContractExchange;
let customer: Customer;
let trader: ContractTrader;
let held: WirePosition;

beforeAll(async () => {
  exchange = await startContractExchange({ feedSpeed: FEED_SPEED });
  ({ customer, trader } = exchange);
  await fundContracts(exchange, MOVED / ONE);
  await customer.open(CONTRACTS);
});
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await exchange.phone.picture('perpetual-margin-failed');
});
afterAll(() => exchange?.close());

/** Opens the sheet of a position's margin at one of its four parts. */
async function sheetOf(
  position: WirePosition,
  way: 'Add' | 'Remove' | 'Leverage' | 'Auto',
): Promise<Locator> {
  await trader.act(position, 'Margin');
  const sheet = trader.dialog('Margin and leverage');
  await sheet.getByRole('radio', { name: way, exact: true }).check();
  return sheet;
}

/** The figure that a line announces, after the change. */
async function announced(sheet: Locator, label: string): Promise<bigint> {
  const line = sheet
    .locator('dt')
    .filter({ hasText: new RegExp(`^${label}$`) })
    .locator('..')
    .locator('dd');
  return figure((await line.innerText()).split('\n').findLast(part => /\d/.test(part)) ?? '');
}

it('opens with a leverage between the shortcuts', async () => {
  await trader.chooseMultiple(7);
  held = (await trader.open('Long', 20)).position;
  expect(held.multiple).toBe(7);
  const choice = await customer.page.evaluate(async () => {
    const headers = { Authorization: localStorage.getItem('tallystick.token') ?? '' };
    const reply = await fetch('/api/lever/choice?market_id=1', { headers });
    return ((await reply.json()) as { data: { choice: { multiple: number } } }).data.choice;
  });
  expect(choice.multiple).toBe(7);
});

it('changes its leverage: margin and liquidation price go where they were said to go', async () => {
  const sheet = await sheetOf(held, 'Leverage');
  await slideTo(sheet, 4);
  const margin = await announced(sheet, 'Margin');
  const liquidation = await announced(sheet, 'Liquidation');
  await sheet.getByRole('button', { name: 'Change to 4×' }).click();
  await sheet.waitFor({ state: 'hidden' });
  const after = await trader.now(held);
  expect(after.multiple).toBe(4);
  // The mark moves while the sheet is open, by 1 % at most.
  const apart = (a: bigint, b: bigint) => (a > b ? a - b : b - a);
  expect(apart(figure(after.margin), margin) * 100n).toBeLessThan(figure(after.open_value));
  expect(apart(figure(after.liquidation_price ?? ''), liquidation) * 50n).toBeLessThan(liquidation);
  expect(figure(after.margin)).toBeGreaterThan(figure(held.margin));
  await trader.card(held).getByText('4×').waitFor();
  await expectAccountAddsUp(trader, MOVED);
});

it('takes margin out, and not below what the leverage requires', async () => {
  let sheet = await sheetOf(held, 'Add');
  await sheet.getByRole('textbox', { name: 'Amount' }).fill('60');
  await sheet.getByRole('button', { name: 'Add 60.00 USDT' }).click();
  await sheet.waitFor({ state: 'hidden' });
  const before = await trader.now(held);
  sheet = await sheetOf(held, 'Remove');
  await sheet.getByText(/can be removed now$/).waitFor();
  await sheet.getByRole('textbox', { name: 'Amount' }).fill('900');
  await sheet.getByRole('button', { name: /^At most [\d.,]+ USDT can be removed$/ }).waitFor();
  await sheet.getByRole('textbox', { name: 'Amount' }).fill('5');
  await sheet.getByRole('button', { name: 'Remove 5.00 USDT' }).click();
  await sheet.waitFor({ state: 'hidden' });
  const after = await trader.now(held);
  expect(figure(before.margin) - figure(after.margin)).toBe(5n * ONE);
  expect(figure(after.removed_margin)).toBe(5n * ONE);
  await expectAccountAddsUp(trader, MOVED);
  await trader.act(held, 'Close');
  const closing = trader.dialog(/^Close Long/);
  await closing.getByRole('button', { name: 'Close all lots' }).click();
  await closing.waitFor({ state: 'hidden' });
});

it('keeps a position by a top-up, says so, and shows all it was decided by', async () => {
  await trader.chooseMultiple(100);
  const toast = customer.page.evaluate(toastShown, 'of margin added');
  const opened: WirePosition[] = [];
  // For the first position by its sheet, which also sets it for later ones.
  opened.push((await trader.open('Long', 20)).position);
  const sheet = await sheetOf(opened[0]!, 'Auto');
  await sheet.getByRole('checkbox', { name: 'Add margin automatically' }).check();
  await sheet.getByRole('textbox', { name: 'Limit in all' }).fill('300');
  await sheet.getByRole('checkbox', { name: /^Also for later positions/ }).check();
  await sheet.getByRole('button', { name: 'Save the limit' }).click();
  await sheet.waitFor({ state: 'hidden' });
  expect((await trader.now(opened[0]!)).top_up_limit).toBe('300');
  opened.push((await trader.open('Short', 20)).position);
  expect(opened[1]!.top_up_limit).toBe('300');
  await toast;
  const ids = opened.map(({ position_id: id }) => id);
  const kept = async () =>
    (await trader.positions()).find(
      one => ids.includes(one.position_id) && figure(one.top_up_used) > 0n && one.status === 'holding',
    );
  await expect.poll(kept, { timeout: A_WHILE_MS, interval: 500 }).toBeDefined();
  const position = (await kept())!;
  const direction = position.direction === 'long' ? 'Long' : 'Short';
  await customer.button(new RegExp(`^Details of ${direction} BTCUSDT`)).click();
  const details = trader.dialog().first();
  await details
    .getByRole('button', { name: /^Margin added automatically / })
    .first()
    .click();
  const proof = trader.dialog('Margin added automatically');
  await proof.getByText('The figures are right').waitFor();
  const saved = await verifySaved(customer.page, proof);
  expect(saved.kind).toBe('topup');
  for (const check of ['mark', 'liquidation', 'reached', 'amount', 'kept']) {
    expect(saved.passed).toContain(check);
  }
  await customer.picture('perpetual-top-up');
  await proof.getByRole('button', { name: 'Close' }).click();
  await details.getByRole('button', { name: 'Close' }).click();
  await expectAccountAddsUp(trader, MOVED);
  expect(exchange.phone.complaints).toEqual([]);
});
