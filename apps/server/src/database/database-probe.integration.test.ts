import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { createTestDatabase } from '../testing/database.ts';
import { HangingProxy } from '../testing/hanging-proxy.ts';
import type { Database } from './database.ts';
import { DatabaseProbe } from './database-probe.ts';
import { SILENT_LOG } from './log.ts';

let database: Database;
let proxy: HangingProxy;
let probe: DatabaseProbe;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  proxy = await HangingProxy.start(database.url);
  probe = new DatabaseProbe(proxy.url, SILENT_LOG);
});
afterEach(async () => {
  await probe.close();
  await proxy.close();
});

const answers = (times: number) => Promise.all(Array.from({ length: times }, () => probe.answers()));
const answered = async () => await expect.poll(() => probe.answers()).toBe(true);

it('uses one connection for all callers', async () => {
  await answers(200);
  await answered();
  await answers(200);
  await answered();
  expect(proxy.opened).toBe(1);
});

it('answers no and sends nothing while the database hangs, and yes once it continues', async () => {
  await answered();
  proxy.hang();
  expect(new Set(await answers(200))).toEqual(new Set([false]));
  // The query has been unanswered for too long: later callers do not wait at all, not even for the next turn.
  const nextTurn = new Promise(resolve => setImmediate(() => resolve('waits')));
  expect(await Promise.race([answers(200), nextTurn])).toEqual(Array.from({ length: 200 }, () => false));
  expect(proxy).toMatchObject({ opened: 1, heldBack: 1 });
  proxy.goOn();
  await answered();
  expect(proxy.opened).toBe(1);
});

it('does not wait for a database that hangs at the first query', async () => {
  proxy.hang();
  expect(await probe.answers()).toBe(false);
  proxy.goOn();
  await answered();
});

it('reconnects when its connection is cut or refused', async () => {
  await answered();
  const sessions = `select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = 'tallystick probe'`;
  expect((await database.pool.query(sessions)).rowCount).toBe(1);
  await answered();
  expect(proxy.opened).toBe(2);
  const nowhere = new DatabaseProbe(proxy.url.replace(/:\d+\//, ':1/'), SILENT_LOG);
  expect(await nowhere.answers()).toBe(false);
  await nowhere.close();
});

it('ends at once during a pending query', async () => {
  await answered();
  proxy.hang();
  const asked = probe.answers();
  await probe.close();
  expect(await asked).toBe(false);
  expect(await probe.answers()).toBe(false);
});
