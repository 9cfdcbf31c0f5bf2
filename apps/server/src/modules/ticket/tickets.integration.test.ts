import { DAY_MS } from '@tallystick/core/durations';
import type { CallInput, CallName } from '@tallystick/protocol';
import type { Role } from '@tallystick/protocol/desk/roles';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { samplePicture, sendPicture, uploadPicture } from '../../testing/sample-pictures.ts';
import { TestDesk } from '../../testing/test-desk.ts';
import { freshKey, TestServer, type TestCustomer } from '../../testing/test-server.ts';
import { saveAddress, withdraw, withdrawer } from '../testing/withdrawing.ts';

const PICTURE: CallName = 'POST feedback/picture';
const HOSTILE = '<img src=x onerror=alert(1)>\n<script>alert(document.cookie)</script> {{x}} {ticket}';

let server: TestServer;
let desks: Readonly<Record<Role, TestDesk>>;
beforeAll(async () => {
  server = await TestServer.start();
  desks = await TestDesk.openAll(server);
});
afterAll(() => server.close());

const file = (customer: TestCustomer, input: Partial<CallInput<'POST ticket/file'>> = {}) =>
  server.try(
    'POST ticket/file',
    { request_key: freshKey(), title: 'Where is it?', text: 'It has not come.', ...input },
    { token: customer.token },
  );
async function filed(customer: TestCustomer, input: Partial<CallInput<'POST ticket/file'>> = {}) {
  const { body } = await file(customer, input);
  if (body.type !== 'ok') throw new Error(JSON.stringify(body));
  return body.data;
}
const decide = (
  queue: 'ticket' | 'feedback',
  id: number,
  action: string,
  inputs: Record<string, string> = {},
) => desks.support.call('POST desk/queue_decide', { queue, id, action, inputs });
const detailOf = (customer: TestCustomer, ticketId: number) =>
  server.call('POST ticket/detail', { ticket_id: ticketId }, { token: customer.token });

describe('a ticket', () => {
  it('is tied to a withdrawal, with a picture; answered, asked about, written to again, and closed', async () => {
    const customer = await withdrawer(server);
    const address = await saveAddress(server, customer);
    const withdrawal = await withdraw(server, customer, { address_id: address.address_id });
    const about = { about: 'withdrawal', about_id: withdrawal.withdrawal_id } as const;
    const picture = await uploadPicture(server, customer.token, 'support', await samplePicture(3));
    const ticket = await filed(customer, { ...about, text: HOSTILE, pictures: String(picture.picture_id) });
    expect(ticket).toMatchObject({
      ...about,
      kind: 'ticket',
      state: 'open',
      messages: [{ from: 'customer', text: HOSTILE, picture_ids: [picture.picture_id] }],
    });
    const id = ticket.ticket_id;
    const item = await desks.support.call('GET desk/queue_item', { queue: 'ticket', id });
    expect(item.fields[0]).toEqual({
      key: 'about_withdrawal',
      value: `withdrawal/${withdrawal.withdrawal_id}`,
      format: 'case',
    });
    expect(item.history).toMatchObject([{ who: '', what: 'written', note: HOSTILE }]);
    expect(item.item.flags).toEqual(['unassigned']);
    const look = { queue: 'ticket', id, picture_id: picture.picture_id } as const;
    expect((await desks.support.call('GET desk/queue_picture', look)).content_type).toBe('image/jpeg');

    server.clock.nowMs += 60_000;
    await decide('ticket', id, 'note', { internal_note: 'Looks fine to me.' });
    const answered = await decide('ticket', id, 'answer', { text: 'It is on its way.\n<b>Soon</b>' });
    expect(answered.item).toMatchObject({ state: 'answered', flags: [] });
    const told = await detailOf(customer, id);
    expect(told.messages.map(({ from, text }) => [from, text])).toEqual([
      ['customer', HOSTILE],
      ['desk', 'It is on its way.\n<b>Soon</b>'],
    ]);
    const { items: news } = await server.call('POST news/list', {}, { token: customer.token });
    expect(news[0]).toMatchObject({
      kind: 'message',
      title: `Your ticket ${id} has an answer`,
      unread: true,
    });
    const { rows } = await server.database.pool.query(
      `select kind, body from office_events where customer_id = $1 and kind = 'customerNews'`,
      [customer.id],
    );
    expect(rows.map(({ body }) => JSON.parse(body) as unknown)).toContainEqual({
      message: 'ticketAnswered',
      values: { ticket: String(id), title: 'Where is it?' },
    });

    await decide('ticket', id, 'ask', { text: 'Which network?' });
    expect((await detailOf(customer, id)).state).toBe('waiting');
    const reply = { request_key: freshKey(), ticket_id: id, text: 'TRC20' };
    const replied = await server.call('POST ticket/reply', reply, { token: customer.token });
    expect([replied.state, replied.messages.length]).toEqual(['open', 4]);
    const closed = await decide('ticket', id, 'close');
    expect([closed.item.state, closed.actions]).toEqual(['closed', []]);
    expect(
      (await server.refused('POST ticket/reply', { ...reply, request_key: freshKey() }, customer)).code,
    ).toBe('ticket_closed');
    expect(
      await desks.support.refused('POST desk/queue_decide', { queue: 'ticket', id, action: 'answer' }),
    ).toBe('already_decided');
    // Beside a chat the desk sees all tickets of the customer, in any state.
    const beside = { queue: 'ticket', state: 'all', customer_id: customer.id } as const;
    const { items } = await desks.support.call('GET desk/queue', beside);
    expect(items).toMatchObject([{ id, state: 'closed', customer_id: customer.id }]);
  });

  it('is about one’s own, and is nobody else’s', async () => {
    const [one, other] = [await withdrawer(server), await server.customer('funded')];
    const address = await saveAddress(server, one);
    const { withdrawal_id: id } = await withdraw(server, one, { address_id: address.address_id });
    const stranger = await file(other, { about: 'withdrawal', about_id: id });
    expect(stranger.body).toMatchObject({ code: 'not_found', data: { field: 'about_id' } });
    for (const about of ['order', 'position', 'deposit'] as const) {
      expect((await file(other, { about, about_id: 1 })).body).toMatchObject({ code: 'not_found' });
    }
    expect((await file(other, { about: 'deposit' })).body).toMatchObject({ code: 'missing_field' });
    const ticket = await filed(one);
    const { token } = other;
    const own = { ticket_id: ticket.ticket_id };
    expect((await server.refused('POST ticket/detail', own, { token })).code).toBe('not_found');
    expect((await server.refused('POST ticket/close', own, { token })).code).toBe('not_found');
    const reply = { ...own, request_key: freshKey(), text: 'me too' };
    expect((await server.refused('POST ticket/reply', reply, { token })).code).toBe('not_found');
    expect((await server.call('POST ticket/list', {}, { token })).items).toEqual([]);
    const picture = await uploadPicture(server, one.token, 'support', await samplePicture(4));
    expect((await file(other, { pictures: String(picture.picture_id) })).body).toMatchObject({
      code: 'picture_unknown',
    });
    const voucher = await uploadPicture(server, other.token, 'voucher', await samplePicture(5));
    expect((await file(other, { pictures: String(voucher.picture_id) })).body).toMatchObject({
      code: 'picture_unknown',
    });
  });

  it('sent again after a lost answer is the same one, also at the same moment', async () => {
    const customer = await server.customer();
    const again = { request_key: freshKey() };
    const answers = await Promise.all([1, 2, 3].map(() => filed(customer, again)));
    expect(new Set(answers.map(({ ticket_id: id }) => id)).size).toBe(1);
    expect(answers[2]?.messages).toHaveLength(1);
    expect((await file(customer, { ...again, text: 'Other words.' })).body).toMatchObject({
      code: 'idempotency_key_reused',
    });
  });

  it('is one of at most ten that are not closed', async () => {
    const customer = await server.customer();
    const statuses = await Promise.all(Array.from({ length: 12 }, async () => (await file(customer)).status));
    expect(statuses.filter(status => status === 200)).toHaveLength(10);
    expect(statuses.filter(status => status === 429)).toHaveLength(2);
  });

  it('changes hands', async () => {
    const { ticket_id: id } = await filed(await server.customer());
    const taken = await decide('ticket', id, 'take');
    expect(taken.fields).toContainEqual({ key: 'assigned_to', value: 'support', format: 'text' });
    const handOver = taken.actions.find(({ name }) => name === 'hand_over');
    // Accountants can read tickets, but not answer them.
    expect(handOver?.inputs[0]?.options).toEqual(['administrator', 'compliance']);
    const handed = await decide('ticket', id, 'hand_over', { operator: 'compliance' });
    expect(handed.fields).toContainEqual({ key: 'assigned_to', value: 'compliance', format: 'text' });
    const wrong = { queue: 'ticket', id, action: 'hand_over', inputs: { operator: 'accountant' } } as const;
    expect(await desks.support.refused('POST desk/queue_decide', wrong)).toBe('invalid_input');
    expect((await desks.accountant.call('GET desk/queue_item', { queue: 'ticket', id })).actions).toEqual([]);
  });

  it('that was answered and not written to again ends after two weeks', async () => {
    const customer = await server.customer();
    const { ticket_id: id } = await filed(customer);
    const { ticket_id: open } = await filed(customer);
    await decide('ticket', id, 'answer', { text: 'Yes.' });
    await TestDesk.wait(server, 14 * DAY_MS - 1);
    await server.services.tickets.forgetOld();
    expect((await detailOf(customer, id)).state).toBe('answered');
    await TestDesk.wait(server, 2);
    await server.services.tickets.forgetOld();
    expect((await detailOf(customer, id)).state).toBe('closed');
    expect((await detailOf(customer, open)).state).toBe('open');
  });
});

describe('feedback', () => {
  it('by many of one network at the same moment leaves connections for everybody else', async () => {
    const many = Array.from({ length: 40 }, () => send('203.0.113.99'));
    await server.call('POST news/list', {});
    const codes = (await Promise.all(many)).map(({ body }) => body.code);
    expect(codes.filter(one => one === 1)).toHaveLength(5);
    expect(new Set(codes)).toEqual(new Set([1, 'ticket_too_many']));
  });

  const send = (address: string, input: Partial<CallInput<'POST feedback/send'>> = {}) =>
    server.try('POST feedback/send', { request_key: freshKey(), text: 'More of it.', ...input }, { address });
  const upload = async (address: string, seed = 1) =>
    sendPicture(server, undefined, await samplePicture(seed), {
      path: PICTURE.slice('POST '.length),
      address,
    });
  const waiting = async () => (await desks.support.call('GET desk/queue', { queue: 'feedback' })).items;

  it('of a visitor comes with pictures, and the answer goes to the address that was left', async () => {
    const { body } = await upload('203.0.113.20');
    const { picture_id: picture, claim } = body.data as { picture_id: number; claim: string };
    const sent = await send('203.0.113.20', {
      text: `${'Too slow! '.repeat(20)}\n${HOSTILE}`,
      email: 'Visitor@Example.com',
      pictures: `${picture}.${claim}`,
    });
    expect(sent.body).toMatchObject({ type: 'ok', data: { received: true } });
    const item = (await waiting()).at(-1)!;
    expect(item).toMatchObject({ customer_id: null, customer: '', flags: ['unassigned'] });
    expect([...item.title]).toHaveLength(80);
    const detail = await desks.support.call('GET desk/queue_item', { queue: 'feedback', id: item.id });
    expect(detail.pictures).toEqual([{ id: picture, label: 'support' }]);
    expect(detail.actions.map(({ name }) => name)).toEqual(['take', 'answer', 'note', 'hand_over', 'close']);
    // Support sees contacts of customers masked, and this address too.
    expect(detail.fields).toContainEqual({ key: 'answer_to', value: 'vi***@example.com', format: 'text' });
    const { rows } = await server.database.pool.query<{ sealed_mail: Buffer }>(
      'select sealed_mail from tickets where id = $1',
      [item.id],
    );
    expect(rows[0]?.sealed_mail.toString('latin1')).not.toContain('example.com');
    await decide('feedback', item.id, 'answer', { text: 'We are\nfaster now.' });
    await server.services.outbox.idle();
    const mail = server.messages.findLast(({ recipient }) => recipient === 'visitor@example.com');
    expect(mail?.body).toContain('We are\nfaster now.');
  });

  it('without an address can be read and closed, not answered', async () => {
    await send('203.0.113.21', { text: 'Nice colours' });
    const item = (await waiting()).at(-1)!;
    const detail = await desks.support.call('GET desk/queue_item', { queue: 'feedback', id: item.id });
    expect(detail.actions.map(({ name }) => name)).toEqual(['take', 'note', 'hand_over', 'close']);
  });

  it('of a customer is among their tickets', async () => {
    const customer = await server.customer();
    const input = { request_key: freshKey(), text: 'A dark mode, please' };
    await server.call('POST feedback/send', input, { token: customer.token });
    await server.call('POST feedback/send', input, { token: customer.token });
    const { items } = await server.call('POST ticket/list', {}, { token: customer.token });
    expect(items).toMatchObject([{ kind: 'feedback', title: 'A dark mode, please', state: 'open' }]);
  });

  it('is bounded per network, for pictures too, and per size', async () => {
    const address = '203.0.113.22';
    const statuses = [];
    for (let times = 0; times < 7; times++) statuses.push((await send(address)).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429]);
    expect((await send('203.0.113.23')).status).toBe(200);
    await TestDesk.wait(server, 3 * 3_600_000);
    expect((await send(address)).status).toBe(200);
    expect((await send('203.0.113.24', { text: 'x'.repeat(4_001) })).body).toMatchObject({
      code: 'invalid_input',
    });
    expect((await send('203.0.113.24', { text: ' \n ' })).status).toBe(400);
    const uploads = [];
    for (let times = 0; times < 17; times++) uploads.push((await upload(address)).status);
    expect(uploads.slice(15)).toEqual([200, 429]);
  });

  it('refuses pictures without their claim, used ones, and what is none', async () => {
    const { body } = await upload('203.0.113.25', 7);
    const { picture_id: picture, claim } = body.data as { picture_id: number; claim: string };
    const wrong = `${claim.startsWith('A') ? 'B' : 'A'}${claim.slice(1)}`;
    const refused = async (pictures: string) => (await send('203.0.113.26', { pictures })).body.code;
    expect(await refused(`${picture}.${wrong}`)).toBe('picture_unknown');
    expect(await refused(`${picture + 1}.${claim}`)).toBe('picture_unknown');
    expect((await send('203.0.113.27', { pictures: `${picture}.${claim}` })).status).toBe(200);
    expect(await refused(`${picture}.${claim}`)).toBe('picture_in_use');
    expect((await send('203.0.113.26', { email: 'nobody' })).body.code).toBe('email_invalid');
    const { token } = await server.customer();
    expect(
      (
        await server.app.inject({
          url: `/api/picture?picture_id=${picture}`,
          headers: { authorization: token },
        })
      ).statusCode,
    ).toBe(404);
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
    const sent = await sendPicture(server, undefined, svg, { path: PICTURE.slice('POST '.length) });
    expect(sent.body).toMatchObject({ code: 'file_not_a_picture' });
  });

  it('of visitors is forgotten half a year after it was closed, with its pictures', async () => {
    const { body } = await upload('203.0.113.28', 9);
    const { picture_id: picture, claim } = body.data as { picture_id: number; claim: string };
    await send('203.0.113.28', { text: 'To forget', pictures: `${picture}.${claim}` });
    const item = (await waiting()).at(-1)!;
    await decide('feedback', item.id, 'close');
    await TestDesk.wait(server, 180 * DAY_MS + 1);
    await server.services.tickets.forgetOld();
    await server.services.pictures.forgetOld();
    const { rows } = await server.database.pool.query(
      'select (select count(*)::integer from tickets where id = $1) as tickets, (select count(*)::integer from pictures where id = $2) as pictures',
      [item.id, picture],
    );
    expect(rows).toEqual([{ tickets: 0, pictures: 0 }]);
  });
});
