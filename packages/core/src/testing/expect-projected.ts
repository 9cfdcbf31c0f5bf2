import { expect } from 'vitest';
import type { Exchange } from '../exchange.ts';
import { CUSTOMER_ACCOUNTS, PLATFORM_ACCOUNTS } from '../ledger/account.ts';
import { limitsAt } from '../limit/standing.ts';
import { levelKey, type Projection } from './projection.ts';

/** Every balance that is not zero, as `Projection.balances` keeps them. */
export function balancesOf(exchange: Exchange, customerIds: readonly number[]): Map<string, bigint> {
  const balances = new Map<string, bigint>();
  const note = (
    ownerId: number,
    account: (typeof CUSTOMER_ACCOUNTS)[number] | (typeof PLATFORM_ACCOUNTS)[number],
  ): void => {
    for (const { id } of exchange.currencies()) {
      const { availableMinor, frozenMinor } = exchange.balance({ ownerId, account, currencyId: id });
      if (availableMinor !== 0n) balances.set(`${ownerId}/${account}/${id}/available`, availableMinor);
      if (frozenMinor !== 0n) balances.set(`${ownerId}/${account}/${id}/frozen`, frozenMinor);
    }
  };
  for (const customerId of customerIds) for (const account of CUSTOMER_ACCOUNTS) note(customerId, account);
  for (const account of PLATFORM_ACCOUNTS) note(0, account);
  return balances;
}

/** Expects everything to follow from the events: money, orders, levels and these customers' products. */
export function expectProjected(
  projection: Projection,
  exchange: Exchange,
  customerIds: readonly number[],
): void {
  expect(balancesOf(exchange, customerIds)).toEqual(projection.balances);
  const frozen = [...projection.balances].filter(([key]) => key.endsWith('/frozen'));
  expect(new Map(frozen)).toEqual(projection.held());
  expectWallet(projection, exchange);
  expectSpot(projection, exchange, customerIds);
  expectPerpetual(projection, exchange, customerIds);
  expectOptions(projection, exchange, customerIds);
  expect([...exchange.trust.openOrders()]).toEqual([...projection.trust.hosted.values()]);
  expect(new Map(exchange.trust.products().map(one => [one.productId, one.enabled]))).toEqual(
    new Map([...projection.trust.products].map(([id, product]) => [id, product.enabled])),
  );
  expectLaunch(projection, exchange);
  expectReferral(projection, exchange, customerIds);
  for (const customerId of customerIds) {
    const standing = exchange.limits.standing(customerId, exchange.lastAtMs);
    expect(standing).toMatchObject(
      limitsAt(projection.limits.get(customerId), customerId, exchange.lastAtMs),
    );
  }
}

function expectReferral({ referral }: Projection, exchange: Exchange, customerIds: readonly number[]): void {
  const pending = customerIds.flatMap(customerId =>
    exchange.referral
      .pendingOf(customerId)
      .map(one => [`${one.promoterId}/${one.currencyId}`, one.amountMinor] as const),
  );
  expect(new Map(pending)).toEqual(referral.pending);
  for (const customerId of customerIds) {
    expect(exchange.referral.promoterOf(customerId)).toBe(referral.promoters.get(customerId) ?? null);
  }
}

function expectWallet(projection: Projection, exchange: Exchange): void {
  expect(exchange.openWithdrawals()).toEqual(
    [...projection.pending.values()].toSorted((a, b) => a.withdrawalId - b.withdrawalId),
  );
  expect(new Set(exchange.frozenCustomers())).toEqual(projection.frozenCustomers);
  const debts = exchange.debts().map(debt => [`${debt.customerId}/${debt.currencyId}`, debt.owedMinor]);
  expect(new Map(debts as [string, bigint][])).toEqual(projection.debts);
}

function expectSpot(projection: Projection, exchange: Exchange, customerIds: readonly number[]): void {
  const waiting = customerIds.flatMap(customerId => exchange.openOrders(customerId));
  expect(new Map(waiting.map(order => [order.orderId, order]))).toEqual(projection.waiting);
  expect(new Map(exchange.markets().map(market => [market.id, market]))).toEqual(projection.markets);
  const levels = new Map<string, number>();
  for (const { id } of exchange.markets()) {
    const { bids, asks } = exchange.depth(id, Infinity);
    for (const [price, lots] of bids) levels.set(levelKey(id, 'buy', price), lots);
    for (const [price, lots] of asks) levels.set(levelKey(id, 'sell', price), lots);
    expect(bids.length === 0 || asks.length === 0 || bids[0]![0] < asks[0]![0]).toBe(true);
    expect(exchange.lastPriceTicks(id)).toBe(projection.lastPriceTicks.get(id) ?? null);
    expect(exchange.marketStatus(id)).toBe(projection.statuses.get(id));
  }
  expect(levels).toEqual(projection.levels);
}

function expectPerpetual(
  { perpetual, balances }: Projection,
  exchange: Exchange,
  customerIds: readonly number[],
): void {
  const live = customerIds.flatMap(customerId => exchange.perpetual.positionsOf(customerId));
  expect(new Map(live.map(position => [position.positionId, position]))).toEqual(perpetual.live);
  const waiting = customerIds.flatMap(customerId => exchange.perpetual.ordersOf(customerId));
  expect(new Map(waiting.map(order => [order.orderId, order]))).toEqual(perpetual.orders);
  const conditional = customerIds.flatMap(customerId => exchange.perpetual.conditionalOrdersOf(customerId));
  expect(new Map(conditional.map(order => [order.conditionalOrderId, order]))).toEqual(
    perpetual.conditionals,
  );
  const levels = new Map<string, number>();
  for (const contract of exchange.perpetual.contracts()) {
    const { marketId, quoteCurrencyId } = contract;
    expect(contract).toEqual(perpetual.contracts.get(marketId));
    expect(exchange.perpetual.status(marketId)).toBe(perpetual.statuses.get(marketId));
    const { bids, asks } = exchange.perpetual.depth(marketId, Infinity);
    for (const [price, lots] of bids) levels.set(levelKey(marketId, 'buy', price), lots);
    for (const [price, lots] of asks) levels.set(levelKey(marketId, 'sell', price), lots);
    const clearing = balances.get(`0/perpetualClearing/${quoteCurrencyId}/available`) ?? 0n;
    expect(clearing).toBe(perpetual.mirror());
  }
  expect(levels).toEqual(perpetual.levels);
}

function expectOptions(
  { options, balances }: Projection,
  exchange: Exchange,
  customerIds: readonly number[],
): void {
  expect(exchange.option.open()).toEqual([...options.open.values()]);
  for (const { id } of exchange.currencies()) {
    expect(balances.get(`0/optionEscrow/${id}/available`) ?? 0n).toBe(options.escrowMinor(id));
    for (const customerId of customerIds) {
      expect(exchange.option.practiceMinor(customerId, id)).toBe(
        options.practice.get(`${customerId}/${id}`) ?? 0n,
      );
    }
  }
}

function expectLaunch({ launch, balances }: Projection, exchange: Exchange): void {
  expect(new Map(exchange.launch.offers().map(offer => [offer.terms.offerId, offer]))).toEqual(launch.offers);
  for (const { status, terms } of exchange.launch.offers()) {
    // Orders of ended offers are deleted.
    if (status === 'released' || status === 'cancelled') continue;
    expect(exchange.launch.orders(terms.offerId)).toEqual(launch.ordersOf(terms.offerId));
  }
  for (const { id } of exchange.currencies()) {
    expect(balances.get(`0/launchEscrow/${id}/available`) ?? 0n).toBe(launch.escrowMinor(id));
  }
}
