import { fileURLToPath } from 'node:url';
import type { Laboratory } from '../laboratory.ts';
import { simulate, type Found } from '../simulation.ts';
import type { Bug } from './bug.ts';

const PUT_IN = fileURLToPath(new URL('put-in.ts', import.meta.url));
/** Most mistakes are found in the first minutes; rare ones have a day. */
const HOURS = 8;
/** An exchange with a mistake may wait for ever: that is found, too. */
const STANDS_STILL_MS = 240_000;

export interface HuntReport {
  readonly bug: Bug;
  /** Null: the simulation did not notice, or failed itself. */
  readonly found: Found | null;
  readonly failure: Found | null;
  readonly seconds: number;
}

/** Simulates with the bug in the exchange until it is found or its hours are over. */
export async function huntBug(laboratory: Laboratory, bug: Bug, seed: number): Promise<HuntReport> {
  const startedAt = performance.now();
  const { found } = await simulate(laboratory, {
    seed,
    from: 0,
    hours: bug.hours ?? HOURS,
    processes: 1,
    execArgv: ['--import', PUT_IN],
    env: { SIMULATION_BUG: bug.name, SIMULATION_STANDS_STILL_MS: `${STANDS_STILL_MS}` },
  });
  const seconds = (performance.now() - startedAt) / 1000;
  if (found?.isFailure === true) return { bug, found: null, failure: found, seconds };
  return { bug, found, failure: null, seconds };
}
