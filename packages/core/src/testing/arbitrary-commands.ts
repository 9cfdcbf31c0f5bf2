import fc from 'fast-check';
import type { Command } from '../command.ts';
import { CHANNELS, CUSTOMER_ACCOUNTS, HOUSE_FUNDS } from '../ledger/account.ts';
import { CANCEL_SCOPES, REPLACE_MODES, type BatchPart, type PlaceOrder } from '../spot/command.ts';
import { SELF_TRADE_MODES, TRIGGER_DIRECTIONS, type OrderInstructions, type Side } from '../spot/order.ts';
import { arbitraryOptionCommand } from './arbitrary-options.ts';
import { arbitraryTrustCommand } from './arbitrary-trust.ts';
import { BTC, BTC_USDT, ETH_USDT, TEST_MARKETS, USDT } from './demo-exchange.ts';

/**
 * Commands for properties. Few customers, few prices and little money make orders match, stops fire, funds run out and
 * limits be reached all the time. Some commands are invalid.
 */

const customerId: fc.Arbitrary<number> = fc.oneof(
  { weight: 30, arbitrary: fc.integer({ min: 1, max: 3 }) },
  fc.constantFrom(0, 9, -1, 1.5),
);
const marketId: fc.Arbitrary<number> = fc.oneof(
  { weight: 30, arbitrary: fc.constantFrom(BTC_USDT, ETH_USDT) },
  fc.constantFrom(0, 7),
);
const priceTicks = fc.oneof(
  { weight: 40, arbitrary: fc.integer({ min: -6, max: 6 }).map(step => 600_000 + step * 2_000) },
  fc.constantFrom(0, -1, 1, 0.5, NaN, 10_000_000, 10_000_001, 2 ** 53),
);
const quantityLots = fc.oneof(
  { weight: 40, arbitrary: fc.integer({ min: 1, max: 20_000 }) },
  fc.constantFrom(0, -5, 1.5, NaN, 900_719_925, 2 ** 53),
);
const budgetMinor = fc.oneof(
  { weight: 20, arbitrary: fc.bigInt(1n, 9_000_000_000n) },
  fc.constantFrom(0n, -1n, 2n ** 53n, 10n ** 40n),
);
const side = fc.constantFrom('buy' as const, 'sell' as const);
const timeInForce = fc.constantFrom(
  'GTC' as const,
  'GTC' as const,
  'GTC' as const,
  'IOC' as const,
  'FOK' as const,
  'GTD' as const,
);

/** Mostly none. Times are near the beginning of histories, some in the past. */
const instructions: fc.Arbitrary<OrderInstructions | null> = fc.oneof(
  { weight: 3, arbitrary: fc.constant(null) },
  {
    weight: 2,
    arbitrary: fc.record(
      {
        selfTrade: fc.constantFrom(...SELF_TRADE_MODES),
        ifUnfillable: fc.constant('expire' as const),
        guarded: fc.constant(true as const),
        triggerDirection: fc.constantFrom(...TRIGGER_DIRECTIONS),
        triggerSource: fc.constant('index' as const),
      },
      { requiredKeys: [] },
    ),
  },
);
const expiresAtMs = fc.integer({ min: 0, max: 200_000 }).map(ms => 1_700_000_000_000 + ms);

/** Brackets and visible lots, of some orders that may have them and of a few that may not. */
function partsOf({ side, priceTicks, quantityLots, orderType }: PlaceOrder, odd: number): OrderInstructions {
  if (odd === 3 && quantityLots !== null) return { visibleLots: Math.ceil(quantityLots / 3) };
  if (odd === 4 && orderType === 'limit' && quantityLots !== null)
    return { visibleLots: Math.max(1, Math.floor(quantityLots / 4)) };
  if (odd < 5 || odd > 9 || (side === 'sell' && odd !== 9)) return {};
  const around = priceTicks ?? 600_000;
  const profit = { takeProfitTicks: around + 2_000 };
  const loss = { stopLossTicks: around - 2_000 };
  if (odd === 5) return profit;
  if (odd === 6) return { ...loss, stopLossPriceTicks: around - 4_000 };
  return odd === 7 ? loss : { ...profit, ...loss };
}

/** Orders with what they may ask for; one in some with what they may not. */
function instructed(orders: fc.Arbitrary<PlaceOrder>): fc.Arbitrary<PlaceOrder> {
  return fc.tuple(orders, instructions, expiresAtMs, fc.nat(15)).map(([order, chosen, ends, odd]) => {
    const { triggerDirection, triggerSource, ...given } = chosen ?? {};
    const expires = (order.timeInForce === 'GTD') === (odd !== 0) ? { expiresAtMs: ends } : {};
    const points =
      triggerDirection !== undefined && (order.triggerTicks === null) === (odd === 1)
        ? { triggerDirection }
        : {};
    const watches =
      triggerSource !== undefined && (order.triggerTicks === null) === (odd === 2) ? { triggerSource } : {};
    const all = { ...given, ...points, ...watches, ...expires, ...partsOf(order, odd) };
    return Object.keys(all).length === 0 ? order : { ...order, instructions: all };
  });
}

const common = {
  type: fc.constant('placeOrder' as const),
  customerId,
  marketId,
  side,
  timeInForce,
  postOnly: fc.oneof({ weight: 6, arbitrary: fc.constant(false) }, fc.constant(true)),
  clientOrderId: fc.constantFrom(null, null, null, 'mine', 'My.own:1', 'not this'),
};

const limit: fc.Arbitrary<PlaceOrder> = fc.record({
  ...common,
  orderType: fc.constant('limit' as const),
  priceTicks,
  quantityLots,
  budgetMinor: fc.constant(null),
  triggerTicks: fc.constant(null),
});

const market: fc.Arbitrary<PlaceOrder> = fc
  .record({
    ...common,
    orderType: fc.constant('market' as const),
    quantityLots,
    budgetMinor,
    byBudget: fc.boolean(),
  })
  .map(order => withoutPrice({ ...order, triggerTicks: null }));

const stopLimit: fc.Arbitrary<PlaceOrder> = fc.record({
  ...common,
  orderType: fc.constant('stopLimit' as const),
  priceTicks,
  quantityLots,
  budgetMinor: fc.constant(null),
  triggerTicks: priceTicks,
});

const stopMarket: fc.Arbitrary<PlaceOrder> = fc
  .record({
    ...common,
    orderType: fc.constant('stopMarket' as const),
    quantityLots,
    budgetMinor,
    triggerTicks: priceTicks,
    byBudget: fc.constant(true),
  })
  .map(withoutPrice);

/** Market orders have no price: buys have a budget or a quantity, sells a quantity. */
function withoutPrice<T extends { side: Side; quantityLots: number; budgetMinor: bigint; byBudget: boolean }>(
  order: T,
) {
  const { byBudget, ...rest } = order;
  const spends = byBudget && order.side === 'buy';
  return {
    ...rest,
    postOnly: false,
    priceTicks: null,
    quantityLots: spends ? null : order.quantityLots,
    budgetMinor: spends ? order.budgetMinor : null,
  };
}

const trailingStop: fc.Arbitrary<PlaceOrder> = fc
  .tuple(
    stopMarket,
    fc.option(priceTicks),
    fc.constantFrom('ticks' as const, 'ppm' as const),
    fc.oneof(
      { weight: 20, arbitrary: fc.integer({ min: 1_000, max: 14_000 }) },
      fc.constantFrom(0, 0.5, 700_000),
    ),
    fc.constantFrom(null, null, 'index' as const),
  )
  .map(([order, triggerTicks, by, distance, triggerSource]) => ({
    ...order,
    orderType: 'trailingStop',
    timeInForce: 'GTC',
    triggerTicks,
    instructions: { trail: { by, distance }, ...(triggerSource === null ? {} : { triggerSource }) },
  }));

/** Any mixture of fields; most are refused. */
const nonsense: fc.Arbitrary<PlaceOrder> = fc.record({
  ...common,
  orderType: fc.constantFrom(
    'limit' as const,
    'market' as const,
    'stopLimit' as const,
    'stopMarket' as const,
  ),
  priceTicks: fc.option(priceTicks),
  quantityLots: fc.option(quantityLots),
  budgetMinor: fc.option(budgetMinor),
  triggerTicks: fc.option(priceTicks),
});

/** Two orders of which one trades: mostly the right way round. */
const orderList: fc.Arbitrary<Command> = fc
  .record({
    customerId,
    marketId,
    side,
    quantityLots,
    priceTicks,
    away: fc.integer({ min: -1, max: 5 }),
    byLimit: fc.boolean(),
    budgetMinor,
    clientOrderId: fc.constantFrom(null, null, 'mine'),
    stopClientOrderId: fc.constantFrom(null, null, 'mine', 'My.own:1'),
    instructions,
  })
  .map(({ away, byLimit, instructions: chosen, ...list }) => {
    const triggerTicks = list.priceTicks + (list.side === 'buy' ? 1 : -1) * away * 4_000;
    const { triggerDirection: _, ifUnfillable: __, ...asked } = chosen ?? {};
    return {
      ...list,
      type: 'placeOrderList',
      triggerTicks,
      stopPriceTicks: byLimit ? triggerTicks : null,
      budgetMinor: byLimit || list.side === 'sell' ? null : list.budgetMinor,
      ...(Object.keys(asked).length === 0 ? {} : { instructions: asked }),
    };
  });

const orderId = fc.oneof(
  { weight: 20, arbitrary: fc.integer({ min: 1, max: 60 }) },
  fc.constantFrom(0, -1, 1.5, NaN, 2 ** 60),
);

/** Which of the figures change: bits. */
const amend: fc.Arbitrary<Command> = fc
  .record({
    customerId,
    orderId,
    priceTicks,
    quantityLots,
    budgetMinor,
    trigger: priceTicks,
    which: fc.nat(15),
  })
  .map(({ which, trigger, ...figures }) => ({
    type: 'amendOrder',
    customerId: figures.customerId,
    orderId: figures.orderId,
    priceTicks: which & 1 ? figures.priceTicks : null,
    quantityLots: which & 2 ? figures.quantityLots : null,
    budgetMinor: which > 13 ? figures.budgetMinor : null,
    triggerTicks: which & 4 && which < 13 ? trigger : null,
  }));

/** As a journal can hold it, for commands that are accepted although parts are refused: JSON has no NaN. */
function written(order: PlaceOrder): PlaceOrder {
  const { priceTicks, quantityLots, triggerTicks } = order;
  return {
    ...order,
    priceTicks: priceTicks === null ? null : writtenFigure(priceTicks),
    quantityLots: quantityLots === null ? null : writtenFigure(quantityLots),
    triggerTicks: triggerTicks === null ? null : writtenFigure(triggerTicks),
  };
}

function writtenFigure(figure: number): number {
  return Number.isNaN(figure) ? 0.5 : figure;
}

const replaceOne: fc.Arbitrary<Command> = fc
  .tuple(
    fc.oneof(limit, stopLimit).map(written),
    orderId.map(writtenFigure),
    fc.constantFrom(...REPLACE_MODES),
  )
  .map(([order, cancelOrderId, mode]) => ({ ...order, type: 'replaceOrder', cancelOrderId, mode }));

const batch: fc.Arbitrary<Command> = fc
  .tuple(
    customerId,
    fc.array(fc.oneof(limit, limit, market).map(written), { maxLength: 3 }),
    fc.array(orderId.map(writtenFigure), { maxLength: 2 }),
  )
  .map(([id, orders, cancelled]) => ({
    type: 'orderBatch',
    customerId: id,
    parts: [
      ...cancelled.map(orderId => ({ do: 'cancel', orderId }) as const),
      ...orders.map(order => partOf(order)),
    ],
  }));

function partOf({ budgetMinor, ...order }: PlaceOrder): BatchPart {
  return { ...order, do: 'place', budgetMinor: budgetMinor === null ? null : `${budgetMinor}` };
}

const cancelTimer: fc.Arbitrary<Command> = fc.record({
  type: fc.constant('setCancelTimer' as const),
  customerId,
  marketId,
  afterMs: fc.oneof(
    { weight: 8, arbitrary: fc.integer({ min: 1_000, max: 20_000 }) },
    fc.constantFrom(null, 0, 999, 1.5, 90_000_000),
  ),
  scope: fc.constantFrom(...CANCEL_SCOPES),
});

const cancel: fc.Arbitrary<Command> = fc.record({
  type: fc.constant('cancelOrder' as const),
  customerId,
  orderId,
});

const quotes = fc.array(fc.tuple(priceTicks, quantityLots), { maxLength: 3 });
const replace: fc.Arbitrary<Command> = fc.record({
  type: fc.constant('replaceOrders' as const),
  customerId,
  marketId,
  cancel: fc.array(fc.integer({ min: 1, max: 60 }), { maxLength: 4 }),
  bids: quotes,
  asks: quotes,
});

const cancelAll: fc.Arbitrary<Command> = fc
  .tuple(customerId, marketId, fc.boolean())
  .map(([id, one, all]) => ({ type: 'cancelAllOrders', customerId: id, marketId: all ? null : one }));

const tick: fc.Arbitrary<Command> = fc
  .record({ marketId, percent: fc.integer({ min: 90, max: 110 }) })
  .map(({ marketId: id, percent }) => {
    const priceE8 = percent * (id === ETH_USDT ? 6_000_000_000 : 60_000_000_000);
    return { type: 'recordIndexTick', marketId: id, priceE8, sources: [{ name: 'test', priceE8, atMs: 1 }] };
  });

const amountMinor = fc.oneof(fc.bigInt(1n, 5_000_000_000n), fc.constantFrom(0n, -1n, 10n ** 30n));
const account = fc.constantFrom(...CUSTOMER_ACCOUNTS);
const currencyId = fc.constantFrom(BTC, USDT, USDT, 99);

const transfer: fc.Arbitrary<Command> = fc.record({
  type: fc.constant('transfer' as const),
  customerId,
  currencyId,
  from: account,
  to: account,
  amountMinor,
});

const credit: fc.Arbitrary<Command> = fc.record({
  type: fc.constant('credit' as const),
  customerId,
  account,
  currencyId,
  amountMinor,
  from: fc.constantFrom('faucet' as const, 'treasury' as const, ...CHANNELS),
  reference: fc.constantFrom('test:1', ''),
});

const fund: fc.Arbitrary<Command> = fc.record({
  type: fc.constant('fundHouse' as const),
  from: fc.constantFrom('faucet' as const, 'fees' as const, ...HOUSE_FUNDS, ...CHANNELS),
  to: fc.constantFrom(...HOUSE_FUNDS),
  currencyId,
  amountMinor,
  reference: fc.constantFrom('test:3', ''),
});

const passTime: fc.Arbitrary<Command> = fc.constant({ type: 'passTime' });

/** Often more than the account still has. */
const reverse: fc.Arbitrary<Command> = fc.record({
  type: fc.constant('reverseCredit' as const),
  customerId,
  account,
  currencyId,
  amountMinor: fc.oneof(fc.bigInt(1n, 80_000_000_000n), fc.constantFrom(0n, -1n, 10n ** 30n)),
  to: fc.constantFrom(...CHANNELS),
  reference: fc.constantFrom('test:2', ''),
});

const goodwill: fc.Arbitrary<Command> = fc.record({
  type: fc.constant('payGoodwill' as const),
  goodwillId: fc.oneof(
    { weight: 20, arbitrary: fc.integer({ min: 1, max: 12 }) },
    fc.constantFrom(0, 1.5, NaN),
  ),
  customerId,
  currencyId,
  amountMinor,
});

/** Few deposit ids, so that deposits are taken back repeatedly and beyond their amounts. */
const reverseDeposit: fc.Arbitrary<Command> = fc.record({
  type: fc.constant('reverseDeposit' as const),
  depositId: fc.oneof(
    { weight: 20, arbitrary: fc.integer({ min: 1, max: 6 }) },
    fc.constantFrom(0, 1.5, NaN),
  ),
  customerId,
  currencyId,
  creditedMinor: fc.constantFrom(6_000_000_000n, 80_000_000_000n, 0n),
  amountMinor: fc.oneof(amountMinor, fc.bigInt(1n, 80_000_000_000n)),
  to: fc.constantFrom(...CHANNELS),
  reference: fc.constantFrom('deposit:1', ''),
});

/** Few ids, so that they are reused, and withdrawals end twice. */
const withdrawalId = fc.oneof(
  { weight: 20, arbitrary: fc.integer({ min: 1, max: 12 }) },
  fc.constantFrom(0, -1, 1.5, NaN, 2 ** 53 - 1),
);

const withdraw: fc.Arbitrary<Command> = fc.record({
  type: fc.constant('requestWithdrawal' as const),
  customerId,
  withdrawalId,
  currencyId,
  amountMinor,
  feeMinor: fc.oneof(
    { weight: 5, arbitrary: fc.bigInt(0n, 1_000_000n) },
    fc.constantFrom(0n, -1n, 10n ** 30n),
  ),
  via: fc.constantFrom(...CHANNELS),
});

const endWithdrawal: fc.Arbitrary<Command> = fc.record({
  type: fc.constantFrom('releaseWithdrawal' as const, 'settleWithdrawal' as const),
  withdrawalId,
});

const freeze: fc.Arbitrary<Command> = fc.record({
  type: fc.constant('setCustomerFrozen' as const),
  customerId,
  // Rarely, so that most commands of a history are accepted.
  frozen: fc.constantFrom(true, false, false, false),
});

const status: fc.Arbitrary<Command> = fc.record({
  type: fc.constant('setMarketStatus' as const),
  marketId,
  status: fc.constantFrom(
    'open' as const,
    'open' as const,
    'open' as const,
    'cancelOnly' as const,
    'halted' as const,
  ),
});

const configure: fc.Arbitrary<Command> = fc
  .record({
    makerFeePpm: fc.integer({ min: 0, max: 120_000 }),
    takerFeePpm: fc.integer({ min: 0, max: 100_000 }),
  })
  .map(fees => ({ type: 'configureMarket', market: { ...TEST_MARKETS[0]!, ...fees } }));

export const arbitraryCommand: fc.Arbitrary<Command> = fc.oneof(
  { weight: 40, arbitrary: instructed(limit) },
  { weight: 12, arbitrary: instructed(market) },
  { weight: 10, arbitrary: instructed(stopLimit) },
  { weight: 8, arbitrary: instructed(stopMarket) },
  { weight: 6, arbitrary: trailingStop },
  { weight: 3, arbitrary: nonsense },
  { weight: 8, arbitrary: orderList },
  { weight: 8, arbitrary: amend },
  { weight: 3, arbitrary: replaceOne },
  { weight: 3, arbitrary: batch },
  { weight: 2, arbitrary: cancelTimer },
  { weight: 12, arbitrary: cancel },
  { weight: 2, arbitrary: cancelAll },
  { weight: 3, arbitrary: replace },
  { weight: 10, arbitrary: tick },
  { weight: 2, arbitrary: transfer },
  { weight: 2, arbitrary: credit },
  { weight: 2, arbitrary: reverse },
  { weight: 2, arbitrary: fund },
  { weight: 2, arbitrary: goodwill },
  { weight: 2, arbitrary: reverseDeposit },
  { weight: 10, arbitrary: arbitraryOptionCommand },
  { weight: 6, arbitrary: arbitraryTrustCommand },
  { weight: 3, arbitrary: passTime },
  { weight: 4, arbitrary: withdraw },
  { weight: 3, arbitrary: endWithdrawal },
  { weight: 2, arbitrary: freeze },
  { weight: 1, arbitrary: status },
  { weight: 1, arbitrary: configure },
);
