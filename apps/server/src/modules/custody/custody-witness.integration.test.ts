import { describe, expect, it } from 'vitest';
import type { Hex } from 'viem';
import { mine } from '../../chains/testing/anvil.ts';
import { BatchedPayouts } from '../withdrawal/batched.ts';
import { BatchFollower } from './follower.ts';
import { CONFIRMATIONS } from './testing/evm-world.ts';
import { Payment, STUCK_MS } from './testing/payment.ts';

/** Neither node says anything else than the chain. */
const truth = (_method: string, result: unknown) => result;

const payment = new Payment({ isWitnessed: true });

/** A first node that says of every transaction that it was reverted. */
const reverted = (method: string, result: unknown) =>
  method === 'eth_getTransactionReceipt' && result !== null
    ? { ...(result as object), status: '0x0', logs: [] }
    : result;

/** The payment was made, its batch still waits, and nobody can pay it again. */
async function kept(id: number): Promise<void> {
  expect(await payment.world.tokensOf(payment.outside)).toBe(100_000_000n);
  const batch = await payment.world.batch(id);
  expect(batch.contents).toMatchObject([{ state: 'open' }]);
  expect(await payment.state()).toBe('sending');
  expect(await payment.flags()).not.toContain('payout_doubted');
  const again = { network: 'ERC20' as const, kind: 'payout' as const, withdrawal_ids: [payment.withdrawal] };
  expect(await payment.world.desk.refused('POST desk/custody_build', again)).toBe('batch_open');
}

async function paidOnce(id: number): Promise<void> {
  await payment.world.look();
  expect(await payment.state()).toBe('passed');
  expect(await payment.world.batch(id)).toMatchObject({ state: 'confirmed', doubt: null });
  expect(await payment.world.tokensOf(payment.outside)).toBe(100_000_000n);
}

/** The hot key is used elsewhere: what has the batch's nonce is not ours. */
async function takeNonce(id: number): Promise<void> {
  const file = JSON.parse(await payment.world.exported(id)) as { transactions: { nonce: number }[] };
  const [first] = file.transactions as Parameters<typeof payment.world.signer.signOne>[0][];
  const own = { ...first!, to: payment.world.signer.hot.address, value: '0', data: '0x' as Hex };
  await payment.world.anvil.chain.sendRawTransaction({
    serializedTransaction: await payment.world.signer.signOne(own),
  });
}

describe('a first node that lies', () => {
  it('with "reverted" gives nothing back while a witness has it paid', async () => {
    const { id } = await payment.world.build('payout');
    await payment.world.sent(id);
    payment.world.node.lie = reverted;
    await payment.world.blocks();
    expect((await payment.world.batch(id)).doubt).toMatch(/^witness 1 says that 0x\w+ was not reverted$/);
    await kept(id);
    payment.world.node.lie = truth;
    await paidOnce(id);
  });

  it('with a nonce that something else has taken gives nothing back either', async () => {
    const { id } = await payment.world.build('payout');
    const [sent] = (await payment.world.sent(id)).transactions;
    payment.world.node.lie = (method, result, [asked]) =>
      method.startsWith('eth_getTransaction') && asked === sent?.transaction_id ? null : result;
    await payment.world.blocks();
    await payment.world.look();
    expect((await payment.world.batch(id)).doubt).toMatch(
      /^witness 1 has 0x\w+ in a block, which the node does not$/,
    );
    await kept(id);
    payment.world.node.lie = truth;
    await paidOnce(id);
  });

  it('with another version than the chain has gives back nothing of what that one left out', async () => {
    const { id, contents } = await payment.world.build('payout');
    const [first] = (await payment.world.sent(id)).transactions;
    await payment.wait(STUCK_MS);
    await payment.world.desk.call('POST desk/custody_replace', {
      batch_id: id,
      leave_out: [contents[0]!.id],
    });
    const { transactions } = await payment.world.signed(id);
    const second = transactions[1]?.transaction_id;
    const request = payment.world.anvil.chain.request as (call: object) => Promise<object | null>;
    // The first one gets into a block; the node shows it under the other's name.
    payment.world.node.lie = async (method, result, [asked]) => {
      if (asked === first?.transaction_id) return null;
      if (asked !== second || !method.startsWith('eth_getTransaction')) return result;
      const real = await request({ method, params: [first?.transaction_id] });
      return real && { ...real, hash: second, transactionHash: second };
    };
    await payment.world.blocks();
    expect((await payment.world.batch(id)).doubt).toMatch(
      /^witness 1 has 0x\w+ in a block, which the node does not$/,
    );
    await kept(id);
    payment.world.node.lie = truth;
    await paidOnce(id);
  });
});

it('says once on the log that nodes say different things, and that one is silent', async () => {
  const { id } = await payment.world.build('payout');
  await payment.world.sent(id);
  await mine(payment.world.anvil.chain, CONFIRMATIONS);
  const { pool, vault, exchange, hold } = payment.world.server.services;
  const logged: string[] = [];
  const now = () => payment.world.server.clock.nowMs;
  const follower = new BatchFollower({
    pool,
    vault,
    hold,
    now,
    chains: payment.world.server.chains.custody,
    payouts: new BatchedPayouts({ pool, vault, exchange, now }),
    confirmations: () => CONFIRMATIONS,
    log: { warn: () => logged.push('warn'), error: () => logged.push('error') },
  });
  payment.world.node.lie = reverted;
  for (let turn = 0; turn < 3; turn++) await follower.followAll();
  expect(logged).toEqual(['error']);
  payment.world.witness!.down = true;
  for (let turn = 0; turn < 3; turn++) await follower.followAll();
  expect(logged).toEqual(['error', 'warn']);
  payment.world.witness!.down = false;
  payment.world.node.lie = truth;
  await payment.world.look();
  await paidOnce(id);
});

describe('what really was not paid', () => {
  it('is given back only when the silent witness says so, too', async () => {
    const { id } = await payment.world.build('payout');
    await takeNonce(id);
    await payment.world.blocks(1);
    payment.world.witness!.down = true;
    await payment.world.blocks();
    await payment.world.blocks();
    const waiting = await payment.world.batch(id);
    expect(waiting).toMatchObject({ state: 'exported', contents: [{ state: 'open' }] });
    expect(waiting.doubt).toMatch(/^witness 1 cannot be asked: /);
    expect(waiting.doubt).not.toContain('secret-key');
    payment.world.witness!.down = false;
    await payment.world.look();
    expect(await payment.world.batch(id)).toMatchObject({
      state: 'failed',
      contents: [{ state: 'failed' }],
      doubt: null,
    });
    expect(await payment.state()).toBe('approved');
    expect(await payment.flags()).toContain('payout_doubted');
    // What the foreign transaction cost is in no note of ours.
    await payment.world.look();
    await payment.world.explainAll();
  });

  it('waits while a witness has not seen it as deep', async () => {
    const { id } = await payment.world.build('payout');
    await payment.world.sent(id);
    const { chain } = payment.world.anvil;
    const code = await chain.getCode({ address: payment.world.token });
    await chain.setCode({ address: payment.world.token, bytecode: '0x60006000fd' });
    await chain.mine({ blocks: 3 });
    await chain.setCode({ address: payment.world.token, bytecode: code! });
    payment.world.witness!.lie = (method, result) => (method === 'eth_getTransactionReceipt' ? null : result);
    await payment.world.look();
    expect((await payment.world.batch(id)).doubt).toMatch(
      /^witness 1 does not have 0x\w+ for good: pending$/,
    );
    expect(await payment.state()).toBe('sending');
    payment.world.witness!.lie = truth;
    await payment.world.look();
    expect(await payment.world.batch(id)).toMatchObject({
      state: 'failed',
      transactions: [{ state: 'reverted' }],
    });
    expect(await payment.state()).toBe('approved');
    expect(await payment.flags()).toContain('payout_doubted');
  });
});
