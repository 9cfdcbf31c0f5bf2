import { MINUTE_MS } from '@tallystick/core/durations';
import { expect, inject, it } from 'vitest';
import { bugNamed } from './bugs/bugs.ts';
import { huntBug } from './bugs/hunt.ts';
import { FAULTS_AN_HOUR } from './faults.ts';
import type { Laboratory } from './laboratory.ts';
import { World, type HourReport } from './world.ts';

const SEED = 3;

function laboratory(): Laboratory {
  return { serverUrl: inject('postgresUrl'), template: inject('migratedDatabase') };
}

/** Some minutes with as many faults as an hour has. */
async function play(): Promise<{ readonly world: World; readonly report: HourReport }> {
  const world = await World.open(laboratory(), { seed: SEED, day: 0 });
  try {
    const report = await world.hour(0, 8 * MINUTE_MS);
    await world.verifyTables();
    return { world, report };
  } finally {
    await world.close();
  }
}

it('goes through all faults without a finding, and the same seed has the same history', async () => {
  const { world, report } = await play();
  expect(report).toMatchObject({ faults: FAULTS_AN_HOUR });
  expect(report.accepted).toBeGreaterThan(200);
  expect(report.starts).toBeGreaterThan(4);
  const faults = [...world.counts.keys()].filter(what => what.startsWith('fault '));
  expect(faults.length).toBeGreaterThan(12);
  const again = await play();
  expect(again.world.judge.history).toBe(world.judge.history);
  expect([...again.world.counts]).toEqual([...world.counts]);
});

it('finds a mistake in a fee, and one in the recovery', async () => {
  const fee = await huntBug(laboratory(), bugNamed('spot: takers pay the maker fee'), SEED);
  expect(fee.found?.lines.join('\n')).toMatch(/a posting of command .* differs\n.*is .*\n.*should /);
  const lease = await huntBug(laboratory(), bugNamed('a new engine has the old one’s epoch'), SEED);
  expect(lease.found?.lines.join('\n')).toMatch(
    /^an engine that was deposed|^a commit that came twice or late/,
  );
});
