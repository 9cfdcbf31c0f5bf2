import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { createTestDatabase } from '../testing/database.ts';
import { HangingProxy } from '../testing/hanging-proxy.ts';
import { awaitDatabase } from './await-database.ts';
import type { Database } from './database.ts';
import { DatabaseUnreachable } from './database-unreachable.ts';
import { SILENT_LOG } from './log.ts';

let database: Database;
let proxy: HangingProxy;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  proxy = await HangingProxy.start(database.url);
});
afterEach(() => proxy.close());

it('waits until somebody answers', async () => {
  proxy.refusing = true;
  let warned = 0;
  const answers = awaitDatabase(proxy.url, { ...SILENT_LOG, warn: () => warned++ });
  await expect.poll(() => proxy.opened).toBeGreaterThan(2);
  proxy.refusing = false;
  await answers;
  expect(warned).toBe(1);
});

it('gives up in the end, and at once what is refused for good', async () => {
  proxy.refusing = true;
  await expect(awaitDatabase(proxy.url, SILENT_LOG, { withinMs: 0 })).rejects.toThrow(DatabaseUnreachable);
  const wrong = new URL(database.url);
  wrong.pathname = '/nowhere';
  await expect(awaitDatabase(wrong.href, SILENT_LOG)).rejects.toMatchObject({ code: '3D000' });
});
