import { randomUUID } from 'node:crypto';
import type { CallInput, CallName, CallOutput } from '@tallystick/protocol';
import type { DeskCallName, DeskInput, DeskOutput } from '@tallystick/protocol/desk';

type AnyCall = CallName | DeskCallName;

/** What came back. Two answers are alike when their texts are. */
export interface Answer {
  readonly status: number;
  readonly text: string;
  readonly tookMs: number;
  /** Of the envelope: `ok`, `error` or `999`. */
  readonly type: string;
  /** 1, or the stable code of the refusal. */
  readonly code: string | number;
  readonly data: Readonly<Record<string, unknown>>;
}

export interface CallerOptions {
  /** Where they come from, as the proxy in front tells it (TRUST_PROXY=1). */
  readonly address?: string;
  readonly token?: string;
}

/** Above what a busy machine needs. */
const PATIENCE_MS = 60_000;

/** Somebody who calls a running server over HTTP, as from any program; it keeps its cookie, as a browser would. */
export class Caller {
  readonly address: string | null;
  readonly token: string;
  #url: string;
  #cookie: string | null = null;

  constructor(url: string, { address, token }: CallerOptions = {}) {
    this.#url = url;
    this.address = address ?? null;
    this.token = token ?? '';
  }

  get url(): string {
    return this.#url;
  }

  /** The server was started again somewhere else. */
  follow(url: string): void {
    this.#url = url;
  }

  /**
   * Whatever comes back. Each request has an idempotency key of its own unless one is given. Throws what `fetch` throws
   * when the server goes away.
   */
  async send(name: AnyCall, input: object, key: string = randomUUID()): Promise<Answer> {
    const [method = '', path = ''] = name.split(' ');
    const reads = method === 'GET';
    const headers: Record<string, string> = { lang: 'en', 'idempotency-key': key };
    if (this.token !== '') headers['authorization'] = this.token;
    if (this.address !== null) headers['x-forwarded-for'] = this.address;
    if (this.#cookie !== null) headers['cookie'] = this.#cookie;
    if (!reads) headers['content-type'] = 'application/json';
    const beganMs = performance.now();
    const response = await fetch(`${this.#url}/api/${path}${reads ? queryOf(input) : ''}`, {
      method,
      headers,
      signal: AbortSignal.timeout(PATIENCE_MS),
      ...(reads ? {} : { body: JSON.stringify(input) }),
    });
    const text = await response.text();
    const tookMs = performance.now() - beganMs;
    this.#cookie = response.headers.get('set-cookie')?.split(';', 1)[0] ?? this.#cookie;
    const { type, code, data } = JSON.parse(text) as Pick<Answer, 'type' | 'code' | 'data'>;
    return { status: response.status, text, tookMs, type, code, data };
  }

  /** A call that must succeed: its data. */
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
