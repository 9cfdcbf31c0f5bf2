import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { watchConnectivity } from './watch-connectivity.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: 1_770_000_000_000 });
});
afterEach(() => {
  vi.useRealTimers();
});

function phone(isDeviceOnline = true) {
  const tell: Record<'calls' | 'socket' | 'device', (value: boolean) => void> = {
    calls: () => undefined,
    socket: () => undefined,
    device: () => undefined,
  };
  const reach = watchConnectivity({
    calls: listener => void (tell.calls = listener),
    socket: listener => void (tell.socket = listener),
    device: listener => void (tell.device = listener),
    isDeviceOnline,
    nowMs: () => Date.now(),
  });
  return { tell, reach };
}

test('the device notices first, and knows when the server was last reached', () => {
  const { tell, reach } = phone();
  tell.calls(true);
  expect(reach.lostAtMs()).toBeUndefined();
  tell.device(false);
  expect(reach.read()).toBe('offline');
  const lostAtMs = Date.now();
  vi.advanceTimersByTime(60_000);
  tell.calls(false);
  expect(reach.lostAtMs()).toBe(lostAtMs);
  tell.device(true);
  expect(reach.read()).toBe('unreachable');
  tell.calls(true);
  expect(reach.read()).toBe('online');
  expect(reach.lostAtMs()).toBeUndefined();
});

test('a connection that is back within two seconds counts as never lost', () => {
  const { tell, reach } = phone();
  tell.socket(false);
  vi.advanceTimersByTime(1_999);
  tell.socket(true);
  vi.advanceTimersByTime(60_000);
  expect(reach.read()).toBe('online');
  tell.socket(false);
  vi.advanceTimersByTime(2_000);
  expect(reach.read()).toBe('unreachable');
});

test('a device that claims to be offline but gets answers is online', () => {
  const { tell, reach } = phone(false);
  expect(reach.read()).toBe('offline');
  // Nothing was received in this visit, so the time of the last contact is unknown.
  expect(reach.lostAtMs()).toBeUndefined();
  tell.calls(true);
  expect(reach.read()).toBe('online');
});

test('an answer that was on its way when the network failed does not count for long', () => {
  const { tell, reach } = phone();
  tell.device(false);
  tell.calls(true);
  expect(reach.read()).toBe('online');
  tell.socket(false);
  vi.advanceTimersByTime(2_000);
  expect(reach.read()).toBe('offline');
  tell.calls(true);
  tell.calls(false);
  expect(reach.read()).toBe('offline');
});
