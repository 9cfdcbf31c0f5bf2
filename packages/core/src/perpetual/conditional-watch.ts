import { ceilDivide, divideWhole } from '../money/ppm.ts';
import { PriceWatch } from '../spot/price-watch.ts';
import type { ConditionalOrder } from './conditional-order.ts';
import type { TriggerSource } from './conditional-view.ts';
import type { MarkPrice } from './event.ts';

/** What there is to see in a contract. */
interface Prices {
  readonly mark: MarkPrice | null;
  /** 0 before the first trade. */
  readonly lastPriceTicks: number;
  readonly contract: { readonly tickE8: number };
}

/** The price of a source in 1e-8; 0: there is none yet. */
export function priceOf(source: TriggerSource, { mark, lastPriceTicks, contract }: Prices): number {
  if (source === 'last') return lastPriceTicks * contract.tickE8;
  return mark === null ? 0 : source === 'mark' ? mark.markE8 : mark.indexE8;
}

/**
 * Conditional orders of one contract that wait for a price. Those that trail follow each mark, each index and each trade
 * of commands in which orders may fire at all; a price that nobody could act on moves nothing.
 */
export class ConditionalWatch {
  readonly #of: { readonly [S in TriggerSource]: PriceWatch<ConditionalOrder> } = {
    mark: new PriceWatch(),
    index: new PriceWatch(),
    last: new PriceWatch(),
  };
  /** Prices of trades not looked at yet, in their order; only of the command being applied. */
  readonly #traded: number[] = [];
  /** Reached and not fired yet; empty between commands. */
  readonly #reached: ConditionalOrder[] = [];

  get size(): number {
    return this.#of.mark.size + this.#of.index.size + this.#of.last.size;
  }

  /** `extremeTicks`: where a trailing one follows from; null: it does not yet, or it does not trail. */
  add(order: ConditionalOrder, extremeTicks: number | null): void {
    this.#of[order.triggerSource].add(order, extremeTicks);
  }

  remove(order: ConditionalOrder): void {
    const at = this.#reached.indexOf(order);
    if (at >= 0) this.#reached.splice(at, 1);
    else this.#of[order.triggerSource].remove(order);
  }

  /** The highest (sells) or lowest price since a trailing one follows; null before. */
  extremeOf(order: ConditionalOrder): number | null {
    return order.trail === null ? null : this.#of[order.triggerSource].trails.extremeOf(order);
  }

  traded(priceTicks: number): void {
    if (this.#of.last.size > 0) this.#traded.push(priceTicks);
  }

  forgetTrades(): void {
    this.#traded.length = 0;
  }

  /** Looks at the newest prices. Returns the oldest of the orders they have reached, which then waits no longer. */
  takeReached(prices: Prices): ConditionalOrder | undefined {
    const { mark, index, last } = this.#of;
    if (mark.size > 0) this.#see('mark', prices);
    if (index.size > 0) this.#see('index', prices);
    if (last.size > 0) {
      const { tickE8 } = prices.contract;
      for (const priceTicks of this.#traded) this.#pass('last', priceTicks * tickE8, tickE8);
      // Those before a halt, or before the index was fresh again, were not looked at.
      this.#see('last', prices);
    }
    this.#traded.length = 0;
    if (this.#reached.length > 1) this.#reached.sort((a, b) => a.orderId - b.orderId);
    return this.#reached.shift();
  }

  #see(source: TriggerSource, prices: Prices): void {
    const priceE8 = priceOf(source, prices);
    if (priceE8 !== 0) this.#pass(source, priceE8, prices.contract.tickE8);
  }

  #pass(source: TriggerSource, priceE8: number, tickE8: number): void {
    const before = this.#reached.length;
    // A falling price has reached a trigger once it is at or below it, rounded up; a rising one, rounded down.
    const [up, down] = [ceilDivide(priceE8, tickE8), divideWhole(priceE8, tickE8)];
    this.#of[source].passed(up, down, true, this.#reached);
    for (let at = before; at < this.#reached.length; at++) this.#reached[at]!.firedPriceE8 = priceE8;
  }
}
