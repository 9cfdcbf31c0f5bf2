/** How many waiting orders of a customer have a name: before names had to be unique, several could. */
export class OrderNames {
  /** By `customer/name`. */
  readonly #counts = new Map<string, number>();

  has(customerId: number, clientOrderId: string): boolean {
    return this.#counts.has(`${customerId}/${clientOrderId}`);
  }

  /** `change`: 1 as an order with this name, or none, begins to wait; −1 as it stops. */
  count(customerId: number, clientOrderId: string | null, change: 1 | -1): void {
    if (clientOrderId === null) return;
    const name = `${customerId}/${clientOrderId}`;
    const count = (this.#counts.get(name) ?? 0) + change;
    if (count === 0) this.#counts.delete(name);
    else this.#counts.set(name, count);
  }
}
