import fc from 'fast-check';
import { expect } from 'vitest';

/** A case that occurs once per run on average is missing from all 20 runs about once in 10^8 test runs. */
const MOST_TIMES = 20;

type Counts = Readonly<Record<string, number>>;

/**
 * Asserts a property, and that its histories contain each case often enough to test it. Runs further seeds while a case
 * is missing, so that the test does not pass or fail by luck.
 * @param parameters of one run
 * @param seen how often each case has occurred so far
 * @param least how often each case has to occur
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
