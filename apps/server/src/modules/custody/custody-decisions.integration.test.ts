import type { Hex } from 'viem';
import { describe, expect, it } from 'vitest';
import type { Unsigned } from '../../chains/testing/evm-signer.ts';
import { Vault } from '../../vault/vault.ts';
import { changeSetting } from '../testing/setting.ts';
import { decideWithdrawal } from '../testing/withdrawing.ts';
import { forgetRecipients } from './store.ts';
import { Payment, paidOnce, payLater, unpaid, STUCK_MS } from './testing/payment.ts';

const payment = new Payment();
const refused = async (work: Promise<{ body: { code: string | number } }>) => (await work).body.code;

describe('fees that rise above the ceiling', () => {
  const spike = (method: string, result: unknown) =>
    method === 'eth_maxPriorityFeePerGas' ? `0x${(10n ** 12n).toString(16)}` : result;

  it('build no batch and say so; two people may raise the ceiling', async () => {
    payment.world.node.lie = spike;
    const { body } = await payment.build();
    expect(body).toMatchObject({ code: 'network_fee_too_high', data: { ceiling: '0.01', currency: 'ETH' } });
    await unpaid(payment);
    const { settings } = payment.world.server.services;
    const value = settings.get('custody');
    const raised = value.items.map(item => ({ ...item, fee_ceiling: '1' }));
    const change = { name: 'custody', value: { ...value, items: raised } };
    const proposal = { kind: 'setting', change, note: 'A fee spike' } as const;
    const { id } = await payment.world.desk.call('POST desk/propose', proposal);
    expect(await refused(payment.build())).toBe('network_fee_too_high');
    await payment.world.second.call('POST desk/proposal_decide', { id, decision: 'confirm' });
    expect(Number((await payment.world.build('payout')).fee_most)).toBeGreaterThan(0.01);
    payment.world.node.lie = (_method, result) => result;
    await changeSetting(payment.world.server, 'custody', value);
    const [{ id: batch } = { id: 0 }] = (await payment.world.desk.call('GET desk/custody_batches', {})).items;
    const cancelled = await payment.world.desk.call('POST desk/custody_cancel', {
      batch_id: batch,
      reason: 'Later',
    });
    expect(cancelled.state).toBe('cancelled');
    await unpaid(payment);
    await payLater(payment);
  });

  it('replace nothing either: the first version stays and may still be in a block', async () => {
    const { id } = await payment.world.build('payout');
    await payment.world.sent(id);
    await payment.wait(STUCK_MS);
    payment.world.node.lie = spike;
    expect(await payment.world.desk.refused('POST desk/custody_replace', { batch_id: id })).toBe(
      'network_fee_too_high',
    );
    payment.world.node.lie = (_method, result) => result;
    expect((await payment.world.batch(id)).version).toBe(1);
    await paidOnce(payment);
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
    const { id } = await payment.world.build('payout');
    const batch = await payment.world.upload(
      id,
      await payment.world.signer.sign(await payment.world.exported(id), change),
    );
    expect([batch.state, batch.refused]).toEqual(['exported', true]);
    expect(batch.deviations.map(one => one.code)).toEqual(codes);
    expect(await payment.world.desk.refused('POST desk/custody_send', { batch_id: id })).toBe(
      'already_decided',
    );
    const log = await payment.world.second.call('GET desk/audit', { action: 'custody.signed_refused' });
    expect(log.items[0]).toMatchObject({ subject: `custody_batch:${id}` });
    await unpaid(payment);
    await payment.world.sent(id);
    await paidOnce(payment);
  });

  it('missing, additional or no transactions at all', async () => {
    const { id } = await payment.world.build('payout');
    const [raw = '0x'] = await payment.world.signer.sign(await payment.world.exported(id));
    const codes = async (signed: string[]) =>
      (await payment.world.upload(id, signed)).deviations.map(one => one.code);
    expect(await codes([])).toEqual(['missing']);
    expect(await codes([raw, raw])).toEqual(['additional']);
    expect(await codes(['0x02f8'])).toEqual(['unreadable']);
    expect(await codes([raw.replace('0x02', '0x01')])).toEqual(['unreadable']);
    const text = { batch_id: id, version: 1, content: 'not a file' };
    const read = await payment.world.desk.call('POST desk/custody_signed', text);
    expect(read.deviations.map(one => one.code)).toEqual(['unreadable']);
    expect(await codes([raw])).toEqual([]);
    await payment.world.send(id);
    await paidOnce(payment);
  });

  it('at a lower price than drafted is as good', async () => {
    const { id } = await payment.world.build('payout');
    const cheaper = (one: Unsigned) => ({ max_fee_per_gas: String(BigInt(one.max_fee_per_gas) - 1n) });
    const batch = await payment.world.upload(
      id,
      await payment.world.signer.sign(await payment.world.exported(id), cheaper),
    );
    expect(batch).toMatchObject({ state: 'signed', deviations: [] });
    await payment.world.send(id);
    await paidOnce(payment);
  });

  it('a second time takes a new version: what was signed first may be sent by hand, and is found by its id', async () => {
    const { id } = await payment.world.build('payout');
    const file = await payment.world.exported(id);
    const cheaper = (one: Unsigned) => ({ max_fee_per_gas: String(BigInt(one.max_fee_per_gas) - 1n) });
    const [first] = await payment.world.signer.sign(file, cheaper);
    await payment.world.upload(id, [first!]);
    const content = JSON.stringify({ signed: await payment.world.signer.sign(file) });
    const again = { batch_id: id, version: 1, content };
    expect(await payment.world.desk.refused('POST desk/custody_signed', again)).toBe('already_decided');
    // The same ones once more change nothing.
    expect((await payment.world.upload(id, [first!])).deviations).toEqual([]);
    await payment.world.anvil.chain.sendRawTransaction({ serializedTransaction: first as Hex });
    await paidOnce(payment);
    expect(await payment.world.batch(id)).toMatchObject({ state: 'confirmed' });
  });
});

describe('two at the same moment', () => {
  it('build one batch: nobody is paid twice', async () => {
    const builds = [payment.world.desk, payment.world.second].map(desk =>
      desk.try('POST desk/custody_build', { network: 'ERC20', kind: 'payout' }),
    );
    const codes = (await Promise.all(builds)).map(({ body }) => body.code);
    expect(codes.filter(code => code === 1)).toHaveLength(1);
    expect(['batch_open', 'already_decided']).toContain(codes.find(code => code !== 1));
    const [{ id } = { id: 0 }] = (await payment.world.desk.call('GET desk/custody_batches', {})).items;
    const signed = await payment.world.signed(id);
    const sends = [payment.world.desk, payment.world.second].map(desk =>
      desk.try('POST desk/custody_send', { batch_id: signed.id }),
    );
    const sent = (await Promise.all(sends)).map(({ body }) => body.code);
    expect(sent.toSorted()).toEqual([1, 'already_decided']);
    await paidOnce(payment);
  });

  it('sweep one address once', async () => {
    const { address } = await payment.world.depositor(300);
    const { id: gas } = await payment.world.build('gas');
    await payment.world.sent(gas);
    await payment.world.blocks();
    const builds = [payment.world.desk, payment.world.second].map(desk =>
      desk.try('POST desk/custody_build', { network: 'ERC20', kind: 'sweep' }),
    );
    const answers = await Promise.all(builds);
    const built = answers.flatMap(({ body }) => (body.type === 'ok' ? [body.data] : []));
    expect(built).toHaveLength(1);
    expect(
      await payment.world.desk.refused('POST desk/custody_build', { network: 'ERC20', kind: 'sweep' }),
    ).toBe('batch_empty');
    const [{ id } = { id: 0 }] = built;
    await payment.world.sent(id);
    await payment.world.blocks();
    expect(await payment.world.tokensOf(address)).toBe(0n);
    await payLater(payment);
  });

  it('nobody pays by hand, rejects or batches what a batch pays', async () => {
    const { id } = await payment.world.build('payout');
    expect(await decideWithdrawal(payment.world.desk, payment.withdrawal, 'reject')).toBe(
      'withdrawal_in_batch',
    );
    const raw = await payment.world.payTokens(payment.outside, 0n);
    expect(await decideWithdrawal(payment.world.desk, payment.withdrawal, 'send', raw)).not.toBe(1);
    expect(await refused(payment.build())).toBe('batch_open');
    await payment.world.sent(id);
    await paidOnce(payment);
  });
});

describe('while a batch is being built', () => {
  it('a payment by hand keeps what it pays out of the batch', async () => {
    const raw = await payment.world.payTokens(payment.outside, 100_000_000n);
    await payment.world.blocks(1);
    let byHand: unknown = null;
    payment.world.node.lie = async (method, result) => {
      if (method === 'eth_estimateGas')
        byHand ??= await decideWithdrawal(payment.world.desk, payment.withdrawal, 'send', raw);
      return result;
    };
    const answer = await payment.world.second.try('POST desk/custody_build', {
      network: 'ERC20',
      kind: 'payout',
    });
    expect([byHand, answer.body.code]).toEqual([1, 'already_decided']);
    await paidOnce(payment);
    // Somebody outside paid it: the hot address has what the books have given away.
    await payment.world.look();
    await payment.world.explainAll();
  });
});

describe('a compliance case that is opened when the batch is drafted already', () => {
  const query = (sql: string, values: readonly unknown[]) =>
    payment.world.server.database.pool.query(sql, [...values]);
  const opened = (customerId: number) =>
    query(
      `insert into compliance_cases (customer_id, kind, subject, state, holds, evidence, opened_at_ms)
       values ($1, 'name', 'entry', 'open', true, '{"figures": {}, "movements": []}', $2)`,
      [customerId, payment.world.server.clock.nowMs],
    );
  const cleared = (customerId: number) =>
    query('delete from compliance_cases where customer_id = $1', [customerId]);
  const held = 'batch_withdrawal_held';

  it('keeps it from being taken out, taken in and sent, until it is over', async () => {
    const { desk } = payment.world;
    await opened(payment.who.id);
    expect(await refused(payment.build())).toBe('batch_empty');
    await cleared(payment.who.id);
    const { id } = await payment.world.build('payout');
    await opened(payment.who.id);
    expect(await desk.try('POST desk/custody_export', { batch_id: id })).toMatchObject({
      status: 409,
      body: { code: held, data: { withdrawal: payment.withdrawal } },
    });
    await cleared(payment.who.id);
    const raw = await payment.world.signer.sign(await payment.world.exported(id));
    await opened(payment.who.id);
    const file = { batch_id: id, version: 1, content: JSON.stringify({ transactions: raw }) };
    expect(await desk.refused('POST desk/custody_signed', file)).toBe(held);
    await cleared(payment.who.id);
    await payment.world.upload(id, raw);
    await opened(payment.who.id);
    expect(await desk.refused('POST desk/custody_send', { batch_id: id })).toBe(held);
    await unpaid(payment);
    await cleared(payment.who.id);
    await payment.world.send(id);
    await paidOnce(payment);
  });

  it('leaves the withdrawal out of the next version: others are paid, and the money waits', async () => {
    const { who: other } = await payment.world.depositor(500);
    const elsewhere = `0x${'f'.repeat(38)}01`;
    await payment.world.approved(other, elsewhere, '55');
    const { id } = await payment.world.build('payout');
    await payment.world.signed(id);
    await opened(payment.who.id);
    await payment.world.desk.call('POST desk/custody_replace', { batch_id: id });
    await payment.world.sent(id);
    await payment.world.blocks();
    const ended = await payment.world.batch(id);
    expect(ended.contents.map(one => one.state)).toEqual(['dropped', 'done']);
    expect((await payment.world.shown(other)).state).toBe('passed');
    await unpaid(payment);
    await cleared(payment.who.id);
    await payLater(payment);
  });
});

it('a withdrawal whose customer is erased keeps its place in the batch, and not where it went', async () => {
  const { id } = await payment.world.build('payout');
  await payment.world.sent(id);
  await paidOnce(payment);
  const shown = async () => (await payment.world.batch(id)).contents.map(one => [one.state, one.recipient]);
  expect(await shown()).toEqual([['done', payment.outside]]);
  const vault = new Vault([Buffer.alloc(32, 8)]);
  await forgetRecipients(payment.world.server.database.pool, vault, payment.withdrawal);
  expect(await shown()).toEqual([['done', '']]);
});

describe('a customer who is frozen', () => {
  const freeze = (customerId: number, frozen: boolean) =>
    payment.world.server.submit({ type: 'setCustomerFrozen', customerId, frozen });

  it('is in no batch, and keeps one that is signed from being sent', async () => {
    await freeze(payment.who.id, true);
    expect(await refused(payment.build())).toBe('batch_empty');
    await freeze(payment.who.id, false);
    const { id } = await payment.world.build('payout');
    await freeze(payment.who.id, true);
    expect(await payment.world.desk.refused('POST desk/custody_export', { batch_id: id })).toBe(
      'batch_changed',
    );
    await freeze(payment.who.id, false);
    await payment.world.signed(id);
    await freeze(payment.who.id, true);
    expect(await payment.world.desk.refused('POST desk/custody_send', { batch_id: id })).toBe(
      'batch_changed',
    );
    await freeze(payment.who.id, false);
    await payment.world.send(id);
    await paidOnce(payment);
  });

  it('is left out of the next version: the nonce is used by nothing, the others are paid, and the money waits', async () => {
    const { who: other } = await payment.world.depositor(500);
    const elsewhere = `0x${'e'.repeat(38)}01`;
    await payment.world.approved(other, elsewhere, '55');
    const { id, contents } = await payment.world.build('payout');
    expect(contents).toHaveLength(2);
    await payment.world.signed(id);
    await freeze(payment.who.id, true);
    expect(await payment.world.desk.refused('POST desk/custody_cancel', { batch_id: id, reason: 'x' })).toBe(
      'already_decided',
    );
    await payment.world.desk.call('POST desk/custody_replace', { batch_id: id });
    await payment.world.sent(id);
    await payment.world.blocks();
    const ended = await payment.world.batch(id);
    expect([ended.state, ended.contents.map(one => one.state)]).toEqual(['confirmed', ['dropped', 'done']]);
    expect(await payment.world.tokensOf(elsewhere)).toBe(50_000_000n);
    expect((await payment.world.shown(other)).state).toBe('passed');
    await unpaid(payment);
    expect(await payment.flags()).not.toContain('payout_doubted');
    await freeze(payment.who.id, false);
    await payLater(payment);
  });
});

describe('while payouts wait for the books', () => {
  it('no batch is built, taken out, taken in, replaced or sent, and none is lost', async () => {
    const { pool } = payment.world.server.database;
    const { id } = await payment.world.build('payout');
    const signed = await payment.world.signer.sign(await payment.world.exported(id));
    await payment.world.server.heads.turn();
    // The newest line is compared each time, older ones now and then.
    const { rows } = await pool.query<{ id: string }>('select max(id) as id from desk_audit');
    const newest = rows[0]!.id;
    const tamper = (by: string) =>
      pool.query(`alter table desk_audit disable trigger all;
        update desk_audit set subject = ${by} where id = ${newest}; alter table desk_audit enable trigger all`);
    await tamper(`subject || ' '`);
    const content = JSON.stringify({ signed });
    const refusal = 'payouts_held';
    expect(await payment.world.desk.refused('POST desk/custody_export', { batch_id: id })).toBe(refusal);
    expect(
      await payment.world.desk.refused('POST desk/custody_signed', { batch_id: id, version: 1, content }),
    ).toBe(refusal);
    expect(await payment.world.desk.refused('POST desk/custody_replace', { batch_id: id })).toBe(refusal);
    expect(await payment.world.desk.refused('POST desk/custody_send', { batch_id: id })).toBe(refusal);
    expect(await refused(payment.build())).toBe(refusal);
    expect((await payment.world.batch(id)).contents).toMatchObject([{ recipient: '' }]);
    await unpaid(payment);
    await tamper('left(subject, -1)');
    await payment.world.restart();
    await payment.world.upload(id, signed);
    await payment.world.send(id);
    await paidOnce(payment);
  });
});
