import { Registry } from 'prom-client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { AccessWatch } from './access-watch.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('writes one line a minute at most, with counts only', async () => {
  const lines: unknown[] = [];
  const registry = new Registry();
  const watch = new AccessWatch({ registry, log: { warn: (line: unknown) => lines.push(line) } });
  for (let i = 0; i < 5000; i++) watch.login('customer', i % 2 === 0 ? 'limited' : 'wrong_password');
  watch.login('operator', 'ok');
  watch.rateLimited('POST user/login');
  expect(lines).toEqual([]);
  vi.advanceTimersByTime(60_000);
  const refused = { customer_limited: 2500, customer_wrong_password: 2500, rate_limited: 1 };
  expect(lines).toEqual([{ refused }]);
  vi.advanceTimersByTime(600_000);
  expect(lines).toHaveLength(1);
  watch.login('operator', 'locked');
  watch.close();
  expect(lines[1]).toEqual({ refused: { operator_locked: 1 } });
  expect(await registry.metrics()).toContain('tallystick_rate_limited_total{call="POST user/login"} 1');
});
