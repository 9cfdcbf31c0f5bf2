import type { CallName } from '@tallystick/protocol';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Database } from '../database/database.ts';
import { createTestDatabase } from '../testing/database.ts';
import { Vault } from '../vault/vault.ts';
import { CallFailure } from './call-failure.ts';
import type { CallHandler, RegisterCall } from './call-router.ts';
import { FirstAnswers } from './first-answers.ts';

type Ask = (key: string) => Promise<unknown>;

let database: Database;
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(() => database.close());

/** A call as one process answers it, with all processes' memory of first answers. */
function gateway(call: CallName, handle: () => Promise<unknown>, patienceMs?: number): Ask {
  const answers = new FirstAnswers({
    pool: database.pool,
    vault: new Vault([Buffer.alloc(32, 1)]),
    now: () => 1_000,
    ...(patienceMs === undefined ? {} : { patienceMs }),
  });
  let handler: CallHandler<CallName> | null = null;
  const register = answers.around(((_name: CallName, registered: CallHandler<CallName>) => {
    handler = registered;
  }) as RegisterCall);
  register(call, handle as never);
  return async key => handler!({} as never, { session: { customerId: 1 }, idempotencyKey: key } as never);
}

const refusal = (): never => {
  throw new CallFailure('insufficient_balance');
};

it('what one gateway has refused for good is refused at the other, though it would now be possible there', async () => {
  const begun = Promise.withResolvers<void>();
  const over = Promise.withResolvers<void>();
  let done = 0;
  const first = gateway('POST wallet/out', async () => {
    begun.resolve();
    await over.promise;
    refusal();
  });
  const second = gateway('POST wallet/out', async () => ({ done: ++done }));
  const told = [first('a')];
  await begun.promise;
  told.push(second('a'));
  // Another request is not held up.
  expect(await second('b')).toEqual({ done: 1 });
  over.resolve();
  for (const answer of told) await expect(answer).rejects.toMatchObject({ code: 'insufficient_balance' });
  expect(done).toBe(1);
});

it('of a request that came to two gateways at once, both are told the same', async () => {
  const begun = Promise.withResolvers<void>();
  const over = Promise.withResolvers<void>();
  const first = gateway('POST wallet/change', async () => {
    begun.resolve();
    await over.promise;
    return { balance: 'of a moment before' };
  });
  const second = gateway('POST wallet/change', async () => ({ balance: 'kept first' }));
  const later = first('a');
  await begun.promise;
  const told = await second('a');
  over.resolve();
  expect(await later).toEqual(told);
});

it('who waits for another process too long is told that it is not known, and asks again', async () => {
  const begun = Promise.withResolvers<void>();
  const over = Promise.withResolvers<void>();
  let done = 0;
  const first = gateway('POST wallet/faucet', async () => {
    begun.resolve();
    await over.promise;
    return { done: ++done };
  });
  const second = gateway('POST wallet/faucet', async () => ({ done: ++done }), 1);
  const told = first('a');
  await begun.promise;
  await expect(second('a')).rejects.toMatchObject({ code: 'outcome_unknown' });
  over.resolve();
  expect(await told).toEqual({ done: 1 });
  expect(await second('a')).toEqual({ done: 1 });
});

it('a process that has gone in the middle holds nobody up for ever', async () => {
  const never = gateway('POST wallet/out', () => new Promise(() => {}));
  void never('a');
  const held = async () => (await database.pool.query('select from answers_under_way')).rowCount;
  await expect.poll(held).toBe(1);
  await database.pool.query(`update answers_under_way set until = now() - interval '1 second'`);
  expect(await gateway('POST wallet/out', async () => 'done')('a')).toBe('done');
  expect(await held()).toBe(0);
});
