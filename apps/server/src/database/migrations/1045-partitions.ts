import type pg from 'pg';

interface Partitioned {
  readonly name: string;
  /** What rises with each row. */
  readonly column: string;
  /** Ids, or milliseconds, of one partition. */
  readonly step: number;
  /** Its keys are unique within a partition only: a key of the whole would need `column`. */
  readonly ownKeys?: boolean;
  readonly options?: string;
}

const DAY_MS = 86_400_000;

const TABLES: readonly Partitioned[] = [
  { name: 'journal', column: 'first_sequence', step: 100_000_000 },
  { name: 'orders', column: 'order_id', step: 50_000_000, options: 'fillfactor = 85' },
  { name: 'trades', column: 'trade_id', step: 50_000_000 },
  { name: 'ledger_entries', column: 'posting_id', step: 20_000_000 },
  { name: 'perpetual_trades', column: 'trade_id', step: 50_000_000 },
  { name: 'price_ticks', column: 'number', step: 20_000_000 },
  { name: 'exchange_events', column: 'sequence', step: 50_000_000 },
  { name: 'candles', column: 'open_ms', step: 90 * DAY_MS },
  { name: 'idempotency', column: 'at_ms', step: DAY_MS, ownKeys: true },
];

/**
 * Splits the tables that grow with trading by ranges of what rises (docs/decisions/0097). A table with rows becomes the
 * first partition as it is: no row is written again, but each table is read once to check that its rows belong there.
 */
export async function up(client: pg.ClientBase): Promise<void> {
  // Partitions bring the order of keys; this index only served the deletion of old keys.
  await client.query('drop index idempotency_by_time');
  for (const table of TABLES) await partition(client, table);
  // What is known of partitions, for retention. Times by the exchange's clock.
  await client.query(`create table partition_times (
    partition text primary key,
    -- When its first row was seen.
    began_at_ms bigint not null,
    -- When rows after it were seen: all of its own are older. Null: it still grows.
    ended_at_ms bigint
  )`);
  // Where complete history begins, for tables that keep it for a time.
  await client.query(`create table history_floors (
    table_name text primary key,
    -- Rows with lower ids are gone, except what is still needed.
    first bigint not null,
    -- All rows written since then are there.
    at_ms bigint not null
  )`);
}

async function partition(client: pg.ClientBase, table: Partitioned): Promise<void> {
  const { name, column, step, ownKeys = false, options } = table;
  const first = `${name}_0`;
  const { rows: indexes } = await client.query<{ index: string; definition: string; key: string | null }>(
    `select x.relname as index, pg_get_indexdef(i.indexrelid) as definition,
            case when i.indisprimary then pg_get_constraintdef(c.oid) end as key
       from pg_index i join pg_class x on x.oid = i.indexrelid
       left join pg_constraint c on c.conindid = i.indexrelid and c.contype = 'p'
      where i.indrelid = $1::regclass order by x.relname`,
    [name],
  );
  const { rows: newest } = await client.query<{ at: string }>(
    `select coalesce(max(${column}), 0) as at from ${name}`,
  );
  // Time passes in an empty table, too.
  const nowMs = column.endsWith('_ms') ? Date.now() : 0;
  const end = (Math.floor(Math.max(Number(newest[0]!.at), nowMs) / step) + 1) * step;

  await client.query(`alter table ${name} rename to ${first}`);
  for (const { index } of indexes) await client.query(`alter index ${index} rename to ${index}_0`);
  const like = 'including defaults including constraints including storage including compression';
  await client.query(`create table ${name} (like ${first} ${like}) partition by range (${column})`);
  if (!ownKeys) {
    for (const { index, definition, key } of indexes) {
      if (key !== null) await client.query(`alter table ${name} add constraint ${index} ${key}`);
      else await client.query(definition);
    }
  }
  await client.query(`alter table ${name} attach partition ${first} for values from (minvalue) to (${end})`);
  for (const [from, to] of [
    [end, String(end + step)],
    [end + step, 'maxvalue'],
  ] as const) {
    await client.query(
      `create table ${name}_${from} partition of ${name} for values from (${from}) to (${to})
       ${options === undefined ? '' : `with (${options})`}`,
    );
    if (!ownKeys) continue;
    for (const { key } of indexes)
      if (key !== null) await client.query(`alter table ${name}_${from} add ${key}`);
  }
}
