import type { ClientBase } from 'pg';
import { TreeEnd, type Tile } from '../modules/price-log/tree.ts';
import type { AuditCheck } from './audit-journal.ts';
import type { Difference } from './audit-result.ts';

const PAGE = 8_192;

/** Ticks that were moved into files, by the hash each file ends with. */
export const archivedPrices: AuditCheck = async ({ stored, computed }) => {
  const { rows } = await stored.query<{ last: string; hash: string }>(
    `select last, encode(last_hash, 'hex') as hash from price_log_archives order by first`,
  );
  for (const { last, hash } of rows) {
    const again = await hashesFrom(computed, Number(last), 1);
    const expected = again[0]?.toString('hex') ?? null;
    if (expected === hash) continue;
    const what = 'a file of older prices ends with another tick than the journal';
    return { table: 'price_log_archives', key: `last=${last}`, stored: hash, computed: expected, what };
  }
  return null;
};

interface Checkpoint {
  readonly origin: string;
  readonly size: string;
  readonly root: Buffer;
  readonly tick_hash: Buffer;
}

/** The tree over the ticks' hashes is made again: every tile, every checkpoint's root. */
export const priceLogTree: AuditCheck = async ({ stored, computed }) => {
  const tree = await stored.query<{ size: string }>('select size from price_log_tree where id = 1');
  const treeSize = Number(tree.rows[0]?.size ?? 0);
  const rebuilt = new RebuiltTree(stored, computed, treeSize);
  await stored.query(
    `declare audit_checkpoints no scroll cursor for
     select origin, size, root, tick_hash from price_log_checkpoints order by size, origin`,
  );
  try {
    for (;;) {
      const { rows } = await stored.query<Checkpoint>('fetch forward 1000 from audit_checkpoints');
      for (const checkpoint of rows) {
        const difference = (await rebuilt.growTo(Number(checkpoint.size))) ?? rebuilt.compare(checkpoint);
        if (difference !== null) return difference;
      }
      if (rows.length === 0) return await rebuilt.growTo(treeSize);
    }
  } finally {
    await stored.query('close audit_checkpoints');
  }
};

class RebuiltTree {
  readonly #stored: ClientBase;
  readonly #computed: ClientBase;
  readonly #treeSize: number;
  #end = new TreeEnd(0, []);
  #lastHash: Buffer = Buffer.alloc(32);
  #ahead: Buffer[] = [];

  constructor(stored: ClientBase, computed: ClientBase, treeSize: number) {
    this.#stored = stored;
    this.#computed = computed;
    this.#treeSize = treeSize;
  }

  /** Takes in the ticks up to number `size`, and compares the tiles that are complete, or as far as the tree goes. */
  async growTo(size: number): Promise<Difference | null> {
    while (this.#end.size < size) {
      if (this.#ahead.length === 0) {
        this.#ahead = await hashesFrom(this.#computed, this.#end.size + 1, PAGE);
      }
      const next = this.#ahead.splice(0, size - this.#end.size);
      if (next.length === 0) {
        const what = 'the price log goes further than the journal';
        return {
          table: 'price_log_tree',
          key: `size=${size}`,
          stored: `${size}`,
          computed: `${this.#end.size}`,
          what,
        };
      }
      const { end, tiles } = this.#end.append(next);
      this.#end = end;
      this.#lastHash = next.at(-1)!;
      const last = end.size === this.#treeSize;
      for (const tile of tiles) {
        const whole = tile.hashes.length === 256 * 32;
        const difference = whole || last ? await this.#compareTile(tile) : null;
        if (difference !== null) return difference;
      }
    }
    return null;
  }

  compare({ origin, size, root, tick_hash: tickHash }: Checkpoint): Difference | null {
    const computed = [this.#end.root().toString('hex'), this.#lastHash.toString('hex')].join(' ');
    const stored = [root.toString('hex'), tickHash.toString('hex')].join(' ');
    if (stored === computed) return null;
    const what = 'a checkpoint of the price log names other prices than the journal';
    return { table: 'price_log_checkpoints', key: `origin=${origin} size=${size}`, stored, computed, what };
  }

  async #compareTile({ level, index, hashes }: Tile): Promise<Difference | null> {
    const found = await this.#stored.query<{ hashes: Buffer }>(
      'select hashes from price_log_tiles where level = $1 and index = $2',
      [level, index],
    );
    const stored = found.rows[0]?.hashes ?? null;
    if (stored !== null && stored.equals(hashes)) return null;
    return {
      table: 'price_log_tiles',
      key: `level=${level} index=${index}`,
      stored: stored?.toString('hex').slice(0, 80) ?? null,
      computed: hashes.toString('hex').slice(0, 80),
      what: 'a tile of the price log holds other hashes',
    };
  }
}

async function hashesFrom(computed: ClientBase, from: number, limit: number): Promise<Buffer[]> {
  const { rows } = await computed.query<{ hash: Buffer }>(
    'select hash from pg_temp.price_ticks where number >= $1 order by number limit $2',
    [from, limit],
  );
  return rows.map(row => row.hash);
}
