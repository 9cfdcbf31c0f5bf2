import type { CallOutput } from '@tallystick/protocol';
import type { WirePosition } from '@tallystick/protocol/wire';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { expectAccountAddsUp, expectWordKept, ONE } from './harness/contract-checks.ts';
import { fundContracts, startContractExchange, type ContractExchange } from './harness/contract-exchange.ts';
import { cents, CONTRACTS, signed, type ContractTrader } from './harness/contract-trader.ts';
import { figure, type Customer } from './harness/customer.ts';
import { toastShown } from './harness/in-page.ts';
import { walkTo } from './harness/walk.ts';
import { verifySaved } from './harness/verifier.ts';

/** Ten recorded minutes per second: a move of 0.5 %, which liquidates ×100, mostly takes less than a minute. */
const FEED_SPEED = 600;
const A_WHILE_MS = 150_000;
/** Total moved to the contract account. */
const MOVED = 1_000n * ONE;

let exchange: ContractExchange;
let customer: Customer;
let trader: ContractTrader;
let opened: Map<number, bigint>;

beforeAll(async () => {
  exchange = await startContractExchange({ feedSpeed: FEED_SPEED });
  ({ customer, trader } = exchange);
  await fundContracts(exchange, MOVED / ONE);
  await customer.open(CONTRACTS);
  await trader.chooseMultiple(100);
});
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await exchange.phone.picture('perpetual-liquidation-failed');
});
afterAll(() => exchange?.close());

it('opens both ways, and sees one liquidated at the price shown beforehand', async () => {
  // The message shows at once on any page, perhaps before the second position is open.
  const toast = customer.page.evaluate(toastShown, '^(?:Long|Short) BTCUSDT was liquidated at ');
  const openBoth = async () => [await trader.open('Long', 20), await trader.open('Short', 20)];
  const [both] = await Promise.all([openBoth(), toast]);
  opened = new Map(
    both.map(({ position }) => [position.position_id, figure(position.liquidation_price ?? '')]),
  );
  for (const { said, position } of both) expectWordKept(said, position);
  const findLiquidated = async () =>
    (await trader.positions('history')).find(
      ({ position_id: id, close_reason: reason }) => opened.has(id) && reason === 'liquidation',
    );
  await expect.poll(findLiquidated, { timeout: A_WHILE_MS, interval: 500 }).toBeDefined();
  const liquidated = (await findLiquidated())!;
  const { items } = (await customer.page.evaluate(async id => {
    const headers = { Authorization: localStorage.getItem('tallystick.token') ?? '' };
    const reply = await fetch(`/api/lever/liquidations?position_id=${id}`, { headers });
    return ((await reply.json()) as { data: unknown }).data;
  }, liquidated.position_id)) as CallOutput<'GET lever/liquidations'>;
  const record = items[0]!;
  const shown = opened.get(liquidated.position_id)!;
  expect(figure(record.liquidation_price)).toBe(shown);
  const mark = figure(record.mark_price);
  expect(liquidated.direction === 'long' ? mark <= shown : mark >= shown).toBe(true);
  // The loss is limited to its margin and the opening fee: the account still adds up.
  expect(signed(liquidated.net_profit)).toBeLessThan(0n);
  await expectAccountAddsUp(trader, MOVED);
});

it('stops the other at the price that was set', async () => {
  const rest = (await trader.positions()).find(({ position_id: id }) => opened.has(id));
  // If prices turned, it may have been liquidated as well.
  if (rest) await stopClose(rest);
  await expect
    .poll(async () => (await trader.positions()).length, { timeout: A_WHILE_MS, interval: 500 })
    .toBe(0);
  const ended = (await trader.positions('history')).filter(({ position_id: id }) => opened.has(id));
  expect(ended.map(one => one.close_reason)).toEqual(
    expect.arrayContaining([expect.stringMatching(/^(?:liquidation|take_profit|stop_loss)$/)]),
  );
  expect(ended.every(one => one.close_reason !== 'customer')).toBe(true);
  await expectAccountAddsUp(trader, MOVED);
});

it('finds in its notices what happened', async () => {
  await walkTo(customer.page, '/pages/notice/index');
  await customer.page.getByRole('link').filter({ hasText: 'BTC' }).first().waitFor();
  await walkTo(customer.page, CONTRACTS);
});

it('has it all in the history, and each end can be worked out again', async () => {
  await customer.tab('History').click();
  const ended = (await trader.positions('history')).filter(({ position_id: id }) => opened.has(id));
  for (const one of ended) {
    const reason = {
      liquidation: 'Liquidation',
      take_profit: 'Take-profit',
      stop_loss: 'Stop-loss',
    } as const;
    const word = reason[one.close_reason as keyof typeof reason];
    const card = customer.page
      .getByRole('listitem')
      .filter({ hasText: one.direction === 'long' ? 'Long' : 'Short' })
      .filter({ hasText: word })
      .first();
    const net = async () => figure(await card.locator('b').first().innerText());
    await expect.poll(net).toBe(cents(one.net_profit.replace('-', '')));
    await card.getByRole('button').first().click();
    const sheet = trader.dialog().first();
    const cause = one.close_reason === 'liquidation' ? 'Liquidated' : word;
    await sheet
      .getByRole('button', { name: new RegExp(`^${cause} `) })
      .first()
      .click();
    await trader.dialog().last().getByText('The figures are right').waitFor();
    const saved = await verifySaved(customer.page, trader.dialog().last());
    expect(saved.kind).toBe(one.close_reason === 'liquidation' ? 'liquidation' : 'trigger');
    expect(saved.passed).toContain('reached');
    await customer.picture(`perpetual-${one.close_reason}`);
    await trader.dialog().last().getByRole('button', { name: 'Close' }).click();
    await sheet.getByRole('button', { name: 'Close' }).click();
  }
  // A stop that the price has passed before it was saved is refused, which the browser logs; see `stopClose`.
  expect(exchange.phone.complaints.filter(text => !/status of 409/.test(text))).toEqual([]);
});

/**
 * Sets both stops close to the price, so that one of them soon closes the position. Retries if the price passed one
 * before it was saved; stops if the position has ended in another way.
 */
async function stopClose(position: WirePosition): Promise<void> {
  const sheet = trader.dialog('Take-profit and stop-loss');
  const shortTimeout = { timeout: 5_000 };
  const isLong = position.direction === 'long';
  await vi.waitFor(
    async () => {
      const now = await trader.now(position);
      if (now.status !== 'holding') return;
      if (!(await sheet.isVisible())) await trader.act(position, 'Stops', shortTimeout);
      await sheet.getByRole('combobox', { name: 'Given as' }).selectOption('price', shortTimeout);
      const mark = figure(now.mark_price ?? '');
      const at = (perMille: bigint) => String((mark * (1000n + perMille)) / 1000n / ONE);
      const [up, down] = [at(4n), at(-4n)];
      await sheet.getByRole('textbox', { name: 'Take-profit' }).fill(isLong ? up : down, shortTimeout);
      await sheet.getByRole('textbox', { name: 'Stop-loss' }).fill(isLong ? down : up, shortTimeout);
      await sheet.getByRole('button', { name: 'Save stops' }).click(shortTimeout);
      await sheet.waitFor({ state: 'hidden', ...shortTimeout });
    },
    { timeout: A_WHILE_MS, interval: 200 },
  );
}
