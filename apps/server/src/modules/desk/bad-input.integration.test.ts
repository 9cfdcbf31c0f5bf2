import { deskCalls, type DeskCallName } from '@tallystick/protocol/desk';
import { ERROR_CODES, httpStatus, type ErrorCode } from '@tallystick/protocol';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { TestDesk } from '../../testing/test-desk.ts';
import { TestServer } from '../../testing/test-server.ts';

const NAMES = (Object.keys(deskCalls) as DeskCallName[]).filter(name => name !== 'POST desk/logout');
/** Invalid for every field of every call. */
const BAD_TEXTS = ['a\u0000b', 'a\ud800b', 'x'.repeat(70_000)];
/** These take in a file: all or nothing, and the answer says what is wrong with it. */
const FILES: readonly string[] = ['POST desk/reserve_signatures content'];
/** Valid for some fields: refused or accepted, but never an internal error. */
const ODD_TEXTS = [
  '',
  ' ',
  '-1',
  '0',
  'NaN',
  '1e5',
  '9'.repeat(40),
  '0x10',
  "1' or '1'='1",
  '%',
  '__proto__',
  '../..',
];
const BAD_TYPES = [null, -1, 0.5, 1e300, [], [[]], { a: { b: {} } }];

let server: TestServer;
let admin: TestDesk;
let before: string;

beforeAll(async () => {
  server = await TestServer.start();
  admin = await TestDesk.open(server, 'administrator', 'admin');
});
afterAll(() => server.close());
beforeEach(async () => {
  before = await fingerprint();
});

/** Changes with everything a refused call must not change: the exchange and the desk's data. */
async function fingerprint(): Promise<string> {
  const { rows } = await server.database.pool.query<{ counts: string }>(
    `select concat_ws('/', (select count(*) from desk_audit), (select count(*) from desk_proposals),
       (select count(*) from platform_settings), (select count(*) from customer_notes),
       (select md5(string_agg(o::text, '' order by id)) from operators o)) as counts`,
  );
  return `${await server.fingerprint()}:${rows[0]?.counts}`;
}

function fieldsOf(name: DeskCallName): [field: string, schema: z.ZodType][] {
  return Object.entries((deskCalls[name].input as unknown as z.ZodObject<Record<string, z.ZodType>>).shape);
}

async function expectEnvelope(name: DeskCallName, input: unknown): Promise<string> {
  const { status, body } = await admin.send(name, input);
  if (body.type === 'ok') return 'ok';
  expect(ERROR_CODES).toContain(body.code);
  const code = body.code as ErrorCode;
  expect(code, `${name} ${JSON.stringify(input).slice(0, 200)}`).not.toBe('internal_error');
  expect(status).toBe(httpStatus(code));
  expect(body.message).toMatch(/\S/);
  return code;
}

describe.each(NAMES.filter(name => fieldsOf(name).length > 0))('%s', name => {
  it('names what is missing', async () => {
    const required = fieldsOf(name).filter(([, schema]) => !schema.safeParse(undefined).success);
    if (required.length > 0) expect(await expectEnvelope(name, {})).toBe('missing_field');
    expect(await fingerprint()).toBe(before);
  });

  it('refuses invalid texts in each field', async () => {
    for (const [field] of fieldsOf(name)) {
      for (const text of BAD_TEXTS) {
        // In a URL, half a surrogate pair arrives as the replacement character.
        if (name.startsWith('GET ') && !text.isWellFormed()) continue;
        const code = await expectEnvelope(name, { [field]: text });
        if (!FILES.includes(`${name} ${field}`)) expect(code).not.toBe('ok');
      }
    }
    expect(await fingerprint()).toBe(before);
  });

  it('answers odd texts and other types with the envelope, without an internal error', async () => {
    for (const [field] of fieldsOf(name)) {
      for (const value of ODD_TEXTS) await expectEnvelope(name, { [field]: value });
      if (name.startsWith('GET ')) continue;
      for (const value of BAD_TYPES) await expectEnvelope(name, { [field]: value });
    }
    expect(await server.engine.sequence()).toBe(Number(before.split(':')[0]));
  });
});

describe('a proposed change', () => {
  const propose = (kind: string, change: unknown) =>
    expectEnvelope('POST desk/propose', { kind, change, note: 'x' });

  it.each(['market', 'market_status', 'setting', 'notice', 'operator'])(
    'of kind %s must be whole',
    async kind => {
      for (const change of [{}, { a: 1 }, { market_id: '1' }, { __proto__: {} }, { constructor: 1 }]) {
        expect(await propose(kind, change)).toBeOneOf(['missing_field', 'invalid_input']);
      }
      expect(await fingerprint()).toBe(before);
    },
  );

  it('refuses invalid texts of a notice at any depth', async () => {
    for (const text of ['a\u0000b', 'a\ud800b', 'x'.repeat(10_000)]) {
      const texts = { en: { title: 'a', summary: 'b', paragraphs: [text] } };
      const change = { notice_id: null, published_at_ms: null, texts };
      expect(await propose('notice', change)).toBe('invalid_input');
    }
    expect(await fingerprint()).toBe(before);
  });

  it('refuses invalid operator names', async () => {
    for (const name of ['', 'A', 'ab', 'admin ', 'аdmin', 'x'.repeat(33), 'a b']) {
      const change = { operator_id: null, name, role: 'support', active: true };
      expect(await propose('operator', change)).toBe('invalid_input');
    }
    expect(await fingerprint()).toBe(before);
  });
});

describe('a body', () => {
  it('of notices in eight languages fits; an oversized one is refused', async () => {
    const { app } = server;
    const send = (payload: string) =>
      app.inject({
        method: 'POST',
        url: '/api/desk/login',
        headers: { 'content-type': 'application/json' },
        payload,
      });
    const large = await send(JSON.stringify({ a: 'x'.repeat(600_000) }));
    expect(large.statusCode).toBe(413);
    expect((await send('{')).statusCode).toBe(400);
  });
});
