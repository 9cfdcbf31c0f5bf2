import type { Command } from '../../command.ts';
import { Exchange } from '../../exchange.ts';
import { USDT } from '../../testing/demo-exchange.ts';
import { TEST_PERPETUAL } from './perpetual-scenario.ts';

const PRICE_TICKS = 600_000;
const INDEX_E8 = 60_000 * 100_000_000;
const START_MS = 59_040 * TEST_PERPETUAL.fundingIntervalMs + 120_000;
/** Contracts each account has a position in. */
const POSITIONS = 3;
const LIQUIDITY_LOTS = 1_000;

export interface CrossBook {
  readonly exchange: Exchange;
  readonly atMs: number;
  readonly indexE8: number;
  tick(marketId: number, priceE8: number): Command;
}

/**
 * An exchange with this many accounts that each carry three positions, of one lot worth 60, in different contracts. Pairs
 * of accounts hold the opposite; their balances differ, so that their distances from liquidation do, from 0.7 % to 16 %.
 * For measurements.
 */
export function crossBook(accounts: number, contracts: number): CrossBook {
  const exchange = new Exchange();
  const must = (command: Command): void => {
    const outcome = exchange.apply(command, START_MS);
    if (!outcome.ok) throw new Error(`${command.type} was refused: ${JSON.stringify(outcome.refusal)}`);
  };
  const tick = (marketId: number, priceE8: number): Command => ({
    type: 'recordIndexTick',
    marketId,
    priceE8,
    sources: [{ name: 'bench', priceE8, atMs: START_MS }],
  });
  must({ type: 'configureCurrency', currency: { id: USDT, code: 'USDT', decimals: 6 } });
  for (let id = 1; id <= contracts; id++) {
    const base = 100 + id;
    must({ type: 'configureCurrency', currency: { id: base, code: `C${id}`, decimals: 8 } });
    must({
      type: 'configureMarket',
      market: {
        id,
        baseCurrencyId: base,
        quoteCurrencyId: USDT,
        tickSize: '0.1',
        lotSize: '0.00001',
        minNotional: '5',
        priceBandPpm: 100_000,
        makerFeePpm: 1_000,
        takerFeePpm: 2_000,
      },
    });
    must({
      type: 'configurePerpetual',
      perpetual: { ...TEST_PERPETUAL, marketId: id, staleAfterMs: 86_400_000 },
    });
    must(tick(id, INDEX_E8));
  }
  const order = (
    customerId: number,
    marketId: number,
    side: 'long' | 'short',
    lots: number,
    priceTicks: number,
    multiple = 100,
  ): Command => ({
    type: 'placePerpetualOrder',
    customerId,
    marketId,
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
  });
  const open = (customerId: number, amountMinor: bigint): void => {
    must({ type: 'openCustomer', customerId });
    must({
      type: 'credit',
      customerId,
      account: 'contract',
      currencyId: USDT,
      amountMinor,
      from: 'faucet',
      reference: 'bench',
    });
  };
  for (let customerId = 1; customerId <= accounts; customerId++) {
    // 2 to 29 USDT, in no order.
    open(customerId, 2_000_000n + BigInt((customerId * 7_919) % 27_000) * 1_000n);
    const pair = Math.floor((customerId - 1) / 2);
    for (let i = 0; i < POSITIONS; i++) {
      const marketId = 1 + ((pair + i * 7) % contracts);
      must({ type: 'setMarginType', customerId, marketId, marginType: 'cross' });
      const side = (customerId + i) % 2 === 0 ? 'long' : 'short';
      must(order(customerId, marketId, side, 1, PRICE_TICKS));
    }
  }
  // Somebody who takes what is liquidated.
  const dealer = accounts + 1;
  open(dealer, 100_000_000_000_000n);
  for (let id = 1; id <= contracts; id++) {
    for (let i = 1; i <= 10; i++) {
      must(order(dealer, id, 'long', LIQUIDITY_LOTS, PRICE_TICKS - i * 2_800, 5));
      must(order(dealer, id, 'short', LIQUIDITY_LOTS, PRICE_TICKS + i * 2_800, 5));
    }
  }
  return { exchange, atMs: START_MS + 1_000, indexE8: INDEX_E8, tick };
}
