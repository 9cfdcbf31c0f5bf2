import type { CustomerAccount, PlatformAccount } from '@tallystick/core';
import type pg from 'pg';

/** What a customer owns of one currency, counted with one account. */
export interface Holding {
  readonly account: CustomerAccount;
  readonly currencyId: number;
  readonly availableMinor: bigint;
  readonly frozenMinor: bigint;
  /** Also the customer's, but held in escrow until a product ends: see `Escrow`. */
  readonly escrowMinor: bigint;
  /** The same, by name of escrow. */
  readonly inEscrow: Readonly<Record<string, bigint>>;
}

/** Customers' money that a product holds outside of their accounts. */
export interface Escrow {
  /** Its name at the desk. */
  readonly name: string;
  /** The customer account it is counted with. */
  readonly account: CustomerAccount;
  /** The ledger account that holds it. */
  readonly platform: PlatformAccount;
  /**
   * Selects `currency_id`, `about` (bigint) and `minor` (not 0) of customers with ids from $1 to $2. Combined with
   * others by `union all`.
   */
  readonly sql: string;
  /** Maps a row's `about` to its currency; null: not counted now. Without this the row's `currency_id` counts. */
  readonly currencyOf?: (currencyId: number | null, about: number) => number | null;
}

/** The sum of all parts; every total uses it. */
export function heldMinor({ availableMinor, frozenMinor, escrowMinor }: Holding): bigint {
  return availableMinor + frozenMinor + escrowMinor;
}

interface HoldingRow {
  readonly account: CustomerAccount;
  readonly currency_id: number | null;
  /** Null: the booked balance. */
  readonly escrow: string | null;
  readonly about: string | null;
  readonly available: string;
  readonly frozen: string;
  readonly held: string;
}

/** One statement, so that no command falls between its parts: money that leaves an account is in escrow at once. */
function statementOf(escrows: readonly Escrow[]): string {
  return [
    `select account, currency_id, null as escrow, null::bigint as about, sum(available_minor)::text as available,
            sum(frozen_minor)::text as frozen, '0' as held
       from balances where owner_id between $1 and $2 group by 1, 2`,
    ...escrows.map(
      ({ name, account, sql }) =>
        `select '${account}', currency_id, '${name}', about, '0', '0', sum(minor)::text from (${sql}) as held
          group by currency_id, about`,
    ),
  ].join(' union all ');
}

/** For one customer, or summed for all with ids in this range (inclusive). One row per account and currency. */
export async function readHoldings(
  db: Pick<pg.Pool, 'query'>,
  escrows: readonly Escrow[],
  from: number,
  to = from,
): Promise<Holding[]> {
  const { rows } = await db.query<HoldingRow>(statementOf(escrows), [from, to]);
  const holdings = new Map<string, Holding>();
  for (const { account, escrow, ...row } of rows) {
    const of = escrows.find(({ name }) => name === escrow)?.currencyOf;
    const currencyId = of === undefined ? row.currency_id : of(row.currency_id, Number(row.about));
    if (currencyId === null) continue;
    const key = `${account}:${currencyId}`;
    const before = holdings.get(key) ?? emptyHolding(account, currencyId);
    const heldBefore = before.inEscrow[escrow ?? ''] ?? 0n;
    const held = BigInt(row.held);
    holdings.set(key, {
      account,
      currencyId,
      availableMinor: before.availableMinor + BigInt(row.available),
      frozenMinor: before.frozenMinor + BigInt(row.frozen),
      escrowMinor: before.escrowMinor + held,
      inEscrow: escrow === null ? before.inEscrow : { ...before.inEscrow, [escrow]: heldBefore + held },
    });
  }
  return [...holdings.values()];
}

export function emptyHolding(account: CustomerAccount, currencyId: number): Holding {
  return { account, currencyId, availableMinor: 0n, frozenMinor: 0n, escrowMinor: 0n, inEscrow: {} };
}
