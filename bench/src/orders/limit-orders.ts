import type { Command, PlaceOrder } from '@tallystick/core';
import {
  BTC_USDT,
  configureCommands,
  ETH_USDT,
  fundedCustomerCommands,
} from '@tallystick/core/testing/demo-exchange';
import { formatMinor } from '@tallystick/core/money/decimal';
import { Random } from '@tallystick/core/testing/random';

export const CUSTOMERS = 2_000;

const MARKETS = [
  { id: BTC_USDT, midTicks: 650_000 },
  { id: ETH_USDT, midTicks: 320_000 },
];

export function setupCommands(customers: number): Command[] {
  const commands = configureCommands();
  for (let id = 1; id <= customers; id++)
    commands.push(...fundedCustomerCommands(id, 1_000_000_000_000_000n));
  return commands;
}

/**
 * Limit orders of many customers around a fixed price, both sides alike. Three of ten are priced through the middle
 * and mostly trade, the others mostly rest: about what a busy venue sees. Seeded.
 */
export class LimitOrders {
  readonly #random: Random;

  constructor(seed: number) {
    this.#random = new Random(seed);
  }

  next(customerId: number): PlaceOrder {
    const random = this.#random;
    const market = random.pick(MARKETS);
    const buys = random.below(2) === 0;
    const distance = random.below(10) < 3 ? -random.below(60) : 1 + random.below(200);
    return {
      type: 'placeOrder',
      customerId,
      marketId: market.id,
      side: buys ? 'buy' : 'sell',
      orderType: 'limit',
      timeInForce: 'GTC',
      postOnly: false,
      priceTicks: market.midTicks + (buys ? -distance : distance),
      quantityLots: random.between(100, 5_000),
      budgetMinor: null,
      triggerTicks: null,
      clientOrderId: null,
    };
  }
}

/** Tick and lot as text, per market: what customers send is decimals. */
const DECIMALS: Readonly<Record<number, readonly [price: number, quantity: number]>> = {
  [BTC_USDT]: [1, 5],
  [ETH_USDT]: [2, 4],
};

/** The order as the apps send it, form-encoded. */
export function toForm(order: PlaceOrder): string {
  const [priceDecimals, quantityDecimals] = DECIMALS[order.marketId]!;
  const price = formatMinor(BigInt(order.priceTicks!), priceDecimals);
  const quantity = formatMinor(BigInt(order.quantityLots!), quantityDecimals);
  return `market_id=${order.marketId}&side=${order.side}&type=limit&price=${price}&quantity=${quantity}`;
}
