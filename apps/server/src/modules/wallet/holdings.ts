import type { CustomerAccount, PlatformAccount } from '@tallystick/core';
import type pg from 'pg';

/** What a customer has of one currency by way of one account. */
export interface Holding {
  readonly account: CustomerAccount;
  readonly currencyId: number;
  readonly availableMinor: bigint;
  readonly frozenMinor: bigint;
  /** The customer's too, but held in escrow until a product ends: see `Escrow`. */
  readonly escrowMinor: bigint;
  /** The same by the escrow's name. */
  readonly inEscrow: Readonly<Record<string, bigint>>;
}

/** What a product holds for customers outside of their accounts. */
export interface Escrow {
  /** What the desk calls it. */
  readonly name: string;
  /** The account it counts with. */
  readonly account: CustomerAccount;
  /** Where it lies. */
  readonly platform: PlatformAccount;
  /**
   * Selects `currency_id`, `about` (bigint) and `minor`, which is not 0, of customers whose ids are between $1 and $2. Joined
   * with others by `union all`.
   */
  readonly sql: string;
  /** The currency of rows that `about` decides; null: they do not count at the moment. Left out: `currency_id`. */
  readonly currencyOf?: (currencyId: number | null, about: number) => number | null;
}

/** All of it: what every total adds up. */
export function heldMinor({ availableMinor, frozenMinor, escrowMinor }: Holding): bigint {
  return availableMinor + frozenMinor + escrowMinor;
}

interface HoldingRow {
  readonly account: CustomerAccount;
  readonly currency_id: number | null;
  /** Null: booked. */
  readonly escrow: string | null;
  readonly about: string | null;
  readonly available: string;
  readonly frozen: string;
  readonly held: string;
}

/** One statement, so that no command falls between two of its parts: what leaves an account is in escrow at once. */
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

/** Of one customer, or of all with ids in this range (both included) together. By account and currency, each once. */
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
