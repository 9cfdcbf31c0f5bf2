import { calls, type CallName } from '@tallystick/protocol';
import type { InjectOptions } from 'fastify';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { CALL_NAMES, requestOf, type Answer } from '../testing/test-requests.ts';
import { freshKey, type TestServer, type TestCustomer } from '../testing/test-server.ts';
import { BAD_TYPES, BAD_VALUES, FORTY_DIGITS, HARMLESS, PROPER } from './testing/bad-values.ts';
import { startPopulatedServer } from './testing/populated-server.ts';
import { expectRefusal } from './testing/expect-refused.ts';
import { INSTEAD, VALID } from './testing/valid-input.ts';

let server: TestServer;
let customer: TestCustomer;
let stranger: TestCustomer;
/** A fingerprint of the state that refused requests must not change. */
let before: string;

beforeAll(async () => {
  ({ server, customer, stranger } = await startPopulatedServer());
  before = await server.fingerprint();
});
afterAll(() => server.close());
afterEach(async () => {
  const expected = before;
  before = await server.fingerprint();
  if (before !== expected) throw new Error(`it was ${expected} and is ${before}`);
});

function sendBad(name: CallName, input: object, json = false): Promise<Answer> {
  return server.send(requestOf(name, input, { token: customer.token, key: freshKey(), json }));
}

function fieldsOf(name: CallName): [field: string, schema: z.ZodType][] {
  return Object.entries((calls[name].input as unknown as z.ZodObject<Record<string, z.ZodType>>).shape);
}

/** Calls with the fields of an order. */
const ORDERS: ReadonlySet<CallName> = new Set(['POST coin/trade', 'POST coin/check', 'POST coin/replace']);

function inputWith(name: CallName, field: string, value: unknown): object {
  const input: Record<string, unknown> = { ...VALID[name] };
  for (const excluded of INSTEAD[name]?.[field] ?? []) delete input[excluded];
  if (ORDERS.has(name) && field === 'budget') input['type'] = 'market';
  if (ORDERS.has(name) && field === 'trigger_price') input['type'] = 'stop_limit';
  if (ORDERS.has(name) && field.startsWith('trail_')) input['type'] = 'trailing_stop';
  if (ORDERS.has(name) && field === 'expires_at_ms') input['time_in_force'] = 'GTD';
  if (name === 'POST lever/submit' && field === 'worst_price') input['type'] = 'market';
  return { ...input, [field]: value };
}

// The check of orders comes first: orders that are placed take the names with which it is asked.
const withFields = CALL_NAMES.filter(name => fieldsOf(name).length > 0).toSorted(
  (a, b) => Number(b === 'POST coin/check') - Number(a === 'POST coin/check'),
);
const withBodies = CALL_NAMES.filter(name => !name.startsWith('GET '));

describe('this table', () => {
  it('has every call and field of the protocol', () => {
    const covered = CALL_NAMES.map(name => [
      name,
      [...Object.keys(VALID[name]), ...Object.keys(INSTEAD[name] ?? {})].toSorted(),
    ]);
    const all = CALL_NAMES.map(name => [
      name,
      fieldsOf(name)
        .map(([field]) => field)
        .toSorted(),
    ]);
    expect(covered).toEqual(all);
  });
});

describe.each(withFields)('%s', name => {
  it.each(BAD_VALUES)('refuses %s in each field', async (_, value) => {
    for (const [field] of fieldsOf(name)) {
      const which = `${name} ${field} ${value}`;
      const proper = PROPER.includes(which);
      // Refusals so far have changed nothing.
      if (proper) expect(await server.fingerprint()).toBe(before);
      const answer = await sendBad(name, inputWith(name, field, value));
      if (proper || HARMLESS.includes(which)) expect(answer.body.type).toBe('ok');
      else expectRefusal(answer);
      if (proper) before = await server.fingerprint();
    }
  });

  it('refuses other types in each field', async () => {
    if (name.startsWith('GET ')) return;
    for (const [field] of fieldsOf(name)) {
      for (const [, value] of BAD_TYPES) {
        expectRefusal(await sendBad(name, inputWith(name, field, value), true));
      }
    }
  });

  it('names each required field that is missing', async () => {
    for (const [field, schema] of fieldsOf(name)) {
      if (schema.safeParse(undefined).success) continue;
      const answer = await sendBad(name, { ...VALID[name], [field]: undefined });
      expect(expectRefusal(answer)).toBe('missing_field');
      expect(answer.body.data).toMatchObject({ field });
    }
  });

  it('refuses a field given twice', async () => {
    for (const [field, value] of Object.entries(VALID[name])) {
      const request = requestOf(name, VALID[name], { token: customer.token, key: freshKey() });
      if (typeof request.payload === 'string') request.payload += `&${field}=${String(value)}`;
      else request.query = { ...(request.query as object), [field]: [String(value), String(value)] };
      expectRefusal(await server.send(request));
    }
  });
});

describe.each(withBodies)('%s', name => {
  const spoil = (change: Partial<InjectOptions>, headers: Record<string, string> = {}): Promise<Answer> => {
    const request = requestOf(name, VALID[name], { token: customer.token, key: freshKey(), headers });
    return server.send({ ...request, ...change });
  };

  it('refuses content it cannot read', async () => {
    for (const type of ['text/plain', 'text/xml', 'application/octet-stream', 'application/jsonx']) {
      expect(expectRefusal(await spoil({ payload: 'a=1' }, { 'content-type': type }))).toBe(
        'unsupported_content_type',
      );
    }
  });

  it('refuses invalid JSON, and JSON that is no object', async () => {
    const json = { 'content-type': 'application/json' };
    for (const payload of ['', '{', '{"a":}', '{"a":1}x', 'NaN', '{"__proto__":{"a":1}}']) {
      expect(expectRefusal(await spoil({ payload }, json))).toBe('invalid_json');
    }
    if (fieldsOf(name).length === 0) return;
    for (const payload of ['[]', '"text"', '17', 'true']) {
      expectRefusal(await spoil({ payload }, json));
    }
  });

  it('refuses an oversized body', async () => {
    const large = 'x'.repeat(70_000);
    expect(expectRefusal(await spoil({ payload: `a=${large}` }))).toBe('body_too_large');
    const json = { 'content-type': 'application/json' };
    expect(expectRefusal(await spoil({ payload: JSON.stringify({ a: large }) }, json))).toBe(
      'body_too_large',
    );
  });

  it('refuses files', async () => {
    const payload =
      '--b\r\ncontent-disposition: form-data; name="f"; filename="x.png"\r\n\r\nxxxx\r\n--b--\r\n';
    expectRefusal(await spoil({ payload }, { 'content-type': 'multipart/form-data; boundary=b' }));
  });
});

describe.each(CALL_NAMES)('%s', name => {
  it('does not exist with another method', async () => {
    const request = requestOf(name, {}, { token: customer.token });
    for (const method of ['DELETE', 'PATCH', 'TRACE'] as const) {
      const answer = await server.send({ ...request, method });
      expect(expectRefusal(answer)).toBe('method_not_allowed');
      expect(answer.headers['allow']).toContain(name.split(' ')[0]);
    }
  });

  it('needs a session if it says so', async () => {
    for (const token of [undefined, '', 'Bearer', 'nonsense', `${customer.token}x`, FORTY_DIGITS.repeat(9)]) {
      const options = token === undefined ? {} : { token };
      const answer = await server.send(requestOf(name, VALID[name], { key: freshKey(), ...options }));
      if (calls[name].auth === 'session') expect(expectRefusal(answer)).toBe('session_invalid');
      else expect(answer.body.code).not.toBe('session_invalid');
      if (calls[name].auth !== 'session') before = await server.fingerprint();
    }
  });
});

describe('other customers', () => {
  it('are out of reach: orders, fills, sessions, messages', async () => {
    const placed = await server.call(
      'POST coin/trade',
      { market_id: 1, side: 'buy', price: '60000', quantity: '0.001' },
      { token: stranger.token, key: freshKey() },
    );
    const orderId = placed.order.order_id;
    const { rows } = await server.database.pool.query<{ id: string }>(
      `with n as (insert into notices (kind, customer_id, published_at_ms) values ('message', $1, 1) returning id)
       insert into notice_texts select id, 'en', 'Private', '', '{}' from n returning notice_id as id`,
      [stranger.id],
    );
    const noticeId = Number(rows[0]?.id);
    const { sessions } = await server.call('GET user/center2', {}, { token: stranger.token });
    before = await server.fingerprint();
    const mine = { token: customer.token };
    expect((await server.refused('PUT coin/trade', { order_id: orderId }, mine)).code).toBe('unknown_order');
    expect((await server.call('GET coin/fills', { order_id: orderId }, mine)).items).toEqual([]);
    const listed = await server.call('GET coin/list', {}, mine);
    expect(listed.items.map(order => order.order_id)).not.toContain(orderId);
    const session = { session_id: sessions[0]?.id ?? 0 };
    expect((await server.refused('POST user/revoke_session', session, mine)).code).toBe('not_found');
    expect((await server.refused('POST news/detail', { id: noticeId }, mine)).code).toBe('not_found');
    expect((await server.refused('POST news/detail', { id: noticeId })).code).toBe('not_found');
    expect((await server.call('POST news/detail', { id: noticeId }, { token: stranger.token })).title).toBe(
      'Private',
    );
  });

  it('cannot be named: a customer’s id in the request is not read', async () => {
    // The first customer has set limits by now.
    const unlimited = await server.customer('funded');
    const body = { market_id: 1, side: 'buy', price: '60000', quantity: '0.001' } as const;
    const request = requestOf(
      'POST coin/trade',
      { ...body, customer_id: stranger.id, customerId: stranger.id },
      { token: unlimited.token, key: freshKey() },
    );
    const { body: reply } = await server.send(request);
    expect(reply.type).toBe('ok');
    const listed = await server.call('GET coin/list', {}, { token: stranger.token });
    const orderId = (reply.data as { order: { order_id: number } }).order.order_id;
    expect(listed.items.map(order => order.order_id)).not.toContain(orderId);
    before = await server.fingerprint();
  });
});

describe('markets and currencies that do not exist', () => {
  it.each([
    ['GET currency/deal', { market_id: 99 }, 'unknown_market'],
    ['GET currency/new_timeshar', { market_id: 99, interval: '1m' }, 'unknown_market'],
    ['POST coin/trade', { market_id: 99, side: 'buy', price: '1', quantity: '1' }, 'unknown_market'],
    ['POST coin/cancel_all', { market_id: 99 }, 'unknown_market'],
    ['GET coin/list', { market_id: 99 }, 'unknown_market'],
    ['GET coin/fills', { market_id: 99 }, 'unknown_market'],
    ['GET coin/convert', { from: 99, to: 3 }, 'unknown_currency'],
    ['GET coin/convert', { from: 3, to: 9999 }, 'unknown_currency'],
    ['POST wallet/detail', { account: 'spot', currency_id: 99 }, 'unknown_currency'],
    ['POST wallet/legal_log', { currency_id: 99 }, 'unknown_currency'],
    ['POST wallet/change', { from: 'spot', to: 'trust', currency_id: 9999, amount: '1' }, 'unknown_currency'],
    ['GET wallet/hzhistory', { currency_id: 99 }, 'unknown_currency'],
    ['POST wallet/get_in_address', { currency_id: 99 }, 'unknown_currency'],
    ['POST wallet/get_info', { currency_id: 99 }, 'unknown_currency'],
    ['POST wallet/get_address', { currency_id: 99 }, 'unknown_currency'],
    ['GET charge_mention/log2', { currency_id: 99 }, 'unknown_currency'],
    ['GET charge_mention/log3', { currency_id: 99 }, 'unknown_currency'],
  ] as const)('%s %o: %s', async (name, input, expected) => {
    expect(expectRefusal(await sendBad(name, input))).toBe(expected);
  });
});

describe('paths that do not exist', () => {
  it.each(['/api/', '/api/coin', '/api/coin/trade/', '/api/../etc/passwd', '/api/%zz', '/nope'])(
    '%s',
    async url => {
      expect(expectRefusal(await server.send({ method: 'GET', url }))).toBe('not_found');
    },
  );
});
