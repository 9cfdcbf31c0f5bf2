import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { Chatter, freshVisitor } from '../modules/chat/testing/chatting.ts';
import { ChatPage } from '../testing/chat-client.ts';
import { TestDesk } from '../testing/test-desk.ts';
import { freshKey, TestServer } from '../testing/test-server.ts';

let server: TestServer;
let ann: TestDesk;
const open: { close(): void }[] = [];
beforeAll(async () => {
  server = await TestServer.start({ sockets: true });
  ann = await TestDesk.open(server, 'support', 'ann');
});
afterEach(() => {
  for (const page of open.splice(0)) page.close();
});
afterAll(() => server.close());

function kept<Page extends { close(): void }>(page: Page): Page {
  open.push(page);
  return page;
}
const ofCustomer = async (auth: { token?: string; visitor?: string }) =>
  kept(await ChatPage.customer(server.url, auth));
const ofDesk = async (token: string | null = ann.token) => kept(await ChatPage.desk(server.url, token));
const refusedWith = (opening: Promise<unknown>) =>
  opening.then(
    () => 'opened',
    (error: Error) => error.message,
  );

describe('live chat', () => {
  it('questions reach the desk and answers the customer; notes reach only the desk', async () => {
    const visitor = freshVisitor();
    const owner = new Chatter(server, { visitor });
    const [page, other, desk] = [
      await ofCustomer({ visitor }),
      await ofCustomer({ visitor: freshVisitor() }),
      await ofDesk(),
    ];
    const { case: one } = await owner.send('Hello?');
    await desk.until(() => desk.texts().includes('Hello?'));
    await ann.call('POST desk/chat_note', { case_id: one.case_id, text: 'a secret' });
    await ann.call('POST desk/chat_send', { case_id: one.case_id, client_id: freshKey(), text: 'Hi' });
    await page.until(() => page.texts().includes('Hi'));
    await desk.until(() => desk.texts().includes('Hi'));
    expect(JSON.stringify(desk.heard)).toContain('a secret');
    expect(JSON.stringify(page.heard)).not.toContain('a secret');
    expect(JSON.stringify(page.heard)).not.toContain('ann');
    expect(page.texts()).toEqual(['Hello?', 'Hi']);
    expect(other.heard).toEqual([]);
  });

  it('typing is shown to the other side, at a limited rate', async () => {
    const visitor = freshVisitor();
    const { case: one } = await new Chatter(server, { visitor }).send('Hello?');
    const [page, desk] = [await ofCustomer({ visitor }), await ofDesk()];
    for (let i = 0; i < 20; i++) page.client.emit('typing');
    desk.client.emit('typing', { case_id: one.case_id });
    await Promise.all([page.until(() => page.typings === 1), desk.until(() => desk.typings === 2)]);
    await new Chatter(server, { visitor }).send('There');
    await desk.until(() => desk.texts().includes('There'));
    expect([page.typings, desk.typings]).toEqual([1, 2]);
  });

  it('requires a session, a visitor’s secret, or a right at the desk', async () => {
    expect(await refusedWith(ofCustomer({ token: 'none' }))).toBe('session_invalid');
    expect(await refusedWith(ofCustomer({ visitor: 'short' }))).toBe('session_invalid');
    expect(await refusedWith(ofDesk('none'))).toBe('session_invalid');
    const customer = await server.customer();
    expect(await refusedWith(ofDesk(customer.token))).toBe('session_invalid');
    const page = await ofCustomer({ token: customer.token });
    await server.call('POST user/logout', {}, { token: customer.token });
    await page.until(() => page.client.disconnected);
  });

  it('does not keep an idle desk session open', async () => {
    const bob = await TestDesk.open(server, 'support', 'bob');
    server.clock.nowMs += 59 * 60_000;
    await ofDesk(bob.token);
    server.clock.nowMs += 60_000;
    expect(await bob.refused('GET desk/chats', {})).toBe('session_invalid');
  });

  it('is refused to operators logged out while they connect', async () => {
    const { sessions } = server.services;
    const customer = await server.customer();
    const find = sessions.find.bind(sessions);
    const greeting = vi.spyOn(sessions, 'find').mockImplementationOnce(async token => {
      const session = await find(token);
      await sessions.endAllOf(customer.id);
      return session;
    });
    const page = await ofCustomer({ token: customer.token });
    await page.until(() => page.client.disconnected);
    expect(greeting).toHaveBeenCalledWith(customer.token);
    greeting.mockRestore();
  });
});

it('after a lost connection nothing of 1,000 messages is missing, twice or out of order', async () => {
  const visitor = freshVisitor();
  const owner = new Chatter(server, { visitor });
  const first = await ofCustomer({ visitor });
  const { case: one } = await owner.send('0');
  const { desk } = server.services.chat;
  const operator = { id: ann.id, name: 'ann', role: 'support', sessionId: 1, address: '' } as const;
  const answered = new Map([[1, '0']]);
  /** Sends ten texts at once; one of each ten is sent again, as if its answer had been lost. */
  const say = async (from: number, to: number): Promise<void> => {
    for (let at = from; at < to; at += 10) {
      const texts = Array.from({ length: 10 }, (_, index) => String(at + index));
      const sent = [...texts, String(at)].map(text =>
        desk.send(operator, one.case_id, { clientId: `message-${text}`, text, pictureId: undefined }),
      );
      for (const { message } of await Promise.all(sent)) answered.set(message.seq, message.text);
    }
  };
  await say(1, 301);
  await first.until(() => first.texts().length === 301);
  // The connection breaks while messages continue.
  first.close();
  await say(301, 701);
  const second = await ofCustomer({ visitor });
  const rest = say(701, 1_001);
  const known = new Map<number, string>();
  const heard = (page: typeof first): void => {
    for (const { messages } of page.heard as unknown as { messages: { seq: number; text: string }[] }[]) {
      for (const message of messages) known.set(message.seq, message.text);
    }
  };
  heard(first);
  // After reconnecting, the page asks for everything after its last message.
  let last = known.size;
  for (let more = true; more;) {
    const input = { visitor, case_id: one.case_id, after_seq: last, limit: 100 };
    const page = await server.call('POST chat/messages', input);
    for (const message of page.items) known.set(message.seq, message.text);
    last = page.items.at(-1)?.seq ?? last;
    more = page.more;
  }
  await rest;
  await second.until(() => second.texts().length >= 300);
  heard(second);
  const inOrder = (messages: Map<number, string>) => [...messages].toSorted(([a], [b]) => a - b);
  expect(answered.size).toBe(1_001);
  expect(inOrder(answered).map(([seq]) => seq)).toEqual(
    Array.from({ length: 1_001 }, (_, index) => index + 1),
  );
  expect(new Set(answered.values()).size).toBe(1_001);
  expect(inOrder(known)).toEqual(inOrder(answered));
});
