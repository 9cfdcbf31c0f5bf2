import { expect, test } from 'vitest';
import { DAY_MS } from '@tallystick/core/durations';
import { uptimeDifference, type Uptime } from './start-check.ts';

const before: Uptime = { bootId: 'one', uptimeMs: 1_000_000, timeMs: 1_800_000_000_000 };
const after = (uptimeMs: number, timeMs: number, bootId: string | null = 'one'): Uptime => ({
  bootId,
  uptimeMs: before.uptimeMs + uptimeMs,
  timeMs: before.timeMs + timeMs,
});

test.each([
  ['as far as the machine counted', after(60_000, 60_000), null],
  ['after weeks in which it stood', after(30 * DAY_MS, 30 * DAY_MS), null],
  ['after a day of corrections', after(DAY_MS, DAY_MS + 40_000), null],
  ['seven days on after a minute', after(60_000, 60_000 + 7 * DAY_MS), 7 * DAY_MS],
  ['a day back', after(60_000, 60_000 - DAY_MS), -DAY_MS],
  ['two seconds on', after(60_000, 62_000), 2_000],
  ['after the machine was started anew nobody counted', after(-1_000_000, 7 * DAY_MS, 'two'), null],
  ['where a machine does not say when it was started', after(0, 7 * DAY_MS, null), null],
])('the clock went %s', (_what, now, difference) => {
  expect(uptimeDifference(before, now, 1_000)).toBe(difference);
});
