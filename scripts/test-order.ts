// The order in which test files start. Files that must run alone come last.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const ROOT = path.join(import.meta.dirname, '..');

/**
 * The longest files of each project, longest first. Vitest sorts unknown files by size, as on a machine that tests a
 * change once; many of the longest are only a few lines.
 */
export const LONGEST: readonly string[] = [
  'apps/server/src/http/fuzz.integration.test.ts',
  'apps/server/src/shutdown/shutdown.integration.test.ts',
  'bench/src/sockets/soak.integration.test.ts',
  'apps/server/src/audit/tampering.integration.test.ts',
  'apps/server/src/sockets/hostile-sockets.integration.test.ts',
  'apps/server/src/engine/faults.integration.test.ts',
  'apps/server/src/engine/mixed-history.integration.test.ts',
  'apps/server/src/audit/audit.integration.test.ts',
  'apps/server/src/database/embedded.integration.test.ts',
  'apps/server/src/engine/perpetual-faults.integration.test.ts',
  'apps/server/src/http/bad-input.integration.test.ts',
  'attack/src/stops.integration.test.ts',
  'attack/src/clock.integration.test.ts',
  'attack/src/slow-readers.integration.test.ts',
  'attack/src/floods.integration.test.ts',
  'e2e/src/walk.e2e.ts',
  'e2e/src/installed.e2e.ts',
  'e2e/src/proof.e2e.ts',
  'e2e/src/launch.e2e.ts',
  'e2e/src/option-result.e2e.ts',
  'e2e/src/money-journey.e2e.ts',
  'e2e/src/option-limits.e2e.ts',
  'e2e/src/shell.e2e.ts',
  'e2e/src/left-behind.e2e.ts',
  'e2e/src/trust.e2e.ts',
  'e2e/src/option.e2e.ts',
  'e2e/src/friends.e2e.ts',
];
for (const file of LONGEST) {
  if (!existsSync(path.join(ROOT, file)))
    throw new Error(`scripts/test-order.ts names ${file}, which is gone`);
}
const PLACES = new Map(LONGEST.map((file, place) => [path.join(ROOT, file), place]));

/** By project, because workers are kept within one; the longest first, then the others in vitest's order. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- not an array's
    const byProject = Map.groupBy(await super.sort(files), ({ project }) => project);
    const placeOf = ({ moduleId }: TestSpecification) => PLACES.get(path.normalize(moduleId)) ?? PLACES.size;
    return [...byProject.values()].flatMap(some => some.toSorted((a, b) => placeOf(a) - placeOf(b)));
  }
}
