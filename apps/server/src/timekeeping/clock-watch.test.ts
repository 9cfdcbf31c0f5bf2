import { Registry } from 'prom-client';
import { afterEach, expect, test } from 'vitest';
import type { ClockStop } from './clock.ts';
import { ClockWatch } from './clock-watch.ts';

let watch: ClockWatch | null = null;
afterEach(() => watch?.close());

test('a clock in doubt is logged once a minute, shown in metrics, and reported at each change', async () => {
  let stop: ClockStop | null = null;
  const lines: string[] = [];
  const changes: (string | null)[] = [];
  const registry = new Registry();
  watch = new ClockWatch({
    clock: { stop: () => stop, differenceMs: 604_800_000 },
    registry,
    log: {
      error: (_details, message) => lines.push(message),
      warn: (_details, message) => lines.push(message),
    },
    onChange: now => changes.push(now?.reason ?? null),
  });
  watch.look(0);
  expect([lines, changes]).toEqual([[], []]);
  stop = { reason: 'jumped', sinceMs: 1_800_000_000_000, differenceMs: 604_800_000 };
  for (let ms = 0; ms < 120_000; ms += 250) watch.look(ms);
  expect(lines).toHaveLength(2);
  expect(lines[0]).toContain('no command is stamped');
  const metrics = await registry.metrics();
  expect(metrics).toContain('tallystick_clock_stopped 1');
  expect(metrics).toContain('tallystick_clock_difference_seconds 604800');
  stop = null;
  watch.look(120_000);
  expect(lines.at(-1)).toBe('commands are stamped again');
  expect(changes).toEqual(['jumped', null]);
});
