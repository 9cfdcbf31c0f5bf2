import { Registry } from 'prom-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BTC, ETH, USDT } from '@tallystick/protocol/currency-ids';
import { SILENT_LOG } from '../database/log.ts';
import { readSettings } from '../config/settings.ts';
import type { ChainSettings } from './chain-settings.ts';
import { Chains } from './chains.ts';
import { ChainWorld, LEDGER_DECIMALS } from './testing/chain-world.ts';
import { NodeProxy } from './testing/node-proxy.ts';
import { reorganise } from './testing/anvil.ts';
import { listTransfers } from './watcher/transfer-list.ts';

const STRANGER = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';

let world: ChainWorld;
let chains: Chains;
beforeAll(async () => {
  world = await ChainWorld.start();
  chains = open({});
});
afterAll(() => world.close());

function open(settings: Partial<ChainSettings>): Chains {
  return new Chains({
    settings: {
      ...readSettings({
        DEPOSIT_RPC_ETH: world.node.url,
        DEPOSIT_CHAIN_ETH: '31337',
        DEPOSIT_CONFIRMATIONS_ETH: '3',
        DEPOSIT_USDT_ETH: world.token,
        DEPOSIT_POLL_MS: '100',
      }),
      ...settings,
    },
    pool: world.database.pool,
    registry: new Registry(),
    log: SILENT_LOG,
    now: world.now,
    ledgerDecimals: currencyId => LEDGER_DECIMALS[currencyId]!,
  });
}

describe('the chains of a server', () => {
  test('name each own address that is a deposit address of a customer', async () => {
    const id = await world.newCustomer();
    const { address } = await chains.addresses.addressFor(id, 'ERC20', USDT);
    expect(await open({ CUSTODY_HOT_ETH: STRANGER }).mistakenAddresses()).toEqual([]);
    const mixed = open({ CUSTODY_HOT_ETH: STRANGER, CUSTODY_COLD_ETH: [STRANGER.toLowerCase(), address] });
    expect(await mixed.mistakenAddresses()).toEqual([
      `The cold address ${address} on ERC20 is a deposit address of a customer`,
    ]);
    expect(await open({ CUSTODY_HOT_ETH: address }).mistakenAddresses()).toEqual([
      `The hot address ${address} on ERC20 is a deposit address of a customer`,
    ]);
  });

  test('credit a deposit with the configured keys and nodes', async () => {
    const watching = chains.watch({ sink: world.sink, minimumMinor: () => 1n });
    expect(watching.health()).toMatchObject([{ network: 'ERC20', state: 'starting' }]);
    const [watcher] = watching.watchers;
    await watcher!.tick();
    const id = await world.newCustomer();
    const { address } = await chains.addresses.addressFor(id, 'ERC20', USDT);
    await world.sendToken(address as `0x${string}`, 7_000_000n);
    await world.mine();
    await watcher!.tick();
    expect(await listTransfers(world.database.pool, id, 10)).toMatchObject([
      { state: 'seen', confirmations: 1, amountMinor: 7_000_000n, confirmedAtMs: null, reason: null },
    ]);
    await world.mine(2);
    const credited = world.sink.next();
    watching.start();
    await credited;
    await watching.stop();
    expect(world.sink.balances()).toEqual({ [`${id}/3`]: 7_000_000n });
    expect(await listTransfers(world.database.pool, id, 10)).toMatchObject([
      { state: 'confirmed', confirmations: 3 },
    ]);
    await reorganise(world.chain, 3);
    await watcher!.tick();
    expect(await listTransfers(world.database.pool, id, 10)).toMatchObject([
      { state: 'reorganised', confirmations: 0 },
    ]);
  });

  test('watch nothing without a node, and leave payouts to people', async () => {
    const alone = open({ DEPOSIT_RPC_ETH: null });
    expect(alone.watch({ sink: world.sink, minimumMinor: () => 1n }).watchers).toEqual([]);
    expect(alone.isWatched('ERC20', USDT)).toBe(false);
    expect([chains.isWatched('ERC20', USDT), chains.isWatched('OMNI', BTC)]).toEqual([true, false]);
    const payout = {
      transactionId: `0x${'ab'.repeat(32)}`,
      address: STRANGER,
      currencyId: ETH,
      amountMinor: 1n,
    };
    expect(await alone.verifyPayout('ERC20', payout)).toEqual({ state: 'unverifiable' });
    expect(await chains.verifyPayout('OMNI', { ...payout, currencyId: BTC })).toEqual({
      state: 'unverifiable',
    });
  });

  test('never use the demo keys in live mode', () => {
    expect(() => open({ MODE: 'live' })).toThrow("live mode needs the operator's own key");
  });

  test('refuse the configured token as a recipient, and use the configured confirmations', () => {
    expect(chains.checkAddress('ERC20', world.token, USDT)).toMatchObject({ code: 'address_is_contract' });
    expect(chains.checkAddress('ERC20', STRANGER, USDT)).toMatchObject({ ok: true });
    expect([chains.confirmations('ERC20'), chains.confirmations('OMNI')]).toEqual([3, 3]);
    expect(open({ DEPOSIT_CONFIRMATIONS_ETH: 50 }).confirmations('ERC20')).toBe(50);
  });
});

describe('a payout', () => {
  const usdt = { address: STRANGER, currencyId: USDT };

  test('of a token: pending, included, confirmed', async () => {
    const transactionId = await world.sendToken(STRANGER, 12_345_678n);
    const payout = { ...usdt, transactionId, amountMinor: 12_345_678n };
    expect(await chains.verifyPayout('ERC20', payout)).toEqual({ state: 'pending' });
    await world.mine();
    expect(await chains.verifyPayout('ERC20', payout)).toEqual({
      state: 'included',
      confirmations: 1,
      logIndexes: [0],
    });
    await world.mine(2);
    const confirmed = { state: 'confirmed', confirmations: 3, logIndexes: [0] };
    expect(await chains.verifyPayout('ERC20', payout)).toEqual(confirmed);
    expect(await chains.verifyPayout('ERC20', { ...payout, address: STRANGER.toLowerCase() })).toEqual(
      confirmed,
    );
  });

  test('of ETH, in the ledger’s decimals', async () => {
    const transactionId = await world.sendEth(STRANGER, '0.5');
    await world.mine(3);
    const payout = { address: STRANGER, currencyId: ETH, transactionId, amountMinor: 50_000_000n };
    expect(await chains.verifyPayout('ERC20', payout)).toMatchObject({
      state: 'confirmed',
      logIndexes: [-1],
    });
    expect(await chains.verifyPayout('ERC20', { ...payout, amountMinor: 50_000_001n })).toEqual({
      state: 'different',
      paid: [{ address: STRANGER.toLowerCase(), currencyId: ETH, amount: 5n * 10n ** 17n, decimals: 18 }],
    });
  });

  test('one of many in a transaction, with its index', async () => {
    const to = [STRANGER, world.payer, STRANGER, STRANGER];
    const transactionId = await world.callToken('payMany', [to, [5n, 5n, 5n, 6n]]);
    await world.mine();
    const payout = { ...usdt, transactionId, amountMinor: 5n };
    expect(await chains.verifyPayout('ERC20', payout)).toMatchObject({ logIndexes: [0, 2] });
  });

  test('a transaction that pays something else is different', async () => {
    const wrongAmount = await world.sendToken(STRANGER, 999n);
    const wrongAddress = await world.sendToken(world.anvil.accounts[3]!, 1000n);
    const wrongToken = await world.sendToken(STRANGER, 1000n, world.spam);
    const coin = await world.sendEth(STRANGER, '0.000000000000001');
    const inside = await world.callToken('payCoin', [STRANGER], world.token, 1000n);
    const failed = await world.callToken('failAfterPaying', [STRANGER, 1000n]);
    await world.mine(3);
    const check = (transactionId: string) =>
      chains.verifyPayout('ERC20', { ...usdt, transactionId, amountMinor: 1000n });
    expect(await check(wrongAmount)).toMatchObject({
      state: 'different',
      paid: [{ amount: 999n, decimals: 6 }],
    });
    expect(await check(wrongAddress)).toMatchObject({
      paid: [{ address: world.anvil.accounts[3]!.toLowerCase() }],
    });
    expect(await check(wrongToken)).toEqual({ state: 'different', paid: [] });
    expect(await check(coin)).toMatchObject({
      state: 'different',
      paid: [{ currencyId: ETH, amount: 1000n }],
    });
    // The transaction calls a contract, and no receipt says what the contract passes on.
    expect(await check(inside)).toMatchObject({
      paid: [{ address: world.token.toLowerCase(), amount: 1000n }],
    });
    expect(await check(failed)).toEqual({ state: 'failed' });
    expect(await check(`0x${'ab'.repeat(32)}`)).toEqual({ state: 'unknown' });
  });

  test('whose block was just replaced is pending again', async () => {
    const transactionId = await world.sendToken(STRANGER, 77n);
    await world.mine();
    const payout = { ...usdt, transactionId, amountMinor: 77n };
    world.node.lie = (method, result) =>
      method === 'eth_getBlockByNumber' ? { ...(result as object), hash: `0x${'ab'.repeat(32)}` } : result;
    expect(await chains.verifyPayout('ERC20', payout)).toEqual({ state: 'pending' });
    world.node.lie = (_method, result) => result;
    expect(await chains.verifyPayout('ERC20', payout)).toMatchObject({ state: 'included' });
  });

  test('is not judged by an unreachable node, one on another chain, or an answer about another transaction', async () => {
    const transactionId = await world.sendToken(STRANGER, 88n);
    await world.mine();
    const payout = { ...usdt, transactionId, amountMinor: 88n };
    const node = await NodeProxy.start(world.anvil.url);
    const other = open({ DEPOSIT_RPC_ETH: [node.url] });
    node.lie = (method, result) => (method === 'eth_chainId' ? '0x1' : result);
    await expect(other.verifyPayout('ERC20', payout)).rejects.toThrow('not on chain 31337');
    node.lie = (method, result) =>
      method === 'eth_getTransactionByHash'
        ? { ...(result as object), hash: `0x${'ab'.repeat(32)}` }
        : result;
    await expect(other.verifyPayout('ERC20', payout)).rejects.toThrow('asked for');
    node.down = true;
    await expect(other.verifyPayout('ERC20', payout)).rejects.toThrow('eth_chainId failed');
    await node.close();
  });
});
