import type { Command, ReadonlyExchange } from '@tallystick/core';
import { HOUR_MS } from '@tallystick/core/durations';
import { BTC, BTC_USDT, ETH, ETH_USDT, USDT } from '@tallystick/core/testing/demo-exchange';
import { Random } from '@tallystick/core/testing/random';
import { isTimeDue } from '@tallystick/core/testing/time-due';
import { mixedSetup, tick } from './mixed-setup.ts';

export type TimedCommand = readonly [command: Command, atMs: number];

const CUSTOMERS = 200;
/** A quarter of an hour before midnight, so that interest is paid soon. */
const START_MS = 1_700_006_400_000 - HOUR_MS / 4;
const STEP_MS = 100;
/** Steps from one price of a market to the next. */
const PRICE_EVERY = 10;

/** What customers do, and how often of 100. */
const SHARES = [
  ['limit', 36],
  ['cancel', 12],
  ['market', 7],
  ['contract', 14],
  ['close', 5],
  ['stops', 2],
  ['option', 8],
  ['deposit', 3],
  ['redeem', 2],
  ['convert', 4],
  ['commit', 2],
  ['transfer', 2],
  ['payIn', 2],
  ['withdraw', 1],
] as const;
type Action = (typeof SHARES)[number][0];
const ACTIONS: readonly Action[] = SHARES.flatMap(([action, share]) =>
  Array.from({ length: share }, () => action),
);

/**
 * An endless history of 200 customers with all products, in the ratio above: prices move in small steps, options end,
 * contracts are funded and liquidated, deposits earn, coins are launched, rebates are paid. `exchange` is the one to
 * which each command is applied before the next is asked for; some are refused.
 */
export function* mixedCommands(exchange: ReadonlyExchange, seed: number): Generator<TimedCommand> {
  const random = new Random(seed);
  const prices = new Map([
    [BTC_USDT, 60_000],
    [ETH_USDT, 6_000],
  ]);
  let nowMs = START_MS;
  for (const command of mixedSetup(CUSTOMERS, START_MS)) yield [command, nowMs];
  for (let step = 0; ; step++) {
    nowMs += STEP_MS;
    while (isTimeDue(exchange, nowMs)) yield [{ type: 'passTime' }, nowMs];
    const marketId = step % 2 === 0 ? BTC_USDT : ETH_USDT;
    const price = prices.get(marketId)!;
    if (step % PRICE_EVERY < 2) {
      const next = price * (1 + (random.next() - 0.5) / 500);
      prices.set(marketId, next);
      yield [tick(marketId, next), nowMs];
    }
    yield [commandOf(random.pick(ACTIONS), { exchange, random, marketId, price, nowMs }), nowMs];
  }
}

interface Moment {
  readonly exchange: ReadonlyExchange;
  readonly random: Random;
  readonly marketId: number;
  readonly price: number;
  readonly nowMs: number;
}

function commandOf(action: Action, { exchange, random, marketId, price, nowMs }: Moment): Command {
  const customerId = random.between(1, CUSTOMERS);
  const side = random.pick(['buy', 'sell'] as const);
  const amountMinor = BigInt(random.between(5_000_000, 200_000_000));
  // Mostly a little away from the middle, sometimes across it.
  const away = (side === 'buy' ? -1 : 1) * (random.next() * 0.004 - 0.0006);
  const priceTicks = Math.round(price * (1 + away) * (marketId === BTC_USDT ? 10 : 100));
  const order = {
    type: 'placeOrder',
    customerId,
    marketId,
    side,
    postOnly: false,
    triggerTicks: null,
  } as const;
  const anyOf = <T>(among: readonly T[]): T | undefined =>
    among.length === 0 ? undefined : random.pick(among);
  switch (action) {
    case 'limit':
      return {
        ...order,
        orderType: 'limit',
        timeInForce: 'GTC',
        priceTicks,
        quantityLots: random.between(100, 5_000),
        budgetMinor: null,
        clientOrderId: null,
      };
    case 'market':
      return {
        ...order,
        orderType: 'market',
        timeInForce: 'IOC',
        priceTicks: null,
        quantityLots: random.between(100, 5_000),
        budgetMinor: null,
        clientOrderId: null,
      };
    case 'cancel': {
      const order = anyOf(exchange.openOrders(customerId));
      return { type: 'cancelOrder', customerId, orderId: order?.orderId ?? exchange.lastOrderId };
    }
    case 'contract': {
      const isLimit = random.next() < 0.7;
      return {
        type: 'placePerpetualOrder',
        customerId,
        marketId: BTC_USDT,
        side: side === 'buy' ? 'long' : 'short',
        orderType: isLimit ? 'limit' : 'market',
        lots: random.between(1, 40),
        multiple: random.pick([5, 10, 20, 50, 100]),
        priceTicks: isLimit
          ? Math.round(exchange.indexTick(BTC_USDT)!.priceE8 / 1e7) +
            (side === 'buy' ? -1 : 1) * random.between(-30, 200)
          : null,
        worstPriceTicks: null,
        postOnly: false,
        takeProfitTicks: null,
        stopLossTicks: null,
        clientOrderId: null,
      };
    }
    case 'close':
    case 'stops': {
      const open = exchange.perpetual.positionsOf(customerId);
      const position = anyOf(open);
      const ids = { customerId, positionId: position?.positionId ?? 1 };
      const mark = exchange.perpetual.mark(BTC_USDT)?.markE8 ?? 6e12;
      if (action === 'close')
        return { type: 'closePosition', ...ids, lots: null, priceTicks: null, worstPriceTicks: null };
      const above = Math.round(mark / 1e7) + 300;
      const [takeProfitTicks, stopLossTicks] =
        position?.side === 'short' ? [above - 600, above] : [above, above - 600];
      return { type: 'setStops', ...ids, takeProfitTicks, stopLossTicks };
    }
    case 'option':
      return {
        type: 'buyOption',
        customerId,
        marketId,
        direction: random.pick(['rise', 'fall'] as const),
        seconds: 6,
        currencyId: USDT,
        stakeMinor: amountMinor,
        termsVersion: 1,
        practice: random.next() < 0.2,
      };
    case 'deposit':
      return {
        type: 'buyTrust',
        customerId,
        productId: 1,
        termsVersion: 1,
        amountMinor,
        autoRenew: random.next() < 0.5,
      };
    case 'redeem': {
      const held = anyOf(exchange.trust.openOrders());
      return {
        type: 'redeemTrust',
        customerId: held?.customerId ?? customerId,
        orderId: held?.orderId ?? 1,
        maxPenaltyMinor: 10n ** 12n,
      };
    }
    case 'convert':
      return {
        type: 'convert',
        customerId,
        fromCurrencyId: USDT,
        toCurrencyId: random.pick([BTC, ETH]),
        amountMinor,
        expiresAtMs: nowMs + 8_000,
        minReceivedMinor: 1n,
      };
    case 'commit': {
      const open = exchange.launch
        .offers()
        .filter(({ terms }) => terms.startMs <= nowMs && nowMs < terms.closeMs);
      const offerId = anyOf(open)?.terms.offerId ?? 1;
      return { type: 'commitToLaunch', customerId, offerId, currencyId: USDT, amountMinor };
    }
    case 'transfer':
      return {
        type: 'transfer',
        customerId,
        currencyId: USDT,
        from: 'spot',
        to: random.pick(['option', 'contract', 'trust'] as const),
        amountMinor,
      };
    case 'payIn':
      return {
        type: 'credit',
        customerId,
        account: 'spot',
        currencyId: USDT,
        amountMinor,
        from: 'custodyTron',
        reference: `deposit:${nowMs}`,
      };
    case 'withdraw':
      return {
        type: 'requestWithdrawal',
        customerId,
        withdrawalId: nowMs - START_MS,
        currencyId: USDT,
        amountMinor,
        feeMinor: 1_000_000n,
        via: 'custodyTron',
      };
  }
}
