import { Caller } from '../../testing/caller.ts';

export const CUSTOMER_PASSWORD = 'correct horse';

let customers = 0;

/** A customer of a demo exchange, with its money, whose browser speaks to this gateway. */
export async function newCustomer(url: string): Promise<Caller> {
  const visitor = new Caller(url);
  const email = `customer${++customers}@example.com`;
  const sent = await visitor.call('POST sms_mail', { email, purpose: 'register' });
  const { token } = await visitor.call('POST user/register', {
    kind: 'email',
    account: email,
    code: sent.demo_code ?? '',
    password: CUSTOMER_PASSWORD,
    re_password: CUSTOMER_PASSWORD,
    agreement: true,
  });
  const registered = new Caller(url, { token });
  await registered.call('POST wallet/faucet', {});
  return registered;
}
