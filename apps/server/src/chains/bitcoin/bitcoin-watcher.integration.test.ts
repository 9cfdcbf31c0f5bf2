import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { BTC } from '@tallystick/protocol/currency-ids';
import { BitcoinWorld, PARAMETERS } from '../testing/bitcoin-world.ts';
import { findLitecoind } from '../testing/litecoind.ts';
import { DEMO_MNEMONIC, operatorKey, ZPUB_VERSIONS } from '../testing/wallet.ts';
import { CONFIRMATIONS } from '../testing/watched-world.ts';

const found = await findLitecoind();
const skipped = 'missing' in found ? ` (skipped: ${found.missing})` : '';

describe.skipIf(skipped !== '')(`deposits of BTC, on a real node${skipped}`, () => {
  let world: BitcoinWorld;
  beforeAll(async () => {
    world = await BitcoinWorld.start();
    await world.watcher().tick();
  });
  afterAll(() => world?.close());
  beforeEach(() => world.settle());

  const key = (id: string, output: number): string => `deposit:OMNI:${id}:${output}`;

  /** The output of a transaction that pays an address. */
  async function outputOf(id: string, address: string): Promise<number> {
    const rows = await world.rows(id);
    const { rows: owners } = await world.database.pool.query<{ customer_id: number }>(
      'select customer_id from chain_addresses where address = $1',
      [address],
    );
    return rows.find(row => row['customer_id'] === owners[0]?.customer_id)!['log_index'] as number;
  }

  describe('a deposit', () => {
    test('is seen in its block and credited once, with its confirmations', async () => {
      const ann = await world.customer();
      expect(ann.address).toMatch(/^rltc1q/);
      const watcher = world.watcher();
      const id = await world.bitcoin.pay({ [ann.address]: '0.12345678' });
      await watcher.tick();
      expect(await world.rows(id)).toEqual([]);
      await world.mine();
      await watcher.tick();
      expect(await world.rows(id)).toMatchObject([
        { state: 'seen', amount: '12345678', amount_minor: '12345678', currency_id: BTC },
      ]);
      await world.mine(CONFIRMATIONS - 2);
      await watcher.tick();
      expect(world.sink.calls).toBe(0);
      await world.mine();
      expect(await watcher.tick()).toMatchObject({ state: 'following', doubted: 0, waitingReports: 0 });
      expect(world.sink.history).toEqual([`+${key(id, await outputOf(id, ann.address))}`]);
      expect(world.sink.balances()).toEqual({ [`${ann.id}/${BTC}`]: 12_345_678n });
      expect([...world.sink.transfers.values()]).toMatchObject([
        { network: 'OMNI', transactionHash: id, address: ann.address, sender: null },
      ]);
      await world.mine(2);
      await watcher.tick();
      await world.watcher().tick();
      expect(world.sink.calls).toBe(1);
    });

    test('amounts that binary fractions miss arrive to the satoshi', async () => {
      const ann = await world.customer();
      await world.bitcoin.pay({ [ann.address]: '0.29', [ann.legacy]: '1.1' });
      await world.bitcoin.pay({ [ann.address]: '0.00001001' });
      await world.mine(CONFIRMATIONS);
      await world.watcher().tick();
      expect(world.sink.balances()).toEqual({ [`${ann.id}/${BTC}`]: 29_000_000n + 110_000_000n + 1001n });
    });

    test('two outputs to one customer in one transaction are two deposits', async () => {
      const [ann, ben] = [await world.customer(), await world.customer()];
      const id = await world.bitcoin.pay({
        [ann.address]: '0.1',
        [ann.legacy]: '0.2',
        [ben.address]: '0.4',
      });
      await world.mine(CONFIRMATIONS);
      await world.watcher().tick();
      expect(await world.rows(id)).toHaveLength(3);
      expect(new Set(world.sink.history).size).toBe(3);
      expect(world.sink.balances()).toEqual({
        [`${ann.id}/${BTC}`]: 30_000_000n,
        [`${ben.id}/${BTC}`]: 40_000_000n,
      });
    });

    test('too small is recorded, and not credited', async () => {
      const ann = await world.customer();
      const id = await world.bitcoin.pay({ [ann.legacy]: '0.00000999' });
      await world.mine(CONFIRMATIONS);
      await world.watcher().tick();
      expect(await world.rows(id)).toMatchObject([{ state: 'ignored', reason: 'below_minimum' }]);
      expect(world.sink.calls).toBe(0);
    });

    test('what a miner pays out of a new block is left to people', async () => {
      const ann = await world.customer();
      await world.bitcoin.mine(1, ann.address);
      await world.mine(CONFIRMATIONS);
      await world.watcher().tick();
      const { rowCount } = await world.database.pool.query(
        'select from chain_transfers where customer_id = $1',
        [ann.id],
      );
      expect(rowCount).toBe(0);
    });

    test('bitcoins that name the recipient of Omni tokens are no deposit', async () => {
      const ann = await world.customer();
      // Simple send of 1 USDT: mark, version and type, token 31, amount.
      const data = `6f6d6e69${'00000000'}${'0000001f'}${'0000000005f5e100'}`;
      const [coin] = await world.bitcoin.coins();
      const change = Number(coin!.coins) - 0.011;
      const hex = await world.bitcoin.sign([coin!], {
        [await world.bitcoin.address()]: change.toFixed(8),
        [ann.legacy]: '0.01',
        data,
      });
      const id = await world.bitcoin.send(hex);
      await world.mine(CONFIRMATIONS);
      await world.watcher().tick();
      expect(await world.rows(id)).toEqual([]);
    });

    test.each(['bech32', 'legacy', 'p2sh-segwit'] as const)(
      'what is paid with coins of our own at a %s address is no deposit',
      async kind => {
        const ann = await world.customer();
        const own = await world.bitcoin.address(kind);
        const funding = await world.bitcoin.pay({ [own]: '1' });
        await world.mine();
        const coins = await world.bitcoin.coins();
        const coin = coins.find(one => one.txid === funding && Number(one.coins) === 1)!;
        const foreign = coins.find(one => one.txid !== funding)!;
        // Beside another's coin, which comes first.
        const rest = (Number(foreign.coins) - 0.001).toFixed(8);
        const hex = await world.bitcoin.sign([foreign, coin], {
          [ann.address]: '1',
          [await world.bitcoin.address()]: rest,
        });
        const id = await world.bitcoin.send(hex);
        await world.mine(CONFIRMATIONS);
        const ownSenders = new Set([own]);
        const source = world.source([], PARAMETERS, ownSenders);
        await world.watcher({ source, ownSenders }).tick();
        expect(await world.rows(id)).toMatchObject([{ state: 'ignored', reason: 'own_transfer' }]);
        expect(world.sink.calls).toBe(0);
      },
    );
  });

  test.each(['address', 'legacy'] as const)(
    'what is spent from a deposit address (%s) to another is no deposit',
    async kind => {
      const [ann, ben] = [await world.customer(), await world.customer()];
      const { rows } = await world.database.pool.query<{ address_index: number }>(
        'select address_index from chain_addresses where address = $1',
        [ann[kind]],
      );
      const account = operatorKey(DEMO_MNEMONIC, "m/84'/0'/1'/0", ZPUB_VERSIONS);
      await world.bitcoin.own(account.deriveChild(rows[0]!.address_index).privateKey!);
      const deposit = await world.bitcoin.pay({ [ann[kind]]: '0.7' });
      await world.mine();
      const coin = (await world.bitcoin.coins()).find(
        one => one.txid === deposit && one.coins === '0.70000000',
      );
      const sweep = await world.bitcoin.send(await world.bitcoin.sign([coin!], { [ben.address]: '0.69' }));
      await world.mine(CONFIRMATIONS);
      await world.watcher().tick();
      expect(await world.rows(sweep)).toMatchObject([{ state: 'ignored', reason: 'own_transfer' }]);
      expect(world.sink.balances()).toEqual({ [`${ann.id}/${BTC}`]: 70_000_000n });
    },
  );

  describe('a reorganisation', () => {
    test('before it is confirmed: what left the chain is never credited', async () => {
      const ann = await world.customer();
      const watcher = world.watcher();
      const id = await world.bitcoin.pay({ [ann.address]: '0.1' });
      await world.mine(CONFIRMATIONS - 1);
      await watcher.tick();
      await world.bitcoin.leave(CONFIRMATIONS - 1);
      for (let block = 0; block < CONFIRMATIONS + 1; block++) await world.bitcoin.mineOnly();
      await watcher.tick();
      expect(await world.rows(id)).toMatchObject([{ state: 'reorganised' }]);
      expect(world.sink.calls).toBe(0);
    });

    test('the same transaction in another block is credited once, counted from there', async () => {
      const ann = await world.customer();
      const watcher = world.watcher();
      const id = await world.bitcoin.pay({ [ann.address]: '0.1' });
      await world.mine(CONFIRMATIONS - 1);
      await watcher.tick();
      await world.bitcoin.leave(CONFIRMATIONS - 1);
      for (let block = 0; block < CONFIRMATIONS - 1; block++) await world.bitcoin.mineOnly();
      await world.bitcoin.mineOnly(id);
      await watcher.tick();
      expect(await world.rows(id)).toMatchObject([{ state: 'seen', inclusion: 1 }]);
      await world.mine(CONFIRMATIONS - 2);
      await watcher.tick();
      expect(world.sink.calls).toBe(0);
      await world.mine();
      await watcher.tick();
      expect(world.sink.balances()).toEqual({ [`${ann.id}/${BTC}`]: 10_000_000n });
      expect(world.sink.calls).toBe(1);
    });

    test('after it was credited: taken back once, and credited again when it returns', async () => {
      const ann = await world.customer();
      const watcher = world.watcher();
      const id = await world.bitcoin.pay({ [ann.address]: '0.1' });
      await world.mine(CONFIRMATIONS);
      await watcher.tick();
      const name = key(id, await outputOf(id, ann.address));
      expect(world.sink.history).toEqual([`+${name}`]);
      await world.bitcoin.leave(CONFIRMATIONS);
      for (let block = 0; block < CONFIRMATIONS + 1; block++) await world.bitcoin.mineOnly();
      await watcher.tick();
      await watcher.tick();
      expect(world.sink.history).toEqual([`+${name}`, `-${name}`]);
      expect(world.sink.balances()).toEqual({ [`${ann.id}/${BTC}`]: 0n });
      // It still waits for a block.
      await world.bitcoin.mineOnly(id);
      await world.mine(CONFIRMATIONS - 1);
      await world.watcher().tick();
      expect(world.sink.history.slice(2)).toEqual([`+${name}:2`]);
      expect(world.sink.balances()).toEqual({ [`${ann.id}/${BTC}`]: 10_000_000n });
    });

    test('back to the chain that was left: nothing is lost', async () => {
      const ann = await world.customer();
      const watcher = world.watcher();
      const id = await world.bitcoin.pay({ [ann.address]: '0.1' });
      await world.mine(CONFIRMATIONS);
      await watcher.tick();
      const left = await world.bitcoin.leave(CONFIRMATIONS);
      await world.bitcoin.mineOnly();
      await watcher.tick();
      await world.bitcoin.takeBack(left);
      await watcher.tick();
      expect(await world.rows(id)).toMatchObject([{ state: 'confirmed', inclusion: 2 }]);
      expect(world.sink.balances()).toEqual({ [`${ann.id}/${BTC}`]: 10_000_000n });
    });

    test('a double spend: the coins go elsewhere, and nobody is credited', async () => {
      const ann = await world.customer();
      const watcher = world.watcher();
      const [coin] = await world.bitcoin.coins();
      const all = (Number(coin!.coins) - 0.001).toFixed(8);
      const elsewhere = await world.bitcoin.sign([coin!], { [await world.bitcoin.address()]: all });
      const first = await world.bitcoin.send(await world.bitcoin.sign([coin!], { [ann.address]: all }));
      await world.mine(CONFIRMATIONS - 1);
      await watcher.tick();
      expect(await world.rows(first)).toMatchObject([{ state: 'seen' }]);
      await world.bitcoin.leave(CONFIRMATIONS - 1);
      await world.bitcoin.mineOnly(elsewhere);
      await world.mine(CONFIRMATIONS);
      await watcher.tick();
      expect(await world.rows(first)).toMatchObject([{ state: 'reorganised' }]);
      expect(world.sink.calls).toBe(0);
    });
  });

  test('a transaction that was replaced for a higher fee is credited once, as what was mined', async () => {
    const ann = await world.customer();
    const first = await world.bitcoin.payReplaceably(ann.address, '0.1');
    const watcher = world.watcher();
    await watcher.tick();
    const second = await world.bitcoin.raiseFee(first);
    expect(second).not.toBe(first);
    await world.mine(CONFIRMATIONS);
    await watcher.tick();
    expect(await world.rows(first)).toEqual([]);
    expect(await world.rows(second)).toMatchObject([{ state: 'confirmed' }]);
    expect(world.sink.balances()).toEqual({ [`${ann.id}/${BTC}`]: 10_000_000n });
  });

  test('a long backlog is read in several turns without a gap', async () => {
    const ann = await world.customer();
    for (let block = 0; block < 5; block++) {
      await world.bitcoin.pay({ [ann.address]: '0.1' });
      await world.mine();
    }
    await world.mine(CONFIRMATIONS - 1);
    const watcher = world.watcher({ rangeBlocks: 2, rangesPerTick: 2 });
    expect((await watcher.tick()).state).toBe('catching_up');
    expect((await watcher.tick()).state).toBe('following');
    expect(world.sink.balances()).toEqual({ [`${ann.id}/${BTC}`]: 50_000_000n });
  });

  // The last one: from here on the chain has MWEB, where blocks cannot be made out of chosen transactions.
  test('blocks with MWEB are read, coins that go in and come out of it included', async () => {
    const ann = await world.customer();
    await world.bitcoin.beginMweb();
    const paid = await world.bitcoin.pay({ [ann.address]: '0.1' });
    await world.mine(CONFIRMATIONS);
    const watcher = world.watcher();
    expect(await watcher.tick()).toMatchObject({ state: 'following', lastError: null });
    expect(await world.rows(paid)).toMatchObject([{ state: 'confirmed' }]);
  });
});
