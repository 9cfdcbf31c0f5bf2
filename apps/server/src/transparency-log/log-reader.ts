import { readNote } from '@tallystick/verify/note';
import type pg from 'pg';
import { CallFailure } from '../http/call-failure.ts';
import { pageOf } from '../http/page.ts';
import type { Publisher } from './publisher.ts';
import type { SignedCheckpoint, Signer } from './signer.ts';
import type { LogSource } from './source.ts';
import { checkpointCovering, listCheckpoints, listKeys, newestCheckpoint, readTiles } from './store.ts';
import { consistencyProof, type ReadTiles } from './tree.ts';

export interface LogReaderOptions {
  readonly pool: pg.Pool;
  readonly source: LogSource;
  readonly signer: Signer;
  readonly publisher: Publisher;
  readonly checkpointEveryMs: number;
}

/**
 * Public reads of the signed part of a log. What is newest the database says, not this process: a page that asks several
 * gateways must never be shown a shorter log than before, which it takes for a forged one.
 */
export class LogReader {
  readonly tiles: ReadTiles;
  readonly #options: LogReaderOptions;

  constructor(options: LogReaderOptions) {
    this.#options = options;
    this.tiles = wanted => readTiles(options.pool, options.source.name, wanted);
  }

  /** The newest; with a size, the first that covers at least so many entries. @throws not_yet_signed */
  async checkpoint(size?: number): Promise<SignedCheckpoint> {
    const { pool, signer } = this.#options;
    const found =
      size === undefined
        ? await newestCheckpoint(pool, signer.origin)
        : await checkpointCovering(pool, signer.origin, size);
    if (found === null) throw new CallFailure('not_yet_signed');
    return found;
  }

  /** Null before the first signature. */
  newest(): Promise<SignedCheckpoint | null> {
    const { pool, signer } = this.#options;
    return newestCheckpoint(pool, signer.origin);
  }

  /** Newest first, below `before`, each converted by `wire`. */
  async checkpoints<T>(before: number, limit: number, wire: (one: SignedCheckpoint) => T) {
    const { pool, signer } = this.#options;
    const found = await listCheckpoints(pool, signer.origin, before, limit + 1);
    return pageOf(found, limit, one => String(one.size), wire);
  }

  /** The public keys, newest first, and the log's state. */
  async keys() {
    const { pool, signer, publisher, checkpointEveryMs } = this.#options;
    const [rows, signed] = await Promise.all([
      listKeys(pool, signer.origin),
      newestCheckpoint(pool, signer.origin),
    ]);
    // Where another process signs: those of its newest signature.
    const newest = signed === null ? null : readNote(signed.note);
    const signing = signer.keys.length > 0 ? signer.keys : (newest?.signatures ?? []);
    const active = new Set(signing.map(key => key.keyId));
    return {
      origin: signer.origin,
      keys: rows.map(row => ({
        key_id: row.key_id,
        algorithm: 'ed25519' as const,
        public_key: row.public_key.toString('hex'),
        active: active.has(row.key_id),
        first_size: Number(row.first_size),
      })),
      state: publisher.state,
      checkpoint_every_ms: checkpointEveryMs,
    };
  }

  /** @throws not_yet_signed when the tree is smaller. */
  async requireSize(size: number): Promise<void> {
    const { pool, signer, publisher } = this.#options;
    if (size <= publisher.size) return;
    const signed = await newestCheckpoint(pool, signer.origin);
    if (signed === null || size > signed.size) throw new CallFailure('not_yet_signed');
  }

  /** @throws not_yet_signed when the tree is smaller. */
  async consistency(from: number, to: number) {
    if (from > to) throw new CallFailure('not_yet_signed');
    await this.requireSize(to);
    const hashes = await consistencyProof(from, to, this.tiles);
    return { from, to, hashes: hashes.map(hash => hash.toString('hex')) };
  }
}
