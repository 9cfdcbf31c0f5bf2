import fc from 'fast-check';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { BTC } from '@tallystick/protocol/currency-ids';
import type { Database } from '../../database/database.ts';
import { SILENT_LOG } from '../../database/log.ts';
import { createTestDatabase } from '../../testing/database.ts';
import { FakeChain } from '../testing/fake-chain.ts';
import { RecordingSink } from '../testing/recording-sink.ts';
import { BlockWatcher } from './block-watcher.ts';
import type { FoundTransfer } from './chain-source.ts';
import { chainMetrics } from './metrics.ts';
import { PostgresWatchStore } from './postgres-store.ts';

const CONFIRMATIONS = 3;
const CUSTOMERS = 3;

let database: Database;
let firstCustomer = 0;
beforeAll(async () => {
  database = await createTestDatabase();
  const { rows } = await database.pool.query<{ id: number }>(
    `insert into customers (nickname, invitation_code, created_at_ms, password_changed_at_ms)
     select 'test', md5(random()::text), 0, 0 from generate_series(1, $1) returning id`,
    [CUSTOMERS],
  );
  firstCustomer = rows[0]!.id;
  await database.pool.query(
    `insert into chain_addresses (network, address_key, address, kind, key_id, address_index, customer_id, created_at_ms)
     select 'OMNI', 'address-' || n, 'address-' || n, 'p2wpkh', 'key', n, $1 + n, 0 from generate_series(0, $2 - 1) n`,
    [firstCustomer, CUSTOMERS],
  );
});
afterAll(() => database.close());

type Step =
  | { readonly do: 'mine'; readonly payments: readonly number[] }
  /** Blocks are replaced; some of their payments return in other blocks. */
  | { readonly do: 'fork'; readonly depth: number; readonly again: number; readonly longer: number }
  | { readonly do: 'tick'; readonly failsAfterCalls: number }
  | { readonly do: 'restart' }
  | { readonly do: 'ledger'; readonly failure: 'none' | 'before' | 'after' };

const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    // Customer 3 does not exist: a payment to an unknown address.
    {
      weight: 4,
      arbitrary: fc.record({
        do: fc.constant('mine' as const),
        payments: fc.array(fc.nat(CUSTOMERS), { maxLength: 3 }),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        do: fc.constant('fork' as const),
        depth: fc.integer({ min: 1, max: 7 }),
        again: fc.nat(255),
        longer: fc.integer({ min: -2, max: 2 }),
      }),
    },
    {
      weight: 6,
      arbitrary: fc.record({
        do: fc.constant('tick' as const),
        failsAfterCalls: fc.oneof(fc.constant(1000), fc.nat(12)),
      }),
    },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('restart' as const) }) },
    {
      weight: 2,
      arbitrary: fc.record({
        do: fc.constant('ledger' as const),
        failure: fc.constantFrom('none' as const, 'before' as const, 'after' as const),
      }),
    },
  ),
  { minLength: 10, maxLength: 40 },
);

test('the ledger ends with exactly what the chain contains, whatever happens', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async script => {
      await database.pool.query('truncate chain_reports, chain_transfers, chain_blocks, chain_cursors');
      const { chain, sink } = await play(script);
      const expected: Record<string, bigint> = {};
      for (const { recipientKey, amount } of chain.blocks
        .slice(0, -CONFIRMATIONS + 1)
        .flatMap(block => block.transfers)) {
        const index = Number(recipientKey.split('-')[1]);
        if (index >= CUSTOMERS) continue;
        const name = `${firstCustomer + index}/${BTC}`;
        expected[name] = (expected[name] ?? 0n) + amount;
      }
      const actual = Object.entries(sink.balances()).filter(([, balance]) => balance !== 0n);
      expect(Object.fromEntries(actual)).toEqual(expected);
      for (const entry of sink.history.filter(one => one.startsWith('-'))) {
        expect(sink.history.indexOf(`+${entry.slice(1)}`)).toBeLessThan(sink.history.indexOf(entry));
        expect(sink.history).toContain(`+${entry.slice(1)}`);
      }
    }),
    { numRuns: 40 },
  );
});

async function play(script: readonly Step[]): Promise<{ chain: FakeChain; sink: RecordingSink }> {
  const chain = new FakeChain();
  const sink = new RecordingSink();
  const clock = { nowMs: 0 };
  const metrics = chainMetrics(new Registry());
  const start = (): BlockWatcher =>
    new BlockWatcher({
      source: chain,
      store: new PostgresWatchStore(database.pool, 'OMNI'),
      sink,
      confirmations: CONFIRMATIONS,
      ledgerDecimals: () => 8,
      minimumMinor: () => 1n,
      ownSenders: new Set(),
      startAfterBlock: 0,
      rangeBlocks: 2,
      rangesPerTick: 3,
      log: SILENT_LOG,
      metrics,
      now: () => clock.nowMs,
    });
  let watcher = start();
  let payments = 0;
  const pay = (index: number): FoundTransfer => ({
    transactionHash: `payment-${++payments}`,
    logIndex: 0,
    senderKey: null,
    recipientKey: `address-${index}`,
    currencyId: BTC,
    amount: BigInt(payments),
  });
  const tick = async (failsAfterCalls: number): Promise<string> => {
    clock.nowMs += 600_000;
    chain.failsAfterCalls = failsAfterCalls;
    return (await watcher.tick()).state;
  };
  for (const step of script) {
    if (step.do === 'mine') chain.mine(step.payments.map(pay));
    if (step.do === 'tick') await tick(step.failsAfterCalls);
    if (step.do === 'restart') watcher = start();
    if (step.do === 'ledger') sink.failure = step.failure;
    if (step.do === 'fork') {
      const removed = chain.fork(step.depth);
      const again = removed.filter((_, n) => (step.again >> n) % 2 === 1);
      const blocks = Array.from(
        { length: Math.max(1, step.depth + step.longer) },
        () => [] as FoundTransfer[],
      );
      again.forEach((transfer, n) => blocks[n % blocks.length]!.push(transfer));
      chain.mine(...blocks);
    }
  }
  sink.failure = 'none';
  chain.mine([], []);
  for (let turns = 0; (await tick(1000)) !== 'following' || (await tick(1000)) !== 'following'; turns++) {
    if (turns > 50) throw new Error(`never caught up: ${watcher.health().lastError}`);
  }
  return { chain, sink };
}
