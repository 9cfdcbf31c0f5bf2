import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MINUTE_MS } from '@tallystick/core/durations';
import { TestServer } from '../../testing/test-server.ts';
import { registration } from './testing/registering.ts';
import { login, guessingInTests } from './testing/guessing.ts';
import { TestBrowser } from './testing/test-browser.ts';

const guessing = guessingInTests();

describe('codes', () => {
  const forget = (email: string) => ({ email, purpose: 'forget' as const });
  const codeOf = async (browser: TestBrowser, email: string) => {
    const { body } = await browser.try('POST sms_mail', forget(email));
    return String((body.data as { demo_code?: string }).demo_code);
  };

  it('of the owner are neither used up, nor replaced, nor held up by strangers', async () => {
    const customer = await guessing.server.customer();
    const owner = guessing.stranger();
    const code = await codeOf(owner, customer.email);
    for (let i = 0; i < 6; i++) {
      const guess = { ...forget(customer.email), code: '000000' };
      expect(await guessing.stranger().code('POST user/check_email', guess)).toBe('code_wrong');
    }
    const thief = guessing.stranger();
    await codeOf(thief, customer.email);
    for (let i = 0; i < 6; i++)
      await thief.code('POST user/check_email', { ...forget(customer.email), code: '0' });
    expect(await owner.code('POST user/check_email', { ...forget(customer.email), code })).toBe(1);
    // Asks right after a stranger did.
    guessing.server.clock.nowMs += MINUTE_MS;
    await codeOf(guessing.stranger(), customer.email);
    expect(await owner.code('POST sms_mail', forget(customer.email))).toBe(1);
    expect(await owner.code('POST sms_mail', forget(customer.email))).toBe('code_too_soon');
  });

  it('are sent to a known device when strangers have used up the day’s', async () => {
    const limited = await TestServer.start({ rateLimits: true });
    try {
      const customer = await limited.customer();
      const home = new TestBrowser(limited, '203.0.113.77');
      await home.code('POST user/login', login(customer.email));
      const codes: (string | number)[] = [];
      for (let i = 0; i < 40; i++) {
        const stranger = new TestBrowser(limited, `198.18.${i}.1`);
        codes.push(await stranger.code('POST sms_mail', forget(customer.email)));
      }
      // Of the 15 codes of the open part the registration used one; the reserve for new networks has 24.
      expect(codes.filter(code => code === 1)).toHaveLength(14 + 24);
      expect(codes.at(-1)).toBe('code_too_soon');
      expect(await home.code('POST sms_mail', forget(customer.email))).toBe(1);
    } finally {
      await limited.close();
    }
  });

  describe('for somebody whom strangers want to keep out', () => {
    let limited: TestServer;
    beforeAll(async () => {
      limited = await TestServer.start({ rateLimits: true });
    });
    afterAll(() => limited.close());

    /** Asks once from each address; returns how many codes were sent, and the last answer. */
    const ask = async (email: string, purpose: 'register' | 'forget', addresses: readonly string[]) => {
      let sent = 0;
      let last: unknown = null;
      for (const address of addresses) {
        const { body, status } = await new TestBrowser(limited, address).try('POST sms_mail', {
          email,
          purpose,
        });
        if (body.code === 1) sent++;
        last = { status, ...body };
      }
      return { sent, last };
    };
    const times = (count: number, address: (i: number) => string) =>
      Array.from({ length: count }, (_, i) => address(i));

    it('one is left after eight networks have taken all they get, from all addresses they have', async () => {
      const email = 'newcomer@example.com';
      let sent = 0;
      for (let network = 0; network < 8; network++) {
        const addresses = times(9, i => `192.0.${network}.${i + 1}`);
        sent += (await ask(email, 'register', addresses)).sent;
      }
      // Three networks use up the open part; each of the eight gets two codes of the reserve.
      expect(sent).toBe(15 + 8 * 2);
      const own = new TestBrowser(limited, '198.51.100.1');
      const { body } = await own.try('POST sms_mail', { email, purpose: 'register' });
      const code = String((body.data as { demo_code?: string }).demo_code);
      expect(await own.code('POST user/register', registration(email, code))).toBe(1);
    });

    it('a /48 of IPv6 is one network', async () => {
      const email = 'sixth@example.com';
      const houses = times(12, i => `2001:db8:7:${i}::1`);
      expect((await ask(email, 'register', houses)).sent).toBe(5 + 2);
      expect((await ask(email, 'register', ['2001:db8:8::1'])).sent).toBe(1);
    });

    it('a target gets a bounded number a day from ever new networks, whether it has an account or not', async () => {
      const { user } = await limited.register('flooded@example.com');
      const floods = [];
      for (const [site, email] of [user.email ?? '', 'unknown@example.com'].entries()) {
        let sent = 0;
        let last: unknown = null;
        for (let hour = 0; hour < 24; hour++) {
          const count = hour === 0 ? 45 : 3;
          const flood = await ask(
            email,
            'forget',
            times(count, i => `10.${100 * site + hour}.${i}.1`),
          );
          sent += flood.sent;
          last = flood.last;
          limited.clock.nowMs += 3_600_000;
        }
        floods.push({ sent, last });
      }
      const [known, unknown] = floods;
      // The first account's registration used one code of the same day.
      expect([known?.sent, unknown?.sent]).toEqual([14 + 24 + 23, 15 + 24 + 23]);
      expect(known?.last).toEqual(unknown?.last);
      expect(known?.last).toMatchObject({
        status: 429,
        code: 'code_too_soon',
        data: { retry_after_s: 3600 },
      });
    });
  });
});
