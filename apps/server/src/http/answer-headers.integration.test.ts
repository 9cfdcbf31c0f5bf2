import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { request, type IncomingHttpHeaders } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text as readText } from 'node:stream/consumers';
import { Registry } from 'prom-client';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TestDesk } from '../testing/test-desk.ts';
import { TestServer } from '../testing/test-server.ts';
import { openMetrics } from './metrics-server.ts';

interface Ask {
  readonly url: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

interface Told {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
}

function ask(origin: string, { url, method = 'GET', headers = {}, body }: Ask): Promise<Told> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(origin);
    const sent = request({ hostname, port, path: url, method, headers }, response => {
      response.resume();
      response.on('error', reject);
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers }));
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

const NOTHING = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

let folder: string;
let open: TestServer;
let secure: TestServer;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'tallystick-apps-'));
  await mkdir(path.join(folder, 'assets'));
  await writeFile(path.join(folder, 'index.html'), '<!doctype html><title>app</title>');
  await writeFile(path.join(folder, 'assets', 'app-12345678.js'), '');
  await writeFile(path.join(folder, 'sw.js'), 'worker');
  await writeFile(path.join(folder, 'sw-off.js'), 'farewell');
  const staticApps = { webRoot: folder, deskRoot: folder };
  open = await TestServer.start({ sockets: true, staticApps });
  secure = await TestServer.start({
    sockets: true,
    staticApps: { ...staticApps, worker: false },
    push: { services: { hosts: [] }, subject: 'mailto:ops@test.example', workers: false },
    publicUrl: 'https://exchange.example',
  });
});
afterAll(async () => {
  await open?.close();
  await secure?.close();
  await rm(folder, { recursive: true });
});

/** Every kind of response on the customers' port, with its status. */
const ANSWERS: readonly (readonly [what: string, status: number, ask: Ask])[] = [
  ['a call', 200, { url: '/api/app/config' }],
  ['a refusal', 401, { url: '/api/user/center' }],
  ['a call that does not exist', 404, { url: '/api/nothing' }],
  ['the wrong method', 405, { url: '/api/user/login' }],
  [
    'a body that is too large',
    413,
    { url: '/api/user/login', method: 'POST', headers: FORM, body: 'a'.repeat(99_999) },
  ],
  [
    'a body of another kind',
    415,
    { url: '/api/user/login', method: 'POST', headers: { 'content-type': 'text/plain' }, body: 'a' },
  ],
  ['the bare address', 302, { url: '/' }],
  ['an app without its slash', 302, { url: '/web' }],
  ['something that is not there', 404, { url: '/nothing' }],
  ['the figures, which are elsewhere', 404, { url: '/metrics' }],
  ['an address that cannot be read', 404, { url: '/%ff' }],
  ['health', 200, { url: '/healthz' }],
  ['readiness', 200, { url: '/readyz' }],
  ['a socket that begins', 200, { url: '/api/socket.io/?EIO=4&transport=polling' }],
  ['a socket that is refused', 400, { url: '/api/socket.io/?EIO=4&transport=none' }],
];
const PAGES: readonly (readonly [what: string, status: number, url: string])[] = [
  ['the app', 200, '/web/'],
  ['a part of the app', 200, '/web/assets/app-12345678.js'],
  ['a part that is not there', 404, '/web/assets/none.js'],
  ['the desk', 200, '/desk/'],
];
const DOCUMENTATION = ['/api/docs', '/api/docs/static/index.css', '/api/docs/json', '/api/docs/nothing'];

/** Of the one script that is written into an app's page. */
async function hashOfFirstScript(app: 'web' | 'desk'): Promise<string> {
  const page = await readFile(path.join(import.meta.dirname, `../../../${app}/index.html`), 'utf8');
  const [, script = ''] = /<script data-kept="[^"]+">([^<]+)<\/script>/.exec(page) ?? [];
  return createHash('sha256').update(script).digest('base64');
}

function expectProtected(told: Told): void {
  expect(told.headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': expect.stringContaining('camera=(self), '),
  });
  const policy = String(told.headers['content-security-policy']);
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).not.toContain('unsafe');
}

it('the root address redirects to the app and keeps the query', async () => {
  const { headers } = await ask(open.url, { url: '/?code=TALLY123' });
  expect(headers).toMatchObject({ location: '/web/?code=TALLY123' });
});

describe('every answer is protected', () => {
  it.each(ANSWERS)('%s (%i)', async (_what, status, question) => {
    const told = await ask(open.url, question);
    expectProtected(told);
    expect(told.status).toBe(status);
    expect(told.headers['content-security-policy']).toBe(NOTHING);
    expect(told.headers).not.toHaveProperty('strict-transport-security');
    expect((await ask(secure.url, question)).headers['strict-transport-security']).toBe('max-age=31536000');
  });

  it.each(PAGES)('%s (%i): under the policy of pages', async (_what, status, url) => {
    const { host } = new URL(open.url);
    const told = await ask(open.url, { url });
    expectProtected(told);
    expect(told.status).toBe(status);
    const directives = String(told.headers['content-security-policy']).split('; ');
    expect(directives).toEqual(
      expect.arrayContaining([
        `script-src 'self' 'sha256-${await hashOfFirstScript('web')}'`,
        "style-src 'self'",
        "font-src 'self'",
        "require-trusted-types-for 'script'",
        'trusted-types tallystick-worker',
        `connect-src 'self' ws://${host} wss://${host}`,
      ]),
    );
    const behindTls = String((await ask(secure.url, { url })).headers['content-security-policy']);
    expect(behindTls).toContain("connect-src 'self' wss://exchange.example;");
    expect(behindTls).toContain('upgrade-insecure-requests');
  });

  it('both apps begin with the same script', async () => {
    expect(await hashOfFirstScript('desk')).toBe(await hashOfFirstScript('web'));
  });

  it.each(DOCUMENTATION)('%s: under the policy of the documentation', async url => {
    const told = await ask(open.url, { url });
    expectProtected(told);
    const directives = String(told.headers['content-security-policy']).split('; ');
    expect(directives).toEqual(
      expect.arrayContaining(["script-src 'self'", expect.stringMatching(/^style-src 'self' 'sha256-/)]),
    );
  });

  it.each([
    'evil.example; script-src *',
    'evil.example, *',
    '*',
    'a b',
    'évil.example',
    '-',
    `${'a'.repeat(300)}.example`,
  ])('a host written "%s" gets no place in the policy', async host => {
    const { headers } = await ask(open.url, {
      url: '/web/',
      headers: { host: Buffer.from(host).toString('latin1') },
    });
    expect(String(headers['content-security-policy']).split('; ')).toContain("connect-src 'self'");
  });

  it.each([
    ['that is no HTTP', 400, 'HELLO\r\n\r\n'],
    ['with headers without end', 413, `GET / HTTP/1.1\r\nhost: a\r\ncookie: ${'a'.repeat(20_000)}\r\n\r\n`],
  ])('something %s (%i)', async (_what, status, bytes) => {
    const { hostname, port } = new URL(open.url);
    const socket = connect(Number(port), hostname);
    socket.end(bytes);
    const text = await readText(socket);
    expect(text).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    const [, ...lines] = text.trimEnd().split('\r\n');
    expectProtected({ status, headers: Object.fromEntries(lines.map(line => line.split(': '))) });
  });

  it('keeps what calls answer out of every cache', async () => {
    expect((await ask(open.url, { url: '/api/app/config' })).headers['cache-control']).toBe('no-store');
    const asset = await ask(open.url, { url: '/web/assets/app-12345678.js' });
    expect(asset.headers['cache-control']).toBe('public, max-age=31536000, immutable');
  });

  it.each(['web', 'desk'])(
    'keeps the service worker of /%s/ out of every cache, and takes it away when it is switched off',
    async name => {
      const asked = async (server: TestServer) => {
        const answer = await fetch(`${server.url}/${name}/sw.js`);
        return { life: answer.headers.get('cache-control'), text: await answer.text() };
      };
      expect(await asked(open)).toEqual({ life: 'no-store', text: 'worker' });
      expect(await asked(secure)).toEqual({ life: 'no-store', text: 'farewell' });
    },
  );
});

it('without service workers the desk does not offer push subscriptions', async () => {
  const keyOf = async (server: TestServer) =>
    (await (await TestDesk.open(server, 'support', 'sue')).call('GET desk/push_key', {})).key;
  expect(await keyOf(open)).toMatch(/^[\w-]{87}$/);
  expect(await keyOf(secure)).toBeNull();
});

describe('the metrics', () => {
  const health = {
    ready: () => true,
    database: { answers: () => Promise.resolve(true) },
    committingForMs: () => 0,
    clockStopped: () => false,
    hold: { logs: [], holders: [] },
    books: () => ({ sequence: 0, completed_at_ms: null, failure: null }),
  };
  const log = pino({ level: 'silent' });
  const openAt = (port: number | 'off' | null, registry = new Registry(), told = health) =>
    openMetrics({ host: '127.0.0.1', port, registry, health: told, log });

  it('are at a port of their own, with only health beside them', async () => {
    const metrics = await openAt(0, open.registry);
    try {
      const origin = metrics.url ?? '';
      const told = await ask(origin, { url: '/metrics' });
      expectProtected(told);
      expect(told.headers['content-type']).toContain('text/plain');
      const body = await (await fetch(`${origin}/metrics`)).text();
      expect(body).toMatch(/^# HELP tallystick_/m);
      expect((await ask(origin, { url: '/healthz' })).status).toBe(200);
      expect((await ask(origin, { url: '/readyz' })).status).toBe(200);
      expect((await ask(origin, { url: '/api/app/config' })).status).toBe(404);
    } finally {
      await metrics.close();
    }
  });

  it('may be off; a configured port must be free, the default one need not be', async () => {
    expect((await openAt('off')).url).toBe(null);
    const first = await openAt(0);
    const taken = Number(new URL(first.url ?? '').port);
    await expect(openAt(taken)).rejects.toMatchObject({ code: 'EADDRINUSE' });
    await first.close();
    // Another program may use the port too: at most one server gets it, and none fails.
    const both = [await openAt(null), await openAt(null)];
    expect(both.filter(({ url }) => url !== null).length).toBeLessThan(2);
    for (const metrics of both) await metrics.close();
  });

  it('say why customers cannot be served', async () => {
    const status = async (told: object) => {
      const metrics = await openAt(0, new Registry(), { ...health, ...told });
      try {
        const response = await fetch(`${metrics.url}/readyz`);
        return [response.status, ((await response.json()) as { status: string }).status];
      } finally {
        await metrics.close();
      }
    };
    expect(await status({})).toEqual([200, 'ready']);
    expect(await status({ ready: () => false })).toEqual([503, 'not ready']);
    expect(await status({ database: { answers: () => Promise.resolve(false) } })).toEqual([503, 'database']);
    expect(await status({ committingForMs: () => 2_900 })).toEqual([200, 'ready']);
    expect(await status({ committingForMs: () => 3_100 })).toEqual([503, 'journal']);
  });
});
