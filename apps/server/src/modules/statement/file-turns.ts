import { CallFailure } from '../../http/call-failure.ts';
import { askerGone } from './concurrency-limiter.ts';

/** A file that nobody reads for this long gives way to the next one, because a lost phone does not say so. */
const GIVES_WAY_AFTER_MS = 30_000;

/**
 * Limits over all customers. A PDF keeps its index in memory and costs processor time per row; a table keeps one page
 * of rows. When all places are taken, a file that has taken longer than `ownMs` gives way, so that a few slow readers
 * cannot block everybody.
 */
const PLACES = {
  pdf: { most: 8, ownMs: 2 * 60_000 },
  table: { most: 32, ownMs: 10 * 60_000 },
} as const;

export type FileKind = keyof typeof PLACES;

interface Turn {
  readonly kind: FileKind;
  readonly begunAtMs: number;
  readAtMs: number;
  /** Aborted when the file gives way. */
  readonly over: AbortController;
  /** Ends the reading; null while the file is being started. */
  stop: (() => void) | null;
}

/** The customer started another file, or others wait for this place. */
class GaveWay extends Error {
  constructor() {
    super('nobody read on, and another file was asked for');
  }
}

/** Files being written: one per customer, and a limit over all. */
export class FileTurns {
  readonly #now: () => number;
  /** By customer, oldest first. */
  readonly #turns = new Map<number, Turn>();

  constructor(now: () => number) {
    this.#now = now;
  }

  /**
   * The file's chunks. The customer's turn lasts until all are read or the reader has left. The signal for `begin` is
   * aborted when the caller leaves or another file takes the place. @throws statement_busy if the customer has a file
   * under way, busy if everybody together has too many
   */
  async hold<Chunk>(
    customerId: number,
    kind: FileKind,
    gone: AbortSignal,
    begin: (gone: AbortSignal) => Promise<AsyncIterable<Chunk>>,
  ): Promise<AsyncIterable<Chunk>> {
    const before = this.#turns.get(customerId);
    if (before !== undefined && !this.#isLeft(before)) throw new CallFailure('statement_busy');
    if (before !== undefined) this.#giveWay(customerId, before);
    this.#makePlace(kind);
    const [nowMs, over] = [this.#now(), new AbortController()];
    const turn: Turn = { kind, begunAtMs: nowMs, readAtMs: nowMs, over, stop: null };
    this.#turns.set(customerId, turn);
    try {
      const chunks = (await begin(AbortSignal.any([gone, over.signal])))[Symbol.asyncIterator]();
      // The result does not matter any more.
      turn.stop = () => void chunks.return?.().catch(() => undefined);
      // Nobody would read further chunks.
      if (gone.aborted) throw askerGone();
      return this.#during(customerId, turn, chunks);
    } catch (error) {
      this.#end(customerId, turn);
      throw error;
    }
  }

  #isLeft({ readAtMs }: Turn): boolean {
    return this.#now() - readAtMs >= GIVES_WAY_AFTER_MS;
  }

  #makePlace(kind: FileKind): void {
    const { most, ownMs } = PLACES[kind];
    const same = [...this.#turns].filter(([, turn]) => turn.kind === kind);
    if (same.length < most) return;
    const nowMs = this.#now();
    const given =
      same.find(([, turn]) => this.#isLeft(turn)) ?? same.find(([, turn]) => nowMs - turn.begunAtMs >= ownMs);
    if (given === undefined) throw new CallFailure('busy');
    this.#giveWay(...given);
  }

  #giveWay(customerId: number, turn: Turn): void {
    this.#end(customerId, turn);
    turn.over.abort();
    turn.stop?.();
  }

  #end(customerId: number, turn: Turn): void {
    if (this.#turns.get(customerId) === turn) this.#turns.delete(customerId);
  }

  /** Not a generator: a generator that never started would not run its `finally`. */
  #during<Chunk>(customerId: number, turn: Turn, chunks: AsyncIterator<Chunk>): AsyncIterable<Chunk> {
    const iterator: AsyncIterator<Chunk> = {
      next: async () => {
        try {
          if (this.#turns.get(customerId) !== turn) throw new GaveWay();
          turn.readAtMs = this.#now();
          const step = await chunks.next();
          if (this.#turns.get(customerId) !== turn) throw new GaveWay();
          if (step.done === true) this.#end(customerId, turn);
          return step;
        } catch (error) {
          this.#end(customerId, turn);
          throw error;
        }
      },
      return: async value => {
        this.#end(customerId, turn);
        return (await chunks.return?.(value)) ?? { done: true, value };
      },
    };
    return { [Symbol.asyncIterator]: () => iterator };
  }
}
