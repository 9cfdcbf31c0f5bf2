import type { Hex } from 'viem';
import { describe, expect, it } from 'vitest';
import { mine, reorganise } from '../../chains/testing/anvil.ts';
import type { Unsigned } from '../../chains/testing/evm-signer.ts';
import { decideWithdrawal } from '../testing/withdrawing.ts';
import { CONFIRMATIONS } from './testing/evm-world.ts';
import { Payment, paidOnce, payLater, unpaid, STUCK_MS } from './testing/payment.ts';

const payment = new Payment();
const refused = async (work: Promise<{ body: { code: string | number } }>) => (await work).body.code;

describe('a transaction that gets into no block', () => {
  it('is replaced at a higher fee once it is stuck, and only its replacement pays', async () => {
    const { id } = await payment.world.build('payout');
    const sent = await payment.world.sent(id);
    const replace = () => payment.world.desk.try('POST desk/custody_replace', { batch_id: id });
    expect(await refused(replace())).toBe('batch_not_stuck');
    await payment.wait(STUCK_MS);
    expect(await refused(replace())).toBe(1);
    const replaced = await payment.world.batch(id);
    expect(replaced).toMatchObject({ version: 2, state: 'draft', may_cancel: false });
    expect(Number(replaced.fee_most)).toBeGreaterThan(Number(sent.fee_most));
    // Nothing but the first one is out, and it may still be the one.
    expect(await payment.state()).toBe('sending');
    const again = await payment.world.sent(id);
    const [, second] = again.transactions;
    expect((await payment.world.shown(payment.who)).transaction_id).toBe(second?.transaction_id);
    await paidOnce(payment);
    const { state: ended, transactions } = await payment.world.batch(id);
    expect([ended, transactions.map(one => one.state)]).toEqual(['confirmed', ['replaced', 'confirmed']]);
    expect((await payment.world.shown(payment.who)).transaction_id).toBe(second?.transaction_id);
  });

  it('may be in a block after all while its replacement is with the signer', async () => {
    const { id } = await payment.world.build('payout');
    const sent = await payment.world.sent(id);
    await payment.wait(STUCK_MS);
    await payment.world.desk.call('POST desk/custody_replace', { batch_id: id });
    const file = await payment.world.exported(id);
    await paidOnce(payment);
    expect(await payment.world.batch(id)).toMatchObject({ state: 'confirmed' });
    expect((await payment.world.shown(payment.who)).transaction_id).toBe(
      sent.transactions[0]?.transaction_id,
    );
    // What the signer brings now is of no use.
    const content = JSON.stringify({ signed: await payment.world.signer.sign(file) });
    const late = { batch_id: id, version: 2, content };
    expect(await payment.world.desk.refused('POST desk/custody_signed', late)).toBe('already_decided');
  });

  it('is not replaced while all of it is in blocks that are not final yet', async () => {
    const { id } = await payment.world.build('payout');
    await payment.world.sent(id);
    await payment.wait(STUCK_MS);
    await payment.world.blocks(1);
    expect(await payment.world.batch(id)).toMatchObject({ transactions: [{ state: 'mined' }] });
    expect(await payment.world.desk.refused('POST desk/custody_replace', { batch_id: id })).toBe(
      'batch_not_stuck',
    );
    expect(await payment.world.batch(id)).toMatchObject({ state: 'sent', version: 1 });
    await paidOnce(payment);
    expect(await payment.world.desk.refused('POST desk/custody_replace', { batch_id: id })).toBe(
      'already_decided',
    );
  });

  it('that never reached the node is not sent any more while its replacement is drafted', async () => {
    const { id } = await payment.world.build('payout');
    await payment.world.signed(id);
    payment.world.node.down = true;
    expect((await payment.world.send(id)).state).toBe('broadcasting');
    payment.world.node.down = false;
    await payment.wait(STUCK_MS);
    await payment.world.desk.call('POST desk/custody_replace', { batch_id: id });
    await payment.world.blocks();
    expect(await payment.paid()).toBe(0n);
    const sent = await payment.world.sent(id);
    expect(sent.state).toBe('sent');
    await paidOnce(payment);
    const { transactions } = await payment.world.batch(id);
    expect(transactions.map(one => one.state)).toEqual(['replaced', 'confirmed']);
  });

  it('since its deposit address has no gas left keeps none of the others from being replaced', async () => {
    const { address: poor } = await payment.world.depositor(300);
    const { address: other } = await payment.world.depositor(300);
    await payment.world.sent((await payment.world.build('gas')).id);
    await payment.world.blocks();
    const { id } = await payment.world.build('sweep');
    await payment.world.signed(id);
    const { chain } = payment.world.anvil;
    const value = await chain.getBalance({ address: poor });
    await chain.setBalance({ address: poor, value: 0n });
    await payment.world.send(id);
    await payment.wait(STUCK_MS);
    const replaced = await payment.world.desk.call('POST desk/custody_replace', { batch_id: id });
    expect(replaced).toMatchObject({ state: 'draft', version: 2 });
    expect(replaced.transactions.filter(one => one.version === 2)).toHaveLength(1);
    expect(replaced.contents.map(one => [one.state, one.left_out])).toEqual([
      ['open', false],
      ['open', false],
    ]);
    await payment.world.sent(id);
    await payment.world.blocks();
    expect([await payment.world.tokensOf(poor), await payment.world.tokensOf(other)]).toEqual([
      300_000_000n,
      0n,
    ]);
    await chain.setBalance({ address: poor, value });
    await payment.world.look();
    await payment.world.blocks();
    expect(await payment.world.tokensOf(poor)).toBe(0n);
    expect(await payment.world.batch(id)).toMatchObject({ state: 'confirmed' });
    await payLater(payment);
  });

  it('counts although our own note names its replacement', async () => {
    const { id } = await payment.world.build('payout');
    const first = await payment.world.sent(id);
    const raw = await rawOf(first.transactions[0]?.transaction_id);
    await payment.wait(STUCK_MS);
    await payment.world.desk.call('POST desk/custody_replace', { batch_id: id });
    const second = await payment.world.sent(id);
    await payment.world.anvil.chain.dropTransaction({ hash: second.transactions[1]?.transaction_id as Hex });
    await payment.world.anvil.chain.sendRawTransaction({ serializedTransaction: raw });
    await paidOnce(payment);
    const { transactions } = await payment.world.batch(id);
    expect(transactions.map(one => one.state)).toEqual(['confirmed', 'replaced']);
  });

  it('is sent again when its block is replaced', async () => {
    const { id } = await payment.world.build('payout');
    await payment.world.sent(id);
    await payment.world.blocks(1);
    expect(await payment.world.batch(id)).toMatchObject({ transactions: [{ state: 'mined' }] });
    await reorganise(payment.world.anvil.chain, 1);
    await payment.world.look();
    expect(await payment.world.batch(id)).toMatchObject({ transactions: [{ state: 'sent', fee: null }] });
    expect(await payment.state()).toBe('sending');
    await paidOnce(payment);
  });
});

it('a transaction that the network does not take keeps none of the others of its batch', async () => {
  const [first, second] = ['2', '3'].map(digit => `0x${digit.repeat(38)}ff`);
  await decideWithdrawal(payment.world.desk, payment.withdrawal, 'reject');
  await payment.world.approved(payment.who, first!, '105');
  await payment.world.approved(payment.who, second!, '105');
  const { id } = await payment.world.build('payout');
  const { transactions } = await payment.world.signed(id);
  const refusedId = transactions[0]?.transaction_id;
  let sends = 0;
  payment.world.node.lie = (method, result, [asked]) => {
    if (method === 'eth_sendRawTransaction' && sends++ === 0) return 'refused';
    return method === 'eth_getTransactionByHash' && asked === refusedId ? null : result;
  };
  expect(await payment.world.send(id)).toMatchObject({
    state: 'broadcasting',
    transactions: [{ state: 'broadcasting' }, { state: 'sent' }],
  });
  payment.world.node.lie = (_method, result) => result;
  await payment.world.look();
  await payment.world.blocks();
  expect(await payment.world.batch(id)).toMatchObject({ state: 'confirmed' });
  expect([await payment.world.tokensOf(first!), await payment.world.tokensOf(second!)]).toEqual([
    100_000_000n,
    100_000_000n,
  ]);
});

describe('one of two versions', () => {
  it('counts, and costs, alone, although the other one was in a block that left', async () => {
    const { id } = await payment.world.build('payout');
    const first = await rawOf((await payment.world.sent(id)).transactions[0]?.transaction_id);
    await payment.wait(STUCK_MS);
    await payment.world.desk.call('POST desk/custody_replace', { batch_id: id });
    const hash = (await payment.world.sent(id)).transactions[1]?.transaction_id as Hex;
    const second = await rawOf(hash);
    await payment.world.anvil.chain.dropTransaction({ hash });
    await payment.world.anvil.chain.sendRawTransaction({ serializedTransaction: first });
    await payment.world.blocks(1);
    expect((await payment.world.batch(id)).transactions.map(one => one.state)).toEqual(['mined', 'sent']);
    await reorganise(payment.world.anvil.chain, 1, [{ raw: second, block: 0 }]);
    await payment.world.look();
    const { transactions } = await payment.world.batch(id);
    expect(transactions.map(one => [one.state, one.fee === null])).toEqual([
      ['sent', true],
      ['mined', false],
    ]);
    await paidOnce(payment);
    expect((await payment.world.batch(id)).transactions.map(one => one.state)).toEqual([
      'replaced',
      'confirmed',
    ]);
    await payment.world.look();
    expect((await payment.world.position('ETH')).unexplained).toBe('0');
  });

  it('that is mined while it is asked about is not taken for a foreign one', async () => {
    const { id } = await payment.world.build('payout');
    await payment.world.sent(id);
    await mine(payment.world.anvil.chain, CONFIRMATIONS);
    let asked = 0;
    // As a node that gets its newest blocks between two questions.
    payment.world.node.lie = (method, result) =>
      method === 'eth_getTransactionReceipt' && asked++ === 0 ? null : result;
    await payment.world.server.services.custody.turn();
    expect(asked).toBeGreaterThan(1);
    expect(await payment.world.batch(id)).toMatchObject({
      state: 'confirmed',
      contents: [{ state: 'done' }],
    });
    await paidOnce(payment);
  });
});

describe('a crash', () => {
  it('between the note and the node: the same transactions are sent after the start', async () => {
    const { id } = await payment.world.build('payout');
    await payment.world.signed(id);
    payment.world.node.down = true;
    expect((await payment.world.send(id)).state).toBe('broadcasting');
    const { transaction_id: noted } = await payment.world.shown(payment.who);
    expect(await payment.state()).toBe('sending');
    await payment.world.restart();
    payment.world.node.down = false;
    expect(await payment.paid()).toBe(0n);
    await payment.world.look();
    expect((await payment.world.batch(id)).state).toBe('sent');
    expect(await payment.flags()).not.toContain('payout_doubted');
    await paidOnce(payment);
    expect((await payment.world.shown(payment.who)).transaction_id).toBe(noted);
  });

  it('between the node and the note that it took them: sending again changes nothing', async () => {
    const { id } = await payment.world.build('payout');
    await payment.world.sent(id);
    const { pool } = payment.world.server.database;
    await pool.query(
      `update custody_transactions set state = 'broadcasting', sent_at_ms = null where batch_id = $1`,
      [id],
    );
    await pool.query(`update custody_batches set state = 'broadcasting' where id = $1`, [id]);
    await payment.world.restart();
    await payment.world.look();
    expect((await payment.world.batch(id)).state).toBe('sent');
    await paidOnce(payment);
  });

  it('of the node’s answer: what it has taken counts as sent', async () => {
    const { id } = await payment.world.build('payout');
    await payment.world.signed(id);
    payment.world.node.lie = (method, result) => (method === 'eth_sendRawTransaction' ? 'lost' : result);
    expect((await payment.world.send(id)).state).toBe('sent');
    await paidOnce(payment);
  });
});

describe('a node that is down', () => {
  it('is told, changes nothing, and is made good when it is back', async () => {
    const before = await payment.world.position('USDT');
    payment.world.node.down = true;
    expect(await refused(payment.build())).toBe('chain_unavailable');
    await payment.world.look();
    const { items } = await payment.world.desk.call('GET desk/custody', {});
    expect(items[0]?.failure).toMatch(/failed/);
    expect(items[0]?.failure).not.toContain('secret-key');
    expect(await payment.world.position('USDT')).toEqual(before);
    payment.world.node.down = false;
    await payment.world.look();
    expect((await payment.world.desk.call('GET desk/custody', {})).items[0]?.failure).toBeNull();
    await unpaid(payment);
    await payLater(payment);
  });
});

describe('money that did not move', () => {
  it('since something else has used the nonce: it is approved again, flagged, and in no batch by itself', async () => {
    const { id } = await payment.world.build('payout');
    const file = JSON.parse(await payment.world.exported(id)) as { transactions: Unsigned[] };
    const asked = file.transactions[0]!;
    const own = { ...asked, to: asked.from, value: '0', data: '0x' as Hex };
    await payment.world.anvil.chain.sendRawTransaction({
      serializedTransaction: await payment.world.signer.signOne(own),
    });
    await payment.world.blocks();
    await payment.world.blocks();
    expect(await payment.world.batch(id)).toMatchObject({ state: 'failed', contents: [{ state: 'failed' }] });
    await unpaid(payment);
    expect(await payment.flags()).toContain('payout_doubted');
    expect(await refused(payment.build())).toBe('batch_empty');
    // What the foreign transaction cost is in no note of ours.
    await payment.world.look();
    await payment.world.explainAll();
    await payLater(payment);
  });

  it('since the contract refused it: it is approved again once that is final, and flagged', async () => {
    const { id } = await payment.world.build('payout');
    await payment.world.sent(id);
    const { chain } = payment.world.anvil;
    const code = await chain.getCode({ address: payment.world.token });
    await chain.setCode({ address: payment.world.token, bytecode: '0x60006000fd' });
    await chain.mine({ blocks: 3 });
    await chain.setCode({ address: payment.world.token, bytecode: code! });
    await payment.world.look();
    expect(await payment.world.batch(id)).toMatchObject({
      state: 'failed',
      transactions: [{ state: 'reverted' }],
    });
    await unpaid(payment);
    expect(await payment.flags()).toContain('payout_doubted');
    await payLater(payment);
  });
});

/** The raw transaction, to send again. */
function rawOf(hash: string | null | undefined): Promise<Hex> {
  const request = payment.world.anvil.chain.request as (args: {
    method: string;
    params: readonly unknown[];
  }) => Promise<Hex>;
  return request({ method: 'eth_getRawTransactionByHash', params: [hash] });
}
