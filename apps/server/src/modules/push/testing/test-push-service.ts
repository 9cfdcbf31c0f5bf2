import { createPublicKey, verify } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { PushSettings } from '../module.ts';
import { TEST_CA, TEST_CERTIFICATE, TEST_KEY } from './test-certificate.ts';

export interface ReceivedPush {
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

export interface Vapid {
  readonly header: Readonly<Record<string, unknown>>;
  readonly claims: { readonly aud: string; readonly exp: number; readonly sub: string };
  /** Uncompressed point, base64url. */
  readonly key: string;
}

type Answer = (response: ServerResponse, push: ReceivedPush) => void;

const created: Answer = response => void response.writeHead(201).end();

/** A local push service (RFC 8030) named `push.test`, with its own certificate. */
export class TestPushService {
  readonly pushes: ReceivedPush[] = [];
  answer: Answer = created;
  readonly #server: Server;
  readonly #port: number;

  private constructor(server: Server, port: number) {
    this.#server = server;
    this.#port = port;
    server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const push = { path: request.url ?? '', headers: request.headers, body: Buffer.concat(chunks) };
        this.pushes.push(push);
        this.answer(response, push);
      });
    });
  }

  static async start(): Promise<TestPushService> {
    const server = createServer({ key: TEST_KEY, cert: TEST_CERTIFICATE }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new TestPushService(server, (server.address() as AddressInfo).port);
  }

  /** Options of a server that may connect only to this service. */
  settings(change: PushSettings['connection'] = {}): PushSettings {
    return {
      services: { hosts: ['*.push.test'], port: this.#port },
      subject: 'mailto:ops@test.example',
      connection: {
        ca: TEST_CA,
        resolve: () => Promise.resolve(['127.0.0.1']),
        allowed: address => address === '127.0.0.1',
        ...change,
      },
    };
  }

  endpoint(path: string, host = 'a.push.test'): string {
    return `https://${host}:${this.#port}/${path}`;
  }

  /** Forgets what was received, and accepts every push again. */
  reset(): void {
    this.pushes.length = 0;
    this.answer = created;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }
}

/** Throws unless the key named in the request signed it (RFC 8292). */
export function vapidOf({ headers }: ReceivedPush): Vapid {
  const [, token, key] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(headers.authorization ?? '') ?? [];
  if (token === undefined || key === undefined) throw new Error('no VAPID');
  const [head = '', claims = '', signature = ''] = token.split('.');
  const point = Buffer.from(key, 'base64url');
  const publicKey = createPublicKey({
    format: 'jwk',
    key: {
      kty: 'EC',
      crv: 'P-256',
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
    },
  });
  const signed = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  if (!signed) throw new Error('VAPID is not signed by its key');
  const parsed = (part: string): unknown => JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));
  return { header: parsed(head) as Vapid['header'], claims: parsed(claims) as Vapid['claims'], key };
}
