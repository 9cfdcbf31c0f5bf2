import type { Hex } from 'viem';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { mine, reorganise } from '../../chains/testing/anvil.ts';
import type { Unsigned } from '../../chains/testing/evm-signer.ts';
import { TestDesk } from '../../testing/test-desk.ts';
import type { TestCustomer } from '../../testing/test-server.ts';
import { spotBalance, sumsToZero } from '../testing/ledger.ts';
import { changeSetting } from '../testing/setting.ts';
import { decideWithdrawal } from '../testing/withdrawing.ts';
import { CONFIRMATIONS, EvmWorld } from './testing/evm-world.ts';

const MINUTE_MS = 60_000;
const STUCK_MS = 30 * MINUTE_MS;
/** Customers who are prepared together: arrivals, gas and sweeps take longer than most of the tests. */
const TOGETHER = 16;

let world: EvmWorld;
/** Customers with 1000, swept, whom no test has had. */
let fresh: TestCustomer[] = [];
let who: TestCustomer;
/** Where the customer's withdrawal of 105 goes, 5 of it the fee: paid once, never twice. */
let outside: string;
let places = 0;
let withdrawal: number;

beforeAll(async () => {
  world = await EvmWorld.start();
  await world.payEther(world.signer.hot.address, '3');
  await world.blocks();
  await world.blocks(1);
  await world.explainAll();
});
afterAll(() => world.close());
beforeEach(async () => {
  outside = `0x${(++places).toString(16).padStart(2, '0').repeat(20)}`;
  who = await nextCustomer();
  withdrawal = await world.approved(who, outside, '105');
});
afterEach(async () => {
  world.node.down = false;
  world.node.lie = (_method, result) => result;
  await world.look();
  await world.look();
  await sumsToZero(world.server);
  await world.agrees();
});

async function nextCustomer(): Promise<TestCustomer> {
  if (fresh.length === 0) {
    fresh = (await world.depositors(TOGETHER, 1_000)).map(depositor => depositor.who);
    await world.sweep();
  }
  return fresh.pop()!;
}

const paid = () => world.tokensOf(outside);
const state = async () => (await world.shown(who)).state;
const flags = async () =>
  (await world.desk.call('GET desk/queue_item', { queue: 'withdrawal', id: withdrawal })).item.flags;
const wait = (byMs: number) => TestDesk.wait(world.server, byMs);
const build = () => world.desk.try('POST desk/custody_build', { network: 'ERC20', kind: 'payout' });
const refused = async (work: Promise<{ body: { code: string | number } }>) => (await work).body.code;

/** The withdrawal was paid, once, and its money has left the books. */
async function paidOnce(): Promise<void> {
  await world.blocks();
  expect(await paid()).toBe(100_000_000n);
  expect(await state()).toBe('passed');
  expect(await spotBalance(world.server, who)).toEqual(['895', '0']);
}

/** It waits to be paid, as if nothing had been tried. */
async function unpaid(): Promise<void> {
  expect(await paid()).toBe(0n);
  expect(await state()).toBe('approved');
  expect(await spotBalance(world.server, who)).toEqual(['895', '105']);
}

async function payLater(): Promise<void> {
  const { id } = await world.build('payout', [withdrawal]);
  await world.sent(id);
  await paidOnce();
}

describe('a transaction that gets into no block', () => {
  it('is replaced at a higher fee once it is stuck, and only its replacement pays', async () => {
    const { id } = await world.build('payout');
    const sent = await world.sent(id);
    const replace = () => world.desk.try('POST desk/custody_replace', { batch_id: id });
    expect(await refused(replace())).toBe('batch_not_stuck');
    await wait(STUCK_MS);
    expect(await refused(replace())).toBe(1);
    const replaced = await world.batch(id);
    expect(replaced).toMatchObject({ version: 2, state: 'draft', may_cancel: false });
    expect(Number(replaced.fee_most)).toBeGreaterThan(Number(sent.fee_most));
    // Nothing but the first one is out, and it may still be the one.
    expect(await state()).toBe('sending');
    const again = await world.sent(id);
    const [, second] = again.transactions;
    expect((await world.shown(who)).transaction_id).toBe(second?.transaction_id);
    await paidOnce();
    const { state: ended, transactions } = await world.batch(id);
    expect([ended, transactions.map(one => one.state)]).toEqual(['confirmed', ['replaced', 'confirmed']]);
    expect((await world.shown(who)).transaction_id).toBe(second?.transaction_id);
  });

  it('may be in a block after all while its replacement is with the signer', async () => {
    const { id } = await world.build('payout');
    const sent = await world.sent(id);
    await wait(STUCK_MS);
    await world.desk.call('POST desk/custody_replace', { batch_id: id });
    const file = await world.exported(id);
    await paidOnce();
    expect(await world.batch(id)).toMatchObject({ state: 'confirmed' });
    expect((await world.shown(who)).transaction_id).toBe(sent.transactions[0]?.transaction_id);
    // What the signer brings now is of no use.
    const content = JSON.stringify({ signed: await world.signer.sign(file) });
    const late = { batch_id: id, version: 2, content };
    expect(await world.desk.refused('POST desk/custody_signed', late)).toBe('already_decided');
  });

  it('is not replaced while all of it is in blocks that are not final yet', async () => {
    const { id } = await world.build('payout');
    await world.sent(id);
    await wait(STUCK_MS);
    await world.blocks(1);
    expect(await world.batch(id)).toMatchObject({ transactions: [{ state: 'mined' }] });
    expect(await world.desk.refused('POST desk/custody_replace', { batch_id: id })).toBe('batch_not_stuck');
    expect(await world.batch(id)).toMatchObject({ state: 'sent', version: 1 });
    await paidOnce();
    expect(await world.desk.refused('POST desk/custody_replace', { batch_id: id })).toBe('already_decided');
  });

  it('that never reached the node is not sent any more while its replacement is drafted', async () => {
    const { id } = await world.build('payout');
    await world.signed(id);
    world.node.down = true;
    expect((await world.send(id)).state).toBe('broadcasting');
    world.node.down = false;
    await wait(STUCK_MS);
    await world.desk.call('POST desk/custody_replace', { batch_id: id });
    await world.blocks();
    expect(await paid()).toBe(0n);
    const sent = await world.sent(id);
    expect(sent.state).toBe('sent');
    await paidOnce();
    const { transactions } = await world.batch(id);
    expect(transactions.map(one => one.state)).toEqual(['replaced', 'confirmed']);
  });

  it('since its deposit address has no gas left keeps none of the others from being replaced', async () => {
    const { address: poor } = await world.depositor(300);
    const { address: other } = await world.depositor(300);
    await world.sent((await world.build('gas')).id);
    await world.blocks();
    const { id } = await world.build('sweep');
    await world.signed(id);
    const { chain } = world.anvil;
    const value = await chain.getBalance({ address: poor });
    await chain.setBalance({ address: poor, value: 0n });
    await world.send(id);
    await wait(STUCK_MS);
    const replaced = await world.desk.call('POST desk/custody_replace', { batch_id: id });
    expect(replaced).toMatchObject({ state: 'draft', version: 2 });
    expect(replaced.transactions.filter(one => one.version === 2)).toHaveLength(1);
    expect(replaced.contents.map(one => [one.state, one.left_out])).toEqual([
      ['open', false],
      ['open', false],
    ]);
    await world.sent(id);
    await world.blocks();
    expect([await world.tokensOf(poor), await world.tokensOf(other)]).toEqual([300_000_000n, 0n]);
    await chain.setBalance({ address: poor, value });
    await world.look();
    await world.blocks();
    expect(await world.tokensOf(poor)).toBe(0n);
    expect(await world.batch(id)).toMatchObject({ state: 'confirmed' });
    await payLater();
  });

  it('counts although our own note names its replacement', async () => {
    const { id } = await world.build('payout');
    const first = await world.sent(id);
    const raw = await rawOf(first.transactions[0]?.transaction_id);
    await wait(STUCK_MS);
    await world.desk.call('POST desk/custody_replace', { batch_id: id });
    const second = await world.sent(id);
    await world.anvil.chain.dropTransaction({ hash: second.transactions[1]?.transaction_id as Hex });
    await world.anvil.chain.sendRawTransaction({ serializedTransaction: raw });
    await paidOnce();
    const { transactions } = await world.batch(id);
    expect(transactions.map(one => one.state)).toEqual(['confirmed', 'replaced']);
  });

  it('is sent again when its block is replaced', async () => {
    const { id } = await world.build('payout');
    await world.sent(id);
    await world.blocks(1);
    expect(await world.batch(id)).toMatchObject({ transactions: [{ state: 'mined' }] });
    await reorganise(world.anvil.chain, 1);
    await world.look();
    expect(await world.batch(id)).toMatchObject({ transactions: [{ state: 'sent', fee: null }] });
    expect(await state()).toBe('sending');
    await paidOnce();
  });
});

it('a transaction that the network does not take keeps none of the others of its batch', async () => {
  const [first, second] = ['2', '3'].map(
    digit => `0x${digit.repeat(38)}${String(++places).padStart(2, '0')}`,
  );
  await decideWithdrawal(world.desk, withdrawal, 'reject');
  await world.approved(who, first!, '105');
  await world.approved(who, second!, '105');
  const { id } = await world.build('payout');
  const { transactions } = await world.signed(id);
  const refusedId = transactions[0]?.transaction_id;
  let sends = 0;
  world.node.lie = (method, result, [asked]) => {
    if (method === 'eth_sendRawTransaction' && sends++ === 0) return 'refused';
    return method === 'eth_getTransactionByHash' && asked === refusedId ? null : result;
  };
  expect(await world.send(id)).toMatchObject({
    state: 'broadcasting',
    transactions: [{ state: 'broadcasting' }, { state: 'sent' }],
  });
  world.node.lie = (_method, result) => result;
  await world.look();
  await world.blocks();
  expect(await world.batch(id)).toMatchObject({ state: 'confirmed' });
  expect([await world.tokensOf(first!), await world.tokensOf(second!)]).toEqual([100_000_000n, 100_000_000n]);
});

describe('one of two versions', () => {
  it('counts, and costs, alone, although the other one was in a block that left', async () => {
    const { id } = await world.build('payout');
    const first = await rawOf((await world.sent(id)).transactions[0]?.transaction_id);
    await wait(STUCK_MS);
    await world.desk.call('POST desk/custody_replace', { batch_id: id });
    const hash = (await world.sent(id)).transactions[1]?.transaction_id as Hex;
    const second = await rawOf(hash);
    await world.anvil.chain.dropTransaction({ hash });
    await world.anvil.chain.sendRawTransaction({ serializedTransaction: first });
    await world.blocks(1);
    expect((await world.batch(id)).transactions.map(one => one.state)).toEqual(['mined', 'sent']);
    await reorganise(world.anvil.chain, 1, [{ raw: second, block: 0 }]);
    await world.look();
    const { transactions } = await world.batch(id);
    expect(transactions.map(one => [one.state, one.fee === null])).toEqual([
      ['sent', true],
      ['mined', false],
    ]);
    await paidOnce();
    expect((await world.batch(id)).transactions.map(one => one.state)).toEqual(['replaced', 'confirmed']);
    await world.look();
    expect((await world.position('ETH')).unexplained).toBe('0');
  });

  it('that is mined while it is asked about is not taken for a foreign one', async () => {
    const { id } = await world.build('payout');
    await world.sent(id);
    await mine(world.anvil.chain, CONFIRMATIONS);
    let asked = 0;
    // As a node that gets its newest blocks between two questions.
    world.node.lie = (method, result) =>
      method === 'eth_getTransactionReceipt' && asked++ === 0 ? null : result;
    await world.server.services.custody.turn();
    expect(asked).toBeGreaterThan(1);
    expect(await world.batch(id)).toMatchObject({ state: 'confirmed', contents: [{ state: 'done' }] });
    await paidOnce();
  });
});

describe('fees that rise above the ceiling', () => {
  const spike = (method: string, result: unknown) =>
    method === 'eth_maxPriorityFeePerGas' ? `0x${(10n ** 12n).toString(16)}` : result;

  it('build no batch and say so; two people may raise the ceiling', async () => {
    world.node.lie = spike;
    const { body } = await build();
    expect(body).toMatchObject({ code: 'network_fee_too_high', data: { ceiling: '0.01', currency: 'ETH' } });
    await unpaid();
    const { settings } = world.server.services;
    const value = settings.get('custody');
    const raised = value.items.map(item => ({ ...item, fee_ceiling: '1' }));
    const change = { name: 'custody', value: { ...value, items: raised } };
    const proposal = { kind: 'setting', change, note: 'A fee spike' } as const;
    const { id } = await world.desk.call('POST desk/propose', proposal);
    expect(await refused(build())).toBe('network_fee_too_high');
    await world.second.call('POST desk/proposal_decide', { id, decision: 'confirm' });
    expect(Number((await world.build('payout')).fee_most)).toBeGreaterThan(0.01);
    world.node.lie = (_method, result) => result;
    await changeSetting(world.server, 'custody', value);
    const [{ id: batch } = { id: 0 }] = (await world.desk.call('GET desk/custody_batches', {})).items;
    const cancelled = await world.desk.call('POST desk/custody_cancel', { batch_id: batch, reason: 'Later' });
    expect(cancelled.state).toBe('cancelled');
    await unpaid();
    await payLater();
  });

  it('replace nothing either: the first version stays and may still be in a block', async () => {
    const { id } = await world.build('payout');
    await world.sent(id);
    await wait(STUCK_MS);
    world.node.lie = spike;
    expect(await world.desk.refused('POST desk/custody_replace', { batch_id: id })).toBe(
      'network_fee_too_high',
    );
    world.node.lie = (_method, result) => result;
    expect((await world.batch(id)).version).toBe(1);
    await paidOnce();
  });
});

describe('a signed file that is not what was asked for', () => {
  const more = ({ data }: Unsigned) => {
    const amount = BigInt(`0x${data.slice(-64)}`) + 1n;
    return { data: `${data.slice(0, -64)}${amount.toString(16).padStart(64, '0')}` as Hex };
  };
  const elsewhere = ({ data }: Unsigned) => ({
    data: data.replace(/0{24}.{40}/, match => `${match.slice(0, 24)}${'ab'.repeat(20)}`) as Hex,
  });

  it.each<[string, string[], (one: Unsigned) => Partial<Unsigned>]>([
    ['another amount', ['amount'], more],
    ['another recipient', ['recipient'], elsewhere],
    ['another contract', ['recipient'], () => ({ to: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed' })],
    ['another call', ['data'], () => ({ data: '0x' })],
    ['coin on top', ['amount'], () => ({ value: '1' })],
    ['another nonce', ['nonce'], one => ({ nonce: one.nonce + 1 })],
    ['another chain', ['chain'], () => ({ chain_id: 1 })],
    ['another key', ['signer'], () => ({ path: '0/0/0' })],
    ['more gas', ['gas_limit'], one => ({ gas_limit: String(BigInt(one.gas_limit) + 1n) })],
    ['a fee above the ceiling', ['fee_above_ceiling'], () => ({ max_fee_per_gas: String(10n ** 15n) })],
    ['two things at once', ['nonce', 'amount'], one => ({ nonce: one.nonce + 1, ...more(one) })],
  ])('%s: nothing of it is taken, and it is on the log', async (_what, codes, change) => {
    const { id } = await world.build('payout');
    const batch = await world.upload(id, await world.signer.sign(await world.exported(id), change));
    expect([batch.state, batch.refused]).toEqual(['exported', true]);
    expect(batch.deviations.map(one => one.code)).toEqual(codes);
    expect(await world.desk.refused('POST desk/custody_send', { batch_id: id })).toBe('already_decided');
    const log = await world.second.call('GET desk/audit', { action: 'custody.signed_refused' });
    expect(log.items[0]).toMatchObject({ subject: `custody_batch:${id}` });
    await unpaid();
    await world.sent(id);
    await paidOnce();
  });

  it('missing, additional or no transactions at all', async () => {
    const { id } = await world.build('payout');
    const [raw = '0x'] = await world.signer.sign(await world.exported(id));
    const codes = async (signed: string[]) =>
      (await world.upload(id, signed)).deviations.map(one => one.code);
    expect(await codes([])).toEqual(['missing']);
    expect(await codes([raw, raw])).toEqual(['additional']);
    expect(await codes(['0x02f8'])).toEqual(['unreadable']);
    expect(await codes([raw.replace('0x02', '0x01')])).toEqual(['unreadable']);
    const text = { batch_id: id, version: 1, content: 'not a file' };
    const read = await world.desk.call('POST desk/custody_signed', text);
    expect(read.deviations.map(one => one.code)).toEqual(['unreadable']);
    expect(await codes([raw])).toEqual([]);
    await world.send(id);
    await paidOnce();
  });

  it('at a lower price than drafted is as good', async () => {
    const { id } = await world.build('payout');
    const cheaper = (one: Unsigned) => ({ max_fee_per_gas: String(BigInt(one.max_fee_per_gas) - 1n) });
    const batch = await world.upload(id, await world.signer.sign(await world.exported(id), cheaper));
    expect(batch).toMatchObject({ state: 'signed', deviations: [] });
    await world.send(id);
    await paidOnce();
  });

  it('a second time takes a new version: what was signed first may be sent by hand, and is found by its id', async () => {
    const { id } = await world.build('payout');
    const file = await world.exported(id);
    const cheaper = (one: Unsigned) => ({ max_fee_per_gas: String(BigInt(one.max_fee_per_gas) - 1n) });
    const [first] = await world.signer.sign(file, cheaper);
    await world.upload(id, [first!]);
    const content = JSON.stringify({ signed: await world.signer.sign(file) });
    const again = { batch_id: id, version: 1, content };
    expect(await world.desk.refused('POST desk/custody_signed', again)).toBe('already_decided');
    // The same ones once more change nothing.
    expect((await world.upload(id, [first!])).deviations).toEqual([]);
    await world.anvil.chain.sendRawTransaction({ serializedTransaction: first as Hex });
    await paidOnce();
    expect(await world.batch(id)).toMatchObject({ state: 'confirmed' });
  });
});

describe('a crash', () => {
  it('between the note and the node: the same transactions are sent after the start', async () => {
    const { id } = await world.build('payout');
    await world.signed(id);
    world.node.down = true;
    expect((await world.send(id)).state).toBe('broadcasting');
    const { transaction_id: noted } = await world.shown(who);
    expect(await state()).toBe('sending');
    await world.restart();
    world.node.down = false;
    expect(await paid()).toBe(0n);
    await world.look();
    expect((await world.batch(id)).state).toBe('sent');
    expect(await flags()).not.toContain('payout_doubted');
    await paidOnce();
    expect((await world.shown(who)).transaction_id).toBe(noted);
  });

  it('between the node and the note that it took them: sending again changes nothing', async () => {
    const { id } = await world.build('payout');
    await world.sent(id);
    const { pool } = world.server.database;
    await pool.query(
      `update custody_transactions set state = 'broadcasting', sent_at_ms = null where batch_id = $1`,
      [id],
    );
    await pool.query(`update custody_batches set state = 'broadcasting' where id = $1`, [id]);
    await world.restart();
    await world.look();
    expect((await world.batch(id)).state).toBe('sent');
    await paidOnce();
  });

  it('of the node’s answer: what it has taken counts as sent', async () => {
    const { id } = await world.build('payout');
    await world.signed(id);
    world.node.lie = (method, result) => (method === 'eth_sendRawTransaction' ? 'lost' : result);
    expect((await world.send(id)).state).toBe('sent');
    await paidOnce();
  });
});

describe('two at the same moment', () => {
  it('build one batch: nobody is paid twice', async () => {
    const builds = [world.desk, world.second].map(desk =>
      desk.try('POST desk/custody_build', { network: 'ERC20', kind: 'payout' }),
    );
    const codes = (await Promise.all(builds)).map(({ body }) => body.code);
    expect(codes.filter(code => code === 1)).toHaveLength(1);
    expect(['batch_open', 'already_decided']).toContain(codes.find(code => code !== 1));
    const [{ id } = { id: 0 }] = (await world.desk.call('GET desk/custody_batches', {})).items;
    const signed = await world.signed(id);
    const sends = [world.desk, world.second].map(desk =>
      desk.try('POST desk/custody_send', { batch_id: signed.id }),
    );
    const sent = (await Promise.all(sends)).map(({ body }) => body.code);
    expect(sent.toSorted()).toEqual([1, 'already_decided']);
    await paidOnce();
  });

  it('sweep one address once', async () => {
    const { address } = await world.depositor(300);
    const { id: gas } = await world.build('gas');
    await world.sent(gas);
    await world.blocks();
    const builds = [world.desk, world.second].map(desk =>
      desk.try('POST desk/custody_build', { network: 'ERC20', kind: 'sweep' }),
    );
    const answers = await Promise.all(builds);
    const built = answers.flatMap(({ body }) => (body.type === 'ok' ? [body.data] : []));
    expect(built).toHaveLength(1);
    expect(await world.desk.refused('POST desk/custody_build', { network: 'ERC20', kind: 'sweep' })).toBe(
      'batch_empty',
    );
    const [{ id } = { id: 0 }] = built;
    await world.sent(id);
    await world.blocks();
    expect(await world.tokensOf(address)).toBe(0n);
    await payLater();
  });

  it('nobody pays by hand, rejects or batches what a batch pays', async () => {
    const { id } = await world.build('payout');
    expect(await decideWithdrawal(world.desk, withdrawal, 'reject')).toBe('withdrawal_in_batch');
    const raw = await world.payTokens(outside, 0n);
    expect(await decideWithdrawal(world.desk, withdrawal, 'send', raw)).not.toBe(1);
    expect(await refused(build())).toBe('batch_open');
    await world.sent(id);
    await paidOnce();
  });
});

describe('while a batch is being built', () => {
  it('a payment by hand keeps what it pays out of the batch', async () => {
    const raw = await world.payTokens(outside, 100_000_000n);
    await world.blocks(1);
    let byHand: unknown = null;
    world.node.lie = async (method, result) => {
      if (method === 'eth_estimateGas')
        byHand ??= await decideWithdrawal(world.desk, withdrawal, 'send', raw);
      return result;
    };
    const answer = await world.second.try('POST desk/custody_build', { network: 'ERC20', kind: 'payout' });
    expect([byHand, answer.body.code]).toEqual([1, 'already_decided']);
    await paidOnce();
    // Somebody outside paid it: the hot address has what the books have given away.
    await world.look();
    await world.explainAll();
  });
});

describe('a node that is down', () => {
  it('is told, changes nothing, and is made good when it is back', async () => {
    const before = await world.position('USDT');
    world.node.down = true;
    expect(await refused(build())).toBe('chain_unavailable');
    await world.look();
    const { items } = await world.desk.call('GET desk/custody', {});
    expect(items[0]?.failure).toMatch(/failed/);
    expect(items[0]?.failure).not.toContain('secret-key');
    expect(await world.position('USDT')).toEqual(before);
    world.node.down = false;
    await world.look();
    expect((await world.desk.call('GET desk/custody', {})).items[0]?.failure).toBeNull();
    await unpaid();
    await payLater();
  });
});

describe('a customer who is frozen', () => {
  const freeze = (customerId: number, frozen: boolean) =>
    world.server.submit({ type: 'setCustomerFrozen', customerId, frozen });

  it('is in no batch, and keeps one that is signed from being sent', async () => {
    await freeze(who.id, true);
    expect(await refused(build())).toBe('batch_empty');
    await freeze(who.id, false);
    const { id } = await world.build('payout');
    await freeze(who.id, true);
    expect(await world.desk.refused('POST desk/custody_export', { batch_id: id })).toBe('batch_changed');
    await freeze(who.id, false);
    await world.signed(id);
    await freeze(who.id, true);
    expect(await world.desk.refused('POST desk/custody_send', { batch_id: id })).toBe('batch_changed');
    await freeze(who.id, false);
    await world.send(id);
    await paidOnce();
  });

  it('is left out of the next version: the nonce is used by nothing, the others are paid, and the money waits', async () => {
    const { who: other } = await world.depositor(500);
    const elsewhere = `0x${'e'.repeat(38)}${(++places).toString(16).padStart(2, '0')}`;
    await world.approved(other, elsewhere, '55');
    const { id, contents } = await world.build('payout');
    expect(contents).toHaveLength(2);
    await world.signed(id);
    await freeze(who.id, true);
    expect(await world.desk.refused('POST desk/custody_cancel', { batch_id: id, reason: 'x' })).toBe(
      'already_decided',
    );
    await world.desk.call('POST desk/custody_replace', { batch_id: id });
    await world.sent(id);
    await world.blocks();
    const ended = await world.batch(id);
    expect([ended.state, ended.contents.map(one => one.state)]).toEqual(['confirmed', ['dropped', 'done']]);
    expect(await world.tokensOf(elsewhere)).toBe(50_000_000n);
    expect((await world.shown(other)).state).toBe('passed');
    await unpaid();
    expect(await flags()).not.toContain('payout_doubted');
    await freeze(who.id, false);
    await payLater();
  });
});

describe('money that did not move', () => {
  it('since something else has used the nonce: it is approved again, flagged, and in no batch by itself', async () => {
    const { id } = await world.build('payout');
    const file = JSON.parse(await world.exported(id)) as { transactions: Unsigned[] };
    const asked = file.transactions[0]!;
    const own = { ...asked, to: asked.from, value: '0', data: '0x' as Hex };
    await world.anvil.chain.sendRawTransaction({ serializedTransaction: await world.signer.signOne(own) });
    await world.blocks();
    await world.blocks();
    expect(await world.batch(id)).toMatchObject({ state: 'failed', contents: [{ state: 'failed' }] });
    await unpaid();
    expect(await flags()).toContain('payout_doubted');
    expect(await refused(build())).toBe('batch_empty');
    // What the foreign transaction cost is in no note of ours.
    await world.look();
    await world.explainAll();
    await payLater();
  });

  it('since the contract refused it: it is approved again once that is final, and flagged', async () => {
    const { id } = await world.build('payout');
    await world.sent(id);
    const { chain } = world.anvil;
    const code = await chain.getCode({ address: world.token });
    await chain.setCode({ address: world.token, bytecode: '0x60006000fd' });
    await chain.mine({ blocks: 3 });
    await chain.setCode({ address: world.token, bytecode: code! });
    await world.look();
    expect(await world.batch(id)).toMatchObject({ state: 'failed', transactions: [{ state: 'reverted' }] });
    await unpaid();
    expect(await flags()).toContain('payout_doubted');
    await payLater();
  });
});

describe('while payouts wait for the books', () => {
  it('no batch is built, taken out, taken in, replaced or sent, and none is lost', async () => {
    const { pool } = world.server.database;
    const { id } = await world.build('payout');
    const signed = await world.signer.sign(await world.exported(id));
    await world.server.heads.turn();
    // The newest line is compared each time, older ones now and then.
    const { rows } = await pool.query<{ id: string }>('select max(id) as id from desk_audit');
    const newest = rows[0]!.id;
    const tamper = (by: string) =>
      pool.query(`alter table desk_audit disable trigger all;
        update desk_audit set subject = ${by} where id = ${newest}; alter table desk_audit enable trigger all`);
    await tamper(`subject || ' '`);
    const content = JSON.stringify({ signed });
    const refusal = 'payouts_held';
    expect(await world.desk.refused('POST desk/custody_export', { batch_id: id })).toBe(refusal);
    expect(await world.desk.refused('POST desk/custody_signed', { batch_id: id, version: 1, content })).toBe(
      refusal,
    );
    expect(await world.desk.refused('POST desk/custody_replace', { batch_id: id })).toBe(refusal);
    expect(await world.desk.refused('POST desk/custody_send', { batch_id: id })).toBe(refusal);
    expect(await refused(build())).toBe(refusal);
    expect((await world.batch(id)).contents).toMatchObject([{ recipient: '' }]);
    await unpaid();
    await tamper('left(subject, -1)');
    await world.restart();
    await world.upload(id, signed);
    await world.send(id);
    await paidOnce();
  });
});

/** The raw transaction, to send again. */
function rawOf(hash: string | null | undefined): Promise<Hex> {
  const request = world.anvil.chain.request as (args: {
    method: string;
    params: readonly unknown[];
  }) => Promise<Hex>;
  return request({ method: 'eth_getRawTransactionByHash', params: [hash] });
}
