import type { Currency } from '@tallystick/core';
import type pg from 'pg';
import type { Reads } from '../../database/reads.ts';

type Queries = Pick<pg.Pool, 'query'>;

/** Notes currencies that are not known yet: a launch brings its own, and its code only counts once it is launched. */
export async function keepCurrencies(db: Queries, currencies: readonly Currency[]): Promise<void> {
  await db.query(
    `insert into company_currencies as c (currency_id, code, decimals)
     select * from unnest($1::integer[], $2::text[], $3::integer[])
     on conflict (currency_id) do update set code = excluded.code where c.code <> excluded.code`,
    [
      currencies.map(({ id }) => id),
      currencies.map(({ code }) => code),
      currencies.map(({ decimals }) => decimals),
    ],
  );
}

export type KnownCurrencies = ReadonlyMap<number, { readonly code: string; readonly decimals: number }>;

export async function readCurrencies(db: Reads): Promise<KnownCurrencies> {
  const { rows } = await db.query<{ currency_id: number; code: string; decimals: number }>(
    'select currency_id, code, decimals from company_currencies order by 1',
  );
  return new Map(rows.map(row => [row.currency_id, { code: row.code, decimals: row.decimals }]));
}
