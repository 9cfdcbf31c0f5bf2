import type { Command } from '../../command.ts';
import { MINUTE_MS } from '../../durations.ts';
import { Exchange } from '../../exchange.ts';
import { BTC_USDT, configureCommands, USDT } from '../../testing/demo-exchange.ts';
import { TEST_PERPETUAL } from './perpetual-scenario.ts';

export interface PerpetualBookSize {
  /** Half of them are long. */
  readonly positions: number;
  /** How many longs a fall of 2.2 % liquidates. */
  readonly weak: number;
  readonly customers: number;
  /** Whether there are bids for the liquidated lots. */
  readonly bids: boolean;
}

export interface PerpetualBook {
  /** Time at which all positions are open, a minute before a funding. */
  readonly snapshot: Uint8Array;
  readonly atMs: number;
  readonly fundingAtMs: number;
  readonly indexE8: number;
  /** An index price that liquidates exactly the weak positions. */
  readonly jumpE8: number;
  tick(priceE8: number): Command;
}

const PRICE_TICKS = 600_000;
const INDEX_E8 = 60_000 * 100_000_000;
const INTERVAL_MS = TEST_PERPETUAL.fundingIntervalMs;
const START_MS = 59_040 * INTERVAL_MS - 120_000;
/** Lots per order, so that no position of the bidder is larger than its tier allows. */
const BID_LOTS = 500;

/** An exchange with this many positions of one lot each, opened at 60,000. For measurements. */
export function perpetualBook(size: PerpetualBookSize): PerpetualBook {
  const exchange = new Exchange();
  let nowMs = START_MS;
  const must = (command: Command): void => {
    const outcome = exchange.apply(command, nowMs);
    if (!outcome.ok) throw new Error(`${command.type} was refused: ${JSON.stringify(outcome.refusal)}`);
  };
  const tick = (priceE8: number): Command => ({
    type: 'recordIndexTick',
    marketId: BTC_USDT,
    priceE8,
    sources: [{ name: 'bench', priceE8, atMs: START_MS }],
  });
  for (const command of configureCommands()) must(command);
  must({ type: 'configurePerpetual', perpetual: TEST_PERPETUAL });
  must(tick(INDEX_E8));
  const bidder = size.customers + 1;
  const quoter = bidder + 1;
  for (let customerId = 1; customerId <= quoter; customerId++) {
    must({ type: 'openCustomer', customerId });
    must({
      type: 'credit',
      customerId,
      account: 'contract',
      currencyId: USDT,
      amountMinor: 1_000_000_000_000n,
      from: 'faucet',
      reference: 'bench',
    });
  }
  const pairs = size.positions / 2;
  for (let i = 0; i < pairs; i++) {
    const long = 1 + (i % size.customers);
    const short = 1 + ((i + 1) % size.customers);
    must(order(long, 'long', 1, i < size.weak ? 50 : 5, PRICE_TICKS));
    must(order(short, 'short', 1, 5, PRICE_TICKS));
  }
  must(order(bidder, 'short', BID_LOTS, 5, PRICE_TICKS + 12_000));
  for (let lots = 0; size.bids && lots < size.weak + BID_LOTS; lots += BID_LOTS) {
    must(order(bidder, 'long', BID_LOTS, 5, PRICE_TICKS - 11_000 - Math.floor(lots / BID_LOTS)));
  }
  // Quotes near the index, for the sample of the premium.
  must(order(quoter, 'long', BID_LOTS, 5, PRICE_TICKS - 200));
  must(order(quoter, 'short', BID_LOTS, 5, PRICE_TICKS + 1_200));
  nowMs += MINUTE_MS;
  must(tick(INDEX_E8));
  must({ type: 'passTime' });
  must({ type: 'cancelAllPerpetualOrders', customerId: quoter, marketId: null });
  const snapshot = exchange.snapshot();
  return {
    snapshot,
    atMs: nowMs + 1_000,
    fundingAtMs: START_MS + 120_000,
    indexE8: INDEX_E8,
    jumpE8: 58_700 * 100_000_000,
    tick,
  };
}

function order(
  customerId: number,
  side: 'long' | 'short',
  lots: number,
  multiple: number,
  priceTicks: number,
): Command {
  return {
    type: 'placePerpetualOrder',
    customerId,
    marketId: BTC_USDT,
    side,
    orderType: 'limit',
    lots,
    multiple,
    priceTicks,
    worstPriceTicks: null,
    postOnly: false,
    takeProfitTicks: null,
    stopLossTicks: null,
    clientOrderId: null,
  };
}
