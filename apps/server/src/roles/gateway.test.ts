import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { News } from '../engine/remote/news.ts';
import { Stops } from '../module/stops.ts';
import { shareCalls } from './gateway.ts';

let stops: Stops;
let warned: string[];
beforeEach(() => {
  vi.useFakeTimers({ now: 60_000_000 });
  stops = new Stops();
  warned = [];
});
afterEach(async () => {
  await stops.run();
  vi.useRealTimers();
});

it('what one gateway counts another knows a second later, and what nobody understands does no harm', async () => {
  const listeners: ((news: News) => void)[] = [];
  const news = {
    tell: (told: News) => listeners.forEach(listener => listener(told)),
    hear: (listener: (news: News) => void) => void listeners.push(listener),
  };
  const log = {
    info() {},
    error() {},
    warn: (_details: object, message: string) => void warned.push(message),
  };
  const [a, b] = ['a', 'b'].map(() => shareCalls({ news, now: Date.now, log, stops }));
  for (let times = 0; times < 10; times++) a!.count('x', 100);
  await vi.advanceTimersByTimeAsync(1_000);
  expect([a!.count('x', 100), b!.count('x', 100)]).toEqual([0, 10]);
  for (const counted of ['{', '{"from":1}']) news.tell({ kind: 'calls', counted });
  expect(warned).toHaveLength(4);
  expect(b!.count('x', 100)).toBe(10);
});
