import type { Address, Hex } from 'viem';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { mine, reorganise, startAnvil, type Anvil } from '../../chains/testing/anvil.ts';
import { deployToken, TOKEN_ABI } from '../../chains/testing/token.ts';
import type { ChainWatcher } from '../../chains/watcher/chain-watcher.ts';
import { minimumOfDeposits } from '../deposit/minimum.ts';
import { samplePicture, uploadPicture } from '../../testing/sample-pictures.ts';
import { TestDesk } from '../../testing/test-desk.ts';
import { freshKey, TestServer, type TestCustomer } from '../../testing/test-server.ts';
import { spotBalance, sumsToZero } from '../testing/ledger.ts';
import { decideWithdrawal, saveAddress, withdraw, withdrawer } from '../testing/withdrawing.ts';

/** A test Ethereum node with a token configured as USDT. */
let anvil: Anvil;
let token: Address;
let payer: Address;
let server: TestServer;
let watcher: ChainWatcher;
let desk: TestDesk;
let customer: TestCustomer;
let address: Address;
let names = 0;

const OUTSIDE = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';

beforeAll(async () => {
  anvil = await startAnvil();
  payer = anvil.accounts[0]!;
  token = await deployToken(anvil.chain, payer);
  server = await TestServer.start({
    chains: { DEPOSIT_RPC_ETH: [anvil.url], DEPOSIT_CHAIN_ETH: 31_337, DEPOSIT_USDT_ETH: token },
  });
  const { settings, money } = server.services;
  const minimumMinor = minimumOfDeposits({ settings, exchange: server.engine.exchange });
  watcher = server.chains.watch({ sink: money.sink, minimumMinor }).watchers[0]!;
  await watcher.tick();
});
afterAll(async () => {
  await server.close();
  await anvil.stop();
});
beforeEach(async () => {
  desk = await TestDesk.open(server, 'accountant', `ann${++names}`);
  customer = await server.customer();
  address = await addressOf(customer);
});
afterEach(() => sumsToZero(server));

async function addressOf(who: TestCustomer): Promise<Address> {
  const input = { currency_id: 3, network: 'ERC20' } as const;
  const shown = await server.call('POST wallet/get_in_address', input, { token: who.token });
  expect(shown.networks.find(one => one.network === 'ERC20')?.automatic).toBe(true);
  return shown.address?.address as Address;
}

/** Sent, not mined. @param units of 6 decimals. */
function pay(to: string, units: bigint): Promise<Hex> {
  const call = { abi: TOKEN_ABI, address: token, functionName: 'transfer', args: [to as Address, units] };
  return anvil.chain.writeContract({ ...call, account: payer, gas: 500_000n, chain: null } as never);
}

async function confirm(blocks = 3): Promise<void> {
  await mine(anvil.chain, blocks);
  await watcher.tick();
}

const log = (who = customer) => server.call('GET charge_mention/log2', {}, { token: who.token });
const balance = async (who = customer, currencyId = 3) => (await spotBalance(server, who, currencyId))[0];

async function announce(who: TestCustomer, transaction: string, amount = '50') {
  const picture = await uploadPicture(server, who.token, 'voucher', await samplePicture(++names + 500));
  return server.try(
    'POST wallet/charge_req',
    {
      currency_id: 3,
      network: 'ERC20',
      amount,
      picture_id: picture.picture_id,
      transaction_id: transaction,
    },
    { token: who.token, key: freshKey() },
  );
}

async function announced(who: TestCustomer, transaction: string, amount?: string): Promise<number> {
  const { body } = await announce(who, transaction, amount);
  if (body.type !== 'ok') throw new Error(`refused: ${body.code}`);
  return body.data.deposit.deposit_id;
}

const approve = async (id: number, transaction: string) =>
  (
    await desk.try('POST desk/queue_decide', {
      queue: 'deposit',
      id,
      action: 'approve',
      inputs: { transaction_id: transaction },
    })
  ).body.code;
const flagsOf = async (id: number) =>
  (await desk.call('GET desk/queue_item', { queue: 'deposit', id })).item.flags;

describe('a transfer', () => {
  it('is shown while it confirms, and credited once however often it is reported', async () => {
    const transaction = await pay(address, 25_500_000n);
    await confirm(1);
    expect(await log()).toMatchObject({
      items: [],
      arriving: [
        {
          transaction_id: transaction,
          amount: '25.5',
          state: 'confirming',
          confirmations: 1,
          confirmations_needed: 3,
        },
      ],
    });
    expect(await balance()).toBe('0');
    await confirm(2);
    await Promise.all([watcher.tick(), watcher.tick()]);
    await watcher.tick();
    expect(await log()).toMatchObject({
      items: [{ channel: 'chain', state: 'passed', amount: '25.5', transaction_id: transaction }],
      arriving: [],
    });
    expect(await balance()).toBe('25.5');
  });

  it('of ETH is truncated to the ledger’s decimals', async () => {
    await anvil.chain.sendTransaction({
      account: payer,
      to: address,
      value: 123_456_789_012_345_678n,
      gas: 100_000n,
    });
    await confirm();
    expect(await balance(customer, 2)).toBe('0.12345678');
  });

  it('below the minimum is shown as such and never credited', async () => {
    await pay(address, 9_999_999n);
    await confirm();
    expect(await log()).toMatchObject({
      items: [],
      arriving: [{ state: 'below_minimum', amount: '9.999999' }],
    });
    expect(await balance()).toBe('0');
  });

  it('that leaves the chain is taken back, owed if it was spent, and credited when it returns', async () => {
    const transaction = await pay(address, 100_000_000n);
    const raw = await rawOf(transaction);
    await confirm();
    expect(await balance()).toBe('100');
    const spend = { from: 'spot', to: 'trust', currency_id: 3, amount: '30' } as const;
    await server.call('POST wallet/change', spend, { token: customer.token, key: freshKey() });
    await reorganise(anvil.chain, 3);
    await watcher.tick();
    expect(await balance()).toBe('0');
    const [deposit] = (await log()).items;
    expect(deposit).toMatchObject({ state: 'reversed', transaction_id: transaction });
    expect(await flagsOf(deposit?.deposit_id ?? 0)).toEqual(['reorganised']);
    const news = await server.call('POST news/list', {}, { token: customer.token, lang: 'en' });
    expect(news.items[0]?.title).toBe('Deposit taken back: 100 USDT');
    await sumsToZero(server);
    await anvil.chain.sendRawTransaction({ serializedTransaction: raw });
    await confirm();
    // 30 were spent while the transfer was gone: the new credit repays them first.
    expect(await balance()).toBe('70');
    expect((await log()).items.map(item => item.state)).toEqual(['passed', 'reversed']);
  });
});

describe('a voucher for a transfer the watcher sees', () => {
  it('is refused once the transfer was credited', async () => {
    const transaction = await pay(address, 50_000_000n);
    await confirm();
    expect((await announce(customer, transaction)).body.code).toBe('voucher_reused');
    expect(await balance()).toBe('50');
  });

  it('becomes the transfer’s deposit if it waits; operators cannot approve it and need not', async () => {
    const transaction = await pay(address, 51_000_000n);
    const id = await announced(customer, transaction);
    await confirm(1);
    expect(await approve(id, transaction)).toBe('transaction_confirming');
    await confirm(2);
    expect(await approve(id, transaction)).toBe('already_decided');
    expect((await log()).items).toMatchObject([{ deposit_id: id, state: 'passed', amount: '51' }]);
    expect(await flagsOf(id)).toEqual(['amount_differs']);
    expect(await balance()).toBe('51');
  });

  it('approved before the watcher knew the transfer is not paid again', async () => {
    const transaction = await pay(address, 50_000_000n);
    const id = await announced(customer, transaction);
    expect(await approve(id, transaction)).toBe(1);
    await confirm();
    expect(await balance()).toBe('50');
    expect((await log()).items).toMatchObject([{ deposit_id: id, state: 'passed' }]);
    expect(await flagsOf(id)).toEqual(['transaction_credited']);
  });

  it('approved for another amount leaves the transfer to the operators', async () => {
    const transaction = await pay(address, 60_000_000n);
    const id = await announced(customer, transaction);
    expect(await approve(id, transaction)).toBe(1);
    await confirm();
    expect(await balance()).toBe('50');
    const waiting = await desk.call('GET desk/queue', { queue: 'deposit', customer_id: customer.id });
    expect(waiting.items).toMatchObject([{ amount: '60', flags: ['transaction_credited', 'two_people'] }]);
  });

  it('of a stranger is flagged, and does not keep the owner from the money', async () => {
    const thief = await server.customer();
    const transaction = await pay(address, 50_000_000n);
    const early = await announced(thief, transaction);
    expect(await approve(early, transaction)).toBe(1);
    await confirm();
    expect(await balance()).toBe('50');
    expect(await flagsOf(early)).toEqual(['transaction_credited']);
    const other = await server.customer();
    const late = await announced(other, transaction);
    expect(await flagsOf(late)).toEqual(['duplicate_transaction', 'foreign_transaction']);
    expect(await approve(late, transaction)).toBe('transaction_used');
    expect(await balance(other)).toBe('0');
  });
});

describe('a payout', () => {
  it('must pay the exact amount, and leaves the books once it is confirmed', async () => {
    const owner = await withdrawer(server, 1_000);
    const { address_id } = await saveAddress(server, owner, { network: 'ERC20', address: OUTSIDE });
    const asked = await withdraw(server, owner, { address_id, amount: '105' });
    const { withdrawal_id: id } = asked;
    await decideWithdrawal(desk, id, 'approve');
    expect(await decideWithdrawal(desk, id, 'send', 'ab'.repeat(32))).toBe('transaction_not_found');
    const short = await pay(OUTSIDE, 99_999_999n);
    const wrong = await pay(payer, 100_000_000n);
    await confirm();
    expect(await decideWithdrawal(desk, id, 'send', short)).toBe('transaction_differs');
    expect(await decideWithdrawal(desk, id, 'send', wrong)).toBe('transaction_differs');
    const transaction = await pay(OUTSIDE, 100_000_000n);
    expect(await decideWithdrawal(desk, id, 'send', transaction)).toBe(1);
    const state = async () =>
      (await server.call('GET charge_mention/log3', {}, { token: owner.token })).items[0]?.state;
    expect(await state()).toBe('sending');
    await confirm(1);
    await server.services.money.followPayouts();
    expect(await state()).toBe('sending');
    expect(await spotBalance(server, owner)).toEqual(['895', '105']);
    await confirm(2);
    await server.services.money.followPayouts();
    expect(await state()).toBe('passed');
    expect(await spotBalance(server, owner)).toEqual(['895', '0']);
    // The same payment cannot settle another withdrawal.
    const again = await withdraw(server, owner, { address_id, amount: '105' });
    await decideWithdrawal(desk, again.withdrawal_id, 'approve');
    expect(await decideWithdrawal(desk, again.withdrawal_id, 'send', transaction)).toBe('transaction_used');
  });

  it('that vanishes keeps its money frozen and is flagged; another transaction may be named', async () => {
    const owner = await withdrawer(server, 1_000);
    const { address_id } = await saveAddress(server, owner, { network: 'ERC20', address: OUTSIDE });
    const { withdrawal_id: id } = await withdraw(server, owner, { address_id, amount: '205' });
    await decideWithdrawal(desk, id, 'approve');
    const lost = await pay(OUTSIDE, 200_000_000n);
    expect(await decideWithdrawal(desk, id, 'send', lost)).toBe(1);
    await anvil.chain.dropTransaction({ hash: lost });
    await server.services.money.followPayouts();
    const detail = await desk.call('GET desk/queue_item', { queue: 'withdrawal', id });
    expect(detail.item).toMatchObject({
      state: 'sending',
      flags: ['shared_address', 'new_address', 'payout_doubted'],
    });
    expect(await spotBalance(server, owner)).toEqual(['795', '205']);
    const transaction = await pay(OUTSIDE, 200_000_000n);
    await confirm();
    expect(await decideWithdrawal(desk, id, 'send', transaction)).toBe(1);
    expect(await spotBalance(server, owner)).toEqual(['795', '0']);
  });
});

/** The raw transaction, to send again after a reorganisation. */
async function rawOf(hash: Hex): Promise<Hex> {
  const request = anvil.chain.request as (args: {
    method: string;
    params: readonly unknown[];
  }) => Promise<Hex>;
  return request({ method: 'eth_getRawTransactionByHash', params: [hash] });
}
