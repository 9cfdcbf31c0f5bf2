import type { CallInput } from '@tallystick/protocol';
import { TEST_PASSWORD, type TestServer } from '../../../testing/test-server.ts';

/** All messages to this recipient: messages due at once are sent in parallel, so their order is not fixed. */
export async function messagesTo(server: TestServer, recipient: string): Promise<string> {
  await server.services.outbox.idle();
  return server.messages
    .filter(one => one.recipient === recipient)
    .map(({ subject, body }) => `${subject}\n${body}`)
    .join('\n');
}

/** A code for this address, as the demo shows it. */
export async function codeFor(
  server: TestServer,
  email: string,
  purpose: 'register' | 'forget',
): Promise<string> {
  const { demo_code: code } = await server.call('POST sms_mail', { email, purpose });
  return code ?? '';
}

/** Input of a registration by e-mail. */
export function registration(email: string, code: string) {
  return {
    kind: 'email',
    account: email,
    code,
    password: TEST_PASSWORD,
    re_password: TEST_PASSWORD,
    agreement: '1',
  } as const satisfies CallInput<'POST user/register'>;
}
