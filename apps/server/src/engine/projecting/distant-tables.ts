import { setTimeout as pause } from 'node:timers/promises';
import { DatabaseBusy } from '../../database/database-busy.ts';
import { patiently } from '../../database/patience.ts';
import type { Pool } from '../../database/pool.ts';
import { projectedFor } from './position.ts';

/** Between two looks: the projector's transactions take milliseconds. */
const LOOK_AGAIN_MS = 2;
const SELDOM_MS = 50;
/** Whoever has waited so long is told that it does not work. */
const PATIENCE_MS = 10_000;

interface Waiting {
  readonly sequence: number;
  readonly sinceMs: number;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Where the tables are that another process writes, and perhaps a replica holds. It asks only while somebody waits, once
 * for all who do.
 */
export class DistantTables {
  readonly #pool: Pool;
  #known = 0;
  #waiting: Waiting[] = [];
  #looking = false;

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  /**
   * Resolves once they hold everything up to `sequence`; null if that is known. Rejects with DatabaseBusy when they cannot
   * be asked, or do not come there within ten seconds, whether the database answers or not.
   */
  reached(sequence: number): Promise<void> | null {
    if (sequence <= this.#known) return null;
    const reached = new Promise<void>((resolve, reject) => {
      this.#waiting.push({ sequence, sinceMs: performance.now(), resolve, reject });
      if (!this.#looking) void this.#look();
    });
    // A question without an answer must not keep whoever waits for it.
    return patiently(reached, PATIENCE_MS, () => this.#late(sequence));
  }

  /** Another core writes: after the loss of a database they may have gone back. */
  forget(): void {
    this.#known = 0;
  }

  async #look(): Promise<void> {
    this.#looking = true;
    let pauseMs = LOOK_AGAIN_MS;
    try {
      for (;;) {
        this.#known = Math.max(this.#known, await projectedFor(this.#pool));
        this.#settle();
        if (this.#waiting.length === 0) return;
        await pause(pauseMs);
        pauseMs = Math.min(pauseMs * 1.5, SELDOM_MS);
      }
    } catch (error) {
      for (const { reject } of this.#waiting.splice(0)) reject(error);
    } finally {
      this.#looking = false;
    }
  }

  #settle(): void {
    const waiting = this.#waiting;
    const tooLongAgo = performance.now() - PATIENCE_MS;
    this.#waiting = [];
    for (const one of waiting) {
      if (one.sequence <= this.#known) one.resolve();
      else if (one.sinceMs > tooLongAgo) this.#waiting.push(one);
      else one.reject(this.#late(one.sequence));
    }
  }

  #late(sequence: number): DatabaseBusy {
    return new DatabaseBusy(`the tables are at ${this.#known}, and ${sequence} was told`);
  }
}
