import type { CallInput, CallName } from '@tallystick/protocol';

/** What a call was answered with. */
export interface Answer {
  readonly status: number;
  /** 1, or the stable code of the refusal. */
  readonly code: string | number;
  readonly data: Readonly<Record<string, unknown>>;
  readonly text: string;
  readonly tookMs: number;
}

type DeskPath = 'desk/login';

/** Somebody with a browser of their own, at an address of their own as the proxy in front tells it. */
export class Person {
  readonly #url: string;
  readonly #address: string;
  #cookie: string | null = null;

  constructor(url: string, address: string) {
    this.#url = url;
    this.#address = address;
  }

  call<Name extends CallName>(name: Name, input: CallInput<Name>, token?: string): Promise<Answer> {
    return this.post(name.split(' ')[1] ?? '', input, token);
  }

  desk(path: DeskPath, input: object): Promise<Answer> {
    return this.post(path, input);
  }

  private async post(path: string, input: object, token?: string): Promise<Answer> {
    const headers: Record<string, string> = {
      'content-type': 'application/json',
      'x-forwarded-for': this.#address,
    };
    if (this.#cookie !== null) headers['cookie'] = this.#cookie;
    if (token !== undefined) headers['authorization'] = token;
    const beganMs = performance.now();
    const body = JSON.stringify(input);
    const response = await fetch(`${this.#url}/api/${path}`, { method: 'POST', headers, body });
    const text = await response.text();
    const tookMs = performance.now() - beganMs;
    this.#cookie = response.headers.get('set-cookie')?.split(';', 1)[0] ?? this.#cookie;
    const { code, data } = JSON.parse(text) as Pick<Answer, 'code' | 'data'>;
    return { status: response.status, code, data, text, tookMs };
  }
}

/** Throws unless the call was served: without it the attack cannot be carried out. */
export function served({ code, data, text }: Answer): Answer['data'] {
  if (code !== 1) throw new Error(`an everyday call was refused: ${text}`);
  return data;
}
