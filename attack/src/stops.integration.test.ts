import { expect, it } from 'vitest';
import { stops } from './stops.ts';
import { shortRun } from './testing/short-run.ts';

// It reads /proc to find the database's processes.
it.runIf(process.platform === 'linux')(
  'the exchange survives a database that hangs and kills of its parts',
  async () => {
    const checks = await shortRun(stops, 1);
    const [readiness, ...others] = checks;
    // The delay depends on the machine's load; only the command checks it.
    expect(readiness?.seen).toMatch(/first 503 after at most [1-9]/);
    expect(others).toHaveLength(3);
    expect(others.filter(({ held }) => !held)).toEqual([]);
  },
);
