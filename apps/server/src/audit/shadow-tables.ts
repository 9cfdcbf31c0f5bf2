import type { ClientBase } from 'pg';
import type { CoreModule } from '../engine/cores/core.ts';
import type { AuditedTable } from '../engine/products/product.ts';
import { takeValues, withRows, writingParts } from '../engine/projections/write-rows.ts';
import { AUDITED_TABLES } from './audited-tables.ts';

type Projections = InstanceType<CoreModule['Projections']>;

/**
 * Temporary tables with the same columns and keys as the stored ones. The rows computed from the journal are written
 * there by the engine's own statements. They belong to the session; nothing stored is touched.
 */
export class ShadowTables {
  readonly #client: ClientBase;
  readonly #tables: readonly AuditedTable[];

  private constructor(client: ClientBase, tables: readonly AuditedTable[]) {
    this.#client = client;
    this.#tables = tables;
  }

  /** Tables that the database does not have yet are left out. */
  static async create(client: ClientBase): Promise<ShadowTables> {
    await client.query(
      `select set_config('plan_cache_mode', 'force_generic_plan', false), set_config('enable_seqscan', 'off', false),
        set_config('enable_hashjoin', 'off', false), set_config('enable_mergejoin', 'off', false)`,
    );
    const made: AuditedTable[] = [];
    for (const table of AUDITED_TABLES) {
      const { name } = table;
      const stored = await client.query<{ there: boolean }>('select to_regclass($1) is not null as there', [
        `public.${name}`,
      ]);
      if (!stored.rows[0]!.there) continue;
      const key = await primaryKey(client, name);
      await client.query(
        `create temporary table ${name} (like public.${name} including defaults including constraints
          including identity ${key.length === 0 ? '' : `, primary key (${key.join(', ')})`}) on commit preserve rows`,
      );
      made.push(table);
    }
    return new ShadowTables(client, made);
  }

  get tables(): readonly AuditedTable[] {
    return this.#tables;
  }

  /** Writes a closed batch's rows. `core` keeps the statements of different cores apart. */
  async write(projections: Projections, core: string): Promise<void> {
    const tables = withRows(projections.tables).filter(table => table.name !== 'snapshots_bound');
    if (tables.length === 0) return;
    await this.#client.query({
      name: `${core.slice(0, 16)} ${tables.map(table => projections.tables.indexOf(table)).join(' ')}`,
      text: `with ${writingParts(tables, 1).join(',\n')} select 1`,
      values: takeValues(tables),
    });
  }
}

/** Of the table, or of its partitions where only these have one. */
async function primaryKey(client: ClientBase, table: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select a.attname as name from pg_index i
       cross join unnest(i.indkey) with ordinality as k (attnum, place)
       join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.attnum
      where i.indisprimary and i.indrelid = (
        select p.indrelid from pg_index p left join pg_inherits h on h.inhrelid = p.indrelid
         where p.indisprimary and $1::regclass in (p.indrelid, h.inhparent)
         order by p.indrelid <> $1::regclass limit 1)
      order by k.place`,
    [`public.${table}`],
  );
  return rows.map(row => row.name);
}
