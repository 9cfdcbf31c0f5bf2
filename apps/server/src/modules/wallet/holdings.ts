import type { CustomerAccount, ReadonlyExchange } from '@tallystick/core';
import type pg from 'pg';

/** What a customer has of one currency by way of one account. */
export interface Holding {
  readonly account: CustomerAccount;
  readonly currencyId: number;
  readonly availableMinor: bigint;
  readonly frozenMinor: bigint;
  /**
   * The customer's too, but held in escrow until a product ends: stakes of running options (account `option`), what was
   * paid for new coins that are not issued yet, new coins that are not released yet, and rebates that are not paid yet
   * (`spot`).
   */
  readonly escrowMinor: bigint;
  /** Of what is in escrow: rebates, which are paid when the hour is over. */
  readonly rebateMinor: bigint;
}

/** All of it: what every total adds up. */
export function heldMinor({ availableMinor, frozenMinor, escrowMinor }: Holding): bigint {
  return availableMinor + frozenMinor + escrowMinor;
}

interface HoldingRow {
  readonly account: CustomerAccount;
  /** Null for new coins: their offer says which. */
  readonly currency_id: number | null;
  readonly offer_id: string | null;
  readonly available: string;
  readonly frozen: string;
  readonly escrow: string;
  readonly rebate: string;
}

/** One statement, so that no command falls between two of its parts: what leaves an account is in escrow at once. */
const HOLDINGS = `
  select account, currency_id, null::bigint as offer_id, sum(available_minor)::text as available,
         sum(frozen_minor)::text as frozen, '0' as escrow, '0' as rebate
    from balances where owner_id between $1 and $2 group by 1, 2
  union all
  select 'option', currency_id, null, '0', '0', sum(stake_minor)::text, '0'
    from options where customer_id between $1 and $2 and state <> 'settled' and not practice group by 2
  union all
  select 'spot', currency_id, null, '0', '0', sum(amount_minor)::text, sum(amount_minor)::text
    from referral_pending where promoter_id between $1 and $2 and amount_minor <> 0 group by 2
  union all
  select 'spot', (paid ->> 0)::int, offer_id, '0', '0', sum((paid ->> 1)::numeric)::text, '0'
    from launch_orders, jsonb_array_elements(spent::jsonb) as paid
   where customer_id between $1 and $2 and not returned and allocated_minor > released_minor group by 2, 3
  union all
  select 'spot', null, offer_id, '0', '0', sum(allocated_minor - released_minor)::text, '0'
    from launch_orders
   where customer_id between $1 and $2 and not returned and allocated_minor > released_minor group by 3`;

/** Of one customer, or of all with ids in this range (both included) together. By account and currency, each once. */
export async function readHoldings(
  db: Pick<pg.Pool, 'query'>,
  exchange: Pick<ReadonlyExchange, 'launch'>,
  from: number,
  to = from,
): Promise<Holding[]> {
  const { rows } = await db.query<HoldingRow>(HOLDINGS, [from, to]);
  const holdings = new Map<string, Holding>();
  for (const row of rows) {
    const currencyId = currencyOf(row, exchange);
    if (currencyId === null) continue;
    const key = `${row.account}:${currencyId}`;
    const before = holdings.get(key);
    holdings.set(key, {
      account: row.account,
      currencyId,
      availableMinor: (before?.availableMinor ?? 0n) + BigInt(row.available),
      frozenMinor: (before?.frozenMinor ?? 0n) + BigInt(row.frozen),
      escrowMinor: (before?.escrowMinor ?? 0n) + BigInt(row.escrow),
      rebateMinor: (before?.rebateMinor ?? 0n) + BigInt(row.rebate),
    });
  }
  return [...holdings.values()];
}

/** Until the launch it is the money paid that is in escrow, from then on the coins: never both. */
function currencyOf(row: HoldingRow, exchange: Pick<ReadonlyExchange, 'launch'>): number | null {
  if (row.offer_id === null) return row.currency_id;
  const offer = exchange.launch.offer(Number(row.offer_id));
  const issued = offer?.status === 'launched' || offer?.status === 'released';
  if (row.currency_id !== null) return issued ? null : row.currency_id;
  return issued ? offer.terms.currency.id : null;
}
