import { DAY_MS } from '@tallystick/core/durations';
import type { DeskInput } from '@tallystick/protocol/desk';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { samplePicture, uploadPicture } from '../../../testing/sample-pictures.ts';
import {
  addOperator,
  DESK_PASSWORD,
  invitationTo,
  inviteOperator,
  joinByLink,
  operatorEmail,
  TestDesk,
} from '../../../testing/test-desk.ts';
import { freshKey, TestServer } from '../../../testing/test-server.ts';
import { OPERATOR_WAIT_MS } from '../../../testing/test-server-parts.ts';
import { decideWithdrawal, saveAddress, withdraw, withdrawer } from '../../testing/withdrawing.ts';

let server: TestServer;
/** Two operators who propose and confirm the new operators, and two who are not involved. */
let adam: TestDesk;
let cora: TestDesk;
let dora: TestDesk;
let emil: TestDesk;
beforeAll(async () => {
  server = await TestServer.start();
  adam = await TestDesk.open(server, 'administrator', 'adam');
  cora = await TestDesk.open(server, 'compliance', 'cora');
  dora = await TestDesk.open(server, 'administrator', 'dora');
  emil = await TestDesk.open(server, 'administrator', 'emil');
});
afterAll(() => server.close());

/** Moves only the exchange's clock, so that nobody is logged out. */
const pass = (ms: number) => dora.call('POST desk/clock_advance', { by: ms, reason: 'waiting' });
const nowMs = async () => (await dora.call('GET desk/clock', {})).server_time_ms;

let fees = 0;
/** A change of fees, different each time. */
async function proposed(by: TestDesk): Promise<number> {
  const percent = `0.${++fees + 100}`;
  const change = {
    market_id: 1,
    min_notional: '5',
    maker_fee_percent: percent,
    taker_fee_percent: percent,
    price_band_percent: '10',
  };
  return (await by.call('POST desk/propose', { kind: 'market', change, note: 'because' })).id;
}

type Change = DeskInput<'POST desk/propose'>['change'];
async function changed(change: Change, proposer = adam, confirmer = cora): Promise<void> {
  const { id } = await proposer.call('POST desk/propose', { kind: 'operator', change, note: 'because' });
  await confirmer.call('POST desk/proposal_decide', { id, decision: 'confirm' });
}

/** The answer's code: 1 if the operator is accepted as second person. */
async function confirms(who: TestDesk, id: number): Promise<string | number> {
  return (await who.try('POST desk/proposal_decide', { id, decision: 'confirm' })).body.code;
}

const newcomer = (name: string) =>
  inviteOperator(server, { proposer: adam, confirmer: cora }, 'administrator', name);
const standing = async (who: TestDesk) =>
  (await dora.call('GET desk/operators', {})).items.find(({ id }) => id === who.id);
const inDatabase = (sql: string, ...values: unknown[]) => server.database.pool.query(sql, values);

describe('a new operator', () => {
  it('is a second person after the waiting time, for everybody but the makers of the account', async () => {
    const nina = await newcomer('nina');
    const waitsUntil = (await nowMs()) + OPERATOR_WAIT_MS;
    expect(await standing(nina)).toMatchObject({
      email: operatorEmail('nina'),
      joined: true,
      totp: true,
      second_from_ms: waitsUntil,
      not_with: [
        { id: adam.id, name: 'adam', until_ms: null },
        { id: cora.id, name: 'cora', until_ms: null },
      ],
    });

    const ofEmil = await proposed(emil);
    const refusal = await nina.try('POST desk/proposal_decide', { id: ofEmil, decision: 'confirm' });
    expect(refusal).toMatchObject({
      status: 409,
      body: {
        code: 'second_person_waiting',
        message: 'You count as a second person only later: from 2026-07-16 12:00 UTC on.',
        data: { until_ms: waitsUntil },
      },
    });
    expect((await nina.call('GET desk/proposals', {})).items[0]).toMatchObject({
      id: ofEmil,
      may_decide: true,
      blocked: { code: 'second_person_waiting', until_ms: waitsUntil },
    });
    await pass(OPERATOR_WAIT_MS - 1_000);
    expect(await confirms(nina, ofEmil)).toBe('second_person_waiting');
    await pass(1_000);
    expect((await nina.call('GET desk/proposals', {})).items[0]?.blocked).toBeNull();
    expect(await confirms(nina, ofEmil)).toBe(1);

    await pass(100 * DAY_MS);
    expect(await confirms(nina, await proposed(adam))).toBe('second_person_related');
    expect(await confirms(adam, await proposed(nina))).toBe('second_person_related');
    const byNina = await nina.call('POST desk/propose', {
      kind: 'operator',
      change: { operator_id: emil.id, name: 'emilio', role: 'administrator', active: true },
      note: 'his name',
    });
    expect(await confirms(cora, byNina.id)).toBe('second_person_related');
    // A rejection changes nothing, so it needs no second person.
    await cora.call('POST desk/proposal_decide', { id: byNina.id, decision: 'reject', note: 'no' });
    expect(await confirms(dora, await proposed(nina))).toBe(1);
  });

  it('may propose at once: somebody else confirms', async () => {
    const olaf = await newcomer('olaf');
    expect(await confirms(emil, await proposed(olaf))).toBe(1);
  });

  it('cannot be proposed with an address that another operator has', async () => {
    const change = { operator_id: null, name: 'twin', role: 'support', active: true };
    const propose = (email: string | null) =>
      adam.refused('POST desk/propose', { kind: 'operator', change: { ...change, email }, note: 'x' });
    expect(await propose(operatorEmail('Olaf'))).toBe('contact_taken');
    expect(await propose('no address')).toBe('email_invalid');
    expect(await propose(null)).toBe('missing_field');
  });
});

describe('an account that colleagues have changed', () => {
  const back = { role: 'administrator', active: true } as const;

  it.each([
    ['another role', { role: 'accountant' }],
    ['no second factor any more', { reset_totp: true }],
    ['another address', { email: 'other@desk.example' }],
  ] as const)('waits again, and as long is nobody’s second who did it: %s', async (what, change) => {
    const name = `changed${what.length}`;
    const who = await newcomer(name);
    await pass(OPERATOR_WAIT_MS);
    await changed({ operator_id: who.id, name, ...back, ...change }, dora, emil);
    const again = await logIn(name, 'reset_totp' in change);
    const ofOther = await proposed(await other());
    expect(await confirms(again, ofOther)).toBe('second_person_waiting');
    expect(await confirms(again, await proposed(dora))).toBe('second_person_related');
    await pass(OPERATOR_WAIT_MS);
    expect(await confirms(again, ofOther)).toBe(1);
    await pass(29 * DAY_MS - 1_000);
    expect(await confirms(again, await proposed(emil))).toBe('second_person_related');
    expect(await confirms(dora, await proposed(again))).toBe('second_person_related');
    await pass(1_000);
    expect(await confirms(again, await proposed(emil))).toBe(1);
    expect(await confirms(again, await proposed(adam))).toBe('second_person_related');
  });

  it('waits again when access is restored, but not when it is removed', async () => {
    const who = await newcomer('returner');
    await pass(OPERATOR_WAIT_MS);
    const fromMs = (await standing(who))?.second_from_ms;
    const left = { operator_id: who.id, name: 'returner', role: 'administrator', active: false };
    await changed(left, dora, emil);
    expect((await standing(who))?.second_from_ms).toBe(fromMs);
    expect((await standing(who))?.not_with).toHaveLength(2);
    await changed({ ...left, active: true }, dora, emil);
    expect((await standing(who))?.second_from_ms).toBe((await nowMs()) + OPERATOR_WAIT_MS);
    expect((await standing(who))?.not_with).toHaveLength(4);
  });

  it('whose password was taken away is its owner’s again by a link, and counts after that', async () => {
    const who = await newcomer('forgetful');
    await pass(OPERATOR_WAIT_MS);
    const reset = { operator_id: who.id, name: 'forgetful', ...back, reset_password: true, reset_totp: true };
    await changed(reset, dora, emil);
    expect(await who.refused('GET desk/me', {})).toBe('session_invalid');
    const nobody = new TestDesk(server, null);
    const login = { name: 'forgetful', password: DESK_PASSWORD };
    expect(await nobody.refused('POST desk/login', login)).toBe('login_failed');
    expect(await standing(who)).toMatchObject({ joined: false, second_from_ms: null });
    // The app's next code: each code works only once.
    server.clock.nowMs += 60_000;
    const { desk } = await joinByLink(server, await invitationTo(server, 'forgetful'));
    expect(await standing(who)).toMatchObject({
      joined: true,
      second_from_ms: (await nowMs()) + OPERATOR_WAIT_MS,
    });
    await pass(OPERATOR_WAIT_MS);
    expect(await confirms(desk, await proposed(await other()))).toBe(1);
    expect(await confirms(desk, await proposed(dora))).toBe('second_person_related');
  });
});

let others = 0;
const other = () => TestDesk.open(server, 'administrator', `other${++others}`);

/** With the newcomer's password; `withoutCode` is for operators who have no second factor. */
async function logIn(name: string, withoutCode: boolean): Promise<TestDesk> {
  const { rows } = await inDatabase('select id from operators where name = $1', name);
  const id = (rows[0] as { id: number }).id;
  if (!withoutCode) await inDatabase('update operators set totp_secret = null where id = $1', id);
  const login = { name, password: DESK_PASSWORD };
  return new TestDesk(server, (await new TestDesk(server, null).call('POST desk/login', login)).token, id);
}

describe('what takes two people in the queues', () => {
  it('a withdrawal has a second person who counts and is not tied to the first', async () => {
    const pia = await newcomer('pia');
    const customer = await withdrawer(server);
    const { address_id } = await saveAddress(server, customer);
    const asked = () => withdraw(server, customer, { address_id, amount: '5000' });
    const { withdrawal_id: id } = await asked();
    expect(await decideWithdrawal(adam, id, 'approve')).toBe(1);
    expect(await decideWithdrawal(pia, id, 'approve')).toBe('second_person_related');
    const detail = await pia.call('GET desk/queue_item', { queue: 'withdrawal', id });
    expect(detail.actions[0]).toMatchObject({ name: 'approve', blocked: 'second_person_related' });
    await pass(OPERATOR_WAIT_MS);
    expect(await decideWithdrawal(pia, id, 'approve')).toBe('second_person_related');
    await expect(
      inDatabase('insert into withdrawal_approvals values ($1, $2, $3)', id, pia.id, await nowMs()),
    ).rejects.toThrow(/made the account of the other/);
    await expect(
      inDatabase(`update withdrawals set state = 'approved', decided_by = $2 where id = $1`, id, pia.id),
    ).rejects.toThrow(/takes 2 people/);
    expect(await decideWithdrawal(dora, id, 'approve')).toBe(1);
  });

  it('a withdrawal cannot get its second approval from somebody who still waits, but its first', async () => {
    const quin = await newcomer('quin');
    const customer = await withdrawer(server);
    const { address_id } = await saveAddress(server, customer);
    const { withdrawal_id: id } = await withdraw(server, customer, { address_id, amount: '5000' });
    expect(await decideWithdrawal(dora, id, 'approve')).toBe(1);
    expect(await decideWithdrawal(quin, id, 'approve')).toBe('second_person_waiting');
    const detail = await quin.call('GET desk/queue_item', { queue: 'withdrawal', id });
    expect(detail.actions[0]).toMatchObject({
      blocked: 'second_person_waiting',
      blocked_until_ms: (await standing(quin))?.second_from_ms,
    });
    await expect(
      inDatabase('insert into withdrawal_approvals values ($1, $2, $3)', id, quin.id, await nowMs()),
    ).rejects.toThrow(/does not count as a second person yet/);
    const { withdrawal_id: next } = await withdraw(server, customer, { address_id, amount: '5000' });
    expect(await decideWithdrawal(quin, next, 'approve')).toBe(1);
    expect(await decideWithdrawal(adam, next, 'approve')).toBe('second_person_related');
    expect(await decideWithdrawal(dora, next, 'approve')).toBe(1);
  });

  it('the same holds for a deposit', async () => {
    const rita = await newcomer('rita');
    const customer = await server.customer();
    const picture = await uploadPicture(server, customer.token, 'voucher', await samplePicture(1));
    const named = 'ab'.repeat(32);
    const way = { currency_id: 3, network: 'TRC20' as const, transaction_id: named, amount: '6000' };
    const { deposit } = await server.call(
      'POST wallet/charge_req',
      { ...way, picture_id: picture.picture_id },
      { token: customer.token, key: freshKey() },
    );
    const id = deposit.deposit_id;
    const approve = async (who: TestDesk) =>
      (
        await who.try('POST desk/queue_decide', {
          queue: 'deposit',
          id,
          action: 'approve',
          inputs: { transaction_id: named },
        })
      ).body.code;
    expect(await approve(dora)).toBe(1);
    expect(await approve(rita)).toBe('second_person_waiting');
    await expect(
      inDatabase('insert into deposit_approvals values ($1, $2, $3, $4)', id, rita.id, named, await nowMs()),
    ).rejects.toThrow(/does not count as a second person yet/);
    await expect(
      inDatabase(`update deposits set state = 'approving', decided_by = $2 where id = $1`, id, rita.id),
    ).rejects.toThrow(/takes 2 people/);
    await pass(OPERATOR_WAIT_MS);
    expect(await approve(rita)).toBe(1);
  });
});

describe('the database', () => {
  const decided = (id: number, by: number, atMs: number) =>
    inDatabase(
      `update desk_proposals set state = 'applied', decided_by = $2, decided_at_ms = $3 where id = $1`,
      id,
      by,
      atMs,
    );

  it('refuses the same independently of the code', async () => {
    const sara = await newcomer('sara');
    const [ofEmil, ofAdam] = [await proposed(emil), await proposed(adam)];
    const atMs = await nowMs();
    await expect(decided(ofEmil, sara.id, atMs)).rejects.toThrow(/does not count as a second person yet/);
    await expect(decided(ofAdam, sara.id, atMs + OPERATOR_WAIT_MS)).rejects.toThrow(/account of the other/);
    await expect(decided(ofEmil, emil.id, atMs)).rejects.toThrow(/one person is not two/);
    await expect(
      inDatabase(`update desk_proposals set state = 'applied' where id = $1`, ofEmil),
    ).rejects.toThrow(/one person is not two/);
    await decided(ofEmil, sara.id, atMs + OPERATOR_WAIT_MS);
  });

  it('lets nobody remove a tie between accounts', async () => {
    for (const sql of [
      'delete from operator_ties',
      'update operator_ties set until_ms = 0',
      'truncate operator_ties',
    ]) {
      await expect(inDatabase(sql)).rejects.toThrow(/append-only/);
    }
  });

  it('lets no operator confirm who never got a link', async () => {
    await addOperator(server, 'administrator', 'stray', null);
    const { rows } = await inDatabase(`select id from operators where name = 'stray'`);
    const id = await proposed(emil);
    await expect(decided(id, (rows[0] as { id: number }).id, await nowMs())).rejects.toThrow(
      /does not count/,
    );
  });
});
