import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { BNB, ETH, USDT } from '@tallystick/protocol/currency-ids';
import { reorganise } from '../../chains/testing/anvil.ts';
import type { Unsigned } from '../../chains/testing/evm-signer.ts';
import type { Lie } from '../../chains/testing/node-proxy.ts';
import { spotBalance, sumsToZero } from '../testing/ledger.ts';
import { decideWithdrawal } from '../testing/withdrawing.ts';
import { CONFIRMATIONS, EvmWorld } from './testing/evm-world.ts';

/** Real address of an unknown owner. */
const OUTSIDE = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359';

/** Addresses that the tests put code to. */
let contracts = 40;
let bnb: EvmWorld;
/** Beside it, with the same hot address, and so for each customer the same deposit address. */
let ethereum: EvmWorld;
beforeAll(async () => {
  [bnb, ethereum] = (await EvmWorld.startAll(['bnb', 'ethereum'])) as [EvmWorld, EvmWorld];
  for (const world of [bnb, ethereum]) {
    await world.payEther(world.signer.hot.address, '2');
    await world.blocks();
    await world.blocks(1);
  }
  await bnb.explainAll();
});
afterAll(async () => {
  await bnb.close();
  await ethereum.close();
});
afterEach(async () => {
  bnb.node.lie = (_method, result) => result;
  await bnb.look();
  await ethereum.look();
  await sumsToZero(bnb.server);
  await bnb.agrees();
});

const balanceAt = (world: EvmWorld, address: string) =>
  world.anvil.chain.getBalance({ address: address as `0x${string}` });
const nonceOf = (world: EvmWorld, address: string) =>
  world.anvil.chain.getTransactionCount({ address: address as `0x${string}` });

/** No block of the last ones is final: validators have not voted. */
const withoutVotes: Lie = (method, result, [block]) =>
  method === 'eth_getBlockByNumber' && block === 'finalized'
    ? { ...(result as object), number: '0x1' }
    : result;

describe('BNB', () => {
  it('is swept and paid out again, and chain and ledger agree all the way', async () => {
    const { who, address } = await bnb.depositor(5);
    expect(await spotBalance(bnb.server, who, BNB)).toEqual(['5', '0']);
    expect(await bnb.position('BNB')).toMatchObject({ ledger: '5', deposits: '5', unexplained: '0' });
    const plan = await bnb.desk.call('GET desk/custody_plan', { network: 'BEP20' });
    expect(plan.sweeps).toMatchObject([{ address, currency: 'BNB', amount: '5', to: 'hot' }]);
    expect(plan.sweeps[0]?.gas_short).toBeNull();
    const sweep = await bnb.build('sweep');
    await bnb.sent(sweep.id);
    await bnb.blocks();
    expect(await bnb.batch(sweep.id)).toMatchObject({ state: 'confirmed' });
    expect(await balanceAt(bnb, address)).toBe(0n);
    expect(await bnb.position('BNB')).toMatchObject({ deposits: '0', unexplained: '0' });
    const before = await balanceAt(bnb, OUTSIDE);
    const id = await bnb.approved(who, OUTSIDE, '1.5');
    const batch = await bnb.build('payout');
    expect(batch.contents).toMatchObject([{ withdrawal_id: id, recipient: OUTSIDE, amount: '1.499' }]);
    expect(JSON.parse(await bnb.exported(batch.id))).toMatchObject({
      format: 'tallystick-unsigned-evm-1',
      network: 'BEP20',
      chain_id: 56,
      transactions: [{ chain_id: 56, value: '1499000000000000000', data: '0x' }],
    });
    await bnb.sent(batch.id);
    await bnb.blocks(1);
    expect(await bnb.shown(who)).toMatchObject({ state: 'sending' });
    expect((await bnb.position('BNB')).unexplained).toBe('0');
    await bnb.blocks(CONFIRMATIONS - 1);
    expect(await bnb.shown(who)).toMatchObject({ state: 'passed' });
    expect(await bnb.batch(batch.id)).toMatchObject({ state: 'confirmed', contents: [{ state: 'done' }] });
    expect((await balanceAt(bnb, OUTSIDE)) - before).toBe(1_499_000_000_000_000_000n);
    expect(await spotBalance(bnb.server, who, BNB)).toEqual(['3.5', '0']);
    await bnb.look();
    expect(await bnb.position('BNB')).toMatchObject({ unexplained: '0' });
  });

  it('whose block is replaced after it was credited is taken back', async () => {
    const { who } = await bnb.depositor(3);
    expect(await spotBalance(bnb.server, who, BNB)).toEqual(['3', '0']);
    await reorganise(bnb.anvil.chain, CONFIRMATIONS);
    await bnb.blocks(1);
    expect(await spotBalance(bnb.server, who, BNB)).toEqual(['0', '0']);
    expect((await bnb.position('BNB')).unexplained).toBe('0');
  });

  it('that was paid out waits for its block to be final', async () => {
    const { who } = await bnb.depositor(2);
    await bnb.approved(who, OUTSIDE, '1');
    const { id } = await bnb.build('payout');
    await bnb.sent(id);
    bnb.node.lie = withoutVotes;
    await bnb.blocks(4 * CONFIRMATIONS);
    expect(await bnb.shown(who)).toMatchObject({ state: 'sending' });
    expect(await bnb.batch(id)).toMatchObject({ state: 'sent', transactions: [{ state: 'mined' }] });
    bnb.node.lie = (_method, result) => result;
    await bnb.look();
    expect(await bnb.shown(who)).toMatchObject({ state: 'passed' });
    expect(await bnb.batch(id)).toMatchObject({ state: 'confirmed' });
  });

  it('is given back only once what took its nonce is final', async () => {
    const { who } = await bnb.depositor(2);
    const id = await bnb.approved(who, OUTSIDE, '1');
    const batch = await bnb.build('payout');
    const { transactions } = JSON.parse(await bnb.exported(batch.id)) as { transactions: [Unsigned] };
    await bnb.signed(batch.id);
    const [asked] = transactions;
    const other = await bnb.signer.signOne({ ...asked, to: asked.from, value: '0' });
    await bnb.anvil.chain.sendRawTransaction({ serializedTransaction: other });
    bnb.node.lie = withoutVotes;
    await bnb.blocks(4 * CONFIRMATIONS);
    expect(await bnb.batch(batch.id)).toMatchObject({ state: 'signed', contents: [{ state: 'open' }] });
    bnb.node.lie = (_method, result) => result;
    await bnb.look();
    expect(await bnb.batch(batch.id)).toMatchObject({ state: 'failed', contents: [{ state: 'failed' }] });
    expect(await bnb.shown(who)).toMatchObject({ state: 'approved' });
    const again = await bnb.build('payout', [id]);
    await bnb.sent(again.id);
    await bnb.blocks();
    expect(await bnb.shown(who)).toMatchObject({ state: 'passed' });
    // What the other one has cost is in no note of ours.
    await bnb.blocks(1);
    await bnb.explainAll();
  });

  it('signed for Ethereum is refused', async () => {
    const { who } = await bnb.depositor(2);
    await bnb.approved(who, OUTSIDE, '1');
    const { id } = await bnb.build('payout');
    const elsewhere = () => ({ chain_id: ethereum.anvil.chainId });
    const refused = await bnb.upload(id, await bnb.signer.sign(await bnb.exported(id), elsewhere));
    expect(refused.deviations.map(one => one.code)).toEqual(['chain']);
    await bnb.sent(id);
    await bnb.blocks();
    expect(await bnb.batch(id)).toMatchObject({ state: 'confirmed' });
  });
});

describe('one address on two chains', () => {
  it('is credited on each for itself, and swept with the nonces of each', async () => {
    const { who, address } = await bnb.depositor(4);
    expect(await ethereum.addressOf(who)).toBe(address);
    await ethereum.payEther(address, '1');
    await ethereum.blocks();
    expect(await spotBalance(bnb.server, who, BNB)).toEqual(['4', '0']);
    expect(await spotBalance(bnb.server, who, ETH)).toEqual(['1', '0']);
    const before = await ethereum.position('ETH');
    // Both are under way at once, from the same address.
    const [onBnb, onEthereum] = [await bnb.build('sweep'), await ethereum.build('sweep')];
    for (const [world, batch] of [
      [bnb, onBnb],
      [ethereum, onEthereum],
    ] as const) {
      const { sweeps } = await world.desk.call('GET desk/custody_plan', { network: world.network });
      expect(sweeps.find(one => one.address === address)).toMatchObject({ in_batch: true });
      await world.signed(batch.id);
    }
    await bnb.send(onBnb.id);
    await bnb.blocks();
    // One chain's transaction is none of the other's: the other's waits, and its money is still there.
    expect([await nonceOf(bnb, address), await nonceOf(ethereum, address)]).toEqual([1, 0]);
    expect(await bnb.batch(onBnb.id)).toMatchObject({ state: 'confirmed' });
    await ethereum.look();
    expect(await ethereum.batch(onEthereum.id)).toMatchObject({ state: 'signed' });
    expect(await ethereum.position('ETH')).toMatchObject({ deposits: before.deposits, unexplained: '0' });
    await ethereum.send(onEthereum.id);
    await ethereum.blocks();
    expect(await ethereum.batch(onEthereum.id)).toMatchObject({ state: 'confirmed' });
    expect([await nonceOf(bnb, address), await nonceOf(ethereum, address)]).toEqual([1, 1]);
    expect(await bnb.position('BNB')).toMatchObject({ unexplained: '0' });
    expect(await ethereum.position('ETH')).toMatchObject({ unexplained: '0' });
  });

  it('gives payouts of both at once, each with the next nonce of its chain', async () => {
    const { who } = await bnb.depositor(4);
    const { who: other } = await ethereum.depositor(500);
    await ethereum.sweep();
    const { address: hot } = bnb.signer.hot;
    const nonces = [await nonceOf(bnb, hot), await nonceOf(ethereum, hot)];
    expect(nonces[0]).not.toBe(nonces[1]);
    await bnb.approved(who, OUTSIDE, '1');
    await ethereum.approved(other, OUTSIDE, '105');
    const batches = [await bnb.build('payout'), await ethereum.build('payout')] as const;
    const planned = await Promise.all(
      [bnb.exported(batches[0].id), ethereum.exported(batches[1].id)].map(async file => {
        const { transactions } = JSON.parse(await file) as {
          transactions: { nonce: number; chain_id: number }[];
        };
        return transactions.map(({ nonce, chain_id }) => [chain_id, nonce]);
      }),
    );
    expect(planned).toEqual([[[56, nonces[0]]], [[ethereum.anvil.chainId, nonces[1]]]]);
    await ethereum.sent(batches[1].id);
    await bnb.sent(batches[0].id);
    await bnb.blocks();
    await ethereum.blocks();
    expect((await bnb.shown(who)).state).toBe('passed');
    expect((await ethereum.shown(other)).state).toBe('passed');
  });

  it('is ours and observed on both, whichever it was given out for', async () => {
    const { who, address } = await ethereum.depositor(100);
    const { addresses } = bnb.server.chains;
    expect(await addresses.isOurs('BEP20', address)).toBe(true);
    await bnb.payEther(address, '2');
    await bnb.blocks();
    expect(await spotBalance(bnb.server, who, BNB)).toEqual(['2', '0']);
    expect(await bnb.addressOf(who)).toBe(address);
    const { rows } = await bnb.server.database.pool.query(
      `select network, currency_id, amount from custody_balances
        where address_key = $1 and amount > 0 order by network`,
      [address.toLowerCase()],
    );
    expect(rows).toEqual([
      { network: 'BEP20', currency_id: BNB, amount: '2000000000000000000' },
      { network: 'ERC20', currency_id: USDT, amount: '100000000' },
    ]);
  });
});

describe('a payout of BNB', () => {
  it.each([
    ['has no end', '0x5b600056'],
    ['uses what is no instruction', '0xfe'],
    ['refuses it', '0x5f5ffd'],
    // Twenty thousand turns.
    ['takes half a million gas', '0x614e205b60019003806003570000'],
  ] as const)(
    'to a contract that %s is left out and flagged, and keeps nobody else waiting',
    async (_what, bytecode) => {
      const { who } = await bnb.depositor(3);
      const { id: sweep } = await bnb.build('sweep');
      await bnb.sent(sweep);
      await bnb.blocks();
      const contract = `0x${String(++contracts).padStart(2, '0').repeat(20)}` as const;
      await bnb.anvil.chain.setCode({ address: contract, bytecode });
      const bad = await bnb.approved(who, contract, '1');
      const good = await bnb.approved(who, OUTSIDE, '1');
      const batch = await bnb.build('payout');
      expect(batch.contents.map(one => one.withdrawal_id)).toEqual([good]);
      const { item } = await bnb.desk.call('GET desk/queue_item', { queue: 'withdrawal', id: bad });
      expect(item.flags).toContain('payout_doubted');
      await bnb.sent(batch.id);
      await bnb.blocks();
      await decideWithdrawal(bnb.desk, bad, 'reject');
      expect(await spotBalance(bnb.server, who, BNB)).toEqual(['2', '0']);
    },
  );
});

it('tokens of which the hot address has too few are a case of too few, and nothing that people must look at', async () => {
  const { who } = await ethereum.depositor(1_000);
  const id = await ethereum.approved(who, OUTSIDE, '505');
  const build = { network: 'ERC20', kind: 'payout' } as const;
  expect(await ethereum.desk.refused('POST desk/custody_build', build)).toBe('hot_wallet_short');
  const { item } = await ethereum.desk.call('GET desk/queue_item', { queue: 'withdrawal', id });
  expect(item.flags).not.toContain('payout_doubted');
});
