import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ETH, USDT } from '@tallystick/protocol/currency-ids';
import { CONFIRMATIONS, ChainWorld } from '../testing/chain-world.ts';

let world: ChainWorld;
beforeAll(async () => {
  world = await ChainWorld.start();
  await world.watcher().tick();
});
afterAll(() => world.close());
beforeEach(() => world.settle());

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

  test('payments that are no deposits are not credited', async () => {
    const ann = await world.customer();
    const reverted = await world.callToken('failAfterPaying', [ann.address, 5_000_000n]);
    const [nothing, noCoin] = [await world.sendToken(ann.address, 0n), await world.sendEth(ann.address, '0')];
    const spam = await world.sendToken(ann.address, 9_000_000n, world.spam);
    const shouted = await world.callToken('shout', [ann.address, 9_000_000n], world.spam);
    // No block contains the ETH that a contract passes on.
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

  test('transfers between deposit addresses are not credited', async () => {
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

  test('an amount beyond the ledger’s limit is recorded, not credited', async () => {
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
  test('between seen and confirmed: credited once', async () => {
    const ann = await world.customer();
    await world.sendToken(ann.address, 1_000_000n);
    await world.mine();
    await world.watcher().tick();
    await world.mine(CONFIRMATIONS);
    await world.watcher().tick();
    await world.watcher().tick();
    expect(world.sink.history).toHaveLength(1);
  });

  test('a long backlog is read in several turns without a gap', async () => {
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
      // Too early: the pauses between attempts grow.
      await world.watcher().tick();
      expect(world.sink.calls).toBe(1);
      world.clock.nowMs += 1000;
      // Reports are delivered even while the node is down.
      world.node.down = true;
      expect(await world.watcher().tick()).toMatchObject({ waitingReports: 0, state: 'failing' });
      expect(world.sink.calls).toBe(2);
      expect(world.sink.balances()).toEqual({ [`${ann.id}/3`]: 1_000_000n });
    },
  );

  test('a failing credit does not block others', async () => {
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
