import { DAY_MS } from '@tallystick/core/durations';
import { formatMinor, parseDecimal } from '@tallystick/core/money/decimal';
import type { WirePortfolio } from '@tallystick/protocol';
import { BTC, ETH, USDT } from '@tallystick/protocol/currency-ids';
import { portfolioOf, stressOf } from '@tallystick/protocol/portfolio/portfolio';
import { readPortfolio } from '@tallystick/protocol/portfolio/read-portfolio';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PerpetualTraders } from '../../testing/perpetual-traders.ts';
import { freshKey, TestServer, type TestCustomer } from '../../testing/test-server.ts';
import { auth, Traders } from '../../testing/traders.ts';
import { announce, lumaChange, passTo } from '../launch/testing/offer.ts';
import { Players } from '../option/testing/players.ts';
import { listDemoTrust } from '../trust/listing.ts';

let server: TestServer;
let spot: Traders;
let perpetual: PerpetualTraders;
let players: Players;
let customer: TestCustomer;
let maker: TestCustomer;

beforeAll(async () => {
  server = await TestServer.start();
  spot = new Traders(server);
  await spot.begin();
  perpetual = new PerpetualTraders(server);
  await perpetual.begin();
  players = await Players.of(server);
  await listDemoTrust(server.database.pool, server.engine.exchange, server.engine.bus);
  customer = await spot.join();
  await players.equip(customer);
  await perpetual.welcome(customer);
  maker = await perpetual.join(100_000);
  await credit('trust', USDT, 5_000_000_000n);
  await credit('contract', BTC, 10_000_000n);
});
afterAll(() => server.close());

function credit(account: 'contract' | 'trust', currencyId: number, amountMinor: bigint) {
  const { id: customerId } = customer;
  const reference = `test:${account}:${currencyId}`;
  const from = 'faucet' as const;
  return server.submit({ type: 'credit', customerId, account, currencyId, amountMinor, from, reference });
}

const portfolio = (): Promise<WirePortfolio> => server.call('GET wallet/portfolio', {}, auth(customer));
const part = (answer: WirePortfolio, product: string, kind: string, currencyId: number = USDT) =>
  answer.parts.find(one => one.product === product && one.kind === kind && one.currency_id === currencyId)
    ?.amount;

/** Everything in one account and currency, by the parts of a portfolio and by the wallet. */
async function expectWallet(answer: WirePortfolio): Promise<void> {
  const { accounts } = await server.call('POST wallet/list', {}, auth(customer));
  const held = new Map<string, bigint>();
  for (const { account, balances } of accounts) {
    for (const { currency, total } of balances) {
      const minor = parseDecimal(total, currency.decimals)!;
      if (minor !== 0n) held.set(`${account} ${currency.id}`, minor);
    }
  }
  const sums = new Map<string, bigint>();
  for (const { product, kind, currencyId, amountMinor } of readPortfolio(answer).parts) {
    if (kind === 'owed') continue;
    const key = `${product === 'launch' ? 'spot' : product} ${currencyId}`;
    sums.set(key, (sums.get(key) ?? 0n) + amountMinor);
  }
  expect(sums).toEqual(held);
  // Nothing is frozen for a reason that the portfolio does not know.
  expect(answer.parts.filter(({ kind }) => kind === 'frozen')).toEqual([]);
}

/** The figures of the answer are those of its own parts. */
function expectFigures(answer: WirePortfolio): void {
  const { equityMinor, account, losses, exposure } = portfolioOf(readPortfolio(answer));
  const usdt = (minor: bigint) => formatMinor(minor, 6);
  expect(answer.figures).toMatchObject({
    equity: usdt(equityMinor),
    contract_equity: usdt(account.equityMinor),
    margin: usdt(account.marginMinor),
    maintenance: usdt(account.maintenanceMinor),
    net_exposure: usdt(exposure.netMinor),
    gross_exposure: usdt(exposure.grossMinor),
    worst_loss: usdt(losses.worstMinor),
    waiting_loss: usdt(losses.waiting.spotMinor + losses.waiting.contractMinor),
  });
}

describe('a portfolio', () => {
  it('has everything in its accounts, and counts all of it at the index', async () => {
    const answer = await portfolio();
    await expectWallet(answer);
    expectFigures(answer);
    // Nothing was traded yet, so the wallet's last prices are the index as well.
    const { total_usdt: total } = await server.call('POST wallet/list', {}, auth(customer));
    expect(answer.figures).toMatchObject({ equity: total, equity_at_index: total });
    expect(answer.currencies.find(({ currency }) => currency.id === ETH)).toMatchObject({
      ...{ price: '3000', price_source: 'index' },
    });
  });

  it('is not for visitors', async () => {
    expect((await server.try('GET wallet/portfolio', {}, {})).status).toBe(401);
  });

  it('names what spot orders and withdrawals hold', async () => {
    await spot.place(customer, { price: '59000', quantity: '0.01' });
    await spot.place(customer, { price: '58000', quantity: '0.01' });
    await spot.place(customer, { side: 'sell', price: '61000', quantity: '0.02' });
    const via = 'custodyTron' as const;
    const withdrawal = { withdrawalId: 1, currencyId: USDT, amountMinor: 50_000_000n, feeMinor: 0n, via };
    await server.submit({ type: 'requestWithdrawal', customerId: customer.id, ...withdrawal });
    const answer = await portfolio();
    await expectWallet(answer);
    expectFigures(answer);
    expect(part(answer, 'spot', 'orders')).toBe('1170');
    expect(part(answer, 'spot', 'orders', BTC)).toBe('0.02');
    expect(part(answer, 'spot', 'withdrawals')).toBe('50');
    expect(answer.waiting).toEqual([
      { product: 'spot', symbol: 'BTC/USDT', side: 'buy', orders: 2, currency_id: USDT, amount: '1170' },
      { product: 'spot', symbol: 'BTC/USDT', side: 'sell', orders: 1, currency_id: BTC, amount: '0.02' },
    ]);
    expect(answer.figures.waiting_loss).toBe('1170');
  });

  it('has stakes without practice, deposits with the price of leaving, and debts', async () => {
    const reset = { currencyId: USDT, amountMinor: 1_000_000_000n };
    await server.submit({ type: 'resetPractice', customerId: customer.id, ...reset });
    await players.buy(customer, { practice: true });
    await players.buy(customer, { amount: '100' });
    const product = server.engine.exchange.trust.products().find(one => one.currencyId === USDT)!;
    const { productId, version: termsVersion, minMinor: amountMinor } = product;
    const bought = { productId, termsVersion, amountMinor, autoRenew: false };
    await server.submit({ type: 'buyTrust', customerId: customer.id, ...bought });
    const answer = await portfolio();
    await expectWallet(answer);
    expectFigures(answer);
    expect(part(answer, 'option', 'stakes')).toBe('100');
    expect(part(answer, 'trust', 'deposits')).toBe('100');
    // 0.6 % a day for 15 days.
    expect(answer.deposits).toMatchObject([{ principal: '100', penalty: '9', remaining_days: 15 }]);
    expect(answer.figures.worst_losses).toContainEqual({ product: 'option', cause: 'stakes', loss: '100' });
    await players.later(120_000);
  });

  it('counts a debt against the equity', async () => {
    const poor = await server.customer();
    const given = { customerId: poor.id, currencyId: USDT, amountMinor: 5_000_000n };
    const deposit = { account: 'spot', from: 'custodyTron', reference: 'deposit:7' } as const;
    await server.submit({ type: 'credit', ...given, ...deposit });
    await server.submit({
      ...{ type: 'transfer', customerId: poor.id, currencyId: USDT, from: 'spot', to: 'trust' },
      amountMinor: 4_000_000n,
    });
    await server.submit({
      ...{ type: 'reverseDeposit', ...given, depositId: 7, creditedMinor: 5_000_000n },
      ...{ to: 'custodyTron', reference: 'deposit:7' },
    });
    const answer = await server.call('GET wallet/portfolio', {}, auth(poor));
    const owed = answer.parts.filter(({ kind }) => kind === 'owed');
    const debt = server.engine.exchange.owedMinor(poor.id, USDT);
    expect(debt).toBeGreaterThan(0n);
    expect(owed).toMatchObject([{ product: 'spot', amount: `-${formatMinor(debt, 6)}` }]);
    expect(answer.figures.equity).toBe('0');
  });

  it('has each contract with the exchange’s own figures, and what waits to open', async () => {
    await perpetual.quote(maker, '59990', '60010');
    await perpetual.open(customer, { direction: 'long', lots: 100, multiple: 20 });
    await perpetual.open(customer, { direction: 'short', lots: 40, multiple: 5 });
    await perpetual.open(customer, { type: 'limit', price: '59000', lots: 10, multiple: 10 });
    await perpetual.index(60_050);
    const answer = await portfolio();
    await expectWallet(answer);
    expectFigures(answer);
    const { groups, account } = portfolioOf(readPortfolio(answer));
    const held = (await perpetual.positions(customer)).toReversed();
    expect(groups).toHaveLength(2);
    for (const [at, { group, positions, resultMinor, maintenanceMinor }] of groups.entries()) {
      expect(held[at]).toMatchObject({
        position_id: group.positions[0]!.positionId,
        margin: formatMinor(group.marginMinor, 6),
        unrealised_profit: formatMinor(resultMinor, 6),
        maintenance_margin: formatMinor(maintenanceMinor, 6),
        value: formatMinor(positions[0]!.valueMinor, 6),
      });
    }
    expect(account.waitingMinor).toBe(parseDecimal(answer.waiting.at(-1)!.amount, 6));
    expect(answer.waiting.at(-1)).toMatchObject({ product: 'contract', side: 'long', orders: 1 });
  });

  it('says before which positions a fall takes, and no less than it takes', async () => {
    const minor = (text: string) => parseDecimal(text, 6, { signed: true })!;
    const before = await perpetual.positions(customer);
    const said = stressOf(readPortfolio(await portfolio()), new Map([[BTC, -10]]));
    expect(said.liquidated).toHaveLength(1);
    const [{ figures, changeMinor } = { figures: null, changeMinor: 0n }] = said.liquidated;
    const goes = figures!.group.positions[0]!;
    expect(goes).toMatchObject({ side: 'long', lots: 100, multiple: 20 });
    for (let price = 60_000; price >= 54_000; price -= 500) {
      server.clock.nowMs += 60_000;
      await perpetual.index(price);
    }
    const after = await portfolio();
    await expectWallet(after);
    expectFigures(after);
    const ids = readPortfolio(after).groups.map(group => group.positions[0]!.positionId);
    expect(ids).not.toContain(goes.positionId);
    const held = before.find(one => one.position_id === goes.positionId)!;
    const ended = (await perpetual.positions(customer, 'history')).find(
      one => one.position_id === goes.positionId,
    )!;
    expect(ended.close_reason).toBe('liquidation');
    const taken = minor(ended.net_profit) - minor(held.net_profit) - minor(held.unrealised_profit);
    expect(taken).toBeGreaterThanOrEqual(changeMinor);
    expect(taken).toBeLessThan(0n);
  });

  it('has what new coins cost until their launch, then the coins', async () => {
    const change = await announce(server, lumaChange(server.clock.nowMs));
    await passTo(server, change.start_ms);
    await server.call(
      'POST lh/send/order',
      { offer_id: 1, currency_id: USDT, amount: '200', agreement: true },
      { token: customer.token, key: freshKey() },
    );
    const committed = await portfolio();
    await expectWallet(committed);
    expect(part(committed, 'launch', 'commitments')).toBe('200');
    await passTo(server, change.close_ms);
    const paid = await portfolio();
    await expectWallet(paid);
    expect(part(paid, 'launch', 'locked')).toBe('200');
    await passTo(server, change.launch_ms);
    const launched = await portfolio();
    await expectWallet(launched);
    expectFigures(launched);
    expect(part(launched, 'launch', 'locked', 101)).toBe('300');
    expect(part(launched, 'spot', 'available', 101)).toBe('100');
    // Without an index and a trade, the issue price: 400 at 0.5.
    expect(launched.currencies.find(({ currency }) => currency.id === 101)).toMatchObject({
      ...{ price: '0.5', price_source: 'market', price_at_ms: null },
    });
    const { equity, equity_at_index: atIndex } = launched.figures;
    expect(parseDecimal(equity, 6)! - parseDecimal(atIndex, 6)!).toBe(200_000_000n);
    await passTo(server, change.launch_ms + 10 * DAY_MS);
    await expectWallet(await portfolio());
  });
});
