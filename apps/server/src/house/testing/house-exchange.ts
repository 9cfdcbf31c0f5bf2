import { type Command, Exchange, type Outcome, type PerpetualConfig } from '@tallystick/core';
import { BTC, USDT } from '@tallystick/protocol/currency-ids';
import type { CommandBus } from '../../engine/command-bus.ts';

export const HOUSE = 1;
export const CUSTOMER = 2;
export const MARKET = 1;
const CONTRACT: PerpetualConfig = {
  marketId: MARKET,
  tickSize: '0.1',
  lotSize: '0.001',
  multiples: [1, 2, 3, 5, 10, 20],
  tiers: [{ maxNotional: '10000000', maintenancePpm: 5_000, maxMultiple: 20 }],
  makerFeePpm: 200,
  takerFeePpm: 500,
  priceBandPpm: 100_000,
  maxOrderLots: 10_000,
  maxOpenInterestLots: 1_000_000,
  maxCustomerNotional: '10000000',
  fundingIntervalMs: 28_800_000,
  interestPpm: 100,
  fundingCapPpm: 7_500,
  staleAfterMs: 10_000,
  liquidationFeePpm: 2_500,
};

/** A real exchange with one market, a house and a customer with large funds. Its bus records commands. */
export function houseExchange() {
  const exchange = new Exchange();
  const submitted: { command: Command; outcome: Outcome }[] = [];
  let atMs = 1;
  const bus: CommandBus = {
    async submit(command) {
      const outcome = exchange.apply(command, atMs++);
      submitted.push({ command, outcome });
      // As on the real bus, the answer comes after the change.
      await Promise.resolve();
      return { sequence: atMs, atMs, outcome, replayed: false };
    },
  };
  const apply = (command: Command): void => {
    const outcome = exchange.apply(command, atMs++);
    if (!outcome.ok) throw new Error(outcome.refusal.code);
  };
  apply({ type: 'configureCurrency', currency: { id: BTC, code: 'BTC', decimals: 8 } });
  apply({ type: 'configureCurrency', currency: { id: USDT, code: 'USDT', decimals: 6 } });
  apply({
    type: 'configureMarket',
    market: {
      id: MARKET,
      baseCurrencyId: BTC,
      quoteCurrencyId: USDT,
      tickSize: '0.1',
      lotSize: '0.00001',
      minNotional: '5',
      priceBandPpm: 100_000,
      makerFeePpm: 1000,
      takerFeePpm: 1000,
    },
  });
  const index = (priceE8: number): void =>
    apply({
      type: 'recordIndexTick',
      marketId: MARKET,
      priceE8,
      sources: [{ name: 'test', priceE8, atMs: 1 }],
    });
  for (const customerId of [HOUSE, CUSTOMER]) {
    apply({ type: 'openCustomer', customerId });
    for (const [currencyId, amountMinor] of [
      [BTC, 100n * 10n ** 8n],
      [USDT, 10_000_000n * 10n ** 6n],
    ] as const) {
      const reference = `test:${customerId}`;
      apply({
        type: 'credit',
        customerId,
        account: 'spot',
        currencyId,
        amountMinor,
        from: 'faucet',
        reference,
      });
    }
  }
  /** Lists the market's contract and gives both margin. */
  const listContract = (change: Partial<PerpetualConfig> = {}): void => {
    apply({ type: 'configurePerpetual', perpetual: { ...CONTRACT, ...change } });
    for (const customerId of [HOUSE, CUSTOMER]) {
      apply({
        type: 'credit',
        customerId,
        account: 'contract',
        currencyId: USDT,
        amountMinor: 1_000_000n * 10n ** 6n,
        from: 'faucet',
        reference: `test:${customerId}:contract`,
      });
    }
  };
  /** Commands since the last call. */
  const takeSubmitted = () => submitted.splice(0);
  return { exchange, bus, apply, index, listContract, takeSubmitted, nowMs: () => atMs };
}
