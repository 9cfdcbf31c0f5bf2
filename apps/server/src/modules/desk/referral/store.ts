import type { DeskOutput } from '@tallystick/protocol/desk';
import type { Queryable } from '../../../engine/projections/queryable.ts';
import { Conditions } from '../../../http/page.ts';

type Flag = DeskOutput<'GET desk/referral'>['items'][number]['flags'][number];

export interface PromoterRow {
  readonly id: number;
  readonly nickname: string;
  readonly invited: number;
  readonly earned: readonly { readonly currencyId: number; readonly amountMinor: bigint }[];
}

/** Customers who invited somebody, the newest first. */
export async function listPromoters(
  db: Queryable,
  flagged: boolean,
  beforeId: number | null,
  limit: number,
): Promise<PromoterRow[]> {
  const where = new Conditions()
    .addRaw('exists (select from customers i where i.invited_by = c.id)')
    .addIf('c.id < ?::bigint', beforeId);
  if (flagged) where.addRaw('c.id in (select promoter_id from referral_flags)');
  const { rows } = await db.query<{
    id: number;
    nickname: string;
    invited: number;
    earned: [number, string][] | null;
  }>(
    `select c.id, c.nickname, (select count(*)::integer from customers i where i.invited_by = c.id) as invited,
            (select json_agg(json_build_array(currency_id, amount::text) order by currency_id)
               from (select currency_id, sum(amount_minor) as amount from referral_days d
                      where d.promoter_id = c.id group by currency_id) as sums) as earned
       from customers c where ${where.sql} order by c.id desc limit ${where.parameter(limit)}`,
    where.values,
  );
  return rows.map(row => ({
    ...row,
    earned: (row.earned ?? []).map(([currencyId, amount]) => ({ currencyId, amountMinor: BigInt(amount) })),
  }));
}

/** Warning signs of each of these promoters, with the customers concerned. */
export async function flagsOf(db: Queryable, promoterIds: readonly number[]): Promise<Map<number, Flag[]>> {
  const { rows } = await db.query<{ promoter_id: number; kind: Flag['kind']; customer_ids: number[] }>(
    `select promoter_id, kind, array_agg(customer_id order by customer_id) as customer_ids from referral_flags
      where promoter_id = any($1) group by 1, 2 order by 1, 2`,
    [promoterIds],
  );
  const flags = new Map<number, Flag[]>();
  for (const { promoter_id: promoterId, kind, customer_ids } of rows) {
    flags.set(promoterId, [...(flags.get(promoterId) ?? []), { kind, customer_ids }]);
  }
  return flags;
}
