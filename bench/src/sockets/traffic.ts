import { BTC_USDT } from '@tallystick/core/testing/demo-exchange';
import type { CommandBus } from '@tallystick/server/engine/command-bus';

/** An index ticks this often, and as often an order rests and another takes half of it. */
const EVERY_MS = 250;
const MID_TICKS = 650_000;
const LOTS = 2_000;
/** A few prices, so that the book stays small. */
const PRICES = 40;

/** What markets do while pages look at them. Returns a function that stops it; it rejects if anything was refused. */
export function startTraffic(bus: CommandBus): () => Promise<void> {
  let turn = 0;
  let working: Promise<void> = Promise.resolve();
  const work = async (): Promise<void> => {
    const at = turn++;
    const priceE8 = MID_TICKS * 10_000_000 + (at % 100) * 1_000_000;
    const sources = [{ name: 'bench', priceE8, atMs: Date.now() }];
    const priceTicks = MID_TICKS + (at % PRICES);
    const committed = await Promise.all([
      bus.submit({ type: 'recordIndexTick', marketId: BTC_USDT, priceE8, sources }),
      bus.submit(order(1, 'sell', priceTicks, LOTS)),
      bus.submit(order(2, 'buy', priceTicks, LOTS / 2)),
    ]);
    if (at % PRICES === 0) await bus.submit({ type: 'cancelAllOrders', customerId: 1, marketId: BTC_USDT });
    for (const { outcome } of committed)
      if (!outcome.ok) throw new Error(`refused: ${JSON.stringify(outcome.refusal)}`);
  };
  const timer = setInterval(() => {
    // The first failure stays: the one who stops it hears of it.
    working = working.then(work);
    working.catch(() => clearInterval(timer));
  }, EVERY_MS);
  return async () => {
    clearInterval(timer);
    await working;
  };
}

function order(customerId: number, side: 'buy' | 'sell', priceTicks: number, quantityLots: number) {
  return {
    type: 'placeOrder',
    customerId,
    marketId: BTC_USDT,
    side,
    orderType: 'limit',
    timeInForce: 'GTC',
    postOnly: false,
    priceTicks,
    quantityLots,
    budgetMinor: null,
    triggerTicks: null,
    clientOrderId: null,
  } as const;
}
