import type { CallInput, CallName } from '@tallystick/protocol';
import type { Answer, CallOptions } from '../../../testing/test-requests.ts';
import type { TestServer } from '../../../testing/test-server.ts';

/** A browser: it keeps its cookie and sends it with every call. */
export class TestBrowser {
  readonly #server: TestServer;
  /** Null until it gets one. */
  cookie: string | null;
  readonly #address: string;

  constructor(server: TestServer, address: string, cookie: string | null = null) {
    this.#server = server;
    this.#address = address;
    this.cookie = cookie;
  }

  async try<Name extends CallName>(
    name: Name,
    input: CallInput<Name>,
    options: CallOptions = {},
  ): Promise<Answer<Name>> {
    const answer = await this.#server.try(name, input, {
      address: this.#address,
      ...options,
      headers: { ...options.headers, ...(this.cookie === null ? {} : { cookie: this.cookie }) },
    });
    this.cookie = cookieOf(answer.headers) ?? this.cookie;
    return answer;
  }

  /** The answer's code: 1, or the refusal. */
  async code<Name extends CallName>(name: Name, input: CallInput<Name>): Promise<string | number> {
    return (await this.try(name, input)).body.code;
  }
}

/** The cookie a reply sets, as the browser sends it back. */
export function cookieOf(headers: Answer['headers']): string | null {
  const set = headers['set-cookie'];
  return typeof set === 'string' ? (set.split(';', 1)[0] ?? null) : null;
}
