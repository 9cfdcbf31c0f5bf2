import fc from 'fast-check';
import type { Command, MarginType, PositionMode, ReadonlyExchange } from '@tallystick/core';
import { HOUR_MS, MINUTE_MS } from '@tallystick/core/durations';
import { ARBITRARY_PERPETUAL } from '@tallystick/core/perpetual/testing/arbitrary-perpetual';
import { BTC_USDT, ETH_USDT, USDT } from '@tallystick/core/testing/demo-exchange';

/**
 * Histories of contracts that mixed ones reach seldom or never: high multiples, a nearly empty insurance fund, leaps of
 * the index during full halts, bankrupt positions whose opponents cannot pay, a contract without a band.
 */
export interface StressStep {
  readonly waitMs: number;
  readonly kind: (typeof KINDS)[number][0] | 'setup';
  /** Each kind uses as many as it needs. */
  readonly choices: readonly number[];
}

/** How often each kind of step comes. */
const KINDS = [
  ['limit', 30],
  ['market', 12],
  ['postOnly', 10],
  ['tick', 22],
  ['leap', 4],
  ['closeMarket', 8],
  ['closeLimit', 8],
  ['closeAll', 2],
  ['cancel', 4],
  ['replace', 3],
  ['mode', 3],
  ['ladder', 6],
  ['cross', 5],
  ['stops', 8],
  ['margin', 9],
  ['reverse', 3],
  ['offset', 5],
  ['skew', 6],
  ['halt', 2],
  ['resume', 3],
  ['terms', 1],
  ['fund', 1],
  ['lossLimit', 1],
  ['freeze', 1],
] as const;

/** Quotes both sides, often far from the index. */
const QUOTER = 5;
/** Have hardly any money. */
const POOR = [6, 7];
const CUSTOMERS = [1, 2, 3, 4, QUOTER, ...POOR];
const INDEX = { [BTC_USDT]: 60_000, [ETH_USDT]: 3_000 } as const;
/** Ticks to one quote unit. */
const TICKS = { [BTC_USDT]: 10, [ETH_USDT]: 100 } as const;

const BTC_CONTRACT = {
  ...ARBITRARY_PERPETUAL,
  interestPpm: 900,
  fundingCapPpm: 20_000,
  fundingIntervalMs: 30 * MINUTE_MS,
  staleAfterMs: 10 * MINUTE_MS,
};

/** Ether, without a band; the tiers leave room for little. */
const ETH_CONTRACT = {
  ...ARBITRARY_PERPETUAL,
  marketId: ETH_USDT,
  tickSize: '0.01',
  lotSize: '0.1',
  priceBandPpm: 0,
  fundingCapPpm: 25_000,
  fundingIntervalMs: 15 * MINUTE_MS,
  staleAfterMs: HOUR_MS,
  maxOpenInterestLots: 400,
};

/** What a mixed history's setup has not. */
const SETUP: readonly Command[] = [
  // Listed after the other contract was marked.
  { type: 'configurePerpetual', perpetual: ETH_CONTRACT },
  { type: 'configurePerpetual', perpetual: BTC_CONTRACT },
  tick(ETH_USDT, INDEX[ETH_USDT]),
  tick(BTC_USDT, INDEX[BTC_USDT]),
  ...[QUOTER, ...POOR].flatMap((customerId): Command[] => [
    { type: 'openCustomer', customerId },
    {
      type: 'credit',
      customerId,
      account: 'contract',
      currencyId: USDT,
      amountMinor: POOR.includes(customerId) ? 60_000_000n : 800_000_000_000n,
      from: 'faucet',
      reference: `faucet:${customerId}`,
    },
  ]),
  mode(1, BTC_USDT, 'net'),
  mode(1, ETH_USDT, 'net'),
  mode(2, BTC_USDT, 'hedge'),
  mode(2, ETH_USDT, 'net'),
  mode(POOR[0]!, BTC_USDT, 'net'),
  // So little that both contracts matter to the account.
  ...[2, 3, POOR[1]!].flatMap((customerId): Command[] => [
    ...[BTC_USDT, ETH_USDT].map(marketId => marginType(customerId, marketId, 'cross')),
    moved(customerId, 'contract', POOR.includes(customerId) ? 1_000_000n : 760_000_000_000n),
  ]),
];

function marginType(customerId: number, marketId: number, to: MarginType): Command {
  return { type: 'setMarginType', customerId, marketId, marginType: to };
}

function moved(customerId: number, from: 'contract' | 'spot', amountMinor: bigint): Command {
  const to = from === 'contract' ? 'spot' : 'contract';
  return { type: 'transfer', customerId, currencyId: USDT, from, to, amountMinor };
}

function mode(customerId: number, marketId: number, to: PositionMode): Command {
  return { type: 'setPositionMode', customerId, marketId, mode: to };
}

const stressStep: fc.Arbitrary<StressStep> = fc.record({
  kind: fc.oneof(...KINDS.map(([kind, weight]) => ({ weight, arbitrary: fc.constant(kind) }))),
  // Often multiples of ten seconds, so that limits of time are met exactly.
  waitMs: fc.oneof(
    { weight: 30, arbitrary: fc.integer({ min: 0, max: 5_000 }) },
    { weight: 40, arbitrary: fc.integer({ min: 0, max: 6 }).map(tens => tens * 10_000) },
    { weight: 3, arbitrary: fc.constantFrom(2, 5, 9, 10).map(minutes => minutes * MINUTE_MS) },
    { weight: 1, arbitrary: fc.constantFrom(HOUR_MS, 25 * HOUR_MS) },
  ),
  choices: fc.array(fc.nat(999_999), { minLength: 8, maxLength: 8 }),
});

export const contractStress: fc.Arbitrary<StressStep[]> = fc
  .array(stressStep, { minLength: 120, maxLength: 400, size: 'max' })
  .map(steps => [...SETUP.map((_, i): StressStep => ({ waitMs: 0, kind: 'setup', choices: [i] })), ...steps]);

/** What the step does in the exchange as it is. */
export function stressCommand({ kind: chosen, choices }: StressStep, exchange: ReadonlyExchange): Command {
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0] = choices;
  const marketId = a % 4 === 0 ? ETH_USDT : BTC_USDT;
  const kind = isTrade(chosen) ? suited(chosen, exchange.perpetual.status(marketId)) : chosen;
  const customerId = CUSTOMERS[b % CUSTOMERS.length]!;
  const live = CUSTOMERS.flatMap(one => exchange.perpetual.positionsOf(one));
  const aimed = live[c % Math.max(1, live.length)];
  const target = {
    customerId: aimed?.customerId ?? customerId,
    positionId: aimed?.positionId ?? 1 + (c % 9),
  };
  const near = (choice: number, share: number, of: number = marketId): number => {
    const mark = (exchange.perpetual.mark(of)?.markE8 ?? 6_000_000_000_000) / 100_000_000;
    return Math.max(1, Math.round(mark * (1 + ((choice % 2_001) - 1_000) * share * 0.001) * ticksOf(of)));
  };
  const lots = 1 + (d % 60);
  const multiple = [100, 100, 50, 20, 10, 3, 7, 33, 87, null][e % 10]!;
  const order = {
    type: 'placePerpetualOrder' as const,
    customerId,
    marketId,
    side: f % 2 === 0 ? ('long' as const) : ('short' as const),
    orderType: 'limit' as const,
    lots,
    multiple,
    priceTicks: near(g, 0.01) as number | null,
    worstPriceTicks: null as number | null,
    postOnly: false,
    takeProfitTicks: null,
    stopLossTicks: null,
    clientOrderId: null,
    reduceOnly: f % 5 === 0 && exchange.perpetual.positionMode(customerId, marketId) !== 'each',
  };
  switch (kind) {
    case 'setup':
      return SETUP[a]!;
    case 'limit':
      return order;
    case 'postOnly':
      return { ...order, postOnly: true, multiple: 100, priceTicks: near(g, 0.004), lots: lots * 5 };
    case 'market':
      return {
        ...order,
        orderType: 'market',
        priceTicks: null,
        worstPriceTicks: g % 3 === 0 ? near(g, 0.05) : null,
      };
    case 'tick':
      return tick(marketId, INDEX[marketId] * (1 + ((g % 2_001) - 1_000) * 0.000_02));
    case 'leap':
      return tick(marketId, INDEX[marketId] * (1 + ((g % 2_001) - 1_000) * 0.000_1));
    case 'closeMarket':
      return {
        type: 'closePosition',
        ...target,
        lots: d % 3 === 0 ? 1 + (d % 20) : null,
        priceTicks: null,
        worstPriceTicks: null,
      };
    case 'closeLimit':
      return {
        type: 'closePosition',
        ...target,
        lots: d % 3 === 0 ? 1 + (d % 20) : null,
        priceTicks: near(g, 0.03, aimed?.marketId),
        worstPriceTicks: null,
      };
    case 'closeAll':
      return {
        type: d % 2 === 0 ? 'closeAllPositions' : 'cancelAllPerpetualOrders',
        customerId,
        marketId: g % 2 === 0 ? null : marketId,
      };
    case 'mode':
      return mode(customerId, marketId, (['each', 'hedge', 'net'] as const)[d % 3]!);
    case 'cross': {
      if (d % 3 === 0) return marginType(customerId, marketId, g % 4 === 0 ? 'isolated' : 'cross');
      const owner = { ownerId: customerId, account: 'contract' as const, currencyId: USDT };
      const share = 1n + (exchange.balance(owner).availableMinor * BigInt(1 + (e % 100))) / 100n;
      return moved(customerId, d % 3 === 1 ? 'contract' : 'spot', share);
    }
    case 'ladder': {
      const held = live.filter(
        one => exchange.perpetual.positionMode(one.customerId, one.marketId) !== 'each',
      );
      const one = held[c % Math.max(1, held.length)];
      if (one === undefined) return order;
      return {
        ...order,
        customerId: one.customerId,
        marketId: one.marketId,
        side: one.side === 'long' ? 'short' : 'long',
        lots: 1 + (d % 40),
        priceTicks: near(g, 0.008, one.marketId),
        reduceOnly: e % 3 !== 0,
      };
    }
    case 'cancel': {
      const orders = CUSTOMERS.flatMap(one => exchange.perpetual.ordersOf(one));
      const waiting = orders[d % Math.max(1, orders.length)];
      if (waiting !== undefined && e % 2 === 0) {
        const { customerId: owner, orderId } = waiting;
        return { type: 'cancelPerpetualOrder', customerId: owner, orderId };
      }
      return {
        type: 'cancelPerpetualOrder',
        customerId: target.customerId,
        orderId: aimed?.closing?.orderId ?? target.positionId,
      };
    }
    case 'replace':
      return {
        type: 'replacePerpetualOrders',
        customerId,
        marketId,
        multiple,
        postOnly: g % 2 === 0,
        cancel: exchange.perpetual
          .positionsOf(customerId)
          .slice(0, 3)
          .map(one => one.positionId),
        longs: [
          [near(d, 0.005), lots],
          [near(e, 0.005), lots],
        ],
        shorts: [
          [near(f, 0.005), lots],
          [near(g, 0.005), lots],
        ],
      };
    case 'stops':
      return {
        type: 'setStops',
        ...target,
        takeProfitTicks: d % 2 === 0 ? near(e, 0.01, aimed?.marketId) : null,
        stopLossTicks: d % 3 === 0 ? near(g, 0.01, aimed?.marketId) : null,
      };
    case 'margin':
      return marginCommand(choices, target, marketId, aimed?.marginMinor ?? 1n);
    case 'reverse':
      return { type: 'reversePosition', ...target, worstPriceTicks: null };
    case 'offset': {
      const own = exchange.perpetual.positionsOf(target.customerId, aimed?.marketId ?? marketId);
      const idOf = (side: string): number => own.find(one => one.side === side)?.positionId ?? 1;
      return {
        type: 'offsetPositions',
        customerId: target.customerId,
        longPositionId: idOf('long'),
        shortPositionId: idOf('short'),
        lots: d % 2 === 0 ? null : lots,
      };
    }
    case 'skew': {
      const middle = INDEX[marketId] * ticksOf(marketId) * (1 + ((g % 201) - 100) * 0.000_2);
      return {
        type: 'replacePerpetualOrders',
        customerId: QUOTER,
        marketId,
        multiple: 10,
        postOnly: false,
        cancel: exchange.perpetual.positionsOf(QUOTER, marketId).map(one => one.positionId),
        longs: [[Math.round(middle * 0.999), 90]],
        shorts: [[Math.round(middle * 1.001), 90]],
      };
    }
    case 'halt':
      return {
        type: 'haltTrading',
        line: 'perpetual',
        marketId,
        mode: d % 4 === 0 ? 'closeOnly' : 'full',
        reason: 'prices',
        note: '',
        forMs: d % 4 === 0 ? null : MINUTE_MS * (1 + (e % 3)),
        prolong: true,
      };
    case 'resume':
      return { type: 'resumeTrading', line: 'perpetual', marketId };
    case 'terms':
      return {
        type: 'changePerpetualTerms',
        perpetual: {
          ...(marketId === ETH_USDT ? ETH_CONTRACT : BTC_CONTRACT),
          makerFeePpm: d % 900,
          takerFeePpm: e % 1_500,
          liquidationFeePpm: f % 5_000,
          interestPpm: (g % 4_001) - 2_000,
          priceBandPpm: [0, 50_000, 3_000, 500][c % 4]!,
          multiples: c % 9 === 0 ? [1, 3, 10, 20, 50] : ARBITRARY_PERPETUAL.multiples,
        },
        noticeMs: 24 * HOUR_MS,
      };
    case 'fund':
      return {
        type: 'fundHouse',
        from: 'faucet',
        to: 'insurance',
        currencyId: USDT,
        amountMinor: BigInt(1 + (d % 9_000_000)),
        reference: 'test:2',
      };
    case 'lossLimit':
      return { type: 'setDailyLossLimit', customerId, limitMinor: BigInt(d) * 10_000n };
    case 'freeze':
      return { type: 'setCustomerFrozen', customerId, frozen: d % 4 === 0 };
  }
}

/** Margin added and taken out, leverage, and top-ups, of a position or of later ones. */
function marginCommand(
  [, b = 0, , d = 0, e = 0, f = 0, g = 0]: readonly number[],
  target: { readonly customerId: number; readonly positionId: number },
  marketId: number,
  marginMinor: bigint,
): Command {
  const share = 1n + (marginMinor * BigInt(1 + (e % 60))) / 100n;
  const { customerId } = target;
  switch (g % 9) {
    case 0:
    case 1:
      return { type: 'addMargin', ...target, amountMinor: BigInt(1 + d * (e % 90)) };
    case 2:
    case 3:
      return { type: 'removeMargin', ...target, amountMinor: f % 4 === 0 ? 1n : share };
    case 4:
    case 5:
      return { type: 'changeLeverage', ...target, multiple: f % 5 === 0 ? 1 : 1 + (d % 101) };
    case 6:
      return { type: 'setTopUp', ...target, limitMinor: f % 6 === 0 ? 0n : share * BigInt(1 + (b % 9)) };
    case 7:
      return {
        type: 'setTopUpDefault',
        customerId,
        marketId,
        limitMinor: f % 3 === 0 ? 0n : BigInt(d * 900),
      };
    default:
      return { type: 'setLeverage', customerId, marketId, multiple: 1 + (d % 101) };
  }
}

function isTrade(kind: StressStep['kind']): boolean {
  return kind === 'limit' || kind === 'market';
}

/** While trading is halted the index leaps; after it quotes wait for those who close. */
function suited(kind: StressStep['kind'], status: string | null): StressStep['kind'] {
  if (status === 'halted') return 'leap';
  return status === 'cancelOnly' ? 'postOnly' : kind;
}

function ticksOf(marketId: number): number {
  return marketId === ETH_USDT ? TICKS[ETH_USDT] : TICKS[BTC_USDT];
}

function tick(marketId: number, price: number): Command {
  const priceE8 = Math.round(price * 100_000_000);
  return { type: 'recordIndexTick', marketId, priceE8, sources: [{ name: 'test', priceE8, atMs: 1 }] };
}
