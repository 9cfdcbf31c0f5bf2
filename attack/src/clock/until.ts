import { setTimeout as delay } from 'node:timers/promises';

/** More than a busy machine needs. */
export const WITHIN_MS = 60_000;
const POLL_MS = 50;

/** Polls until the condition holds; throws if it does not in time. */
export async function until(
  condition: () => Promise<boolean>,
  failure: string,
  withinMs = WITHIN_MS,
): Promise<void> {
  const deadline = performance.now() + withinMs;
  while (!(await condition())) {
    if (performance.now() > deadline) throw new Error(`${failure} within ${withinMs / 1000} s`);
    await delay(POLL_MS);
  }
}
