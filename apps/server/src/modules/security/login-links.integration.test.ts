import { describe, expect, it } from 'vitest';
import { MINUTE_MS } from '@tallystick/core/durations';
import { TEST_PASSWORD } from '../../testing/test-server.ts';
import { messagesTo } from '../account/testing/registering.ts';
import { login, guessingInTests } from '../account/testing/guessing.ts';
import { newestMessage } from './testing/proof-code.ts';

const guessing = guessingInTests();

describe('a mailed link', () => {
  const asked = (email: string) => ({ kind: 'email' as const, account: email });
  const tokenOf = (link: string | null) =>
    new URL(`http://app${link}`.replace('/#', '')).searchParams.get('token') ?? '';
  const linkFor = async (email: string) => {
    const { body } = await guessing.stranger().try('POST user/login_link', asked(email));
    return tokenOf((body.data as { demo_link: string | null }).demo_link);
  };

  it('makes the device that opens it known, once, and logs nobody in', async () => {
    const customer = await guessing.server.customer();
    await guessing.useUpTries(customer.email);
    const token = await linkFor(customer.email);
    const mail = await newestMessage(guessing.server, customer.email);
    expect(mail).toContain(`/web/#/pages/user/login/link?token=${token}`);
    const { rows } = await guessing.server.database.pool.query<{ hash: string }>(
      `select encode(token_hash, 'base64') as hash from login_links`,
    );
    expect(rows.map(({ hash }) => hash)).not.toContain(Buffer.from(token, 'base64url').toString('base64'));
    const phone = guessing.stranger();
    expect(await phone.code('POST user/login_link_open', { token })).toBe(1);
    expect(await phone.code('POST user/login', login(customer.email, 'wrong'))).toBe('login_failed');
    expect(await phone.code('POST user/login', login(customer.email))).toBe(1);
    expect(await guessing.stranger().code('POST user/login_link_open', { token })).toBe('login_link_expired');
    expect(await guessing.stranger().code('POST user/login', login(customer.email))).toBe('login_limited');
  });

  it('opens once also when two open it at the same moment, within half an hour', async () => {
    const customer = await guessing.server.customer();
    const token = await linkFor(customer.email);
    const codes = await Promise.all(
      [1, 2].map(() => guessing.stranger().code('POST user/login_link_open', { token })),
    );
    expect(codes.toSorted()).toEqual([1, 'login_link_expired']);
    const late = await linkFor(customer.email);
    guessing.server.clock.nowMs += 30 * MINUTE_MS;
    expect(await guessing.stranger().code('POST user/login_link_open', { token: late })).toBe(
      'login_link_expired',
    );
    expect(await guessing.stranger().code('POST user/login_link_open', { token: 'made-up' })).toBe(
      'login_link_expired',
    );
  });

  it('has the same answer for accounts that do not exist', async () => {
    const customer = await guessing.server.customer();
    const known = await guessing.stranger().try('POST user/login_link', asked(customer.email));
    const unknown = await guessing.stranger().try('POST user/login_link', asked('not.there@example.com'));
    const blank = (answer: typeof known) => ({ ...(answer.body.data as object), demo_link: null });
    expect(blank(unknown)).toEqual(blank(known));
    expect(unknown.status).toBe(known.status);
    const { demo_link: link } = unknown.body.data as { demo_link: string };
    expect(await guessing.stranger().code('POST user/login_link_open', { token: tokenOf(link) })).toBe(
      'login_link_expired',
    );
    expect(await messagesTo(guessing.server, 'not.there@example.com')).toContain('no Tallystick account');
  });

  it('cannot be kept from the owner by asking for it all the time', async () => {
    const customer = await guessing.server.customer();
    for (let quarter = 0; quarter < 8; quarter++) {
      for (let i = 0; i < 5; i++) {
        const { body } = await guessing.stranger().try('POST user/login_link', asked(customer.email));
        expect(body.type).toBe('ok');
      }
      // Messages due at the same time are sent in parallel, in any order.
      await guessing.server.services.outbox.idle();
      guessing.server.clock.nowMs += 15 * MINUTE_MS;
    }
    // No new link is sent to the owner, but the newest one in the mailbox still opens.
    const links = guessing.server.messages
      .filter(one => one.recipient === customer.email)
      .flatMap(({ body }) => [...body.matchAll(/token=([\w-]+)/g)].map(([, token]) => token ?? ''));
    expect(links).toHaveLength(9);
    guessing.server.clock.nowMs -= 1;
    const newest = links.at(-1) ?? '';
    expect(await guessing.stranger().code('POST user/login_link_open', { token: newest })).toBe(1);
  });

  it('is not asked for by one address again and again', async () => {
    const one = guessing.stranger();
    for (let i = 0; i < 10; i++) {
      expect(await one.code('POST user/login_link', asked(`many.${i}@example.com`))).toBe(1);
    }
    const refused = await one.try('POST user/login_link', asked('many.more@example.com'));
    expect(refused.body).toMatchObject({ code: 'code_too_soon', data: { retry_after_s: 360 } });
  });

  it('ends with the devices, when the password changes', async () => {
    const customer = await guessing.server.customer();
    const token = await linkFor(customer.email);
    const change = { old_password: TEST_PASSWORD, password: 'another one', re_password: 'another one' };
    await guessing.server.call('POST safe/update_password', change, { token: customer.token });
    expect(await guessing.stranger().code('POST user/login_link_open', { token })).toBe('login_link_expired');
  });

  it('goes to the phone of an account without a mailbox', async () => {
    const phone = { kind: 'phone' as const, account: '912345678', area_code: '+84' };
    const sent = await guessing.server.call('POST sms_send', {
      area_code: '+84',
      phone: '912345678',
      purpose: 'register',
    });
    const code = sent.demo_code ?? '';
    const passwords = { password: TEST_PASSWORD, re_password: TEST_PASSWORD };
    await guessing.server.call('POST user/register', { ...phone, code, ...passwords, agreement: true });
    await guessing.server.call('POST user/login_link', phone);
    expect(await messagesTo(guessing.server, '+84912345678')).toContain(
      '/web/#/pages/user/login/link?token=',
    );
  });
});
