import { Registry } from 'prom-client';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { BNB, ETH } from '@tallystick/protocol/currency-ids';
import { readSettings } from '../../config/settings.ts';
import { SILENT_LOG } from '../../database/log.ts';
import { Chains } from '../chains.ts';
import { reorganise } from '../testing/anvil.ts';
import { CONFIRMATIONS, ChainWorld, LEDGER_DECIMALS } from '../testing/chain-world.ts';
import { NodeProxy, type Lie } from '../testing/node-proxy.ts';

const STRANGER = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';

let world: ChainWorld;
let chains: Chains;
beforeAll(async () => {
  world = await ChainWorld.start('bnb');
  chains = new Chains({
    settings: readSettings({
      DEPOSIT_RPC_BSC: world.node.url,
      DEPOSIT_CONFIRMATIONS_BSC: String(CONFIRMATIONS),
      DEPOSIT_OWN_BSC: world.anvil.accounts[1]!,
    }),
    pool: world.database.pool,
    registry: new Registry(),
    log: SILENT_LOG,
    now: world.now,
    ledgerDecimals: currencyId => LEDGER_DECIMALS[currencyId]!,
  });
  await world.watcher().tick();
});
afterAll(() => world.close());
beforeEach(() => world.settle());

const key = (hash: string): string => `deposit:BEP20:${hash}:-1`;

/** No block of the last ones is final: validators have not voted. */
const withoutVotes: Lie = (method, result, [block]) =>
  method === 'eth_getBlockByNumber' && block === 'finalized'
    ? { ...(result as object), number: '0x1' }
    : result;

describe('BNB', () => {
  test('is seen at once, credited once with its confirmations, and taken back with its block', async () => {
    const ann = await world.customer();
    const watcher = world.watcher();
    const hash = await world.sendEth(ann.address, '1.234567891');
    await world.mine();
    await watcher.tick();
    expect(await world.rows(hash)).toMatchObject([
      { log_index: -1, state: 'seen', currency_id: BNB, amount: '1234567891000000000' },
    ]);
    await world.mine(CONFIRMATIONS - 1);
    expect(await watcher.tick()).toMatchObject({ network: 'BEP20', state: 'following', doubted: 0 });
    await watcher.tick();
    await world.watcher().tick();
    expect(world.sink.history).toEqual([`+${key(hash)}`]);
    expect(world.sink.balances()).toEqual({ [`${ann.id}/${BNB}`]: 123_456_789n });
    await reorganise(world.chain, CONFIRMATIONS);
    await world.mine();
    await world.watcher().tick();
    expect(world.sink.history).toEqual([`+${key(hash)}`, `-${key(hash)}`]);
    expect(world.sink.balances()).toEqual({ [`${ann.id}/${BNB}`]: 0n });
    expect(await world.rows(hash)).toMatchObject([{ state: 'reorganised' }]);
  });

  test('waits while its block is not final, by the word of any node, however deep it lies', async () => {
    const ann = await world.customer();
    await world.sendEth(ann.address, '1');
    await world.mine(5 * CONFIRMATIONS);
    world.node.lie = withoutVotes;
    expect(await world.watcher().tick()).toMatchObject({ state: 'following', doubted: 1 });
    world.node.lie = (_method, result) => result;
    const witness = await NodeProxy.start(world.anvil.url);
    witness.lie = withoutVotes;
    const watcher = world.watcher({ witnesses: [witness.url] });
    expect(await watcher.tick()).toMatchObject({ state: 'following', doubted: 1 });
    expect(world.sink.calls).toBe(0);
    witness.lie = (_method, result) => result;
    expect(await watcher.tick()).toMatchObject({ state: 'following', doubted: 0 });
    await witness.close();
    expect(world.sink.balances()).toEqual({ [`${ann.id}/${BNB}`]: 100_000_000n });
  });

  test('that arrives at an address given out for Ethereum alone is credited, too', async () => {
    const id = await world.newCustomer();
    const { address } = await world.addresses.addressFor(id, 'ERC20', ETH);
    await world.sendEth(address as `0x${string}`, '2');
    await world.mine(CONFIRMATIONS);
    await world.watcher().tick();
    expect(world.sink.balances()).toEqual({ [`${id}/${BNB}`]: 200_000_000n });
  });
});

describe('the chains of a server', () => {
  test('watch BNB with its node, by its confirmations and the operator’s addresses there', async () => {
    expect([chains.isWatched('BEP20', BNB), chains.isWatched('ERC20', ETH)]).toEqual([true, false]);
    expect([chains.confirmations('BEP20'), chains.confirmations('ERC20')]).toEqual([CONFIRMATIONS, 32]);
    const [watcher, ...others] = chains.watch({ sink: world.sink, minimumMinor: () => 1n }).watchers;
    expect(others).toEqual([]);
    const ann = await world.customer();
    await world.sendEth(ann.address, '3');
    const own = await world.sendEth(ann.address, '1', world.anvil.accounts[1]!);
    await world.mine(CONFIRMATIONS);
    expect(await watcher!.tick()).toMatchObject({ network: 'BEP20', state: 'following' });
    expect(world.sink.balances()).toEqual({ [`${ann.id}/${BNB}`]: 300_000_000n });
    expect(await world.rows(own)).toMatchObject([{ state: 'ignored', reason: 'own_transfer' }]);
  });

  test('refuse a node of Ethereum', async () => {
    world.node.lie = (method, result) => (method === 'eth_chainId' ? '0x1' : result);
    const health = await world.watcher().tick();
    expect(health).toMatchObject({ state: 'failing', lastError: 'the node is on chain 1, configured is 56' });
  });
});

test('a payout of BNB is checked, and confirmed once its block is final', async () => {
  const transactionId = await world.sendEth(STRANGER, '0.5');
  const payout = { address: STRANGER, currencyId: BNB, transactionId, amountMinor: 50_000_000n };
  expect(await chains.verifyPayout('BEP20', payout)).toEqual({ state: 'pending' });
  await world.mine();
  expect(await chains.verifyPayout('BEP20', payout)).toEqual({
    state: 'included',
    confirmations: 1,
    logIndexes: [-1],
  });
  await world.mine(CONFIRMATIONS - 1);
  world.node.lie = withoutVotes;
  expect(await chains.verifyPayout('BEP20', payout)).toMatchObject({ state: 'included' });
  world.node.lie = (_method, result) => result;
  expect(await chains.verifyPayout('BEP20', payout)).toMatchObject({
    state: 'confirmed',
    confirmations: CONFIRMATIONS,
  });
  expect(await chains.verifyPayout('BEP20', { ...payout, amountMinor: 50_000_001n })).toEqual({
    state: 'different',
    paid: [{ address: STRANGER.toLowerCase(), currencyId: BNB, amount: 5n * 10n ** 17n, decimals: 18 }],
  });
  expect(await chains.verifyPayout('ERC20', { ...payout, currencyId: ETH })).toEqual({
    state: 'unverifiable',
  });
});
