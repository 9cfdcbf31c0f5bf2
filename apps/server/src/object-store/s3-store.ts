import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { AwsClient } from 'aws4fetch';
import {
  checkObject,
  isKey,
  MOST_OBJECT_BYTES,
  ObjectStoreError,
  ObjectStoreRefusal,
  type ObjectStore,
} from './object-store.ts';

export interface S3Options {
  /** Of the bucket, whichever way its name is part of it: `https://s3.example/bucket`, `https://bucket.s3.example`. */
  readonly url: string;
  readonly region: string;
  readonly keyId: string;
  readonly secret: string;
  /** How long one request may take. */
  readonly timeoutMs?: number;
  /** Before the first repetition; twice as long before each further one. */
  readonly pauseMs?: number;
  /** How long it is not asked once it was silent. */
  readonly restMs?: number;
}

const TRIES = 3;
/** Keys in one answer; the protocol's most. */
const PAGE = 1_000;
/** Answers that the settings are to blame for: other places, no right, no bucket, no such request. All others may pass. */
const REFUSALS = new Set([301, 302, 307, 308, 400, 401, 403, 404, 405]);
/** Not these: the body came too slowly, this machine's clock is off. */
const PASSING_CODES = new Set(['RequestTimeout', 'RequestTimeTooSkewed']);
/** Nor will it ever know how. */
const LACKING_CODE = 'NotImplemented';

interface Answer {
  readonly status: number;
  readonly body: Buffer;
  /** Not the first try: an earlier one may have had its effect. */
  readonly repeated: boolean;
}

/** Objects behind the S3 protocol. The store must know `If-None-Match` on writing: see `openObjectStore`. */
export class S3Store implements ObjectStore {
  readonly #base: string;
  readonly #client: AwsClient;
  readonly #timeoutMs: number;
  readonly #pauseMs: number;
  readonly #restMs: number;
  /** Of `performance.now()`: until then it is not asked. */
  #restUntil = 0;

  constructor(options: S3Options) {
    const { url, region, keyId, secret, timeoutMs = 5_000, pauseMs = 200, restMs = 10_000 } = options;
    this.#base = url.replace(/\/$/, '');
    this.#client = new AwsClient({
      accessKeyId: keyId,
      secretAccessKey: secret,
      service: 's3',
      region,
      // Repeated here, where it is known what an earlier try may have done.
      retries: 0,
    });
    this.#timeoutMs = timeoutMs;
    this.#pauseMs = pauseMs;
    this.#restMs = restMs;
  }

  async putIfAbsent(key: string, bytes: Buffer): Promise<boolean> {
    checkObject(key, bytes);
    const { status, repeated } = await this.#ask('PUT', `/${key}`, [200, 412], bytes);
    if (status === 200) return true;
    // The answer to the first try was lost, perhaps: then what lies there is ours.
    return repeated && (await this.get(key))?.equals(bytes) === true;
  }

  async get(key: string): Promise<Buffer | null> {
    checkObject(key);
    const { status, body } = await this.#ask('GET', `/${key}`, [200, 404]);
    if (status === 200) return body;
    // A bucket that is missing must not look like an object that is.
    if (textOf(body.toString('utf8'), 'Code') !== 'NoSuchKey') throw failure('GET', `/${key}`, status, body);
    return null;
  }

  async *list(prefix: string): AsyncGenerator<string> {
    let more = '';
    do {
      const query = new URLSearchParams({ 'list-type': '2', 'max-keys': String(PAGE), prefix });
      if (more !== '') query.set('continuation-token', more);
      const { body } = await this.#ask('GET', `/?${query}`, [200]);
      const text = body.toString('utf8');
      for (const [, key = ''] of text.matchAll(/<Key>([^<]*)<\/Key>/g)) if (isKey(key)) yield key;
      more = textOf(text, 'IsTruncated') === 'true' ? textOf(text, 'NextContinuationToken') : '';
    } while (more !== '');
  }

  async delete(key: string): Promise<void> {
    checkObject(key);
    await this.#ask('DELETE', `/${key}`, [200, 204, 404]);
  }

  /**
   * The first answer with an expected status. Repeated where that may help: not after a silence, which has taken long
   * enough. After one, nobody else waits for it either, for a while: a start and a stop ask several times.
   */
  async #ask(method: string, place: string, expected: readonly number[], body?: Buffer): Promise<Answer> {
    for (let tries = 1; ; tries++) {
      let problem: ObjectStoreError;
      try {
        const answer = await this.#send(method, place, body);
        if (expected.includes(answer.status)) return { ...answer, repeated: tries > 1 };
        problem = failure(method, place, answer.status, answer.body);
      } catch (cause) {
        if (cause instanceof ObjectStoreError) throw cause;
        problem = new ObjectStoreError(`the object store did not answer ${method} ${place}`, { cause });
        if (isTimeout(cause)) {
          this.#restUntil = performance.now() + this.#restMs;
          throw problem;
        }
      }
      if (tries === TRIES || problem instanceof ObjectStoreRefusal) throw problem;
      await pause(this.#pauseMs * 2 ** (tries - 1));
    }
  }

  async #send(method: string, place: string, body?: Buffer): Promise<Omit<Answer, 'repeated'>> {
    if (performance.now() < this.#restUntil) {
      throw new ObjectStoreError(`the object store was silent: it is not asked ${method} ${place}`);
    }
    const hash = createHash('sha256').update(body ?? '');
    const request = await this.#client.sign(`${this.#base}${place}`, {
      method,
      headers: {
        'x-amz-content-sha256': hash.digest('hex'),
        ...(body === undefined ? {} : { 'if-none-match': '*' }),
      },
      ...(body === undefined ? {} : { body: new Uint8Array(body) }),
    });
    const response = await fetch(request, {
      signal: AbortSignal.timeout(this.#timeoutMs),
      // Signed for this place only.
      redirect: 'manual',
    });
    return { status: response.status, body: await bodyOf(response, place) };
  }
}

async function bodyOf(response: Response, place: string): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of response.body ?? []) {
    bytes += part.length;
    if (bytes > MOST_OBJECT_BYTES) throw new ObjectStoreError(`the answer to ${place} is too large`);
    parts.push(part);
  }
  return Buffer.concat(parts);
}

function failure(method: string, place: string, status: number, body: Buffer): ObjectStoreError {
  const code = textOf(body.toString('utf8', 0, 2_000), 'Code');
  const why = code === '' ? '' : ` (${code})`;
  const text = `the object store answered ${method} ${place} with ${status}${why}`;
  const isRefusal = REFUSALS.has(status) && !PASSING_CODES.has(code);
  return isRefusal || code === LACKING_CODE ? new ObjectStoreRefusal(text) : new ObjectStoreError(text);
}

function isTimeout(cause: unknown): boolean {
  return cause instanceof DOMException && cause.name === 'TimeoutError';
}

/** What stands in the element, or nothing. Neither codes nor tokens have more than one entity in them. */
function textOf(xml: string, element: string): string {
  const [, text = ''] = new RegExp(`<${element}>([^<]*)</${element}>`).exec(xml) ?? [];
  return text.replaceAll('&quot;', '"').replaceAll('&amp;', '&');
}
