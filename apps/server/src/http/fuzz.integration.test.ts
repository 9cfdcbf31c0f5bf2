import { ROLES, type Role } from '@tallystick/protocol/desk/roles';
import fc, { type Arbitrary } from 'fast-check';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TestDesk } from '../testing/test-desk.ts';
import type { TestServer } from '../testing/test-server.ts';
import { Changes } from './testing/changes.ts';
import type { Body } from './testing/fuzz-bodies.ts';
import { startEveryday, verifiedCustomer } from './testing/everyday.ts';
import {
  describeRequest,
  FUZZED,
  otherRequests,
  requestsOf,
  type FuzzRequest,
  type Sender,
} from './testing/fuzz-requests.ts';
import { judge } from './testing/fuzz-verdict.ts';
import { sendRaw, type WireReply } from './testing/fuzz-wire.ts';

/** Requests of each call; `npm run fuzz` sends more. */
const RUNS = Number(process.env['FUZZ_RUNS'] ?? 12);

const log: string[] = [];
const tokens = new Map<Sender, string>();
let server: TestServer;
let changes: Changes;
/** Confirm what the others propose. */
let checkers: readonly TestDesk[];
let operators = 0;

beforeAll(async () => {
  const { server: started } = await startEveryday({
    sockets: true,
    log: pino({ level: 'warn' }, { write: line => void log.push(line) }),
  });
  server = started;
  await renew('customer');
  await renew('other customer');
  for (const role of ROLES) await renew(role);
  checkers = await Promise.all(
    (['administrator', 'accountant', 'compliance'] as const).map(role => engage(role)),
  );
  changes = await Changes.watch(server.database.pool);
});
afterAll(() => server.close());

function engage(role: Role): Promise<TestDesk> {
  return TestDesk.open(server, role, `${role}${++operators}`);
}

async function renew(who: Exclude<Sender, 'visitor'>): Promise<void> {
  const isCustomer = who === 'customer' || who === 'other customer';
  const { token } = isCustomer ? await verifiedCustomer(server) : await engage(who);
  tokens.set(who, token ?? '');
}

/** Sends it, and says what is wrong with what happens. */
async function complaintOf(request: FuzzRequest): Promise<string | null> {
  log.length = 0;
  const stateBefore = stateOf();
  const reply = await send(request);
  const verdict = judge(request, reply);
  if (verdict.outcome === 'wrong') return verdict.complaint;
  const stack = log.find(line => line.includes('"stack"') || !line.includes('"level":40'));
  if (stack !== undefined) return `in the log: ${stack.slice(0, 1_500)}`;
  const written = await changes.since();
  if (verdict.outcome === 'refused') {
    if (written.length > 0) return `refused, and written to ${written.join(', ')}: ${reply?.body.toString()}`;
    if (stateOf() !== stateBefore) return `refused, and changed the exchange: ${reply?.body.toString()}`;
  }
  if (verdict.outcome === 'accepted' && request.method === 'POST') return afterwards(request, reply);
  return null;
}

function send(request: FuzzRequest): Promise<WireReply | null> {
  const { hostname: host, port } = new URL(server.url);
  return sendRaw({ host, port: Number(port) }, request, tokens.get(request.from) ?? null);
}

function stateOf(): string {
  return `${server.engine.sequence()}:${server.engine.exchange.stateHash()}`;
}

/** What was proposed is confirmed; who was logged out or frozen makes room for another. */
async function afterwards({ target }: FuzzRequest, reply: WireReply | null): Promise<string | null> {
  if (target.startsWith('/api/desk/propose')) {
    const { data } = JSON.parse(reply?.body.toString() ?? '') as { data: { id: number } };
    for (const checker of checkers) {
      const { status, body } = await checker.try('POST desk/proposal_decide', {
        id: data.id,
        decision: 'confirm',
      });
      if (status === 500) return `confirmed, it failed: ${JSON.stringify(body)}`;
      if (body.code !== 'operator_forbidden') break;
    }
  }
  for (const who of ['customer', 'other customer'] as const) {
    const { body } = await server.try('GET user/center', {}, { token: tokens.get(who) ?? '' });
    const left = body.type === '999' || (body.type === 'ok' && body.data.frozen);
    if (left || target.startsWith('/api/limits/self')) await renew(who);
  }
  for (const role of ROLES) {
    const { body } = await new TestDesk(server, tokens.get(role) ?? '').try('GET desk/me', {});
    if (body.type === '999') await renew(role);
  }
  await changes.since();
  return null;
}

/** Every call tries something else: `place` is added to the seed. */
async function tryAll(requests: Arbitrary<FuzzRequest>, numRuns: number, place: number): Promise<void> {
  const seed = (fc.readConfigureGlobal().seed ?? 0) + place;
  const found = await fc.check(
    fc.asyncProperty(requests, async request => {
      const complaint = await complaintOf(request);
      if (complaint !== null) throw new Error(complaint);
    }),
    { numRuns, seed },
  );
  if (!found.failed) return;
  const [request] = found.counterexample ?? [];
  const shown = request === undefined ? '' : describeRequest(request);
  throw new Error(
    `${found.errorInstance instanceof Error ? found.errorInstance.message : ''}\n${shown}\nTEST_SEED=${seed - place}`,
  );
}

const GET = { from: 'customer', method: 'GET', headers: [], body: null, manner: 'whole' } as const;
const POST = { ...GET, method: 'POST', target: '/api/get/lang' } as const;
const FORM = 'multipart/form-data; boundary=b';
const body = (contentType: string, text: string): Body => ({ contentType, bytes: Buffer.from(text) });
const TWO_31 = 2_147_483_648;
const BELOW_15_DIGITS = '999999999999999';

/** What was once answered wrongly, or not at all. */
const FOUND: readonly (readonly [what: string, request: FuzzRequest, expected: string | number])[] = [
  ['no boundary', { ...POST, body: body('multipart/form-data', 'x') }, 'invalid_input'],
  ['nothing but a boundary', { ...POST, body: body(FORM, '--b') }, 'invalid_input'],
  [
    'a form without its end',
    { ...POST, body: body(FORM, '--b\r\ncontent-disposition: form-data; name="a"\r\n\r\n1') },
    'invalid_input',
  ],
  ['a part without a head', { ...POST, body: body(FORM, '--b\r\n\r\n1\r\n--b--') }, 'invalid_input'],
  [
    'an upload that breaks off',
    {
      ...POST,
      target: '/api/upload',
      body: body(FORM, '--b\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\n1'),
    },
    'invalid_input',
  ],
  ['a form larger than any', { ...POST, body: body(FORM, `--b\r\n${'x'.repeat(70_000)}`) }, 'body_too_large'],
  ...['deal', 'submit', 'close_all', 'cancel_all', 'my_trade'].map(
    call =>
      [
        `lever/${call} of a market beyond 32 bits`,
        {
          ...POST,
          target: `/api/lever/${call}`,
          headers: [['idempotency-key', 'found-market']],
          body: body('application/json', `{"market_id":${TWO_31}}`),
        },
        'invalid_input',
      ] as const,
  ),
  [
    'the largest market there could be',
    { ...GET, target: `/api/currency/deal?market_id=${TWO_31 - 1}` },
    'unknown_market',
  ],
  [
    'customers before any',
    { ...GET, from: 'support', target: `/api/desk/customers?cursor=${BELOW_15_DIGITS}` },
    200,
  ],
  [
    'a queue of nobody',
    { ...GET, from: 'compliance', target: `/api/desk/queue?queue=identity&customer_id=${TWO_31}` },
    'invalid_input',
  ],
  [
    'a queue of a stranger',
    { ...GET, from: 'compliance', target: `/api/desk/queue?queue=identity&customer_id=${TWO_31 - 1}` },
    200,
  ],
  [
    'what nobody did',
    { ...GET, from: 'administrator', target: `/api/desk/audit?operator_id=${TWO_31}` },
    'invalid_input',
  ],
  ['a long name of a field', { ...GET, target: `/api/app/config?${'x'.repeat(9_000)}=%00` }, 200],
  ['a path that reads like a pattern', { ...GET, target: '/api/*/' }, 'not_found'],
  ['an expectation nobody knows', { ...POST, headers: [['expect', 'the unexpected']] }, 200],
  ['what is no HTTP', { ...GET, target: '/ x', method: 'G E T' }, 'invalid_input'],
  [
    'a head larger than any',
    { ...GET, target: '/api/app/config', headers: [['x', 'y'.repeat(20_000)]] },
    'body_too_large',
  ],
];

describe('once answered wrongly', () => {
  it.each(FOUND)('%s', async (_, request, expected) => {
    expect(await complaintOf(request)).toBeNull();
    const reply = await send(request);
    if (typeof expected === 'number') expect(reply?.status).toBe(expected);
    else expect(reply?.body.toString()).toContain(`"code":"${expected}"`);
  });
});

describe('whatever is sent', () => {
  it('to no call: paths, files, documentation', () => tryAll(otherRequests, 10 * RUNS, 0));

  it.each(FUZZED)('%s', name => tryAll(requestsOf(name), RUNS, 1 + FUZZED.indexOf(name)));
});

describe('afterwards', () => {
  it('the books balance', async () => {
    server.engine.exchange.checkInvariants('all');
    const desk = await engage('accountant');
    const { items } = await desk.call('GET desk/solvency', {});
    expect(items.map(({ sum }) => Number(sum))).toEqual(items.map(() => 0));
  });

  it('everybody is served', async () => {
    expect((await server.app.inject({ method: 'GET', url: '/readyz' })).statusCode).toBe(200);
    const desk = await engage('administrator');
    expect((await desk.call('GET desk/me', {})).operator.role).toBe('administrator');
  });
});
