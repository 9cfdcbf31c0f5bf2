import { MOST_OWED, PLATFORM } from './books.ts';
import { check } from './check-failed.ts';
import { least } from './numbers.ts';
import type { Refusal } from './part.ts';
import type { World } from './world.ts';

/** What a customer owes in a currency after reversed deposits. */
export function owed(world: World, customerId: number, currencyId: number): bigint {
  return world.debts.get(`${customerId}/${currencyId}`) ?? 0n;
}

export function change(world: World, customerId: number, currencyId: number, amount: bigint): void {
  const now = owed(world, customerId, currencyId) + amount;
  check(now >= 0n, `customer ${customerId} paid more than they owed`);
  if (now === 0n) world.debts.delete(`${customerId}/${currencyId}`);
  else world.debts.set(`${customerId}/${currencyId}`, now);
}

/** Takes back a deposit: what the account no longer has available becomes a debt. */
export function takeBack(
  world: World,
  taken: {
    readonly customerId: number;
    readonly account: string;
    readonly currencyId: number;
    readonly amountMinor: bigint;
    readonly to: string;
    readonly reference: string;
  },
): Refusal {
  const { customerId, account, currencyId, amountMinor, to, reference } = taken;
  const { books, limits } = world;
  const there = least(amountMinor, books.available(customerId, account, currencyId));
  const missing = amountMinor - there;
  if (missing - books.available(PLATFORM, 'receivable', currencyId) > MOST_OWED) return 'amount_too_large';
  books.post('depositReversal', reference, [
    [customerId, account, currencyId, 'available', -there],
    [PLATFORM, 'receivable', currencyId, 'available', -missing],
    [PLATFORM, to, currencyId, 'available', amountMinor],
  ]);
  change(world, customerId, currencyId, missing);
  limits.gone(customerId, currencyId, there);
  return null;
}
