import { connect } from 'node:net';
import type { FuzzRequest } from './fuzz-requests.ts';

export interface Address {
  readonly host: string;
  readonly port: number;
  /** The source address; any if not given. */
  readonly localAddress?: string;
}

export interface WireReply {
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  readonly body: Buffer;
}

/** A later answer counts as missing. Far above what a busy machine needs, below the server's own limit. */
const TIMEOUT_MS = 45_000;

/**
 * Sends the request as raw bytes, as no client library would. Null if the server closes the connection without an
 * answer. Throws if nothing happens in time.
 */
export async function sendRaw(
  to: Address,
  request: FuzzRequest,
  token: string | null,
): Promise<WireReply | null> {
  const bytes = bytesOf(request, token, to);
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const socket = connect({ ...to, noDelay: true, timeout: TIMEOUT_MS });
  const received: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => received.push(chunk));
  // An early refusal may close the connection while we still write: what we received counts.
  socket.on('error', error => {
    if ('code' in error && error.code === 'ECONNREFUSED') reject(error);
  });
  socket.on('close', () => resolve(Buffer.concat(received)));
  socket.on('timeout', () => {
    reject(new Error(`no answer within ${TIMEOUT_MS} ms`));
    socket.destroy();
  });
  if (request.manner === 'torn') {
    socket.write(bytes.subarray(0, Math.floor(bytes.length * 0.8)), () => socket.destroy());
  } else if (request.manner === 'ended') socket.end(bytes.subarray(0, Math.floor(bytes.length * 0.8)));
  else if (request.manner === 'too long') socket.end(bytes);
  else socket.write(bytes);
  const reply = await promise;
  return reply.length === 0 ? null : parseReply(reply, request.method);
}

function bytesOf(
  { method, target, headers, body, manner }: FuzzRequest,
  token: string | null,
  to: Address,
): Buffer {
  const own = new Set(headers.map(([name]) => name));
  const lines = [`${method} ${target} HTTP/1.1`];
  if (!own.has('host')) lines.push(`host: ${to.host}:${to.port}`);
  if (token !== null && !own.has('authorization')) lines.push(`authorization: ${token}`);
  for (const [name, value] of headers) lines.push(name === 'no colon' ? name : `${name}: ${value}`);
  const content = body?.bytes ?? Buffer.alloc(0);
  const chunked = manner === 'chunked' || manner === 'badly chunked';
  if (body !== null) {
    lines.push(`content-type: ${body.contentType}`);
    const claimed = content.length + (manner === 'too long' ? 7 : 0) - (manner === 'too short' ? 1 : 0);
    if (chunked) lines.push('transfer-encoding: chunked');
    else if (!own.has('content-length')) lines.push(`content-length: ${Math.max(claimed, 0)}`);
  }
  lines.push('connection: close', '', '');
  const head = Buffer.from(lines.join('\r\n'), 'latin1');
  if (body === null || !chunked) return Buffer.concat([head, content]);
  const size = manner === 'chunked' ? content.length.toString(16) : 'zz';
  const middle = content.length === 0 ? [] : [Buffer.from(`${size}\r\n`), content, Buffer.from('\r\n')];
  return Buffer.concat([head, ...middle, Buffer.from('0\r\n\r\n')]);
}

function parseReply(bytes: Buffer, method: string): WireReply {
  const headEnd = bytes.indexOf('\r\n\r\n');
  const [statusLine = '', ...lines] = bytes.toString('latin1', 0, headEnd).split('\r\n');
  const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(statusLine)?.[1] ?? NaN);
  if (headEnd === -1 || Number.isNaN(status)) throw new Error(`no HTTP: ${bytes.toString('latin1', 0, 200)}`);
  const rest = bytes.subarray(headEnd + 4);
  if (status === 100) return parseReply(rest, method);
  const headers = new Map(
    lines.map(line => [line.split(':', 1)[0]?.toLowerCase() ?? '', line.replace(/^[^:]*: ?/, '')]),
  );
  if (method === 'HEAD') return { status, headers, body: Buffer.alloc(0) };
  const length = headers.get('content-length');
  if (headers.get('transfer-encoding') === 'chunked') return { status, headers, body: unchunked(rest) };
  return { status, headers, body: length === undefined ? rest : rest.subarray(0, Number(length)) };
}

function unchunked(bytes: Buffer): Buffer {
  const parts: Buffer[] = [];
  for (let at = 0; ;) {
    const lineEnd = bytes.indexOf('\r\n', at);
    const size = parseInt(bytes.toString('latin1', at, lineEnd), 16);
    if (lineEnd === -1 || !(size > 0)) return Buffer.concat(parts);
    parts.push(bytes.subarray(lineEnd + 2, lineEnd + 2 + size));
    at = lineEnd + 2 + size + 2;
  }
}
