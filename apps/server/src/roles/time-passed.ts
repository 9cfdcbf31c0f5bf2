import type { Pool } from '../database/pool.ts';
import { writeState } from '../database/server-state.ts';
import type { Clock } from '../timekeeping/clock.ts';

/** In `server_state`: how far the clock is advanced, all that became due by then being done. */
const STATE = 'clock-passed';
const LOOK_EVERY_MS = 50;
/** Nobody is kept waiting for a core that is away; it does what is due when it is back. */
const WITHIN_MS = 10_000;

interface Passed {
  readonly aheadMs: number;
}

interface Options {
  readonly pool: Pool;
  readonly clock: Pick<Clock, 'aheadMs' | 'onAdvanced' | 'onAdvancedHere'>;
}

/** The core's end: says when it has done what an advance of the clock made due, also one that it finds at its start. */
export async function tellPassed({
  pool,
  clock,
  engine,
}: Options & { readonly engine: { wake(): Promise<void> } }): Promise<void> {
  const pass = async (): Promise<void> => {
    const aheadMs = clock.aheadMs();
    await engine.wake();
    await writeState(pool, STATE, { aheadMs } satisfies Passed);
  };
  clock.onAdvanced(pass);
  if (clock.aheadMs() > 0) await pass();
}

/** The end of a process beside the core: whoever advances the clock here is answered when all that became due is done. */
export function awaitPassed({ pool, clock }: Options): void {
  clock.onAdvancedHere(async () => {
    const deadline = performance.now() + WITHIN_MS;
    while (performance.now() < deadline) {
      const [passed] = await pool.ask<{ value: Passed }>(
        `select value from server_state where name = '${STATE}'`,
      );
      if (passed !== undefined && passed.value.aheadMs >= clock.aheadMs()) return;
      await new Promise(resolve => setTimeout(resolve, LOOK_EVERY_MS));
    }
  });
}
