import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TestDesk } from '../../testing/test-desk.ts';
import { freshKey, TestServer, type TestCustomer } from '../../testing/test-server.ts';
import { changeSetting } from '../testing/setting.ts';
import * as bounds from './bounds.ts';
import { Chatter, freshVisitor } from './testing/chatting.ts';

let server: TestServer;
let ann: TestDesk;
let bob: TestDesk;
let customer: TestCustomer;
beforeAll(async () => {
  server = await TestServer.start();
  ann = await TestDesk.open(server, 'support', 'ann');
  bob = await TestDesk.open(server, 'compliance', 'bob');
  customer = await server.customer();
});
afterAll(() => server.close());

const support = { external_chat_url: '', chat_hours: '', chat_time_zone: 'UTC' };
const visiting = (): Chatter => new Chatter(server, { visitor: freshVisitor() });
const answer = (caseId: number, text: string, clientId = freshKey()) =>
  ann.call('POST desk/chat_send', { case_id: caseId, client_id: clientId, text });

describe('a conversation', () => {
  it('goes back and forth, in order, with what is unread on both sides', async () => {
    const owner = new Chatter(server, { token: customer.token });
    expect(await owner.state()).toMatchObject({ open: true, case: null, messages: [], external_url: null });
    const asked = await owner.send('Where is my deposit?');
    const id = asked.case.case_id;
    expect(asked).toMatchObject({
      case: { state: 'open', last_seq: 1 },
      message: { seq: 1, side: 'customer' },
    });
    const [queued] = (await ann.call('GET desk/chats', {})).items;
    expect(queued).toMatchObject({ case_id: id, customer_id: customer.id, unread: 1, operator: null });

    expect(await answer(id, 'One moment.')).toMatchObject({
      case: { operator: { name: 'ann' }, unread: 0, waiting_since_ms: null },
      message: { seq: 2, side: 'operator', operator: 'ann' },
    });
    expect(await server.call('POST chat/unread', {}, owner.options)).toEqual({ unread: 1 });
    const read = await server.call('POST chat/read', { case_id: id, seq: 2 }, owner.options);
    expect(read).toMatchObject({ unread: 0, read_seq: 2 });
    await owner.send('Thank you');
    expect(await ann.call('POST desk/chat_read', { case_id: id, seq: 3 })).toMatchObject({ unread: 0 });
    const { messages, case: now } = await owner.state();
    expect(messages.map(({ seq, text }) => `${seq} ${text}`)).toEqual([
      '1 Where is my deposit?',
      '2 One moment.',
      '3 Thank you',
    ]);
    expect(now).toMatchObject({ desk_read_seq: 3 });
  });

  it('keeps a message once, however often it is sent, also after the end', async () => {
    const owner = visiting();
    const key = freshKey();
    const sent = await Promise.all([
      owner.send('Hello', key),
      owner.send('Hello', key),
      owner.send('Hello', key),
    ]);
    expect(sent.map(({ message }) => message)).toEqual([
      sent[0]!.message,
      sent[0]!.message,
      sent[0]!.message,
    ]);
    expect((await owner.state()).messages).toHaveLength(1);
    expect(await owner.refused('Something else', key)).toBe('idempotency_key_reused');
    const { case_id: id } = sent[0]!.case;
    const answerKey = freshKey();
    const answers = await Promise.all([answer(id, 'Hi', answerKey), answer(id, 'Hi', answerKey)]);
    expect(new Set(answers.map(({ message }) => message.seq))).toEqual(new Set([2]));
    await ann.call('POST desk/chat_close', { case_id: id });
    expect((await owner.send('Hello', key)).case).toMatchObject({ case_id: id, state: 'closed' });
    expect((await owner.state()).messages).toHaveLength(2);
  });

  it('is its owner’s alone', async () => {
    const owner = new Chatter(server, { token: customer.token });
    const { case: own } = await owner.state();
    const id = own!.case_id;
    const other = await server.customer();
    for (const stranger of [
      new Chatter(server, { token: other.token }),
      visiting(),
      new Chatter(server, {}),
    ]) {
      const reach = { ...stranger.auth, case_id: id };
      const refusals = [
        await server.refused('POST chat/messages', reach, stranger.options),
        await server.refused('POST chat/read', { ...reach, seq: 1 }, stranger.options),
        await server.refused('POST chat/close', reach, stranger.options),
        await server.refused('POST chat/rate', { ...reach, stars: 1 }, stranger.options),
      ];
      expect(refusals.map(({ code }) => code)).toEqual(Array(4).fill('not_found'));
      expect((await stranger.state()).case).toBeNull();
    }
  });

  it('is rated after its end, and the next message begins another one behind it', async () => {
    const owner = visiting();
    const { case: first } = await owner.send('Short question');
    const own = { ...owner.auth, case_id: first.case_id };
    expect((await server.refused('POST chat/rate', { ...own, stars: 5 })).code).toBe('chat_not_closed');
    expect(await server.call('POST chat/close', own)).toMatchObject({ state: 'closed' });
    expect(await server.call('POST chat/rate', { ...own, stars: 4, text: 'Quick' })).toMatchObject({
      stars: 4,
    });
    expect((await ann.call('GET desk/chats', { view: 'closed' })).items[0]).toMatchObject({
      case_id: first.case_id,
      stars: 4,
      rating_text: 'Quick',
    });
    expect(
      await ann.refused('POST desk/chat_send', {
        case_id: first.case_id,
        client_id: freshKey(),
        text: 'Late',
      }),
    ).toBe('chat_closed');
    const { case: second } = await owner.send('Another one');
    expect(second).toMatchObject({ earlier_case_id: first.case_id, last_seq: 1 });
    const earlier = await server.call('POST chat/messages', own);
    expect(earlier).toMatchObject({ items: [{ text: 'Short question' }], more: false });
  });

  it('ends by itself when nobody has come back to an answer, and never while one is owed', async () => {
    const [answered, waiting] = [visiting(), visiting()];
    const { case: one } = await answered.send('Thanks?');
    await waiting.send('Hello?');
    await answer(one.case_id, 'You are welcome.');
    await TestDesk.wait(server, bounds.SILENT_MS + 1);
    await server.services.chat.forgetOld();
    expect((await answered.state()).case).toMatchObject({ state: 'closed' });
    expect((await waiting.state()).case).toMatchObject({ state: 'open' });
  });

  it('is told to the feed when the desk answers a customer, once', async () => {
    const owner = new Chatter(server, { token: (await server.customer()).token });
    const { case: one } = await owner.send('Hello');
    const key = freshKey();
    await answer(one.case_id, 'Hello to you', key);
    await answer(one.case_id, 'Hello to you', key);
    const { rows } = await server.database.pool.query<{ body: string }>(
      `select body from office_events where kind = 'chatAnswered' and body::jsonb ->> 'caseId' = $1`,
      [String(one.case_id)],
    );
    expect(rows.map(({ body }) => JSON.parse(body) as unknown)).toEqual([{ caseId: one.case_id, seq: 2 }]);
  });
});

describe('bounds', () => {
  it('a customer’s messages in a minute; the desk’s answers do not count', async () => {
    const owner = visiting();
    const { case: one } = await owner.send('0');
    for (let i = 1; i < bounds.MESSAGES_PER_MINUTE.count; i++) await owner.send(String(i));
    await answer(one.case_id, 'Slowly, please');
    expect(await owner.refused('one more')).toBe('rate_limited');
    server.clock.nowMs += bounds.MESSAGES_PER_MINUTE.withinMs + 1;
    expect((await owner.send('one more')).message.seq).toBe(bounds.MESSAGES_PER_MINUTE.count + 2);
  });

  it('conversations of one network’s visitors that are open at once; not of their neighbours', async () => {
    const from = (address: string): Chatter => new Chatter(server, { visitor: freshVisitor() }, address);
    for (let i = 0; i < bounds.VISITOR_CASES_OPEN; i++) await from('203.0.113.7').send('Hello');
    expect(await from('203.0.113.7').refused('Hello')).toBe('chat_too_many');
    expect((await from('203.0.113.8').send('Hello')).message.seq).toBe(1);
  });

  it('conversations of a customer in a day', async () => {
    const owner = new Chatter(server, { token: (await server.customer()).token });
    for (let i = 0; i < bounds.CASES_PER_DAY; i++) {
      const { case: one } = await owner.send('Hello');
      await server.call('POST chat/close', { case_id: one.case_id }, owner.options);
    }
    expect(await owner.refused('Hello')).toBe('chat_too_many');
  });

  it('messages of one network’s visitors together, whoever they say they are', async () => {
    const address = '203.0.113.30';
    const { burst, everyMs } = bounds.VISITOR_MESSAGES_OF_NETWORK;
    const fullAtMs = server.clock.nowMs + (burst - 1) * everyMs;
    await server.database.pool.query('insert into allowances (key, full_at_ms) values ($1, $2)', [
      `chat-messages:${address}`,
      fullAtMs,
    ]);
    const from = (): Chatter => new Chatter(server, { visitor: freshVisitor() }, address);
    expect((await from().send('The last one')).message.seq).toBe(1);
    expect(await from().refused('One too many')).toBe('rate_limited');
    server.clock.nowMs += everyMs;
    expect((await from().send('Again')).message.seq).toBe(1);
  });

  it('the length of a message, and what is none', async () => {
    const owner = visiting();
    expect(await owner.refused('x'.repeat(2_001))).toBe('invalid_input');
    expect(await owner.refused(' \n ')).toBe('invalid_input');
    expect(await owner.refused('a\u0000b')).toBe('invalid_input');
    const markup = '<img src=x onerror=alert(1)>\u202e{{7*7}}';
    expect((await owner.send(markup)).message.text).toBe(markup);
  });
});

describe('hours and another address', () => {
  it('outside the hours the customer is told when somebody answers, and the message waits', async () => {
    server.clock.nowMs = Date.parse('2027-06-05T12:00:00Z'); // A Saturday.
    await TestDesk.wait(server, 0);
    await changeSetting(server, 'support', { ...support, chat_hours: 'Mo-Fr 09:00-18:00' });
    const owner = visiting();
    expect(await owner.state()).toMatchObject({
      open: false,
      opens_at_ms: Date.parse('2027-06-07T09:00:00Z'),
    });
    const { case: one } = await owner.send('For Monday');
    const waiting = (await ann.call('GET desk/chats', {})).items.find(
      ({ case_id: id }) => id === one.case_id,
    );
    expect(waiting?.waiting_since_ms).toBe(server.clock.nowMs);
    await changeSetting(server, 'support', support);
    expect(await owner.state()).toMatchObject({ open: true, opens_at_ms: null });
  });

  it('an external address replaces the chat', async () => {
    expect(await server.call('POST set/get_customer_url', {})).toEqual({ url: null });
    expect(await server.call('POST chat/state', {})).toMatchObject({ external_url: null, case: null });
    const url = 'https://support.example/chat';
    await changeSetting(server, 'support', { ...support, external_chat_url: url });
    expect(await server.call('POST set/get_customer_url', {})).toEqual({ url });
    expect(await visiting().state()).toMatchObject({ external_url: url });
    expect(await visiting().refused('Hello')).toBe('chat_elsewhere');
    for (const bad of [
      'http://help.example.com',
      'javascript:alert(1)',
      'https://localhost/chat',
      'https://user:secret@help.example.com',
      'help.example.com',
    ]) {
      const change = changeSetting(server, 'support', { ...support, external_chat_url: bad });
      await expect(change).rejects.toThrow(/external_chat_url/);
    }
    await changeSetting(server, 'support', support);
  });
});

describe('the desk', () => {
  it('lists who waits longest first, then those that wait for their customer', async () => {
    await server.database.pool.query('update chat_cases set closed_at_ms = 1 where closed_at_ms is null');
    const chatters = [visiting(), visiting(), visiting()];
    const ids: number[] = [];
    for (const [index, chatter] of chatters.entries()) {
      ids.push((await chatter.send(`Question ${index}`)).case.case_id);
      server.clock.nowMs += 1_000;
    }
    await answer(ids[0]!, 'Answered');
    await chatters[1]!.send('Still waiting');
    const listed = (await ann.call('GET desk/chats', {})).items.map(one => one.case_id);
    expect(listed).toEqual([ids[1], ids[2], ids[0]]);
  });

  it('takes, hands over to a colleague or a role, and nobody else answers meanwhile', async () => {
    const { case: one } = await visiting().send('Mine?');
    const id = { case_id: one.case_id };
    expect(await ann.call('POST desk/chat_take', id)).toMatchObject({ operator: { name: 'ann' } });
    expect(await bob.refused('POST desk/chat_take', id)).toBe('chat_taken');
    expect(await bob.refused('POST desk/chat_send', { ...id, client_id: freshKey(), text: 'Me' })).toBe(
      'chat_taken',
    );
    const colleagues = (await ann.call('GET desk/chat_colleagues', {})).items;
    expect(colleagues).toContainEqual({ id: bob.id, name: 'bob', role: 'compliance' });
    const handed = await ann.call('POST desk/chat_hand_over', {
      ...id,
      operator_id: bob.id,
      note: 'His papers',
    });
    expect(handed.operator?.name).toBe('bob');
    expect(await ann.refused('POST desk/chat_send', { ...id, client_id: freshKey(), text: 'Me' })).toBe(
      'chat_taken',
    );
    await bob.call('POST desk/chat_hand_over', { ...id, role: 'accountant' });
    const { case: waiting, notes } = await bob.call('GET desk/chat', id);
    expect(waiting).toMatchObject({ operator: null, role: 'accountant' });
    expect(notes).toMatchObject([{ operator: 'ann', text: 'His papers' }]);
    expect(await bob.refused('POST desk/chat_hand_over', { ...id, role: 'accountant' })).toBe(
      'nothing_changed',
    );
    expect(await bob.refused('POST desk/chat_hand_over', { ...id, operator_id: 999_999 })).toBe('not_found');
    expect(await bob.refused('POST desk/chat_hand_over', id)).toBe('missing_field');
  });

  it('writes notes that no answer to a customer has', async () => {
    const owner = visiting();
    const { case: one } = await owner.send('Am I a suspect?');
    const secret = 'looks like a mule account';
    await ann.call('POST desk/chat_note', { case_id: one.case_id, text: secret });
    await answer(one.case_id, 'No.');
    const own = { ...owner.auth, case_id: one.case_id };
    const seen = JSON.stringify([
      await owner.state(),
      await server.call('POST chat/messages', own),
      await server.call('POST chat/read', { ...own, seq: 2 }),
      await server.call('POST chat/close', own),
      await owner.send('Good'),
    ]);
    expect(seen).not.toContain(secret);
    expect(seen).not.toContain('ann');
    expect((await ann.call('GET desk/chat', { case_id: one.case_id })).notes).toMatchObject([
      { text: secret },
    ]);
    const { items } = await ann.call('GET desk/chat_messages', { case_id: one.case_id, after_seq: 1 });
    expect(items.map(({ text }) => text)).toEqual(['No.']);
  });

  it('keeps templates per language', async () => {
    const texts = { en: 'One moment, please.', jp: '少々お待ちください。', th: '' };
    const made = await ann.call('POST desk/chat_template', { title: 'Moment', texts });
    expect(made.texts).toEqual({ en: texts.en, jp: texts.jp });
    const changed = await bob.call('POST desk/chat_template', { id: made.id, title: 'A moment', texts });
    expect(changed).toMatchObject({ id: made.id, title: 'A moment', changed_by: 'bob' });
    expect((await ann.call('GET desk/chat_templates', {})).items).toEqual([changed]);
    await ann.call('POST desk/chat_template_remove', { id: made.id });
    expect(await ann.refused('POST desk/chat_template_remove', { id: made.id })).toBe('not_found');
  });

  it('sees today’s service times', async () => {
    server.clock.nowMs = Date.parse('2027-07-01T08:00:00Z');
    await TestDesk.wait(server, 0);
    const owners = [visiting(), visiting()];
    const ids: number[] = [];
    for (const owner of owners) ids.push((await owner.send('Hello')).case.case_id);
    for (const [index, id] of ids.entries()) {
      server.clock.nowMs += 60_000;
      await answer(id, 'Hello');
      await ann.call('POST desk/chat_close', { case_id: id });
      await server.call('POST chat/rate', { ...owners[index]!.auth, case_id: id, stars: 5 - index });
    }
    await visiting().send('Still waiting');
    expect(await ann.call('GET desk/chat_figures', {})).toMatchObject({
      opened_today: 3,
      closed_today: 2,
      first_answer: { median_s: 90, p90_s: 114 },
      resolution: { median_s: 90, p90_s: 114 },
      stars: '4.5',
      rated: 2,
    });
  });
});
