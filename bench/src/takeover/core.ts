import { setTimeout as pause } from 'node:timers/promises';
import type { Machine } from '@tallystick/server/testing/cluster/machines';
import { until, type RunningProgram } from '@tallystick/server/testing/cluster/processes';

/** As deploy's unit has it: `RestartSec`. */
const START_AGAIN_MS = 200;

/** A process that is the active core or stands by, on a machine of its own if there are machines. */
export class Core {
  readonly machine: Machine | null;
  readonly #start: () => RunningProgram;
  #process: RunningProgram;
  #isKept = false;

  constructor(machine: Machine | null, start: () => RunningProgram) {
    this.machine = machine;
    this.#start = start;
    this.#process = start();
  }

  get process(): RunningProgram {
    return this.#process;
  }

  /** Of the present run; null while it stands by. */
  get epoch(): number | null {
    const found = /^active (\d+)$/m.exec(this.#process.output());
    return found === null ? null : Number(found[1]);
  }

  /** Whether it is active or stands by. */
  get isReady(): boolean {
    return !this.#process.hasEnded() && /^(active|standing by)/m.test(this.#process.output());
  }

  /** Resolves when it is active or stands by. Rejects if it has ended and nobody starts it again. */
  async ready(): Promise<void> {
    await until(
      async () => {
        if (this.#process.hasEnded() && !this.#isKept)
          throw new Error(`a core ended:\n${this.#process.output()}`);
        return this.isReady;
      },
      () => `a core is not ready:\n${this.#process.output()}`,
    );
  }

  /** Waits until it has ended, and starts it again. */
  async again(): Promise<void> {
    await until(
      async () => this.#process.hasEnded(),
      () => `a core that was deposed goes on:\n${this.#process.output()}`,
    );
    this.#process = this.#start();
    await this.ready();
  }

  /** From now on it is started again whenever it ends, as by a supervisor. */
  keep(): void {
    this.#isKept = true;
    void this.#startAgain();
  }

  async stop(): Promise<void> {
    this.#isKept = false;
    await this.#process.stop();
  }

  async #startAgain(): Promise<void> {
    for (;;) {
      await this.#process.ended;
      await pause(START_AGAIN_MS);
      if (!this.#isKept) return;
      this.#process = this.#start();
    }
  }
}
