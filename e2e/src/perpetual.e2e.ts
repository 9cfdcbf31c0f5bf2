import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { accessibilityFaults, cutTexts } from './harness/checks.ts';
import { expectAccountAddsUp, expectCardTrue, expectWordKept, ONE } from './harness/contract-checks.ts';
import { startContractExchange, type ContractExchange } from './harness/contract-exchange.ts';
import { CONTRACTS, type ContractTrader } from './harness/contract-trader.ts';
import type { Customer } from './harness/customer.ts';
import { settled } from './harness/walk.ts';

/** Total moved to the contract account. */
const MOVED = 1_000n * ONE;

let exchange: ContractExchange;
let customer: Customer;
let trader: ContractTrader;

beforeAll(async () => {
  exchange = await startContractExchange({ feedSpeed: 60 });
  ({ customer, trader } = exchange);
});
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await exchange.phone.picture('perpetual-failed');
});
afterAll(() => exchange?.close());

it('begins with nothing: demo funds and one tap that moves them, on the page itself', async () => {
  await customer.open(CONTRACTS);
  await settled(customer.page);
  await trader.form.getByRole('button', { name: 'Enter the lots' }).waitFor();
  await customer.button('Get demo funds').click();
  const card = customer.page.getByRole('region', { name: 'Your contract account is empty' });
  await card.getByRole('button', { name: 'Move 1,000 USDT' }).click();
  await customer.page.getByText('1,000.00 USDT moved to the contract account').waitFor();
  await card.waitFor({ state: 'hidden' });
  await trader.form.getByRole('button', { name: /^Available 1,000\.00 USDT/ }).waitFor();
  expect(await trader.account()).toEqual({ available: MOVED, frozen: 0n });
});

it('says on the button what keeps an order from being sent', async () => {
  const { form } = trader;
  const lots = form.getByRole('textbox', { name: 'Lots' });
  await lots.fill('9000');
  await form.getByRole('button', { name: /^(?:The book has only [\d,]+ lots|At most .+)$/ }).click();
  expect(await trader.dialog().count()).toBe(0);
  await lots.fill('1.5');
  await expect.poll(() => lots.inputValue()).toBe('1');
  await lots.fill('2');
  await form.getByRole('checkbox', { name: 'Take-profit / stop-loss' }).check();
  await form.getByRole('textbox', { name: 'Take-profit' }).fill('1000');
  await form.getByRole('button', { name: /^Take-profit above [\d,.]+$/ }).waitFor();
  await form.getByRole('combobox', { name: 'Given as' }).selectOption('margin');
  await form.getByRole('textbox', { name: 'Take-profit' }).fill('50');
  await form.getByRole('textbox', { name: 'Stop-loss' }).fill('100');
  await form.getByRole('button', { name: /^Stop-loss before [\d,.]+$/ }).waitFor();
  await form.getByRole('textbox', { name: 'Stop-loss' }).fill('20');
  await form.getByText(/^at [\d,.]+ · about −[\d,.]+ USDT · −[\d.]+%$/).waitFor();
  await form.getByRole('checkbox', { name: 'Take-profit / stop-loss' }).uncheck();
});

it.each([390, 320])('does not move while its figures come, %i px wide', async width => {
  const { page } = customer;
  await page.setViewportSize({ width, height: 844 });
  await trader.form.getByRole('textbox', { name: 'Lots' }).fill('');
  const empty = await trader.form.boundingBox();
  await trader.form.getByRole('textbox', { name: 'Lots' }).fill('12');
  await trader.line('worst').filter({ hasText: /\d/ }).waitFor();
  expect((await trader.form.boundingBox())?.height).toBeCloseTo(empty?.height ?? 0, -1);
  await page.setViewportSize({ width: 390, height: 844 });
});

it('opens long and short at what was shown before', async () => {
  await trader.chooseMultiple(10);
  const first = await trader.open('Long', 20);
  const second = await trader.open('Short', 12);
  for (const { said, position } of [first, second]) {
    expectWordKept(said, position);
    await expectCardTrue(trader, position);
  }
  await expectAccountAddsUp(trader, MOVED);
  await customer.tab('Positions 2').waitFor();
});

it('passes the eye and the reader, also with positions', async () => {
  expect(await accessibilityFaults(customer.page)).toEqual([]);
  expect(await cutTexts(customer.page)).toEqual([]);
  await customer.picture('perpetual');
});
