import type { Command, PlaceOrder } from '@tallystick/core';
import {
  BTC_USDT,
  configureCommands,
  ETH_USDT,
  fundedCustomerCommands,
} from '@tallystick/core/testing/demo-exchange';
import { formatMinor } from '@tallystick/core/money/decimal';
import { MAX_ISSUED_MINOR } from '@tallystick/core/ledger/ledger';
import { Random } from '@tallystick/core/testing/random';
import type { CommandBus } from '@tallystick/server/engine/command-bus';

export const CUSTOMERS = 2_000;

const MARKETS = [
  { id: BTC_USDT, midTicks: 650_000 },
  { id: ETH_USDT, midTicks: 320_000 },
];

/** Minor units of each currency per customer: more than a run uses, and in sum less than the exchange may issue. */
const FUNDS_MINOR = MAX_ISSUED_MINOR / BigInt(2 * CUSTOMERS);

function setupCommands(customers: number): Command[] {
  const commands = configureCommands();
  for (let id = 1; id <= customers; id++) commands.push(...fundedCustomerCommands(id, FUNDS_MINOR));
  return commands;
}

/** Throws on a refusal: otherwise refused orders would be measured. */
export async function submitSetup(bus: CommandBus, customers: number): Promise<void> {
  const setup = setupCommands(customers);
  for (let i = 0; i < setup.length; i += 2_000) {
    const committed = await Promise.all(setup.slice(i, i + 2_000).map(command => bus.submit(command)));
    for (const { outcome } of committed)
      if (!outcome.ok) throw new Error(`setup refused: ${outcome.refusal.code}`);
  }
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

/** Tick and lot size as text per market, because customers send decimals. */
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
