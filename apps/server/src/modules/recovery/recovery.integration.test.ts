import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { HOUR_MS } from '@tallystick/core/durations';
import { TestDesk } from '../../testing/test-desk.ts';
import { TEST_PASSWORD, TestServer } from '../../testing/test-server.ts';
import { turnOnTwoFactor } from '../security/testing/authenticator-app.ts';
import { newestMessage } from '../security/testing/proof-code.ts';
import {
  askForRecovery,
  CLAIM,
  newPicture,
  recoveryIdOf,
  sendRecovery,
  stopLinkOf,
  ticketOf,
  verifiedCustomer,
  type VerifiedCustomer,
} from './testing/lost-factor.ts';

const WAIT_MS = 72 * HOUR_MS;

let server: TestServer;
let compliance: TestDesk;
let second: TestDesk;
let support: TestDesk;
beforeAll(async () => {
  server = await TestServer.start();
  ({ compliance, support } = await TestDesk.openAll(server));
  second = await TestDesk.open(server, 'compliance', 'second');
});
afterAll(() => server.close());
// Operators log in again, because a test may have moved the clock.
beforeEach(() => TestDesk.wait(server, 0));

const customer = () => verifiedCustomer(server, compliance);
const recovery = () => server.services.recovery.service;
const as = (who: { token: string }) => ({ token: who.token });
const logIn = (who: VerifiedCustomer) =>
  server.try('POST user/login', { kind: 'email', account: who.email, password: TEST_PASSWORD });
const decide = (desk: TestDesk, id: number, action: string, inputs = {}) =>
  desk.try('POST desk/queue_decide', { queue: 'recovery', id, action, inputs });
const approve = async (desk: TestDesk, id: number) => (await decide(desk, id, 'approve')).body.code;
const holdOf = (who: VerifiedCustomer) => server.services.security.holds.current(who.id);
const stateOf = async (who: VerifiedCustomer) => (await recovery().newest(who.id))?.state;
const isOn = async (who: VerifiedCustomer) =>
  (await server.services.security.twoFactor.since(who.id)) !== null;

async function waiting(): Promise<{ who: VerifiedCustomer; id: number }> {
  const who = await customer();
  await askForRecovery(server, who);
  const id = await recoveryIdOf(compliance, who.id);
  expect(await approve(compliance, id)).toBe(1);
  expect(await approve(second, id)).toBe(1);
  return { who, id };
}

describe('a lost second factor', () => {
  it('goes after two people have agreed and 72 hours have passed, with every contact told at each step', async () => {
    const who = await customer();
    await server.database.pool.query('update customers set phone = $2 where id = $1', [
      who.id,
      '+84912345670',
    ]);
    const asked = await askForRecovery(server, who);
    expect(asked).toMatchObject({ state: 'under_review', approvals: 0, ready_at_ms: null });
    const told = async () => [
      await newestMessage(server, who.email),
      await newestMessage(server, '+84912345670'),
    ];
    for (const message of await told()) expect(message).toMatch(/second factor[\s\S]*recoveryStop\?token=/);
    expect(await holdOf(who)).toMatchObject({ reason: 'recovery' });

    const id = await recoveryIdOf(compliance, who.id);
    expect(await approve(compliance, id)).toBe(1);
    expect(await stateOf(who)).toBe('under_review');
    await TestDesk.wait(server, HOUR_MS / 2);
    const approvedAtMs = server.clock.nowMs;
    expect(await approve(second, id)).toBe(1);
    const { recovery: waiting } = await server.call('GET user/recovery', {}, { token: who.token });
    expect(waiting).toMatchObject({ state: 'waiting', approvals: 2, ready_at_ms: approvedAtMs + WAIT_MS });
    for (const message of await told()) expect(message).toMatch(/removed on .* \(UTC\)/);
    expect(await holdOf(who)).toEqual({ reason: 'recovery', untilMs: approvedAtMs + WAIT_MS + 24 * HOUR_MS });

    server.clock.nowMs = approvedAtMs + WAIT_MS - 1;
    await recovery().completeDue();
    expect(await isOn(who)).toBe(true);
    expect((await logIn(who)).body.code).toBe('second_factor_required');

    server.clock.nowMs += 1;
    await recovery().completeDue();
    expect(await isOn(who)).toBe(false);
    for (const message of await told()) expect(message).toContain('was removed');
    expect((await server.refused('GET user/center', {}, as(who))).code).toBe('session_invalid');
    const { body } = await logIn(who);
    const { token } = body.data as { token: string };
    expect(await server.call('GET user/recovery', {}, { token })).toMatchObject({
      recovery: { state: 'completed' },
    });
    const untilMs = server.clock.nowMs + 24 * HOUR_MS;
    expect(await holdOf(who)).toEqual({ reason: 'recovery', untilMs });
    server.clock.nowMs = untilMs;
    expect(await holdOf(who)).toBeNull();
  });

  it('is shown at the desk beside what the account was verified with', async () => {
    const who = await customer();
    const ticket = await ticketOf(server, who);
    const { challenge, code, gesture } = await server.call('POST user/recovery_begin', { ticket });
    const claim = { country: 'VN', full_name: 'Somebody Else', id_number: who.idNumber };
    await sendRecovery(server, challenge, claim, await newPicture());
    const id = await recoveryIdOf(support, who.id);
    const detail = await support.call('GET desk/queue_item', { queue: 'recovery', id });
    const values = Object.fromEntries(detail.fields.map(({ key, value }) => [key, value]));
    expect(values).toMatchObject({
      gesture,
      picture_code: code,
      full_name: 'Somebody Else',
      full_name_on_file: CLAIM.full_name,
      id_number: who.idNumber,
      id_number_on_file: who.idNumber,
    });
    expect(detail.item.flags).toEqual(['identity_differs']);
    expect(detail.pictures.map(({ label }) => label)).toEqual(['live', 'front', 'back', 'holding']);
    for (const { id: pictureId } of detail.pictures) {
      const shown = await support.call('GET desk/queue_picture', {
        queue: 'recovery',
        id,
        picture_id: pictureId,
      });
      expect(shown.base64.length).toBeGreaterThan(100);
    }
    expect(detail.actions).toEqual([]);
    expect((await decide(support, id, 'approve')).body.code).toBe('operator_forbidden');
    const { rows } = await server.database.pool.query<{ stored: string }>(
      `select encode(sealed, 'escape') as stored from factor_recoveries where id = $1`,
      [id],
    );
    expect(rows[0]?.stored).not.toContain('Somebody');
  });

  it('is turned down by one person, also while it waits, with a reason', async () => {
    const { who, id } = await waiting();
    expect((await decide(compliance, id, 'reject')).body.code).toBe('missing_field');
    const { body } = await decide(compliance, id, 'reject', { reason_code: 'does_not_match' });
    expect(body.code).toBe(1);
    expect(await recovery().newest(who.id)).toMatchObject({ state: 'rejected', reason: 'does_not_match' });
    expect(await newestMessage(server, who.email)).toContain('stays on');
    server.clock.nowMs += WAIT_MS;
    await recovery().completeDue();
    expect(await isOn(who)).toBe(true);
    expect(await holdOf(who)).toBeNull();
  });

  it('keeps the papers no longer than those of a rejected application, and that there was one for ever', async () => {
    const { who, id } = await waiting();
    await decide(compliance, id, 'reject', { reason_code: 'other' });
    const papers = async () => {
      const { rows } = await server.database.pool.query<{ sealed: boolean; pictures: number }>(
        `select sealed is not null as sealed,
                (select count(*)::integer from pictures p where p.used_by = 'recovery:' || f.id) as pictures
           from factor_recoveries f where f.id = $1`,
        [id],
      );
      return rows[0];
    };
    await recovery().forgetOld();
    expect(await papers()).toEqual({ sealed: true, pictures: 1 });
    await TestDesk.wait(server, 200 * 24 * HOUR_MS);
    await recovery().forgetOld();
    expect(await papers()).toEqual({ sealed: false, pictures: 0 });
    const { item, fields } = await compliance.call('GET desk/queue_item', { queue: 'recovery', id });
    expect(item.state).toBe('rejected');
    expect(fields.some(({ key }) => key === 'full_name')).toBe(false);
    expect(await stateOf(who)).toBe('rejected');
  });

  it('tells who was never verified that nothing can be compared, before anything is sent', async () => {
    const who = await server.customer();
    await turnOnTwoFactor(server, who);
    const ticket = await ticketOf(server, who);
    expect(await server.call('POST user/recovery_state', { ticket })).toMatchObject({
      blocked: 'needs_identity',
      recovery: null,
    });
    const refused = await server.refused('POST user/recovery_begin', { ticket });
    expect(refused).toMatchObject({ code: 'recovery_needs_identity', status: 409 });
  });
});

describe('the owner', () => {
  it('stops it by the link in the message, without logging in, once', async () => {
    const { who } = await waiting();
    const token = await stopLinkOf(server, who.email);
    const { rows } = await server.database.pool.query<{ hash: string }>(
      `select encode(token_hash, 'base64') as hash from factor_recovery_stops`,
    );
    expect(rows.map(row => row.hash)).not.toContain(Buffer.from(token, 'base64url').toString('base64'));
    expect((await server.refused('POST user/recovery_stop', { token: `${token.slice(1)}A` })).code).toBe(
      'recovery_stop_expired',
    );
    await server.call('POST user/recovery_stop', { token });
    expect((await server.refused('POST user/recovery_stop', { token })).code).toBe('recovery_stop_expired');
    expect(await stateOf(who)).toBe('stopped');
    expect(await holdOf(who)).toBeNull();
    server.clock.nowMs += WAIT_MS;
    await recovery().completeDue();
    expect(await isOn(who)).toBe(true);
  });

  it('stops it from a session that is still open', async () => {
    const { who } = await waiting();
    expect((await server.call('GET user/recovery', {}, as(who))).recovery?.state).toBe('waiting');
    await server.call('POST user/recovery_cancel', {}, as(who));
    expect(await stateOf(who)).toBe('stopped');
    expect((await server.refused('POST user/recovery_cancel', {}, as(who))).code).toBe('recovery_none');
    expect(await newestMessage(server, who.email)).toContain('was stopped');
  });

  it.each(['app', 'recovery code'])('stops it by logging in with the %s', async way => {
    const { who } = await waiting();
    const ticket = await ticketOf(server, who);
    const code = way === 'app' ? who.app.next() : (who.app.recoveryCodes[0] ?? '');
    await server.call('POST user/login_second', { ticket, two_factor_code: code });
    expect(await stateOf(who)).toBe('stopped');
    expect(await isOn(who)).toBe(true);
  });

  it.each(['app', 'recovery code'])('stops it by using the %s while logged in', async way => {
    const { who } = await waiting();
    const code = way === 'app' ? who.app.next() : (who.app.recoveryCodes[0] ?? '');
    const off = { password: TEST_PASSWORD, two_factor_code: code };
    await server.call('POST user/two_factor_disable', off, as(who));
    expect(await stateOf(who)).toBe('stopped');
    // The stopped recovery does not turn off the second factor that is turned on next.
    await turnOnTwoFactor(server, who);
    server.clock.nowMs += WAIT_MS;
    await recovery().completeDue();
    expect(await isOn(who)).toBe(true);
  });
});

it('one that fails halfway leaves nobody logged in without the factor, and holds up no other', async () => {
  const [first, other] = [await waiting(), await waiting()];
  server.clock.nowMs += WAIT_MS;
  const { sessions } = server.services;
  const whole = sessions.endAllOf.bind(sessions);
  sessions.endAllOf = id => (id === first.who.id ? Promise.reject(new Error('gone')) : whole(id));
  await expect(recovery().completeDue()).rejects.toThrow('1 recoveries failed');
  sessions.endAllOf = whole;
  expect([await isOn(first.who), await isOn(other.who)]).toEqual([true, false]);
  await recovery().completeDue();
  expect(await isOn(first.who)).toBe(false);
  expect((await server.refused('GET user/center', {}, as(first.who))).code).toBe('session_invalid');
});

describe('who knows only the password', () => {
  it('gets no session, no second try with one password, and no word on whether the papers fit', async () => {
    const who = await customer();
    const ticket = await ticketOf(server, who);
    const { challenge } = await server.call('POST user/recovery_begin', { ticket });
    expect((await server.refused('POST user/recovery_begin', { ticket })).code).toBe('second_factor_expired');
    const wrong = { country: 'VN', full_name: 'Guess Work', id_number: '079200000000' };
    const picture = await newPicture();
    const { body } = await sendRecovery(server, challenge, wrong, picture);
    expect(body).toMatchObject({ type: 'ok', data: { state: 'under_review', approvals: 0 } });
    expect(JSON.stringify(body)).not.toContain('token');
    const bare = { challenge, ...wrong };
    expect((await server.refused('POST user/recovery', bare)).code).toBe('file_missing');
    const again = await sendRecovery(server, challenge, wrong, await newPicture());
    expect(again.body.code).toBe('recovery_challenge_expired');
    const another = await ticketOf(server, who);
    expect((await server.refused('POST user/recovery_begin', { ticket: another })).code).toBe(
      'recovery_open',
    );
    // Once stopped, it cannot be requested again for a week, even with the password.
    await server.call('POST user/recovery_stop', { token: await stopLinkOf(server, who.email) });
    const third = await ticketOf(server, who);
    expect((await server.refused('POST user/recovery_begin', { ticket: third })).code).toBe(
      'recovery_too_often',
    );
    expect(await isOn(who)).toBe(true);
  });

  it('is not begun with a password that was changed since', async () => {
    const who = await customer();
    const ticket = await ticketOf(server, who);
    const { challenge } = await server.call('POST user/recovery_begin', { ticket });
    const { demo_code: code } = await server.call('POST sms_mail', { email: who.email, purpose: 'forget' });
    await server.call('POST user/forget', {
      kind: 'email',
      account: who.email,
      code: code ?? '',
      password: 'another one of mine',
      re_password: 'another one of mine',
    });
    const claim = { ...CLAIM, id_number: who.idNumber };
    const { body } = await sendRecovery(server, challenge, claim, await newPicture());
    expect(body.code).toBe('recovery_challenge_expired');
    expect(await stateOf(who)).toBeUndefined();
  });

  it('cannot send a picture that was sent before, keep a challenge, or ask without end', async () => {
    const [who, other] = [await customer(), await customer()];
    const picture = await newPicture();
    const begin = async (one: VerifiedCustomer) =>
      (await server.call('POST user/recovery_begin', { ticket: await ticketOf(server, one) })).challenge;
    const claim = { ...CLAIM, id_number: who.idNumber };
    const first = await sendRecovery(server, await begin(who), claim, picture);
    expect(first.body.code).toBe(1);
    const replayed = await sendRecovery(server, await begin(other), claim, picture);
    expect(replayed.body.code).toBe('recovery_picture_replayed');
    const old = await begin(other);
    server.clock.nowMs += 15 * 60_000;
    const late = await sendRecovery(server, old, claim, await newPicture());
    expect(late.body.code).toBe('recovery_challenge_expired');
    for (let at = 0; at < 3; at++) await begin(other);
    const refused = await server.refused('POST user/recovery_begin', {
      ticket: await ticketOf(server, other),
    });
    expect(refused).toMatchObject({ code: 'recovery_too_often', status: 429 });
    expect(refused.data['retry_after_s']).toBeGreaterThan(0);
  });

  it('has no way around two people and the wait, also not through the database', async () => {
    const who = await customer();
    await askForRecovery(server, who);
    const id = await recoveryIdOf(compliance, who.id);
    expect(await approve(compliance, id)).toBe(1);
    expect(await approve(compliance, id)).toBe('same_operator');
    const { pool } = server.database;
    const change = (sql: string) => pool.query(`update factor_recoveries set ${sql} where id = $1`, [id]);
    await expect(change(`state = 'waiting', ready_at_ms = 0`)).rejects.toThrow(/two people/);
    await expect(change(`state = 'completed', ready_at_ms = 0, ended_at_ms = 1`)).rejects.toThrow(
      /wait|changed/,
    );
    const twice =
      'insert into factor_recovery_approvals (recovery_id, operator_id, at_ms) values ($1, $2, 0)';
    await expect(pool.query(twice, [id, compliance.id])).rejects.toThrow(/duplicate/);
    expect(await approve(second, id)).toBe(1);
    await expect(change('ready_at_ms = ready_at_ms - 1')).rejects.toThrow(/cannot be changed/);
    await expect(change(`state = 'completed', ended_at_ms = ready_at_ms - 1`)).rejects.toThrow(/waited/);
    expect(await isOn(who)).toBe(true);
  });
});
