import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ETH, USDT } from '../networks.ts';
import { reorganise } from '../testing/anvil.ts';
import { CONFIRMATIONS, ChainWorld } from '../testing/chain-world.ts';
import { NodeProxy } from '../testing/node-proxy.ts';
import { RecordingSink } from '../testing/recording-sink.ts';
import { WatchLoop } from './watch-loop.ts';

let world: ChainWorld;
beforeAll(async () => {
  world = await ChainWorld.start();
  await world.watcher().tick();
});
afterAll(() => world.close());
beforeEach(async () => {
  world.node.down = false;
  world.node.lie = (_method, result) => result;
  // What an earlier test left behind is read and done with.
  world.clock.nowMs += 3_600_000;
  await world.mine(CONFIRMATIONS);
  await world.watcher().tick();
  world.sink = new RecordingSink();
});

const key = (hash: string, log: number): string => `deposit:ERC20:${hash}:${log}`;

describe('deposits', () => {
  test('ETH and tokens are seen at once and credited once, with their confirmations', async () => {
    const ann = await world.customer();
    const watcher = world.watcher();
    const coin = await world.sendEth(ann.address, '1.5');
    const token = await world.sendToken(ann.address, 25_000_000n);
    await world.mine();
    await watcher.tick();
    expect(await world.rows(coin)).toMatchObject([
      { log_index: -1, state: 'seen', amount: '1500000000000000000' },
    ]);
    expect(await world.rows(token)).toMatchObject([{ log_index: 0, state: 'seen', amount: '25000000' }]);
    await world.mine(CONFIRMATIONS - 2);
    await watcher.tick();
    expect(world.sink.history).toEqual([]);
    await world.mine();
    const health = await watcher.tick();
    expect(health).toMatchObject({ state: 'following', failuresInARow: 0, waitingReports: 0, doubted: 0 });
    expect(world.sink.history.toSorted()).toEqual([`+${key(coin, -1)}`, `+${key(token, 0)}`].toSorted());
    expect(world.sink.balances()).toEqual({
      [`${ann.id}/${ETH}`]: 150_000_000n,
      [`${ann.id}/${USDT}`]: 25_000_000n,
    });
    expect(world.sink.transfers.get(key(token, 0))).toMatchObject({
      network: 'ERC20',
      transactionHash: token,
      address: ann.address,
      sender: world.payer.toLowerCase(),
      amount: 25_000_000n,
    });
    await world.mine(5);
    await watcher.tick();
    await world.watcher().tick();
    expect(world.sink.calls).toBe(2);
  });

  test('several in one transaction are several deposits', async () => {
    const [ann, ben] = [await world.customer(), await world.customer()];
    const to = [ann.address, world.payer, ben.address, ann.address];
    const hash = await world.callToken('payMany', [to, [1_000_000n, 7n, 2_000_000n, 3_000_000n]]);
    await world.mine(CONFIRMATIONS);
    await world.watcher().tick();
    expect(world.sink.history).toEqual([`+${key(hash, 0)}`, `+${key(hash, 2)}`, `+${key(hash, 3)}`]);
    expect(world.sink.balances()).toEqual({ [`${ann.id}/3`]: 4_000_000n, [`${ben.id}/3`]: 2_000_000n });
  });

  test('ETH is truncated to what the ledger holds', async () => {
    const ann = await world.customer();
    const hash = await world.sendEth(ann.address, '0.123456789999999999');
    await world.mine(CONFIRMATIONS);
    await world.watcher().tick();
    expect(world.sink.balances()).toEqual({ [`${ann.id}/${ETH}`]: 12_345_678n });
    expect(await world.rows(hash)).toMatchObject([
      { amount: '123456789999999999', amount_minor: '12345678' },
    ]);
  });

  test('what is none is not credited', async () => {
    const ann = await world.customer();
    const reverted = await world.callToken('failAfterPaying', [ann.address, 5_000_000n]);
    const [nothing, noCoin] = [await world.sendToken(ann.address, 0n), await world.sendEth(ann.address, '0')];
    const spam = await world.sendToken(ann.address, 9_000_000n, world.spam);
    const shouted = await world.callToken('shout', [ann.address, 9_000_000n], world.spam);
    // ETH that a contract sends along is in no block's data.
    const inside = await world.callToken('payCoin', [ann.address], world.token, 10n ** 18n);
    const [dust, dustCoin] = [
      await world.sendToken(ann.address, 999_999n),
      await world.sendEth(ann.address, '0.000000009'),
    ];
    const own = await world.sendEth(ann.address, '1', world.anvil.accounts[1]!);
    await world.mine(CONFIRMATIONS);
    await world.watcher({ ownSenders: new Set([world.anvil.accounts[1]!.toLowerCase()]) }).tick();
    expect(world.sink.calls).toBe(0);
    for (const hash of [reverted, nothing, noCoin, spam, shouted, inside])
      expect(await world.rows(hash)).toEqual([]);
    expect(await world.rows(dust)).toMatchObject([{ state: 'ignored', reason: 'below_minimum' }]);
    expect(await world.rows(dustCoin)).toMatchObject([{ reason: 'below_minimum', amount_minor: '0' }]);
    expect(await world.rows(own)).toMatchObject([{ state: 'ignored', reason: 'own_transfer' }]);
  });

  test('what one deposit address sends to another is the operator’s own doing', async () => {
    const [ann, ben] = [await world.customer(), await world.customer()];
    await world.sendEth(ann.address, '1');
    await world.mine();
    await world.chain.impersonateAccount({ address: ann.address });
    const sweep = await world.sendEth(ben.address, '0.5', ann.address);
    await world.mine(CONFIRMATIONS);
    await world.watcher().tick();
    expect(await world.rows(sweep)).toMatchObject([{ state: 'ignored', reason: 'own_transfer' }]);
    expect(world.sink.balances()).toEqual({ [`${ann.id}/${ETH}`]: 100_000_000n });
  });

  test('more than any ledger holds is recorded, not credited', async () => {
    const ann = await world.customer();
    const hash = await world.sendToken(ann.address, 2n ** 63n);
    await world.mine(CONFIRMATIONS);
    await world.watcher().tick();
    expect(world.sink.calls).toBe(0);
    expect(await world.rows(hash)).toMatchObject([{ state: 'ignored', reason: 'implausible_amount' }]);
  });

  test('an address handed out while blocks are read is watched at once', async () => {
    const watcher = world.watcher();
    await watcher.tick();
    const late = await world.customer();
    await world.sendEth(late.address, '2');
    await world.mine(CONFIRMATIONS);
    await watcher.tick();
    expect(world.sink.balances()).toEqual({ [`${late.id}/${ETH}`]: 200_000_000n });
  });
});

describe('restarts', () => {
  test('between seen and confirmed', async () => {
    const ann = await world.customer();
    await world.sendToken(ann.address, 1_000_000n);
    await world.mine();
    await world.watcher().tick();
    await world.mine(CONFIRMATIONS);
    await world.watcher().tick();
    await world.watcher().tick();
    expect(world.sink.history).toHaveLength(1);
  });

  test('a long way is caught up in turns, and nothing is passed over', async () => {
    const ann = await world.customer();
    for (let block = 0; block < 12; block++) {
      await world.sendToken(ann.address, 1_000_000n + BigInt(block));
      await world.mine();
    }
    await world.mine(CONFIRMATIONS - 1);
    const watcher = world.watcher({ rangeBlocks: 2, rangesPerTick: 3 });
    expect((await watcher.tick()).state).toBe('catching_up');
    expect((await watcher.tick()).state).toBe('catching_up');
    expect((await watcher.tick()).state).toBe('following');
    expect(world.sink.balances()).toEqual({ [`${ann.id}/3`]: 12_000_066n });
  });

  test.each(['before', 'after'] as const)(
    'a credit that failed %s it took effect is repeated, later',
    async failure => {
      const ann = await world.customer();
      await world.sendToken(ann.address, 1_000_000n);
      await world.mine(CONFIRMATIONS);
      world.sink.failure = failure;
      expect(await world.watcher().tick()).toMatchObject({ waitingReports: 1, state: 'following' });
      expect(world.sink.calls).toBe(1);
      world.sink.failure = 'none';
      // Not at once: it waits ever longer.
      await world.watcher().tick();
      expect(world.sink.calls).toBe(1);
      world.clock.nowMs += 1000;
      // Even without a node.
      world.node.down = true;
      expect(await world.watcher().tick()).toMatchObject({ waitingReports: 0, state: 'failing' });
      expect(world.sink.calls).toBe(2);
      expect(world.sink.balances()).toEqual({ [`${ann.id}/3`]: 1_000_000n });
    },
  );

  test('one credit that fails holds up no other', async () => {
    const [ann, ben] = [await world.customer(), await world.customer()];
    await world.sendToken(ann.address, 1_000_000n);
    await world.mine();
    await world.sendToken(ben.address, 1_000_000n);
    await world.mine(CONFIRMATIONS);
    world.sink.failure = 'before';
    world.sink.meanwhile = async () => {
      if (world.sink.calls === 2) world.sink.failure = 'none';
    };
    await world.watcher().tick();
    expect(world.sink.balances()).toEqual({ [`${ben.id}/3`]: 1_000_000n });
  });

  test('two processes at once credit once', async () => {
    const ann = await world.customer();
    const watchers = [world.watcher({ rangeBlocks: 1 }), world.watcher({ rangeBlocks: 1 })];
    for (let round = 0; round < 4; round++) {
      await world.sendToken(ann.address, 1_000_000n);
      await world.mine();
      await Promise.all(watchers.map(watcher => watcher.tick()));
    }
    await world.mine(CONFIRMATIONS);
    await Promise.all(watchers.map(watcher => watcher.tick()));
    world.clock.nowMs += 10_000;
    await watchers[0]!.tick();
    expect(world.sink.balances()).toEqual({ [`${ann.id}/3`]: 4_000_000n });
  });

  test('turns of one watcher do not overlap', async () => {
    const watcher = world.watcher();
    expect(watcher.tick()).toBe(watcher.tick());
    await watcher.tick();
  });
});

describe('reorganisations', () => {
  test('before confirmation: gone is gone', async () => {
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

  test('before confirmation: in another block it is credited once, counted from there', async () => {
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

  test('after confirmation: taken back once, and credited anew when it comes back', async () => {
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

  test('after confirmation, during a restart, with the ledger away: told in order', async () => {
    const ann = await world.customer();
    const hash = await world.sendToken(ann.address, 1_000_000n);
    await world.mine(CONFIRMATIONS);
    world.sink.failure = 'after';
    await world.watcher().tick();
    const raw = await world.rawTransaction(hash);
    await reorganise(world.chain, CONFIRMATIONS, [{ raw, block: 0 }]);
    await world.watcher().tick();
    // The second inclusion is confirmed, waits behind the first, and is withdrawn: nobody was told of it.
    await reorganise(world.chain, CONFIRMATIONS);
    expect(await world.watcher().tick()).toMatchObject({ waitingReports: 2 });
    world.sink.failure = 'none';
    world.clock.nowMs += 3_600_000;
    expect(await world.watcher().tick()).toMatchObject({ waitingReports: 0 });
    expect(world.sink.history).toEqual([`+${key(hash, 0)}`, `-${key(hash, 0)}`]);
  });

  test('deeper than hashes are kept: nothing is guessed', async () => {
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

describe('a node that cannot be relied on', () => {
  test('is down: nothing is lost, and its address is not told', async () => {
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

  test('lags behind what it said before: nothing is taken back', async () => {
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

  test('a witness must agree before anything is credited', async () => {
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

  test('ETH of a transaction that was reverted stayed where it was', async () => {
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
