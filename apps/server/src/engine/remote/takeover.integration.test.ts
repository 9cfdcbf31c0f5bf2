import { randomBytes } from 'node:crypto';
import { Registry } from 'prom-client';
import { expect, it } from 'vitest';
import { restorePrevious, unmarkedHistory } from '../../audit/testing/previous-database.ts';
import { SILENT_LOG } from '../../database/log.ts';
import { HaltError } from '../engine-error.ts';
import { startTestEngine } from '../testing/test-engine.ts';
import { startFollowerEngine, type FollowerEngine } from './follower-engine.ts';

it('a follower does not start on what another core wrote, before the core of its version has taken over', async () => {
  const left = unmarkedHistory();
  const database = await restorePrevious(left, `test_${randomBytes(6).toString('hex')}`);
  const now = (): number => left.head.lastAtMs;
  const follow = (): Promise<FollowerEngine> =>
    startFollowerEngine({
      pool: database.pool,
      databaseUrl: database.url,
      log: SILENT_LOG,
      registry: new Registry(),
      now,
      onFatal: () => {},
      // Nobody listens there: the journal is enough.
      nats: { connection: { servers: '127.0.0.1:1' }, prefix: 'test', key: randomBytes(32) },
      admission: 1,
    });
  const refused = await follow().catch((error: unknown) => error);
  expect(String(refused)).toContain('the core of this version has not taken over yet');
  // It is started again until then.
  expect(refused).not.toBeInstanceOf(HaltError);
  const engine = await startTestEngine(database, {}, { now });
  const follower = await follow();
  expect(follower.head()).toEqual(engine.head());
  expect(follower.exchange.stateHash()).toBe(engine.exchange.stateHash());
  await engine.stop();
  await expect.poll(() => follower.head(), { interval: 10 }).toEqual(engine.head());
  await follower.stop();
  await database.close();
});
