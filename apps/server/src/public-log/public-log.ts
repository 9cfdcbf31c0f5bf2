import type { CallOutput, WirePublicRecord } from '@tallystick/protocol';
import { tileWidth, TILE_WIDTH, writeBundle } from '@tallystick/verify/tiles';
import { COSIGNATURE, verifierKeyOf } from '@tallystick/verify/note';
import type pg from 'pg';
import { CallFailure } from '../http/call-failure.ts';
import { pageOf } from '../http/page.ts';
import type { LogReader } from '../transparency-log/log-reader.ts';
import { readRecords, recordBytes, type RecordRow } from '../transparency-log/record-source.ts';
import type { SignedHeads } from '../transparency-log/signed-heads.ts';
import type { SignedCheckpoint } from '../transparency-log/signer.ts';
import { checkpointCovering, newestCheckpoint, newestCheckpointBy } from '../transparency-log/store.ts';
import { inclusionProof } from '../transparency-log/tree.ts';
import {
  cosignatureLines,
  newestCosigned,
  newestTrusted,
  witnessName,
  type WitnessSetting,
} from './cosignatures.ts';

export interface PublicLogOptions {
  readonly pool: pg.Pool;
  readonly heads: Pick<SignedHeads, 'log' | 'wire'>;
  /** The public log's own name. */
  readonly origin: string;
  readonly now: () => number;
  readonly witnesses: readonly WitnessSetting[];
  /** How many of them must have signed a head that the app trusts. */
  readonly need: number;
}

/** So long a head waits for witnesses before it is served without them: followers must not stand still with a silent one. */
const WITNESSES_HAVE_MS = 120_000;

/** Public reads of the public log: records, files, heads with what witnesses have signed. */
export class PublicLog {
  readonly reader: LogReader;
  readonly #options: PublicLogOptions;
  readonly #names: readonly string[];
  /** The largest head that was served as the log's checkpoint. */
  #served: SignedCheckpoint | null = null;

  constructor(options: PublicLogOptions) {
    this.#options = options;
    this.reader = options.heads.log('public').reader;
    this.#names = options.witnesses.map(witnessName);
  }

  async head(): Promise<CallOutput<'GET public_log/head'>> {
    const { pool, origin, witnesses, need, heads } = this.#options;
    const [newest, trusted, cosigned] = await Promise.all([
      newestCheckpoint(pool, origin),
      this.#trusted(),
      newestCosigned(pool, origin, this.#names),
    ]);
    const wire = async (signed: SignedCheckpoint | null) =>
      signed === null ? null : heads.wire('public', await this.#withWitnesses(signed));
    return {
      origin,
      newest: await wire(newest),
      trusted: await wire(trusted),
      witnesses: witnesses.map((one, i) => {
        const found = cosigned.get(this.#names[i]!);
        return {
          key: this.#names[i]!,
          url: one.url,
          size: found?.size ?? null,
          at_ms: found?.atMs ?? null,
        };
      }),
      need,
    };
  }

  /**
   * The checkpoint as it is published: the newest that enough witnesses have signed, or that has waited long enough. It never
   * goes back: whoever follows would think that the log was rewritten.
   */
  async published(): Promise<SignedCheckpoint | null> {
    const { pool, origin, now } = this.#options;
    const [trusted, waited] = await Promise.all([
      this.#trusted(),
      newestCheckpointBy(pool, origin, now() - WITNESSES_HAVE_MS),
    ]);
    const signed = (trusted?.size ?? 0) > (waited?.size ?? 0) ? trusted : waited;
    // Before any has waited, the first of all: a newer one would be followed by those that have.
    const shown = signed ?? (await checkpointCovering(pool, origin, 0));
    if (shown === null) return null;
    // A clock may be put back, and other witnesses be named.
    if (shown.size >= (this.#served?.size ?? 0)) this.#served = shown;
    return this.#withWitnesses(this.#served ?? shown);
  }

  /** Names of keys, one a line: the log's own, and those of its witnesses. */
  async keys(): Promise<string> {
    const { origin, keys } = await this.reader.keys();
    const own = keys.map(key => verifierKeyOf({ name: origin, publicKey: key.public_key }));
    const others = this.#options.witnesses.map(({ key }) => verifierKeyOf(key, COSIGNATURE));
    return [...own, ...others, ''].join('\n');
  }

  /** A bundle of C2SP tlog-tiles; null if the signed log is too short for it. */
  async bundle(index: number, width: number): Promise<Uint8Array | null> {
    const { pool, origin } = this.#options;
    const signed = await newestCheckpoint(pool, origin);
    if (signed === null || tileWidth(0, index, signed.size) < width) return null;
    const rows = await readRecords(pool, index * TILE_WIDTH + 1, width);
    return rows.length === width ? writeBundle(rows.map(recordBytes)) : null;
  }

  /** Signed records below `before`, newest first. */
  async records(kind: WirePublicRecord['kind'] | undefined, before: number, limit: number) {
    const { pool, origin } = this.#options;
    const signed = await newestCheckpoint(pool, origin);
    const end = Math.min(before, (signed?.size ?? 0) + 1);
    const { rows } = await pool.query<RecordRow>(
      `select * from public_records where number < $1 ${kind === undefined ? '' : 'and kind = $3'}
        order by number desc limit $2`,
      [end, limit + 1, ...(kind === undefined ? [] : [kind])],
    );
    return pageOf(rows, limit, row => row.number, wireRecord);
  }

  /** @throws not_yet_signed if the signed log is smaller than `size` */
  async inclusion(number: number, size: number): Promise<CallOutput<'GET public_log/inclusion'>> {
    const { pool, origin } = this.#options;
    const signed = await newestCheckpoint(pool, origin);
    if (signed === null || size > signed.size) throw new CallFailure('not_yet_signed');
    const hashes = await inclusionProof(number - 1, size, this.reader.tiles);
    return { number, size, hashes: hashes.map(hash => hash.toString('hex')) };
  }

  async #trusted(): Promise<SignedCheckpoint | null> {
    const { pool, origin, need } = this.#options;
    if (need === 0) return newestCheckpoint(pool, origin);
    const size = await newestTrusted(pool, origin, this.#names, need);
    return size === null ? null : checkpointCovering(pool, origin, size);
  }

  async #withWitnesses(signed: SignedCheckpoint): Promise<SignedCheckpoint> {
    const { pool, origin } = this.#options;
    const lines = await cosignatureLines(pool, origin, signed.size, this.#names);
    return { ...signed, note: signed.note + lines };
  }
}

function wireRecord(row: RecordRow): WirePublicRecord {
  return {
    number: Number(row.number),
    kind: row.kind as WirePublicRecord['kind'],
    at_ms: Number(row.at_ms),
    entry: recordBytes(row).toString('utf8'),
  };
}
