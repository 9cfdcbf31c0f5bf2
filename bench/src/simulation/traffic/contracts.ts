import type { Command } from '@tallystick/core';
import { INDEX_MARKETS, MAKERS } from './setting.ts';
import { customer, near, someOf, type View, type Wish } from './wish.ts';

/** The mark in ticks, or null while there is none. */
function markTicks({ exchange }: View, marketId: number): number | null {
  const mark = exchange.perpetual.mark(marketId);
  return mark === null ? null : Math.round((mark.markE8 / 100_000_000) * (marketId === 1 ? 10 : 100));
}

function open(view: View): Command | null {
  const { random } = view;
  const marketId = random.pick(INDEX_MARKETS);
  const mark = markTicks(view, marketId);
  if (mark === null) return null;
  const side = random.below(2) === 0 ? 'long' : 'short';
  const isMarket = random.below(3) === 0;
  // Some offer so much that what they open is nearly liquidated at once.
  const isFar = random.below(4) === 0;
  const above = (ppm: number): number => Math.round(mark * (1 + random.between(ppm, ppm * 4) / 1_000_000));
  const below = (ppm: number): number => Math.round(mark * (1 - random.between(ppm, ppm * 4) / 1_000_000));
  const [profit, loss] = side === 'long' ? [above, below] : [below, above];
  const customerId = customer(view);
  // In hedge and net mode some orders only reduce.
  const isMerged = view.exchange.perpetual.positionMode(customerId, marketId) !== 'each';
  const reduceOnly = isMerged && random.below(4) === 0;
  const far = 1 + ((side === 'long' ? 1 : -1) * random.between(5_400, 6_600)) / 1_000_000;
  return {
    type: 'placePerpetualOrder',
    customerId,
    marketId,
    side,
    orderType: isMarket ? 'market' : 'limit',
    lots: random.between(1, 60),
    multiple: isFar ? 100 : random.pick([null, 1, 3, 5, 7, 10, 10, 20, 25, 33, 50, 87, 100, 100]),
    priceTicks: isMarket ? null : isFar ? Math.round(mark * far) : near(mark, random, 2_500),
    worstPriceTicks: isMarket && random.below(3) === 0 ? near(mark, random, 4_000) : null,
    postOnly: !isMarket && random.below(10) === 0,
    takeProfitTicks: !reduceOnly && random.below(6) === 0 ? profit(4_000) : null,
    stopLossTicks: !reduceOnly && random.below(6) === 0 ? loss(2_500) : null,
    clientOrderId: null,
    ...(reduceOnly ? { reduceOnly } : {}),
  };
}

/** Every third customer has merged positions from the start; some change their mind, first cancelling what waits. */
function setMode(view: View): readonly Command[] | null {
  const { random, exchange } = view;
  const customerId = customer(view);
  const marketId = random.pick(INDEX_MARKETS);
  const now = exchange.perpetual.positionMode(customerId, marketId);
  if (customerId % 3 !== 0 && now === 'each') return null;
  const mode =
    now === 'each' ? random.pick(['net', 'net', 'hedge'] as const) : random.pick(['each', 'net'] as const);
  return [
    { type: 'cancelAllPerpetualOrders', customerId, marketId },
    { type: 'setPositionMode', customerId, marketId, mode },
  ];
}

/** Every fourth customer's positions are carried by the account, once nothing of theirs is in the contract. */
function setMarginType(view: View): Command | null {
  const { exchange, random } = view;
  const customerId = customer(view);
  const marketId = random.pick(INDEX_MARKETS);
  if (customerId % 4 !== 1 || exchange.perpetual.positionsOf(customerId, marketId).length > 0) return null;
  const marginType = random.below(5) === 0 ? 'isolated' : 'cross';
  return { type: 'setMarginType', customerId, marketId, marginType };
}

/** Several orders that take profit off a merged position, or one that closes more than is held. */
function ladder(view: View): readonly Command[] | null {
  const { exchange, random } = view;
  const held = someOf(view, id =>
    exchange.perpetual
      .positionsOf(id)
      .filter(
        one => exchange.perpetual.positionMode(id, one.marketId) !== 'each' && one.status === 'holding',
      ),
  );
  const mark = held && markTicks(view, held.marketId);
  if (held === null || mark === null) return null;
  const { customerId, marketId, openedLots, closedLots } = held;
  const side = held.side === 'long' ? 'short' : 'long';
  return Array.from({ length: random.between(1, 4) }, (_, i) => ({
    type: 'placePerpetualOrder',
    customerId,
    marketId,
    side,
    orderType: 'limit',
    lots: random.between(1, Math.max(1, Math.ceil((openedLots - closedLots) / 2))),
    multiple: 10,
    priceTicks: Math.round(
      mark * (1 + ((side === 'short' ? 1 : -1) * (i + random.below(2)) * 700) / 1_000_000),
    ),
    worstPriceTicks: null,
    postOnly: false,
    takeProfitTicks: null,
    stopLossTicks: null,
    clientOrderId: null,
    reduceOnly: random.below(4) !== 0,
  }));
}

function quote(view: View): Command | null {
  const { exchange, random } = view;
  const marketId = random.pick(INDEX_MARKETS);
  const mark = markTicks(view, marketId);
  if (mark === null) return null;
  const customerId = random.pick(MAKERS);
  const gap = Math.max(1, Math.round(mark / random.pick([900, 2_000, 6_000])));
  const waiting = exchange.perpetual.positionsOf(customerId, marketId).filter(one => one.waitingLots > 0);
  return {
    type: 'replacePerpetualOrders',
    customerId,
    marketId,
    multiple: 10,
    postOnly: random.below(2) === 0,
    cancel: waiting.slice(0, 60).map(one => one.positionId),
    longs: [1, 2].map(i => [mark - i * gap, random.between(20, 200)]),
    shorts: [1, 2].map(i => [mark + i * gap, random.between(20, 200)]),
  };
}

/** Makers end what they have opened, oldest first, so that it does not pile up. */
function makerCloses(view: View): Command | null {
  const { exchange, random } = view;
  const customerId = random.pick(MAKERS);
  const marketId = random.pick(INDEX_MARKETS);
  return offsetOldest(exchange, { customerId, marketId }, 6);
}

/** Their oldest long position against their oldest short one, if they have both and so many. */
function offsetOldest(
  exchange: View['exchange'],
  { customerId, marketId }: { readonly customerId: number; readonly marketId: number },
  least: number,
): Command | null {
  const own = exchange.perpetual.positionsOf(customerId, marketId).filter(one => one.status === 'holding');
  const long = own.find(one => one.side === 'long');
  const short = own.find(one => one.side === 'short');
  if (long === undefined || short === undefined || own.length < least) return null;
  const { positionId: longPositionId } = long;
  return {
    type: 'offsetPositions',
    customerId,
    longPositionId,
    shortPositionId: short.positionId,
    lots: null,
  };
}

function ofPosition(make: (held: Held, view: View) => Command | null): Wish['make'] {
  return view => {
    const held = someOf(view, id =>
      view.exchange.perpetual.positionsOf(id).filter(one => one.status === 'holding'),
    );
    return held && make(held, view);
  };
}
type Held = ReturnType<View['exchange']['perpetual']['positionsOf']>[number];

const close = ofPosition(({ customerId, positionId, openedLots, closedLots, marketId }, view) => {
  const { random } = view;
  const mark = markTicks(view, marketId);
  const lots = random.below(3) === 0 ? random.between(1, openedLots - closedLots) : null;
  const priceTicks = random.below(3) === 0 && mark !== null ? near(mark, random, 3_000) : null;
  return { type: 'closePosition', customerId, positionId, lots, priceTicks, worstPriceTicks: null };
});

const stops = ofPosition(({ customerId, positionId, side, marketId }, view) => {
  const mark = markTicks(view, marketId);
  if (mark === null) return null;
  const { random } = view;
  const off = (): number => random.between(1_000, 12_000) / 1_000_000;
  const above = Math.round(mark * (1 + off()));
  const below = Math.round(mark * (1 - off()));
  const [takeProfitTicks, stopLossTicks] = side === 'long' ? [above, below] : [below, above];
  return { type: 'setStops', customerId, positionId, takeProfitTicks, stopLossTicks };
});

const addMargin = ofPosition(({ customerId, positionId, marginMinor }, { random }) => ({
  type: 'addMargin',
  customerId,
  positionId,
  amountMinor: 1n + (marginMinor * BigInt(random.between(1, 40))) / 100n,
}));

const removeMargin = ofPosition(({ customerId, positionId, marginMinor }, { random }) => ({
  type: 'removeMargin',
  customerId,
  positionId,
  amountMinor: 1n + (marginMinor * BigInt(random.between(1, 30))) / 100n,
}));

const changeLeverage = ofPosition(({ customerId, positionId }, { random }) => ({
  type: 'changeLeverage',
  customerId,
  positionId,
  multiple: random.between(1, random.pick([10, 50, 101])),
}));

const setTopUp = ofPosition(({ customerId, positionId, marginMinor }, { random }) => ({
  type: 'setTopUp',
  customerId,
  positionId,
  limitMinor: (marginMinor * BigInt(random.pick([0, 5, 40, 200, 1_000]))) / 100n,
}));

function choose(view: View): Command {
  const { random } = view;
  const of = { customerId: customer(view), marketId: random.pick(INDEX_MARKETS) };
  return random.below(2) === 0
    ? { type: 'setLeverage', ...of, multiple: random.between(1, 101) }
    : { type: 'setTopUpDefault', ...of, limitMinor: BigInt(random.pick([0, 20_000_000, 900_000_000])) };
}

const reverse = ofPosition(({ customerId, positionId }) => ({
  type: 'reversePosition',
  customerId,
  positionId,
  worstPriceTicks: null,
}));

const offset = ofPosition((held, { exchange }) => offsetOldest(exchange, held, 2));

function cancel(view: View): Command | null {
  const order = view.random.below(2) === 0 ? someOf(view, id => view.exchange.perpetual.ordersOf(id)) : null;
  if (order !== null) {
    return { type: 'cancelPerpetualOrder', customerId: order.customerId, orderId: order.orderId };
  }
  const found = someOf(view, id =>
    view.exchange.perpetual.positionsOf(id).filter(one => one.waitingLots > 0 || one.closing !== null),
  );
  if (found === null) return null;
  const orderId = found.closing?.orderId ?? found.positionId;
  return { type: 'cancelPerpetualOrder', customerId: found.customerId, orderId };
}

export const CONTRACT_WISHES: readonly Wish[] = [
  { weight: 26, sender: 'customer', make: open },
  { weight: 12, sender: 'house', make: quote },
  { weight: 3, sender: 'house', make: makerCloses },
  { weight: 14, sender: 'customer', make: close },
  { weight: 4, sender: 'customer', make: stops },
  { weight: 3, sender: 'customer', make: addMargin },
  { weight: 2, sender: 'customer', make: removeMargin },
  { weight: 2, sender: 'customer', make: changeLeverage },
  { weight: 4, sender: 'customer', make: setTopUp },
  { weight: 1, sender: 'customer', make: choose },
  { weight: 1.5, sender: 'customer', make: reverse },
  { weight: 1.5, sender: 'customer', make: offset },
  { weight: 6, sender: 'customer', make: cancel },
  { weight: 1.2, sender: 'customer', make: setMode },
  { weight: 3, sender: 'customer', make: ladder },
  { weight: 2, sender: 'customer', make: setMarginType },
  {
    weight: 0.6,
    sender: 'customer',
    make: view => ({ type: 'closeAllPositions', customerId: customer(view), marketId: null }),
  },
  {
    weight: 0.4,
    sender: 'customer',
    make: view => ({ type: 'cancelAllPerpetualOrders', customerId: customer(view), marketId: null }),
  },
];
