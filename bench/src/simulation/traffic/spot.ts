import type { Command, PlaceOrder } from '@tallystick/core';
import { CANCEL_SCOPES, REPLACE_MODES, type BatchPart } from '@tallystick/core/spot/command';
import { SELF_TRADE_MODES } from '@tallystick/core/spot/order';
import { BTC, BTC_USDT, ETH, ETH_BTC, ETH_USDT, USDT } from '@tallystick/core/testing/demo-exchange';
import { MAKERS } from './setting.ts';
import { customer, near, someOf, type View, type Wish } from './wish.ts';

const MARKETS = [BTC_USDT, BTC_USDT, ETH_USDT, ETH_USDT, ETH_BTC.id];
/** Ether in bitcoin at the opening: that market has no index. */
const FIRST_ETH_BTC_TICKS = 5_000;

function referenceOf({ exchange }: View, marketId: number): number {
  return exchange.referencePriceTicks(marketId) ?? FIRST_ETH_BTC_TICKS;
}

function aMarket({ exchange, random }: View): number {
  const launched = exchange
    .markets()
    .filter(one => one.id > ETH_BTC.id && exchange.marketStatus(one.id) === 'open');
  return launched.length > 0 && random.below(8) === 0 ? random.pick(launched).id : random.pick(MARKETS);
}

/** Lots worth some hundred dollars. */
function lots({ random }: View, marketId: number): number {
  const one = marketId === BTC_USDT ? 300 : marketId === ETH_BTC.id ? 60 : 700;
  return random.between(Math.ceil(one / 6), one * 2);
}

function order(view: View, change: Partial<Extract<Command, { type: 'placeOrder' }>> = {}): Command {
  const { random } = view;
  const marketId = change.marketId ?? aMarket(view);
  return {
    type: 'placeOrder',
    customerId: customer(view),
    marketId,
    side: random.below(2) === 0 ? 'buy' : 'sell',
    orderType: 'limit',
    timeInForce: 'GTC',
    postOnly: false,
    priceTicks: near(referenceOf(view, marketId), random, 3_000),
    quantityLots: lots(view, marketId),
    budgetMinor: null,
    triggerTicks: null,
    clientOrderId: random.below(8) === 0 ? `own:${random.below(3)}` : null,
    ...change,
  };
}

function market(view: View): Command {
  const { random } = view;
  const common = { orderType: 'market', timeInForce: 'IOC', priceTicks: null } as const;
  if (random.below(2) === 0) return order(view, { ...common, side: random.below(2) === 0 ? 'buy' : 'sell' });
  const marketId = random.pick([BTC_USDT, ETH_USDT]);
  const budgetMinor = BigInt(random.between(6_000_000, 900_000_000));
  return order(view, { ...common, marketId, side: 'buy', quantityLots: null, budgetMinor });
}

function stop(view: View): Command {
  const { random } = view;
  const marketId = random.pick([BTC_USDT, ETH_USDT]);
  const reference = view.exchange.lastPriceTicks(marketId) ?? referenceOf(view, marketId);
  const triggerTicks = near(reference, random, 6_000);
  const side = random.below(2) === 0 ? 'buy' : 'sell';
  if (random.below(2) === 0) {
    const priceTicks = near(triggerTicks, random, 3_000);
    return order(view, { marketId, side, orderType: 'stopLimit', triggerTicks, priceTicks });
  }
  const budget = BigInt(random.between(6_000_000, 500_000_000));
  return order(view, {
    marketId,
    side,
    orderType: 'stopMarket',
    timeInForce: 'IOC',
    triggerTicks,
    priceTicks: null,
    ...(side === 'buy' ? { quantityLots: null, budgetMinor: budget } : {}),
  });
}

/** What some orders ask for besides. */
function instructed(view: View): Command {
  const { random, nowMs } = view;
  const selfTrade = random.pick(SELF_TRADE_MODES);
  const dice = random.below(4);
  if (dice === 0) {
    const expiresAtMs = nowMs + random.between(1_000, 3_600_000);
    return order(view, { timeInForce: 'GTD', instructions: { expiresAtMs, selfTrade } });
  }
  if (dice === 1)
    return order(view, { timeInForce: 'FOK', instructions: { ifUnfillable: 'expire', selfTrade } });
  if (dice === 2) return order(view, { instructions: { selfTrade, guarded: true } });
  const placed = stop(view) as PlaceOrder;
  const triggerDirection = view.exchange.triggerDirection(placed.marketId, placed.triggerTicks!);
  return triggerDirection === null ? placed : { ...placed, instructions: { triggerDirection } };
}

/** Some with an activation price, some on the index. */
function trailing(view: View): Command {
  const { random } = view;
  const placed = stop(view) as PlaceOrder;
  const reference = referenceOf(view, placed.marketId);
  const bySell = random.below(2) === 0;
  const money = bySell
    ? { quantityLots: lots(view, placed.marketId), budgetMinor: null }
    : { quantityLots: null, budgetMinor: BigInt(random.between(6_000_000, 500_000_000)) };
  const byTicks = random.below(2) === 0;
  const distance = byTicks ? Math.ceil(reference / random.between(100, 900)) : random.between(1_000, 12_000);
  const trail = { by: byTicks ? 'ticks' : 'ppm', distance } as const;
  return {
    ...placed,
    ...money,
    side: bySell ? 'sell' : 'buy',
    orderType: 'trailingStop',
    timeInForce: 'GTC',
    priceTicks: null,
    triggerTicks: random.below(3) === 0 ? near(reference, random, 5_000) : null,
    instructions: random.below(3) === 0 ? { trail, triggerSource: 'index' } : { trail },
  };
}

/** Sells or buys at one of two prices, or with a bracket, or shows a part. */
function linked(view: View): Command {
  const { random } = view;
  const marketId = random.pick([BTC_USDT, ETH_USDT]);
  const reference = view.exchange.lastPriceTicks(marketId) ?? referenceOf(view, marketId);
  const away = (per: number): number => Math.ceil(reference / random.between(per, per * 4));
  const priceTicks = near(reference, random, 1_500);
  const quantityLots = lots(view, marketId) * 2;
  if (random.below(3) === 0)
    return order(view, {
      marketId,
      quantityLots,
      instructions: { visibleLots: Math.ceil(quantityLots / 4) },
    });
  if (random.below(2) === 0) {
    const exits = { takeProfitTicks: priceTicks + away(200), stopLossTicks: priceTicks - away(200) };
    return order(view, { marketId, side: 'buy', priceTicks, quantityLots, instructions: exits });
  }
  const side = random.below(2) === 0 ? 'buy' : 'sell';
  const up = side === 'buy' ? -1 : 1;
  const triggerTicks = reference - up * away(300);
  return {
    type: 'placeOrderList',
    customerId: customer(view),
    marketId,
    side,
    quantityLots,
    priceTicks: reference + up * away(300),
    triggerTicks,
    stopPriceTicks: side === 'buy' || random.below(2) === 0 ? triggerTicks : null,
    budgetMinor: null,
    clientOrderId: null,
    stopClientOrderId: null,
  };
}

/** Somebody's own maker and taker meet. */
function meetOwn(view: View): Command | null {
  const { random } = view;
  const own = someOf(view, id => view.exchange.openOrders(id).filter(one => one.triggered));
  if (own === null) return null;
  const { customerId, marketId, side, priceTicks } = own;
  const quantityLots = random.between(1, own.quantityLots! * 2);
  const instructions = { selfTrade: random.pick(SELF_TRADE_MODES) };
  const against = side === 'buy' ? 'sell' : 'buy';
  return order(view, { customerId, marketId, side: against, priceTicks, quantityLots, instructions });
}

/** Smaller half of the time, otherwise another price, trigger or quantity. */
function amend(view: View): Command | null {
  const { random } = view;
  const found = someOf(view, id => view.exchange.openOrders(id));
  if (found === null) return null;
  const { customerId, orderId, priceTicks, quantityLots, budgetMinor, triggerTicks } = found;
  const isSmaller = random.below(2) === 0;
  const moved = (ticks: number | null): number | null => (ticks === null ? null : near(ticks, random, 4_000));
  return {
    type: 'amendOrder',
    customerId,
    orderId,
    priceTicks: isSmaller ? null : moved(priceTicks),
    quantityLots:
      quantityLots === null
        ? null
        : isSmaller
          ? Math.max(1, quantityLots - random.between(1, 20))
          : Math.max(1, quantityLots + random.between(-20, 20)),
    budgetMinor: budgetMinor === null ? null : (budgetMinor * 9n) / 10n,
    triggerTicks: isSmaller || found.triggered ? null : moved(triggerTicks),
  };
}

function replaceOne(view: View): Command | null {
  const found = someOf(view, id => view.exchange.openOrders(id));
  if (found === null) return null;
  const { customerId, marketId, orderId: cancelOrderId } = found;
  const { type: _, ...placed } = order(view, { customerId, marketId }) as PlaceOrder;
  return { ...placed, type: 'replaceOrder', cancelOrderId, mode: view.random.pick(REPLACE_MODES) };
}

function batch(view: View): Command {
  const customerId = customer(view);
  const own = view.exchange.openOrders(customerId).slice(0, 2);
  const placed = [1, 2, 3].map((): BatchPart => {
    const { type: _, customerId: __, budgetMinor: ___, ...one } = order(view, { customerId }) as PlaceOrder;
    return { ...one, do: 'place', budgetMinor: null };
  });
  const cancelled = own.map(({ orderId }): BatchPart => ({ do: 'cancel', orderId }));
  return { type: 'orderBatch', customerId, parts: [...cancelled, ...placed] };
}

function cancelTimer(view: View): Command {
  const { random } = view;
  const customerId = customer(view);
  const afterMs = random.below(5) === 0 ? null : random.between(1_000, 600_000);
  return {
    type: 'setCancelTimer',
    customerId,
    marketId: aMarket(view),
    afterMs,
    scope: random.pick(CANCEL_SCOPES),
  };
}

function cancel(view: View): Command | null {
  const found = someOf(view, id => view.exchange.openOrders(id));
  return found && { type: 'cancelOrder', customerId: found.customerId, orderId: found.orderId };
}

/** Takes all quotes off and places new ones around the reference. */
function quote(view: View): Command {
  const { exchange, random } = view;
  const marketId = aMarket(view);
  const customerId = random.pick(MAKERS);
  const reference = referenceOf(view, marketId);
  const gap = Math.max(1, Math.round(reference / random.pick([900, 2_000, 5_000])));
  const rung = (i: number): readonly [number, number] => [i * gap, lots(view, marketId) * 4];
  return {
    type: 'replaceOrders',
    customerId,
    marketId,
    cancel: exchange.openOrders(customerId, marketId).map(one => one.orderId),
    bids: [1, 2, 3].map(rung).map(([off, size]) => [Math.max(1, reference - off), size]),
    asks: [1, 2, 3].map(rung).map(([off, size]) => [reference + off, size]),
  };
}

function convert(view: View): Command {
  const { random, nowMs } = view;
  const [from, to] = random.pick([
    [BTC, USDT],
    [USDT, BTC],
    [ETH, USDT],
    [USDT, ETH],
    [BTC, ETH],
    [ETH, BTC],
  ] as const);
  const one = from === USDT ? 60_000_000 : from === BTC ? 100_000 : 2_000_000;
  return {
    type: 'convert',
    customerId: customer(view),
    fromCurrencyId: from,
    toCurrencyId: to,
    amountMinor: BigInt(random.between(one, one * 9)),
    expiresAtMs: nowMs + 8_000,
    minReceivedMinor: 1n,
  };
}

/** The small balances that trading has left. */
function dust(view: View): Command | null {
  const { exchange, nowMs } = view;
  for (let i = 0; i < 20; i++) {
    const customerId = customer(view);
    const lines = exchange.currencies().flatMap(({ id }) => {
      const line = exchange.dust.quote(customerId, id, nowMs);
      return 'code' in line ? [] : [{ currencyId: id, amount: `${line.amountMinor}` }];
    });
    if (lines.length > 0)
      return { type: 'convertDust', customerId, lines, expiresAtMs: nowMs + 8_000, minReceivedMinor: 1n };
  }
  return null;
}

/** Withdraws so much that only dust is left. */
function leaveDust(view: View): Command | null {
  const { exchange, random } = view;
  const customerId = customer(view);
  const currencyId = random.pick([BTC, ETH]);
  const { availableMinor } = exchange.balance({ ownerId: customerId, account: 'spot', currencyId });
  const left = BigInt(random.between(1, 4_000));
  if (availableMinor <= left) return null;
  return {
    type: 'transfer',
    customerId,
    currencyId,
    from: 'spot',
    to: 'trust',
    amountMinor: availableMinor - left,
  };
}

export const SPOT_WISHES: readonly Wish[] = [
  { weight: 26, sender: 'customer', make: view => order(view) },
  {
    weight: 4,
    sender: 'customer',
    make: view => order(view, { timeInForce: view.random.pick(['IOC', 'FOK']) }),
  },
  { weight: 2, sender: 'customer', make: view => order(view, { postOnly: true }) },
  { weight: 9, sender: 'customer', make: market },
  { weight: 5, sender: 'customer', make: stop },
  { weight: 5, sender: 'customer', make: instructed },
  { weight: 3, sender: 'customer', make: trailing },
  { weight: 6, sender: 'customer', make: linked },
  { weight: 2, sender: 'customer', make: meetOwn },
  { weight: 4, sender: 'customer', make: amend },
  { weight: 2, sender: 'customer', make: replaceOne },
  { weight: 1, sender: 'customer', make: batch },
  { weight: 1, sender: 'customer', make: cancelTimer },
  { weight: 10, sender: 'customer', make: cancel },
  {
    weight: 1,
    sender: 'customer',
    make: view => ({ type: 'cancelAllOrders', customerId: customer(view), marketId: null }),
  },
  { weight: 14, sender: 'house', make: quote },
  { weight: 6, sender: 'customer', make: convert },
  { weight: 1, sender: 'customer', make: dust },
  { weight: 0.4, sender: 'customer', make: leaveDust },
];
