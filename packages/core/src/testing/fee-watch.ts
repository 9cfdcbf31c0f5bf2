import { ok } from 'node:assert/strict';
import type { Event, EventOf } from '../event.ts';
import type { Exchange } from '../exchange.ts';
import { feeOf } from '../perpetual/formulas.ts';
import type { PerpetualOrderView } from '../perpetual/order-view.ts';
import type { PositionView } from '../perpetual/position-view.ts';

interface Fees {
  readonly makerFeePpm: number;
  readonly takerFeePpm: number;
  readonly liquidationFeePpm: number;
}

interface Kept extends Fees {
  readonly marketId: number;
}

/**
 * Positions and waiting orders must pay at most the lowest fee since they began, and keep their maintenance rate. Merged
 * positions have the mean of what became part of them: they pay at most the contract's fees.
 */
export class FeeWatch {
  readonly #exchange: Exchange;
  readonly #note: (what: string) => void;
  /** Position or spot order id → the lowest fees since it was placed. */
  readonly #positions = new Map<number, Kept>();
  readonly #orders = new Map<number, Kept>();
  /** Of orders that waited to open when last reported. */
  readonly #waiting = new Map<number, Pick<PositionView, 'priceTicks' | 'lots'>>();
  readonly #maintenance = new Map<number, number>();
  readonly #merged = new Set<number>();

  constructor(exchange: Exchange, note: (what: string) => void) {
    this.#exchange = exchange;
    this.#note = note;
  }

  after(events: readonly Event[]): void {
    for (const event of events) {
      if (event.type === 'positionChanged') {
        const { customerId, marketId, positionId } = event.position;
        const isMerged = this.#exchange.perpetual.positionMode(customerId, marketId) !== 'each';
        if (isMerged) this.#merged.add(positionId);
        this.#requeued(positionId, event.position);
      }
      if (event.type === 'perpetualOrderChanged') this.#requeued(event.order.orderId, event.order);
    }
    for (const event of events) {
      if (event.type === 'perpetualTraded') this.#contractTrade(event);
      if (event.type === 'traded') this.#spotTrade(event);
      if (event.type === 'positionLiquidated') {
        const { liquidationFeePpm, takerFeePpm } = this.#ofPosition(event.positionId, event.marketId);
        const isMerged = this.#merged.has(event.positionId);
        const isKept =
          isMerged || (event.liquidationFeePpm === liquidationFeePpm && event.takerFeePpm === takerFeePpm);
        ok(isKept, 'a liquidation by other fees than its position has');
      }
      if (event.type === 'positionChanged') {
        const { positionId, maintenancePpm, openedLots } = event.position;
        const before = this.#maintenance.get(positionId) ?? maintenancePpm;
        const isMerged = this.#merged.has(positionId);
        ok(isMerged || before === maintenancePpm, 'the maintenance rate of a position changed');
        // What waits can be amended, on today's terms.
        if (openedLots > 0) this.#maintenance.set(positionId, maintenancePpm);
      }
    }
    for (const event of events) this.#follow(event);
  }

  #contractTrade(event: EventOf<'perpetualTraded'>): void {
    const { marketId, valueMinor } = event;
    const isOpening = event.makerEffect === 'open';
    const maker = this.#ofPosition(isOpening ? event.makerOrderId : event.makerPositionId, marketId);
    this.#fee(event.makerFeeMinor, valueMinor, maker.makerFeePpm, event.makerEffect === 'open');
    // The fee of a liquidation is charged at its end.
    if (event.takerCause !== 'liquidation') {
      const now = this.#exchange.perpetual.contract(marketId)!;
      const taker = event.takerEffect === 'open' ? now : this.#ofPosition(event.takerPositionId, marketId);
      this.#fee(event.takerFeeMinor, valueMinor, taker.takerFeePpm, event.takerEffect === 'open');
      if (taker.takerFeePpm < now.takerFeePpm) this.#note('kept fee of a position');
    }
  }

  /** A closing fee is at most the remaining margin. */
  #fee(feeMinor: bigint, valueMinor: bigint, ppm: number, isExact: boolean): void {
    const owed = feeOf(valueMinor, ppm);
    ok(isExact ? feeMinor === owed : feeMinor <= owed, `a fee of ${feeMinor} instead of ${owed}`);
  }

  #spotTrade(event: EventOf<'traded'>): void {
    const market = this.#exchange.market(event.marketId)!;
    const base = BigInt(event.quantityLots) * market.baseMinorPerLot;
    const [takerGot, makerGot] =
      event.takerSide === 'buy' ? [base, event.quoteMinor] : [event.quoteMinor, base];
    const maker = this.#orders.get(event.makerOrderId)!;
    ok(event.makerFeeMinor === feeOf(makerGot, maker.makerFeePpm), 'a maker of another fee');
    const taker = this.#orders.get(event.takerOrderId) ?? market;
    ok(event.takerFeeMinor === feeOf(takerGot, taker.takerFeePpm), 'a taker of another fee');
    if (maker.makerFeePpm < market.makerFeePpm) this.#note('kept fee of an order');
  }

  #ofPosition(positionId: number, marketId: number): Fees {
    const kept = this.#merged.has(positionId) ? undefined : this.#positions.get(positionId);
    return kept ?? this.#exchange.perpetual.contract(marketId)!;
  }

  /** An order that was amended and lost its place opens with today's fees, whatever it had kept. */
  #requeued(id: number, { priceTicks, lots, waitingLots }: PositionView | PerpetualOrderView): void {
    const before = this.#waiting.get(id);
    if (before !== undefined && (priceTicks !== before.priceTicks || lots > before.lots)) {
      if (this.#positions.delete(id)) this.#note('fees of an amended order');
    }
    if (waitingLots > 0) this.#waiting.set(id, { priceTicks, lots });
    else this.#waiting.delete(id);
  }

  #follow(event: Event): void {
    if (event.type === 'positionChanged') {
      const { positionId, marketId } = event.position;
      this.#lower(this.#positions, positionId, marketId, this.#exchange.perpetual.contract(marketId)!);
    }
    if (event.type === 'perpetualOrderChanged') {
      const { orderId, marketId } = event.order;
      this.#lower(this.#positions, orderId, marketId, this.#exchange.perpetual.contract(marketId)!);
    }
    if (event.type === 'orderChanged') {
      const { orderId, marketId } = event.order;
      this.#lower(this.#orders, orderId, marketId, this.#exchange.market(marketId)!);
    }
    if (event.type === 'perpetualConfigured')
      this.#lowerAll(this.#positions, event.contract.marketId, event.contract);
    if (event.type === 'marketConfigured') this.#lowerAll(this.#orders, event.market.id, event.market);
  }

  #lowerAll(kept: Map<number, Kept>, marketId: number, now: Omit<Fees, 'liquidationFeePpm'>): void {
    for (const [id, of] of kept) if (of.marketId === marketId) this.#lower(kept, id, marketId, now);
  }

  #lower(kept: Map<number, Kept>, id: number, marketId: number, now: Partial<Fees>): void {
    const before = kept.get(id);
    const least = (name: keyof Fees) => Math.min(before?.[name] ?? Infinity, now[name] ?? Infinity);
    kept.set(id, {
      marketId,
      makerFeePpm: least('makerFeePpm'),
      takerFeePpm: least('takerFeePpm'),
      liquidationFeePpm: least('liquidationFeePpm'),
    });
  }
}
