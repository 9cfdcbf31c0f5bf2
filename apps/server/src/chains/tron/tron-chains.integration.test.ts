import { Registry } from 'prom-client';
import { USDT } from '@tallystick/protocol/currency-ids';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readSettings } from '../../config/settings.ts';
import { SILENT_LOG } from '../../database/log.ts';
import { Chains } from '../chains.ts';
import { recordedTransfer } from '../testing/recorded-tron-node.ts';
import { TronWorld } from '../testing/tron-world.ts';

let world: TronWorld;
beforeAll(async () => {
  world = await TronWorld.start();
});
afterAll(() => world.close());

function open(environment: Readonly<Record<string, string>>): Chains {
  return new Chains({
    settings: readSettings(environment),
    pool: world.database.pool,
    registry: new Registry(),
    log: SILENT_LOG,
    now: () => world.clock.nowMs,
    ledgerDecimals: () => 6,
  });
}

test('with a TRON node, a deposit to a derived address is credited and a payout is checked', async () => {
  const chains = open({
    DEPOSIT_RPC_TRON: `${world.node.url},${world.node.url}/walletsolidity`,
    DEPOSIT_KEY_TRON: 'hunter2',
    DEPOSIT_CONFIRMATIONS_TRON: '2',
  });
  expect([
    chains.isWatched('TRC20', USDT),
    chains.isWatched('ERC20', USDT),
    chains.confirmations('TRC20'),
  ]).toEqual([true, false, 2]);
  const { rows } = await world.database.pool.query<{ id: number }>(
    `insert into customers (nickname, invitation_code, created_at_ms, password_changed_at_ms)
     values ('test', 'test', 0, 0) returning id`,
  );
  const { id } = rows[0]!;
  const { address } = await chains.addresses.addressFor(id, 'TRC20', USDT);
  const { watchers } = chains.watch({ sink: world.sink, minimumMinor: () => 1n });
  expect(watchers.map(watcher => watcher.network)).toEqual(['TRC20']);
  await watchers[0]!.tick();
  world.node.mine([world.node.payment([{ to: address, amount: 25_000_000n }])]);
  world.node.mineEmpty(1);
  // Enough for the first node; the second one tells only final blocks.
  expect(await watchers[0]!.tick()).toMatchObject({ state: 'following', doubted: 1 });
  world.node.mineEmpty(18);
  expect(await watchers[0]!.tick()).toMatchObject({ doubted: 0 });
  expect(world.sink.balances()).toEqual({ [`${id}/${USDT}`]: 25_000_000n });
  const keys = new Map(
    world.node.asked.map(one => [one.path.split('/')[1], one.headers['tron-pro-api-key']]),
  );
  expect(Object.fromEntries(keys)).toEqual({ wallet: 'hunter2', walletsolidity: undefined });

  const payout = {
    transactionId: recordedTransfer().result.id,
    address: 'TT9K9z5kQ6sv79N8vkFcxWzETAM3LekdZY',
    currencyId: USDT,
    amountMinor: 1_436_700_000n,
  };
  expect(await chains.verifyPayout('TRC20', payout)).toMatchObject({ state: 'confirmed', logIndexes: [0] });
});

test('without one, nothing is watched and payouts are left to people', async () => {
  const chains = open({});
  expect(chains.isWatched('TRC20', USDT)).toBe(false);
  expect(chains.confirmations('TRC20')).toBe(20);
  const payout = { transactionId: 'ab'.repeat(32), address: 'T', currencyId: USDT, amountMinor: 1n };
  expect(await chains.verifyPayout('TRC20', payout)).toEqual({ state: 'unverifiable' });
});
