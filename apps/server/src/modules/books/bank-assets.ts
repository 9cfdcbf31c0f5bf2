import type { Reads } from '../../database/reads.ts';
import { STATEMENT_COUNTS_MS } from '../reserves/limits.ts';

/** What lies somewhere outside, as somebody saw it. */
export interface Asset {
  readonly currencyId: number;
  readonly assetsMinor: bigint;
  /** What the ledger says of the same moment. */
  readonly ledgerMinor: bigint;
  readonly asOfMs: number;
}

interface AssetRow {
  readonly currency_id: number;
  readonly as_of_ms: string;
  readonly assets: string;
  readonly ledger: string;
}

/**
 * The bank's side by its newest statements, beside what the ledger says of that moment, by currency. With several accounts
 * the moment is the last for which each has a statement, so that money between them counts once. An account that is empty by
 * its newest statement holds no moment back, nor one that has had none for 65 days.
 */
export async function bankAssets(db: Reads, nowMs: number): Promise<Asset[]> {
  const { rows } = await db.query<AssetRow>(
    `with moments as (
       select currency_id, coalesce(min(as_of_ms) filter (where amount_minor <> 0), max(as_of_ms)) as as_of_ms from (
         select distinct on (currency_id, account) currency_id, account, as_of_ms, amount_minor
           from bank_statements order by currency_id, account, as_of_ms desc, id desc
       ) as accounts where as_of_ms > $1 group by 1
     ), stated as (
       select distinct on (s.currency_id, s.account) s.currency_id, m.as_of_ms, s.amount_minor
         from bank_statements s join moments m using (currency_id)
        where s.as_of_ms <= m.as_of_ms and s.as_of_ms > $1 order by s.currency_id, s.account, s.as_of_ms desc, s.id desc
     )
     select currency_id, as_of_ms, sum(amount_minor)::text as assets,
            (select coalesce(-sum(e.amount_minor), 0)::text from ledger_entries e
              where e.owner_id = 0 and e.account = 'bank' and e.currency_id = stated.currency_id
                and e.at_ms <= stated.as_of_ms) as ledger
       from stated group by currency_id, as_of_ms order by currency_id`,
    [nowMs - STATEMENT_COUNTS_MS],
  );
  return rows.map(row => ({
    currencyId: row.currency_id,
    assetsMinor: BigInt(row.assets),
    ledgerMinor: BigInt(row.ledger),
    asOfMs: Number(row.as_of_ms),
  }));
}
