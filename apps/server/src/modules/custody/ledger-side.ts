import type pg from 'pg';
import { custodyOf } from '../../chains/custody.ts';
import type { Network } from '../../chains/networks.ts';
import { HOLD_HISTORY } from '../../engine/history/history-tables.ts';

/** What the database says of a network at one moment, and of the block up to which its watcher had read. */
export interface LedgerSide {
  readonly blockNumber: number;
  readonly blockHash: string;
  readonly currencies: ReadonlyMap<number, CurrencySide>;
  /** Withdrawals named as sent that are not settled: the ledger still has what may have left already. */
  readonly leaving: readonly Leaving[];
}

export interface CurrencySide {
  /** What the ledger says lies at the chain, in minor units. */
  readonly ledgerMinor: bigint;
  /** Arrivals in blocks up to this one, in the chain's units. */
  readonly confirming: bigint;
  readonly belowMinimum: bigint;
  readonly implausible: bigint;
  /** Confirmed, and not in the ledger or no longer, although it is at the chain. */
  readonly uncredited: bigint;
  /** Decimals that the ledger does not have. */
  readonly remainders: bigint;
  /** What two people have explained before. */
  readonly resolved: bigint;
}

export interface Leaving {
  readonly withdrawalId: number;
  readonly currencyId: number;
  readonly transactionId: string;
  /** What arrives, in minor units. */
  readonly amountMinor: bigint;
}

interface Sums {
  readonly currency_id: number;
  readonly confirming: string;
  readonly below: string;
  readonly implausible: string;
  readonly uncredited: string;
  readonly remainders: string;
}

/**
 * Reads it all in one snapshot of the database, so that a booking made meanwhile is in none of the figures or in all.
 * Null: the watcher has read no block yet.
 * @param unitsPerMinor of the chain, by currency
 */
export async function readLedgerSide(
  client: pg.ClientBase,
  network: Network,
  currencies: readonly number[],
  unitsPerMinor: (currencyId: number) => bigint,
): Promise<LedgerSide | null> {
  await client.query('set transaction isolation level repeatable read, read only');
  await client.query(HOLD_HISTORY);
  const { rows: cursors } = await client.query<{ block_number: string; block_hash: string }>(
    'select block_number, block_hash from chain_cursors where network = $1',
    [network],
  );
  const [cursor] = cursors;
  if (cursor === undefined) return null;
  const { rows: balances } = await client.query<{ currency_id: number; minor: string }>(
    `select currency_id, (-(available_minor + frozen_minor))::text as minor from balances
      where owner_id = 0 and account = $1`,
    [custodyOf(network)],
  );
  const units = currencies.map(unitsPerMinor);
  const { rows: sums } = await client.query<Sums>(
    `with t as (
       select t.*, u.per_minor,
              -- What of it the ledger has: by itself or by the voucher that covers it, less what was taken back.
              case when d.state = 'passed' and not exists (
                     select from deposit_reversals r where r.deposit_id = d.id and r.state in ('reversing', 'done'))
                   then t.amount_minor
                   else coalesce((
                     select -sum(e.amount_minor) from ledger_entries e
                      where e.owner_id = 0 and e.reason in ('deposit', 'depositReversal') and e.account = $4
                        and e.reference in ('deposit:' || coalesce(d.covered_by, d.id),
                                            'deposit:' || coalesce(d.covered_by, d.id) || ':correction')), 0)
              end as booked_minor
         from chain_transfers t
         join unnest($2::integer[], $3::numeric[]) as u (currency_id, per_minor) using (currency_id)
         left join deposits d on d.transfer_key = 'deposit:' || t.network || ':' || t.transaction_hash || ':'
           || t.log_index || case when t.inclusion = 1 then '' else ':' || t.inclusion end
        where t.network = $1)
     select currency_id,
            coalesce(sum(amount) filter (where state = 'seen'), 0)::text as confirming,
            coalesce(sum(amount) filter (where state = 'ignored' and reason = 'below_minimum'), 0)::text as below,
            coalesce(sum(amount) filter (where state = 'ignored' and reason = 'implausible_amount'), 0)::text
              as implausible,
            coalesce(sum((case state when 'confirmed' then amount_minor else 0 end - booked_minor) * per_minor)
                       filter (where state in ('confirmed', 'reorganised')), 0)::text as uncredited,
            coalesce(sum(amount - amount_minor * per_minor) filter (where state = 'confirmed'), 0)::text
              as remainders
       from t group by 1`,
    [network, currencies, units.map(String), custodyOf(network)],
  );
  const { rows: resolved } = await client.query<{ currency_id: number; amount: string }>(
    `select currency_id, sum(amount)::text as amount from custody_differences
      where network = $1 and state = 'resolved' group by 1`,
    [network],
  );
  const { rows: leaving } = await client.query<{
    id: string;
    currency_id: number;
    transaction_id: string;
    minor: string;
  }>(
    `select id, currency_id, transaction_id, (amount_minor - fee_minor)::text as minor from withdrawals
      where network = $1 and state in ('sending', 'settling') and transaction_id is not null order by id`,
    [network],
  );
  const figure = (rows: readonly { readonly currency_id: number }[], id: number, name: string): bigint => {
    const row = rows.find(one => one.currency_id === id) as Readonly<Record<string, string>> | undefined;
    return BigInt(row?.[name] ?? 0);
  };
  return {
    blockNumber: Number(cursor.block_number),
    blockHash: cursor.block_hash,
    currencies: new Map(
      currencies.map(id => [
        id,
        {
          ledgerMinor: figure(balances, id, 'minor'),
          confirming: figure(sums, id, 'confirming'),
          belowMinimum: figure(sums, id, 'below'),
          implausible: figure(sums, id, 'implausible'),
          uncredited: figure(sums, id, 'uncredited'),
          remainders: figure(sums, id, 'remainders'),
          resolved: figure(resolved, id, 'amount'),
        },
      ]),
    ),
    leaving: leaving.map(row => ({
      withdrawalId: Number(row.id),
      currencyId: row.currency_id,
      transactionId: row.transaction_id,
      amountMinor: BigInt(row.minor),
    })),
  };
}
