import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { LANGUAGES, type Language } from '@tallystick/protocol';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { TestMailServer } from '../../testing/mail-server.ts';
import { TEST_PASSWORD, TestServer } from '../../testing/test-server.ts';
import { Outbox } from './outbox.ts';
import { fill } from './texts/text.ts';
import { MESSAGE_TEXTS } from './texts/texts.ts';
import { createMailTransport, createSmsTransport } from './transports.ts';

/** A stand-in for an SMS provider: an HTTP endpoint that takes JSON. */
interface Sms {
  readonly authorization: string | undefined;
  readonly body: unknown;
}

let mailServer: TestMailServer;
let smsServer: Server;
let server: TestServer;
const taken: Sms[] = [];
let smsStatus = 202;

beforeAll(async () => {
  mailServer = await TestMailServer.start();
  smsServer = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body: unknown = JSON.parse(Buffer.concat(chunks).toString());
    if (smsStatus < 300) taken.push({ authorization: request.headers.authorization, body });
    response.writeHead(smsStatus).end('{}');
  }).listen(0, '127.0.0.1');
  await once(smsServer, 'listening');
  const address = smsServer.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  server = await TestServer.start({
    mode: 'live',
    mail: await createMailTransport(mailServer.url, 'Tallystick <no-reply@tallystick.example>'),
    sms: createSmsTransport({ url: `http://127.0.0.1:${port}/send`, token: 'secret', from: 'Tallystick' }),
  });
});
afterAll(async () => {
  await server.close();
  await mailServer.stop();
  smsServer.closeAllConnections();
  smsServer.close();
});
afterEach(() => {
  mailServer.refusing = false;
  smsStatus = 202;
});

async function askFor(email: string, lang: Language = 'en') {
  const sent = await server.call('POST sms_mail', { email, purpose: 'register' }, { lang });
  await server.services.outbox.idle();
  return sent;
}

/** Advances the server's clock and sends what is due. */
async function later(ms: number): Promise<void> {
  server.clock.nowMs += ms;
  server.services.outbox.wake();
  await server.services.outbox.idle();
}

interface Row {
  readonly state: string;
  readonly tries: number;
  readonly subject: string;
  readonly body: string;
  readonly error: string | null;
}

async function outboxOf(recipient: string): Promise<Row> {
  const { rows } = await server.database.pool.query<Row>(
    'select state, tries, subject, body, error from outbox where recipient = $1',
    [recipient],
  );
  const [row, ...others] = rows;
  if (row === undefined || others.length > 0) throw new Error(`${rows.length} messages to ${recipient}`);
  return row;
}

function mailsTo(recipient: string) {
  return mailServer.mails.filter(({ to }) => to === recipient);
}

function codeIn(text: string): string {
  return /\b\d{6}\b/.exec(text)?.[0] ?? '';
}

describe('a mail', () => {
  it.each(LANGUAGES)(
    'in %s arrives whole, in the newcomer’s language, and its code opens the account',
    async lang => {
      const email = `newcomer.${lang}@example.com`;
      expect((await askFor(email, lang)).demo_code).toBeNull();
      const [mail, ...others] = mailsTo(email);
      expect(others).toEqual([]);
      const code = codeIn(mail?.text ?? '');
      const text = MESSAGE_TEXTS[lang].registerCode;
      const values = { code, minutes: '5' };
      expect(mail).toMatchObject({
        from: 'no-reply@tallystick.example',
        subject: fill(text.subject, values, lang),
        text: fill(text.paragraphs.join('\n\n'), values, lang),
      });
      for (const paragraph of text.paragraphs) expect(mail?.html).toContain(fill(paragraph, values, lang));
      const { user } = await server.call('POST user/register', {
        kind: 'email',
        account: email,
        code,
        password: TEST_PASSWORD,
        re_password: TEST_PASSWORD,
        agreement: true,
      });
      expect(user.email).toBe(email);
    },
  );

  it('removes the code once it is sent', async () => {
    await askFor('no.trace@example.com');
    expect(await outboxOf('no.trace@example.com')).toMatchObject({ state: 'sent', subject: '', body: '' });
  });

  it('refused by the server is retried with growing waits, and arrives once', async () => {
    const email = 'patient@example.com';
    mailServer.refusing = true;
    const { asked } = mailServer;
    // The customer's call does not wait for the mail server.
    expect(await askFor(email)).toEqual({ resend_after_s: 60, expires_in_s: 300, demo_code: null });
    expect(await outboxOf(email)).toMatchObject({
      state: 'queued',
      tries: 1,
      error: expect.stringContaining('451'),
    });
    await later(1_999);
    expect(mailServer.asked - asked).toBe(1);
    await later(1);
    expect(mailServer.asked - asked).toBe(2);
    await later(3_999);
    expect(mailServer.asked - asked).toBe(2);
    mailServer.refusing = false;
    await later(1);
    expect(await outboxOf(email)).toMatchObject({ state: 'sent', tries: 3, error: null });
    await later(60_000);
    expect(mailsTo(email)).toHaveLength(1);
    const code = codeIn(mailsTo(email)[0]?.text ?? '');
    expect(await server.call('POST user/check_email', { email, code, purpose: 'register' })).toEqual({
      valid: true,
    });
  });

  it('to a refused recipient does not delay the others', async () => {
    mailServer.refusing = true;
    await askFor('refused.first@example.com');
    mailServer.refusing = false;
    await askFor('taken.second@example.com');
    expect(mailsTo('taken.second@example.com')).toHaveLength(1);
    expect((await outboxOf('refused.first@example.com')).state).toBe('queued');
  });

  it('whose code has long expired is dropped', async () => {
    const email = 'too.late@example.com';
    mailServer.refusing = true;
    await askFor(email);
    mailServer.refusing = false;
    await later(10 * 60_000);
    expect(await outboxOf(email)).toMatchObject({ state: 'failed', subject: '', body: '' });
    await later(24 * 3_600_000);
    expect(mailsTo(email)).toEqual([]);
  });

  it('that takes long to send is taken by another process only if the first one dies', async () => {
    const { pool } = server.database;
    const sends: string[] = [];
    // Late enough that the server's own outbox has nothing due.
    let nowMs = server.clock.nowMs + 3_600_000;
    let finish = (): void => undefined;
    const begin = (name: string, ends: Promise<unknown>): Outbox =>
      new Outbox({
        pool,
        transports: {
          push: {
            async send() {
              sends.push(name);
              await ends;
              return 'sent';
            },
            close() {},
          },
        },
        now: () => nowMs,
        log: server.app.log,
        keepBodies: false,
      });
    const slow = begin('slow', new Promise<void>(resolve => (finish = resolve)));
    const other = begin('other', Promise.resolve());
    await pool.query(
      `insert into outbox (channel, recipient, subject, body, next_try_at_ms, expires_at_ms, created_at_ms)
       values ('push', '7', '', '{}', $1, $2, $1)`,
      [nowMs, nowMs + 600_000],
    );
    slow.wake();
    await expect.poll(() => sends).toEqual(['slow']);
    nowMs += 20_000;
    other.wake();
    await other.idle();
    expect(sends).toEqual(['slow']);
    nowMs += 90_000;
    other.wake();
    await other.idle();
    expect(sends).toEqual(['slow', 'other']);
    finish();
    await slow.stop();
    await other.stop();
  });

  it('survives an unreachable mail server', async () => {
    const other = await TestMailServer.start();
    const { url } = other;
    await other.stop();
    const transport = await createMailTransport(url, 'a@tallystick.example');
    const message = {
      channel: 'mail',
      recipient: 'b@example.com',
      subject: 'S',
      body: 'B',
      expiresAtMs: 0,
    } as const;
    await expect(transport.send(message)).rejects.toThrow('ECONNREFUSED');
    transport.close();
  });
});

describe('an SMS', () => {
  const phone = { area_code: '+84', phone: '912345670' };

  it('goes to the provider with its key, in the new customer’s language', async () => {
    await server.call('POST sms_send', { ...phone, purpose: 'register' }, { lang: 'yn' });
    await server.services.outbox.idle();
    const { authorization, body } = taken.at(-1) ?? {};
    const text = (body as { text?: string } | undefined)?.text ?? '';
    expect(authorization).toBe('Bearer secret');
    expect(body).toEqual({
      from: 'Tallystick',
      to: '+84912345670',
      text: fill(MESSAGE_TEXTS.yn.registerCode.sms, { code: codeIn(text), minutes: '5' }, 'yn'),
    });
    const code = { ...phone, code: codeIn(text), purpose: 'register' } as const;
    expect(await server.call('POST user/check_mobile', code)).toEqual({ valid: true });
  });

  it('refused by the provider is retried', async () => {
    const target = '+84912345671';
    smsStatus = 503;
    await server.call('POST sms_send', { ...phone, phone: '912345671', purpose: 'register' });
    await server.services.outbox.idle();
    expect(await outboxOf(target)).toMatchObject({ state: 'queued', error: 'the SMS provider answered 503' });
    smsStatus = 200;
    await later(2_000);
    expect(await outboxOf(target)).toMatchObject({ state: 'sent' });
    expect(taken.filter(({ body }) => (body as { to: string }).to === target)).toHaveLength(1);
  });
});

it('messages that wait are sent by the next server', async () => {
  const email = 'across.restart@example.com';
  mailServer.refusing = true;
  await askFor(email);
  mailServer.refusing = false;
  server.clock.nowMs += 2_000;
  // A start reads the outbox before any request.
  server.services.outbox.start();
  await server.services.outbox.idle();
  expect(mailsTo(email)).toHaveLength(1);
});

it('messages are kept for a month, waiting ones until they are sent', async () => {
  await askFor('old.news@example.com');
  const dayMs = 24 * 3_600_000;
  server.clock.nowMs += 30 * dayMs;
  await server.services.outbox.forgetOld();
  expect((await outboxOf('old.news@example.com')).state).toBe('sent');
  server.clock.nowMs += 1;
  mailServer.refusing = true;
  await askFor('still.waiting@example.com');
  await server.services.outbox.forgetOld();
  await expect(outboxOf('old.news@example.com')).rejects.toThrow('0 messages');
  expect((await outboxOf('still.waiting@example.com')).state).toBe('queued');
});
