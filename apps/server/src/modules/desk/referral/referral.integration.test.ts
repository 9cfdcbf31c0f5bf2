import { HOUR_MS } from '@tallystick/core/durations';
import type { Role } from '@tallystick/protocol/desk/roles';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TestDesk } from '../../../testing/test-desk.ts';
import { TestServer, type TestCustomer } from '../../../testing/test-server.ts';
import { codeFor, registration } from '../../account/testing/registering.ts';

let server: TestServer;
let desks: Readonly<Record<Role, TestDesk>>;
let promoter: TestCustomer;
beforeAll(async () => {
  server = await TestServer.start();
  desks = await TestDesk.openAll(server);
  promoter = await server.customer();
});
afterAll(() => server.close());

/** Registers with the promoter's code, in a new browser unless a cookie is given. Returns id and cookie. */
async function invite(
  email: string,
  cookie?: string,
): Promise<{ readonly id: number; readonly cookie: string }> {
  const { user } = await server.call('GET user/center2', {}, promoter);
  const wish = {
    ...registration(email, await codeFor(server, email, 'register')),
    invitation_code: user.invitation_code,
  };
  const answer = await server.try(
    'POST user/register',
    wish,
    cookie === undefined ? {} : { headers: { cookie } },
  );
  if (answer.body.type !== 'ok') throw new Error(JSON.stringify(answer.body));
  return { id: answer.body.data.user.id, cookie: String(answer.headers['set-cookie']).split(';', 1)[0]! };
}

async function agree(kind: 'referral_terms' | 'referral_resume', change: object, by: readonly [Role, Role]) {
  const proposal = await desks[by[0]].call('POST desk/propose', {
    kind,
    change: { ...change },
    note: 'because',
  });
  const { proposal: decided } = await desks[by[1]].call('POST desk/proposal_decide', {
    id: proposal.id,
    decision: 'confirm',
  });
  return decided;
}

describe('referral at the desk', () => {
  it('has terms set by two people: better ones act at once, worse ones are announced', async () => {
    const raised = await agree('referral_terms', { first_percent: '30', second_percent: '10' }, [
      'accountant',
      'administrator',
    ]);
    expect(raised).toMatchObject({
      state: 'applied',
      before: { first_percent: '0', second_percent: '0' },
      after: { first_percent: '30', second_percent: '10' },
    });
    const before = (await server.call('GET user/invite', {}, promoter)).ratios;
    expect(before).toEqual({ first_percent: '30', second_percent: '10' });
    const lowered = await agree('referral_terms', { first_percent: '20', second_percent: '10' }, [
      'accountant',
      'administrator',
    ]);
    expect(lowered).toMatchObject({
      state: 'applied',
      after: { first_percent: '30', after_hours: { hours: 24, terms: { first_percent: '20' } } },
    });
    const effectiveAtMs = server.clock.nowMs + 24 * HOUR_MS;
    const told = await server.call('GET user/invite', {}, promoter);
    expect(told).toMatchObject({
      ratios: before,
      announced: { first_percent: '20', second_percent: '10', effective_at_ms: effectiveAtMs },
    });
    expect(await desks.support.call('GET desk/referral', {})).toMatchObject({
      terms: before,
      announced: { first_percent: '20' },
    });
    const notices = JSON.stringify(await desks.support.call('GET desk/notices', {}));
    expect(notices).toContain('Referral rebates: terms change on');
    expect(notices).toContain('Rebates earned until then are paid in full.');
    await TestDesk.wait(server, 24 * HOUR_MS);
    await server.engine.wake();
    expect((await server.call('GET user/invite', {}, promoter)).ratios.first_percent).toBe('20');
  });

  it.each([
    ['50.0001', '0'],
    ['40', '10.0001'],
  ])('refuses %s and %s percent: together more than half of a fee', async (first, second) => {
    const wish = {
      kind: 'referral_terms',
      change: { first_percent: first, second_percent: second },
      note: 'x',
    } as const;
    expect(await desks.accountant.refused('POST desk/propose', wish)).toBe('rebate_above_ceiling');
  });

  it('shows warning signs of an invitation: the same browser, the same document', async () => {
    const one = await invite('one@friends.example');
    const clean = await desks.compliance.call('GET desk/referral', {});
    expect(clean.items).toMatchObject([
      { customer_id: promoter.id, standing: 'open', invited: 1, flags: [] },
    ]);
    expect((await desks.compliance.call('GET desk/referral', { flagged: true })).items).toEqual([]);

    const two = await invite('two@friends.example', one.cookie);
    const three = await invite('three@friends.example');
    await server.database.pool.query(
      `insert into identity_applications
         (customer_id, level, state, sealed, document_print, submitted_at_ms)
       select id, 'basic', 'under_review', 'x', 'one document', 0 from unnest($1::integer[]) as id`,
      [[promoter.id, three.id]],
    );
    const { items } = await desks.compliance.call('GET desk/referral', { flagged: true });
    expect(items).toMatchObject([
      {
        invited: 3,
        flags: [
          { kind: 'device_of_invited', customer_ids: [one.id, two.id] },
          { kind: 'same_document', customer_ids: [three.id] },
        ],
      },
    ]);
    // The promoter logs in with the browser of an invited customer.
    const login = { kind: 'email', account: promoter.email, password: 'correct horse' } as const;
    await server.call('POST user/login', login, { headers: { cookie: one.cookie } });
    const [flagged] = (await desks.compliance.call('GET desk/referral', { flagged: true })).items;
    expect(flagged?.flags[1]).toEqual({ kind: 'device_of_promoter', customer_ids: [one.id, two.id] });
  });

  it('names each suspicious pair, with every reason', async () => {
    const { items } = await desks.support.call('GET desk/referral_flags', { limit: 2 });
    expect(items).toMatchObject([
      { promoter_id: promoter.id, kinds: ['same_document'], standing: 'open' },
      { promoter_id: promoter.id, kinds: ['device_of_invited', 'device_of_promoter'] },
    ]);
    const { items: all } = await desks.support.call('GET desk/referral_flags', {});
    expect(all).toHaveLength(3);
  });

  it('reports a period by day, and as a file whose export is logged', async () => {
    const { pool } = server.database;
    await pool.query(
      `insert into referral_days values ($1, 20000, 7, 1, 3, 1500000, 2), ($1, 20001, 7, 1, 3, 500000, 1),
                                       ($1, 20001, 8, 2, 3, 250000, 1), ($1, 20009, 8, 2, 3, 1, 1)`,
      [promoter.id],
    );
    const period = { from_day: 20_000, to_day: 20_001 };
    expect(await desks.support.call('GET desk/referral_report', period)).toEqual({
      days: [
        { utc_day: 20_001, currency: 'USDT', fills: 2, promoters: 1, people: 2, amount: '0.75' },
        { utc_day: 20_000, currency: 'USDT', fills: 2, promoters: 1, people: 1, amount: '1.5' },
      ],
      totals: [{ currency: 'USDT', amount: '2.25', fills: 4 }],
      promoters: 1,
      invited: 3,
    });
    expect(await desks.support.call('GET desk/referral_export', period)).toEqual({
      csv: [
        'day,promoter,customer,level,fills,amount,currency',
        `2024-10-04,${promoter.id},7,1,2,1.5,USDT`,
        `2024-10-05,${promoter.id},7,1,1,0.5,USDT`,
        `2024-10-05,${promoter.id},8,2,1,0.25,USDT`,
        '',
      ].join('\r\n'),
      rows: 3,
      complete: true,
    });
    const log = await desks.compliance.call('GET desk/audit', {});
    expect(log.items[0]).toMatchObject({ action: 'referral.export', after: { ...period, rows: 3 } });
    for (const wrong of [
      { from_day: 20_001, to_day: 20_000 },
      { from_day: 20_000, to_day: 20_366 },
    ]) {
      expect(await desks.support.refused('GET desk/referral_report', wrong)).toBe('invalid_input');
      expect(await desks.support.refused('GET desk/referral_export', wrong)).toBe('invalid_input');
    }
    await pool.query('delete from referral_days where utc_day between 20000 and 20009');
  });

  it('stops a promoter at once by one person, with a reason in the log; restarting takes two', async () => {
    const stop = { customer_id: promoter.id, reason: 'invites himself' };
    expect(await desks.accountant.refused('POST desk/referral_stop', stop)).toBe('operator_forbidden');
    expect(await desks.support.call('POST desk/referral_stop', stop)).toEqual({ standing: 'stopped' });
    expect(server.engine.exchange.referral.standing(promoter.id)).toBe('stopped');
    expect(await desks.support.refused('POST desk/referral_stop', stop)).toBe('nothing_changed');
    expect(await desks.support.refused('POST desk/referral_stop', { ...stop, customer_id: 99_999_999 })).toBe(
      'not_found',
    );
    const log = await desks.compliance.call('GET desk/audit', {});
    expect(log.items[0]).toMatchObject({
      action: 'referral.stop',
      subject: `customer:${promoter.id}`,
      after: { standing: 'stopped', reason: 'invites himself' },
    });
    const change = { customer_id: promoter.id };
    const resumed = await agree('referral_resume', change, ['compliance', 'administrator']);
    expect(resumed).toMatchObject({ state: 'applied', before: { standing: 'stopped' } });
    expect(server.engine.exchange.referral.standing(promoter.id)).toBe('open');
    const again = { kind: 'referral_resume', change, note: 'x' } as const;
    expect(await desks.compliance.refused('POST desk/propose', again)).toBe('nothing_changed');
  });
});
