import type pg from 'pg';

/** A table's size. Partitions count with the table they belong to. */
export interface TableSize {
  readonly name: string;
  readonly rows: number;
  readonly heapBytes: number;
  readonly indexBytes: number;
  /** Long values kept outside of their rows, with their index. */
  readonly toastBytes: number;
}

/** `public` only: the catalogue does not grow. */
const SIZES = `select coalesce(pg_partition_root(c.oid), c.oid)::regclass::text as name,
    sum(pg_relation_size(c.oid)) as heap, sum(pg_indexes_size(c.oid)) as index,
    sum(pg_table_size(c.oid) - pg_relation_size(c.oid)
      - pg_relation_size(c.oid, 'fsm') - pg_relation_size(c.oid, 'vm')) as toast
  from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' group by 1 order by 1`;

/** Sizes of all tables, by name. */
export async function tableSizes(pool: pg.Pool): Promise<TableSize[]> {
  const { rows } = await pool.query<{ name: string; heap: string; index: string; toast: string }>(SIZES);
  const sizes: TableSize[] = [];
  for (const { name, heap, index, toast } of rows) {
    const counted = await pool.query<{ count: string }>(`select count(*) as count from ${name}`);
    sizes.push({
      name,
      rows: Number(counted.rows[0]!.count),
      heapBytes: Number(heap),
      indexBytes: Number(index),
      toastBytes: Number(toast),
    });
  }
  return sizes;
}

export function bytesOf({ heapBytes, indexBytes, toastBytes }: Omit<TableSize, 'name' | 'rows'>): number {
  return heapBytes + indexBytes + toastBytes;
}

/** What each table gained, most bytes first; tables that gained neither rows nor bytes are left out. */
export function gained(before: readonly TableSize[], after: readonly TableSize[]): TableSize[] {
  const then = new Map(before.map(size => [size.name, size]));
  return after
    .map(size => {
      const old = then.get(size.name);
      return {
        name: size.name,
        rows: size.rows - (old?.rows ?? 0),
        heapBytes: size.heapBytes - (old?.heapBytes ?? 0),
        indexBytes: size.indexBytes - (old?.indexBytes ?? 0),
        toastBytes: size.toastBytes - (old?.toastBytes ?? 0),
      };
    })
    .filter(size => size.rows !== 0 || bytesOf(size) !== 0)
    .toSorted((a, b) => bytesOf(b) - bytesOf(a));
}
