import { randomUUID } from 'node:crypto';
import type { CallInput, CallName, CallOutput } from '@tallystick/protocol';
import type { DeskCallName, DeskInput, DeskOutput } from '@tallystick/protocol/desk';

type AnyCall = CallName | DeskCallName;

/** A reply. Two answers are equal if their texts are. */
export interface Answer {
  readonly status: number;
  readonly text: string;
  readonly tookMs: number;
  /** The envelope's type: `ok`, `error` or `999`. */
  readonly type: string;
  /** 1, or the stable code of the refusal. */
  readonly code: string | number;
  readonly data: Readonly<Record<string, unknown>>;
}

export interface CallerOptions {
  /** The client's address, as the proxy in front reports it (TRUST_PROXY=1). */
  readonly address?: string;
  readonly token?: string;
}

/** A busy machine needs less. */
const TIMEOUT_MS = 60_000;

/** A client of a running server over HTTP. It keeps its cookies like a browser. */
export class Caller {
  readonly address: string | null;
  readonly token: string;
  #url: string;
  /** By name. */
  readonly #cookies = new Map<string, string>();

  constructor(url: string, { address, token }: CallerOptions = {}) {
    this.#url = url;
    this.address = address ?? null;
    this.token = token ?? '';
  }

  get url(): string {
    return this.#url;
  }

  /** Continues with a server that was restarted at another address. */
  follow(url: string): void {
    this.#url = url;
  }

  /**
   * Returns any reply. Each request gets its own idempotency key unless one is given. Throws what `fetch` throws when
   * the server is gone.
   */
  async send(name: AnyCall, input: object, key: string = randomUUID()): Promise<Answer> {
    const [method = '', path = ''] = name.split(' ');
    const reads = method === 'GET';
    const headers: Record<string, string> = { lang: 'en', 'idempotency-key': key };
    if (this.token !== '') headers['authorization'] = this.token;
    if (this.address !== null) headers['x-forwarded-for'] = this.address;
    if (this.#cookies.size > 0) headers['cookie'] = [...this.#cookies.values()].join('; ');
    if (!reads) headers['content-type'] = 'application/json';
    const beganMs = performance.now();
    const response = await fetch(`${this.#url}/api/${path}${reads ? queryOf(input) : ''}`, {
      method,
      headers,
      signal: AbortSignal.timeout(TIMEOUT_MS),
      ...(reads ? {} : { body: JSON.stringify(input) }),
    });
    const text = await response.text();
    const tookMs = performance.now() - beganMs;
    for (const cookie of response.headers.getSetCookie()) {
      const [pair = ''] = cookie.split(';', 1);
      this.#cookies.set(pair.split('=', 1)[0] ?? '', pair);
    }
    const { type, code, data } = JSON.parse(text) as Pick<Answer, 'type' | 'code' | 'data'>;
    return { status: response.status, text, tookMs, type, code, data };
  }

  /** The data of a call that must succeed. */
  call<Name extends CallName>(name: Name, input: CallInput<Name>, key?: string): Promise<CallOutput<Name>>;
  call<Name extends DeskCallName>(
    name: Name,
    input: DeskInput<Name>,
    key?: string,
  ): Promise<DeskOutput<Name>>;
  async call(name: AnyCall, input: object, key?: string): Promise<unknown> {
    const { type, data, text } = await this.send(name, input, key);
    if (type !== 'ok') throw new Error(`${name} was refused: ${text}`);
    return data;
  }
}

function queryOf(input: object): string {
  return `?${new URLSearchParams(Object.entries(input).map(([field, value]) => [field, String(value)]))}`;
}
