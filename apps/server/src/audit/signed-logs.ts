import { openCheckpoint } from '@tallystick/verify/checkpoint';
import type { ClientBase } from 'pg';
import { TickSource } from '../modules/price-log/tick-source.ts';
import { AuditSource } from '../modules/transparency-log/audit-source.ts';
import { JournalSource } from '../modules/transparency-log/journal-source.ts';
import {
  brokenAt,
  LOG_START,
  treeEntry,
  type ChainHead,
  type LogEntry,
  type LogSource,
} from '../modules/transparency-log/source.ts';
import { listKeys, readTiles, readTree } from '../modules/transparency-log/store.ts';
import { TILE_WIDTH, TreeEnd, type Tile } from '../modules/transparency-log/tree.ts';
import type { AuditCheck } from './audit-journal.ts';
import type { Difference } from './audit-result.ts';

const BATCH = 4 * TILE_WIDTH;

interface Signed {
  readonly origin: string;
  readonly size: number;
  readonly root: string;
  readonly note: string;
}

/**
 * Grows the trees of price log, journal and audit log again from their entries, and compares tiles, marks and every
 * checkpoint that was ever signed. Ticks that are in archives are taken as the tiles have them.
 */
export const signedLogs: AuditCheck = async ({ stored }) => {
  const sources = [new TickSource(stored), new JournalSource(stored), new AuditSource(stored)];
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
  #signed: Signed[] = [];

  constructor(db: ClientBase, source: LogSource) {
    this.#db = db;
    this.#source = source;
  }

  async run(): Promise<Difference | null> {
    const tree = await readTree(this.#db, this.#source.name);
    const { size } = tree.end;
    if (!tree.isWhole)
      return this.#differs('log_trees', tree.fault!.number, 'its tiles are not those of a tree of its size');
    this.#signed = await this.#checkpoints();
    const forged = await this.#signatures();
    if (forged !== null) return forged;
    const beyond = this.#signed.at(-1);
    if (beyond !== undefined && beyond.size > size)
      return this.#differs('log_trees', beyond.size, 'it is shorter than what was signed');
    await this.#skipArchived();
    while (this.#end.size < size) {
      const wanted = Math.min(BATCH, size - this.#end.size, this.#toNextCheckpoint());
      const entries = await this.#source.entries(this.#end.size + 1, wanted);
      const found = await this.#take(entries, tree.blinding);
      if (found !== null) return found;
      if (entries.length < wanted)
        return this.#differs(this.#table, this.#end.size + 1, 'an entry that was signed is missing');
    }
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
    const { end, tiles } = this.#end.append(entries.map(({ hash }) => treeEntry(hash, blinding)));
    this.#end = end;
    this.#head = { number: end.size, hash: entries.at(-1)!.hash };
    return (await this.#tiles(tiles)) ?? (await this.#marks(entries)) ?? this.#checkpoint();
  }

  /** Stored tiles begin with what the entries so far make of them. */
  async #tiles(tiles: readonly Tile[]): Promise<Difference | null> {
    const stored = await readTiles(this.#db, this.#source.name, tiles);
    for (const { level, index, hashes } of tiles) {
      const found = stored.find(tile => tile.level === level && tile.index === index);
      if (found?.hashes.subarray(0, hashes.length).equals(hashes) !== true)
        return this.#differs(
          'log_tiles',
          this.#end.size,
          `tile ${level}.${index} is not made of the entries`,
        );
    }
    return null;
  }

  async #marks(entries: readonly LogEntry[]): Promise<Difference | null> {
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
    return right ? null : this.#differs('journal_marks', this.#end.size, 'a mark is not where its row is');
  }

  #checkpoint(): Difference | null {
    while (this.#signed[0]?.size === this.#end.size) {
      const { root } = this.#signed.shift()!;
      if (root !== this.#end.root().toString('hex'))
        return this.#differs('log_checkpoints', this.#end.size, 'what was signed is another tree');
    }
    return null;
  }

  #toNextCheckpoint(): number {
    return (this.#signed[0]?.size ?? Infinity) - this.#end.size;
  }

  async #checkpoints(): Promise<Signed[]> {
    const { rows } = await this.#db.query<{ origin: string; size: string; root: string; note: string }>(
      `select origin, size, encode(root, 'hex') as root, note from log_checkpoints
       where split_part(split_part(note, chr(10), 4), ' ', 1) = $1 order by log_checkpoints.size`,
      [this.#source.kind],
    );
    return rows.map(row => ({ ...row, size: Number(row.size) }));
  }

  /** Each is signed by a key of its log, and says what its row says. */
  async #signatures(): Promise<Difference | null> {
    for (const { origin, size, root, note } of this.#signed) {
      const keys = (await listKeys(this.#db, origin)).map(key => ({
        name: origin,
        publicKey: key.public_key.toString('hex'),
      }));
      const opened = openCheckpoint(note, keys, this.#source.kind);
      const right = opened.ok && opened.checkpoint.size === size && opened.checkpoint.root === root;
      if (!right)
        return this.#differs('log_checkpoints', size, 'its note is not signed, or says something else');
    }
    return null;
  }

  /** Begins behind what has been moved out of the database. */
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
    this.#signed = this.#signed.filter(({ size }) => size > skipped);
  }

  get #table(): string {
    return { price: 'price_ticks', journal: 'journal', audit: 'desk_audit' }[this.#source.name];
  }

  #differs(table: string, number: number, what: string): Difference {
    return { table, key: `${this.#source.kind}=${number}`, stored: null, computed: null, what };
  }
}
