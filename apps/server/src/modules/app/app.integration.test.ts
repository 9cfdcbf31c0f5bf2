import { LANGUAGES } from '@tallystick/protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TestServer } from '../../testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await TestServer.start();
});
afterAll(() => server.close());

describe('the app’s first calls', () => {
  it('GET app/config: the mode, the default language and the server’s time', async () => {
    expect(await server.call('GET app/config', {})).toMatchObject({
      mode: 'demo',
      default_lang: 'en',
      version: '9.9.9',
      faucet: true,
      feed: 'test',
      server_time_ms: server.clock.nowMs,
    });
  });

  it('get/lang: all eight by their own names, and the current one', async () => {
    const { lang, languages } = await server.call('POST get/lang', {}, { lang: 'th' });
    expect(lang).toBe('th');
    expect(languages.map(({ code }) => code)).toEqual([...LANGUAGES]);
    expect(languages.map(({ name }) => name)).toEqual([
      '简体中文',
      'English',
      '繁體中文',
      '日本語',
      '한국어',
      'Español',
      'ไทย',
      'Tiếng Việt',
    ]);
  });

  it('set/lang: stored with the session, and for the customer’s mails', async () => {
    const { email, token } = await server.customer();
    await server.call('POST set/lang', { lang: 'jp' }, { token });
    expect((await server.call('POST get/lang', {}, { token })).lang).toBe('jp');
    server.clock.nowMs += 60_000;
    await server.call('POST sms_mail', { email, purpose: 'forget' });
    await server.services.outbox.idle();
    expect(server.messages.at(-1)?.body).toMatch(/[ぁ-ん]/);
    expect((await server.refused('POST set/lang', { lang: 'xx' }, { token })).code).toBe('language_unknown');
    expect((await server.call('POST get/lang', {}, { token })).lang).toBe('jp');
  });
});

describe('monitoring', () => {
  it('reports that it runs and that it can serve', async () => {
    const get = (url: string) => server.app.inject({ method: 'GET', url });
    expect((await get('/healthz')).statusCode).toBe(200);
    expect((await get('/readyz')).json()).toEqual({
      status: 'ready',
      price_log: 'catching_up',
      journal_log: 'catching_up',
      audit_log: 'catching_up',
      public_log: 'catching_up',
      books: 'checking',
      payouts: 'open',
    });
  });

  it('documents every call at /api/docs', async () => {
    const { paths } = (await server.app.inject({ method: 'GET', url: '/api/docs/json' })).json<{
      paths: Record<string, Record<string, { description: string }>>;
    }>();
    expect(paths['/api/coin/trade']?.['post']?.description).toContain('Idempotency-Key');
    expect(paths['/api/coin/trade']?.['put']?.description).toContain('`unknown_order` (404)');
    expect((await server.app.inject({ method: 'GET', url: '/api/docs' })).statusCode).toBe(200);
  });
});

describe('rate limits', () => {
  const fromAddress = (limited: TestServer, address: string, password = 'wrong') =>
    limited.try(
      'POST user/login',
      { kind: 'email', account: `${address.length}@example.com`, password },
      { address },
    );

  it('refuse an address that guesses, say when to retry, and let others in', async () => {
    const limited = await TestServer.start({ rateLimits: true });
    try {
      const { email, token } = await limited
        .register('limited@example.com')
        .then(({ token: own, user }) => ({ email: user.email, token: own }));
      const codes: unknown[] = [];
      for (let i = 0; i < 31; i++) {
        const account = `guess${i}@example.com`;
        const input = { kind: 'email', account, password: 'wrong' } as const;
        codes.push((await limited.try('POST user/login', input, { address: '203.0.113.1' })).body.code);
      }
      expect(new Set(codes.slice(0, 30))).toEqual(new Set(['login_failed']));
      const turnedAway = await fromAddress(limited, '203.0.113.1');
      expect(turnedAway).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
      expect(Number(turnedAway.headers['retry-after'])).toBeGreaterThan(0);
      expect((await fromAddress(limited, '203.0.113.2')).body.code).toBe('login_failed');
      // Other calls from that address still work, and so do logged-in customers.
      const center = await limited.call('GET user/center', {}, { token, address: '203.0.113.1' });
      expect(center.email).toBe(email);
    } finally {
      await limited.close();
    }
  });

  it('count a whole IPv6 network as one', async () => {
    const limited = await TestServer.start({ rateLimits: true });
    try {
      for (let i = 0; i < 30; i++) await fromAddress(limited, `2001:db8::${(i + 1).toString(16)}`);
      expect((await fromAddress(limited, '2001:db8::ffff')).body.code).toBe('rate_limited');
      expect((await fromAddress(limited, '2001:db8:0:1::1')).body.code).toBe('login_failed');
    } finally {
      await limited.close();
    }
  });

  it('apply to requests for an offer’s whole list: it may be megabytes, in 50 pages', async () => {
    const limited = await TestServer.start({ rateLimits: true });
    try {
      const codes: unknown[] = [];
      for (let i = 0; i < 241; i++) {
        const { body } = await limited.try(
          'GET lh/send/allocation_list',
          { offer_id: 9 },
          { address: '203.0.113.1' },
        );
        codes.push(body.code);
      }
      expect(new Set(codes.slice(0, 240))).toEqual(new Set(['unknown_launch_offer']));
      expect(codes[240]).toBe('rate_limited');
    } finally {
      await limited.close();
    }
  });

  it('apply to a customer from any address', async () => {
    const limited = await TestServer.start({ rateLimits: true });
    try {
      const { token } = await limited.register('busy@example.com');
      const ask = (address: string) => limited.try('GET user/center', {}, { token, address });
      const answers = await Promise.all(Array.from({ length: 901 }, (_, i) => ask(`198.51.100.${i % 4}`)));
      expect(answers.filter(({ status }) => status === 429)).toHaveLength(1);
      const { token: other } = await limited.register('calm@example.com');
      await limited.call('GET user/center', {}, { token: other, address: '198.51.100.0' });
    } finally {
      await limited.close();
    }
  });
});
