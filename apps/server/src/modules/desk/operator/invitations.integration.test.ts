import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HOUR_MS } from '@tallystick/core/durations';
import {
  DESK_PASSWORD,
  invitationTo,
  joinByLink,
  operatorEmail,
  TestDesk,
  totpCode,
} from '../../../testing/test-desk.ts';
import { TestServer } from '../../../testing/test-server.ts';
import { OPERATOR_WAIT_MS, type TestServerOptions } from '../../../testing/test-server-parts.ts';
import type { Message } from '../../outbox/transports.ts';
import { AuditLog } from '../../../audit-log/audit-log.ts';
import { addOperatorFromHost } from './add-from-host.ts';

interface Place {
  readonly server: TestServer;
  readonly nobody: TestDesk;
  /** One operator proposes, another confirms: returns the result of both. */
  invite(name: string): Promise<string>;
}

async function open(options: TestServerOptions = {}): Promise<Place> {
  const server = await TestServer.start(options);
  const nobody = new TestDesk(server, null);
  const [adam, cora] = await Promise.all([
    TestDesk.open(server, 'administrator', 'adam'),
    TestDesk.open(server, 'compliance', 'cora'),
  ]);
  for (const desk of [adam, cora]) {
    if (options.mode === 'live') await setUpSecondFactor(server, desk);
  }
  return {
    server,
    nobody,
    async invite(name) {
      const change = { operator_id: null, name, role: 'support', active: true, email: operatorEmail(name) };
      const proposal = await adam.call('POST desk/propose', { kind: 'operator', change, note: 'joins' });
      const confirmed = await cora.call('POST desk/proposal_decide', {
        id: proposal.id,
        decision: 'confirm',
      });
      const seen: unknown[] = [proposal, confirmed];
      for (const desk of [adam, cora]) {
        seen.push(await desk.call('GET desk/operators', {}), await desk.call('GET desk/audit', {}));
        seen.push(await desk.call('GET desk/outbox', {}));
      }
      return JSON.stringify(seen);
    },
  };
}

async function setUpSecondFactor(server: TestServer, desk: TestDesk): Promise<void> {
  const { secret } = await desk.call('POST desk/totp_begin', { password: DESK_PASSWORD });
  await desk.call('POST desk/totp_confirm', { code: totpCode(server, secret) });
}

let place: Place;
beforeAll(async () => {
  place = await open();
});
afterAll(() => place.server.close());

const opened = (token: string) => place.nobody.try('POST desk/invitation_open', { token });
const codeOf = async (token: string) => (await opened(token)).body.code;
/** Opens a link and returns its setup token. */
const begun = (token: string) => place.nobody.call('POST desk/invitation_open', { token });
const accept = (
  begin: Awaited<ReturnType<typeof begun>>,
  change: { readonly code?: string; readonly password?: string; readonly re_password?: string } = {},
) =>
  place.nobody.try('POST desk/invitation_accept', {
    setup_token: begin.setup_token,
    password: DESK_PASSWORD,
    re_password: DESK_PASSWORD,
    code: begin.totp === null ? '' : totpCode(place.server, begin.totp.secret),
    ...change,
  });
const logOf = async (name: string) => {
  const { rows } = await place.server.database.pool.query<{ action: string; operator_name: string }>(
    `select action, operator_name from desk_audit
      where subject in ('operator:' || $1, (select 'operator:' || id from operators where name = $1)) order by id`,
    [name],
  );
  return rows.map(row => `${row.operator_name} ${row.action}`);
};

describe('the link to a new operator', () => {
  it('is sent only to them; they choose password and second factor, and are logged in', async () => {
    await place.invite('ben');
    const token = await invitationTo(place.server, 'ben');
    const { desk, secret } = await joinByLink(place.server, token);
    expect(await desk.call('GET desk/me', {})).toMatchObject({ operator: { name: 'ben', totp: true } });
    place.server.clock.nowMs += 60_000;
    const login = { name: 'ben', password: DESK_PASSWORD };
    expect(await place.nobody.refused('POST desk/login', login)).toBe('totp_required');
    await place.nobody.call('POST desk/login', { ...login, code: totpCode(place.server, secret) });
    expect(await logOf('ben')).toEqual([
      'adam operator.propose',
      'cora operator.confirm',
      'system operator.link_opened',
      'ben operator.join',
      'ben operator.login',
      'ben operator.login',
    ]);
  });

  it('opens once: the second visitor is told so, and when the first one came', async () => {
    await place.invite('carl');
    const token = await invitationTo(place.server, 'carl');
    const thief = await begun(token);
    expect(await opened(token)).toMatchObject({
      status: 409,
      body: {
        code: 'invitation_used',
        message:
          'This link has been opened before, at 2026-07-15 12:01 UTC. ' +
          'If that was not you, tell your colleagues at once: they can send another.',
      },
    });
    // Another link is sent; the session of the first one stops working.
    const { rows } = await place.server.database.pool.query<{ id: number }>(
      `select id from operators where name = 'carl'`,
    );
    const again = await TestDesk.open(place.server, 'administrator', 'again');
    const second = await TestDesk.open(place.server, 'compliance', 'check');
    const change = {
      operator_id: rows[0]?.id,
      name: 'carl',
      role: 'support',
      active: true,
      reset_password: true,
    };
    const { id } = await again.call('POST desk/propose', { kind: 'operator', change, note: 'used up' });
    await second.call('POST desk/proposal_decide', { id, decision: 'confirm' });
    expect((await accept(thief)).body.code).toBe('invitation_expired');
    await joinByLink(place.server, await invitationTo(place.server, 'carl'));
  });

  it('opens for one of two who open it at once', async () => {
    await place.invite('dick');
    const token = await invitationTo(place.server, 'dick');
    const codes = await Promise.all([1, 2, 3].map(() => codeOf(token)));
    expect(codes.toSorted()).toEqual([1, 'invitation_used', 'invitation_used']);
  });

  it('is void for somebody who has left meanwhile', async () => {
    const fresh = await open();
    try {
      await fresh.invite('gone');
      const token = await invitationTo(fresh.server, 'gone');
      await fresh.server.database.pool.query(`update operators set active = false where name = 'gone'`);
      expect(await fresh.nobody.refused('POST desk/invitation_open', { token })).toBe('invitation_expired');
    } finally {
      await fresh.server.close();
    }
  });
});

describe('in live', () => {
  it('neither link nor password is shown to the proposer, the confirmer or any reader of the desk', async () => {
    const sent: Message[] = [];
    // The mail server refuses, so that the mail is in the outbox while everybody reads it.
    let refusing = true;
    const mail = {
      send: (message: Message) => {
        if (refusing) return Promise.reject(new Error('try later'));
        sent.push(message);
        return Promise.resolve('sent' as const);
      },
      close: () => undefined,
    };
    const live = await open({ mode: 'live', mail, publicUrl: 'https://exchange.example' });
    try {
      const seen = await live.invite('hugo');
      await live.server.services.outbox.idle();
      refusing = false;
      live.server.clock.nowMs += 60_000;
      live.server.services.outbox.wake();
      await live.server.services.outbox.idle();
      const message = sent.find(({ recipient }) => recipient === operatorEmail('hugo'));
      const token = /https:\/\/exchange\.example\/desk\/#invitation=([\w-]{43})/.exec(
        message?.body ?? '',
      )?.[1];
      expect(token).toBeDefined();
      expect(seen).not.toContain(token);
      expect(seen).toContain(operatorEmail('hugo'));
      // Once the mail is sent its link is stored nowhere, not even in the database.
      const { rows } = await live.server.database.pool.query<{ body: string }>(
        'select body from outbox where recipient = $1',
        [operatorEmail('hugo')],
      );
      expect(rows).toEqual([{ body: '' }]);
      await joinByLink(live.server, token ?? '');
    } finally {
      await live.server.close();
    }
  });
});

describe('an opened link', () => {
  it('continues only with a valid password and a code of the app, and only once', async () => {
    await place.invite('igor');
    const begin = await begun(await invitationTo(place.server, 'igor'));
    expect((await accept(begin, { password: 'short', re_password: 'short' })).body.code).toBe(
      'password_too_short',
    );
    expect((await accept(begin, { re_password: 'another one' })).body.code).toBe('passwords_differ');
    expect((await accept(begin, { code: '000000' })).body.code).toBe('totp_wrong');
    expect((await accept(begin)).body.code).toBe(1);
    place.server.clock.nowMs += 60_000;
    expect((await accept(begin)).body.code).toBe('invitation_expired');
  });

  it('cannot be used to guess codes', async () => {
    await place.invite('jack');
    const begin = await begun(await invitationTo(place.server, 'jack'));
    for (let i = 0; i < 8; i++)
      expect((await accept(begin, { code: '000000' })).body.code).toBe('totp_wrong');
    expect((await accept(begin)).body.code).toBe('account_locked');
  });

  it('asks for the existing second factor, unless it was removed', async () => {
    await place.invite('kurt');
    const { desk, secret } = await joinByLink(place.server, await invitationTo(place.server, 'kurt'));
    const again = await TestDesk.open(place.server, 'administrator', 'kadm');
    const second = await TestDesk.open(place.server, 'compliance', 'kchk');
    const change = {
      operator_id: desk.id,
      name: 'kurt',
      role: 'support',
      active: true,
      reset_password: true,
    };
    const { id } = await again.call('POST desk/propose', { kind: 'operator', change, note: 'forgot' });
    await second.call('POST desk/proposal_decide', { id, decision: 'confirm' });
    place.server.clock.nowMs += 60_000;
    const begin = await begun(await invitationTo(place.server, 'kurt'));
    expect(begin.totp).toBeNull();
    expect((await accept(begin, { code: '000000' })).body.code).toBe('totp_wrong');
    expect((await accept(begin, { code: totpCode(place.server, secret) })).body.code).toBe(1);
  });
});

describe('operators added from the host', () => {
  const add = (server: TestServer, name: string, role = 'administrator') =>
    addOperatorFromHost(
      {
        pool: server.database.pool,
        audit: new AuditLog(() => server.clock.nowMs),
        waitMs: OPERATOR_WAIT_MS,
        now: () => server.clock.nowMs,
      },
      name,
      role,
    );
  const join = (server: TestServer, path: string) => joinByLink(server, path.split('#invitation=')[1] ?? '');

  it('wait, except the first two of an empty exchange', async () => {
    const server = await TestServer.start({ mode: 'live' });
    try {
      const fromMs = async (name: string) => {
        const { path, waitMs } = await add(server, name);
        const { desk } = await join(server, path);
        const { operator } = await desk.call('GET desk/me', {});
        return [
          waitMs,
          operator.second_from_ms === 0 ? 0 : (operator.second_from_ms ?? 0) - server.clock.nowMs,
        ];
      };
      expect(await fromMs('one')).toEqual([0, 0]);
      expect(await fromMs('two')).toEqual([0, 0]);
      expect(await fromMs('three')).toEqual([OPERATOR_WAIT_MS, OPERATOR_WAIT_MS]);
      const { rows } = await server.database.pool.query(
        `select operator_name, after::json ->> 'from' as came from desk_audit where action = 'operator.add'`,
      );
      expect(rows).toEqual([1, 2, 3].map(() => ({ operator_name: 'system', came: 'host' })));
    } finally {
      await server.close();
    }
  });

  it('wait once somebody has an account here', async () => {
    const server = await TestServer.start();
    try {
      await server.customer();
      expect((await add(server, 'first')).waitMs).toBe(OPERATOR_WAIT_MS);
    } finally {
      await server.close();
    }
  });

  it('get another link as long as they have not joined', async () => {
    const first = await add(place.server, 'lost');
    const { path } = await add(place.server, 'lost');
    expect(await codeOf(first.path.split('#invitation=')[1] ?? '')).toBe('invitation_expired');
    await join(place.server, path);
    await expect(add(place.server, 'lost')).rejects.toThrow(/already/);
    await expect(add(place.server, 'adam')).rejects.toThrow(/already/);
  });

  it.each([
    ['somebody', 'king', /role is one of/],
    ['Some Body', 'support', /small letters/],
    ['', 'support', /small letters/],
  ])('cannot be %j as %s', async (name, role, message) => {
    await expect(add(place.server, name, role)).rejects.toThrow(message);
  });
});

// Last, because it logs everybody out.
it('a link opens within a day, and its setup token works for an hour', async () => {
  await place.invite('eric');
  await place.invite('fred');
  const [late, soon] = [await invitationTo(place.server, 'eric'), await invitationTo(place.server, 'fred')];
  place.server.clock.nowMs += 24 * HOUR_MS - 1;
  const begin = await begun(soon);
  place.server.clock.nowMs += 1;
  expect(await codeOf(late)).toBe('invitation_expired');
  place.server.clock.nowMs += HOUR_MS;
  expect((await accept(begin)).body.code).toBe('invitation_expired');
  expect(await codeOf('made-up')).toBe('invitation_expired');
});
