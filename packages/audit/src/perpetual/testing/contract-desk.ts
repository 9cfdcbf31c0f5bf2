import { Checker } from '../../checker.ts';
import type { Command, Refusal } from '../../part.ts';
import type { PerpetualConfig } from '../../world.ts';
import type { PlaceOrder } from '../commands.ts';
import type { Side } from '../figures.ts';

export const MARKET = 1;
export const USDT = 3;
/** Minor units of one USDT. */
export const ONE = 1_000_000n;

/** Tick 0.1, lot 0.01 BTC, maintenance 0.4 %, no fees but 0.2 % for the fund, no band. */
export const CONTRACT: PerpetualConfig = {
  marketId: MARKET,
  tickSize: '0.1',
  lotSize: '0.01',
  multiples: [1, 10, 100],
  tiers: [{ maxNotional: '5000000', maintenancePpm: 4_000, maxMultiple: 100 }],
  makerFeePpm: 0,
  takerFeePpm: 0,
  priceBandPpm: 0,
  maxOrderLots: 100_000,
  maxOpenInterestLots: 1_000_000,
  maxCustomerNotional: '5000000',
  fundingIntervalMs: 3_600_000,
  interestPpm: 100,
  fundingCapPpm: 7_500,
  staleAfterMs: 86_400_000,
  liquidationFeePpm: 2_000,
};

/** A checker with one contract and an index of 60,000, at midnight; customers 1 to 4 have a million USDT each. */
export class ContractDesk {
  readonly checker = new Checker();
  nowMs = 1_700_006_400_000;

  constructor(change: Partial<PerpetualConfig> = {}) {
    for (const [id, code, decimals] of [
      [1, 'BTC', 8],
      [USDT, 'USDT', 6],
    ] as const) {
      this.must({ type: 'configureCurrency', currency: { id, code, decimals } });
    }
    this.must({
      type: 'configureMarket',
      market: {
        id: MARKET,
        baseCurrencyId: 1,
        quoteCurrencyId: USDT,
        tickSize: '0.1',
        lotSize: '0.0001',
        minNotional: '5',
        priceBandPpm: 0,
        makerFeePpm: 0,
        takerFeePpm: 0,
      },
    });
    this.must({ type: 'configurePerpetual', perpetual: { ...CONTRACT, ...change } });
    this.index(60_000);
    for (const customerId of [1, 2, 3, 4]) {
      this.must({ type: 'openCustomer', customerId });
      const to = { account: 'contract', currencyId: USDT, amountMinor: 1_000_000n * ONE };
      this.must({ type: 'credit', customerId, ...to, from: 'faucet', reference: `faucet:${customerId}` });
    }
  }

  try(command: Command & Readonly<Record<string, unknown>>): Refusal {
    return this.checker.apply(command, this.nowMs);
  }

  /** Throws if it is refused. */
  must(command: Command & Readonly<Record<string, unknown>>): void {
    const refusal = this.try(command);
    if (refusal !== null) throw new Error(`${command.type}: ${refusal}`);
  }

  /** A price in quote units, with up to eight decimals. */
  index(price: number): void {
    const priceE8 = Math.round(price * 100_000_000);
    const sources = [{ name: 'test', priceE8, atMs: 1 }];
    this.must({ type: 'recordIndexTick', marketId: MARKET, priceE8, sources });
  }

  /** Lets time pass, and what is due happen. */
  pass(ms: number): void {
    this.nowMs += ms;
    while (this.checker.dueAtMs() <= this.nowMs) this.must({ type: 'passTime' });
  }

  order(
    customerId: number,
    side: Side,
    lots: number,
    price: number | null,
    multiple = 10,
  ): PlaceOrder & Record<string, unknown> {
    return {
      type: 'placePerpetualOrder',
      customerId,
      marketId: MARKET,
      side,
      orderType: price === null ? 'market' : 'limit',
      lots,
      multiple,
      priceTicks: price === null ? null : Math.round(price * 10),
      worstPriceTicks: null,
      postOnly: false,
      takeProfitTicks: null,
      stopLossTicks: null,
      clientOrderId: null,
    };
  }

  /** Long and short at one price; ids count from 1. */
  open(
    long: readonly [customerId: number, multiple: number],
    short: readonly [number, number],
    lots: number,
    price: number,
  ): void {
    this.must(this.order(long[0], 'long', lots, price, long[1]));
    this.must(this.order(short[0], 'short', lots, price, short[1]));
  }

  closeAt(customerId: number, positionId: number, price: number | null, lots: number | null = null): void {
    const priceTicks = price === null ? null : Math.round(price * 10);
    this.must({ type: 'closePosition', customerId, positionId, lots, priceTicks, worstPriceTicks: null });
  }

  fundInsurance(amountMinor: bigint): void {
    const to = { from: 'faucet', to: 'insurance', currencyId: USDT, amountMinor, reference: 'test' };
    this.must({ type: 'fundHouse', ...to });
  }

  house(account: string): bigint {
    return this.checker.world.books.available(0, account, USDT);
  }

  /** In the contract account. */
  funds(customerId: number): readonly [available: bigint, frozen: bigint] {
    const { books } = this.checker.world;
    return [books.available(customerId, 'contract', USDT), books.frozen(customerId, 'contract', USDT)];
  }

  /** The fields of a live position's line; undefined once it has ended. */
  position(id: number): readonly string[] | undefined {
    return this.checker
      .lines()
      .find(line => line.startsWith(`position ${id} `))
      ?.split(' ');
  }
}

/** Places of fields in a position's line. */
export const FIELD = {
  closedLots: 16,
  margin: 19,
  funding: 24,
  insurancePaid: 25,
  waitingClose: 31,
} as const;
