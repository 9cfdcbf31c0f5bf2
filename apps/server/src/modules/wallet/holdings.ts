import type { CustomerAccount, Exchange } from '@tallystick/core';
import type pg from 'pg';
import type { StoredRow } from '../../engine/projections/kinds.ts';
import { LAUNCH_ORDERS } from '../../engine/projections/launch.ts';

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
  exchange: Pick<Exchange, 'launch'>,
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
function currencyOf(row: HoldingRow, exchange: Pick<Exchange, 'launch'>): number | null {
  if (row.offer_id === null) return row.currency_id;
  const offer = exchange.launch.offer(Number(row.offer_id));
  const issued = offer?.status === 'launched' || offer?.status === 'released';
  if (row.currency_id !== null) return issued ? null : row.currency_id;
  return issued ? offer.terms.currency.id : null;
}

/** One thing that holds a part of what is in escrow. */
export interface InEscrow {
  readonly reference: string;
  /** What an option is on; null for new coins. */
  readonly marketId: number | null;
  /** The new coin's; empty for options. */
  readonly code: string;
  readonly amountMinor: bigint;
  readonly atMs: number;
}

/** Options in this currency that are not settled, oldest first. */
export async function runningStakes(
  db: Pick<pg.Pool, 'query'>,
  customerId: number,
  currencyId: number,
): Promise<InEscrow[]> {
  const { rows } = await db.query<
    Record<'option_id' | 'stake_minor' | 'bought_at_ms', string> & { market_id: number }
  >(
    `select option_id, market_id, stake_minor, bought_at_ms from options
      where customer_id = $1 and currency_id = $2 and state <> 'settled' and not practice order by option_id`,
    [customerId, currencyId],
  );
  return rows.map(row => ({
    reference: `option:${row.option_id}`,
    marketId: row.market_id,
    code: '',
    amountMinor: BigInt(row.stake_minor),
    atMs: Number(row.bought_at_ms),
  }));
}

/** Orders of new coins that hold this currency, as paid before the launch or as coins after it, oldest first. */
export async function lockedCoins(
  db: Pick<pg.Pool, 'query'>,
  exchange: Pick<Exchange, 'launch'>,
  customerId: number,
  currencyId: number,
): Promise<InEscrow[]> {
  const { rows } = await db.query<StoredRow>(
    `select * from launch_orders
      where customer_id = $1 and not returned and allocated_minor > released_minor order by order_id`,
    [customerId],
  );
  return rows.flatMap(row => {
    const order = LAUNCH_ORDERS.decodeStamped(row);
    const offer = exchange.launch.offer(order.offerId);
    if (offer === null || order.allocatedMinor === null) return [];
    const issued = offer.status === 'launched' || offer.status === 'released';
    const coins = offer.terms.currency.id === currencyId ? order.allocatedMinor - order.releasedMinor : 0n;
    const paid = order.spent.find(one => one.currencyId === currencyId)?.amountMinor ?? 0n;
    const amountMinor = issued ? coins : paid;
    if (amountMinor === 0n) return [];
    const { code } = offer.terms.currency;
    const reference = `launch:${order.orderId}`;
    return [{ reference, marketId: null, code, amountMinor, atMs: order.createdAtMs }];
  });
}
