import { describe, expect, it } from 'vitest';
import { TestServer } from '../../testing/test-server.ts';
import { login, siegeInTests } from './testing/siege.ts';
import { TestBrowser } from './testing/test-browser.ts';

const MINUTE_MS = 60_000;

const siege = siegeInTests();

describe('codes', () => {
  const forget = (email: string) => ({ email, purpose: 'forget' as const });
  const codeOf = async (browser: TestBrowser, email: string) => {
    const { body } = await browser.try('POST sms_mail', forget(email));
    return String((body.data as { demo_code?: string }).demo_code);
  };

  it('of the owner are neither used up, nor replaced, nor held up by strangers', async () => {
    const customer = await siege.server.customer();
    const owner = siege.stranger();
    const code = await codeOf(owner, customer.email);
    for (let i = 0; i < 6; i++) {
      const guess = { ...forget(customer.email), code: '000000' };
      expect(await siege.stranger().code('POST user/check_email', guess)).toBe('code_wrong');
    }
    const thief = siege.stranger();
    await codeOf(thief, customer.email);
    for (let i = 0; i < 6; i++)
      await thief.code('POST user/check_email', { ...forget(customer.email), code: '0' });
    expect(await owner.code('POST user/check_email', { ...forget(customer.email), code })).toBe(1);
    // Asking again right after a stranger did.
    siege.server.clock.nowMs += MINUTE_MS;
    await codeOf(siege.stranger(), customer.email);
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
      for (let i = 0; i < 16; i++) {
        codes.push(
          await new TestBrowser(limited, `203.0.113.${i}`).code('POST sms_mail', forget(customer.email)),
        );
      }
      // One of the fifteen went to the newcomer who registered.
      expect(codes.filter(code => code === 1)).toHaveLength(14);
      expect(codes.at(-1)).toBe('code_too_soon');
      expect(await home.code('POST sms_mail', forget(customer.email))).toBe(1);
    } finally {
      await limited.close();
    }
  });
});
