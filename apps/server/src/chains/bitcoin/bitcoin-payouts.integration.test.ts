import { Registry } from 'prom-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BTC, USDT } from '@tallystick/protocol/currency-ids';
import { readSettings } from '../../config/settings.ts';
import { SILENT_LOG } from '../../database/log.ts';
import { Chains } from '../chains.ts';
import type { Payout } from '../payouts.ts';
import { BITCOIN_DECIMALS, BitcoinWorld } from '../testing/bitcoin-world.ts';
import { findLitecoind } from '../testing/litecoind.ts';
import { CONFIRMATIONS } from '../testing/watched-world.ts';

const found = await findLitecoind();
const skipped = 'missing' in found ? ` (skipped: ${found.missing})` : '';
const UNKNOWN = 'ab'.repeat(32);

describe.skipIf(skipped !== '')(`a server with a Bitcoin node${skipped}`, () => {
  let world: BitcoinWorld;
  let chains: Chains;
  let stranger: string;
  beforeAll(async () => {
    world = await BitcoinWorld.start();
    chains = open();
    stranger = await world.bitcoin.address();
  });
  afterAll(() => world?.close());

  function open(settings: Record<string, string> = {}): Chains {
    return new Chains({
      settings: readSettings({
        DEPOSIT_RPC_BTC: world.node.url,
        DEPOSIT_NETWORK_BTC: 'litecoin-regtest',
        ...settings,
      }),
      pool: world.database.pool,
      registry: new Registry(),
      log: SILENT_LOG,
      now: world.now,
      ledgerDecimals: currencyId => BITCOIN_DECIMALS[currencyId]!,
    });
  }

  const check = (transactionId: string, amountMinor: bigint, changed: Partial<Payout> = {}) =>
    chains.verifyPayout('OMNI', {
      transactionId,
      address: stranger,
      currencyId: BTC,
      amountMinor,
      ...changed,
    });

  test('credits BTC by itself, at an address of the chain it is on; USDT takes a voucher', async () => {
    expect([chains.isWatched('OMNI', BTC), chains.isWatched('OMNI', USDT)]).toEqual([true, false]);
    expect([chains.isWatched('ERC20', USDT), chains.confirmations('OMNI')]).toEqual([false, 3]);
    expect(open({ DEPOSIT_CONFIRMATIONS_BTC: '6' }).confirmations('OMNI')).toBe(6);
    const watching = chains.watch({ sink: world.sink, minimumMinor: () => 1n });
    const [watcher] = watching.watchers;
    expect(watching.health()).toMatchObject([{ network: 'OMNI', state: 'starting' }]);
    await watcher!.tick();
    const id = await world.newCustomer();
    const { address } = await chains.addresses.addressFor(id, 'OMNI', BTC);
    expect(chains.checkAddress('OMNI', address, BTC)).toMatchObject({ ok: true, kind: 'p2wpkh' });
    expect(await chains.addresses.ownerOf('OMNI', address.toUpperCase())).toBe(id);
    await world.bitcoin.pay({ [address]: '0.25' });
    await world.mine(CONFIRMATIONS);
    await watcher!.tick();
    expect(world.sink.balances()).toEqual({ [`${id}/${BTC}`]: 25_000_000n });
  });

  test('own addresses are of the chain it is on', () => {
    expect(() => open({ DEPOSIT_OWN_BTC: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4' })).toThrow(
      'is of another network',
    );
    expect(() => open({ DEPOSIT_OWN_BTC: stranger })).not.toThrow();
  });

  test('a payout: pending, included, confirmed', async () => {
    const id = await world.bitcoin.pay({ [stranger]: '0.12345678' });
    expect(await check(id, 12_345_678n)).toEqual({ state: 'pending', logIndexes: [expect.any(Number)] });
    await world.mine();
    expect(await check(id, 12_345_678n)).toMatchObject({ state: 'included', confirmations: 1 });
    await world.mine(2);
    expect(await check(id, 12_345_678n)).toMatchObject({
      state: 'confirmed',
      confirmations: 3,
      logIndexes: [expect.any(Number)],
    });
  });

  test('one transaction pays several, each in its own place', async () => {
    const others = [await world.bitcoin.address('legacy'), await world.bitcoin.address('p2sh-segwit')];
    const id = await world.bitcoin.pay({ [stranger]: '0.1', [others[0]!]: '0.1', [others[1]!]: '0.2' });
    await world.mine();
    const places = await Promise.all([
      check(id, 10_000_000n),
      check(id, 10_000_000n, { address: others[0]! }),
      check(id, 20_000_000n, { address: others[1]! }),
    ]);
    const indexes = places.map(one => (one.state === 'included' ? one.logIndexes : []));
    expect(indexes.map(one => one.length)).toEqual([1, 1, 1]);
    expect(new Set(indexes.flat()).size).toBe(3);
  });

  test('another amount or address is different, in a block or not', async () => {
    const id = await world.bitcoin.pay({ [stranger]: '0.1' });
    const paid = expect.arrayContaining([
      { address: stranger, currencyId: BTC, amount: 10_000_000n, decimals: 8 },
    ]);
    expect(await check(id, 10_000_001n)).toEqual({ state: 'different', paid });
    await world.mine();
    expect(await check(id, 9_999_999n)).toEqual({ state: 'different', paid });
    expect(await check(id, 10_000_000n, { address: await world.bitcoin.address() })).toMatchObject({ paid });
  });

  test('what nobody knows is unknown, and so is what was replaced', async () => {
    expect(await check(UNKNOWN, 1n)).toEqual({ state: 'unknown' });
    const first = await world.bitcoin.payReplaceably(stranger, '0.1');
    expect(await check(first, 10_000_000n)).toMatchObject({ state: 'pending' });
    const second = await world.bitcoin.raiseFee(first);
    expect(await check(first, 10_000_000n)).toEqual({ state: 'unknown' });
    await world.mine();
    expect(await check(first, 10_000_000n)).toEqual({ state: 'unknown' });
    expect(await check(second, 10_000_000n)).toMatchObject({ state: 'included' });
  });

  test('a block that was left counts no more, and a conflicting one makes it unknown', async () => {
    const [coin] = await world.bitcoin.coins();
    const all = (Number(coin!.coins) - 0.001).toFixed(8);
    const elsewhere = await world.bitcoin.sign([coin!], { [await world.bitcoin.address()]: all });
    const id = await world.bitcoin.send(await world.bitcoin.sign([coin!], { [stranger]: all }));
    const amount = BigInt(all.replace('.', ''));
    await world.mine();
    expect(await check(id, amount)).toMatchObject({ state: 'included' });
    await world.bitcoin.leave(1);
    expect(await check(id, amount)).toMatchObject({ state: 'pending' });
    await world.bitcoin.mineOnly(elsewhere);
    expect(await check(id, amount)).toEqual({ state: 'unknown' });
  });

  test('a node without an index of transactions, or one that is away, judges nothing', async () => {
    const id = await world.bitcoin.pay({ [stranger]: '0.1' });
    await world.mine();
    world.node.replaceError = (method, message) =>
      method === 'getrawtransaction'
        ? 'No such mempool transaction. Use -txindex or provide a block hash to enable blockchain transaction queries.'
        : message;
    await expect(check(UNKNOWN, 1n)).rejects.toThrow('Use -txindex');
    world.node.replaceError = (_method, message) => message;
    world.node.lie = (method, result) =>
      method === 'getrawtransaction'
        ? { ...(result as { hex: string }), hex: (result as { hex: string }).hex.replace('809698', '819698') }
        : result;
    await expect(check(id, 10_000_000n)).rejects.toThrow('asked for the transaction');
    world.node.lie = (_method, result) => result;
    world.node.down = true;
    await expect(check(id, 10_000_000n)).rejects.toThrow('failed: status 503');
    world.node.down = false;
  });

  test('Omni tokens are left to people', async () => {
    expect(await check(UNKNOWN, 1n, { currencyId: USDT })).toEqual({ state: 'unverifiable' });
  });
});
