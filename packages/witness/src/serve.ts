import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { MOST_REQUEST_BYTES } from '@tallystick/verify/add-checkpoint';
import { COSIGNATURE, verifierKeyOf } from '@tallystick/verify/note';
import type { Witness } from './witness.ts';

const PLAIN = 'text/plain; charset=utf-8';
/** Whole request: a slow sender holds no connection. */
const REQUEST_MS = 10_000;
const MOST_CONNECTIONS = 256;

/**
 * The witness behind HTTP: `POST /add-checkpoint` as C2SP tlog-witness has it; `GET /` says who it is and what it has seen;
 * `GET /<SHA-256 of a log's name, hex>/checkpoint` gives the newest checkpoint it has cosigned, so that anybody can compare
 * it with the one they were shown.
 */
export function createWitnessServer(witness: Witness, report: (error: unknown) => void): Server {
  const server = createServer(
    { requestTimeout: REQUEST_MS, headersTimeout: REQUEST_MS },
    (request, response) => {
      answer(witness, request, response).catch((error: unknown) => {
        report(error);
        if (response.headersSent) response.destroy();
        else send(response, 500, PLAIN, 'nothing was signed\n');
      });
    },
  );
  server.maxConnections = MOST_CONNECTIONS;
  return server;
}

async function answer(witness: Witness, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { method, url = '' } = request;
  const [path = ''] = url.split('?');
  if (method === 'POST' && path === '/add-checkpoint') {
    const body = await readBody(request);
    if (body === null) return send(response, 413, PLAIN, 'this is too long\n');
    const { status, contentType, body: text } = await witness.addCheckpoint(body);
    return send(response, status, contentType, text);
  }
  if (method !== 'GET') return send(response, 405, PLAIN, 'GET, or POST /add-checkpoint\n');
  if (path === '/') return send(response, 200, PLAIN, describe(witness));
  const origin = witness.origins().find(one => path === `/${originHash(one)}/checkpoint`);
  const seen = origin === undefined ? null : witness.seen(origin);
  return seen === null
    ? send(response, 404, PLAIN, 'nothing of this name was seen\n')
    : send(response, 200, PLAIN, seen.note);
}

export function originHash(origin: string): string {
  return createHash('sha256').update(origin).digest('hex');
}

function describe(witness: Witness): string {
  const logs = witness.origins().map(origin => {
    const seen = witness.seen(origin);
    return `${origin}\n  ${seen === null ? 'nothing seen yet' : `size ${seen.size}, root ${seen.root}`}\n  /${originHash(origin)}/checkpoint\n`;
  });
  return `${verifierKeyOf(witness.key, COSIGNATURE)}\n\n${logs.join('\n')}`;
}

/** Null: longer than any right one. */
async function readBody(request: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > MOST_REQUEST_BYTES) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function send(response: ServerResponse, status: number, contentType: string, body: string): void {
  response.writeHead(status, {
    'content-type': contentType,
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
    // Pages of an exchange compare what it shows with what is seen here.
    'access-control-allow-origin': '*',
    'x-content-type-options': 'nosniff',
  });
  response.end(body);
}
