import { IndexedHeap } from '../indexed-heap.ts';
import { trailTrigger } from './formulas.ts';
import type { Following, OpenOrder } from './open-order.ts';
import { STOP_INDEX, StopOrders } from './stop-orders.ts';

/**
 * Trailing stops of one market that watch one price. Those with an activation price wait for it first, as ordinary stops do;
 * from then on they follow the price.
 */
export class TrailingStops {
  /** Before their activation: sells wait for a rise, buys for a fall. */
  readonly #inactive = new StopOrders();
  readonly #sells = new Trails(1);
  readonly #buys = new Trails(-1);

  get size(): number {
    return this.#inactive.size + this.#sells.size + this.#buys.size;
  }

  /** `extremeTicks`: where it begins to follow; null: it waits for its activation. */
  add(order: OpenOrder, extremeTicks: number | null): void {
    if (extremeTicks === null) {
      // Activation lies in the other direction than the trigger.
      if (order.triggerDirection === 'falls') this.#inactive.rising.add(order);
      else this.#inactive.falling.add(order);
    } else this.#sideOf(order).add(order, extremeTicks);
  }

  remove(order: OpenOrder): void {
    if (!this.#inactive.remove(order)) this.#sideOf(order).remove(order);
  }

  /** The highest (sells) or lowest price since it follows; null before. */
  extremeOf(order: OpenOrder): number | null {
    return this.#sideOf(order).extremeOf(order);
  }

  /** The price went down to here: sells may fire, buys begin to follow or follow on. */
  fell(priceTicks: number, fired: OpenOrder[]): void {
    this.#sells.takeReached(priceTicks, fired);
    this.#activate(this.#inactive.falling, this.#buys, priceTicks);
    this.#buys.follow(priceTicks);
  }

  /** The price went up to here. */
  rose(priceTicks: number, fired: OpenOrder[]): void {
    this.#buys.takeReached(priceTicks, fired);
    this.#activate(this.#inactive.rising, this.#sells, priceTicks);
    this.#sells.follow(priceTicks);
  }

  /** The nearest triggers, for checks. */
  nearest(): { readonly sell: number | null; readonly buy: number | null } {
    return { sell: this.#sells.nearest(), buy: this.#buys.nearest() };
  }

  #activate(waiting: StopOrders['rising'], side: Trails, priceTicks: number): void {
    const active: OpenOrder[] = [];
    waiting.takeReached(priceTicks, active);
    for (const order of active) side.add(order, priceTicks);
  }

  #sideOf(order: OpenOrder): Trails {
    return order.triggerDirection === 'falls' ? this.#sells : this.#buys;
  }
}

/** Orders that have seen the same extreme. Of one kind the smallest distance fires first. */
class TrailGroup implements Following {
  extreme: number;
  heapAt = -1;
  readonly byTicks = new IndexedHeap<OpenOrder>(byDistance, STOP_INDEX);
  readonly byShare = new IndexedHeap<OpenOrder>(byDistance, STOP_INDEX);

  constructor(extreme: number) {
    this.extreme = extreme;
  }

  get size(): number {
    return this.byTicks.size + this.byShare.size;
  }

  heapOf(order: OpenOrder): IndexedHeap<OpenOrder> {
    return order.instructions!.trail!.by === 'ticks' ? this.byTicks : this.byShare;
  }

  add(order: OpenOrder): void {
    order.trailGroup = this;
    this.heapOf(order).add(order);
  }

  /** The order that fires first: of those with the same trigger, one at a distance in ticks. */
  nearest(): OpenOrder {
    const ticks = this.byTicks.first();
    const share = this.byShare.first();
    if (ticks === undefined || share === undefined) return (ticks ?? share)!;
    return this.#key(ticks) >= this.#key(share) ? ticks : share;
  }

  get key(): number {
    return this.#key(this.nearest());
  }

  #key(order: OpenOrder): number {
    const sign = order.triggerDirection === 'falls' ? 1 : -1;
    const side = sign === 1 ? 'sell' : 'buy';
    return sign * trailTrigger(order.instructions!.trail!, side, sign * this.extreme);
  }
}

function byDistance(a: OpenOrder, b: OpenOrder): number {
  return a.instructions!.trail!.distance - b.instructions!.trail!.distance || a.orderId - b.orderId;
}

/**
 * Trailing stops of one side that follow the price. A new extreme moves all orders whose own was nearer, however many: those
 * have one group afterwards, the smaller groups put into the largest. So a price visits groups, not orders, and of groups only those
 * that change or fire.
 */
class Trails {
  readonly #sign: 1 | -1;
  /** The furthest extreme first; each later one is nearer. */
  readonly #groups: TrailGroup[] = [];
  /** By the trigger that is reached next. */
  readonly #nearest = new IndexedHeap<Following>((a, b) => b.key - a.key || b.extreme - a.extreme, {
    get: group => group.heapAt,
    set: (group, at) => {
      group.heapAt = at;
    },
  });
  size = 0;

  constructor(sign: 1 | -1) {
    this.#sign = sign;
  }

  add(order: OpenOrder, extremeTicks: number): void {
    const extreme = this.#sign * extremeTicks;
    let at = this.#groups.length;
    while (at > 0 && this.#groups[at - 1]!.extreme < extreme) at--;
    let group = this.#groups[at - 1];
    if (group?.extreme === extreme) {
      group.add(order);
      this.#nearest.moved(group);
    } else {
      group = new TrailGroup(extreme);
      group.add(order);
      this.#groups.splice(at, 0, group);
      this.#nearest.add(group);
    }
    this.size++;
  }

  remove(order: OpenOrder): void {
    const group = order.trailGroup;
    if (group === null) return;
    order.trailGroup = null;
    this.size--;
    if (group.size > 1) {
      group.heapOf(order).remove(order);
      this.#nearest.moved(group);
      return;
    }
    this.#nearest.remove(group);
    group.heapOf(order).remove(order);
    this.#groups.splice(this.#placeOf(group.extreme), 1);
  }

  extremeOf({ trailGroup }: OpenOrder): number | null {
    return trailGroup === null ? null : this.#sign * trailGroup.extreme;
  }

  nearest(): number | null {
    const group = this.#nearest.first();
    return group === undefined ? null : this.#sign * group.key;
  }

  follow(priceTicks: number): void {
    const extreme = this.#sign * priceTicks;
    const last = this.#groups.at(-1);
    if (last === undefined || last.extreme >= extreme) return;
    let into = this.#takeLast();
    while (this.#groups.length > 0 && this.#groups.at(-1)!.extreme <= extreme) {
      const other = this.#takeLast();
      const [small, large] = other.size < into.size ? [other, into] : [into, other];
      for (const heap of [small.byTicks, small.byShare])
        for (const order of [...heap.members()]) large.add(order);
      into = large;
    }
    into.extreme = extreme;
    this.#groups.push(into);
    this.#nearest.add(into);
  }

  takeReached(priceTicks: number, fired: OpenOrder[]): void {
    const price = this.#sign * priceTicks;
    for (let group = this.#nearest.first(); group !== undefined; group = this.#nearest.first()) {
      if (group.key < price) return;
      const order = group.nearest();
      this.remove(order);
      fired.push(order);
    }
  }

  /** Of the group with this extreme. */
  #placeOf(extreme: number): number {
    let low = 0;
    let high = this.#groups.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#groups[middle]!.extreme > extreme) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #takeLast(): TrailGroup {
    const group = this.#groups.pop()!;
    this.#nearest.remove(group);
    return group;
  }
}
