import type { CallOutput } from '@tallystick/protocol';
import { samplePicture, uploadPicture } from '../../../testing/sample-pictures.ts';
import type { Answer } from '../../../testing/test-requests.ts';
import type { TestDesk } from '../../../testing/test-desk.ts';
import { TEST_PASSWORD, type TestCustomer, type TestServer } from '../../../testing/test-server.ts';
import { turnOnTwoFactor, type AuthenticatorApp } from '../../security/testing/authenticator-app.ts';

export const CLAIM = { country: 'VN', full_name: 'Trần Thị Bình' } as const;

let documents = 0;
let seeds = 7_000;

/** A different picture each time. */
export const newPicture = (): Promise<Buffer> => samplePicture(++seeds);

export interface VerifiedCustomer extends TestCustomer {
  readonly idNumber: string;
  readonly app: AuthenticatorApp;
}

/** A customer verified by the desk, with two-factor on. */
export async function verifiedCustomer(server: TestServer, desk: TestDesk): Promise<VerifiedCustomer> {
  const who = await server.customer();
  const as = { token: who.token };
  const idNumber = `07920${String(++documents).padStart(7, '0')}`;
  const basic = {
    ...CLAIM,
    birth_date: '1990-12-31',
    id_number: idNumber,
    contact_address: '7 Hàng Bạc, Hoàn Kiếm',
  };
  await server.call('POST user/real_name', basic, as);
  await approve(desk, who.id);
  const side = async (kind: 'identity_front' | 'identity_back' | 'identity_holding') =>
    (await uploadPicture(server, who.token, kind, await newPicture())).picture_id;
  const [front, back, holding] = [
    await side('identity_front'),
    await side('identity_back'),
    await side('identity_holding'),
  ];
  await server.call('POST user/real_name2', { front, back, holding }, as);
  await approve(desk, who.id);
  return { ...who, idNumber, app: await turnOnTwoFactor(server, who) };
}

async function approve(desk: TestDesk, customerId: number): Promise<void> {
  const { items } = await desk.call('GET desk/queue', { queue: 'identity', customer_id: customerId });
  await desk.call('POST desk/queue_decide', { queue: 'identity', id: items[0]?.id ?? 0, action: 'approve' });
}

/** The ticket after the password, while the second factor is awaited. */
export async function ticketOf(server: TestServer, { email }: TestCustomer): Promise<string> {
  const input = { kind: 'email', account: email, password: TEST_PASSWORD } as const;
  const { data } = await server.refused('POST user/login', input);
  return String(data['ticket']);
}

/** Sends `POST user/recovery` as a browser does. */
export async function sendRecovery(
  server: TestServer,
  challenge: string,
  fields: Readonly<Record<string, string>>,
  picture: Buffer,
): Promise<Answer> {
  const form = new FormData();
  for (const [name, value] of Object.entries({ challenge, ...fields })) form.set(name, value);
  form.set('file', new Blob([new Uint8Array(picture)], { type: 'image/jpeg' }), 'live.jpg');
  const body = new Response(form);
  return server.send({
    method: 'POST',
    url: '/api/user/recovery',
    headers: { 'content-type': body.headers.get('content-type') ?? '' },
    payload: Buffer.from(await body.arrayBuffer()),
  });
}

/** The whole request: password, challenge, documents. */
export async function askForRecovery(
  server: TestServer,
  who: VerifiedCustomer,
): Promise<CallOutput<'POST user/recovery'>> {
  const { challenge } = await server.call('POST user/recovery_begin', {
    ticket: await ticketOf(server, who),
  });
  const { body } = await sendRecovery(
    server,
    challenge,
    { ...CLAIM, id_number: who.idNumber },
    await newPicture(),
  );
  if (body.type !== 'ok') throw new Error(`the recovery was refused: ${JSON.stringify(body)}`);
  return body.data as CallOutput<'POST user/recovery'>;
}

/** The token of the newest link to stop a recovery that was sent to this recipient. */
export async function stopLinkOf(server: TestServer, recipient: string): Promise<string> {
  const { rows } = await server.database.pool.query<{ body: string }>(
    'select body from outbox where recipient = $1 order by id desc',
    [recipient],
  );
  const token = rows.map(({ body }) => /recoveryStop\?token=([\w-]{43})/.exec(body)?.[1]).find(Boolean);
  if (token === undefined) throw new Error('no link was sent');
  return token;
}

/** The queue's id of the customer's open request. */
export async function recoveryIdOf(
  desk: TestDesk,
  customerId: number,
  state = 'under_review',
): Promise<number> {
  const { items } = await desk.call('GET desk/queue', { queue: 'recovery', customer_id: customerId, state });
  return items[0]?.id ?? 0;
}
