import type { Currency } from '@tallystick/core';
import { formatMinor } from '@tallystick/core/money/decimal';
import type pg from 'pg';
import { CallFailure } from '../../http/call-failure.ts';
import { heldForReversal } from '../deposit/reversal-store.ts';
import { listHoldings } from '../wallet/store.ts';

type Queries = Pick<pg.ClientBase, 'query'>;

/**
 * How much of the customer's spot account may leave: everything except what is to be taken back from a deposit. That
 * amount may lie in any of the four accounts; trading and transfers are never held.
 */
export async function withdrawable(
  db: Queries,
  customerId: number,
  currencyId: number,
): Promise<{
  readonly minor: bigint;
  readonly held: { readonly minor: bigint; readonly untilMs: number } | null;
}> {
  const own = (await listHoldings(db, customerId)).filter(one => one.currencyId === currencyId);
  const spotMinor = own.find(one => one.account === 'spot')?.availableMinor ?? 0n;
  const held = await heldForReversal(db, customerId, currencyId);
  if (held === null) return { minor: spotMinor, held };
  const allMinor = own.reduce((sum, one) => sum + one.availableMinor, 0n);
  const freeMinor = allMinor - held.minor - (await onTheirWay(db, customerId, currencyId));
  const leastMinor = freeMinor < spotMinor ? freeMinor : spotMinor;
  return { minor: leastMinor > 0n ? leastMinor : 0n, held };
}

/** Throws amount_on_hold. Call it while no other withdrawal of the customer can be requested. */
export async function refuseHeldBack(
  db: Queries,
  customerId: number,
  currency: Currency,
  amountMinor: bigint,
): Promise<void> {
  const { minor, held } = await withdrawable(db, customerId, currency.id);
  if (held === null || amountMinor <= minor) return;
  throw new CallFailure('amount_on_hold', {
    field: 'amount',
    currency: currency.code,
    held: formatMinor(held.minor, currency.decimals),
    available: formatMinor(minor, currency.decimals),
    until_ms: held.untilMs,
  });
}

/** Requested, and perhaps not frozen yet. */
async function onTheirWay(db: Queries, customerId: number, currencyId: number): Promise<bigint> {
  const { rows } = await db.query<{ minor: string }>(
    `select coalesce(sum(amount_minor), 0)::text as minor from withdrawals
      where customer_id = $1 and currency_id = $2 and state = 'requested'`,
    [customerId, currencyId],
  );
  return BigInt(rows[0]?.minor ?? 0);
}
