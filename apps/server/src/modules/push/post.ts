import { request } from 'node:https';
import { isIPv6 } from 'node:net';
import { addressOf, isPublic, resolveHost, type Resolve } from './endpoint.ts';

/** Options for tests that run their own push service. */
export interface PushConnection {
  readonly resolve?: Resolve;
  readonly allowed?: (address: string) => boolean;
  /** Certificates to trust instead of the machine's. */
  readonly ca?: string;
  readonly timeoutMs?: number;
}

export interface PushRequest {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string | number>>;
  readonly body: Buffer;
}

export interface PushAnswer {
  readonly status: number;
  /** Seconds or a date, as received; null: none. */
  readonly retryAfter: string | null;
}

const TIMEOUT_MS = 10_000;
/** Only the status of an answer is used, so read no more than this. */
const ANSWER_BYTES = 16 * 1024;

/**
 * Posts to a push service. The name is resolved once and the connection goes to that address, so a later change of the
 * name cannot redirect it. Redirects are not followed. Rejects without an answer in time and within the size limit.
 */
export async function postPush(
  { url, headers, body }: PushRequest,
  connection: PushConnection = {},
): Promise<PushAnswer> {
  const { resolve = resolveHost, allowed = isPublic, ca, timeoutMs = TIMEOUT_MS } = connection;
  const signal = AbortSignal.timeout(timeoutMs);
  const address = await withSignal(addressOf(url.hostname, resolve, allowed), signal);
  return new Promise((answer, reject) => {
    const sent = request(
      {
        method: 'POST',
        host: url.hostname,
        port: url.port === '' ? 443 : Number(url.port),
        path: `${url.pathname}${url.search}`,
        headers: { ...headers },
        servername: url.hostname,
        // One connection per request: an open one would keep using an address checked long ago.
        agent: false,
        lookup: (_host, options, found) => {
          const family = isIPv6(address) ? 6 : 4;
          if (options.all === true) found(null, [{ address, family }]);
          else found(null, address, family);
        },
        ...(ca === undefined ? {} : { ca }),
        signal,
        maxHeaderSize: ANSWER_BYTES,
      },
      response => {
        let bytes = 0;
        response.on('data', (chunk: Buffer) => {
          bytes += chunk.length;
          if (bytes > ANSWER_BYTES) sent.destroy(new Error('the push service answers too much'));
        });
        response.on('end', () =>
          answer({
            status: response.statusCode ?? 0,
            retryAfter: response.headers['retry-after'] ?? null,
          }),
        );
        response.on('error', reject);
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });
}

function withSignal<Value>(promise: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
    promise.then(resolve, reject);
  });
}
