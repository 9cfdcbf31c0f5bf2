import { isWhole } from './numbers.ts';
import type { Part, Refusal } from './part.ts';
import type { World } from './world.ts';

type CustomerCommand =
  | { readonly type: 'openCustomer'; readonly customerId: number }
  | { readonly type: 'setCustomerFrozen'; readonly customerId: number; readonly frozen: boolean };

/** Who the customers are, and which of them are frozen. */
export class CustomerPart implements Part {
  readonly commands = ['openCustomer', 'setCustomerFrozen'];
  readonly #world: World;

  constructor(world: World) {
    this.#world = world;
  }

  apply(command: CustomerCommand): Refusal {
    const { customers, frozen } = this.#world;
    const { customerId } = command;
    if (command.type === 'openCustomer') {
      if (!isWhole(customerId, 1, 2 ** 31 - 1)) return 'unknown_customer';
      if (customers.has(customerId)) return 'customer_exists';
      customers.add(customerId);
      return null;
    }
    if (!customers.has(customerId)) return 'unknown_customer';
    if (typeof command.frozen !== 'boolean') return 'invalid_order';
    if (command.frozen) frozen.add(customerId);
    else frozen.delete(customerId);
    return null;
  }

  *lines(): Iterable<string> {
    for (const customerId of this.#world.frozen) yield `frozen ${customerId}`;
  }
}
