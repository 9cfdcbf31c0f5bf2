import { TILE_WIDTH, tileWidth } from '@tallystick/verify/tiles';
import type { LogReader } from '../transparency-log/log-reader.ts';
import type { PublicLog } from './public-log.ts';

/** One file of a log, as C2SP tlog-tiles has it. */
export interface LogFile {
  readonly bytes: Uint8Array | string;
  readonly contentType: string;
  /** Whether it can never change. */
  readonly isFinal: boolean;
}

/** The signed logs whose files are served, by their names in the address. */
export type LogReaders = Readonly<Record<'price' | 'journal' | 'audit' | 'public', LogReader>>;

const PLAIN = 'text/plain; charset=utf-8';
const BYTES = 'application/octet-stream';
const HASH_BYTES = 32;
const TILE = /^tile\/(\d{1,2}|entries)\/((?:x\d{3}\/)*\d{3})(?:\.p\/([1-9]\d{0,2}))?$/;
/** Further groups of digits would pass what a number holds. */
const MOST_DIGITS = 15;
const MOST_LEVEL = 7;

interface TileName {
  readonly level: number | 'entries';
  readonly index: number;
  readonly width: number;
}

/** Null unless it is a tile's only name: no zeros in front, a short one shorter than a full one. */
export function readTileName(path: string): TileName | null {
  const [, level, groups = '', short] = TILE.exec(path) ?? [];
  if (level === undefined) return null;
  const digits = groups.replaceAll(/[x/]/g, '');
  const width = short === undefined ? TILE_WIDTH : Number(short);
  const isShort = short === undefined || width < TILE_WIDTH;
  if (digits.length > MOST_DIGITS || groups.startsWith('x000/') || !isShort) return null;
  if (level === 'entries') return { level, index: Number(digits), width };
  if (String(Number(level)) !== level || Number(level) > MOST_LEVEL) return null;
  return { level: Number(level), index: Number(digits), width };
}

/** Files of the signed logs. What is not signed yet is not there. */
export class LogFiles {
  readonly #readers: LogReaders;
  readonly #publicLog: PublicLog;

  constructor(readers: LogReaders, publicLog: PublicLog) {
    this.#readers = readers;
    this.#publicLog = publicLog;
  }

  /** Null if there is no such file. */
  async file(log: string, path: string): Promise<LogFile | null> {
    const reader = Object.hasOwn(this.#readers, log) ? this.#readers[log as keyof LogReaders] : null;
    if (reader === null) return null;
    const isPublic = log === 'public';
    if (path === 'checkpoint') return this.#checkpoint(reader, isPublic);
    if (path === 'keys' && isPublic) {
      return { bytes: await this.#publicLog.keys(), contentType: PLAIN, isFinal: false };
    }
    const name = readTileName(path);
    if (name === null) return null;
    const bytes = await this.#tile(reader, name, isPublic);
    return bytes === null ? null : { bytes, contentType: BYTES, isFinal: true };
  }

  async #checkpoint(reader: LogReader, isPublic: boolean): Promise<LogFile | null> {
    const signed = isPublic ? await this.#publicLog.published() : await reader.newest();
    return signed === null ? null : { bytes: signed.note, contentType: PLAIN, isFinal: false };
  }

  async #tile(
    reader: LogReader,
    { level, index, width }: TileName,
    isPublic: boolean,
  ): Promise<Uint8Array | null> {
    if (level === 'entries') return isPublic ? this.#publicLog.bundle(index, width) : null;
    const signed = await reader.newest();
    if (signed === null || tileWidth(level, index, signed.size) < width) return null;
    const [tile] = await reader.tiles([{ level, index }]);
    const hashes = tile?.hashes.subarray(0, width * HASH_BYTES);
    return hashes?.length === width * HASH_BYTES ? hashes : null;
  }
}
