import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { WireUser } from '@tallystick/protocol';

const stored = new Map<string, string>();
afterAll(() => vi.unstubAllGlobals());
vi.stubGlobal('window', {
  addEventListener: () => undefined,
  localStorage: {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  },
});
const { callApi, encodeFields, reachability, setRequestLanguage } = await import('./api-client.ts');
const { ApiError } = await import('./errors.ts');
const { currentSession, sessionLost, startSession } = await import('./session.ts');
const { serverClock } = await import('./server-clock.ts');

const user: WireUser = {
  id: 7,
  nickname: 'An',
  account: 'a***@example.org',
  phone: null,
  email: 'a***@example.org',
  invitation_code: 'TALLY7',
  lang: 'en',
  verification: 'unverified',
  has_fund_password: false,
  two_factor: false,
  frozen: false,
  demo: false,
  created_at_ms: 0,
};

const sent: { url: string; init: RequestInit }[] = [];
let reply: () => Response | Promise<Response>;

function json(body: unknown, status = 200): Response {
  return new Response(JSON.stringify(body), { status });
}

beforeEach(() => {
  sent.length = 0;
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    sent.push({ url, init });
    return Promise.resolve(reply());
  });
});

afterEach(() => {
  stored.clear();
});

async function failure(work: Promise<unknown>): Promise<InstanceType<typeof ApiError>> {
  const error: unknown = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof ApiError)) throw new Error('expected the call to fail');
  return error;
}

test('a POST is form-encoded and carries token, language and key', async () => {
  startSession({ token: 'secret', user });
  setRequestLanguage('yn');
  reply = () => json({ type: 'ok', code: 1, message: '', data: { lang: 'yn' } });
  await expect(callApi('POST set/lang', { lang: 'yn' }, { idempotencyKey: 'k1' })).resolves.toEqual({
    lang: 'yn',
  });
  const [{ url, init } = { url: '', init: {} }] = sent;
  expect([url, init.method, String(init.body)]).toEqual(['/api/set/lang', 'POST', 'lang=yn']);
  expect(init.headers).toMatchObject({ Authorization: 'secret', lang: 'yn', 'Idempotency-Key': 'k1' });
});

test('a GET puts its fields in the query', async () => {
  reply = () => json({ type: 'ok', code: 1, data: {} });
  await callApi('GET currency/deal', { market_id: 3 });
  expect([sent[0]?.url, sent[0]?.init.body]).toEqual(['/api/currency/deal?market_id=3', undefined]);
});

test('absent fields are left out', () => {
  expect(String(encodeFields({ a: 'x y', b: undefined, c: null, d: false, e: 0 }))).toBe('a=x+y&d=false&e=0');
});

describe('envelopes', () => {
  test.each([
    { type: 'ok', data: { x: 1 } },
    { code: 1, data: { x: 1 } },
    { code: 200, data: { x: 1 } },
    { code: '200', data: { x: 1 } },
  ])('%o is a success', async envelope => {
    reply = () => json(envelope);
    await expect(callApi('GET app/config', {})).resolves.toEqual({ x: 1 });
  });

  test.each([
    [
      { type: 'error', code: 'insufficient_balance', message: 'Insufficient balance', data: { min: '5' } },
      409,
    ],
    [{ type: 'error', code: 'insufficient_balance', msg: 'Insufficient balance', data: { min: '5' } }, 200],
  ])('%o is a failure', async (envelope, status) => {
    reply = () => json(envelope, status);
    const error = await failure(callApi('GET app/config', {}));
    expect(error).toMatchObject({ code: 'insufficient_balance', message: 'Insufficient balance', status });
    expect(error.data).toEqual({ min: '5' });
    expect(error.isTransient).toBe(false);
  });

  test('type 999 ends the session and tells why, once', async () => {
    startSession({ token: 'secret', user });
    const reasons: string[] = [];
    const stop = sessionLost.listen(reason => reasons.push(reason));
    reply = () => json({ type: '999', code: 'session_invalid', message: 'Logged out elsewhere' }, 401);
    const errors = await Promise.all([
      failure(callApi('GET user/center', {})),
      failure(callApi('GET user/center', {})),
    ]);
    stop();
    expect(errors.map(error => error.code)).toEqual(['session_invalid', 'session_invalid']);
    expect(reasons).toEqual(['Logged out elsewhere']);
    expect(currentSession()).toBeUndefined();
    expect([...stored.keys()]).toEqual([]);
  });

  test('type 999 to a call of the previous session does not end the new one', async () => {
    startSession({ token: 'before', user });
    let answer: (response: Response) => void = () => undefined;
    reply = () => new Promise(resolve => (answer = resolve));
    const late = failure(callApi('GET user/center', {}));
    startSession({ token: 'since', user });
    const lost = vi.fn();
    const stop = sessionLost.listen(lost);
    answer(json({ type: '999', code: 'session_invalid', message: 'Logged out' }, 401));
    expect((await late).code).toBe('session_invalid');
    stop();
    expect(lost).not.toHaveBeenCalled();
    expect(currentSession()?.token).toBe('since');
  });

  test.each(['<html>', '', '[]', '{"type":'])('%s is no answer', async text => {
    reply = () => new Response(text);
    expect((await failure(callApi('GET app/config', {}))).code).toBe('bad_reply');
  });
});

test('a lost connection is distinguished from a refusal', async () => {
  const states: string[] = [];
  const stop = reachability.listen(state => states.push(state));
  reply = () => Promise.reject(new TypeError('Failed to fetch'));
  const error = await failure(callApi('GET app/config', {}));
  expect([error.code, error.status, error.isTransient]).toEqual(['network_error', 0, true]);
  reply = () => json({ type: 'error', code: 'maintenance', message: '' }, 503);
  expect((await failure(callApi('GET app/config', {}))).isTransient).toBe(true);
  stop();
  expect(states).toEqual(['unreachable', 'maintenance']);
});

test('a slow server is a timeout', async () => {
  vi.stubGlobal(
    'fetch',
    (_: string, { signal }: RequestInit) =>
      new Promise((_resolve, reject) => {
        signal?.addEventListener('abort', () => reject(signal.reason));
      }),
  );
  expect((await failure(callApi('GET app/config', {}, { timeoutMs: 1 }))).code).toBe('timeout');
});

test('a reply with the time sets the clock', async () => {
  reply = () => json({ type: 'ok', data: { server_time_ms: Date.now() + 3_600_000 } });
  await callApi('GET app/config', {});
  expect(Math.round((serverClock.offsetMs() ?? 0) / 60_000)).toBe(60);
});
