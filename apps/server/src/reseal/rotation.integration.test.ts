import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { contextOf } from '../http/first-answers.ts';
import { turnOnTwoFactor } from '../modules/security/testing/authenticator-app.ts';
import { codeOf } from '../modules/security/testing/totp-code.ts';
import { samplePicture, uploadPicture } from '../testing/sample-pictures.ts';
import { TestDesk } from '../testing/test-desk.ts';
import { requestOf } from '../testing/test-requests.ts';
import { TEST_DATA_KEY } from '../testing/test-server-parts.ts';
import { TEST_PASSWORD, TestServer, type TestCustomer } from '../testing/test-server.ts';
import { headerOf, idOfKey, Vault } from '../vault/vault.ts';
import { columnsWith } from './testing/sealed-rows.ts';

const OLD = TEST_DATA_KEY;
const NEW = Buffer.alloc(32, 44);
const PROGRAM = fileURLToPath(new URL('../reseal-data.ts', import.meta.url));
const ANSWERS = 3_000;
/** Values a second: so that there is half a minute to interrupt it in, and some seconds to the end. */
const [SLOWLY, QUICKLY] = [100, 600];
const STEP_MS = 30_000;

let server: TestServer;
beforeAll(async () => {
  server = await TestServer.start();
});
afterAll(() => server.close());

const as = ({ token }: TestCustomer) => ({ token });

/** `npm run reseal`, as a process of its own. */
function start(rate: number) {
  const { database, dataDir } = server;
  const child = spawn(process.execPath, [PROGRAM, '--rate', String(rate)], {
    env: {
      PATH: process.env['PATH'],
      MODE: 'demo',
      DATABASE_URL: database.url,
      DATA_DIR: dataDir,
      SECRET_KEY: '07'.repeat(32),
      DATA_KEY: [NEW, OLD].map(key => key.toString('hex')).join(','),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = { said: '' };
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', chunk => (output.said += String(chunk)));
  const ended = once(child, 'exit').then(([code, signal]) => ({ code, signal, ...output }));
  return { child, ended, output };
}

/** Customers come and go until the process has done so much. */
async function busyUntil({ child, output }: ReturnType<typeof start>, done: number, known: Known[]) {
  while ((await resealed()) < done) {
    if (child.exitCode !== null) throw new Error(`it is over: ${output.said}`);
    known.push(await newcomer(known.length + 1));
  }
}

async function resealed(): Promise<number> {
  const { rows } = await server.database.pool.query<{ sum: string }>(
    'select coalesce(sum(resealed), 0) as sum from reseal_places',
  );
  return Number(rows[0]?.sum);
}

const identity = (idNumber: string) => ({
  country: 'VN',
  full_name: 'Trần Thị Xuân',
  birth_date: '1990-12-31',
  id_number: idNumber,
  contact_address: '7 Hàng Bạc',
});

let registrations = 0;
/** Also after the server was started again. */
async function registered(): Promise<TestCustomer> {
  const email = `mover${++registrations}@example.com`;
  const { token, user } = await server.register(email);
  return { id: user.id, email, token };
}

interface Known {
  readonly who: TestCustomer;
  readonly secret: string;
  readonly picture: number;
  readonly said: string;
}

/** Somebody who leaves a little of most that is sealed. */
async function newcomer(nth: number): Promise<Known> {
  const who = await registered();
  const { secret } = await turnOnTwoFactor(server, who);
  await server.call('POST user/real_name', identity(`07920777${nth}`), as(who));
  const { picture_id: picture } = await uploadPicture(server, who.token, 'voucher', await samplePicture(nth));
  const said = `Hello, I am the ${nth}th`;
  await server.call('POST chat/send', { client_id: randomUUID(), text: said }, as(who));
  return { who, secret, picture, said };
}

/** What a process can open of theirs. */
async function readsOf({ who, secret, picture }: Known): Promise<unknown> {
  const { basic } = await server.call('GET user/identity', {}, as(who));
  const shown = await server.app.inject(requestOf('GET picture', { picture_id: picture }, as(who)));
  const { messages } = await server.call('POST chat/state', {}, as(who));
  server.clock.nowMs += STEP_MS;
  const login = { kind: 'email', account: who.email, password: TEST_PASSWORD } as const;
  const { data } = await server.refused('POST user/login', login);
  const { ticket } = data as { ticket: string };
  const code = codeOf(secret, server.clock.nowMs);
  const { status } = await server.try('POST user/login_second', { ticket, two_factor_code: code });
  return [basic.contact_address, shown.statusCode, messages.map(({ text }) => text), status];
}
const rightOf = ({ said }: Known) => ['7 Hàn***', 200, [said], 200];

/** Many values that a server reads again when the same request comes again. */
async function manyAnswers({ who }: Known): Promise<void> {
  const vault = new Vault([OLD]);
  const keys = Array.from({ length: ANSWERS }, (_, nth) => `many-${String(nth).padStart(5, '0')}`);
  const call = 'POST wallet/change' as const;
  const sealed = keys.map(key =>
    vault.seal(contextOf({ customerId: who.id, call, key }), JSON.stringify({ output: { key } })),
  );
  await server.database.pool.query(
    `insert into first_answers select $1, $2, u.key, 'hash', u.sealed, 0 from unnest($3::text[], $4::bytea[]) as u (key, sealed)`,
    [who.id, call, keys, sealed],
  );
}

/** The same server, with these keys. */
async function restart(...dataKeys: Buffer[]): Promise<void> {
  await server.stop();
  server = await TestServer.start({ after: server, dataKeys });
}

it('is killed amid load, goes on, and then no process needs the old key', async () => {
  const known = [await newcomer(1), await newcomer(2)];
  const desk = await TestDesk.open(server, 'compliance', 'ann');
  const { items } = await desk.call('GET desk/queue', { queue: 'identity', customer_id: known[0]!.who.id });
  await desk.call('POST desk/queue_decide', { queue: 'identity', id: items[0]!.id, action: 'approve' });
  await manyAnswers(known[0]!);
  await restart(NEW, OLD);

  // Killed once it has done some, and has some left.
  const first = start(SLOWLY);
  await busyUntil(first, 200, known);
  first.child.kill('SIGKILL');
  expect(await first.ended).toMatchObject({ signal: 'SIGKILL' });
  const done = await resealed();
  expect(done).toBeLessThan(ANSWERS);
  for (const one of known) expect(await readsOf(one)).toEqual(rightOf(one));

  // Asked to end, as by an operator.
  const second = start(SLOWLY);
  await busyUntil(second, done + 200, known);
  second.child.kill('SIGTERM');
  expect(await second.ended).toMatchObject({ code: 130 });
  expect(await resealed()).toBeLessThan(ANSWERS);

  // To its end, while customers come and go.
  const third = start(QUICKLY);
  let calls = 0;
  while (third.child.exitCode === null) {
    known.push(await newcomer(known.length + 1));
    const one = known[calls++ % known.length]!;
    expect(await readsOf(one)).toEqual(rightOf(one));
  }
  const { code, said } = await third.ended;
  expect(said).toContain('nothing that is kept opens with an older key');
  expect(code).toBe(0);
  expect(calls).toBeGreaterThan(0);
  expect(await resealed()).toBeGreaterThanOrEqual(ANSWERS);

  expect(await columnsWith(server.database.pool, headerOf(idOfKey(OLD)))).toEqual([]);
  await restart(NEW);
  for (const one of known) expect(await readsOf(one)).toEqual(rightOf(one));
  // Fingerprints are the new key's, too.
  const other = await registered();
  const again = await server.refused('POST user/real_name', identity('079207771'), as(other));
  expect(again.code).toBe('identity_document_used');

  // A process that still has the old key in front can put nothing there.
  await restart(OLD, NEW);
  const late = await registered();
  const refused = await server.refused('POST user/real_name', identity('079207999'), as(late));
  expect(refused.status).toBe(500);
});
