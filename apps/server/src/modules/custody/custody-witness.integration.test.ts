import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Hex } from 'viem';
import { mine } from '../../chains/testing/anvil.ts';
import type { NodeProxy } from '../../chains/testing/node-proxy.ts';
import { TestDesk } from '../../testing/test-desk.ts';
import type { TestCustomer } from '../../testing/test-server.ts';
import { sumsToZero } from '../testing/ledger.ts';
import { BatchedPayouts } from '../withdrawal/batched.ts';
import { BatchFollower } from './follower.ts';
import { CONFIRMATIONS, EvmWorld } from './testing/evm-world.ts';

const STUCK_MS = 30 * 60_000;
/** Neither node says anything else than the chain. */
const truth = (_method: string, result: unknown) => result;

let world: EvmWorld;
let witness: NodeProxy;
let who: TestCustomer;
let outside: string;
let places = 0;
let withdrawal: number;

beforeAll(async () => {
  world = await EvmWorld.start('ethereum', true);
  witness = world.witness!;
  await world.payEther(world.signer.hot.address, '3');
  await world.blocks();
  await world.blocks(1);
  await world.explainAll();
});
afterAll(() => world.close());
beforeEach(async () => {
  outside = `0x${(++places).toString(16).padStart(2, '0').repeat(20)}`;
  ({ who } = await world.depositor(1_000));
  await world.sweep();
  withdrawal = await world.approved(who, outside, '105');
});
afterEach(async () => {
  witness.down = false;
  world.node.lie = witness.lie = truth;
  await world.look();
  await sumsToZero(world.server);
});

const state = async () => (await world.shown(who)).state;
const flags = async () =>
  (await world.desk.call('GET desk/queue_item', { queue: 'withdrawal', id: withdrawal })).item.flags;

/** A first node that says of every transaction that it was reverted. */
const reverted = (method: string, result: unknown) =>
  method === 'eth_getTransactionReceipt' && result !== null
    ? { ...(result as object), status: '0x0', logs: [] }
    : result;

/** The payment was made, its batch still waits, and nobody can pay it again. */
async function kept(id: number): Promise<void> {
  expect(await world.tokensOf(outside)).toBe(100_000_000n);
  const batch = await world.batch(id);
  expect(batch.contents).toMatchObject([{ state: 'open' }]);
  expect(await state()).toBe('sending');
  expect(await flags()).not.toContain('payout_doubted');
  const again = { network: 'ERC20' as const, kind: 'payout' as const, withdrawal_ids: [withdrawal] };
  expect(await world.desk.refused('POST desk/custody_build', again)).toBe('batch_open');
}

async function paidOnce(id: number): Promise<void> {
  await world.look();
  expect(await state()).toBe('passed');
  expect(await world.batch(id)).toMatchObject({ state: 'confirmed', doubt: null });
  expect(await world.tokensOf(outside)).toBe(100_000_000n);
}

/** The hot key is used elsewhere: what has the batch's nonce is not ours. */
async function takeNonce(id: number): Promise<void> {
  const file = JSON.parse(await world.exported(id)) as { transactions: { nonce: number }[] };
  const [first] = file.transactions as Parameters<typeof world.signer.signOne>[0][];
  const own = { ...first!, to: world.signer.hot.address, value: '0', data: '0x' as Hex };
  await world.anvil.chain.sendRawTransaction({ serializedTransaction: await world.signer.signOne(own) });
}

describe('a first node that lies', () => {
  it('with "reverted" gives nothing back while a witness has it paid', async () => {
    const { id } = await world.build('payout');
    await world.sent(id);
    world.node.lie = reverted;
    await world.blocks();
    expect((await world.batch(id)).doubt).toMatch(/^witness 1 says that 0x\w+ was not reverted$/);
    await kept(id);
    world.node.lie = truth;
    await paidOnce(id);
  });

  it('with a nonce that something else has taken gives nothing back either', async () => {
    const { id } = await world.build('payout');
    const [sent] = (await world.sent(id)).transactions;
    world.node.lie = (method, result, [asked]) =>
      method.startsWith('eth_getTransaction') && asked === sent?.transaction_id ? null : result;
    await world.blocks();
    await world.look();
    expect((await world.batch(id)).doubt).toMatch(
      /^witness 1 has 0x\w+ in a block, which the node does not$/,
    );
    await kept(id);
    world.node.lie = truth;
    await paidOnce(id);
  });

  it('with another version than the chain has gives back nothing of what that one left out', async () => {
    const { id, contents } = await world.build('payout');
    const [first] = (await world.sent(id)).transactions;
    await TestDesk.wait(world.server, STUCK_MS);
    await world.desk.call('POST desk/custody_replace', { batch_id: id, leave_out: [contents[0]!.id] });
    const { transactions } = await world.signed(id);
    const second = transactions[1]?.transaction_id;
    const request = world.anvil.chain.request as (call: object) => Promise<object | null>;
    // The first one gets into a block; the node shows it under the other's name.
    world.node.lie = async (method, result, [asked]) => {
      if (asked === first?.transaction_id) return null;
      if (asked !== second || !method.startsWith('eth_getTransaction')) return result;
      const real = await request({ method, params: [first?.transaction_id] });
      return real && { ...real, hash: second, transactionHash: second };
    };
    await world.blocks();
    expect((await world.batch(id)).doubt).toMatch(
      /^witness 1 has 0x\w+ in a block, which the node does not$/,
    );
    await kept(id);
    world.node.lie = truth;
    await paidOnce(id);
  });
});

it('says once on the log that nodes say different things, and that one is silent', async () => {
  const { id } = await world.build('payout');
  await world.sent(id);
  await mine(world.anvil.chain, CONFIRMATIONS);
  const { pool, vault, exchange, hold } = world.server.services;
  const logged: string[] = [];
  const now = () => world.server.clock.nowMs;
  const follower = new BatchFollower({
    pool,
    vault,
    hold,
    now,
    chains: world.server.chains.custody,
    payouts: new BatchedPayouts({ pool, vault, exchange, now }),
    confirmations: () => CONFIRMATIONS,
    log: { warn: () => logged.push('warn'), error: () => logged.push('error') },
  });
  world.node.lie = reverted;
  for (let turn = 0; turn < 3; turn++) await follower.followAll();
  expect(logged).toEqual(['error']);
  witness.down = true;
  for (let turn = 0; turn < 3; turn++) await follower.followAll();
  expect(logged).toEqual(['error', 'warn']);
  witness.down = false;
  world.node.lie = truth;
  await world.look();
  await paidOnce(id);
});

describe('what really was not paid', () => {
  it('is given back only when the silent witness says so, too', async () => {
    const { id } = await world.build('payout');
    await takeNonce(id);
    await world.blocks(1);
    witness.down = true;
    await world.blocks();
    await world.blocks();
    const waiting = await world.batch(id);
    expect(waiting).toMatchObject({ state: 'exported', contents: [{ state: 'open' }] });
    expect(waiting.doubt).toMatch(/^witness 1 cannot be asked: /);
    expect(waiting.doubt).not.toContain('secret-key');
    witness.down = false;
    await world.look();
    expect(await world.batch(id)).toMatchObject({
      state: 'failed',
      contents: [{ state: 'failed' }],
      doubt: null,
    });
    expect(await state()).toBe('approved');
    expect(await flags()).toContain('payout_doubted');
  });

  it('waits while a witness has not seen it as deep', async () => {
    const { id } = await world.build('payout');
    await world.sent(id);
    const { chain } = world.anvil;
    const code = await chain.getCode({ address: world.token });
    await chain.setCode({ address: world.token, bytecode: '0x60006000fd' });
    await chain.mine({ blocks: 3 });
    await chain.setCode({ address: world.token, bytecode: code! });
    witness.lie = (method, result) => (method === 'eth_getTransactionReceipt' ? null : result);
    await world.look();
    expect((await world.batch(id)).doubt).toMatch(/^witness 1 does not have 0x\w+ for good: pending$/);
    expect(await state()).toBe('sending');
    witness.lie = truth;
    await world.look();
    expect(await world.batch(id)).toMatchObject({ state: 'failed', transactions: [{ state: 'reverted' }] });
    expect(await state()).toBe('approved');
    expect(await flags()).toContain('payout_doubted');
  });
});
