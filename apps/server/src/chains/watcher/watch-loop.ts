import { setTimeout as delay } from 'node:timers/promises';
import type { ChainWatcher } from './chain-watcher.ts';

const LONGEST_WAIT_MS = 60_000;

/**
 * Runs a watcher's turns until it is stopped: one every `pollMs`, at once while it is catching up (and gets on: a node
 * may announce blocks that it does not give), and with growing pauses (up to a minute) while its node is down.
 */
export class WatchLoop {
  readonly #watcher: ChainWatcher;
  readonly #pollMs: number;
  readonly #stopped = new AbortController();
  #running: Promise<void> | null = null;

  constructor(watcher: ChainWatcher, pollMs: number) {
    this.#watcher = watcher;
    this.#pollMs = pollMs;
  }

  start(): void {
    this.#running ??= this.#run();
  }

  /** Resolves when the running turn has ended. */
  async stop(): Promise<void> {
    this.#stopped.abort();
    await this.#running;
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopped;
    let reached: number | null = null;
    while (!signal.aborted) {
      const { state, failuresInARow, scannedNumber } = await this.#watcher.tick();
      const getsOn = state === 'catching_up' && scannedNumber !== reached;
      reached = scannedNumber;
      const waitMs = getsOn ? 0 : this.#pollMs * 2 ** Math.min(failuresInARow, 20);
      await delay(Math.min(waitMs, Math.max(LONGEST_WAIT_MS, this.#pollMs)), null, { signal }).catch(() => {
        // Stopping aborts the pause by this signal.
      });
    }
  }
}
