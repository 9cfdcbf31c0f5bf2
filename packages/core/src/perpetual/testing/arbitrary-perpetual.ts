import fc from 'fast-check';
import type { Command } from '../../command.ts';
import { HOUR_MS, MINUTE_MS } from '../../durations.ts';
import { BTC_USDT, configureCommands, USDT } from '../../testing/demo-exchange.ts';
import type { CommandOf } from '../../command.ts';
import { SELF_TRADE_MODES } from '../../spot/order.ts';
import type { PlacePerpetualOrder } from '../command.ts';
import type { ContractInstructions } from '../instructions.ts';
import type { PerpetualConfig } from '../terms.ts';
import type { PositionSide } from '../position-view.ts';
import type { PerpetualReader } from '../reader.ts';
import { TEST_PERPETUAL } from './perpetual-scenario.ts';

/** A command, and the pause before it. */
export interface PerpetualStep {
  readonly waitMs: number;
  readonly command: Command;
  /** Index of the existing position to use instead of the ids in the command; null: those ids. */
  readonly aim: number | null;
}

/** The step's command with the id of an existing position, because most random ids would be unknown. */
export function aimed(step: PerpetualStep, reader: PerpetualReader): Command {
  const { command, aim } = step;
  if (command.type === 'cancelPerpetualOrder' && aim !== null && aim % 2 === 0) {
    const waiting = PERPETUAL_CUSTOMERS.flatMap(one => reader.ordersOf(one));
    const order = waiting[(aim / 2) % waiting.length];
    if (order !== undefined) return { ...command, customerId: order.customerId, orderId: order.orderId };
  }
  const dated = withDate(command, reader);
  if (dated !== null) return dated;
  if (command.type === 'amendPerpetualOrder' || command.type === 'replacePerpetualOrder')
    return aimedAtWaiting(command, aim, reader);
  const live = PERPETUAL_CUSTOMERS.flatMap(customerId => reader.positionsOf(customerId));
  const target = aim === null || live.length === 0 ? undefined : live[aim % live.length];
  if (target === undefined) return command;
  const { customerId, positionId, closing } = target;
  switch (command.type) {
    case 'closePosition':
    case 'reversePosition':
    case 'setStops':
    case 'addMargin':
    case 'removeMargin':
    case 'changeLeverage':
    case 'setTopUp':
      return { ...command, customerId, positionId };
    case 'cancelPerpetualOrder':
      return { ...command, customerId, orderId: closing?.orderId ?? positionId };
    case 'offsetPositions': {
      const of = (side: PositionSide) =>
        live.find(position => position.customerId === customerId && position.side === side)?.positionId;
      const { longPositionId, shortPositionId } = command;
      return {
        ...command,
        customerId,
        longPositionId: of('long') ?? longPositionId,
        shortPositionId: of('short') ?? shortPositionId,
      };
    }
    default:
      return command;
  }
}

/** The date of an order, if it has one, is counted from now. */
function withDate(command: Command, reader: PerpetualReader): Command | null {
  if (command.type !== 'placePerpetualOrder' || command.instructions?.expiresAtMs === undefined) return null;
  const nowMs = reader.mark(BTC_USDT)?.atMs ?? 0;
  const expiresAtMs = nowMs + (command.instructions.expiresAtMs % 200_000);
  return { ...command, instructions: { ...command.instructions, expiresAtMs } };
}

function aimedAtWaiting(
  command: CommandOf<'amendPerpetualOrder' | 'replacePerpetualOrder'>,
  aim: number | null,
  reader: PerpetualReader,
): Command {
  const waiting = PERPETUAL_CUSTOMERS.flatMap(customerId => [
    ...reader.ordersOf(customerId),
    ...reader
      .positionsOf(customerId)
      .filter(one => one.waitingLots > 0)
      .map(({ positionId, lots, priceTicks }) => ({ customerId, orderId: positionId, lots, priceTicks })),
  ]);
  if (aim === null || waiting.length === 0) return command;
  const { customerId, orderId, lots, priceTicks } = waiting[aim % waiting.length]!;
  if (command.type === 'replacePerpetualOrder') return { ...command, customerId, cancelOrderId: orderId };
  // Half of them only become smaller.
  const smaller = { priceTicks: aim % 4 === 0 ? null : priceTicks, lots: Math.max(1, lots - (aim % 9) - 1) };
  return { ...command, customerId, orderId, ...(aim % 2 === 0 ? smaller : {}) };
}

/** Few open lots are allowed, so that limits are reached often. Lots are large, so that few orders make a mid price. */
export const ARBITRARY_PERPETUAL: PerpetualConfig = {
  ...TEST_PERPETUAL,
  lotSize: '0.01',
  tiers: TEST_PERPETUAL.tiers.map(tier => ({ ...tier, maxNotional: `${tier.maxNotional}0` })),
  maxCustomerNotional: `${TEST_PERPETUAL.maxCustomerNotional}0`,
  maxOpenInterestLots: 3_000,
  fundingIntervalMs: HOUR_MS,
  staleAfterMs: 120_000,
};
export const PERPETUAL_CUSTOMERS = [1, 2, 3, 4] as const;

/** The test contract, an index of 60,000, customers with some USDT and a small insurance fund. */
export function perpetualSetup(): Command[] {
  return [
    ...configureCommands(),
    { type: 'configurePerpetual', perpetual: ARBITRARY_PERPETUAL },
    indexTick(60_000),
    ...PERPETUAL_CUSTOMERS.flatMap((customerId): Command[] => [
      { type: 'openCustomer', customerId },
      {
        type: 'credit',
        customerId,
        account: 'contract',
        currencyId: USDT,
        amountMinor: 800_000_000_000n,
        from: 'faucet',
        reference: 'test:1',
      },
    ]),
    fund(200_000_000n),
  ];
}

const customerId: fc.Arbitrary<number> = fc.oneof(
  { weight: 30, arbitrary: fc.constantFrom(...PERPETUAL_CUSTOMERS) },
  fc.constantFrom(0, 9, -1),
);
const marketId: fc.Arbitrary<number> = fc.oneof(
  { weight: 30, arbitrary: fc.constant(BTC_USDT) },
  fc.constantFrom(2, 7),
);
/** Few ids, so that they are used repeatedly, even after their end. */
const id: fc.Arbitrary<number> = fc.oneof(
  { weight: 30, arbitrary: fc.integer({ min: 1, max: 70 }) },
  fc.constantFrom(0, -1, 1.5, NaN, 2 ** 60),
);
const priceTicks = fc.oneof(
  { weight: 40, arbitrary: fc.integer({ min: -8, max: 8 }).map(step => 600_000 + step * 1_500) },
  fc.constantFrom(0, -1, 1, 0.5, NaN, 10_000_001),
);
const lots = fc.oneof(
  { weight: 40, arbitrary: fc.integer({ min: 1, max: 300 }) },
  fc.constantFrom(0, -5, 1.5, NaN, 100_001, 2 ** 53),
);
const multiple = fc.oneof(
  { weight: 20, arbitrary: fc.constantFrom(1, 3, 7, 10, 25, 33, 50, 87, 100, 100) },
  fc.constantFrom(0, 2.5, 125, NaN),
);
const limitMinor = fc.oneof(
  { weight: 6, arbitrary: fc.bigInt(0n, 4_000_000_000n) },
  fc.constantFrom(0n, -1n, 1n, 10n ** 12n, 10n ** 30n),
);
const orNull = <T>(value: fc.Arbitrary<T>, weight = 1) =>
  fc.oneof({ weight, arbitrary: fc.constant(null) }, value);

/** Some do not fit their order. */
const instructions: fc.Arbitrary<ContractInstructions> = fc
  .record(
    {
      timeInForce: fc.constantFrom('IOC' as const, 'FOK' as const, 'FOK' as const, 'GTD' as const),
      selfTrade: fc.constantFrom(...SELF_TRADE_MODES),
      ifUnfillable: fc.constant('expire' as const),
      expiresAtMs: fc.integer({ min: 1, max: 200_000 }),
      guarded: fc.constant(true as const),
      isOdd: fc.nat(19),
    },
    { requiredKeys: ['isOdd', 'expiresAtMs'] },
  )
  .map(({ isOdd, expiresAtMs, ...asked }) => {
    const isDated = (asked.timeInForce === 'GTD') !== (isOdd === 0);
    return isDated ? { ...asked, expiresAtMs } : asked;
  });

const order: fc.Arbitrary<PlacePerpetualOrder> = fc
  .record({
    type: fc.constant('placePerpetualOrder' as const),
    customerId,
    marketId,
    side: fc.constantFrom('long' as const, 'short' as const),
    orderType: fc.constantFrom('limit' as const, 'limit' as const, 'market' as const),
    lots,
    multiple: fc.oneof({ weight: 8, arbitrary: multiple as fc.Arbitrary<number | null> }, fc.constant(null)),
    priceTicks,
    worstPriceTicks: orNull(priceTicks, 4),
    postOnly: fc.oneof({ weight: 6, arbitrary: fc.constant(false) }, fc.constant(true)),
    takeProfitTicks: orNull(priceTicks, 6),
    stopLossTicks: orNull(priceTicks, 6),
    clientOrderId: fc.constantFrom(null, 'mine', 'yours', 'a:1'),
    only: fc.nat(5),
    instructions: orNull(instructions),
  })
  .map(({ only, instructions: asked, ...given }) => {
    const command = asked === null ? given : { ...given, reduceOnly: false, mode: null, instructions: asked };
    // In mode `each` it would be refused, so most orders do not say it.
    const order = only === 0 ? { ...command, reduceOnly: true } : command;
    return order.orderType === 'limit'
      ? { ...order, worstPriceTicks: null }
      : { ...order, priceTicks: null, postOnly: false };
  });

const amend: fc.Arbitrary<Command> = fc.record({
  type: fc.constant('amendPerpetualOrder' as const),
  customerId,
  orderId: id,
  priceTicks: orNull(priceTicks),
  lots: orNull(lots),
  postOnly: fc.oneof({ weight: 4, arbitrary: fc.constant(false) }, fc.constant(true)),
});

const replaceOne: fc.Arbitrary<Command> = fc
  .record({
    cancelOrderId: id,
    replaceMode: fc.constantFrom('stopOnFailure' as const, 'allowFailure' as const),
    placed: order,
  })
  .map(({ placed, ...replacement }) => ({
    ...placed,
    ...replacement,
    type: 'replacePerpetualOrder' as const,
  }));

/** The journal has no NaN, and parts that are refused are in it. */
function written<T extends object>(part: T): T {
  return JSON.parse(JSON.stringify(part, (_, value: unknown) => (Number.isNaN(value) ? 0 : value))) as T;
}

const batch: fc.Arbitrary<Command> = fc
  .record({
    customerId,
    orders: fc.array(order, { maxLength: 3 }),
    cancelled: fc.array(id, { maxLength: 2 }),
    amended: fc.array(fc.record({ orderId: id, priceTicks, lots }), { maxLength: 2 }),
  })
  .map(({ customerId: by, orders, cancelled, amended }) => ({
    type: 'orderBatch',
    customerId: by,
    parts: written([
      ...cancelled.map(orderId => ({ do: 'cancelContract' as const, orderId })),
      ...orders.map(placed => ({ ...placed, do: 'placeContract' as const })),
      ...amended.map(figures => ({ ...figures, postOnly: false, do: 'amendContract' as const })),
    ]),
  }));

const cancelTimer: fc.Arbitrary<Command> = fc.record({
  type: fc.constant('setCancelTimer' as const),
  customerId,
  marketId,
  afterMs: fc.oneof(
    { weight: 8, arbitrary: fc.integer({ min: 1_000, max: 30_000 }) },
    fc.constantFrom(null, 0, 90_000_000),
  ),
  scope: fc.constantFrom('all' as const, 'guarded' as const),
  line: fc.constant('perpetual' as const),
});

/** What programs do with orders that wait. */
const waitingCommand: fc.Arbitrary<Command> = fc.oneof(
  { weight: 6, arbitrary: amend },
  { weight: 3, arbitrary: replaceOne },
  { weight: 2, arbitrary: batch },
  { weight: 1, arbitrary: cancelTimer },
);

/** Cancelling everything first, because waiting orders forbid it, is up to the other commands. */
const mode: fc.Arbitrary<Command> = fc.record({
  type: fc.constant('setPositionMode' as const),
  customerId,
  marketId,
  mode: fc.constantFrom('each' as const, 'hedge' as const, 'net' as const, 'net' as const),
});

const close: fc.Arbitrary<Command> = fc
  .record({
    type: fc.constant('closePosition' as const),
    customerId,
    positionId: id,
    lots: orNull(lots),
    priceTicks: orNull(priceTicks),
    worstPriceTicks: orNull(priceTicks, 5),
  })
  .map(command => (command.priceTicks === null ? command : { ...command, worstPriceTicks: null }));

const quotes = fc.array(fc.tuple(priceTicks, lots), { maxLength: 3 });

const other: fc.Arbitrary<Command> = fc.oneof(
  fc.record({
    type: fc.constant('replacePerpetualOrders' as const),
    customerId,
    marketId,
    multiple,
    postOnly: fc.boolean(),
    cancel: fc.array(id, { maxLength: 4 }),
    longs: quotes,
    shorts: quotes,
  }),
  fc.record({ type: fc.constant('cancelPerpetualOrder' as const), customerId, orderId: id }),
  fc.record({
    type: fc.constantFrom('cancelAllPerpetualOrders' as const, 'closeAllPositions' as const),
    customerId,
    marketId: orNull(marketId),
  }),
  fc.record({
    type: fc.constant('reversePosition' as const),
    customerId,
    positionId: id,
    worstPriceTicks: orNull(priceTicks, 4),
  }),
  fc.record({
    type: fc.constant('offsetPositions' as const),
    customerId,
    longPositionId: id,
    shortPositionId: id,
    lots: orNull(lots),
  }),
  fc.record({
    type: fc.constant('setStops' as const),
    customerId,
    positionId: id,
    takeProfitTicks: orNull(priceTicks),
    stopLossTicks: orNull(priceTicks),
  }),
  fc.record({
    type: fc.constant('addMargin' as const),
    customerId,
    positionId: id,
    amountMinor: fc.oneof(fc.bigInt(1n, 9_000_000_000n), fc.constantFrom(0n, -1n, 10n ** 30n)),
  }),
);

/** Leverage, margin and top-ups. */
export const marginCommand: fc.Arbitrary<Command> = fc.oneof(
  fc.record({
    type: fc.constant('removeMargin' as const),
    customerId,
    positionId: id,
    amountMinor: fc.oneof(fc.bigInt(1n, 2_000_000_000n), fc.constantFrom(0n, -1n, 1n, 10n ** 30n)),
  }),
  fc.record({ type: fc.constant('changeLeverage' as const), customerId, positionId: id, multiple }),
  fc.record({ type: fc.constant('setTopUp' as const), customerId, positionId: id, limitMinor }),
  fc.record({ type: fc.constant('setLeverage' as const), customerId, marketId, multiple }),
  fc.record({ type: fc.constant('setTopUpDefault' as const), customerId, marketId, limitMinor }),
);

/** Mostly near the last prices, sometimes a jump that makes somebody bankrupt. */
const tick: fc.Arbitrary<Command> = fc
  .oneof(
    { weight: 5, arbitrary: fc.integer({ min: 59_000, max: 61_000 }) },
    { weight: 2, arbitrary: fc.integer({ min: 56_000, max: 64_000 }) },
    { weight: 1, arbitrary: fc.constantFrom(45_000, 75_000) },
  )
  .map(indexTick);

const status: fc.Arbitrary<Command> = fc.record({
  type: fc.constant('setPerpetualStatus' as const),
  marketId,
  status: fc.oneof(
    { weight: 6, arbitrary: fc.constant('open' as const) },
    fc.constantFrom('cancelOnly' as const, 'halted' as const),
  ),
});

const operator: fc.Arbitrary<Command> = fc.oneof(
  fc.record({
    type: fc.constant('setCustomerFrozen' as const),
    customerId,
    frozen: fc.constantFrom(true, false, false, false),
  }),
  fc.bigInt(1n, 500_000_000n).map(fund),
  fc
    .record({
      makerFeePpm: fc.integer({ min: 0, max: 1_000 }),
      takerFeePpm: fc.constantFrom(0, 500, 1_999, 100_000, 100_001),
      liquidationFeePpm: fc.integer({ min: 0, max: 20_000 }),
      interestPpm: fc.integer({ min: -2_000, max: 2_000 }),
      fundingIntervalMs: fc.constantFrom(HOUR_MS, 30 * MINUTE_MS, 7_000),
      maxOrderLots: fc.constantFrom(100_000, 250),
    })
    .map((change): Command => ({
      type: 'configurePerpetual',
      perpetual: { ...ARBITRARY_PERPETUAL, ...change },
    })),
);

/** Seconds, or sometimes as long as a downtime or a jump of a demo's clock. */
const waitMs = fc.oneof(
  { weight: 60, arbitrary: fc.integer({ min: 0, max: 9_000 }) },
  { weight: 4, arbitrary: fc.integer({ min: 10_000, max: 200_000 }) },
  { weight: 1, arbitrary: fc.constantFrom(HOUR_MS, 25 * HOUR_MS) },
);

export const perpetualStep: fc.Arbitrary<PerpetualStep> = fc.record({
  waitMs,
  aim: fc.oneof({ weight: 4, arbitrary: fc.nat(60) as fc.Arbitrary<number | null> }, fc.constant(null)),
  command: fc.oneof(
    { weight: 55, arbitrary: order as fc.Arbitrary<Command> },
    { weight: 10, arbitrary: close },
    { weight: 12, arbitrary: other },
    { weight: 12, arbitrary: waitingCommand },
    { weight: 8, arbitrary: marginCommand },
    { weight: 3, arbitrary: mode },
    { weight: 20, arbitrary: tick },
    { weight: 4, arbitrary: status },
    { weight: 3, arbitrary: operator },
  ),
});

function indexTick(price: number): Command {
  const priceE8 = price * 100_000_000;
  return {
    type: 'recordIndexTick',
    marketId: BTC_USDT,
    priceE8,
    sources: [{ name: 'test', priceE8, atMs: 1 }],
  };
}

function fund(amountMinor: bigint): Command {
  return {
    type: 'fundHouse',
    from: 'faucet',
    to: 'insurance',
    currencyId: USDT,
    amountMinor,
    reference: 'test:2',
  };
}
