import { DAY_MS } from '../durations.ts';

interface Due {
  readonly orders: Set<number>;
  /** Order numbers, descending; null until the first is taken. */
  sorted: number[] | null;
}

/**
 * Which orders are paid at which midnight. The smallest order number comes first, so that a restored exchange pays in
 * the same order. Every order is paid daily, so only two or three days are in here at once.
 */
export class Schedule {
  readonly #days = new Map<number, Due>();

  /** When the next payment is due; Infinity without orders. */
  dueAtMs(): number {
    return this.#firstDay() * DAY_MS;
  }

  add(day: number, orderId: number): void {
    let due = this.#days.get(day);
    if (due === undefined) this.#days.set(day, (due = { orders: new Set(), sorted: null }));
    due.orders.add(orderId);
    due.sorted = null;
  }

  remove(day: number, orderId: number): void {
    const due = this.#days.get(day);
    due?.orders.delete(orderId);
    if (due?.orders.size === 0) this.#days.delete(day);
  }

  /** Takes the first order due on that day or before; null if there is none. */
  take(today: number): number | null {
    const day = this.#firstDay();
    if (day > today) return null;
    const due = this.#days.get(day)!;
    due.sorted ??= [...due.orders].toSorted((a, b) => b - a);
    for (;;) {
      const orderId = due.sorted.pop()!;
      if (!due.orders.has(orderId)) continue;
      this.remove(day, orderId);
      return orderId;
    }
  }

  #firstDay(): number {
    let first = Infinity;
    for (const day of this.#days.keys()) if (day < first) first = day;
    return first;
  }
}
