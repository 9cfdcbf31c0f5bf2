import { CHANNELS, CUSTOMER_ACCOUNTS, type Exchange } from '@tallystick/core';
import { formatMinor } from '@tallystick/core/money/decimal';
import type { DeskOutput } from '@tallystick/protocol/desk';
import type pg from 'pg';
import { inTransaction } from '../../database/transaction.ts';

/** Accounts that mirror the world outside: what came in is their debt. */
const OUTSIDE: ReadonlySet<string> = new Set<string>([
  ...CHANNELS,
  'faucet',
  'receivable',
  'perpetualClearing',
  'issuance',
]);

interface TotalRow {
  readonly currency_id: number;
  readonly customers: boolean;
  readonly account: string;
  readonly total: string;
}

interface HeadRow {
  readonly last_sequence: string;
  readonly hash: Buffer;
}

/** Per currency, what customers hold against what lies outside, all read at one place of the journal. */
export async function readSolvency(
  pool: pg.Pool,
  exchange: Pick<Exchange, 'currencies'>,
  nowMs: number,
): Promise<DeskOutput<'GET desk/solvency'>> {
  const { totals, holders, head } = await inTransaction(pool, async client => {
    await client.query('set transaction isolation level repeatable read, read only');
    const totalRows = await client.query<TotalRow>(
      `select currency_id, owner_id > 0 as customers, account, sum(available_minor + frozen_minor)::text as total
         from balances group by 1, 2, 3 order by 1, 2, 3`,
    );
    const holderRows = await client.query<{ currency_id: number; n: number }>(
      `select currency_id, count(distinct owner_id)::int as n from balances
        where owner_id > 0 and (available_minor <> 0 or frozen_minor <> 0) group by 1`,
    );
    const headRows = await client.query<HeadRow>(
      'select last_sequence, hash from journal order by first_sequence desc limit 1',
    );
    return { totals: totalRows.rows, holders: holderRows.rows, head: headRows.rows[0] };
  });
  const items = exchange.currencies().map(({ id, code, decimals }) => {
    const own = totals.filter(row => row.currency_id === id);
    const part = (belongs: (row: TotalRow) => boolean) => {
      const rows = own.filter(belongs);
      return {
        total: formatMinor(sumOf(rows), decimals),
        accounts: rows.map(row => ({
          account: row.account,
          total: formatMinor(BigInt(row.total), decimals),
        })),
      };
    };
    const customers = part(row => row.customers);
    const platform = part(row => !row.customers && !OUTSIDE.has(row.account));
    const outside = part(row => !row.customers && OUTSIDE.has(row.account));
    return {
      currency: code,
      decimals,
      customers: customers.total,
      customer_accounts: customers.accounts.toSorted((a, b) => placeOf(a.account) - placeOf(b.account)),
      customers_with_balance: holders.find(row => row.currency_id === id)?.n ?? 0,
      platform: platform.total,
      platform_accounts: platform.accounts,
      outside: outside.total,
      outside_accounts: outside.accounts,
      sum: formatMinor(sumOf(own), decimals),
    };
  });
  return {
    items,
    journal_sequence: Number(head?.last_sequence ?? 0),
    journal_hash: head?.hash.toString('hex') ?? '',
    at_ms: nowMs,
  };
}

function sumOf(rows: readonly TotalRow[]): bigint {
  return rows.reduce((sum, row) => sum + BigInt(row.total), 0n);
}

function placeOf(account: string): number {
  return (CUSTOMER_ACCOUNTS as readonly string[]).indexOf(account);
}
