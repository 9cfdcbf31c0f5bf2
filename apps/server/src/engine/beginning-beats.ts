import { EngineError } from './engine-error.ts';
import type { Held } from './beginning.ts';
import { commitFailure } from './failures.ts';
import { BEAT, STANDBY_FENCE } from './fence.ts';

const { beatMs, deadlineMs } = STANDBY_FENCE;
/** Turns without an answer, not time: while a long step runs, an answer that has come cannot be read. */
const MOST_UNANSWERED = Math.ceil(deadlineMs / beatMs);

/** Says that an engine which has taken the lease lives, until its own fence does. It is not judged by how fast it is. */
export class BeginningBeats {
  readonly #held: Pick<Held, 'projecting' | 'epoch'>;
  readonly #timer: NodeJS.Timeout;
  readonly #onLost: (error: unknown) => void;
  #silentMs: number;
  #beating: Promise<void> | null = null;
  #unanswered = 0;
  #isStopping = false;

  /**
   * On the projector's connection, which has nothing else to do yet. `silentMs`: how long one step may keep it from beating.
   * `onLost` is called when another engine has the lease, or the database cannot be asked or does not answer for
   * `STANDBY_FENCE.deadlineMs`; whoever waits for a beat then waits until the connection is given up.
   */
  constructor(held: Pick<Held, 'projecting' | 'epoch'>, silentMs: number, onLost: (error: unknown) => void) {
    this.#held = held;
    this.#silentMs = silentMs;
    this.#onLost = onLost;
    this.#timer = setInterval(() => this.#turn(), beatMs);
    this.#timer.unref();
  }

  /** From now on a step may take so many milliseconds. */
  async allow(silentMs: number): Promise<void> {
    // One that is under way does not say it yet.
    await this.#beating;
    this.#silentMs = silentMs;
    await this.#beat();
  }

  /** Resolves when it says nothing more. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    // The last one is waited for no longer than the others.
    await this.#beating;
    clearInterval(this.#timer);
  }

  #turn(): void {
    if (this.#beating === null) {
      if (!this.#isStopping) this.#beat().catch(this.#onLost);
      return;
    }
    if (++this.#unanswered === MOST_UNANSWERED)
      this.#onLost(commitFailure(new Error(`the database has not answered for ${deadlineMs / 1_000} s`)));
  }

  /** Rejects if the lease is lost. */
  #beat(): Promise<void> {
    this.#unanswered = 0;
    const beat = this.#say();
    const over = (): void => {
      this.#beating = null;
    };
    this.#beating = beat.then(over, over);
    return beat;
  }

  async #say(): Promise<void> {
    const { projecting, epoch } = this.#held;
    const { rowCount } = await projecting.query(BEAT, [epoch, this.#silentMs]);
    if (rowCount === 0) throw new EngineError('another engine has taken over');
  }
}
