import type { CallOutput, WireCheckpoint, WireLogEvidence, WireLoggedTick } from '@tallystick/protocol';
import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import { CallFailure } from '../http/call-failure.ts';
import { pageOf } from '../http/page.ts';
import { ArchiveError, type Archive } from './archive.ts';
import type { SignedCheckpoint, Signer } from '../transparency-log/signer.ts';
import { LOG_START } from '../transparency-log/source.ts';
import { checkpointBefore, checkpointCovering } from '../transparency-log/store.ts';
import type { TransparencyLog } from '../transparency-log/transparency-log.ts';
import { consistencyProof, inclusionProof } from '../transparency-log/tree.ts';
import { hotBounds, hotNumberAt, readHotTicks } from './ticks.ts';

export interface ReaderOptions {
  readonly pool: pg.Pool;
  readonly archive: Archive;
  readonly signer: Signer;
  readonly tree: Pick<TransparencyLog, 'reader'>;
  readonly log: FastifyBaseLogger;
}

type TickPage = CallOutput<'GET price_log/ticks'>;

const PAGE = 1_000;

/** Public reads of the price log: ticks, from database or archive, and proofs. */
export class PriceLogReader {
  readonly #options: ReaderOptions;

  constructor(options: ReaderOptions) {
    this.#options = options;
  }

  /** The newest; with a size, the first that covers at least so many ticks. @throws not_yet_signed */
  async checkpoint(size?: number): Promise<WireCheckpoint> {
    return this.#wire(await this.#options.tree.reader.checkpoint(size));
  }

  checkpoints(before: number, limit: number): Promise<CallOutput<'GET price_log/checkpoints'>> {
    return this.#options.tree.reader.checkpoints(before, limit, one => this.#wire(one));
  }

  async keys(): Promise<CallOutput<'GET price_log/keys'>> {
    const { pool, tree, archive } = this.#options;
    const { last } = await hotBounds(pool);
    const { number: archived } = await archive.head();
    return {
      ...(await tree.reader.keys()),
      newest_tick: Math.max(last, archived),
      first_hot_tick: archived + 1,
    };
  }

  /** Up to `limit` ticks from a number on. @throws archive_unreadable */
  async ticks(from: number, limit: number): Promise<TickPage> {
    const { pool, archive } = this.#options;
    const file = await archive.fileWith(from);
    if (file !== null) {
      const { previousHash, ticks } = await this.#readable(archive.ticks(file));
      const at = from - file.first;
      const page = ticks.slice(at, at + limit);
      // A page ends with its file: the next page continues in the next file.
      const next = page.at(-1)!.number + 1;
      return { previous_hash: ticks[at - 1]?.hash ?? previousHash, ticks: page, next_from: next };
    }
    const rows = await readHotTicks(pool, from, limit);
    const [first] = rows;
    const contiguous = first?.tick.number === from;
    return {
      previous_hash: first === undefined || !contiguous ? LOG_START.hash : first.previousHash,
      ticks: contiguous ? rows.map(row => row.tick) : [],
      next_from: contiguous && rows.length === limit ? from + limit : null,
    };
  }

  /** The first tick at or after `atMs`, or null. */
  async numberAt(atMs: number): Promise<number | null> {
    const { pool, archive } = this.#options;
    const file = await archive.fileAt(atMs);
    if (file !== null) {
      const { ticks } = await this.#readable(archive.ticks(file));
      return ticks.find(tick => tick.at_ms >= atMs)?.number ?? null;
    }
    const { first, last } = await hotBounds(pool);
    return first === 0 ? null : hotNumberAt(pool, first, last, atMs);
  }

  /** @throws not_yet_signed if the tree is smaller than this size. */
  async inclusion(number: number, size: number): Promise<CallOutput<'GET price_log/inclusion'>> {
    if (number > size) throw new CallFailure('not_yet_signed');
    await this.#options.tree.reader.requireSize(size);
    const { ticks } = await this.ticks(number, 1);
    const hashes = await inclusionProof(number - 1, size, this.#options.tree.reader.tiles);
    return { number, size, tick_hash: ticks[0]!.hash, hashes: hashes.map(hex) };
  }

  /** @throws not_yet_signed if the tree is smaller. */
  consistency(from: number, to: number): Promise<CallOutput<'GET price_log/consistency'>> {
    return this.#options.tree.reader.consistency(from, to);
  }

  async archives(before: number, limit: number): Promise<CallOutput<'GET price_log/archives'>> {
    const rows = await this.#options.archive.list(before, limit + 1);
    return pageOf(
      rows,
      limit,
      row => String(row.first),
      row => ({
        first: row.first,
        last: row.last,
        first_at_ms: row.firstAtMs,
        last_at_ms: row.lastAtMs,
        sha256: row.sha256,
        bytes: row.bytes,
      }),
    );
  }

  /** The bytes of the file that begins with this tick. @throws not_found, archive_unreadable */
  async archiveFile(first: number): Promise<Buffer> {
    const file = await this.#options.archive.fileWith(first);
    if (file?.first !== first) throw new CallFailure('not_found');
    return this.#readable(this.#options.archive.bytes(file));
  }

  /**
   * Every tick after `headNumber` up to the first one after `untilMs`, with proofs for the first checkpoint that covers
   * them and for the one before. @throws not_yet_signed until that exists, archive_unreadable
   */
  async evidence(headNumber: number, untilMs: number): Promise<WireLogEvidence> {
    const { pool, signer, tree } = this.#options;
    const range = await this.#range(headNumber + 1, untilMs);
    const last = range.ticks.at(-1)!;
    const [checkpoint, earlier, { keys }] = await Promise.all([
      checkpointCovering(pool, signer.origin, last.number),
      checkpointBefore(pool, signer.origin, headNumber),
      this.keys(),
    ]);
    if (checkpoint === null) throw new CallFailure('not_yet_signed');
    const [inclusion, consistency] = await Promise.all([
      inclusionProof(last.number - 1, checkpoint.size, tree.reader.tiles),
      earlier === null ? [] : consistencyProof(earlier.size, checkpoint.size, tree.reader.tiles),
    ]);
    return {
      origin: signer.origin,
      keys,
      range,
      checkpoint: this.#wire(checkpoint),
      inclusion: inclusion.map(hex),
      earlier:
        earlier === null ? null : { checkpoint: this.#wire(earlier), consistency: consistency.map(hex) },
    };
  }

  async #range(from: number, untilMs: number): Promise<WireLogEvidence['range']> {
    const ticks: WireLoggedTick[] = [];
    let previousHash: string | null = null;
    for (let next: number | null = from; next !== null;) {
      const page: TickPage = await this.ticks(next, PAGE);
      previousHash ??= page.previous_hash;
      const end = page.ticks.findIndex(tick => tick.at_ms > untilMs);
      ticks.push(...(end === -1 ? page.ticks : page.ticks.slice(0, end + 1)));
      if (end !== -1) return { previous_hash: previousHash, ticks };
      next = page.next_from;
    }
    // No tick after it yet: the next one may still be from before.
    throw new CallFailure('not_yet_signed');
  }

  async #readable<T>(work: Promise<T>): Promise<T> {
    try {
      return await work;
    } catch (error) {
      if (!(error instanceof ArchiveError)) throw error;
      this.#options.log.error({ err: error }, 'an archive of the price log is damaged');
      throw new CallFailure('archive_unreadable');
    }
  }

  #wire({ size, root, headHash, atMs, note }: SignedCheckpoint): WireCheckpoint {
    const { origin } = this.#options.signer;
    return { origin, size, root: hex(root), tick_hash: hex(headHash), at_ms: atMs, note };
  }
}

function hex(bytes: Buffer): string {
  return bytes.toString('hex');
}
