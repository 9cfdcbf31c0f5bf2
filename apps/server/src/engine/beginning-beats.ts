import { EngineError } from './engine-error.ts';
import type { Held } from './beginning.ts';
import { BEAT, STANDBY_FENCE } from './fence.ts';

/** Says that an engine which has taken the lease lives, until its own fence does. It is not judged by how fast it is. */
export class BeginningBeats {
  readonly #held: Pick<Held, 'projecting' | 'epoch'>;
  readonly #timer: NodeJS.Timeout;
  #silentMs: number;
  #beating: Promise<void> | null = null;

  /**
   * On the projector's connection, which has nothing else to do yet. `silentMs`: how long one step may keep it from beating.
   * `onLost` is called when another engine has the lease, or the database cannot be asked.
   */
  constructor(held: Pick<Held, 'projecting' | 'epoch'>, silentMs: number, onLost: (error: unknown) => void) {
    this.#held = held;
    this.#silentMs = silentMs;
    this.#timer = setInterval(() => {
      this.#beating ??= this.#beat()
        .catch(onLost)
        .finally(() => {
          this.#beating = null;
        });
    }, STANDBY_FENCE.beatMs);
    this.#timer.unref();
  }

  /** From now on a step may take so many milliseconds. */
  async allow(silentMs: number): Promise<void> {
    this.#silentMs = silentMs;
    await this.#beat();
  }

  /** Resolves when it says nothing more. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#beating;
  }

  async #beat(): Promise<void> {
    const { projecting, epoch } = this.#held;
    const { rowCount } = await projecting.query(BEAT, [epoch, this.#silentMs]);
    if (rowCount === 0) throw new EngineError('another engine has taken over');
  }
}
