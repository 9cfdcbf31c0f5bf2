import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { Database } from '../database/database.ts';
import { SILENT_LOG } from '../database/log.ts';
import { createTestDatabase } from '../testing/database.ts';
import { HangingProxy } from '../testing/hanging-proxy.ts';
import { connectEngine } from './connect.ts';
import { SilenceWatch } from './silence-watch.ts';

let database: Database;
let proxy: HangingProxy;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  proxy = await HangingProxy.start(database.url);
});
afterEach(async () => {
  vi.useRealTimers();
  await proxy.close();
});

it('a core that stands by gives up a connection that is silent, and watches on with another', async () => {
  const warnings: string[] = [];
  let looks = 0;
  const log = { ...SILENT_LOG, warn: (_details: object, message: string) => warnings.push(message) };
  const watch = new SilenceWatch(proxy.url, log, () => looks++);
  await expect.poll(() => looks).toBeGreaterThan(0);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  proxy.hang();
  await vi.waitFor(() => expect(proxy.heldBack).toBeGreaterThan(0));
  await vi.advanceTimersByTimeAsync(3_000);
  vi.useRealTimers();
  expect(warnings).toEqual(['the other core could not be watched; it is tried again']);
  proxy.goOn();
  const before = looks;
  await expect.poll(() => looks).toBeGreaterThan(before);
  expect(proxy.opened).toBe(2);
  watch.stop();
});

it('nobody waits for ever for a connection of the engine', async () => {
  proxy.hang();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const outcome = connectEngine(proxy.url, 'tallystick writer').catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(5_000);
  vi.useRealTimers();
  expect(await outcome).toBeInstanceOf(Error);
});
