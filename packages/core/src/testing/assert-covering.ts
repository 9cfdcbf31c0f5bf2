import fc from 'fast-check';
import { expect } from 'vitest';

/** What happens once a time on average is missing from all of them once in 10^8 runs of the tests. */
const MOST_TIMES = 20;

type Counts = Readonly<Record<string, number>>;

/**
 * Asserts a property, and that its histories brought about each thing as often as it takes to prove something of it: with
 * further seeds while one is missing, so that whether a test passes is no matter of luck.
 * @param parameters of one time
 * @param seen how often each has happened so far
 * @param least how often each has to happen
 */
export async function assertCovering<Ts>(
  property: fc.IRawProperty<Ts>,
  parameters: fc.Parameters<Ts>,
  seen: () => Counts | ReadonlyMap<string, number>,
  least: Counts,
): Promise<void> {
  const seed = fc.readConfigureGlobal().seed ?? 0;
  let missing: string[] = [];
  for (let time = 0; time < MOST_TIMES && (time === 0 || missing.length > 0); time++) {
    await fc.assert(property, { ...parameters, seed: seed + time });
    missing = tooRare(seen(), least);
  }
  expect(missing).toEqual([]);
}

function tooRare(seen: Counts | ReadonlyMap<string, number>, least: Counts): string[] {
  const counts = new Map(seen instanceof Map ? seen : Object.entries(seen));
  return Object.entries(least)
    .filter(([what, times]) => (counts.get(what) ?? 0) < times)
    .map(([what, times]) => `${what}: ${counts.get(what) ?? 0} of ${times}`);
}
