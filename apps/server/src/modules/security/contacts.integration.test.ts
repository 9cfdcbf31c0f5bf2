import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TEST_PASSWORD, TestServer, type TestCustomer } from '../../testing/test-server.ts';
import { turnOnTwoFactor } from './testing/authenticator-app.ts';
import { newestMessage, otherThan, proofCode } from './testing/proof-code.ts';

let server: TestServer;
beforeAll(async () => {
  server = await TestServer.start();
});
afterAll(() => server.close());

const as = (customer: TestCustomer) => ({ token: customer.token });
let phones = 0;
/** A number that nobody uses. */
const newPhone = () => ({ kind: 'phone', area_code: '+84', account: `91234${5000 + ++phones}` }) as const;

async function codeTo(customer: TestCustomer, contact: ReturnType<typeof newPhone>): Promise<string> {
  const sent = await server.call('POST user/contact_code', contact, as(customer));
  return sent.demo_code ?? '';
}

describe('binding the other contact', () => {
  it('takes a code to it and a code to what is bound; both then log in', async () => {
    const customer = await server.customer();
    const phone = newPhone();
    const code = await proofCode(server, customer, 'contact');
    const newCode = await codeTo(customer, phone);
    const bind = { ...phone, new_code: newCode, code };
    const { user, hold } = await server.call('POST user/contact', bind, as(customer));
    expect(user).toMatchObject({ phone: `+84${phone.account}`, email: customer.email });
    expect(hold).toBeNull();
    expect(await newestMessage(server, customer.email)).toContain('now belongs to your account');
    await server.call('POST user/login', { ...phone, password: TEST_PASSWORD });
    const again = await server.refused('POST user/contact_code', phone, as(customer));
    expect(again.code).toBe('contact_unchanged');
    // A minute after the last code, the next one can go to either contact.
    server.clock.nowMs += 60_000;
    const sent = await server.call(
      'POST set/sms_other_mail',
      { purpose: 'withdraw', via: 'phone' },
      as(customer),
    );
    expect(sent.target).toMatch(/^\+84\*+\d{3}$/);
  });

  it('replacing one tells the old one and holds withdrawals', async () => {
    const customer = await server.customer();
    const code = await proofCode(server, customer, 'contact');
    const email = { kind: 'email', account: `new-${customer.email}` } as const;
    const sent = await server.call('POST user/contact_code', email, as(customer));
    const bind = { ...email, new_code: sent.demo_code ?? '', code };
    const { hold } = await server.call('POST user/contact', bind, as(customer));
    expect(hold?.reason).toBe('contact');
    expect(await newestMessage(server, customer.email)).toContain('now belongs to your account');
    const old = { kind: 'email', account: customer.email, password: TEST_PASSWORD } as const;
    expect((await server.refused('POST user/login', old)).code).toBe('login_failed');
    await server.call('POST user/login', { ...email, password: TEST_PASSWORD });
  });

  it('refuses wrong codes, one without the other, and changes nothing', async () => {
    const customer = await server.customer();
    const phone = newPhone();
    const code = await proofCode(server, customer, 'contact');
    const newCode = await codeTo(customer, phone);
    const before = await server.fingerprint();
    const bind = (change: object) =>
      server.refused('POST user/contact', { ...phone, new_code: newCode, code, ...change }, as(customer));
    expect(await bind({ new_code: otherThan(newCode) })).toMatchObject({
      code: 'code_wrong',
      data: { field: 'new_code' },
    });
    expect(await bind({ code: otherThan(code) })).toMatchObject({
      code: 'code_wrong',
      data: { field: 'code' },
    });
    expect((await bind({ code: '' })).code).toBe('code_required');
    // The code went to another number.
    expect((await bind(newPhone())).code).toBe('code_wrong');
    expect(await server.fingerprint()).toBe(before);
  });

  it('says that a number is taken only to who holds its code, and one of two at once gets it', async () => {
    const [one, other] = [await server.customer(), await server.customer()];
    const phone = newPhone();
    const codes = await Promise.all([one, other].map(who => proofCode(server, who, 'contact')));
    const newCode = await codeTo(one, phone);
    const answers = await Promise.all(
      [one, other].map((who, index) =>
        server.try('POST user/contact', { ...phone, new_code: newCode, code: codes[index] ?? '' }, as(who)),
      ),
    );
    expect(answers.filter(({ body }) => body.type === 'ok')).toHaveLength(1);
    server.clock.nowMs += 60_000;
    const third = await server.customer();
    const code = await proofCode(server, third, 'contact');
    const bind = { ...phone, new_code: await codeTo(third, phone), code };
    expect((await server.refused('POST user/contact', bind, as(third))).code).toBe('contact_taken');
  });

  it('needs the second factor where that is on', async () => {
    const customer = await server.customer();
    const app = await turnOnTwoFactor(server, customer);
    const phone = newPhone();
    const code = await proofCode(server, customer, 'contact');
    const bind = { ...phone, new_code: await codeTo(customer, phone), code };
    expect((await server.refused('POST user/contact', bind, as(customer))).code).toBe('two_factor_required');
    await server.call('POST user/contact', { ...bind, two_factor_code: app.next() }, as(customer));
  });
});

describe('the anti-phishing phrase', () => {
  const set = (customer: TestCustomer, phrase: string, password = TEST_PASSWORD) =>
    server.try('POST user/anti_phishing', { phrase, password }, as(customer));

  it('is in every mail from then on, in the customer’s language, and in nobody else’s', async () => {
    const [customer, other] = [await server.customer(), await server.customer()];
    expect((await set(customer, '  blue   heron ')).body.data).toEqual({ anti_phishing: 'blue heron' });
    await proofCode(server, customer, 'withdraw');
    expect(await newestMessage(server, customer.email)).toContain('Your anti-phishing phrase: blue heron');
    await server.call('POST set/lang', { lang: 'zh' }, as(customer));
    await proofCode(server, customer, 'withdraw');
    expect(await newestMessage(server, customer.email)).toContain('您的防钓鱼短语：blue heron');
    await proofCode(server, other, 'withdraw');
    expect(await newestMessage(server, other.email)).not.toContain('heron');
    expect((await set(customer, '')).body.data).toEqual({ anti_phishing: null });
    await proofCode(server, customer, 'withdraw');
    expect(await newestMessage(server, customer.email)).not.toContain('heron');
  });

  it.each(['abc', 'x'.repeat(31), 'see www.evil.example', 'http://evil', 'me@evil.example'])(
    'refuses “%s”',
    async phrase => {
      expect((await set(await server.customer(), phrase)).body.code).toBe('phrase_invalid');
    },
  );

  it('takes the password', async () => {
    expect((await set(await server.customer(), 'blue heron', 'no')).body.code).toBe('password_wrong');
  });
});
