import { expect, it } from 'vitest';
import { stops } from './stops.ts';

// It reads /proc to find the database's processes.
it.runIf(process.platform === 'linux')(
  'the exchange survives a database that hangs and kills of its parts',
  async () => {
    const checks = await stops.run({ seconds: 1 });
    expect(checks.filter(({ held }) => !held)).toEqual([]);
  },
);
