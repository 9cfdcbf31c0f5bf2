import fc, { type Arbitrary } from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Body } from './testing/fuzz-bodies.ts';
import {
  describeRequest,
  FUZZED,
  otherRequests,
  requestsOf,
  type FuzzRequest,
} from './testing/fuzz-requests.ts';
import { FuzzedExchange } from './testing/fuzzed-exchange.ts';

/** Requests per call; `npm run fuzz` sends more. */
const RUNS = Number(process.env['FUZZ_RUNS'] ?? 8);

let exchange: FuzzedExchange;
beforeAll(async () => {
  exchange = await FuzzedExchange.start();
});
afterAll(() => exchange.server.close());

/** The finding with how to reproduce it, or null. `place` is added to the seed, so that calls try different things. */
async function findIn(
  requests: Arbitrary<FuzzRequest>,
  numRuns: number,
  place: number,
): Promise<string | null> {
  const seed = (fc.readConfigureGlobal().seed ?? 0) + place;
  const found = await fc.check(
    fc.asyncProperty(requests, async request => {
      const complaint = await exchange.complaintOf(request);
      if (complaint !== null) throw new Error(complaint);
    }),
    { numRuns, seed },
  );
  if (!found.failed) return null;
  const { counterexample, errorInstance } = found;
  const shown = counterexample === null ? '' : describeRequest(counterexample[0]);
  const complaint = errorInstance instanceof Error ? errorInstance.message : String(errorInstance);
  return `${complaint}\n${shown}\nTEST_SEED=${seed - place}`;
}

const GET = { from: 'customer', method: 'GET', headers: [], body: null, manner: 'whole' } as const;
const POST = { ...GET, method: 'POST', target: '/api/get/lang' } as const;
const FORM = 'multipart/form-data; boundary=b';
const body = (contentType: string, text: string): Body => ({ contentType, bytes: Buffer.from(text) });
const TWO_31 = 2_147_483_648;
const BELOW_15_DIGITS = '999999999999999';

/** Requests that were once answered wrongly or not at all. */
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

describe('requests once answered wrongly', () => {
  it.each(FOUND)('%s', async (_, request, expected) => {
    expect(await exchange.complaintOf(request)).toBeNull();
    const reply = await exchange.send(request);
    if (typeof expected === 'number') expect(reply?.status).toBe(expected);
    else expect(reply?.body.toString()).toContain(`"code":"${expected}"`);
  });

  it('a whole request with bytes behind it is carried out and not refused', async () => {
    const content = body('application/x-www-form-urlencoded', 'event=stop&push=false!');
    const request = { ...POST, from: 'customer', target: '/api/tell/choose', body: content } as const;
    expect(await exchange.complaintOf({ ...request, manner: 'too short' })).toBeNull();
  });
});

describe('random requests', () => {
  it('to paths, files and documentation', async () => {
    expect(await findIn(otherRequests, 10 * RUNS, 0)).toBeNull();
  });

  it.each(FUZZED)('%s', async name => {
    expect(await findIn(requestsOf(name), RUNS, 1 + FUZZED.indexOf(name))).toBeNull();
  });
});

describe('after all requests', () => {
  it('the books balance', async () => {
    exchange.server.engine.exchange.checkInvariants('all');
    const totals: { readonly sum: string }[] = [];
    for (const checker of exchange.checkers) {
      const { body } = await checker.try('GET desk/solvency', {});
      if (body.type === 'ok') totals.push(...body.data.items);
    }
    expect(totals.length).toBeGreaterThan(0);
    expect(totals.map(({ sum }) => Number(sum))).toEqual(totals.map(() => 0));
  });

  it('other customers are still served', async () => {
    const { statusCode } = await exchange.server.app.inject({ method: 'GET', url: '/readyz' });
    expect(statusCode).toBe(200);
    for (const checker of exchange.checkers) {
      expect((await checker.try('GET desk/me', {})).status).toBe(200);
    }
  });
});
