import { LANGUAGES } from '@tallystick/protocol/languages';
import type { CallOutput } from '@tallystick/protocol';
import type { WirePosition } from '@tallystick/protocol/wire';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { App } from './harness/app.ts';
import { accessibilityFaults, cutTexts } from './harness/checks.ts';
import { cents, CONTRACTS, ContractTrader, signed, type Said } from './harness/contract-trader.ts';
import { Customer, figure } from './harness/customer.ts';
import { OperatorAtDesk } from './harness/desk.ts';
import { openPhone, type Phone } from './harness/phone.ts';
import { startPreparedApp } from './harness/prepared-app.ts';
import { settled, walkTo } from './harness/walk.ts';

const ONE = 100_000_000n;
/** Screens show cents and steps of a price; what is compared with them is known to more digits. */
const CENT = ONE / 100n;
/** Ten minutes of the recording in a second: half a percent, where ×100 is liquidated, is seldom a minute away. */
const SPEED = '600';
const A_WHILE_MS = 150_000;

let app: App;
let phone: Phone;
let customer: Customer;
let trader: ContractTrader;
/** Everything that was moved to the contract account. */
let moved: bigint;
/** The minute in which these tests began: once it is over, the premium has been sampled. */
let firstMinute: number;

beforeAll(async () => {
  app = await startPreparedApp({ FEED_SPEED: SPEED });
  phone = await openPhone(app.browser);
  customer = new Customer(phone, app);
  trader = new ContractTrader(customer);
  await customer.register('contracts@example.org');
  firstMinute = await minute();
});
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await phone.picture('perpetual-failed');
});
afterAll(async () => {
  await phone?.close();
  await app?.close();
});

const apart = (a: bigint, b: bigint) => (a > b ? a - b : b - a);

/**
 * Prices run while an order is on its way, and its fill is as good as the book is then. What was said stands to the
 * entry that was said as what came stands to the entry that came, to a cent.
 */
function keptItsWord(said: Said, position: WirePosition): void {
  const entry = figure(position.open_price ?? '');
  const expected = (figureSaid: bigint) => (figureSaid * entry) / said.entry;
  expect(apart(expected(said.margin), figure(position.margin))).toBeLessThanOrEqual(2n * CENT);
  expect(apart(expected(said.fee), figure(position.fee))).toBeLessThanOrEqual(2n * CENT);
  const liquidation = figure(position.liquidation_price ?? '');
  expect(apart(expected(said.liquidation), liquidation)).toBeLessThanOrEqual(ONE / 2n);
  // Margin and fee: an isolated position can cost no more.
  expect(apart(said.worst, said.margin + said.fee)).toBeLessThanOrEqual(CENT);
}

/** To the unit: all that came in, and what every position has earned and paid so far. */
async function accountAddsUp(): Promise<void> {
  await expect
    .poll(async () => {
      const all = [...(await trader.positions('holding')), ...(await trader.positions('history'))];
      const { available, frozen } = await trader.account();
      const earned = all.reduce((sum, { net_profit: net }) => sum + signed(net), 0n);
      const held = all.reduce((sum, one) => sum + figure(one.margin) + figure(one.waiting_margin), 0n);
      return { rest: available + frozen - moved - earned, frozen: frozen - held };
    })
    .toEqual({ rest: 0n, frozen: 0n });
}

/** The screen's card against the database's row. */
async function cardIsTrue(position: WirePosition): Promise<void> {
  const card = trader.card(position);
  const beside = (label: string) =>
    card.locator('dt', { hasText: label }).first().locator('..').locator('dd').innerText();
  await expect
    .poll(async () => figure(await beside('Margin')))
    .toBe(cents((await trader.now(position)).margin));
  const now = await trader.now(position);
  expect(figure(await beside('Entry'))).toBe(figure(now.open_price ?? ''));
  const shown = figure(await beside('Liq.'));
  const exact = figure(now.liquidation_price ?? '');
  expect(exact - shown).toBeGreaterThanOrEqual(0n);
  expect(exact - shown).toBeLessThan(ONE / 10n);
}

let long: WirePosition;
let short: WirePosition;

describe('a first position', () => {
  it('begins with nothing: demo funds and one tap that moves them, on the page itself', async () => {
    await customer.open(CONTRACTS);
    await settled(customer.page);
    await trader.form.getByRole('button', { name: 'Enter the lots' }).waitFor();
    await customer.button('Get demo funds').click();
    const card = customer.page.getByRole('region', { name: 'Your contract account is empty' });
    await card.getByRole('button', { name: 'Move 1,000 USDT' }).click();
    await customer.page.getByText('1,000.00 USDT moved to the contract account').waitFor();
    await card.waitFor({ state: 'hidden' });
    moved = 1_000n * ONE;
    await trader.form.getByRole('button', { name: /^Available 1,000\.00 USDT/ }).waitFor();
    expect(await trader.account()).toEqual({ available: moved, frozen: 0n });
  });

  it('says on the button what keeps an order from being sent', async () => {
    const { form } = trader;
    const lots = form.getByRole('textbox', { name: 'Lots' });
    await lots.fill('9000');
    await form.getByRole('button', { name: /^(?:The book has only [\d,]+ lots|At most .+)$/ }).click();
    expect(await trader.dialog().count()).toBe(0);
    await lots.fill('1.5');
    expect(await lots.inputValue()).toBe('1');
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
      keptItsWord(said, position);
      await cardIsTrue(position);
    }
    [long, short] = [first.position, second.position];
    await accountAddsUp();
    await customer.tab('Positions 2').waitFor();
  });

  it('passes the eye and the reader, also with positions', async () => {
    expect(await accessibilityFaults(customer.page)).toEqual([]);
    expect(await cutTexts(customer.page)).toEqual([]);
    await customer.picture('perpetual');
  });
});

describe('what is held', () => {
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
    const announced = figure(await returned.innerText());
    const account = await trader.account();
    await sheet.getByRole('button', { name: 'Close 5 lots' }).click();
    await sheet.waitFor({ state: 'hidden' });
    await trader.card(long).getByText('Open 15 of 20 lots').waitFor();
    const after = await trader.now(long);
    expect(after).toMatchObject({ status: 'holding', holding_lots: 15, closed_lots: 5 });
    const came = (await trader.account()).available - account.available;
    const paid = signed(after.realised_profit) - (figure(after.fee) - figure(before.fee));
    expect(came).toBe(figure(before.margin) - figure(after.margin) + paid);
    // Prices have run on since it was announced, by a percent at most.
    expect(apart(came, announced) * 100n).toBeLessThanOrEqual(figure(before.open_value));
    expect(figure(before.margin) - figure(after.margin)).toBe(figure(before.margin) / 4n);
    await cardIsTrue(after);
    await accountAddsUp();
  });

  it('adds margin, and liquidation goes where it was said to go', async () => {
    await trader.act(short, 'Margin');
    const sheet = trader.dialog('Add margin');
    await sheet.getByRole('textbox', { name: 'Amount' }).fill('25');
    const moving = sheet.locator('dt', { hasText: 'Liquidation' }).locator('..').locator('dd');
    const announced = figure((await moving.innerText()).split('\n').findLast(part => /\d/.test(part)) ?? '');
    await sheet.getByRole('button', { name: 'Add 25.00 USDT' }).click();
    await sheet.waitFor({ state: 'hidden' });
    const after = await trader.now(short);
    expect(figure(after.margin) - figure(short.margin)).toBe(25n * ONE);
    expect((figure(after.liquidation_price ?? '') * 10n) / ONE).toBe((announced * 10n) / ONE);
    await cardIsTrue(after);
    await accountAddsUp();
  });

  it('is paid funding, and works the payment out again', async () => {
    const operator = await OperatorAtDesk.loggedIn(app, 'admin');
    const rates = async () =>
      (await customer.page.evaluate(async () => {
        const reply = await fetch('/api/lever/funding_history?market_id=1');
        return ((await reply.json()) as { data: { items: unknown[] } }).data.items.length;
      })) as number;
    // A rate is the mean of the minutes' samples: one has to be taken.
    let sampled = firstMinute;
    for (let tries = 0; tries < 3 && (await rates()) === 0; tries++) {
      await expect.poll(minute, { timeout: 70_000, interval: 500 }).toBeGreaterThan(sampled);
      await operator.open('/clock', 'Clock');
      await operator.button('8 hours').click();
      await operator.giveReason('browser test', 'Put forward');
      sampled = await minute();
    }
    expect(await rates()).toBeGreaterThan(0);
    await accountAddsUp();
    const [one, other] = [await trader.now(long), await trader.now(short)];
    const receiver = signed(one.funding) > 0n ? one : other;
    expect(signed(receiver.funding)).toBeGreaterThan(0n);
    const direction = receiver.direction === 'long' ? 'Long' : 'Short';
    await customer.button(new RegExp(`^Details of ${direction} BTCUSDT`)).click();
    const sheet = trader.dialog().first();
    const line = sheet.getByRole('listitem').filter({ hasText: 'Funding received' });
    expect(figure(await line.locator('span').last().innerText())).toBe(cents(receiver.funding));
    await line.getByRole('button').click();
    const proof = trader.dialog('Funding received');
    await proof.getByText('The figures are right').waitFor();
    await customer.picture('perpetual-funding');
    await proof.getByRole('button', { name: 'Close' }).click();
    await sheet.getByRole('button', { name: 'Close' }).click();
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
    expect((await trader.now(long)).closing).toMatchObject({ lots: 4 });
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
    await accountAddsUp();
    await customer.button(/^Details of Short BTCUSDT/).click();
    const details = trader.dialog().first();
    await details.getByRole('button', { name: `Offset against #${long.position_id}` }).click();
    const proof = trader.dialog(`Offset against #${long.position_id}`);
    await proof.getByText('The figures are right').waitFor();
    await customer.picture('perpetual-offset');
    await proof.getByRole('button', { name: 'Close' }).click();
    await details.getByRole('button', { name: 'Close' }).click();
  });

  it('closes all, after saying what that reaches', async () => {
    // One more that waits, to open: far below the price.
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
    await accountAddsUp();
    expect((await trader.account()).frozen).toBe(0n);
  });
});

describe('at ×100 on prices that run', () => {
  let opened: Map<number, bigint>;

  it('opens both ways, and sees one liquidated at the price shown beforehand', async () => {
    await trader.chooseMultiple(100);
    // Told at once, on whatever page: perhaps before the second one is open.
    const told = customer.page
      .getByText(/^(?:Long|Short) BTCUSDT was liquidated at /)
      .first()
      .waitFor({ timeout: A_WHILE_MS });
    const both = [await trader.open('Long', 20), await trader.open('Short', 20)];
    opened = new Map(
      both.map(({ position }) => [position.position_id, figure(position.liquidation_price ?? '')]),
    );
    for (const { said, position } of both) keptItsWord(said, position);
    const dead = async () =>
      (await trader.positions('history')).find(
        ({ position_id: id, close_reason: reason }) => opened.has(id) && reason === 'liquidation',
      );
    await expect.poll(dead, { timeout: A_WHILE_MS, interval: 500 }).toBeDefined();
    await told;
    const gone = (await dead())!;
    const { items } = (await customer.page.evaluate(async id => {
      const headers = { Authorization: localStorage.getItem('tallystick.token') ?? '' };
      const reply = await fetch(`/api/lever/liquidations?position_id=${id}`, { headers });
      return ((await reply.json()) as { data: unknown }).data;
    }, gone.position_id)) as CallOutput<'GET lever/liquidations'>;
    const record = items[0]!;
    const shown = opened.get(gone.position_id)!;
    expect(figure(record.liquidation_price)).toBe(shown);
    const mark = figure(record.mark_price);
    expect(gone.direction === 'long' ? mark <= shown : mark >= shown).toBe(true);
    // It cost no more than its margin and the fee of opening.
    expect(signed(gone.net_profit)).toBeLessThan(0n);
    await accountAddsUp();
  });

  it('stops the other at the price that was set', async () => {
    const rest = (await trader.positions()).find(({ position_id: id }) => opened.has(id));
    // It may have been liquidated as well, by prices that turned.
    if (rest) await stopClose(rest);
    await expect
      .poll(async () => (await trader.positions()).length, { timeout: A_WHILE_MS, interval: 500 })
      .toBe(0);
    const ended = (await trader.positions('history')).filter(({ position_id: id }) => opened.has(id));
    expect(ended.map(one => one.close_reason)).toEqual(
      expect.arrayContaining([expect.stringMatching(/^(?:liquidation|take_profit|stop_loss)$/)]),
    );
    expect(ended.every(one => one.close_reason !== 'customer')).toBe(true);
    await accountAddsUp();
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
      const net = figure(await card.locator('b').first().innerText());
      expect(net).toBe(cents(one.net_profit.replace('-', '')));
      await card.getByRole('button').first().click();
      const sheet = trader.dialog().first();
      const cause = one.close_reason === 'liquidation' ? 'Liquidated' : word;
      await sheet
        .getByRole('button', { name: new RegExp(`^${cause} `) })
        .first()
        .click();
      await trader.dialog().last().getByText('The figures are right').waitFor();
      await customer.picture(`perpetual-${one.close_reason}`);
      await trader.dialog().last().getByRole('button', { name: 'Close' }).click();
      await sheet.getByRole('button', { name: 'Close' }).click();
    }
    expect(phone.complaints).toEqual([]);
  });

  /**
   * Sets both stops a little away from the price: whichever it reaches first closes the position. Tries again where the
   * price ran past one of them before it was saved.
   */
  async function stopClose(position: WirePosition): Promise<void> {
    await trader.act(position, 'Stops');
    const sheet = trader.dialog('Take-profit and stop-loss');
    await sheet.getByRole('combobox', { name: 'Given as' }).selectOption('price');
    const isLong = position.direction === 'long';
    await vi.waitFor(
      async () => {
        const now = await trader.now(position);
        if (now.status !== 'holding') return;
        const mark = figure(now.mark_price ?? '');
        const at = (perMille: bigint) => String((mark * (1000n + perMille)) / 1000n / ONE);
        const [up, down] = [at(4n), at(-4n)];
        await sheet.getByRole('textbox', { name: 'Take-profit' }).fill(isLong ? up : down);
        await sheet.getByRole('textbox', { name: 'Stop-loss' }).fill(isLong ? down : up);
        await sheet.getByRole('button', { name: 'Save stops' }).click({ timeout: 2_000 });
        await sheet.waitFor({ state: 'hidden', timeout: 5_000 });
      },
      { timeout: A_WHILE_MS, interval: 200 },
    );
  }
});

/** The server's time in whole minutes. */
async function minute(): Promise<number> {
  const atMs = await customer.page.evaluate(async () => {
    const reply = await fetch('/api/lever/contracts');
    const answer = (await reply.json()) as { data: { items: { ticker: { at_ms: number } }[] } };
    return answer.data.items[0]!.ticker.at_ms;
  });
  return Math.floor(atMs / 60_000);
}

describe('around the desk', () => {
  it('explains the contract: tiers, fees, funding history, insurance fund', async () => {
    await walkTo(customer.page, '/pages/lever/details?market=1');
    const { page } = customer;
    await page.getByText('≤ 50,000').waitFor();
    const listed = page.waitForResponse(reply => reply.url().endsWith('/api/lever/contracts'));
    await page.reload();
    const { data } = (await (await listed).json()) as { data: CallOutput<'GET lever/contracts'> };
    await settled(page);
    const insurance = figure(await page.locator('[data-figure="insurance"]').innerText());
    expect(insurance).toBe(cents(data.insurance.balance));
    expect(await page.getByRole('table').nth(1).getByRole('row').count()).toBeGreaterThan(1);
    await page.getByRole('switch', { name: 'Funding received or paid' }).check();
    await page.getByText('Saved').waitFor();
    await page.reload();
    await settled(page);
    expect(await page.getByRole('switch', { name: 'Funding received or paid' }).isChecked()).toBe(true);
    expect(await accessibilityFaults(page)).toEqual([]);
  });

  it('puts the chart beside form and book where there is room for it', async () => {
    const { page } = customer;
    const chart = page.getByRole('figure', { name: /BTC\/USDT/ });
    for (const route of [CONTRACTS, '/pages/trade/index?market=1']) {
      await walkTo(page, route);
      await page.locator('form').first().waitFor();
      expect(await chart.count()).toBe(0);
      for (const width of [900, 1000, 1100, 1440]) {
        await page.setViewportSize({ width, height: 844 });
        await chart.waitFor();
        await page.getByRole('radiogroup', { name: 'Interval' }).waitFor();
        expect(await accessibilityFaults(page)).toEqual([]);
        expect(await cutTexts(page)).toEqual([]);
      }
      await page.setViewportSize({ width: 390, height: 844 });
      await chart.waitFor({ state: 'detached' });
    }
    expect(phone.complaints).toEqual([]);
  });

  it('finds another contract by a part of its name', async () => {
    const { page } = customer;
    await walkTo(page, CONTRACTS);
    await customer.button(/^BTCUSDT/).click();
    const sheet = trader.dialog('Contracts');
    await sheet.getByRole('searchbox').fill('eth');
    await expect.poll(() => sheet.getByRole('listitem').count()).toBe(1);
    await sheet.getByRole('button', { name: /^ETHUSDT/ }).click();
    await customer.button(/^ETHUSDT/).waitFor();
    await walkTo(page, CONTRACTS);
  });

  it('gives the chart the whole screen, and the page back on the way back or Escape', async () => {
    const { page } = customer;
    await walkTo(page, '/pages/trade/kline?market=1&product=contract');
    const chart = page.getByRole('figure', { name: /BTC\/USDT/ });
    const height = async () => (await chart.boundingBox())?.height ?? 0;
    // Before that, the chart is not as high as it will be.
    await chart.locator('canvas').first().waitFor();
    await customer.button('Full screen').waitFor();
    const usual = await height();
    for (const leave of [() => page.goBack(), () => page.keyboard.press('Escape')]) {
      await customer.button('Full screen').click();
      await customer.button('Leave full screen').waitFor();
      await expect.poll(height).toBeGreaterThan(700);
      expect(await cutTexts(page)).toEqual([]);
      await leave();
      await customer.button('Full screen').waitFor();
      await expect.poll(height).toBe(usual);
    }
  });

  it.each(LANGUAGES)('nothing is cut in %s, on a usual phone and on a small one', async language => {
    const { page } = customer;
    await page.evaluate(code => localStorage.setItem('tallystick.lang', code), language);
    const faults: string[] = [];
    for (const width of [390, 320]) {
      await page.setViewportSize({ width, height: 844 });
      for (const route of [
        CONTRACTS,
        '/pages/lever/details?market=1',
        '/pages/trade/kline?market=1&product=contract',
      ]) {
        await page.goto(`${app.webUrl}#${route}`);
        await page.reload();
        await settled(page);
        if (route === CONTRACTS) await page.locator('form').getByRole('checkbox').check();
        faults.push(...(await cutTexts(page)).map(fault => `${width} ${route}: ${fault}`));
      }
    }
    expect(faults).toEqual([]);
  });
});
