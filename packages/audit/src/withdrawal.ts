import { CHANNELS, PLATFORM } from './books.ts';
import { line } from './line.ts';
import { isAmount, isWhole } from './numbers.ts';
import type { Part, Refusal } from './part.ts';
import type { World } from './world.ts';

interface Request {
  readonly type: 'requestWithdrawal';
  readonly customerId: number;
  readonly withdrawalId: number;
  readonly currencyId: number;
  /** Fee included. */
  readonly amountMinor: bigint;
  readonly feeMinor: bigint;
  readonly via: string;
}

type WithdrawalCommand =
  | Request
  | { readonly type: 'releaseWithdrawal' | 'settleWithdrawal'; readonly withdrawalId: number };

/** Money frozen in spot from the request until it is released or has left. */
export class WithdrawalPart implements Part {
  readonly commands = ['requestWithdrawal', 'releaseWithdrawal', 'settleWithdrawal'];
  readonly #world: World;
  #open = new Map<number, Request>();
  #used = new Set<number>();

  constructor(world: World) {
    this.#world = world;
  }

  apply(command: WithdrawalCommand): Refusal {
    if (command.type === 'requestWithdrawal') return this.#request(command);
    const open = this.#open.get(command.withdrawalId);
    if (open === undefined) return 'unknown_withdrawal';
    this.#open.delete(command.withdrawalId);
    if (command.type === 'settleWithdrawal') this.#settle(open);
    else {
      const { customerId, currencyId, amountMinor, withdrawalId } = open;
      const account = [customerId, 'spot', currencyId] as const;
      this.#world.books.unfreeze('withdrawalRelease', `withdrawal:${withdrawalId}`, account, amountMinor);
    }
    return null;
  }

  *lines(): Iterable<string> {
    for (const { withdrawalId, customerId, currencyId, amountMinor, feeMinor, via } of this.#open.values()) {
      yield line('withdrawal', withdrawalId, customerId, currencyId, amountMinor, feeMinor, via);
    }
  }

  get state(): unknown {
    return { open: this.#open, used: this.#used };
  }

  set state(state: unknown) {
    const { open, used } = state as { open: Map<number, Request>; used: Set<number> };
    this.#open = open;
    this.#used = used;
  }

  #request(command: Request): Refusal {
    const { customerId, withdrawalId, currencyId, amountMinor, feeMinor, via } = command;
    const { books, currencies } = this.#world;
    const refusal = this.#world.refuseActing(customerId);
    if (refusal !== null) return refusal;
    if (!isWhole(withdrawalId, 1, Number.MAX_SAFE_INTEGER)) return 'unknown_withdrawal';
    if (this.#used.has(withdrawalId)) return 'withdrawal_exists';
    if (!currencies.has(currencyId)) return 'unknown_currency';
    if (!(CHANNELS as readonly string[]).includes(via)) return 'invalid_order';
    const isValid =
      isAmount(amountMinor) && typeof feeMinor === 'bigint' && feeMinor >= 0n && feeMinor < amountMinor;
    if (!isValid) return 'invalid_amount';
    if (books.available(customerId, 'spot', currencyId) < amountMinor) return 'insufficient_balance';
    this.#used.add(withdrawalId);
    this.#open.set(withdrawalId, command);
    const account = [customerId, 'spot', currencyId] as const;
    books.freeze('withdrawalFreeze', `withdrawal:${withdrawalId}`, account, amountMinor);
    return null;
  }

  #settle({ withdrawalId, customerId, currencyId, amountMinor, feeMinor, via }: Request): void {
    const { books, limits } = this.#world;
    books.post('withdrawal', `withdrawal:${withdrawalId}`, [
      [customerId, 'spot', currencyId, 'frozen', -amountMinor],
      [PLATFORM, via, currencyId, 'available', amountMinor - feeMinor],
      [PLATFORM, 'fees', currencyId, 'available', feeMinor],
    ]);
    limits.left(customerId, currencyId, amountMinor);
  }
}
