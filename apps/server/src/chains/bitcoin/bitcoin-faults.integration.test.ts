import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { BTC } from '@tallystick/protocol/currency-ids';
import { BITCOIN_MAIN, BITCOIN_NETWORKS } from '../addresses/bitcoin-networks.ts';
import { BitcoinWorld } from '../testing/bitcoin-world.ts';
import { findLitecoind } from '../testing/litecoind.ts';
import { NodeProxy, type Lie } from '../testing/node-proxy.ts';
import { CONFIRMATIONS } from '../testing/watched-world.ts';
import { BitcoinRpc } from './bitcoin-rpc.ts';

const found = await findLitecoind();
const skipped = 'missing' in found ? ` (skipped: ${found.missing})` : '';
const OTHER = 'ab'.repeat(32);

describe.skipIf(skipped !== '')(`a real node behind one that fails or lies${skipped}`, () => {
  let world: BitcoinWorld;
  beforeAll(async () => {
    world = await BitcoinWorld.start();
    await world.watcher().tick();
  });
  afterAll(() => world?.close());
  beforeEach(() => world.settle());

  /** A customer with a payment that has its confirmations. */
  async function paid(): Promise<{ id: number; transactionId: string }> {
    const { id, address } = await world.customer();
    const transactionId = await world.bitcoin.pay({ [address]: '0.1' });
    await world.mine(CONFIRMATIONS);
    return { id, transactionId };
  }

  const only =
    (asked: string, change: (result: never) => unknown): Lie =>
    (method, result) =>
      method === asked ? change(result as never) : result;

  test('down for a while: nothing is lost, and no password is told', async () => {
    const watcher = world.watcher();
    const ann = await paid();
    world.node.down = true;
    await watcher.tick();
    const health = await watcher.tick();
    expect(health).toMatchObject({ state: 'failing', failuresInARow: 2 });
    expect(health.lastError).toBe('getblockhash failed: status 503');
    world.node.down = false;
    expect(await watcher.tick()).toMatchObject({ state: 'following', failuresInARow: 0, lastError: null });
    expect(world.sink.balances()).toEqual({ [`${ann.id}/${BTC}`]: 10_000_000n });
  });

  test('down in the middle of a turn', async () => {
    const ann = await paid();
    world.node.lie = (method, result) => {
      if (method === 'getblock') world.node.down = true;
      return result;
    };
    const watcher = world.watcher({ rangeBlocks: 2 });
    expect((await watcher.tick()).state).toBe('failing');
    world.node.down = false;
    world.node.lie = (_method, result) => result;
    await watcher.tick();
    expect(world.sink.balances()).toEqual({ [`${ann.id}/${BTC}`]: 10_000_000n });
  });

  test('it lags behind its earlier answers: nothing is reversed', async () => {
    await paid();
    const watcher = world.watcher();
    await watcher.tick();
    const { number } = await world.bitcoin.rpc.head();
    const hash = await world.bitcoin.rpc.blockHash(number - 2);
    world.node.lie = only('getblockchaininfo', (info: object) => ({
      ...info,
      blocks: number - 2,
      bestblockhash: hash,
    }));
    expect(await watcher.tick()).toMatchObject({ state: 'following', lastError: null });
    expect(world.sink.history).toHaveLength(1);
  });

  test('more blocks than there are confirm nothing: those that were read count', async () => {
    const { address } = await world.customer();
    const id = await world.bitcoin.pay({ [address]: '0.1' });
    await world.mine(CONFIRMATIONS - 1);
    world.node.lie = only('getblockchaininfo', (info: { blocks: number }) => ({
      ...info,
      blocks: info.blocks + 100,
    }));
    expect(await world.watcher().tick()).toMatchObject({
      state: 'failing',
      lastError: expect.stringContaining('which it had announced'),
    });
    expect(await world.rows(id)).toMatchObject([{ state: 'seen' }]);
    expect(world.sink.calls).toBe(0);
  });

  /** The bytes of the block in which `0.1` is 10000000 satoshi: 80969800 00000000. */
  const altered = (from: string, to: string) => (block: string) => block.replaceAll(from, to);

  test.each<[string, Lie, string]>([
    [
      'another amount',
      only('getblock', altered('8096980000000000', '0096980000000000')),
      'not those of the block',
    ],
    // 16 00 14: a script of 22 bytes for a hash of a key.
    [
      'another script',
      only('getblock', altered('8096980000000000160014', '8096980000000000160015')),
      'not those of the block',
    ],
    ['another block', only('getblock', altered('0000000000', '0000000001')), ''],
    ['a block that ends early', only('getblock', (block: string) => block.slice(0, 400)), 'the bytes of'],
    ['text for a block', only('getblock', () => 'block'), 'nonsense'],
    ['no block', only('getblock', () => null), 'nonsense'],
    ['a height with a fraction', only('getblockchaininfo', (info: object) => ({ ...info, blocks: 1.5 })), ''],
    ['hashes that are none', only('getblockhash', () => 'first'), 'nonsense'],
    ['another chain', only('getblockhash', () => OTHER), 'configured is'],
    [
      'a node that forgets',
      only('getblockchaininfo', (info: object) => ({ ...info, pruned: true })),
      'without pruning',
    ],
    [
      'a node that is not ready',
      only('getblockchaininfo', (info: object) => ({ ...info, initialblockdownload: true })),
      'still reading the chain',
    ],
  ])('%s: nothing is credited until it is honest', async (_what, lie, error) => {
    const ann = await paid();
    world.node.lie = lie;
    const watcher = world.watcher();
    const health = await watcher.tick();
    expect(health).toMatchObject({ state: 'failing', lastError: expect.stringContaining(error) });
    expect(world.sink.calls).toBe(0);
    world.node.lie = (_method, result) => result;
    await watcher.tick();
    expect(world.sink.balances()).toEqual({ [`${ann.id}/${BTC}`]: 10_000_000n });
    expect(world.sink.calls).toBe(1);
  });

  test('witnesses that hide whose coins were spent are not those of the block', async () => {
    const { address } = await world.customer();
    await world.bitcoin.pay({ [address]: '0.1' });
    await world.mine();
    // The last byte of each key of the wallet's inputs, before the next input's or the end.
    world.node.lie = only('getblock', (block: string) =>
      block.replace(/0121(0[23][0-9a-f]{62})../, '0121$1ff'),
    );
    expect(await world.watcher().tick()).toMatchObject({
      state: 'failing',
      lastError: expect.stringContaining('the witnesses are not those of the block'),
    });
  });

  test('a witness node must agree before anything is credited', async () => {
    const ann = await paid();
    const witness = await NodeProxy.start(world.bitcoin.url);
    try {
      const watcher = world.watcher({ witnesses: [witness.url] });
      witness.lie = only('getrawtransaction', altered('8096980000000000', '0096980000000000'));
      expect(await watcher.tick()).toMatchObject({ state: 'following', doubted: 1 });
      for (const lie of [
        only('getblockhash', () => OTHER),
        only('getblockchaininfo', (info: object) => ({ ...info, pruned: true })),
        // On a branch of its own: nothing more is read until somebody has looked.
        ((method, result, [number]) =>
          method === 'getblockhash' && number !== 0 ? OTHER : result) satisfies Lie,
      ]) {
        witness.lie = lie;
        expect(await watcher.tick()).toMatchObject({ doubted: 1 });
      }
      expect(watcher.health()).toMatchObject({ state: 'failing' });
      witness.lie = (_method, result) => result;
      witness.down = true;
      expect(await watcher.tick()).toMatchObject({ doubted: 1 });
      expect(world.sink.calls).toBe(0);
      witness.down = false;
      expect(await watcher.tick()).toMatchObject({ doubted: 0 });
      expect(world.sink.balances()).toEqual({ [`${ann.id}/${BTC}`]: 10_000_000n });
    } finally {
      await witness.close();
    }
  });

  test('what stands in the database alone is doubted', async () => {
    const ann = await paid();
    const source = world.source();
    await world.watcher().tick();
    const [transfer] = world.sink.transfers.values();
    const block = { number: transfer!.blockNumber, hash: transfer!.blockHash };
    const as = {
      transactionHash: ann.transactionId,
      logIndex: transfer!.logIndex,
      senderKey: null,
      recipientKey: transfer!.address,
      currencyId: BTC,
      amount: 10_000_000n,
    };
    expect(await source.doubt(as, block)).toBeNull();
    expect(await source.doubt({ ...as, amount: 10_000_001n }, block)).toContain('pays something else');
    expect(await source.doubt({ ...as, logIndex: 7 }, block)).toContain('pays something else');
    expect(await source.doubt({ ...as, recipientKey: 'another' }, block)).toContain('pays something else');
    expect(await source.doubt({ ...as, transactionHash: OTHER }, block)).toContain('not in that block');
    expect(await source.doubt(as, { ...block, hash: OTHER })).toContain(`is not ${OTHER}`);
  });

  test('the chain is named by its first block, and no other is taken for it', async () => {
    expect(await world.source().identify()).toBe('bip122:530827f38f93b43ed12af0b3ad25a288');
    await expect(world.source([], BITCOIN_MAIN).identify()).rejects.toThrow('configured is 000000000019d6');
    await expect(world.source([], BITCOIN_NETWORKS.regtest).identify()).rejects.toThrow('configured is');
  });

  test('without the password nothing is answered', async () => {
    const url = new URL(world.bitcoin.url);
    url.password = 'guess';
    const error: Error = await new BitcoinRpc(url.href).head().then(
      () => new Error('answered'),
      (refused: Error) => refused,
    );
    expect(error.message).toBe('getblockchaininfo failed: the node refuses the password');
    await expect(new BitcoinRpc('http://127.0.0.1:1').head()).rejects.toThrow(
      /^getblockchaininfo failed: no answer \(ECONNREFUSED\)|fetch failed|bad port/,
    );
  });
});
