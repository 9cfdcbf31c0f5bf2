import { CallFailure } from '../../http/call-failure.ts';

/** A file that nobody has read on for so long gives way to the next one: a phone that vanished says no farewell. */
const GIVES_WAY_AFTER_MS = 30_000;

interface Turn {
  readAtMs: number;
}

/** The file was begun anew elsewhere. */
class GaveWay extends Error {
  constructor() {
    super('nobody read on, and the customer has asked for another file');
  }
}

/** Files being written: one for each customer. */
export class OneAtATime {
  readonly #now: () => number;
  readonly #turns = new Map<number, Turn>();

  constructor(now: () => number) {
    this.#now = now;
  }

  /**
   * The chunks of a file, with the customer's turn held until they are read, or nobody reads on.
   * @throws statement_busy
   */
  async hold<Chunk>(
    customerId: number,
    begin: () => Promise<AsyncIterable<Chunk>>,
  ): Promise<AsyncIterable<Chunk>> {
    const before = this.#turns.get(customerId);
    if (before !== undefined && this.#now() - before.readAtMs < GIVES_WAY_AFTER_MS) {
      throw new CallFailure('statement_busy');
    }
    const turn = { readAtMs: this.#now() };
    this.#turns.set(customerId, turn);
    try {
      const chunks = await begin();
      return this.#during(customerId, turn, chunks[Symbol.asyncIterator]());
    } catch (error) {
      this.#end(customerId, turn);
      throw error;
    }
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
