import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { processorOfEnded } from './stages.mjs';

test('processor time is that of ended children, whatever the program is called', () => {
  const own = '1 (a ) b) S 0 0 0 0 0 0 0 0 0 0 70 80 150 25 20 0';
  expect(processorOfEnded(own)).toBe(1_750);
  expect(processorOfEnded(null)).toBeNull();
});

test.runIf(process.platform === 'linux')('what a child works is counted once it has ended', () => {
  const before = processorOfEnded();
  const work = 'const end = process.cpuUsage().user + 200_000; while (process.cpuUsage().user < end);';
  spawnSync(process.execPath, ['-e', work]);
  expect(processorOfEnded() - before).toBeGreaterThanOrEqual(190);
});
