import { CHANNELS, PLATFORM } from './books.ts';
import { takeBack } from './debts.ts';
import { isAmount, isWhole } from './numbers.ts';
import type { Part, Refusal } from './part.ts';
import type { World } from './world.ts';

interface PayGoodwill {
  readonly type: 'payGoodwill';
  readonly goodwillId: number;
  readonly customerId: number;
  readonly currencyId: number;
  readonly amountMinor: bigint;
}

interface ReverseDeposit {
  readonly type: 'reverseDeposit';
  readonly depositId: number;
  readonly customerId: number;
  readonly currencyId: number;
  readonly creditedMinor: bigint;
  readonly amountMinor: bigint;
  readonly to: string;
  readonly reference: string;
}

/** Goodwill from the treasury, once per id, and deposits taken back, no more than was credited. */
export class CorrectionPart implements Part {
  readonly commands = ['payGoodwill', 'reverseDeposit'];
  readonly #world: World;
  #paid = new Set<number>();
  #reversed = new Map<number, bigint>();

  constructor(world: World) {
    this.#world = world;
  }

  apply(command: PayGoodwill | ReverseDeposit): Refusal {
    return command.type === 'payGoodwill' ? this.#pay(command) : this.#reverse(command);
  }

  get state(): unknown {
    return { paid: this.#paid, reversed: this.#reversed };
  }

  set state(state: unknown) {
    const { paid, reversed } = state as { paid: Set<number>; reversed: Map<number, bigint> };
    this.#paid = paid;
    this.#reversed = reversed;
  }

  #pay({ goodwillId, customerId, currencyId, amountMinor }: PayGoodwill): Refusal {
    const { customers, currencies, books } = this.#world;
    if (!isWhole(goodwillId, 1, Number.MAX_SAFE_INTEGER)) return 'invalid_order';
    if (this.#paid.has(goodwillId)) return 'goodwill_paid';
    if (!customers.has(customerId)) return 'unknown_customer';
    if (!currencies.has(currencyId)) return 'unknown_currency';
    if (!isAmount(amountMinor)) return 'invalid_amount';
    if (books.available(PLATFORM, 'treasury', currencyId) < amountMinor) return 'insufficient_balance';
    this.#paid.add(goodwillId);
    books.post('goodwill', `goodwill:${goodwillId}`, [
      [PLATFORM, 'treasury', currencyId, 'available', -amountMinor],
      [customerId, 'spot', currencyId, 'available', amountMinor],
    ]);
    return null;
  }

  #reverse(command: ReverseDeposit): Refusal {
    const { depositId, customerId, currencyId, creditedMinor, amountMinor, to, reference } = command;
    const { customers, currencies } = this.#world;
    if (!isWhole(depositId, 1, Number.MAX_SAFE_INTEGER)) return 'invalid_order';
    if (!customers.has(customerId)) return 'unknown_customer';
    if (!currencies.has(currencyId)) return 'unknown_currency';
    const isChannel = (CHANNELS as readonly string[]).includes(to);
    const isReference = typeof reference === 'string' && reference !== '' && reference.length <= 128;
    if (!isChannel || !isReference) return 'invalid_order';
    if (!isAmount(creditedMinor) || !isAmount(amountMinor)) return 'invalid_amount';
    const all = (this.#reversed.get(depositId) ?? 0n) + amountMinor;
    if (all > creditedMinor) return 'deposit_reversed';
    const taken = { customerId, account: 'spot', currencyId, amountMinor, to, reference };
    const refusal = takeBack(this.#world, taken);
    if (refusal === null) this.#reversed.set(depositId, all);
    return refusal;
  }
}
