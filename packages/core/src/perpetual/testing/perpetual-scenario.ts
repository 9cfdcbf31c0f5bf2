import type { Command } from '../../command.ts';
import type { Event } from '../../event.ts';
import { parseDecimal } from '../../money/decimal.ts';
import { BTC_USDT, USDT } from '../../testing/demo-exchange.ts';
import { Scenario } from '../../testing/scenario.ts';
import type { PlacePerpetualOrder } from '../command.ts';
import type { PerpetualConfig } from '../terms.ts';
import type { PerpetualOrderView, PositionMode } from '../order-view.ts';
import type { PositionSide, PositionView } from '../position-view.ts';

/** Tick 0.1, lot 0.001 BTC (100 minor units at one tick), band 5 %, funding every 8 h, index stale after 10 s. */
export const TEST_PERPETUAL: PerpetualConfig = {
  marketId: BTC_USDT,
  tickSize: '0.1',
  lotSize: '0.001',
  multiples: [1, 2, 3, 5, 10, 20, 25, 50, 100],
  tiers: [
    { maxNotional: '50000', maintenancePpm: 4_000, maxMultiple: 100 },
    { maxNotional: '250000', maintenancePpm: 10_000, maxMultiple: 50 },
    { maxNotional: '5000000', maintenancePpm: 25_000, maxMultiple: 20 },
  ],
  makerFeePpm: 200,
  takerFeePpm: 500,
  priceBandPpm: 50_000,
  maxOrderLots: 100_000,
  maxOpenInterestLots: 1_000_000,
  maxCustomerNotional: '4000000',
  fundingIntervalMs: 28_800_000,
  interestPpm: 100,
  fundingCapPpm: 7_500,
  staleAfterMs: 10_000,
  liquidationFeePpm: 2_000,
};

type OrderOptions = Partial<
  Pick<
    PlacePerpetualOrder,
    | 'multiple'
    | 'postOnly'
    | 'worstPriceTicks'
    | 'takeProfitTicks'
    | 'stopLossTicks'
    | 'clientOrderId'
    | 'reduceOnly'
    | 'mode'
    | 'instructions'
  >
>;

/** An exchange with the test contract and an index of 60,000, driven by decimal strings. */
export class PerpetualScenario extends Scenario {
  constructor(change: Partial<PerpetualConfig> = {}) {
    super();
    // At midnight, so that fundings are 8, 16 and 24 hours away.
    this.nowMs = 1_700_006_400_000;
    this.must({ type: 'configurePerpetual', perpetual: { ...TEST_PERPETUAL, ...change } });
    this.index('60000');
  }

  /** A new customer with this many USDT in the contract account. */
  trader(customerId: number, usdt = '1000000'): void {
    this.must({ type: 'openCustomer', customerId });
    this.must({
      type: 'credit',
      customerId,
      account: 'contract',
      currencyId: USDT,
      amountMinor: parseDecimal(usdt, 6)!,
      from: 'faucet',
      reference: `faucet:${customerId}`,
    });
  }

  fundInsurance(usdt: string): void {
    this.must({
      type: 'fundHouse',
      from: 'faucet',
      to: 'insurance',
      currencyId: USDT,
      amountMinor: parseDecimal(usdt, 6)!,
      reference: 'test:insurance',
    });
  }

  limit(
    customerId: number,
    side: PositionSide,
    lots: number,
    price: string,
    options?: OrderOptions,
  ): PlacePerpetualOrder {
    const order = this.marketOf(customerId, side, lots);
    return { ...order, orderType: 'limit', priceTicks: this.ticks(price), ...options };
  }

  marketOf(
    customerId: number,
    side: PositionSide,
    lots: number,
    options?: OrderOptions,
  ): PlacePerpetualOrder {
    return {
      type: 'placePerpetualOrder',
      customerId,
      marketId: BTC_USDT,
      side,
      orderType: 'market',
      lots,
      multiple: 10,
      priceTicks: null,
      worstPriceTicks: null,
      postOnly: false,
      takeProfitTicks: null,
      stopLossTicks: null,
      clientOrderId: null,
      ...options,
    };
  }

  close(customerId: number, positionId: number, lots: number | null = null, price?: string): Command {
    const priceTicks = price === undefined ? null : this.ticks(price);
    return { type: 'closePosition', customerId, positionId, lots, priceTicks, worstPriceTicks: null };
  }

  /** Places an order and returns the id of its position. */
  ordered(order: PlacePerpetualOrder): number {
    this.must(order);
    return this.changes().find(
      position => position.customerId === order.customerId && position.placedAtMs === this.nowMs,
    )!.positionId;
  }

  /** `buyer` opens long and `seller` short at the price. Returns the ids of their positions. */
  open(
    buyer: number,
    seller: number,
    lots: number,
    price: string,
    multiples: { readonly long?: number; readonly short?: number } = {},
  ): { readonly long: number; readonly short: number } {
    this.must(this.limit(buyer, 'long', lots, price, { multiple: multiples.long ?? 10 }));
    const long = this.exchange.perpetual.lastPositionId;
    this.must(this.limit(seller, 'short', lots, price, { multiple: multiples.short ?? 10 }));
    return { long, short: this.exchange.perpetual.lastPositionId };
  }

  mode(customerId: number, mode: PositionMode): Command {
    return { type: 'setPositionMode', customerId, marketId: BTC_USDT, mode };
  }

  /** The only position the customer has on a side. */
  held(customerId: number, side: PositionSide): PositionView {
    const of = this.exchange.perpetual.positionsOf(customerId).filter(position => position.side === side);
    if (of.length !== 1) throw new Error(`customer ${customerId} has ${of.length} positions ${side}`);
    return of[0]!;
  }

  /** Orders of hedge and net mode that the last command changed. */
  orderChanges(): PerpetualOrderView[] {
    return this.events.flatMap(event => (event.type === 'perpetualOrderChanged' ? [event.order] : []));
  }

  /** Places an order in hedge or net mode; its state after the command. */
  placed(order: PlacePerpetualOrder): PerpetualOrderView {
    this.must(order);
    return this.orderChanges().find(({ customerId, placedAtMs }) => {
      return customerId === order.customerId && placedAtMs === this.nowMs;
    })!;
  }

  /** Positions that the last command changed. */
  changes(): PositionView[] {
    return this.events.flatMap(event => (event.type === 'positionChanged' ? [event.position] : []));
  }

  position(positionId: number): PositionView {
    return this.exchange.perpetual.position(positionId)!;
  }

  /** The position as the last command reported it. */
  reported(positionId: number): PositionView {
    return this.changes().find(position => position.positionId === positionId)!;
  }

  /** Advances the clock and applies what is due, as the sequencer does. */
  passTo(atMs: number): readonly Event[] {
    this.nowMs = atMs;
    const events: Event[] = [];
    while (this.exchange.dueAtMs() <= atMs) events.push(...this.must({ type: 'passTime' }));
    return events;
  }

  /** USDT in the customer's contract account. */
  contractFunds(customerId: number): { readonly available: bigint; readonly frozen: bigint } {
    const { availableMinor, frozenMinor } = this.exchange.balance({
      ownerId: customerId,
      account: 'contract',
      currencyId: USDT,
    });
    return { available: availableMinor, frozen: frozenMinor };
  }

  house(account: 'fees' | 'insurance' | 'perpetualClearing' | 'rounding'): bigint {
    return this.exchange.balance({ ownerId: 0, account, currencyId: USDT }).availableMinor;
  }
}
