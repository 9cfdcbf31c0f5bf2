import type { WireChatPicture } from '@tallystick/protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { samplePicture } from '../../testing/sample-pictures.ts';
import { TestDesk } from '../../testing/test-desk.ts';
import { freshKey, TestServer, type TestCustomer } from '../../testing/test-server.ts';
import { adoptCases } from './adopt.ts';
import * as bounds from './bounds.ts';
import { forgetVisitorCases } from './forget.ts';
import { visitorHashOf } from './owner.ts';
import { Chatter, freshVisitor } from './testing/chatting.ts';

let server: TestServer;
let ann: TestDesk;
beforeAll(async () => {
  server = await TestServer.start();
  ann = await TestDesk.open(server, 'support', 'ann');
});
afterAll(() => server.close());

const visiting = (): Chatter => new Chatter(server, { visitor: freshVisitor() });
const answer = (caseId: number, text: string, clientId = freshKey()) =>
  ann.call('POST desk/chat_send', { case_id: caseId, client_id: clientId, text });

describe('a visitor who logs in', () => {
  const adopt = (who: TestCustomer, visitor: Chatter) =>
    server.call('POST chat/adopt', { visitor: visitor.auth.visitor ?? '' }, { token: who.token });

  it('takes over what they said in that browser, with its pictures, once; both sides see it', async () => {
    const visitor = visiting();
    const picture = (await visitor.upload(await samplePicture(41))).body.data as unknown as WireChatPicture;
    const { case: asked } = await server.call('POST chat/send', {
      ...visitor.auth,
      client_id: freshKey(),
      text: 'How do I register?',
      picture_id: picture.picture_id,
    });
    await answer(asked.case_id, 'With your e-mail.');
    const person = await server.customer();
    const told: (number | null)[] = [];
    const end = server.services.chat.hub.listen({
      changed: ({ case: one }) => void told.push(one.customerId),
      typing() {},
    });
    expect(await adopt(person, visitor)).toEqual({ conversations: 1 });
    end();
    expect(told).toEqual([person.id]);
    const own = new Chatter(server, { token: person.token });
    const { case: newest, messages } = await own.state();
    expect(newest).toMatchObject({ case_id: asked.case_id, unread: 1 });
    expect(messages.map(({ text }) => text)).toEqual(['How do I register?', 'With your e-mail.']);
    const seen = await server.app.inject({
      method: 'POST',
      url: '/api/chat/picture',
      headers: { authorization: person.token },
      payload: { picture_id: picture.picture_id },
    });
    expect(seen.headers['content-type']).toBe('image/jpeg');
    const { case: atDesk } = await ann.call('GET desk/chat', { case_id: asked.case_id });
    expect(atDesk.customer_id).toBe(person.id);

    // The secret opens nothing any more, and what was moved once is not moved again.
    expect((await visitor.state()).case).toBeNull();
    const other = await server.customer();
    expect(await adopt(other, visitor)).toEqual({ conversations: 0 });
    expect((await own.state()).case?.case_id).toBe(asked.case_id);
  });

  it('takes nothing of who has another secret, and nothing without a session', async () => {
    const visitor = visiting();
    const { case: asked } = await visitor.send('Mine');
    const person = await server.customer();
    expect(await adopt(person, visiting())).toEqual({ conversations: 0 });
    const secret = { visitor: visitor.auth.visitor ?? '' };
    expect((await server.refused('POST chat/adopt', secret)).code).toBe('session_invalid');
    expect((await visitor.state()).case?.case_id).toBe(asked.case_id);
  });

  it('goes on in the later of two that are open, which waits for as long as either did', async () => {
    const person = await server.customer();
    const own = new Chatter(server, { token: person.token });
    const { case: first } = await own.send('As a customer');
    const sinceMs = server.clock.nowMs;
    server.clock.nowMs += 5_000;
    const visitor = visiting();
    const { case: second } = await visitor.send('As a visitor');
    expect(await adopt(person, visitor)).toEqual({ conversations: 2 });
    const open = (await ann.call('GET desk/chats', {})).items.filter(one => one.customer_id === person.id);
    expect(open).toMatchObject([{ case_id: second.case_id, waiting_since_ms: sinceMs }]);
    expect((await own.state()).case).toMatchObject({
      case_id: second.case_id,
      earlier_case_id: first.case_id,
    });
  });

  it('and writes in the very same moment is not held up for ever, and writes into what was taken over', async () => {
    const { pool } = server.database;
    const visitor = visiting();
    const { case: asked } = await visitor.send('As a visitor');
    const person = await server.customer();
    const own = new Chatter(server, { token: person.token });
    const client = await pool.connect();
    let writing: Promise<Awaited<ReturnType<Chatter['send']>>> | null = null;
    try {
      await client.query('begin');
      const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
      const waiting = async (): Promise<boolean> =>
        (
          await pool.query('select 1 from pg_stat_activity where $1 = any (pg_blocking_pids(pid))', [
            rows[0]!.pid,
          ])
        ).rows.length > 0;
      // The message comes while the customer's row is locked, before anything is moved.
      const inBetween = {
        query: async (text: string, values: unknown[]) => {
          if (writing === null && text.startsWith('select id from chat_cases')) {
            writing = own.send('As a customer');
            await expect.poll(waiting).toBe(true);
          }
          return client.query(text, values);
        },
      };
      const hash = visitorHashOf(visitor.auth.visitor ?? '');
      await adoptCases(inBetween as typeof client, hash, person.id, server.clock.nowMs);
      await client.query('commit');
    } finally {
      await client.query('rollback');
      client.release();
    }
    expect(await writing).toMatchObject({ case: { case_id: asked.case_id }, message: { seq: 2 } });
  });

  it('gives their network no further conversations by it', async () => {
    const address = '203.0.113.40';
    const { burst, everyMs } = bounds.VISITOR_CASES_OF_NETWORK;
    const fullAtMs = server.clock.nowMs + (burst - 1) * everyMs;
    await server.database.pool.query('insert into allowances (key, full_at_ms) values ($1, $2)', [
      `chat-cases:${address}`,
      fullAtMs,
    ]);
    const from = (): Chatter => new Chatter(server, { visitor: freshVisitor() }, address);
    const last = from();
    await last.send('The last one');
    expect(await adopt(await server.customer(), last)).toEqual({ conversations: 1 });
    expect(await from().refused('One too many')).toBe('chat_too_many');
    server.clock.nowMs += everyMs;
    expect((await from().send('Again')).message.seq).toBe(1);
  });
});

describe('a visitor’s conversation', () => {
  it('is forgotten half a year after its end, with its pictures, so many in a run; a customer’s is not', async () => {
    const { pool } = server.database;
    const cases: number[] = [];
    const begin = async (who: Chatter): Promise<number> => {
      const { case: one } = await who.send('A question');
      await answer(one.case_id, 'An answer');
      await ann.call('POST desk/chat_note', { case_id: one.case_id, text: 'a note' });
      await ann.call('POST desk/chat_close', { case_id: one.case_id });
      return one.case_id;
    };
    const pictured = visiting();
    const picture = (await pictured.upload(await samplePicture(42))).body.data as unknown as WireChatPicture;
    const { picture_id: pictureId } = picture;
    await server.call('POST chat/send', { ...pictured.auth, client_id: freshKey(), picture_id: pictureId });
    cases.push(await begin(pictured), await begin(visiting()));
    const kept = await begin(new Chatter(server, { token: (await server.customer()).token }));
    const left = async (ids: readonly number[]): Promise<number> => {
      const { rows } = await pool.query('select 1 from chat_cases where id = any ($1)', [ids]);
      return rows.length;
    };
    const closedAtMs = server.clock.nowMs;
    await TestDesk.wait(server, bounds.VISITORS_KEPT_MS);
    await forgetVisitorCases(pool, closedAtMs);
    expect(await left(cases)).toBe(2);
    await forgetVisitorCases(pool, closedAtMs + 1, 1);
    const afterOne = await pool.query<{ count: number }>(
      'select count(*)::integer as count from chat_cases where customer_id is null and closed_at_ms < $1',
      [closedAtMs + 1],
    );
    server.clock.nowMs += 1;
    await server.services.chat.forgetOld();
    expect(afterOne.rows[0]!.count).toBeGreaterThan(0);
    expect(await left(cases)).toBe(0);
    expect(await left([kept])).toBe(1);
    const { rows } = await pool.query('select 1 from chat_pictures where id = $1', [pictureId]);
    expect(rows).toEqual([]);
  });
});
