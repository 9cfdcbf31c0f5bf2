import { setTimeout as sleep } from 'node:timers/promises';

/** Longest wait for a source that keeps failing. */
const MAX_WAIT_MS = 60_000;

export interface PollOptions {
  readonly everyMs: number;
  readonly signal: AbortSignal;
  readonly look: () => Promise<void>;
  /** Called with each failure and how long it is waited for. */
  readonly onFailure: (error: unknown, waitMs: number) => void;
}

/** Looks again and again until it is stopped; after a failure it waits twice as long as before. */
export async function poll({ everyMs, signal, look, onFailure }: PollOptions): Promise<void> {
  let waitMs = everyMs;
  while (!signal.aborted) {
    try {
      await look();
      waitMs = everyMs;
    } catch (error) {
      waitMs = Math.min(MAX_WAIT_MS, waitMs * 2);
      onFailure(error, waitMs);
    }
    await sleep(waitMs, undefined, { signal }).catch(ignoreAbort);
  }
}

function ignoreAbort(error: unknown): void {
  if (!(error instanceof Error && error.name === 'AbortError')) throw error;
}
