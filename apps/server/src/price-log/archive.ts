import { createHash } from 'node:crypto';
import { setImmediate as othersFirst } from 'node:timers/promises';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import type { WireLoggedTick } from '@tallystick/protocol';
import type pg from 'pg';
import { inTransaction } from '../database/transaction.ts';
import type { ObjectStore } from '../object-store/object-store.ts';
import { brokenAt, LOG_START, type ChainHead } from '../transparency-log/source.ts';
import { toEntry } from './tick-source.ts';
import { readHotTicks, type StoredTick } from './ticks.ts';

/** Ticks in a file: a whole number of the tree's tiles. */
export const ARCHIVE_TICKS = 16_384;
const KEPT_OPEN = 4;
/** Ticks handled without a pause: orders wait for no longer than that takes. */
const SLICE = 256;
const FORMAT = 'tallystick price log 1';
/** Of the files' keys. */
export const ARCHIVE_PREFIX = 'price-log/';

const compress = promisify(gzip);
const decompress = promisify(gunzip);

export interface ArchiveRow {
  readonly first: number;
  readonly last: number;
  readonly firstAtMs: number;
  readonly lastAtMs: number;
  /** Hex. */
  readonly lastHash: string;
  readonly sha256: string;
  readonly bytes: number;
}

/** Ticks of an archive, and the hash before the first. */
export interface ArchivedTicks {
  readonly previousHash: string;
  readonly ticks: readonly WireLoggedTick[];
}

/** A file that is missing, cannot be read now, or was changed. */
export class ArchiveError extends Error {
  override readonly name = 'ArchiveError';
}

/**
 * Older ticks as files in the object store, each with its hash in the database: gzip of one JSON per line, a header
 * `{"format", "first", "last", "previous_hash"}`, then the ticks as the calls return them. Files never change.
 */
export class Archive {
  readonly #pool: pg.Pool;
  readonly #objects: ObjectStore;
  readonly #ticksAFile: number;
  readonly #opened = new Map<number, Promise<ArchivedTicks>>();
  /** The file being opened, and the requests queued behind it. */
  #opening: Promise<unknown> = Promise.resolve();

  /** @param ticksAFile for tests, which have fewer ticks. */
  constructor(pool: pg.Pool, objects: ObjectStore, ticksAFile = ARCHIVE_TICKS) {
    this.#pool = pool;
    this.#objects = objects;
    this.#ticksAFile = ticksAFile;
  }

  /**
   * Moves ticks older than `beforeMs` into files, as far as they fill whole files and are signed (`signedSize`).
   * Returns the number of files written. Throws ArchiveError instead of moving a broken part.
   */
  async moveOld(beforeMs: number, signedSize: number): Promise<number> {
    let files = 0;
    for (;;) {
      const head = await this.head();
      const ticks = await readHotTicks(this.#pool, head.number + 1, this.#ticksAFile);
      const last = ticks.at(-1)?.tick;
      const whole = last !== undefined && last.number === head.number + this.#ticksAFile;
      if (!whole || last.number > signedSize || last.at_ms >= beforeMs) return files;
      const broken = await brokenInSlices(ticks, head);
      if (broken !== null) throw new ArchiveError(`tick ${broken} does not follow from the one before`);
      await this.#move(
        head,
        ticks.map(stored => stored.tick),
      );
      files++;
    }
  }

  /** Where the archived part of the log ends. */
  async head(): Promise<ChainHead> {
    const { rows } = await this.#pool.query<{ last: string; hash: string }>(
      `select last, encode(last_hash, 'hex') as hash from price_log_archives order by first desc limit 1`,
    );
    return rows[0] === undefined ? LOG_START : { number: Number(rows[0].last), hash: rows[0].hash };
  }

  async #move(head: ChainHead, ticks: readonly WireLoggedTick[]): Promise<void> {
    const [first, last] = [ticks[0]!, ticks.at(-1)!];
    const start = { format: FORMAT, first: first.number, last: last.number, previous_hash: head.hash };
    const lines = [start, ...ticks].map(line => `${JSON.stringify(line)}\n`);
    const bytes = await this.#write(first.number, lines.join(''));
    await inTransaction(this.#pool, async client => {
      await client.query(
        `insert into price_log_archives (first, last, first_at_ms, last_at_ms, last_hash, sha256, bytes)
         values ($1, $2, $3, $4, $5, $6, $7)`,
        [
          first.number,
          last.number,
          first.at_ms,
          last.at_ms,
          Buffer.from(last.hash, 'hex'),
          createHash('sha256').update(bytes).digest(),
          bytes.length,
        ],
      );
      await client.query('delete from price_ticks where number <= $1', [last.number]);
    });
  }

  /**
   * The file's bytes, on disk when it resolves, because the ticks are then deleted from the database. A file that lies
   * there already was written by a process that ended before it deleted the ticks, or by another one at this moment: it
   * must say the same, and counts. @throws ArchiveError, ObjectStoreError
   */
  async #write(first: number, text: string): Promise<Buffer> {
    const bytes = await compress(text, { level: 9 });
    if (await this.#objects.putIfAbsent(keyOf(first), bytes)) return bytes;
    const found = await this.#objects.get(keyOf(first));
    // Other versions compress otherwise.
    if (found !== null && (await textIn(found, first)) === text) return found;
    throw new ArchiveError(`another archive lies at ${keyOf(first)}`);
  }

  /** Newest first, those that begin below `before`. */
  async list(before: number, limit: number): Promise<ArchiveRow[]> {
    return this.#rows('where first < $1 order by first desc limit $2', [before, limit]);
  }

  /** The file that holds the tick, or null. */
  async fileWith(number: number): Promise<ArchiveRow | null> {
    const [row] = await this.#rows('where first <= $1 order by first desc limit 1', [number]);
    return row === undefined || row.last < number ? null : row;
  }

  /** The first file with a tick that is not older than `atMs`, or null. */
  async fileAt(atMs: number): Promise<ArchiveRow | null> {
    const [row] = await this.#rows('where last_at_ms >= $1 order by first limit 1', [atMs]);
    return row ?? null;
  }

  /** The file's original bytes. @throws ArchiveError */
  async bytes(row: ArchiveRow): Promise<Buffer> {
    let bytes: Buffer | null;
    try {
      bytes = await this.#objects.get(keyOf(row.first));
    } catch (cause) {
      throw new ArchiveError(`the archive from tick ${row.first} on cannot be read`, { cause });
    }
    if (bytes === null) throw new ArchiveError(`the archive from tick ${row.first} on is missing`);
    if (createHash('sha256').update(bytes).digest('hex') === row.sha256) return bytes;
    throw new ArchiveError(`the archive from tick ${row.first} on is not as it was written`);
  }

  /**
   * Files are opened one after the other: anyone may request many at once, and opening them in parallel would use too
   * much memory or delay orders. @throws ArchiveError
   */
  ticks(row: ArchiveRow): Promise<ArchivedTicks> {
    const known = this.#opened.get(row.first);
    if (known !== undefined) return known;
    const opening = this.#opening.then(() => this.#open(row));
    this.#opening = opening.then(
      () => undefined,
      () => undefined,
    );
    this.#opened.set(row.first, opening);
    for (const first of this.#opened.keys()) {
      if (this.#opened.size <= KEPT_OPEN) break;
      this.#opened.delete(first);
    }
    opening.catch(() => this.#opened.delete(row.first));
    return opening;
  }

  async #open(row: ArchiveRow): Promise<ArchivedTicks> {
    const text = await textIn(await this.bytes(row), row.first);
    const [start = '', ...lines] = text.trimEnd().split('\n');
    const { previous_hash: previousHash } = JSON.parse(start) as { previous_hash: string };
    const ticks: WireLoggedTick[] = [];
    for (let at = 0; at < lines.length; at += SLICE) {
      for (const line of lines.slice(at, at + SLICE)) ticks.push(JSON.parse(line) as WireLoggedTick);
      await othersFirst();
    }
    return { previousHash, ticks };
  }

  async #rows(rest: string, values: readonly number[]): Promise<ArchiveRow[]> {
    const { rows } = await this.#pool.query<Record<keyof ArchiveRow, string>>(
      `select first, last, first_at_ms as "firstAtMs", last_at_ms as "lastAtMs", bytes,
         encode(last_hash, 'hex') as "lastHash", encode(sha256, 'hex') as sha256
       from price_log_archives ${rest}`,
      [...values],
    );
    return rows.map(row => ({
      first: Number(row.first),
      last: Number(row.last),
      firstAtMs: Number(row.firstAtMs),
      lastAtMs: Number(row.lastAtMs),
      lastHash: row.lastHash,
      sha256: row.sha256,
      bytes: Number(row.bytes),
    }));
  }
}

function keyOf(first: number): string {
  return `${ARCHIVE_PREFIX}${String(first).padStart(12, '0')}.ndjson.gz`;
}

/** @throws ArchiveError */
async function textIn(bytes: Buffer, first: number): Promise<string> {
  try {
    return (await decompress(bytes)).toString('utf8');
  } catch (cause) {
    throw new ArchiveError(`the archive from tick ${first} on cannot be unpacked`, { cause });
  }
}

async function brokenInSlices(ticks: readonly StoredTick[], start: ChainHead): Promise<number | null> {
  let head = start;
  for (let at = 0; at < ticks.length; at += SLICE) {
    const slice = ticks.slice(at, at + SLICE);
    const broken = brokenAt(slice.map(toEntry), head);
    if (broken !== null) return broken;
    head = slice.at(-1)!.tick;
    await othersFirst();
  }
  return null;
}
