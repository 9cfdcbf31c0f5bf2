import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { reorganise } from '../testing/anvil.ts';
import { CONFIRMATIONS, ChainWorld } from '../testing/chain-world.ts';
import { NodeProxy } from '../testing/node-proxy.ts';
import { WatchLoop } from './watch-loop.ts';

let world: ChainWorld;
beforeAll(async () => {
  world = await ChainWorld.start();
  await world.watcher().tick();
});
afterAll(() => world.close());
beforeEach(() => world.settle());

const key = (hash: string, log: number): string => `deposit:ERC20:${hash}:${log}`;

describe('reorganisations', () => {
  test('before confirmation: a transfer that left the chain is never credited', async () => {
    const ann = await world.customer();
    const watcher = world.watcher();
    const hash = await world.sendToken(ann.address, 1_000_000n);
    await world.mine(CONFIRMATIONS - 1);
    await watcher.tick();
    await reorganise(world.chain, CONFIRMATIONS - 1);
    await world.mine(CONFIRMATIONS);
    await watcher.tick();
    expect(await world.rows(hash)).toMatchObject([{ state: 'reorganised' }]);
    expect(world.sink.calls).toBe(0);
  });

  test('before confirmation: a transfer in another block is credited once, with confirmations counted from there', async () => {
    const ann = await world.customer();
    const watcher = world.watcher();
    const hash = await world.sendToken(ann.address, 1_000_000n);
    await world.mine(CONFIRMATIONS - 1);
    await watcher.tick();
    const raw = await world.rawTransaction(hash);
    await reorganise(world.chain, CONFIRMATIONS - 1, [{ raw, block: CONFIRMATIONS - 2 }]);
    await watcher.tick();
    expect(await world.rows(hash)).toMatchObject([{ state: 'seen', inclusion: 1 }]);
    await world.mine(CONFIRMATIONS - 2);
    await watcher.tick();
    expect(world.sink.calls).toBe(0);
    await world.mine();
    await watcher.tick();
    expect(world.sink.history).toEqual([`+${key(hash, 0)}`]);
  });

  test('after confirmation: reversed once, and credited again when it returns', async () => {
    const ann = await world.customer();
    const watcher = world.watcher();
    const hash = await world.sendToken(ann.address, 1_000_000n);
    await world.mine(CONFIRMATIONS);
    await watcher.tick();
    const raw = await world.rawTransaction(hash);
    await reorganise(world.chain, CONFIRMATIONS);
    await watcher.tick();
    await watcher.tick();
    expect(world.sink.history).toEqual([`+${key(hash, 0)}`, `-${key(hash, 0)}`]);
    expect(world.sink.balances()).toEqual({ [`${ann.id}/3`]: 0n });
    await world.chain.sendRawTransaction({ serializedTransaction: raw });
    await world.mine(CONFIRMATIONS);
    await world.watcher().tick();
    expect(world.sink.history.slice(2)).toEqual([`+${key(hash, 0)}:2`]);
    expect(world.sink.balances()).toEqual({ [`${ann.id}/3`]: 1_000_000n });
    expect(await world.rows(hash)).toMatchObject([{ state: 'confirmed', inclusion: 2 }]);
  });

  test('after confirmation, with a restart and the ledger unavailable: reported in order', async () => {
    const ann = await world.customer();
    const hash = await world.sendToken(ann.address, 1_000_000n);
    await world.mine(CONFIRMATIONS);
    world.sink.failure = 'after';
    await world.watcher().tick();
    const raw = await world.rawTransaction(hash);
    await reorganise(world.chain, CONFIRMATIONS, [{ raw, block: 0 }]);
    await world.watcher().tick();
    // The second inclusion is confirmed while the first report waits, and is withdrawn before its own report.
    await reorganise(world.chain, CONFIRMATIONS);
    expect(await world.watcher().tick()).toMatchObject({ waitingReports: 2 });
    world.sink.failure = 'none';
    world.clock.nowMs += 3_600_000;
    expect(await world.watcher().tick()).toMatchObject({ waitingReports: 0 });
    expect(world.sink.history).toEqual([`+${key(hash, 0)}`, `-${key(hash, 0)}`]);
  });

  test('deeper than the kept hashes: nothing is credited or reversed', async () => {
    const other = await ChainWorld.start();
    try {
      await other.mine(30);
      const watcher = other.watcher({ keptBlocks: 12, startAfterBlock: 1 });
      await watcher.tick();
      await reorganise(other.chain, 20);
      await other.mine();
      expect(await watcher.tick()).toMatchObject({
        state: 'failing',
        lastError: expect.stringContaining('further back'),
      });
      expect(await watcher.tick()).toMatchObject({ failuresInARow: 2 });
    } finally {
      await other.close();
    }
  });
});

describe('an unreliable node', () => {
  test('is down: nothing is lost, and its address is not logged', async () => {
    const ann = await world.customer();
    const watcher = world.watcher();
    await world.sendToken(ann.address, 1_000_000n);
    await world.mine(CONFIRMATIONS);
    world.node.down = true;
    await watcher.tick();
    const health = await watcher.tick();
    expect(health).toMatchObject({ state: 'failing', failuresInARow: 2 });
    expect(health.lastError).toMatch(/^eth_chainId failed/);
    expect(health.lastError).not.toContain('secret-key');
    world.node.down = false;
    expect(await watcher.tick()).toMatchObject({ state: 'following', failuresInARow: 0, lastError: null });
    expect(world.sink.balances()).toEqual({ [`${ann.id}/3`]: 1_000_000n });
    expect(await world.registry.metrics()).toMatch(
      /tallystick_chain_failures_total\{network="ERC20"\} [1-9]/,
    );
  });

  test('goes down in the middle of a turn', async () => {
    const ann = await world.customer();
    await world.sendToken(ann.address, 1_000_000n);
    await world.mine(CONFIRMATIONS);
    world.node.lie = (method, result) => {
      if (method === 'eth_getTransactionReceipt') world.node.down = true;
      return result;
    };
    const watcher = world.watcher({ rangeBlocks: 1 });
    await watcher.tick();
    world.node.down = false;
    world.node.lie = (_method, result) => result;
    await watcher.tick();
    expect(world.sink.balances()).toEqual({ [`${ann.id}/3`]: 1_000_000n });
  });

  test('lags behind its earlier answers: nothing is reversed', async () => {
    const ann = await world.customer();
    const watcher = world.watcher();
    await world.sendToken(ann.address, 1_000_000n);
    await world.mine(CONFIRMATIONS);
    await watcher.tick();
    const older = await world.chain.getBlock({ blockNumber: (await world.chain.getBlockNumber()) - 2n });
    world.node.lie = (method, result, params) => {
      if (method !== 'eth_getBlockByNumber') return result;
      const raw = result as { number: string } | null;
      if (params[0] === 'latest')
        return {
          ...raw,
          number: `0x${older.number.toString(16)}`,
          hash: older.hash,
          parentHash: older.parentHash,
        };
      return raw !== null && BigInt(raw.number) > older.number ? null : raw;
    };
    expect(await watcher.tick()).toMatchObject({ lastError: null });
    expect(world.sink.history).toHaveLength(1);
  });

  test('may give large blocks, not endless ones', async () => {
    const ann = await world.customer();
    const watcher = world.watcher();
    await world.sendToken(ann.address, 1_000_000n);
    await world.mine(CONFIRMATIONS);
    const padded = (megabytes: number): void => {
      const padding = ' '.repeat(megabytes * 1024 * 1024);
      world.node.lie = (method, result, params) =>
        method === 'eth_getBlockByNumber' && params[1] === true ? { ...(result as object), padding } : result;
    };
    padded(65);
    expect(await watcher.tick()).toMatchObject({
      state: 'failing',
      lastError: expect.stringContaining('eth_getBlockByNumber failed'),
    });
    padded(11);
    expect(await world.watcher({ rangeBlocks: 1 }).tick()).toMatchObject({ state: 'following' });
    expect(world.sink.balances()).toEqual({ [`${ann.id}/3`]: 1_000_000n });
  });

  test.each<[string, string, (result: never) => unknown]>([
    ['a block of another number', 'eth_getBlockByNumber', (block: object) => ({ ...block, number: '0x1' })],
    ['a block without hash', 'eth_getBlockByNumber', (block: object) => ({ ...block, hash: null })],
    [
      'a log of another block',
      'eth_getLogs',
      (logs: object[]) => logs.map(log => ({ ...log, blockHash: `0x${'ab'.repeat(32)}` })),
    ],
    [
      'a log of another contract',
      'eth_getLogs',
      (logs: object[]) => logs.map(log => ({ ...log, address: `0x${'ab'.repeat(20)}` })),
    ],
    [
      'a log that was taken back',
      'eth_getLogs',
      (logs: object[]) => logs.map(log => ({ ...log, removed: true })),
    ],
    [
      'an amount nobody sent',
      'eth_getLogs',
      (logs: object[]) => logs.map(log => ({ ...log, data: `0x${'0'.repeat(62)}ff` })),
    ],
    [
      'more than 256 bits',
      'eth_getLogs',
      (logs: object[]) => logs.map(log => ({ ...log, data: `0x${'f'.repeat(65)}` })),
    ],
    ['no logs but text', 'eth_getLogs', () => 'none'],
    [
      'the receipt of another transaction',
      'eth_getTransactionReceipt',
      (one: object) => ({ ...one, transactionHash: `0x${'ab'.repeat(32)}` }),
    ],
    [
      'a receipt in another block',
      'eth_getTransactionReceipt',
      (one: object) => ({ ...one, blockHash: `0x${'ab'.repeat(32)}` }),
    ],
    ['no receipt', 'eth_getTransactionReceipt', () => null],
    ['another chain', 'eth_chainId', () => '0x1'],
  ])('tells of %s: the turn fails, and is repeated when it is honest', async (_lie, method, change) => {
    const ann = await world.customer();
    await world.sendToken(ann.address, 1_000_000n);
    await world.mine(CONFIRMATIONS);
    const watcher = world.watcher();
    world.node.lie = (asked, result) => (asked === method ? change(result as never) : result);
    expect((await watcher.tick()).state).toBe('failing');
    expect(world.sink.calls).toBe(0);
    world.node.lie = (_method, result) => result;
    await watcher.tick();
    expect(world.sink.balances()).toEqual({ [`${ann.id}/3`]: 1_000_000n });
  });

  test('a witness node must agree before anything is credited', async () => {
    const [ann, ben] = [await world.customer(), await world.customer()];
    const coin = await world.sendEth(ben.address, '1');
    await world.sendToken(ann.address, 1_000_000n);
    await world.mine(CONFIRMATIONS);
    const witness = await NodeProxy.start(world.anvil.url);
    try {
      const watcher = world.watcher({ witnesses: [witness.url] });
      witness.lie = (method, result) => {
        if (method === 'eth_getTransactionByHash') return { ...(result as object), value: '0x1' };
        if (method !== 'eth_getTransactionReceipt') return result;
        const { logs } = result as { logs: object[] };
        return { ...(result as object), logs: logs.map(log => ({ ...log, address: world.spam })) };
      };
      expect(await watcher.tick()).toMatchObject({ state: 'following', doubted: 2 });
      for (const [method, change] of [
        ['eth_getTransactionReceipt', { status: '0x0' }],
        ['eth_getTransactionReceipt', { blockHash: `0x${'ab'.repeat(32)}` }],
        ['eth_getBlockByNumber', { hash: `0x${'ab'.repeat(32)}` }],
      ] as const) {
        witness.lie = (asked, result) => (asked === method ? { ...(result as object), ...change } : result);
        expect(await watcher.tick()).toMatchObject({ doubted: 2 });
      }
      witness.lie = (method, result) => (method === 'eth_chainId' ? '0x1' : result);
      expect(await watcher.tick()).toMatchObject({ doubted: 2 });
      witness.lie = (_method, result) => result;
      witness.down = true;
      expect(await watcher.tick()).toMatchObject({ doubted: 2 });
      expect(world.sink.calls).toBe(0);
      witness.down = false;
      expect(await watcher.tick()).toMatchObject({ doubted: 0 });
      expect(world.sink.balances()).toEqual({ [`${ann.id}/3`]: 1_000_000n, [`${ben.id}/2`]: 100_000_000n });
      expect(await world.rows(coin)).toMatchObject([{ state: 'confirmed' }]);
    } finally {
      await witness.close();
    }
  });

  test('ETH of a reverted transaction is not credited', async () => {
    const ann = await world.customer();
    const hash = await world.sendEth(ann.address, '1');
    await world.mine(CONFIRMATIONS);
    world.node.lie = (method, result) =>
      method === 'eth_getTransactionReceipt' ? { ...(result as object), status: '0x0' } : result;
    await world.watcher().tick();
    expect(await world.rows(hash)).toEqual([]);
    expect(world.sink.calls).toBe(0);
  });

  test('a token of other decimals is refused before anything is read', async () => {
    const source = world.source([], 31_337, world.payer);
    await expect(source.identify()).rejects.toThrow('answered with nonsense');
    expect((await world.watcher({ source: world.source([], 1) }).tick()).lastError).toContain(
      'configured is 1',
    );
  });
});

test('the loop takes its turns by itself until it is stopped', async () => {
  const ann = await world.customer();
  const loop = new WatchLoop(world.watcher(), 5);
  loop.start();
  loop.start();
  const credited = world.sink.next();
  await world.sendToken(ann.address, 1_000_000n);
  await world.mine(CONFIRMATIONS);
  await credited;
  await loop.stop();
  const { calls } = world.sink;
  await world.sendToken(ann.address, 1_000_000n);
  await world.mine(CONFIRMATIONS);
  expect(world.sink.calls).toBe(calls);
  expect(world.sink.balances()).toEqual({ [`${ann.id}/3`]: 1_000_000n });
});
