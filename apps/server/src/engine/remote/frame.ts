import { createHmac, timingSafeEqual } from 'node:crypto';
import { constants, deflateRawSync, inflateRawSync } from 'node:zlib';

/** What a frame carries; both ends of the bus know each by its number. */
const KINDS = {
  commands: 1,
  replies: 2,
  row: 3,
  head: 4,
  news: 5,
  topics: 6,
  asks: 7,
  feed: 8,
  asked: 9,
  note: 10,
} as const;
export type FrameKind = keyof typeof KINDS;

/** Below the mebibyte that NATS takes unless it is told otherwise. */
export const MAX_FRAME_BYTES = 1_000_000;
/** What a packed frame may unfold to: thousands of orders in one answer. */
const MAX_UNPACKED_BYTES = 16_000_000;
const VERSION = 2;
const PLAIN = 0;
const PACKED = 1;
/** Version, kind, packing, run; the seal follows. */
const RUN_AT = 3;
const RUN_BYTES = 8;
const HEAD_BYTES = RUN_AT + RUN_BYTES;
const SEAL_BYTES = 16;
const PREFIX_BYTES = HEAD_BYTES + SEAL_BYTES;

/** Names no run of a core. */
export const NO_RUN = '0'.repeat(2 * RUN_BYTES);

/** What a frame says, and of which run of a core: the one that sends it, or the one that the sender has heard last. */
export interface Opened {
  readonly run: string;
  readonly text: string;
}

/** What arrived is not a frame of this bus: it is left out and counted. */
export class FrameRefused extends Error {
  override readonly name = 'FrameRefused';
}

/**
 * Seals frames with a key that core and gateways share: what was changed on its way, cut, made for another purpose or
 * written by somebody else is refused before it is read. Commands are as much as money, and the core takes them as they
 * come: the rights that NATS gives are one guard, this is the other.
 */
export class FrameSeal {
  readonly #key: Buffer;

  /** @param key at least 16 bytes. */
  constructor(key: Buffer) {
    if (key.length < SEAL_BYTES) throw new RangeError(`a key of ${key.length} bytes is too short`);
    this.#key = key;
  }

  /** Null if it is too large for a frame, even packed. `run`: see `Lease`. */
  seal(kind: FrameKind, text: string, run: string): Buffer | null {
    const length = Buffer.byteLength(text);
    if (length <= MAX_FRAME_BYTES - PREFIX_BYTES) {
      const frame = Buffer.allocUnsafe(PREFIX_BYTES + length);
      frame.write(text, PREFIX_BYTES);
      return this.#finish(frame, kind, PLAIN, run);
    }
    if (length > MAX_UNPACKED_BYTES) return null;
    const packed = deflateRawSync(text, { level: constants.Z_BEST_SPEED });
    if (packed.length > MAX_FRAME_BYTES - PREFIX_BYTES) return null;
    const frame = Buffer.allocUnsafe(PREFIX_BYTES + packed.length);
    packed.copy(frame, PREFIX_BYTES);
    return this.#finish(frame, kind, PACKED, run);
  }

  /** Throws FrameRefused. */
  open(kind: FrameKind, bytes: Uint8Array): Opened {
    const frame = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    if (frame.length < PREFIX_BYTES || frame.length > MAX_FRAME_BYTES) {
      throw new FrameRefused(`a frame of ${frame.length} bytes`);
    }
    if (frame[0] !== VERSION) throw new FrameRefused(`a frame of version ${frame[0]}`);
    if (frame[1] !== KINDS[kind]) throw new FrameRefused(`a frame of another kind, ${frame[1]}`);
    if (!timingSafeEqual(this.#sealOf(frame), frame.subarray(HEAD_BYTES, PREFIX_BYTES))) {
      throw new FrameRefused('a frame with a wrong seal');
    }
    const body = frame.subarray(PREFIX_BYTES);
    const run = frame.toString('hex', RUN_AT, HEAD_BYTES);
    if (frame[2] === PLAIN) return { run, text: body.toString() };
    try {
      return { run, text: inflateRawSync(body, { maxOutputLength: MAX_UNPACKED_BYTES }).toString() };
    } catch (error) {
      throw new FrameRefused('a frame that cannot be unpacked', { cause: error });
    }
  }

  #finish(frame: Buffer, kind: FrameKind, packing: number, run: string): Buffer {
    frame[0] = VERSION;
    frame[1] = KINDS[kind];
    frame[2] = packing;
    frame.write(run, RUN_AT, RUN_BYTES, 'hex');
    this.#sealOf(frame).copy(frame, HEAD_BYTES);
    return frame;
  }

  #sealOf(frame: Buffer): Buffer {
    return createHmac('sha256', this.#key)
      .update(frame.subarray(0, HEAD_BYTES))
      .update(frame.subarray(PREFIX_BYTES))
      .digest()
      .subarray(0, SEAL_BYTES);
  }
}

/** Runs a decoder of sealed text. Throws FrameRefused for whatever it throws: the sender is of another version. */
export function reading<T>(what: string, decode: () => T): T {
  try {
    return decode();
  } catch (error) {
    if (error instanceof FrameRefused) throw error;
    throw new FrameRefused(`${what} that cannot be read`, { cause: error });
  }
}

export function demandWhole(value: unknown, what: string): number {
  if (!Number.isSafeInteger(value) || (value as number) < 0) throw new FrameRefused(`${what} is no number`);
  return value as number;
}

/** Splits a frame's text at its first line break. Throws FrameRefused if it has none. */
export function headAndRest(text: string): readonly [head: unknown, rest: string] {
  const end = text.indexOf('\n');
  if (end < 0) throw new FrameRefused('a frame without a head');
  return [JSON.parse(text.slice(0, end)), text.slice(end + 1)];
}
