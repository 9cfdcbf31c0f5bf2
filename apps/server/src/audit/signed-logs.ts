import { openCheckpoint } from '@tallystick/verify/checkpoint';
import type { ClientBase } from 'pg';
import { TickSource } from '../price-log/tick-source.ts';
import { AuditSource } from '../transparency-log/audit-source.ts';
import { JournalSource } from '../transparency-log/journal-source.ts';
import { RecordSource } from '../transparency-log/record-source.ts';
import {
  brokenAt,
  leafOf,
  LOG_START,
  type ChainHead,
  type LogEntry,
  type LogSource,
} from '../transparency-log/source.ts';
import { listKeys, readTiles, readTree } from '../transparency-log/store.ts';
import { TILE_WIDTH, TreeEnd, type Tile } from '../transparency-log/tree.ts';
import type { AuditCheck } from './audit-check.ts';
import type { Difference } from './audit-result.ts';

const BATCH = 4 * TILE_WIDTH;

const PAGE = 1_000;
const CHECKPOINTS = `select origin, size, encode(root, 'hex') as root, note from log_checkpoints
  where split_part(split_part(note, chr(10), 4), ' ', 1) = $1 order by log_checkpoints.size, origin`;

interface NamedKey {
  readonly name: string;
  readonly publicKey: string;
}

interface Signed {
  readonly origin: string;
  readonly size: number;
  readonly root: string;
  readonly note: string;
}

/**
 * Rebuilds the trees of price log, journal, audit log and public log from their entries, and compares tiles, marks and every
 * checkpoint ever signed. Archived ticks are taken from the tiles.
 */
export const signedLogs: AuditCheck = async ({ stored }) => {
  const sources = [
    new TickSource(stored),
    new JournalSource(stored),
    new AuditSource(stored),
    new RecordSource(stored),
  ];
  for (const source of sources) {
    const found = await new LogAudit(stored, source).run();
    if (found !== null) return found;
  }
  return null;
};

class LogAudit {
  readonly #db: ClientBase;
  readonly #source: LogSource;
  #end = new TreeEnd(0, []);
  #head: ChainHead = LOG_START;
  /** Checkpoints are read by size along with the entries, because there may be very many. */
  #signed: AsyncGenerator<Signed>;
  /** The next checkpoint the tree has not reached. */
  #next: Signed | null = null;
  /** By the name of the log. */
  readonly #keys = new Map<string, NamedKey[]>();

  constructor(db: ClientBase, source: LogSource) {
    this.#db = db;
    this.#source = source;
    this.#signed = this.#checkpoints();
  }

  async run(): Promise<Difference | null> {
    const tree = await readTree(this.#db, this.#source.name);
    const { size } = tree.end;
    if (!tree.isWhole)
      return this.#differs('log_trees', tree.fault!.number, 'its tiles are not those of a tree of its size');
    await this.#skipArchived();
    // Of earlier ones only the signature remains to be checked.
    const forged = await this.#nextSigned(({ size: signed }) => signed > this.#end.size);
    if (forged !== null) return forged;
    while (this.#end.size < size) {
      const wanted = Math.min(BATCH, size - this.#end.size);
      const entries = await this.#source.entries(this.#end.size + 1, wanted);
      const found = await this.#take(entries, tree.blinding);
      if (found !== null) return found;
      if (entries.length < wanted)
        return this.#differs(this.#table, this.#end.size + 1, 'an entry that was signed is missing');
    }
    if (this.#next !== null)
      return this.#differs('log_trees', this.#next.size, 'it is shorter than what was signed');
    return tree.headHash === this.#head.hash || size === 0 || this.#head.number === 0
      ? null
      : this.#differs('log_trees', size, 'its newest hash is not that of the newest entry');
  }

  async #take(entries: readonly LogEntry[], blinding: Buffer | null): Promise<Difference | null> {
    const start = this.#head.number === this.#end.size ? this.#head : null;
    const [first] = entries;
    if (first === undefined) return null;
    const broken = brokenAt(entries, start ?? { number: first.number - 1, hash: first.previousHash });
    if (broken !== null)
      return this.#differs(this.#table, broken, 'an entry does not follow from the one before');
    const leaves = entries.map(entry => leafOf(entry, blinding));
    const { end, tiles } = this.#end.append(leaves);
    const found =
      (await this.#tiles(tiles, end.size)) ??
      (await this.#marks(entries, end.size)) ??
      (await this.#compareSigned(leaves, end.size));
    if (found !== null) return found;
    this.#end = end;
    this.#head = { number: end.size, hash: entries.at(-1)!.hash };
    return null;
  }

  /** Compares what was signed when the tree had this size. */
  async #compareSigned(leaves: readonly Buffer[], size: number): Promise<Difference | null> {
    let at = this.#end;
    while (this.#next !== null && this.#next.size <= size) {
      const { size: until, root } = this.#next;
      const from = this.#end.size;
      if (until > at.size) at = at.append(leaves.slice(at.size - from, until - from)).end;
      if (root !== at.root().toString('hex'))
        return this.#differs('log_checkpoints', until, 'what was signed is another tree');
      const forged = await this.#nextSigned(() => true);
      if (forged !== null) return forged;
    }
    return null;
  }

  /** Stored tiles must begin with what the entries so far produce. */
  async #tiles(tiles: readonly Tile[], size: number): Promise<Difference | null> {
    const stored = await readTiles(this.#db, this.#source.name, tiles);
    for (const { level, index, hashes } of tiles) {
      const found = stored.find(tile => tile.level === level && tile.index === index);
      if (found?.hashes.subarray(0, hashes.length).equals(hashes) !== true)
        return this.#differs('log_tiles', size, `tile ${level}.${index} is not made of the entries`);
    }
    return null;
  }

  async #marks(entries: readonly LogEntry[], size: number): Promise<Difference | null> {
    if (this.#source.name !== 'journal') return null;
    const due = entries.filter(({ number }) => number % TILE_WIDTH === 0);
    const { rows } = await this.#db.query<{ number: string; last_sequence: string }>(
      'select number, last_sequence from journal_marks where number between $1 and $2',
      [entries[0]!.number, entries.at(-1)!.number],
    );
    const right =
      rows.length === due.length &&
      due.every(one =>
        rows.some(row => Number(row.number) === one.number && Number(row.last_sequence) === one.sequence),
      );
    return right ? null : this.#differs('journal_marks', size, 'a mark is not where its row is');
  }

  /** The log's next checkpoint. Reports earlier ones that no key of the log signed, or that differ from their row. */
  async #nextSigned(wanted: (signed: Signed) => boolean): Promise<Difference | null> {
    for (;;) {
      const { done, value } = await this.#signed.next();
      this.#next = done === true ? null : value;
      if (this.#next === null) return null;
      const { origin, size, root, note } = this.#next;
      const opened = openCheckpoint(note, await this.#keysOf(origin), this.#source.kind);
      const right = opened.ok && opened.checkpoint.size === size && opened.checkpoint.root === root;
      if (!right)
        return this.#differs('log_checkpoints', size, 'its note is not signed, or says something else');
      if (wanted(this.#next)) return null;
    }
  }

  async *#checkpoints(): AsyncGenerator<Signed> {
    const cursor = `audit_checkpoints_${this.#source.name}`;
    await this.#db.query(`declare ${cursor} no scroll cursor for ${CHECKPOINTS}`, [this.#source.kind]);
    try {
      for (;;) {
        const { rows } = await this.#db.query<{ origin: string; size: string; root: string; note: string }>(
          `fetch forward ${PAGE} from ${cursor}`,
        );
        for (const row of rows) yield { ...row, size: Number(row.size) };
        if (rows.length < PAGE) return;
      }
    } finally {
      await this.#db.query(`close ${cursor}`);
    }
  }

  async #keysOf(origin: string): Promise<NamedKey[]> {
    const known = this.#keys.get(origin);
    if (known !== undefined) return known;
    const keys = (await listKeys(this.#db, origin)).map(key => ({
      name: origin,
      publicKey: key.public_key.toString('hex'),
    }));
    this.#keys.set(origin, keys);
    return keys;
  }

  /** Begins after the entries that have been moved out of the database. */
  async #skipArchived(): Promise<void> {
    const skipped = (await this.#source.first()) - 1;
    if (skipped <= 0) return;
    const wanted = TreeEnd.tilesOf(skipped);
    const tails: Buffer[] = [];
    for (const { level, hashes } of await readTiles(this.#db, this.#source.name, wanted)) {
      const count = Math.floor(skipped / TILE_WIDTH ** level) % TILE_WIDTH;
      tails[level] = hashes.subarray(0, count * 32);
    }
    this.#end = new TreeEnd(
      skipped,
      Array.from(tails, tail => tail ?? Buffer.alloc(0)),
    );
  }

  get #table(): string {
    return { price: 'price_ticks', journal: 'journal', audit: 'desk_audit', public: 'public_records' }[
      this.#source.name
    ];
  }

  #differs(table: string, number: number, what: string): Difference {
    return { table, key: `${this.#source.kind}=${number}`, stored: null, computed: null, what };
  }
}
