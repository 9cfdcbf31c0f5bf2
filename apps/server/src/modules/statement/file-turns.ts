import { CallFailure } from '../../http/call-failure.ts';
import { askerGone } from './at-once.ts';

/** A file that nobody has read on for so long gives way to the next one: a phone that vanished says no farewell. */
const GIVES_WAY_AFTER_MS = 30_000;

/**
 * Over all customers. A PDF keeps its index and costs processor time with each row; a table keeps a page of rows. Who reads
 * so slowly that it takes longer than `ownMs` gives way where all places are taken, so that a few cannot keep them for ever.
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
  /** Aborted when it has given way. */
  readonly over: AbortController;
  /** Ends the reading; null while it is begun. */
  stop: (() => void) | null;
}

/** The file was begun anew elsewhere, or others wait for its place. */
class GaveWay extends Error {
  constructor() {
    super('nobody read on, and another file was asked for');
  }
}

/** Files being written: one for each customer, and so many over all. */
export class FileTurns {
  readonly #now: () => number;
  /** By customer, the oldest first. */
  readonly #turns = new Map<number, Turn>();

  constructor(now: () => number) {
    this.#now = now;
  }

  /**
   * The chunks of a file, with the customer's turn held until they are read, or nobody reads on. `begin` is told when it
   * is not wanted any more: its asker is gone, or its place is another's.
   * @throws statement_busy the customer has a file under way, busy everybody together has too many
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
      // How it ends is nobody's concern any more.
      turn.stop = () => void chunks.return?.().catch(() => undefined);
      // What is handed out now nobody would read.
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

  /** Not a generator: one that was never begun would not run its `finally`. */
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
