import type { Command, PlacePerpetualOrder } from '@tallystick/core';
import { HOUR_MS } from '@tallystick/core/durations';
import { BTC, BTC_USDT, USDT } from '@tallystick/core/testing/demo-exchange';
import { MIXED_START_MS } from '@tallystick/core/testing/mixed-history';

export interface EventfulStep {
  readonly waitMs: number;
  readonly command: Command;
}

const now = (command: Command): EventfulStep => ({ waitMs: 0, command });

/** Steps that cause events which a mixed history causes only sometimes. */
export function eventfulSteps(): EventfulStep[] {
  const usdt = { currencyId: USDT, amountMinor: 20_000_000n };
  return [
    { waitMs: 2_000, command: { type: 'commitToLaunch', customerId: 1, offerId: 1, ...usdt } },
    now({
      type: 'requestWithdrawal',
      customerId: 1,
      withdrawalId: 1_000,
      ...usdt,
      feeMinor: 1_000_000n,
      via: 'bank',
    }),
    now({ type: 'payGoodwill', goodwillId: 1_000, customerId: 2, ...usdt }),
    now({ type: 'fundHouse', from: 'bank', to: 'treasury', ...usdt, reference: 'test:10' }),
    now({
      type: 'withdrawProfit',
      from: 'treasury',
      to: 'bank',
      ...usdt,
      announcedAtMs: 1,
      provenAtMs: MIXED_START_MS,
      liabilitiesMinor: 0n,
      assetsMinor: usdt.amountMinor,
      reference: 'profit:1000',
    }),
    // Taken from a customer who has nothing: it becomes a debt.
    now({ type: 'reverseCredit', customerId: 4, account: 'spot', ...usdt, to: 'bank', reference: 'test:9' }),
    // The fee of the second order pays its promoter at the end of the hour.
    now(order(1, 'short', 10, 600_000)),
    now(order(2, 'long', 10, 600_000)),
    ...carriedProfit(),
    // A book with a mid price, so that premiums are sampled; an hour later funding is due.
    now(order(3, 'long', 200, 599_700)),
    now(order(3, 'short', 200, 600_300)),
    ...Array.from({ length: 61 }, (): EventfulStep => ({ waitMs: 60_000, command: tick() })),
    // A stop that the mark reaches.
    now({ type: 'setStops', customerId: 2, positionId: 2, takeProfitTicks: null, stopLossTicks: 599_900 }),
    { waitMs: 60_000, command: tick(5_997_000_000_000) },
    { waitMs: 60_000, command: tick() },
    // A conditional order that the mark reaches.
    now(conditional(2, 599_900)),
    { waitMs: 60_000, command: tick(5_997_000_000_000) },
    { waitMs: 60_000, command: tick() },
    // Two positions that a change of mode makes one, and an order that closes some of it.
    now(order(4, 'long', 2, 600_300)),
    now(order(4, 'long', 2, 600_300)),
    now({ type: 'setPositionMode', customerId: 4, marketId: BTC_USDT, mode: 'net' }),
    now({ ...order(4, 'short', 1, 599_700), reduceOnly: true }),
    now({ type: 'setCustomerFrozen', customerId: 4, frozen: true }),
    now({ type: 'setCustomerFrozen', customerId: 4, frozen: false }),
    now(spotSale(2)),
    now({
      type: 'convert',
      customerId: 1,
      fromCurrencyId: USDT,
      toCurrencyId: BTC,
      amountMinor: 20_000_000n,
      expiresAtMs: Number.MAX_SAFE_INTEGER,
      minReceivedMinor: 1n,
    }),
    // The day of the deposit earns nothing: the first interest comes at the midnight after the next.
    now({
      type: 'buyTrust',
      customerId: 1,
      productId: 2,
      termsVersion: 1,
      amountMinor: 20_000_000n,
      autoRenew: false,
    }),
    { waitMs: 25 * HOUR_MS, command: tick() },
    { waitMs: 25 * HOUR_MS, command: tick() },
  ];
}

/** A contract account that carries a long (position 4) and a short (6): closing the long needs the short's profit. */
function carriedProfit(): EventfulStep[] {
  const customerId = 5;
  const close = (positionId: number): Command => ({
    type: 'closePosition',
    customerId,
    positionId,
    lots: null,
    priceTicks: null,
    worstPriceTicks: null,
  });
  const carried = (side: 'long' | 'short'): EventfulStep[] => [
    now(order(1, side === 'long' ? 'short' : 'long', 10, 600_000)),
    now({ ...order(customerId, side, 10, 600_000), multiple: 100 }),
  ];
  return [
    now({ type: 'openCustomer', customerId }),
    now({
      type: 'credit',
      customerId,
      account: 'contract',
      currencyId: USDT,
      amountMinor: 150_000_000n,
      from: 'faucet',
      reference: 'test:11',
    }),
    now({ type: 'setMarginType', customerId, marketId: BTC_USDT, marginType: 'cross' }),
    ...carried('long'),
    ...carried('short'),
    { waitMs: 60_000, command: tick(5_820_000_000_000) },
    now(order(1, 'long', 10, 582_000)),
    now(close(4)),
    now(order(1, 'short', 10, 582_000)),
    now(close(6)),
    { waitMs: 60_000, command: tick() },
    // A position (10) whose margin is topped up before it would be liquidated.
    now({ type: 'setMarginType', customerId, marketId: BTC_USDT, marginType: 'isolated' }),
    now(order(1, 'short', 1, 600_000)),
    now({ ...order(customerId, 'long', 1, 600_000), multiple: 100 }),
    now({ type: 'setTopUp', customerId, positionId: 10, limitMinor: 50_000_000n }),
    { waitMs: 60_000, command: tick(5_950_000_000_000) },
    { waitMs: 60_000, command: tick() },
  ];
}

function spotSale(customerId: number): Command {
  return {
    type: 'placeOrder',
    customerId,
    marketId: BTC_USDT,
    side: 'sell',
    orderType: 'limit',
    timeInForce: 'GTC',
    postOnly: false,
    priceTicks: 600_000,
    quantityLots: 1_000,
    budgetMinor: null,
    triggerTicks: null,
    clientOrderId: null,
  };
}

function order(
  customerId: number,
  side: 'long' | 'short',
  lots: number,
  priceTicks: number,
): PlacePerpetualOrder {
  return {
    type: 'placePerpetualOrder',
    customerId,
    marketId: BTC_USDT,
    side,
    orderType: 'limit',
    lots,
    multiple: 10,
    priceTicks,
    worstPriceTicks: null,
    postOnly: false,
    takeProfitTicks: null,
    stopLossTicks: null,
    clientOrderId: null,
  };
}

function tick(priceE8 = 6_000_000_000_000): Command {
  return {
    type: 'recordIndexTick',
    marketId: BTC_USDT,
    priceE8,
    sources: [{ name: 'test', priceE8, atMs: 1 }],
  };
}

function conditional(customerId: number, triggerTicks: number): Command {
  return {
    type: 'placeConditionalOrder',
    customerId,
    marketId: BTC_USDT,
    side: 'short',
    effect: 'open',
    positionId: null,
    kind: 'stop',
    orderType: 'market',
    lots: 1,
    multiple: 10,
    priceTicks: null,
    triggerSource: 'mark',
    triggerTicks,
    trail: null,
    clientOrderId: null,
    expiresAtMs: null,
  };
}
