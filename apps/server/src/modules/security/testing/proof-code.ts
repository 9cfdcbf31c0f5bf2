import type { CallInput } from '@tallystick/protocol';
import type { TestCustomer, TestServer } from '../../../testing/test-server.ts';

const RESEND_MS = 60_000;

/** A code for one sensitive action, as the demo shows it. */
export async function proofCode(
  server: TestServer,
  customer: TestCustomer,
  purpose: CallInput<'POST set/sms_other_mail'>['purpose'],
): Promise<string> {
  // So that a code may be requested again.
  server.clock.nowMs += RESEND_MS;
  const sent = await server.call('POST set/sms_other_mail', { purpose }, { token: customer.token });
  return sent.demo_code ?? '';
}

/** Six other digits than the given ones, and not easy to guess. */
export function otherThan(code: string): string {
  return code === '258147' ? '741852' : '258147';
}

/** Sets the customer's first fund password. */
export async function setFundPassword(
  server: TestServer,
  customer: TestCustomer,
  password: string,
): Promise<void> {
  const code = await proofCode(server, customer, 'fund_password');
  await server.call('POST user/e_pwd', { password, re_password: password, code }, { token: customer.token });
}

/** Text of the newest message to this recipient, in order of writing: messages sent at once arrive in any order. */
export async function newestMessage(server: TestServer, recipient: string): Promise<string> {
  const { rows } = await server.database.pool.query<{ subject: string; body: string }>(
    'select subject, body from outbox where recipient = $1 order by id desc limit 1',
    [recipient],
  );
  return rows[0] === undefined ? '' : `${rows[0].subject}\n${rows[0].body}`;
}
