import { Registry } from 'prom-client';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { BTC } from '@tallystick/protocol/currency-ids';
import type { Database } from '../../database/database.ts';
import { SILENT_LOG } from '../../database/log.ts';
import { createTestDatabase } from '../../testing/database.ts';
import { FakeChain } from '../testing/fake-chain.ts';
import { RecordingSink } from '../testing/recording-sink.ts';
import { BlockWatcher, type BlockWatcherOptions } from './block-watcher.ts';
import type { FoundTransfer } from './chain-source.ts';
import { chainMetrics } from './metrics.ts';
import { PostgresWatchStore } from './postgres-store.ts';
import { CONFIRM_AT_ONCE } from './watch-store.ts';

let database: Database;
let chain: FakeChain;
let sink: RecordingSink;
beforeAll(async () => {
  database = await createTestDatabase();
  await database.pool.query(
    `with customer as (
       insert into customers (nickname, invitation_code, created_at_ms, password_changed_at_ms)
       values ('test', 'test', 0, 0) returning id
     )
     insert into chain_addresses (network, address_key, address, kind, key_id, address_index, customer_id, created_at_ms)
     select 'OMNI', 'ours', 'ours', 'p2wpkh', 'key', 0, id, 0 from customer`,
  );
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.pool.query('truncate chain_reports, chain_transfers, chain_blocks, chain_cursors');
  chain = new FakeChain();
  sink = new RecordingSink();
});

function watcher(options: Partial<BlockWatcherOptions> = {}): BlockWatcher {
  return new BlockWatcher({ ...defaults(), startAfterBlock: 0, ...options });
}

function defaults(): BlockWatcherOptions {
  return {
    source: chain,
    store: new PostgresWatchStore(database.pool, 'OMNI'),
    sink,
    confirmations: 2,
    ledgerDecimals: () => 8,
    minimumMinor: () => 1n,
    ownSenders: new Set(),
    log: SILENT_LOG,
    metrics: chainMetrics(new Registry()),
    now: () => 0,
  };
}

function payment(transactionHash: string): FoundTransfer {
  return { transactionHash, logIndex: 0, senderKey: null, recipientKey: 'ours', currencyId: BTC, amount: 5n };
}

const numbered = (count: number, name: string): FoundTransfer[][] =>
  Array.from({ length: count }, (_, n) => [payment(`${name}-${n}`)]);

test.each([1, 2, 3, 4, 5, 6, 7, 8, 9])(
  'a reorganisation of %i takes back that many blocks, not one more',
  async depth => {
    chain.mine(...numbered(10, 'first'));
    await watcher().tick();
    expect(sink.history).toHaveLength(9);
    chain.fork(depth);
    chain.mine(...numbered(depth, 'second'));
    await watcher().tick();
    const { rows } = await database.pool.query<{ transaction_hash: string }>(
      `select transaction_hash from chain_transfers where state = 'reorganised' order by block_number`,
    );
    expect(rows.map(row => row.transaction_hash)).toEqual(
      Array.from({ length: depth }, (_, n) => `first-${10 - depth + n}`),
    );
    // The newest block had one confirmation and was not reported.
    expect(sink.history.filter(entry => entry.startsWith('-'))).toHaveLength(depth - 1);
  },
);

test('the same payment in two blocks of a lying node is one deposit', async () => {
  chain.mine([payment('twice')], [payment('twice')], [], []);
  const one = watcher();
  await one.tick();
  chain.mine([payment('twice')], []);
  await one.tick();
  expect(sink.history).toEqual(['+deposit:OMNI:twice:0']);
});

test('many transfers that nodes deny do not hide a later one', async () => {
  chain.mine(...numbered(CONFIRM_AT_ONCE + 3, 'denied'), [payment('real')], []);
  const doubt = chain.doubt.bind(chain);
  chain.doubt = async (transfer, block) =>
    transfer.transactionHash === 'real' ? doubt(transfer, block) : 'denied';
  const one = watcher({ rangeBlocks: 500 });
  await one.tick();
  await one.tick();
  expect(sink.history).toEqual(['+deposit:OMNI:real:0']);
  await one.tick();
  chain.doubt = doubt;
  for (let turn = 0; turn < 3; turn++) await one.tick();
  expect(sink.history).toHaveLength(CONFIRM_AT_ONCE + 4);
});

test('blocks that are replaced while being read are not used', async () => {
  chain.mine([payment('first')]);
  const one = watcher();
  await one.tick();
  chain.mine([], []);
  const scan = chain.scan.bind(chain);
  chain.scan = async (from, to, findOwned) => {
    chain.fork(3);
    chain.mine([], [payment('second')], []);
    chain.scan = scan;
    return scan(from, to, findOwned);
  };
  expect(await one.tick()).toMatchObject({ state: 'catching_up', scannedNumber: 1 });
  expect(sink.history).toEqual([]);
  await one.tick();
  expect(sink.history).toEqual(['+deposit:OMNI:second:0']);
});

test('the first run starts at the newest block, or after the given one', async () => {
  chain.mine([payment('old')], [], []);
  await watcher({ startAfterBlock: 10 }).tick();
  expect(await new PostgresWatchStore(database.pool, 'OMNI').cursor()).toBeNull();
  const one = new BlockWatcher(defaults());
  expect(await one.tick()).toMatchObject({ state: 'following', scannedNumber: 3 });
  chain.mine([payment('new')], []);
  await one.tick();
  expect(sink.history).toEqual(['+deposit:OMNI:new:0']);
});

test('only the newest hashes are kept', async () => {
  chain.mine(...Array.from({ length: 40 }, () => []));
  await watcher({ keptBlocks: 10 }).tick();
  const { rows } = await database.pool.query<{ count: string; oldest: string }>(
    'select count(*), min(block_number) as oldest from chain_blocks',
  );
  expect(rows).toEqual([{ count: '11', oldest: '30' }]);
});

test('a node of another chain is refused', async () => {
  chain.mine([], []);
  await watcher().tick();
  chain.identify = async () => 'another';
  expect(await watcher().tick()).toMatchObject({
    state: 'failing',
    lastError: expect.stringContaining('fake was read'),
  });
});

test.each([0, -1, 1.5])('%s confirmations are refused', confirmations => {
  expect(() => watcher({ confirmations })).toThrow(RangeError);
});

test('blocks too large to be read together are read one by one', async () => {
  chain.mine(...numbered(30, 'large'));
  const scan = chain.scan.bind(chain);
  chain.scan = (from, to, findOwned) =>
    to > from ? Promise.reject(new Error('the answer is too long')) : scan(from, to, findOwned);
  const reading = watcher({ rangeBlocks: 20 });
  const states = [];
  for (let turn = 0; turn < 5; turn++) states.push((await reading.tick()).state);
  expect(states).toEqual([...Array.from({ length: 4 }, () => 'failing'), 'following']);
  expect(sink.history).toHaveLength(29);
});
